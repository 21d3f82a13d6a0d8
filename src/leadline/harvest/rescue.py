"""Answers that are results although the judge found nothing in them that the form's page or nonsense has not.

The judge weighs lines, and a list of a few lines may be outweighed by furniture. What is known of the source
beside its lines decides here: where its records stand on other answers, where nonsense leads, what it counts.
"""

from leadline.answers.judge.verdict import PageJudgement
from leadline.answers.records.cut import Records
from leadline.answers.records.shape import Shape
from leadline.harvest.profile import SourceProfile
from leadline.model.form import Form
from leadline.model.query import Choice, Reply
from leadline.model.url_parameters import page_key
from leadline.parse.document import Document
from leadline.submit.calls import call_of

_TEXT = frozenset({"text", "search", "textarea"})
_SURE = frozenset({Reply.RESULTS, Reply.BLOCKED})


def takes_words(form: Form, choice: Choice) -> bool:
    """Whether a choice puts words into a text field."""
    texts = {control.name for control in form.controls if control.kind in _TEXT}
    return any(value.strip() and name in texts for name, value in choice)


def stands_open(form: Form) -> bool:
    """Whether the answer is on the screen of a page that stands open, its search in it: whatever that looks like
    while it shows nothing, nobody stands in the way."""
    call = call_of(form)
    return call is not None and bool(call.on_screen)


def is_usual_row(judged: PageJudgement, cut: Records, document: Document, profile: SourceProfile) -> bool:
    """Whether its rows stand where other answers have theirs, and each leads to a page of its own that no answer
    to nonsense leads to: one row repeats nothing, so its lines say too little, or pass for something said about
    the question."""
    usual, probes = profile.usual, profile.template.probes
    if judged.reply in _SURE or usual is None or cut.shape is None or not cut.cuts or not probes:
        return False
    if judged.message is not None and not any(judged.message in one.text for one in cut.cuts):
        return False  # the site says something, and not in the row
    known, here = Shape.read(usual), page_key(document.url)
    if (cut.shape.parent, cut.shape.row, cut.shape.run) != (known.parent, known.row, known.run):
        return False
    own = {page_key(one.url) for one in cut.cuts if one.url and page_key(one.url) != here}
    return len(own) == len(cut.cuts) and not own & profile.template.links


def is_counted_list(judged: PageJudgement, cut: Records, choice: Choice) -> bool:
    """Whether an answer to nothing in particular, which the form's page shows as well, counts its rows: as many as
    there are in all, or so many of a range."""
    if any(value.strip() for _, value in choice):
        return False
    is_all = judged.counted is not None and judged.counted.total == len(cut.cuts)
    return is_all or judged.place is not None

"""What distinguishes one kind of answer from another, as one vector of named features.

What stays is template, what varies is data: features say what changed against the form's page, the answers to
nonsense and the questions that brought results (lines that are new, a box marked as wrong, the form shown again, a
field named that was left out, a number without rows, furniture that is gone). What the lexicon makes of the words
is one feature among them. Each feature stands by itself and once more under the situation it is met in (records
that repeat, much text that is new, a few words, nothing new; nothing asked), because "nothing found" says one
thing above a list and another on a page that has nothing else.
"""

import re
from collections.abc import Iterator

from leadline.answers.judge.counts import Count
from leadline.answers.judge.evidence import Evidence, words_in
from leadline.answers.judge.template import ECHO, key_of, tokens
from leadline.lexicon.tables import is_unspaced
from leadline.model.query import Reply

FEW_WORDS = 8  # words left beside the template that are no record yet (ALGORITHMS E1)
FEW_LINES = 3  # lines that are no record yet: a sentence and its advice
LIKE_SUGGESTIONS = 6  # rows up to which a list may be what is shown beside "nothing found" (the lab shows four)
_LARGE = 20  # numbers from which on a site may speak of matches; "at least 3 letters" and "5 digits" are below
_FRAME = 4  # lines of a form's page without which no answer can be said to lack the site's frame
_SPARSE = 60  # words of a page with room for an excuse only; the wordiest of those have about 110 with advice
_HALF = 0.5  # of a message: beside it, two answers to nonsense share a line of their suggestions by chance
_SHORT = 2  # letters that many indexes leave out
_SENTENCE = re.compile(r"[.!?。！？]['\"”»)]*$")
_NUMBER = re.compile(r"(?<![a-z\d.,-])(?:\d{1,3}(?:[.,'\u00a0\u202f ]\d{3})+|\d+)(?![a-z\d-])")
_YEAR = re.compile(r"(?:19|20)\d\d")
_INCIDENT = re.compile(
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?=[0-9a-f-]{0,40}\d)(?=[0-9a-f-]{0,40}[a-f])[0-9a-f-]{8,40}\b", re.IGNORECASE
)
"""An address of ours or the number of an incident: who refuses a visitor names him and his case."""


def features(page: Evidence) -> list[str]:
    """The vector of one answer, by the names of what is there."""
    here = situation(page)
    names = [
        here,
        *_against_nonsense(page),
        *_against_results(page),
        *_counted(page),
        *_worded(page),
        *_form(page),
        *_frame(page),
    ]
    if page.rows:
        names += _listed(page)
    else:  # beside the message of nonsense stands what is suggested
        beside = "beside the message of nonsense: " if page.template.probes and page.has_message else ""
        names += [beside + name for name in _said(page)]
    under = [here]
    if page.nonsense:
        under += ["nonsense"]
    elif not page.template.probes:
        under += ["unprobed"]
    if not page.filled:
        under += ["nothing asked"]
    return [*names, *(f"{where}: {name}" for where in under for name in names if name != where)]


def situation(page: Evidence) -> str:
    if is_bare(page) and len(page.rows) <= LIKE_SUGGESTIONS:
        return "bare page"
    if page.rows:
        return "rows"
    if page.rest_words >= FEW_WORDS or len(page.rest) >= FEW_LINES:
        return "much text"
    return "few words" if page.rest_words else "nothing new"


def _against_nonsense(page: Evidence) -> Iterator[str]:
    template = page.template
    if page.nonsense:
        yield "nonsense"
    elif not template.probes:
        yield "unprobed"
    elif not page.message:
        yield f"nonsense says nothing, is {template.usual_reply}"
    elif page.has_message:
        yield f"message of nonsense, {template.usual_reply}"
        if page.shared_message is not None:
            yield "known words of nonsense"
    elif page.message_share > _HALF:
        yield "part of the message of nonsense"
    else:
        yield "message of nonsense gone"


def _against_results(page: Evidence) -> Iterator[str]:
    template = page.template
    had = template.probes[0].filled if template.probes else frozenset()
    if template.probes and had - template.probes[0].words - page.filled:
        yield "lacks what stood beside nonsense"
    if template.wanted - page.filled and page.forms:
        yield "lacks what the form wants" + (", as nonsense did" if had and template.wanted - had else "")
    if template.answered:
        enough = any(known <= page.filled for known in template.answered)
        yield "filled in like an answer with results" if enough else "fewer fields than any answer with results"
    if template.beside:
        spoken = {key for _, key in page.said}
        if spoken & template.beside:
            yield "says what answers with results say"
        if any(tokens((key,)) for key in spoken - template.beside):
            yield "says what no answer with results says"


def _counted(page: Evidence) -> Iterator[str]:
    count = page.count
    if count is None:
        return
    if not count.total:
        yield "counts nothing"
    elif page.counts_some:
        here = f"counts what {'has' if has_room(page, count) else 'has no'} room here"
        yield "counts some" if page.rows else here
        if count.first is not None:
            yield "says which it shows"


def has_room(page: Evidence, count: Count) -> bool:
    """Whether what it counts can stand here, cut or not: a record has a word at least. Of a few matches every word
    may stand on the form's page as well."""
    if count.first is not None or count.total < FEW_WORDS:
        return True
    return page.rest_words - words_in(key_of(count.text)) >= FEW_WORDS


def _worded(page: Evidence) -> Iterator[str]:
    if not page.notices:
        return
    notice, nothing = page.notices[0], page.first("none")
    if page.rows:
        if nothing is not None:
            above = nothing.place < page.first_row or page.leads_nowhere
            yield "says none above" if above else "says none below"
            if above and not page.counts_some:
                yield "says none above and counts nothing"
        return
    # A remark beside a record or two; only "nothing found" is followed by suggestions.
    if notice.kind == "none" or page.rest_words <= page.room_for_words:
        yield f"says {notice.kind}"
        if page.has_new_notice:
            yield f"says {notice.kind}, not as nonsense"


def _form(page: Evidence) -> Iterator[str]:
    """The form shown again, and what is marked in it."""
    shown = page.forms
    yield "form again" if shown else "form gone"
    chosen = {pair for pair in page.choice if pair[1]}
    if chosen and any((c.name, c.value) in chosen for form in shown for c in form.fields):
        yield "what was asked stands in it"
    if "aria-invalid" in page.document.html:
        wrong = {c.name for form in shown for c in form.controls if c.attribute("aria-invalid") == "true"}
        if wrong:
            yield "field marked that was filled in" if wrong & page.filled else "field marked that was left out"
    if page.marks > 0:
        yield "something marked as wrong"
    typed = [value for _, value in page.choice if value.strip()]
    if typed and min(map(len, typed)) <= _SHORT:
        yield "asked with few letters"


def furniture(page: Evidence) -> int:
    """Lines of the site's own. Answers may stand in another frame than the form does; what nonsense and results
    had is the site's own, too."""
    own = page.known | page.template.beside
    return sum(key in own for key in {key for _, key in page.lines})


def is_bare(page: Evidence) -> bool:
    """A few words, and nothing of the site around them."""
    known = len(page.template.form) >= _FRAME and furniture(page) <= 1
    return known and sum(words_in(key) for _, key in page.lines) <= _SPARSE


def _frame(page: Evidence) -> Iterator[str]:
    """The site's own page around it, or not; the status."""
    document, form = page.document, page.template.form
    if document.status >= 400:
        yield "status 5xx" if document.status >= 500 else "status 4xx"
    if len(form) < _FRAME:
        yield "no furniture known"
        return
    there = furniture(page)
    if there > 1 or len(page.rows) > LIKE_SUGGESTIONS:
        yield "furniture" if there >= len(form) / 2 else "part of the furniture"
        return
    yield "no furniture"
    if not is_bare(page):
        return
    source = document.html
    if "<script" in source:
        yield "no furniture, scripts"
    if 'http-equiv="refresh"' in source or "http-equiv=refresh" in source:
        yield "no furniture, refresh"
    if any(_INCIDENT.search(line.text) for line, _ in page.lines):
        yield "no furniture, incident"
    fields = [c for form in document.page.forms for c in form.fields if c.name not in page.filled]
    if fields and len(fields) <= 2 and "<img" in source:
        yield "no furniture, a field beside a picture"
    if "<a " not in source:
        yield "no furniture, leads nowhere"


def _listed(page: Evidence) -> Iterator[str]:
    n = len(page.rows)
    yield (
        "one row"
        if n == 1
        else "two or three rows"
        if n <= 3
        else "a few rows"
        if n <= LIKE_SUGGESTIONS
        else "many rows"
    )
    if not page.new_apart:
        yield "only rows are new"
    if page.template.suggests and page.has_message and n <= LIKE_SUGGESTIONS:
        yield "rows as beside nonsense" if page.new_apart else "rows as beside nonsense, alone"
    if page.leads_nowhere:
        yield "rows lead nowhere"


def _said(page: Evidence) -> Iterator[str]:
    """The new lines of a page without rows: a message, or a record that stands alone."""
    if len(page.records.cuts) > LIKE_SUGGESTIONS:
        yield "many records cut"
    counted = page.count.text if page.counts_some and page.count is not None else None
    said = [one for one in page.said if one[0].text != counted]
    n = len(said)
    if not n:
        return
    yield "one line" if n == 1 else "two lines" if n == 2 else "some lines" if n <= 5 else "many lines"
    words = max(tokens((key,)) for _, key in said)
    yield "long line" if words > 12 else "sentence" if words > 3 else "short lines"
    lines = [line for line, _ in said]
    if _SENTENCE.search(lines[0].text):
        yield "begins with a full stop"
    if any(line.leads for line in lines):
        yield "has a link"
    if page.records.cuts and not page.leads_nowhere:
        yield "a record with a page of its own"
    marks = {line.mark for line in lines}
    if "wrong" in marks:
        yield "line marked as wrong"
    elif "notice" in marks:
        yield "line marked as notice"
    if any(ECHO in key for _, key in said):
        yield "repeats the question"
    if not page.counts_some and (numbers := list(_numbers(page))):
        size, where = "large" if max(numbers) >= _LARGE else "small", "a line or two" if n <= 2 else "lines"
        yield f"{size} number in {where}"
    yield from _named(page)


def _numbers(page: Evidence) -> Iterator[int]:
    """Numbers of the new lines, without those that were asked for, years, and what links say: titles."""
    for line, _ in page.said:
        if line.leads:
            continue
        text = line.text.casefold()
        for value in page.repeated:
            text = text.replace(value, " ")
        numbers = (found[0] for found in _NUMBER.finditer(text) if not _YEAR.fullmatch(found[0]))
        yield from (int(re.sub(r"\D", "", number)[:12]) for number in numbers)


def _named(page: Evidence) -> Iterator[str]:
    """Fields that new lines name, by whether they were filled in. A record names many: its own."""
    filled: set[str] = set()
    left: set[str] = set()
    for _, key in page.said:
        plain = f" {key} "
        for name, label in page.template.labels:
            if label and (f" {label} " in plain or (is_unspaced(label) and label in plain)):
                (filled if name in page.filled else left).add(label)
    if len(filled | left) > 2:
        yield "names many fields"
        return
    if left - filled:
        wanted = any(label in left and name in page.template.wanted for name, label in page.template.labels)
        yield "names a field that was left out" + (" and is wanted" if wanted else "")
    if filled:
        yield "names a field that was filled in"


REPLIES = [reply.value for reply in Reply if reply is not Reply.FAILED]
"""What an answer may be, in the order of the weights."""

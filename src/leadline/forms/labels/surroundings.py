"""Each claim's candidates: the texts near it in reading order, and what lies between.

A label stands close by in the source even where it is laid out above or beside its field; only the columns of a
table put a row of others between the two, so a dozen texts are looked at on either side.
"""

from bisect import bisect_left
from dataclasses import dataclass

from leadline.forms.labels.claims import Claim, Role
from leadline.forms.layout.boxes import Text, Widget
from leadline.forms.layout.scene import Scene
from leadline.model.form import BUTTONS

REACH = {Role.FIELD: (14, 6), Role.GROUP: (14, 6), Role.VALUE: (5, 4)}
"""Texts looked at before and after: a header row may be far, the text of a radio or checkbox is not."""
WIDE = 40
"""Texts on either side that HiWE's rule looks at."""
MOST_WORDS = {Role.FIELD: 30, Role.GROUP: 30, Role.VALUE: 60}
"""Words of a text that can be a label at all: questions are long, terms to agree to longer, prose is neither."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A text as seen from a claim."""

    text: Text
    before: bool
    texts_between: int
    widgets_between: int
    """Widgets to fill in that stand between the two."""


class Surroundings:
    """The texts and widgets of one scene in reading order."""

    def __init__(self, scene: Scene) -> None:
        self.shown = scene.shown
        self.texts = [t for t in scene.texts if _says_something(t)]
        self._text_ranks = [text.rank for text in self.texts]
        self.fillable = [w for w in scene.widgets if w.kind not in BUTTONS]
        self._widget_ranks = [widget.rank for widget in self.fillable]
        self._all_ranks = [widget.rank for widget in scene.widgets]

    def candidates(self, claim: Claim) -> list[Candidate]:
        """Nearest first on either side; texts that a `<label>` gives to another control are left out."""
        # What names one radio of a group is the text of that radio and not of the group.
        own = set() if claim.role is Role.GROUP else {control.place for control in claim.controls}
        start = bisect_left(self._text_ranks, claim.first)
        end = bisect_left(self._text_ranks, claim.last)
        reach_before, reach_after = REACH[claim.role]
        most = MOST_WORDS[claim.role]
        found = [
            self._seen(claim, text, number, before=True)
            for number, text in enumerate(reversed(self.texts[max(0, start - reach_before) : start]))
            if (text.names < 0 or text.names in own) and text.words.count(" ") < most
        ]
        found += [
            self._seen(claim, text, number, before=False)
            for number, text in enumerate(self.texts[end : end + reach_after])
            if (text.names < 0 or text.names in own) and text.words.count(" ") < most
        ]
        return found

    def _seen(self, claim: Claim, text: Text, between: int, *, before: bool) -> Candidate:
        near, far = (text.rank, claim.first) if before else (claim.last + 1, text.rank)
        widgets = bisect_left(self._widget_ranks, far) - bisect_left(self._widget_ranks, near)
        return Candidate(text, before, between, widgets)

    def near(self, claim: Claim) -> list[Text]:
        """All texts around a claim, to whomever they belong."""
        start = bisect_left(self._text_ranks, claim.first)
        end = bisect_left(self._text_ranks, claim.last)
        return self.texts[max(0, start - WIDE) : end + WIDE]

    def sides(self, claim: Claim) -> tuple[bool, bool]:
        """Whether a text stands right before a claim, and right after, no other widget or button between."""
        text, widget = bisect_left(self._text_ranks, claim.first), bisect_left(self._all_ranks, claim.first)
        before = text > 0 and (widget == 0 or self._all_ranks[widget - 1] < self._text_ranks[text - 1])
        text, widget = bisect_left(self._text_ranks, claim.last), bisect_left(self._all_ranks, claim.last + 1)
        last = widget == len(self._all_ranks)
        after = text < len(self._text_ranks) and (last or self._text_ranks[text] < self._all_ranks[widget])
        return before, after

    def beside(self, claim: Claim) -> tuple[Text | None, Text | None]:
        """The texts right before a claim and right after, where no other widget stands between."""
        before, after = self.sides(claim)
        return self.before(claim) if before else None, self.after(claim) if after else None

    def widgets_near(self, claim: Claim) -> list[Widget]:
        """Widgets around a claim, its own left out."""
        start, end = bisect_left(self._widget_ranks, claim.first), bisect_left(self._widget_ranks, claim.last + 1)
        return self.fillable[max(0, start - WIDE) : start] + self.fillable[end : end + WIDE]

    def before(self, claim: Claim) -> Text | None:
        """The last text before a claim."""
        start = bisect_left(self._text_ranks, claim.first)
        return self.texts[start - 1] if start else None

    def after(self, claim: Claim) -> Text | None:
        """The first text after a claim."""
        end = bisect_left(self._text_ranks, claim.last)
        return self.texts[end] if end < len(self.texts) else None

    def next_widget(self, text: Text) -> Widget | None:
        place = bisect_left(self._widget_ranks, text.rank)
        return self.fillable[place] if place < len(self.fillable) else None

    def previous_widget(self, text: Text) -> Widget | None:
        place = bisect_left(self._widget_ranks, text.rank)
        return self.fillable[place - 1] if place else None


def _says_something(text: Text) -> bool:
    return any(c.isalnum() for c in text.words) and text.words.count(" ") < MOST_WORDS[Role.VALUE]

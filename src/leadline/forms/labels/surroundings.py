"""Each claim's candidates: the texts near it in reading order, what lies between, and on which side labels stand.

A label stands close by in the source even where it is laid out above or beside its field; only the columns of a
table put a row of others between the two, so a dozen texts are looked at on either side.

Labels of one form stand on one side and are marked up alike, so what one claim cannot tell, its kin may (`Sides`).
Where every field has a text before it and one after it, the heading above the first or the note below the last is
the odd one out: it says which row of texts is one too many. Kin are asked twice: all fields of the form, and those
of the smallest element with another field in it, because a street and a city in an address may have their labels
below where the form has them above.
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from leadline.forms.labels.claims import Claim, Role, likeness
from leadline.forms.layout.boxes import Text, Widget
from leadline.forms.layout.source import Scene
from leadline.model.form import BUTTONS

REACH = {Role.FIELD: (14, 6), Role.GROUP: (14, 6), Role.VALUE: (5, 4)}
"""Texts looked at before and after: a header row may be far, the text of a radio or checkbox is not."""
WIDE = 40  # texts on either side that HiWE's rule looks at
MOST_WORDS = {Role.FIELD: 30, Role.GROUP: 30, Role.VALUE: 60}
"""Words of a text that can be a label at all: questions are long, terms to agree to longer, prose is neither."""


@dataclass(frozen=True, slots=True)
class Candidate:
    text: Text
    before: bool
    texts_between: int
    widgets_between: int  # widgets to fill in that stand between the two


class Surroundings:
    """The texts and widgets of one scene in reading order."""

    def __init__(self, scene: Scene) -> None:
        self.shown = scene.shown
        most = MOST_WORDS[Role.VALUE]
        said = (text for text in scene.texts if text.words.count(" ") < most)
        self.texts = [text for text in said if any(c.isalnum() for c in text.words)]
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
        before = self.texts[max(0, start - reach_before) : start][::-1]
        return [
            self._seen(claim, text, number, before=texts is before)
            for texts in (before, self.texts[end : end + reach_after])
            for number, text in enumerate(texts)
            if (text.style.names < 0 or text.style.names in own) and text.words.count(" ") < MOST_WORDS[claim.role]
        ]

    def _seen(self, claim: Claim, text: Text, between: int, *, before: bool) -> Candidate:
        near, far = (text.rank, claim.first) if before else (claim.last + 1, text.rank)
        widgets = bisect_left(self._widget_ranks, far) - bisect_left(self._widget_ranks, near)
        return Candidate(text, before, between, widgets)

    def near(self, claim: Claim) -> list[Text]:
        """All texts around a claim, to whomever they belong."""
        start = bisect_left(self._text_ranks, claim.first)
        end = bisect_left(self._text_ranks, claim.last)
        return self.texts[max(0, start - WIDE) : end + WIDE]

    def beside(self, claim: Claim) -> tuple[Text | None, Text | None]:
        """The texts right before a claim and right after, where no other widget or button stands between."""
        text, widget = bisect_left(self._text_ranks, claim.first), bisect_left(self._all_ranks, claim.first)
        before = text > 0 and (widget == 0 or self._all_ranks[widget - 1] < self._text_ranks[text - 1])
        text, widget = bisect_left(self._text_ranks, claim.last), bisect_left(self._all_ranks, claim.last + 1)
        last = widget == len(self._all_ranks)
        after = text < len(self._text_ranks) and (last or self._text_ranks[text] < self._all_ranks[widget])
        return self.before(claim) if before else None, self.texts[text] if after else None

    def widgets_near(self, claim: Claim) -> list[Widget]:
        """Widgets around a claim, its own left out."""
        start, end = bisect_left(self._widget_ranks, claim.first), bisect_left(self._widget_ranks, claim.last + 1)
        return self.fillable[max(0, start - WIDE) : start] + self.fillable[end : end + WIDE]

    def before(self, claim: Claim) -> Text | None:
        """The last text before a claim."""
        start = bisect_left(self._text_ranks, claim.first)
        return self.texts[start - 1] if start else None

    def next_widget(self, text: Text) -> Widget | None:
        place = bisect_left(self._widget_ranks, text.rank)
        return self.fillable[place] if place < len(self.fillable) else None

    def previous_widget(self, text: Text) -> Widget | None:
        place = bisect_left(self._widget_ranks, text.rank)
        return self.fillable[place - 1] if place else None


_MOST_FIELDS = 0.6  # share of the fields whose labels look alike, from which on their look is that of labels
_Beside = Mapping[int, tuple[Text | None, Text | None]]
"""By id of a claim: the texts right before it and right after."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Where the labels of a claim's kin stand."""

    share: float = 0.0  # how much more often a text stands right after than right before
    complete: str = ""
    """`before` or `after` if all have a text on that side and some have none on the other, else empty."""
    named: float = 0.0
    """How much more the texts right after say what internal names say than those right before, or are cut off by
    a comma from what follows."""
    alike: float = 0.0
    """1 if all texts right after are marked up the same way and those right before are not, −1 the other way
    round; else how many more of those right after are."""
    nearby: "Sides | None" = None  # the same of the kin in the smallest element around that has another of them
    labels_look: tuple[str, str] = ("", "")
    """For a single checkbox: the side on which labels of fields stand, and how they are marked up."""


def sides_of(claims: Sequence[Claim], surroundings: Surroundings) -> dict[int, Sides]:
    """For each claim, by id, where the texts of its kin stand, no other widget between.

    Kin are the values of one field, or all other fields of the form, groups of radios and checkboxes among them.
    """
    kin: dict[object, list[Claim]] = {}
    close: dict[int, list[Claim]] = {}
    for claim in claims:
        key = (claim.controls[0].kind, claim.controls[0].name) if claim.role is Role.VALUE else None
        kin.setdefault(key, []).append(claim)
        if claim.role is Role.FIELD:
            close.setdefault(_scope(claim), []).append(claim)
    beside = {id(claim): surroundings.beside(claim) for claim in claims}
    single = [members[0] for members in kin.values() if len(members) == 1 and members[0].role is Role.VALUE]
    fields = [claim for claim in kin.get(None, ()) if claim.role is Role.FIELD]
    labels_look = _labels_look([*fields, *single], beside) if fields and single else ("", "")
    found: dict[int, Sides] = {}
    for members in kin.values():
        sides = _sides_of_kin(members, beside)
        if members[0] in single:
            sides = replace(sides, labels_look=labels_look)
        found.update((id(claim), sides) for claim in members)
    for members in close.values():
        if 1 < len(members) < len(kin[None]):
            nearby = _sides_of_kin(members, beside)
            found.update((id(claim), replace(found[id(claim)], nearby=nearby)) for claim in members)
    return found


def _scope(claim: Claim) -> int:
    """The smallest element that has another field in it, by id."""
    return next((id(box) for box in claim.around if box.widgets > len(claim.widgets)), 0)


def _sides_of_kin(members: Sequence[Claim], beside: _Beside) -> Sides:
    texts = [beside[id(claim)] for claim in members]
    before, after = sum(one is not None for one, _ in texts), sum(one is not None for _, one in texts)
    complete = ""
    if max(before, after) == len(members) and before != after:
        complete = "before" if before > after else "after"
    alike = _alike([one for one, _ in texts], [one for _, one in texts])
    return Sides((after - before) / len(members), complete, _named(members, beside), alike)


def _alike(before: Sequence[Text | None], after: Sequence[Text | None]) -> float:
    count = len(before)
    same_before, same_after = _same(before)[1], _same(after)[1]
    if count < 2 or same_before == same_after:
        return 0.0
    if max(same_before, same_after) == count:
        return 1.0 if same_after > same_before else -1.0
    return (same_after - same_before) / count


def _same(texts: Sequence[Text | None]) -> tuple[str, int]:
    """The commonest look of texts, and how many have it."""
    looks = Counter(text.style.look for text in texts if text is not None)
    return looks.most_common(1)[0] if looks else ("", 0)


def _labels_look(fields: Sequence[Claim], beside: _Beside) -> tuple[str, str]:
    """Where labels of fields and single checkboxes stand and how they look, if most agree and one side leads."""
    before = _same([beside[id(claim)][0] for claim in fields])
    after = _same([beside[id(claim)][1] for claim in fields])
    side, (look, count) = ("before", before) if before[1] > after[1] else ("after", after)
    if before[1] == after[1] or count < 2 or count < _MOST_FIELDS * len(fields):
        return "", ""
    return side, look


def _named(members: Sequence[Claim], beside: _Beside) -> float:
    """Where one name says nothing, those of its kin may."""
    if len(members) < 2:
        return 0.0
    total = 0.0
    for claim in members:
        before, after = beside[id(claim)]
        if before is not None:
            total -= likeness(claim.hints, before.words) + (before.words[0] in ",;")
        if after is not None:
            total += likeness(claim.hints, after.words) + (after.words[-1] in ",;")
    return total / len(members)

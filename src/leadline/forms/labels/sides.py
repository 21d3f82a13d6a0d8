"""On which side labels stand: what one claim cannot tell, its kin may.

Labels of one form stand on one side and are marked up alike. Where every field has a text before it and one after
it, the heading above the first or the note below the last is the odd one out: it says which row of texts is one
too many. Kin are asked twice: all fields of the form, and those of the smallest element with another field in it,
because a street and a city in an address may have their labels below where the form has them above.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from leadline.forms.labels.claims import Claim, Role, likeness
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.layout.boxes import Text

_MOST_FIELDS = 0.6
"""Share of the fields whose labels look alike, from which on their look is that of labels."""
_Beside = Mapping[int, tuple[Text | None, Text | None]]
"""By id of a claim: the texts right before it and right after."""


@dataclass(frozen=True, slots=True)
class Sides:
    """Where the labels of a claim's kin stand."""

    share: float = 0.0
    """How much more often a text stands right after than right before."""
    complete: str = ""
    """`before` or `after` if all have a text on that side and some have none on the other, else empty."""
    named: float = 0.0
    """How much more the texts right after say what internal names say than those right before, or are cut off by
    a comma from what follows."""
    alike: float = 0.0
    """1 if all texts right after are marked up the same way and those right before are not, −1 the other way
    round; else how many more of those right after are."""
    nearby: "Sides | None" = None
    """The same of the kin in the smallest element around that has another of them."""
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
        told = _told(members, beside)
        if members[0] in single:
            told = replace(told, labels_look=labels_look)
        found.update((id(claim), told) for claim in members)
    for members in close.values():
        if 1 < len(members) < len(kin[None]):
            nearby = _told(members, beside)
            found.update((id(claim), replace(found[id(claim)], nearby=nearby)) for claim in members)
    return found


def _scope(claim: Claim) -> int:
    """The smallest element that has another field in it, by id."""
    return next((id(box) for box in claim.around if box.widgets > len(claim.widgets)), 0)


def _told(members: Sequence[Claim], beside: _Beside) -> Sides:
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
    looks = Counter(text.look for text in texts if text is not None)
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

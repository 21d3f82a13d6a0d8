"""What kind of mistake was made where records or fields are not as the answer key has them.

A cut *touches* a record if it holds at least half of the letters that this record alone has on its page. Of a
record that was not found it is said that it was

| kind | meaning |
|---|---|
| `merged` | touched by a cut that touches another record as well |
| `split` | touched by no cut, or by one that lacks some of it, while other cuts hold the rest |
| `cropped` | touched by one cut that lacks some of its cells, which no other cut has |
| `padded` | whole in one cut, with much that is not its own |
| `misled` | whole in one cut, which leads to another page than its own |
| `missed` | in no cut |

and of a cut that touches no record that it is `invented`. Of records that were cut right, `two ids` and `one id`
tell that one record got several identities, or several records one. Of the fields of those, a value may be
`absent`, stand under `another name`, or its name hold `another value`; fields that are nobody's are `extra`.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

RECORD_KINDS = ("merged", "split", "cropped", "padded", "misled", "missed", "invented", "two ids", "one id")
FIELD_KINDS = ("absent", "another name", "another value", "extra")
_TOUCHED = 0.5

Pair = tuple[str, str]


def record_mistakes(
    rows: Sequence[Sequence[str]], found: Sequence[bool], cuts: Sequence[tuple[str, str]], urls: Sequence[str]
) -> Counter[str]:
    """Kinds of mistakes on one page; `rows` are the cells of true records, `cuts` texts and addresses of ours.

    Texts are compared letter by letter, as given; `urls` is empty where records have no page of their own.
    """
    everyone = Counter(cell for row in rows for cell in set(row))
    own = [[cell for cell in row if everyone[cell] == 1] or list(row) for row in rows]
    touched = [frozenset(n for n, cells in enumerate(own) if _touches(said, cells)) for said, _ in cuts]
    kinds: Counter[str] = Counter()
    for n, row in enumerate(rows):
        if not found[n]:
            by = [cut for cut, some in zip(cuts, touched, strict=True) if n in some]
            alone = [cut for cut, some in zip(cuts, touched, strict=True) if some == {n}]
            url = urls[n] if urls else ""
            kinds[_kind(row, own[n], by, alone, [said for said, _ in cuts], url)] += 1
    kinds["invented"] += sum(not some for some in touched)
    return +kinds


def _touches(said: str, cells: Sequence[str]) -> bool:
    held = sum(len(cell) for cell in cells if cell in said)
    return held > 0 and held >= _TOUCHED * sum(map(len, cells))


def _kind(
    row: Sequence[str],
    own: Sequence[str],
    by: Sequence[tuple[str, str]],
    alone: Sequence[tuple[str, str]],
    texts: Sequence[str],
    url: str,
) -> str:
    if by and not alone:
        return "merged"
    whole = [cut for cut in alone if all(cell in cut[0] for cell in row)]
    if whole:
        return "misled" if url and all(address != url for _, address in whole) else "padded"
    holding = [said for said in texts if any(cell in said for cell in own)]
    if len(holding) > 1 and all(any(cell in said for said in holding) for cell in own):
        return "split"
    return "cropped" if alone else "missed"


def identity_mistakes(ids: Mapping[str, frozenset[str]]) -> Counter[str]:
    """Records of a source with several identities, and those that share one; `ids` are the identities of each."""
    owners = Counter(one for own in ids.values() for one in own)
    kinds = Counter({"two ids": sum(len(own) > 1 for own in ids.values())})
    kinds["one id"] = sum(any(owners[one] > 1 for one in own) for own in ids.values())
    return +kinds


def field_mistakes(true: Sequence[Pair], said: Sequence[Pair]) -> Counter[str]:
    """Kinds of mistakes in the fields of one record; a true name is empty where the page shows none."""
    left = list(said)
    open_ones: list[Pair] = []
    for name, value in true:
        hit = next((pair for pair in left if pair[1] == value and name in ("", pair[0])), None)
        if hit is None:
            open_ones.append((name, value))
        else:
            left.remove(hit)
    kinds: Counter[str] = Counter()
    for place, kind in ((1, "another name"), (0, "another value")):
        waiting, open_ones = open_ones, []
        for pair in waiting:
            hit = next((other for other in left if other[place] == pair[place]), None) if pair[place] else None
            if hit is None:
                open_ones.append(pair)
            else:
                left.remove(hit)
                kinds[kind] += 1
    kinds["absent"] += len(open_ones)
    kinds["extra"] += len(left)
    return +kinds

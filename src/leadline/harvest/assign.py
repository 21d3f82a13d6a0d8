"""Best assignments of values first, out of products too large to build (HiWE section 3.3; SPEC section 4).

| paper | here |
|---|---|
| ρ_fuz = min M(v_i) | `RANKINGS["fuzzy"]` |
| ρ_avg = mean of M(v_i) | `RANKINGS["average"]` |
| ρ_prob = 1 − Π(1 − M(v_i)) | `RANKINGS["probabilistic"]` |
| the best S_max with ρ ≥ ρ_min | `best_first`, taken as far as wanted |

Values of one element that never differ in rank are a *class*: those of equal weight, and those whose weights make
no difference (beside a list, whose values all weigh 1, every text ranks 1 with `probabilistic`, and it has to live
with that). The lattice of classes is searched best-first: a cell is put on the heap by the one neighbour above it,
and every ranking function is monotone, so cells leave the heap in the order of their rank. Inside a cell all
assignments have one rank, and the paper leaves their order open; ours is a sweep in which neighbours differ in
every element, so that a hundred submissions out of a billion do not all have the same first value. Between cells
of equal rank the one that departs least from what is usual goes first, where the caller says what is (`costs`).
Two elements that know the same values (a box for words, and one for titles) agree before they disagree
(`agreeing_first`): one word in both narrows once, two words twice.

>>> [(rank, ["ab"[i] + "xy"[j]]) for rank, (i, j) in best_first([[1.0, 0.5], [0.9, 0.9]], fuzzy)]
[(0.9, ['ax']), (0.9, ['ay']), (0.5, ['bx']), (0.5, ['by'])]
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heappop, heappush, merge
from itertools import product
from math import fsum, prod
from types import MappingProxyType
from typing import NamedTuple

Ranking = Callable[[Sequence[float]], float]  # weights of the values → rank; it may not grow when a weight falls
Cell = tuple[int, ...]
_ALL_DRAWN = 20_000  # assignments whose order is drawn at once
_DISAGREE = 2  # what a second word costs, in narrowed lists: words are rarer than choices


def fuzzy(weights: Sequence[float]) -> float:
    """Fuzzy conjunction: as good as its worst value."""
    return min(weights, default=1.0)


def average(weights: Sequence[float]) -> float:
    """Mean weight; never below fuzzy conjunction."""
    return fsum(weights) / len(weights) if weights else 1.0


def probabilistic(weights: Sequence[float]) -> float:
    """Chance that one value at least is useful: low only if all are."""
    return 1.0 - prod(1.0 - weight for weight in weights) if weights else 1.0


RANKINGS: Mapping[str, Ranking] = MappingProxyType(
    {"fuzzy": fuzzy, "average": average, "probabilistic": probabilistic}
)


def best_first(
    sets: Sequence[Sequence[float]],
    ranking: Ranking,
    costs: Sequence[Sequence[int]] | None = None,
    order: "Order | None" = None,
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """(rank, position of the value in each set) for all assignments, best first, one at a time.

    `order` is that of assignments of one rank, `spread` if not given. `costs` decides between equal ranks: the
    assignment of the smaller sum goes first. Ranks are in order whatever costs are; costs are so among values of
    equal weight."""
    if not all(sets):
        return
    costs = costs if costs is not None else [[0] * len(weights) for weights in sets]
    classes = [_classes(_told_apart(sets, element, ranking), own) for element, own in enumerate(costs)]
    heap: list[tuple[float, int, Cell]] = []

    def push(cell: Cell) -> None:
        chosen = [classes[element][place] for element, place in enumerate(cell)]
        heappush(heap, (-ranking([one.weight for one in chosen]), sum(one.cost for one in chosen), cell))

    push((0,) * len(classes))
    while heap:
        negative, _, cell = heappop(heap)
        members = [classes[element][place].members for element, place in enumerate(cell)]
        for places in (order or spread)([len(one) for one in members]):
            yield -negative, tuple(one[place] for one, place in zip(members, places, strict=True))
        # Only places from the last that was moved on are moved: so each cell has one way to it.
        for element in range(max((n for n, place in enumerate(cell) if place), default=0), len(cell)):
            if cell[element] + 1 < len(classes[element]):
                push((*cell[:element], cell[element] + 1, *cell[element + 1 :]))


class Pair(NamedTuple):
    """Two elements and the values that both have."""

    first: int
    second: int
    shared: Sequence[tuple[int, int]]  # positions of each in the one and in the other


def agreeing_first(
    sets: Sequence[Sequence[float]], ranking: Ranking, costs: Sequence[Sequence[int]], pair: Pair
) -> Iterator[tuple[float, tuple[int, ...]]]:
    """As `best_first`, each assignment once; to disagree costs `_DISAGREE`.

    Those that agree are enumerated by themselves, the pair as one element whose weight is the lesser of its two.
    So its rank is never above the true one, and where it is below, the whole product has had the assignment
    before: ranks stay in order."""
    others = [element for element in range(len(sets)) if element not in pair[:2]]
    both = [min(sets[pair.first][one], sets[pair.second][other]) for one, other in pair.shared]
    price = [costs[pair.first][one] + costs[pair.second][other] for one, other in pair.shared]
    joined = best_first(
        [both, *(sets[element] for element in others)],
        lambda weights: ranking([weights[0], *weights]),
        [price, *(costs[element] for element in others)],
    )

    def apart(places: Cell) -> Cell:
        found = dict(zip(others, places[1:], strict=True))
        found[pair.first], found[pair.second] = pair.shared[places[0]]
        return tuple(found[element] for element in range(len(sets)))

    agreed = set(pair.shared)

    def paid(rank: float, places: Cell) -> tuple[float, int, bool, Cell]:
        disagrees = (places[pair.first], places[pair.second]) not in agreed
        cost = sum(own[place] for own, place in zip(costs, places, strict=True))
        return -rank, cost + _DISAGREE * disagrees, disagrees, places

    agreeing = (paid(rank, apart(places)) for rank, places in joined)
    whole = (paid(rank, places) for rank, places in best_first(sets, ranking, costs))
    seen: set[Cell] = set()
    for negative, _, _, places in merge(agreeing, whole):
        if places not in seen:
            seen.add(places)
            yield -negative, places


def spread(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """All tuples of a product, each differing from the one before in every place that has a choice.

    The largest place is counted fastest, and every other one is shift along with it, which is a bijection.

    >>> list(spread([3, 2]))
    [(0, 0), (1, 1), (2, 0), (0, 1), (1, 0), (2, 1)]
    """
    order = sorted(range(len(sizes)), key=lambda place: -sizes[place])
    for number in range(prod(sizes)):
        rest, shift = number, 0
        found = [0] * len(sizes)
        for place in order:
            rest, digit = divmod(rest, sizes[place])
            shift += digit
            found[place] = shift % sizes[place]
        yield tuple(found)


Order = Callable[[Sequence[int]], Iterator[tuple[int, ...]]]
"""All tuples of a product, by the sizes of its places, one after the other."""


def in_turn(sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """As they stand on the page: the last element is moved on first.

    >>> list(in_turn([2, 2]))
    [(0, 0), (0, 1), (1, 0), (1, 1)]
    """
    return product(*map(range, sizes))


def by_lot(sizes: Sequence[int], draw: Callable[[int], int]) -> Iterator[tuple[int, ...]]:
    """In the order that `draw` gives: number of a drawing → a large random number.

    >>> sorted(by_lot([2, 2], lambda number: number * 7919)) == sorted(in_turn([2, 2]))
    True
    """
    many, drawn = prod(sizes), set[int]()
    if many <= _ALL_DRAWN:
        for number in sorted(range(many), key=draw):
            yield _numbered(number, sizes)
        return
    turn = 0
    while len(drawn) * 2 < many:  # more than half of so many are never asked for
        number, turn = draw(turn) % many, turn + 1
        if number not in drawn:
            drawn.add(number)
            yield _numbered(number, sizes)


def _numbered(number: int, sizes: Sequence[int]) -> tuple[int, ...]:
    found = []
    for size in reversed(sizes):
        number, place = divmod(number, size)
        found.append(place)
    return tuple(reversed(found))


class _Class(NamedTuple):
    weight: float
    cost: int
    members: list[int]  # positions of its values


def _told_apart(sets: Sequence[Sequence[float]], element: int, ranking: Ranking) -> list[float]:
    """The weights of one element, alike where the ranking does not tell them apart.

    Looked at beside the best values of all others and beside their worst: the least weight counts beside the best
    or nowhere, the chance of one at least beside the worst or nowhere, a sum always."""
    contexts = [[extreme(weights) for weights in sets] for extreme in (max, min)]
    alike: dict[tuple[float, ...], float] = {}
    weights: dict[float, float] = {}
    for weight in sorted(set(sets[element]), reverse=True):
        ranks = tuple(ranking([*one[:element], weight, *one[element + 1 :]]) for one in contexts)
        weights[weight] = alike.setdefault(ranks, weight)
    return [weights[weight] for weight in sets[element]]


def _classes(weights: Sequence[float], costs: Sequence[int]) -> list[_Class]:
    found: dict[tuple[float, int], list[int]] = {}
    for position, (weight, cost) in enumerate(zip(weights, costs, strict=True)):
        found.setdefault((weight, cost), []).append(position)
    classes = (_Class(weight, cost, members) for (weight, cost), members in found.items())
    return sorted(classes, key=lambda one: (-one.weight, one.cost))

"""Minimum-cost assignment of texts to claims: two claims never share a text, and any may go without one.

Shortest augmenting paths over the few texts near each claim (Jonker & Volgenant, 1987, on a sparse matrix). Every
claim has a private way out at the cost of no label, so a path always ends. Claims compete only with their
neighbours, so paths are short and the time is near linear in the number of claims.

>>> assign([{0: 1.0, 1: 5.0}, {0: 2.0, 1: 9.0}], [8.0, 8.0])
[1, 0]
>>> assign([{0: 1.0}, {0: 2.0}], [3.0, 3.0])
[0, None]
"""

from collections.abc import Mapping, Sequence
from heapq import heappop, heappush

Costs = Sequence[Mapping[int, float]]


def assign(costs: Costs, without: Sequence[float]) -> list[int | None]:
    """For each claim the number of its text, or None; `without` is the cost of having none."""
    matching = _Matching(costs, without)
    for claim in range(len(costs)):
        matching.augment(claim)
    return matching.texts()


class _Matching:
    """Texts are numbered from 0; −1 − i is the way out of claim i."""

    def __init__(self, costs: Costs, without: Sequence[float]) -> None:
        self._costs = [{**row, -1 - i: without[i]} for i, row in enumerate(costs)]
        self._owner: dict[int, int] = {}
        self._held: dict[int, int] = {}
        self._price: dict[int, float] = {}

    def augment(self, claim: int) -> None:
        """Give one more claim a text along the cheapest path of exchanges."""
        price, owner = self._price, self._owner
        distance: dict[int, float] = {}
        reached_from: dict[int, int] = {}
        passed: list[int] = []
        done: set[int] = set()
        heap: list[tuple[float, int]] = []
        row, base = claim, 0.0
        while True:
            for text, cost in self._costs[row].items():
                length = base + cost - price.get(text, 0.0)
                if text not in done and length < distance.get(text, float("inf")):
                    distance[text], reached_from[text] = length, row
                    heappush(heap, (length, text))
            while heap and heap[0][1] in done:
                heappop(heap)
            length, text = heappop(heap)
            done.add(text)
            if text not in owner:
                break
            passed.append(text)
            row = owner[text]
            base = length - (self._costs[row][text] - price.get(text, 0.0))
        for other in passed:
            price[other] = price.get(other, 0.0) + distance[other] - length
        self._exchange(text, claim, reached_from)

    def _exchange(self, text: int, claim: int, reached_from: Mapping[int, int]) -> None:
        """Walk the path back: each claim on it lets go of its text for the one it was reached through."""
        row = reached_from[text]
        while row != claim:
            freed = self._held[row]
            self._owner[text], self._held[row] = row, text
            text, row = freed, reached_from[freed]
        self._owner[text], self._held[row] = row, text

    def texts(self) -> list[int | None]:
        held = (self._held[claim] for claim in range(len(self._costs)))
        return [text if text >= 0 else None for text in held]

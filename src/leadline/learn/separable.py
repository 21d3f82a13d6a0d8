"""log P from two scores that meet late: one that is worked out once, and one that changes.

A link is scored when it is met, its place in its site with each page of the site, and a frontier adds the two up.
But log P(a + b) is no sum of what hangs on a and what hangs on b. Around what is usual, A and B, it nearly is:

    log P(a + b) ≈ log P(a + B) + log P(A + b) − log P(A + B)

exact where one of them is as usual; the last term is the same for all and is left out. With nothing for what is
usual a link that says little paid the same wherever it stood: on sites all about the topic, where nearly every
page is, links to their searches waited behind all that name it.

>>> import numpy as np
>>> from leadline.learn.online import BayesianLogistic
>>> model = BayesianLogistic({"bias": (0.0, 0.1), "site": (3.0, 0.1), "plain": (-2.0, 0.1)}, variance=1.0)
>>> chance = Separable(model)
>>> (before,) = chance.of_links(np.array([-2.0]))
>>> for _ in range(50):
...     chance.meet(["plain"], ["bias", "site"])
>>> (after,) = chance.of_links(np.array([-2.0]))
>>> round(float(before), 1), round(float(after), 1)
(-2.1, -0.3)
"""

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from leadline.learn.online import BayesianLogistic, log_p

_BIAS = "bias"
"""Counted with the second score; its weight is the present one in both."""


class Separable:
    """A model's log P, in two parts."""

    def __init__(self, model: BayesianLogistic) -> None:
        self._model = model
        self._first = self._second = 0.0
        self._met = 1
        """Sums over examples; before the first what is usual is nothing, as firmly as if one had shown it."""

    def meet(self, first: Iterable[str], second: Iterable[str]) -> None:
        """Features of both parts of an example, as they were when it was chosen."""
        self._first += self._model.score(first)
        self._second += self._model.score(second) - self._model.weight(_BIAS)
        self._met += 1

    def of_links(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """What first scores add; many at once, since a re-rank asks it of every link."""
        usual = self._model.weight(_BIAS) + self._second / self._met
        return -np.logaddexp(0.0, -(scores + usual))

    def of_place(self, features: Iterable[str]) -> float:
        """What the features of the second part, the bias among them, add."""
        return log_p(self._model.score(features, self._first / self._met))

    def state(self) -> list[float]:
        return [self._first, self._second, self._met]

    def restore(self, state: Sequence[float]) -> None:
        self._first, self._second, self._met = state[0], state[1], int(state[2])

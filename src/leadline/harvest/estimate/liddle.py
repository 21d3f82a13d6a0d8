"""How much there is, by Liddle et al. (*Extracting Data behind Web Forms*, section 5): N, C, S, T, D_i.

| paper | here |
|---|---|
| N = Π\\|f_i\\| | `combinations` |
| C = max(largest \\|f_i\\|, ⌈log2 N⌉) | `batch_size` |
| S = (N/n)·Σ b_i | `space` |
| T = ((N − n)/n)·Σ t_i | `time_left` |
| D_i = O_i·(1 + ((N − i)/i)·p_i), equation 1 | `size` |
| the same with p_i + 1.645·σ_i, equation 2 | `History.bound` |
| p_i over the last two batches (figure 6) | `History.share` with `windowed` |

σ_i is the deviation of p over the queries of the last two batches. The paper counts unique bytes; records are
counted in the same way.

>>> combinations([7, 4]), batch_size([7, 4]), batch_size([2] * 16)
(28, 7, 16)
>>> size(observed=1000, n=28, i=7, share=0.5)
2500.0
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import prod
from statistics import pstdev

from leadline.harvest.settings import LiddleSettings
from leadline.model.query import Answer, Estimate, Reply

Z95 = 1.645  # one-sided 95 % of a normal distribution


def combinations(sizes: Sequence[int]) -> int:
    """N: in how many ways a form can be filled in; 1 without any factor."""
    return prod(sizes)


def batch_size(sizes: Sequence[int]) -> int:
    """C: large enough to touch every level of every factor, and at least log2 N."""
    n = combinations(sizes)
    return max(1, max(sizes, default=1), (n - 1).bit_length())


def space(n: int, sizes: Sequence[int]) -> float:
    """S: bytes all N queries would bring, judged by a sample of them."""
    return n / len(sizes) * sum(sizes) if sizes else 0.0


def time_left(n: int, seconds: Sequence[float]) -> float:
    """T: seconds the other queries would take, judged by a sample."""
    return (n - len(seconds)) / len(seconds) * sum(seconds) if seconds else 0.0


def size(observed: float, n: int, i: int, share: float) -> float:
    """D_i: what there is after i of N queries, if a query goes on to bring new data with probability `share`."""
    return observed * (1 + (n - i) / i * share) if i else 0.0


def by_count(records: float, total: float) -> Estimate:
    """What the site itself counts."""
    share = records / total if total else 1.0
    return Estimate("count", float(total), records, float(total), share, share, share)


def by_probes(records: float, met: int) -> Estimate:
    """Everything is there, as far as probes say that met so many known records and none that is new.

    Were a smaller share there than `coverage_low`, all of them being known would be luck of less than 5 %.

    >>> round(by_probes(500, 58).coverage_low, 3)
    0.95
    """
    least = (1 - 0.95) ** (1 / met)
    return Estimate("probes", records, records, records / least, 1.0, least, 1.0)


@dataclass(slots=True)
class History:
    """Which queries brought new data: p_i and its deviation, folded as they come."""

    n: int
    batch: int
    windowed: bool = False
    new: list[bool] = field(default_factory=list)
    _shares: list[float] = field(default_factory=list)
    _found: int = 0

    def add(self, *, new: bool) -> None:
        self.new.append(new)
        self._found += new
        last = self.new[-2 * self.batch :]
        self._shares.append(sum(last) / len(last) if self.windowed else self._found / len(self.new))

    @property
    def i(self) -> int:
        return len(self.new)

    @property
    def share(self) -> float:
        """p_i: 1 before anything was asked."""
        return self._shares[-1] if self._shares else 1.0

    @property
    def deviation(self) -> float:
        """σ_i: of p over the last two batches."""
        return pstdev(self._shares[-2 * self.batch :]) if self._shares else 0.0

    def size(self, observed: float) -> float:
        """D_i, equation 1."""
        return size(observed, self.n, self.i, self.share)

    def bound(self, observed: float) -> float:
        """D_i with 95 % confidence, equation 2."""
        return size(observed, self.n, self.i, min(1.0, self.share + Z95 * self.deviation))


_ANSWERED = frozenset({Reply.RESULTS, Reply.EMPTY, Reply.TOO_MANY, Reply.REQUIRED, Reply.ERROR})
"""A page that complains is an answer without data; only what did not come, or was blocked, is none."""


@dataclass(slots=True)
class AnswerTally:
    """Sums over the answers so far."""

    settings: LiddleSettings
    batch: int
    default: Answer | None = None
    records: int = 0  # o_i in records: those that were new when they came
    bytes: int = 0  # o_i in bytes
    met: int = 0  # records that queries after the default one brought again
    new_after_default: bool = False
    truncated: int = 0
    required: int = 0  # answers that called for a value
    queries: int = 0
    empty_in_a_row: int = 0
    failures_in_a_row: int = 0
    time: float = 0.0
    sizes: list[int] = field(default_factory=list)  # bytes of each answer of the sampling batch
    seconds: list[float] = field(default_factory=list)
    _new_sizes: list[int] = field(default_factory=list)

    def add(self, answer: Answer) -> bool | None:
        """Whether an answer brought new data; None if it is no answer."""
        self.queries += 1
        self.time += answer.seconds
        if answer.reply not in _ANSWERED:
            self.failures_in_a_row += 1
            return None
        self.failures_in_a_row = 0
        self.required += answer.reply is Reply.REQUIRED
        self.records += answer.new
        self.bytes += answer.new_size
        self.truncated += answer.cut_short or answer.reply is Reply.TOO_MANY
        new = self._is_new(answer)
        self.empty_in_a_row = 0 if new else self.empty_in_a_row + 1
        self._new_sizes.append(answer.new_size)
        return new

    def since_default(self, answer: Answer, *, new: bool, sampling: bool) -> None:
        """What only queries after the default one tell."""
        self.new_after_default |= new
        self.met += answer.records - answer.new
        if sampling:
            self.sizes.append(answer.size)
            self.seconds.append(answer.seconds)

    @property
    def more_than_given(self) -> bool:
        """The site itself says that it holds more than came."""
        counted = self.default.count if self.default is not None else None
        return bool(self.truncated) or (counted or 0) > self.records

    def threshold(self, history: History, n: int) -> str | None:
        """The first threshold that is reached, in words."""
        wanted = self.settings
        observed = float(self.records if wanted.counted == "records" else self.bytes)
        total = history.size(observed)
        if history.i >= n:
            return f"all {n} combinations were asked"
        if total and observed / total >= wanted.coverage:
            return f"{observed / total:.0%} of the estimated data is there ({wanted.coverage:.0%} wanted)"
        if wanted.queries and self.queries >= wanted.queries:
            return f"{self.queries} queries were asked"
        if wanted.size and self.bytes >= wanted.size:
            return f"{self.bytes} bytes are there"
        if wanted.seconds and self.time >= wanted.seconds:
            return f"{self.time:.0f} seconds were spent"
        if wanted.empty_in_a_row and self.empty_in_a_row >= wanted.empty_in_a_row:
            return f"{self.empty_in_a_row} queries in a row brought nothing new"
        return None

    def _is_new(self, answer: Answer) -> bool:
        match self.settings.new_data:
            case "size":
                least = min(self._new_sizes[-self.batch :], default=0)
                return answer.new_size >= self.settings.new_size or answer.new_size > least
            case "share":
                return answer.size > 0 and answer.new_size / answer.size >= self.settings.new_share
            case _:
                return answer.new > 0

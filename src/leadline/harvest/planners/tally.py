"""What the answers of one form add up to, and which threshold of Liddle et al. that reaches (section 5)."""

from collections import deque
from dataclasses import dataclass, field

from leadline.harvest.estimate import History
from leadline.harvest.planners.settings import LiddleSettings
from leadline.model.query import Answer, Reply

_ANSWERED = frozenset({Reply.RESULTS, Reply.EMPTY, Reply.TOO_MANY, Reply.REQUIRED, Reply.ERROR})
"""A page that complains is an answer without data; only what did not come, or was blocked, is none."""


@dataclass(slots=True)
class Tally:
    """Sums over the answers so far."""

    settings: LiddleSettings
    batch: int
    default: Answer | None = None
    records: int = 0
    """O_i in records: those that were new when they came."""
    bytes: int = 0
    """O_i in bytes."""
    met: int = 0
    """Records that queries after the default one brought again."""
    new_after_default: bool = False
    truncated: int = 0
    required: int = 0
    """Answers that called for a value."""
    queries: int = 0
    empty_in_a_row: int = 0
    failures_in_a_row: int = 0
    time: float = 0.0
    sizes: list[int] = field(default_factory=list)
    """Bytes of each answer of the sampling batch."""
    seconds: list[float] = field(default_factory=list)
    _last_new: deque[int] = field(default_factory=deque)

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
        self.truncated += answer.truncated or answer.reply is Reply.TOO_MANY
        new = self._is_new(answer)
        self.empty_in_a_row = 0 if new else self.empty_in_a_row + 1
        self._last_new.append(answer.new_size)
        if len(self._last_new) > self.batch:
            self._last_new.popleft()
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
        default = self.default
        counted = default.count if default is not None and default.count is not None else 0
        return bool(self.truncated) or counted > self.records

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
                least = min(self._last_new, default=0)
                return answer.new_size >= self.settings.new_size or answer.new_size > least
            case "share":
                return answer.size > 0 and answer.new_size / answer.size >= self.settings.new_share
            case _:
                return answer.new > 0

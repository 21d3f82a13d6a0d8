"""How long nothing new may come before it is no use to go on.

An answer of known records says that what it looks for is known; one that was cut shows what it always shows, and an
empty one shows nothing, so these count for little.
"""

from leadline.harvest.planners.cascade.survey import Taken

_LITTLE = 0.2  # what an answer that was cut, or is empty, counts beside one of known records that came whole


class Patience:
    """A fold over answers: the dry spell that lasts."""

    def __init__(self) -> None:
        self.dry = 0.0
        self.queries = 0
        self.known = 0  # those of them that had records
        self._met = 0  # known records that came again

    def learn(self, taken: Taken) -> None:
        if taken.answer.new:
            self.restart()
            return
        self.queries += 1
        self.known += bool(taken.numbers)
        self._met += len(taken.numbers)
        self.dry += 1 if taken.numbers and not taken.cut else _LITTLE

    def restart(self) -> None:
        self.dry, self.queries, self.known, self._met = 0.0, 0, 0, 0

    def has_checked(self, probes: int, records: int) -> bool:
        """Whether so many queries that met known records, so many in all, bear out that everything is there."""
        return (self.known >= probes and self._met >= records) or self.queries >= _LONGER * probes


_LONGER = 3  # how many probes are sent where they meet nothing

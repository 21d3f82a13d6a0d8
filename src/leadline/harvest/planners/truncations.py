"""Which queries were not answered in full, and which sweeps make up for them.

A query that was cut off, failed or found nothing where more must be is *open*. A sweep below it that asked for
every choice of its field, brought records and left none of its own queries open, resolves it.

>>> from leadline.harvest.planners.arms import Sweep, Yielded
>>> from leadline.model.field import Field
>>> from leadline.model.form import Control
>>> open_ones = Truncations()
>>> open_ones.add(())
>>> sweep = Sweep((), Field((Control("select-one", "g", "", ()),), "Genre"), 0, Yielded(1.0, records=5))
>>> sweep.asked = {(("g", "a"),), (("g", "b"),)}
>>> sweep.exhausted = True
>>> open_ones.close(sweep)
>>> () in open_ones
False
"""

from leadline.harvest.planners.arms import Sweep
from leadline.model.query import Choice


class Truncations:
    """Open queries, and the sweeps that were gone through."""

    def __init__(self) -> None:
        self._open: set[Choice] = set()
        self._through: dict[Choice, list[Sweep]] = {}
        self._fields: set[tuple[Choice, str]] = set()

    def __contains__(self, choice: Choice) -> bool:
        return choice in self._open

    def __len__(self) -> int:
        return len(self._open)

    def add(self, choice: Choice) -> None:
        """This query was not answered in full; what was swept before that is no longer a proof."""
        self._open.add(choice)
        self._through.pop(choice, None)

    def start(self, sweep: Sweep) -> None:
        """Note that a query is being swept by a field."""
        self._fields.add((sweep.base, sweep.field.name))

    def is_swept(self, choice: Choice, name: str) -> bool:
        return (choice, name) in self._fields

    def close(self, sweep: Sweep) -> None:
        """A sweep is through: see what it resolves, and what that resolves in turn."""
        self._through.setdefault(sweep.base, []).append(sweep)
        settled = True
        while settled:
            settled = False
            for base in [base for base in self._through if base in self._open]:
                if any(self._is_clean(one) for one in self._through[base]):
                    self._open.discard(base)
                    settled = True

    def _is_clean(self, sweep: Sweep) -> bool:
        return sweep.exhausted and sweep.yielded.records > 0 and self._open.isdisjoint(sweep.asked)

"""Who may ask a host, where several processes might: one at a time, each after the gap of the one before."""

from dataclasses import dataclass

from leadline.scale.leases import Leases


@dataclass
class Hands:
    """A clock that is set by hand."""

    at: float = 100.0

    def now(self) -> float:
        return self.at

    async def sleep_until(self, moment: float) -> None:
        raise AssertionError(f"nobody sleeps here until {moment}")


def test_one_at_a_time_and_the_gap_between_two() -> None:
    clock = Hands()
    leases = Leases(clock)
    assert leases.ask("h", 1, 0, gap=1.0) == [(1, 0, 0.0, 1.0)]
    assert leases.ask("h", 2, 7, gap=1.0) == []
    assert leases.ask("other", 2, 8, gap=1.0) == [(2, 8, 0.0, 1.0)]
    clock.at = 105.0
    assert leases.leave("h", 1) == [(2, 7, 106.0, 1.0)], "counted from the answer to the first"


def test_a_worker_keeps_its_own_gap_by_itself() -> None:
    leases = Leases(Hands())
    leases.ask("h", 1, 0, gap=1.0)
    leases.leave("h", 1)
    assert leases.ask("h", 1, 1, gap=1.0) == [(1, 1, 0.0, 1.0)]


def test_who_takes_over_from_the_dead_waits_for_the_gap() -> None:
    """Also where the dead one's request was over: how long ago, only it knew."""
    clock = Hands()
    leases = Leases(clock)
    leases.ask("held", 1, 0, gap=2.0)
    leases.ask("held", 2, 5, gap=2.0)
    leases.ask("left", 1, 1, gap=2.0)
    leases.leave("left", 1)
    clock.at = 101.0
    assert leases.bury(1) == [("held", [(2, 5, 103.0, 2.0)])]
    assert leases.ask("left", 2, 6, gap=2.0) == [(2, 6, 103.0, 2.0)]


def test_whoever_does_not_wait_is_forgotten() -> None:
    leases = Leases(Hands())
    leases.ask("h", 1, 0, gap=1.0)
    leases.ask("h", 2, 0, gap=1.0)
    assert leases.leave("h", 2) == []
    assert leases.leave("h", 1) == []


def test_a_rest_holds_for_others() -> None:
    """A worker tells what the answer asked for while it still has the host, and leaves then."""
    leases = Leases(Hands())
    leases.ask("h", 1, 0, gap=1.0)
    leases.rest("h", 160.0)
    leases.leave("h", 1)
    assert leases.ask("h", 2, 0, gap=1.0) == [(2, 0, 160.0, 1.0)]

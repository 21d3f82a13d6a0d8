"""The pure part of politeness, over all numbers."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.model.rest import LONGEST_REST, parse_retry_after
from leadline.web.politeness import LONGEST_BACKOFF, Pace, after_contact, after_refusal, after_success, due

moments = st.floats(0, 4e9)
delays = st.floats(0, 3600)
paces = st.builds(Pace, asked_at=moments, rest_until=moments, refusals=st.integers(0, 5000))


@given(paces, moments, delays)
def test_a_request_never_leaves_early(pace: Pace, now: float, delay: float) -> None:
    """Due is never in the past, never within the delay of the last request, never inside a rest."""
    moment = due(pace, now, delay)
    assert moment >= now
    assert moment >= pace.asked_at + delay
    assert moment >= pace.rest_until


@given(paces, moments, delays)
def test_nothing_brings_the_next_request_forward(pace: Pace, now: float, delay: float) -> None:
    """Whatever happens, what was promised before still holds."""
    for later in (after_contact(pace, now), after_refusal(pace, now, delay, None),
                  after_refusal(pace, now, delay, 0.0), after_success(pace)):  # fmt: skip
        assert due(later, now, delay) >= due(pace, now, delay)


@given(paces, moments, delays, st.one_of(st.none(), st.floats(0, LONGEST_REST)))
def test_push_back(pace: Pace, now: float, delay: float, asked: float | None) -> None:
    """After a refusal at least the delay and at least what was asked is waited; back-off has a ceiling."""
    later = after_refusal(pace, now, delay, asked)
    assert later.refusals == pace.refusals + 1
    assert later.rest_until >= now + max(delay, asked or 0.0)
    if asked is None and pace.rest_until <= now:
        assert later.rest_until <= now + max(LONGEST_BACKOFF, delay)


def test_back_off_doubles() -> None:
    """One, two, three refusals in a row: twice, four, eight times the delay; success starts anew."""
    pace, waits = Pace(), []
    for _ in range(3):
        pace = after_refusal(pace, 0.0, 1.0, None)
        waits.append(pace.rest_until)
    assert waits == [2.0, 4.0, 8.0]
    assert after_success(pace).refusals == 0


@given(st.one_of(st.none(), st.text(), st.from_regex(r"\A[-+]?[0-9]{1,400}(\.[0-9]+)?\Z")), moments)
def test_any_retry_after(value: str | None, now: float) -> None:
    """Whatever the header holds, it is a bearable number of seconds or nothing."""
    found = parse_retry_after(value, now)
    assert found is None or 0.0 <= found <= LONGEST_REST


@given(st.text("0123456789 :,+-GMTUCZjanFebmon.", max_size=40), moments)
def test_any_date_in_retry_after(value: str, now: float) -> None:
    """Half-dates neither raise nor give negative waits."""
    found = parse_retry_after(value, now)
    assert found is None or 0.0 <= found <= LONGEST_REST


@given(st.integers(0, int(LONGEST_REST)))
def test_dates(seconds: int) -> None:
    """A date is the same wait whichever way its zone is written, none at all included."""
    then = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    now = datetime(2026, 1, 1, tzinfo=UTC).timestamp()
    for text in (format_datetime(then, usegmt=True), format_datetime(then),
                 format_datetime(then).replace("+0000", "-0000")):  # fmt: skip
        assert parse_retry_after(text, now) == pytest.approx(seconds)

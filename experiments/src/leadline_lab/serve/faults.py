"""Which requests go wrong: a function of the seed, the URL and how often it was asked for.

Time-outs, 5xx, 429, cut bodies and slowness pass, so a later attempt may succeed. A redirect loop stays one, since
its next turn is a new request; and a page in the wrong character set is written so. The first kind are shares of
all requests, redirect loops a share of addresses, wrong character sets a share of the pages that arrive.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import replace
from itertools import accumulate
from typing import Literal

from leadline_lab.randomness import Dice, dice
from leadline_lab.spec import Faults
from leadline_lab.web import Ask, Reply

Fault = Literal["timeout", "server-error", "too-many", "truncated", "redirect-loop", "slow", "mis-encoded"]
_PASSING: tuple[Fault, ...] = ("timeout", "server-error", "too-many", "truncated", "slow")
_REMEMBERED = 200_000
"""Addresses whose attempts are counted; who comes back after so many others begins anew."""


class Faulty:
    """Counts attempts and spoils replies."""

    def __init__(self, seed: int, faults: Faults) -> None:
        self._seed = seed
        self._faults = faults
        shares = (faults.timeouts, faults.server_errors, faults.too_many, faults.truncated, faults.slow)
        self._ends: Sequence[float] = list(accumulate(shares))
        self._attempts: OrderedDict[str, int] = OrderedDict()
        self._faultless = not (self._ends[-1] or faults.redirect_loops or faults.mis_encoded)

    def strike(self, ask: Ask, reply: Reply) -> tuple[Reply, Fault | None]:
        """What arrives of a reply, and what happened to it. A time-out, a cut and slowness are for whoever serves
        to carry out; the reply is whole then."""
        if self._faultless:
            return reply, None
        attempt = self._attempt(f"{ask.method} {ask.url}")
        if dice(self._seed, "loop", ask.url).chance(self._faults.redirect_loops):
            return Reply(302, (("Location", ask.url),), b"", submitted=reply.submitted), "redirect-loop"
        roll = dice(self._seed, "fault", ask.method, ask.url, attempt)
        drawn = roll.random()
        fault = next((name for name, end in zip(_PASSING, self._ends, strict=True) if drawn < end), None)
        if fault == "server-error":
            return _broken(reply, roll), fault
        if fault == "too-many":
            wait = (("Retry-After", str(roll.between(1, 10))), _PLAIN)
            return replace(reply, status=429, headers=wait, body=b"Too many requests\n", sheet=None), fault
        if fault is None and dice(self._seed, "encoding", ask.url).chance(self._faults.mis_encoded):
            spoilt = _mis_encoded(reply)
            return spoilt, "mis-encoded" if spoilt is not reply else None
        return reply, fault

    def _attempt(self, name: str) -> int:
        number = self._attempts.pop(name, 0)
        self._attempts[name] = number + 1
        if len(self._attempts) > _REMEMBERED:
            self._attempts.popitem(last=False)
        return number


_PLAIN = ("Content-Type", "text/plain; charset=utf-8")
_ERRORS = ((500, "Internal Server Error"), (502, "Bad Gateway"), (503, "Service Unavailable"), (504, "Timeout"))


def _broken(reply: Reply, roll: Dice) -> Reply:
    status, phrase = roll.pick(_ERRORS)
    body = f"<html><head><title>{status} {phrase}</title></head><body><h1>{phrase}</h1></body></html>\n"
    kind = ("Content-Type", "text/html")
    return replace(reply, status=status, headers=(kind,), body=body.encode(), sheet=None)


def _mis_encoded(reply: Reply) -> Reply:
    """The same text in another character set than it says; the very same reply where there is no text."""
    declared = next((value for name, value in reply.headers if name.lower() == "content-type"), "")
    kind, _, charset = declared.partition("charset=")
    if not kind.startswith("text/html") or not charset:
        return reply
    text = reply.body.decode(charset.strip(), errors="replace")
    other = "windows-1252" if charset.strip().lower().replace("-", "") == "utf8" else "utf-8"
    return replace(reply, body=text.encode(other, errors="xmlcharrefreplace"))

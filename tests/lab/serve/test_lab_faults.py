"""Faults at their stated rates, the same every time, and passing where they should pass."""

from collections import Counter
from dataclasses import fields, replace
from math import sqrt

import pytest

from leadline_lab.serve.faults import Faulty
from leadline_lab.spec import Faults, rough, spec
from leadline_lab.web import Ask, Reply

PAGE = Reply(200, (("Content-Type", "text/html; charset=utf-8"),), "<p>Größe für Gäste".encode())
RATES = {
    "timeout": "timeouts",
    "server-error": "server_errors",
    "too-many": "too_many",
    "truncated": "truncated",
    "slow": "slow",
    "redirect-loop": "redirect_loops",
    "mis-encoded": "mis_encoded",
}
NONE = Faults(**{f.name: 0.0 for f in fields(Faults)})


def near(count: int, n: int, share: float) -> bool:
    """Within four and a half standard deviations of a binomial: fails once in 150,000 times by chance."""
    return abs(count - n * share) <= 4.5 * sqrt(n * share * (1 - share)) + 0.5


@pytest.mark.parametrize(
    "faults", [rough(spec("tiny")).faults, replace(NONE, timeouts=0.3, too_many=0.2, slow=0.5)]
)
def test_rates_are_those_stated(faults: Faults) -> None:
    """Over 20,000 addresses each fault strikes at its own share, whatever the others do."""
    faulty = Faulty(3, faults)
    met = Counter[str | None](faulty.strike(Ask("GET", f"http://a.example/{n}"), PAGE)[1] for n in range(20_000))
    loops = met["redirect-loop"]
    arrived = 20_000 - sum(met[name] for name in RATES if name != "mis-encoded")
    assert near(loops, 20_000, faults.redirect_loops)
    for name in ("timeout", "server-error", "too-many", "truncated", "slow"):
        assert near(met[name], 20_000 - loops, getattr(faults, RATES[name])), name
    assert near(met["mis-encoded"], arrived, faults.mis_encoded)


def test_no_faults_no_change() -> None:
    """A world without faults passes every reply on as it is."""
    faulty = Faulty(3, NONE)
    assert all(faulty.strike(Ask("GET", f"http://a.example/{n}"), PAGE) == (PAGE, None) for n in range(500))


def test_passing_faults_pass_and_the_others_stay() -> None:
    """Another attempt at the same address is another roll; a loop is one for ever; a second run meets the same."""
    faults = replace(NONE, server_errors=0.5, redirect_loops=0.2)
    runs = []
    for _ in range(2):
        faulty = Faulty(8, faults)
        runs.append(
            {
                n: [faulty.strike(Ask("GET", f"http://a.example/{n}"), PAGE)[1] for _ in range(30)]
                for n in range(200)
            }
        )
    assert runs[0] == runs[1]
    looping = [kinds for kinds in runs[0].values() if "redirect-loop" in kinds]
    assert looping
    assert all(set(kinds) == {"redirect-loop"} for kinds in looping)
    assert all({None, "server-error"} == set(kinds) for kinds in runs[0].values() if kinds not in looping)


def test_each_fault_looks_like_itself() -> None:
    """5xx and 429 have their status and Retry-After, a loop leads to itself, a garbled page no longer decodes."""
    ask = Ask("GET", "http://a.example/x")

    def struck(**rate: float) -> Reply:
        return Faulty(1, replace(NONE, **rate)).strike(ask, PAGE)[0]

    assert struck(server_errors=1.0).status in (500, 502, 503, 504)
    busy = struck(too_many=1.0)
    assert busy.status == 429
    assert 1 <= int(dict(busy.headers)["Retry-After"]) <= 10
    loop = struck(redirect_loops=1.0)
    assert (loop.status, dict(loop.headers)["Location"]) == (302, ask.url)
    with pytest.raises(UnicodeDecodeError):
        struck(mis_encoded=1.0).body.decode()
    assert struck(timeouts=1.0) == struck(truncated=1.0) == struck(slow=1.0) == PAGE


def test_a_page_in_another_set_is_garbled_the_other_way() -> None:
    """A page that says windows-1252 comes in UTF-8; what is no page of text is left alone."""
    faulty = Faulty(1, replace(NONE, mis_encoded=1.0))
    old = replace(PAGE, headers=(("Content-Type", "text/html; charset=windows-1252"),), body=b"Gr\xf6\xdfe")
    reply, fault = faulty.strike(Ask("GET", "http://a.example/x"), old)
    assert (reply.body, fault) == ("Größe".encode(), "mis-encoded")
    robots = Reply(200, (("Content-Type", "text/plain; charset=utf-8"),), b"User-agent: *")
    assert faulty.strike(Ask("GET", "http://a.example/robots.txt"), robots) == (robots, None)

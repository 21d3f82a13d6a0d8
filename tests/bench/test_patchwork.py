"""A web sewn of pages: here of made-up ones, so that nobody needs the data."""

import asyncio
import zlib

import pytest

from leadline.errors import NameNotResolved
from leadline.gate.targets import UNSENT
from leadline.model.page import Request
from leadline.model.url import host_of, rest_of
from leadline_bench.patchwork.__main__ import questions
from leadline_bench.patchwork.oracle import shortest, treasure
from leadline_bench.patchwork.pieces import Piece, without_forms
from leadline_bench.patchwork.plan import Plan, plan
from leadline_bench.patchwork.reading import Reader
from leadline_bench.patchwork.trial import crawl
from leadline_bench.patchwork.web import Patchwork
from leadline_bench.training.sounding import pooled

_BOX = '<form action="/find"><input name="manufacturername"><input type="submit" value="Search cars"></form>'


def _piece(number: int, subject: str, voice: str, host: str) -> Piece:
    links = "".join(f"<li><a href='/{'ab'[n % 2]}/{n}.html'>Used cars, lot {n}</a>" for n in range(60))
    away = f"<a href='http://gone{number % 7}.example/x'>Elsewhere</a>"
    words = f"Used cars for sale, dealer {number}: make, model, mileage, price, sedan, truck. " * 8
    page = f"<title>Car {number}</title><body>{_BOX}<p>{words}</p><ul>{links}</ul>{away}"
    return Piece(str(number), subject, voice, f"http://{host}/p/{number}.html", zlib.compress(page.encode()))


@pytest.fixture(scope="module")
def web() -> Patchwork:
    sites = [_piece(n, "auto", f"auto-{'kbb' if n % 2 else 'other'}", f"cars{n % 2}.example") for n in range(120)]
    others = [_piece(n, "health", "", f"stray{n}.example") for n in range(200, 230)]
    logins = [_piece(300, "login", "", "login.example")]
    made = plan(3, [*sites, *others, *logins], {"auto": [("auto-kbb", _BOX.encode())]})
    return Patchwork(made, dead=0.5)


def _rich(made: Plan) -> list[str]:
    return [url for url, place in made.places.items() if place.has_searches]


def test_pages_answer_where_the_plan_has_them(web: Patchwork) -> None:
    made = web.plan
    page = asyncio.run(web.fetch(Request(_rich(made)[0], permit=UNSENT)))
    assert page.status == 200
    assert b"manufacturername" in page.body
    bare = next(url for url, place in made.places.items() if place.brand is not None and not place.has_searches)
    voice = made.brands[made.places[bare].brand or 0].voice
    assert (b"manufacturername" in (web.page(bare) or b"")) == (voice != "auto-kbb")
    missing = asyncio.run(web.fetch(Request(f"http://{host_of(bare)}/not/there", permit=UNSENT)))
    assert missing.status == 404
    with pytest.raises(NameNotResolved):
        asyncio.run(web.fetch(Request("http://gone1.example/x", permit=UNSENT)))


def test_the_same_seed_is_the_same_web(web: Patchwork) -> None:
    again = plan(3, web.plan.pieces, {"auto": [("auto-kbb", _BOX.encode())]})
    assert again.places == web.plan.places
    assert again.seeds("auto") == web.plan.seeds("auto")
    assert plan(4, web.plan.pieces, {}).places != again.places
    assert all(len(rest_of(url)) > 1 for url in again.seeds("auto")[:5])


def test_forms_are_cut_by_their_fields() -> None:
    assert without_forms(f"a{_BOX}b".encode(), frozenset({"manufacturername"})) == b"ab"
    assert without_forms(f"a{_BOX}b".encode(), frozenset({"other"})) == f"a{_BOX}b".encode()


def test_a_crawl_is_counted_by_what_was_sewn(web: Patchwork) -> None:
    reader = Reader(web)
    wanted = {form for forms in treasure(reader, "auto").values() for form in forms}
    pages, best = shortest(reader, "auto", 400)
    assert len(best) == len(wanted) > 0
    found, _ = crawl(reader, "auto", "breadth-first", 400)
    assert 0 < len(found.met) <= len(wanted)
    assert found.area <= sum(400 - page for page in best) / 400 / len(wanted)
    assert pages <= 400


def test_the_share_of_links_that_stay_can_be_said() -> None:
    """It was read and could not be said, so that no crawl began."""
    assert questions().parse_args([]).dead == 0.3
    assert questions().parse_args(["--dead", "1"]).dead == 1.0


def test_what_crawls_agree_on_is_believed_more_firmly() -> None:
    """By hand: two crawls at 1 and 3, each unsure by 0.5: mean 2, variance 0.5 + 1; the same twice: 0.5."""
    begun = {"fruitful": {"bias": (0.0, 1.0)}}
    apart = [{"fruitful": {"bias": (mean, 0.5)}} for mean in (1.0, 3.0)]
    assert pooled(apart, begun)["fruitful"]["bias"] == pytest.approx((2.0, 1.5))
    assert pooled(apart[:1] * 2, begun)["fruitful"]["bias"] == pytest.approx((1.0, 0.5))
    unmet = pooled([{"fruitful": {"met": (2.0, 0.1)}}, {"fruitful": {}}], begun)["fruitful"]["met"]
    assert unmet == pytest.approx((1.0, (0.1 + 1 + 0.2 + 1) / 2))

"""Search engines as backlink providers, over real sockets and through the real door."""

import asyncio
import gzip
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from aiohttp import web as server
from search_server import KEY, Engine, searching

from leadline.errors import BadConfiguration, BadTarget
from leadline.locate.backlinks.named import check, open_backlinks, prepare, settled
from leadline.locate.settings import LocateSettings
from leadline.store.archive import Archive
from leadline.web.clock import WallClock
from leadline.web.door import open_door
from leadline.web.settings import WebSettings

FAST = WebSettings(delay=0.0, retries=0)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Engine]:
    monkeypatch.setenv("BRAVE_API_KEY", KEY)
    with searching(Engine()) as found:
        yield found


def ask(
    word: str, *sites: str, limit: int = 20, web: WebSettings = FAST, archive: Archive | None = None
) -> tuple[list[list[str]], list[str]]:
    """The answers about the sites, all asked at once, and what was noted."""
    notes: list[str] = []

    async def main() -> list[list[str]]:
        clock = WallClock()
        door = partial(open_door, clock=clock)
        settings = LocateSettings(backlinks=word)
        async with open_backlinks(settings, web, door, clock, notes.append, archive) as source:
            assert source is not None
            return [list(found) for found in await asyncio.gather(*(source.backlinks(s, limit) for s in sites))]

    return asyncio.run(main()), notes


def words(engine: Engine) -> dict[str, str]:
    return {"searxng": f"searxng:{engine.address}", "brave": f"brave:{engine.brave}"}


BOTH = pytest.mark.parametrize("kind", ["searxng", "brave"])


@BOTH
def test_pages_of_other_sites_that_mention_the_site(engine: Engine, kind: str) -> None:
    """Canonical, each once, without the site itself and what nobody can fetch; the engine's order is kept."""
    engine.pages = [
        "https://www.hub.example/links#shops",
        "https://blog.shop.example/",
        "javascript:void(0)",
        "https://www.hub.example/links",
        "HTTP://Guide.Example/cars",
    ]
    answers, notes = ask(words(engine)[kind], "shop.example")
    assert answers == [["https://www.hub.example/links", "http://guide.example/cars"]]
    assert notes == []
    assert ask(f"searxng:{engine.address}search", "shop.example")[0] == answers
    assert engine.asked[0].query["q"] == '"shop.example" -site:shop.example'
    assert "/robots.txt" not in engine.paths


@BOTH
@pytest.mark.parametrize(("limit", "per_page"), [(5, 10), (25, 10), (60, 10), (25, 3)])
def test_pages_are_turned_until_there_are_enough(engine: Engine, kind: str, limit: int, per_page: int) -> None:
    """Never more than the limit, no page asked for that is not needed, five pages at most."""
    engine.pages = [f"https://s{number}.example/" for number in range(45)]
    engine.per_page = per_page if kind == "searxng" else 20
    (answer,), notes = ask(words(engine)[kind], "shop.example", limit=limit)
    most = min(limit, 45, 5 * engine.per_page)
    assert answer == engine.pages[:most]
    assert len(engine.asked) == min(
        5, -(-limit // engine.per_page), -(-45 // engine.per_page) + (kind == "searxng")
    )
    assert notes == []


@BOTH
def test_an_engine_that_repeats_itself_is_not_asked_for_ever(engine: Engine, kind: str) -> None:
    """A second page without anything new ends the question."""
    same = {"results": [{"url": "https://a.example/"}]}
    engine.instead = lambda _: server.json_response({"web": same, **same})
    assert ask(words(engine)[kind], "shop.example") == ([["https://a.example/"]], [])
    assert len(engine.asked) == 2


@BOTH
@pytest.mark.parametrize(
    ("body", "status", "says"),
    [
        (b"<html>no JSON here", 200, "something else than its JSON"),
        (b'{"results": 7, "web": []}', 200, "something else than its JSON"),
        (b'{"web": {}, "error": true}', 200, "something else than its JSON"),
        (b"[" * 100_000, 200, "something else than its JSON"),
        (b'{"web": {"results": null}, "query": 5, "results": null}', 200, "something else than its JSON"),
        (b'"results"', 200, "something else than its JSON"),
        (b"oops", 500, "answers with status 500"),
        (b"not here", 404, "answers with status 404; is http://127.0.0.1"),
    ],
)
def test_bad_answers_are_noted_and_empty(engine: Engine, kind: str, body: bytes, status: int, says: str) -> None:
    """Whatever comes back, the answer is empty, one sentence says why, and the next question is asked."""
    engine.instead = lambda _: server.Response(body=body, status=status, content_type="application/json")
    answers, notes = ask(words(engine)[kind], "shop.example", "other.example")
    assert answers == [[], []]
    assert len(notes) == len(engine.asked) == 2
    assert notes[0].startswith("shop.example: ")
    assert says in notes[0]
    assert "\n" not in notes[0]


@BOTH
def test_what_came_before_a_failure_counts(engine: Engine, kind: str) -> None:
    """The first page is kept when the second fails."""
    engine.pages = [f"https://s{number}.example/" for number in range(100)]
    engine.per_page = 20
    real, engine.instead = engine.answer, None

    def second_fails(request: server.Request) -> server.Response:
        if request.query.get("pageno", "1") == "2" or request.query.get("offset", "0") == "1":
            return server.Response(status=500)
        engine.instead = None
        engine.asked.pop()
        found = real(request)
        engine.instead = second_fails
        return found

    engine.instead = second_fails
    (answer,), notes = ask(words(engine)[kind], "shop.example", limit=50)
    assert answer == engine.pages[:20]
    assert len(notes) == 1


def test_an_engine_nobody_runs_is_noted() -> None:
    """No connection is a note too."""
    answers, notes = ask("searxng:http://127.0.0.1:9999/", "shop.example")
    assert answers == [[]]
    assert "could not be asked" in notes[0]


@pytest.mark.parametrize(
    ("kind", "status", "says"),
    [
        ("searxng", 403, "list json under search: formats: in its settings.yml"),
        ("brave", 422, "look at environment variable BRAVE_API_KEY"),
        ("brave", 401, "refuses the key (status 401)"),
    ],
)
def test_a_refusal_for_good_is_asked_and_told_once(engine: Engine, kind: str, status: int, says: str) -> None:
    """The remedy is named, and nothing is sent again."""
    engine.instead = lambda _: server.Response(status=status)
    answers, notes = ask(words(engine)[kind], "a.example", "b.example", "c.example")
    assert answers == [[], [], []]
    assert len(engine.asked) == 1
    assert len(notes) == 1
    assert says in notes[0]


def test_the_monthly_limit_is_kept(engine: Engine) -> None:
    """Brave says when which of its windows opens again; until then nothing is sent."""
    headers = {"X-RateLimit-Remaining": "1, 0", "X-RateLimit-Reset": "1, 86400"}
    engine.instead = lambda _: server.Response(status=429, headers=headers)
    answers, notes = ask(f"brave:{engine.brave}", "a.example", "b.example")
    assert answers == [[], []]
    assert len(engine.asked) == 1
    assert notes == ["a.example: Brave's limit is reached; it opens again in 86,400 s"]


@BOTH
def test_the_limit_of_a_second_passes(engine: Engine, kind: str) -> None:
    """A 429 with Retry-After is waited for and asked again, as with any host."""
    engine.pages = ["https://a.example/"]

    def first_is_too_early(_: server.Request) -> server.Response:
        engine.instead = None
        return server.Response(status=429, headers={"Retry-After": "0"})

    engine.instead = first_is_too_early
    patient = WebSettings(delay=0.0, retries=1, retry_seconds=0.01)
    assert ask(words(engine)[kind], "shop.example", limit=1, web=patient) == ([["https://a.example/"]], [])
    assert len(engine.asked) == 2


def test_the_key_goes_nowhere_else(engine: Engine, tmp_path: Path) -> None:
    """A redirect to another host gets no key, and the archive holds the answer without it."""
    seen: list[str | None] = []

    def redirect(request: server.Request) -> server.Response:
        seen.append(request.headers.get("X-Subscription-Token"))
        if request.host.startswith("127.0.0.1"):
            raise server.HTTPFound(f"http://localhost:{engine.port}/caught")
        return server.json_response({"web": {"results": [{"url": "https://a.example/"}]}})

    engine.instead = redirect
    archive = Archive(tmp_path / "warc")
    web = WebSettings(delay=0.0, retries=0, allow_private=True)
    answers, _ = ask(f"brave:{engine.brave}", "shop.example", limit=1, web=web, archive=archive)
    archive.close()
    assert answers == [["https://a.example/"]]
    assert seen == [KEY, None]
    (file,) = (tmp_path / "warc").iterdir()
    written = gzip.decompress(file.read_bytes())
    assert b"https://a.example/" in written
    assert KEY.encode() not in written


def test_the_guard_holds_but_for_the_named_host(engine: Engine) -> None:
    """An engine on this machine may be asked without --allow-private; where it redirects to may not."""
    engine.pages = ["https://a.example/"]
    assert ask(f"searxng:{engine.address}", "shop.example", limit=1) == ([["https://a.example/"]], [])

    def redirect(_: server.Request) -> server.Response:
        raise server.HTTPFound(f"http://127.0.0.2:{engine.port}/inside")

    engine.instead = redirect
    answers, notes = ask(f"searxng:{engine.address}", "shop.example")
    assert answers == [[]]
    assert "a loopback address" in notes[0]


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("altavista:http://a.example/", "known: hostgraph:FOLDER, hostgraph:FILE,FILE, searxng:URL, brave"),
        ("searxng:", "is not known; known: "),
        ("hostgraph", "is not known; known: "),
        ("searxng:ftp://a.example/", "is not an http(s) address"),
        ("searxng:http://me:secret@a.example/", "would be written into the folder"),
        ("brave:https://a.example/?key=123", "would be written into the folder"),
    ],
)
def test_words_that_cannot_work_end_before_anything_starts(word: str, says: str) -> None:
    """One sentence with what is known."""
    with pytest.raises(BadConfiguration) as caught:
        check(LocateSettings(backlinks=word), {"BRAVE_API_KEY": KEY})
    assert says in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_missing_key_is_named() -> None:
    """The sentence names the variable that was looked at, whichever was chosen."""
    with pytest.raises(BadConfiguration, match="environment variable BRAVE_API_KEY"):
        check(LocateSettings(backlinks="brave"), {})
    with pytest.raises(BadConfiguration, match="environment variable MINE"):
        check(LocateSettings(backlinks="brave", backlinks_key="MINE"), {"BRAVE_API_KEY": KEY})
    check(LocateSettings(backlinks="brave"), {"BRAVE_API_KEY": KEY})


def test_a_host_graph_by_its_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Relative paths become full ones, the index is made before the crawl, and its answers are the provider's."""
    (tmp_path / "vertices.txt").write_text("0\tcom.a\n1\tcom.b\n")
    (tmp_path / "edges.txt").write_text("1\t0\n")
    monkeypatch.chdir(tmp_path)
    settings = settled(LocateSettings(backlinks="hostgraph:vertices.txt,edges.txt"))
    assert settings.backlinks == f"hostgraph:{tmp_path}/vertices.txt,{tmp_path}/edges.txt"
    check(settings)
    told: list[str] = []
    prepare(settings, told.append)
    assert told
    assert ask(settings.backlinks, "a.com", "b.com") == ([["http://b.com/"], []], [])
    with pytest.raises(BadTarget, match="there is no host graph at"):
        check(LocateSettings(backlinks="hostgraph:elsewhere"))

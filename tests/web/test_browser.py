"""Pages as scripts make them: what a real Chromium is given, what it is refused, and when it ends."""

import asyncio
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from script_pages import PAGES, ROOT, SAY, Site, asking, js, script, serving

from leadline.gate.targets import TARGET
from leadline.model.page import Hop, Request, Response, header
from leadline.parse.document import parse
from leadline.store.archive import Archive
from leadline.web.blocks import NOT_RENDERED, RENDERED
from leadline.web.door import chromium, open_door
from leadline.web.geometry import MARK
from leadline.web.rendering import RenderingFetcher
from leadline.web.replay import ReplayFetcher
from leadline.web.settings import Limits, WebSettings

pytestmark = [
    pytest.mark.chromium,
    pytest.mark.skipif(chromium(WebSettings()) is None, reason="no Playwright or no Chromium here"),
]

SETTINGS = WebSettings(delay=0.01, retries=0, limits=Limits(render_requests=6))
SHORT = replace(SETTINGS, allow_private=True, limits=Limits(render_seconds=5))
Fetch = Callable[[str], Response]


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with serving(PAGES) as found:
        yield found


@pytest.fixture(scope="module")
def secret() -> Iterator[Site]:
    """A server on this machine that no page has any business with."""
    with serving({"/": (200, "text/plain", "secret"), "/a.js": js("say('secret')")}) as found:
        yield found


@pytest.fixture(scope="module")
def door() -> Iterator[Callable[[WebSettings], Fetch]]:
    """Doors that all tests share, by their settings: a browser takes a second or two to start."""
    made: dict[WebSettings, Fetch] = {}
    stack = AsyncExitStack()
    with asyncio.Runner() as runner:

        def open_one(settings: WebSettings) -> Fetch:
            if settings not in made:
                # `localhost` is the user's own site here; 127.0.0.1 is this machine, as a page may name it.
                context = open_door(settings, trusted_hosts=("localhost",), read=parse)
                fetcher = runner.run(stack.enter_async_context(context))
                made[settings] = lambda url: runner.run(fetcher.fetch(Request(url, permit=TARGET)))
            return made[settings]

        yield open_one
        runner.run(stack.aclose())


@pytest.fixture
def fetch(door: Callable[[WebSettings], Fetch], site: Site) -> Fetch:
    """Fetch a path of the site, guarded, scripts where they are needed."""
    site.asked.clear()
    return lambda path: door(SETTINGS)(f"http://localhost:{site.port}{path}")


def text(response: Response) -> str:
    return parse(response).text


def test_a_form_that_a_script_makes(fetch: Fetch, door: Callable[[WebSettings], Fetch], site: Site) -> None:
    """It is there where scripts run, and not where they never do; pictures are not asked for."""
    rendered = fetch("/")
    assert [[c.name for c in form.fields] for form in parse(rendered).forms] == [["make"]]
    assert header(rendered.headers, RENDERED.lower()) == "the element its scripts fill is empty"
    assert (rendered.status, rendered.url, rendered.attempts) == (200, f"http://localhost:{site.port}/", 2)
    assert [line.split("/", 1)[1] for line in site.asked] == ["robots.txt", "", "app.js"]
    plain = door(replace(SETTINGS, render="never"))(f"http://localhost:{site.port}/")
    assert parse(plain).forms == ()
    assert header(plain.headers, RENDERED.lower()) is None


def test_a_script_is_asked_for_once(fetch: Fetch, site: Site) -> None:
    """Pages of one site share its program."""
    fetch("/")
    site.asked.clear()
    assert parse(fetch("/")).forms
    assert site.asked == ["GET localhost/"]


def test_a_page_that_is_whole_is_left_alone(fetch: Fetch) -> None:
    """A script that would empty a page does not get to run."""
    assert text(fetch("/plain")).count("word") == 200


def test_a_page_cannot_reach_this_machine(fetch: Fetch, site: Site, secret: Site) -> None:
    """A script's question, script element, redirect and way to a private address all end at the guard."""
    private = f"http://{secret.address}/"
    site_pages = {
        "/asks": script(asking(private, "{mode: 'no-cors'}")),
        "/includes": (200, "text/html", f"{ROOT}<script>{SAY}</script><script src={private}a.js></script>"),
        "/redirected": (200, "text/html", f"{ROOT}<script>{SAY}</script><script src=/away.js></script>"),
        "/away.js": (302, f"{private}a.js", ""),
        "/leaves": script(f"say('stayed'); location.replace('{private}')"),
        "/leaves-later": script("say('stayed'); location.replace('/away')"),
        "/away": (302, private, ""),
    }
    PAGES.update(site_pages)
    shown = {path: text(fetch(path)) for path in site_pages if not path.startswith("/away")}
    assert shown == {
        "/asks": "refused",
        "/includes": "",
        "/redirected": "",
        "/leaves": "stayed",
        "/leaves-later": "stayed",
    }
    assert secret.asked == []


def test_nothing_goes_round_the_door(door: Callable[[WebSettings], Fetch], secret: Site) -> None:
    """Where private addresses are allowed scripts get there, but through us: no datagram leaves the browser."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as datagrams:
        datagrams.bind(("127.0.0.1", 0))
        datagrams.setblocking(False)
        port = datagrams.getsockname()[1]
        worker = f"new WebTransport('https://127.0.0.1:{port}/').ready.catch(e => postMessage(e.name));"
        tries = (
            f"const w = new Worker(URL.createObjectURL(new Blob([`{worker}`])));"
            "w.onmessage = w.onerror = m => { told = true; say('transport ' + (m.data || m.message)); };"
            # Keeps the page from coming to rest before the worker has spoken.
            "let told = false; tick();"
            "function tick() { told || fetch('/tick').finally(() => setTimeout(tick, 50)); }"
            f"try {{ const c = new RTCPeerConnection({{iceServers: [{{urls: 'stun:127.0.0.1:{port}'}}]}});"
            "c.createDataChannel('x'); c.createOffer().then(o => c.setLocalDescription(o)); }"
            "catch (e) { say('no calls'); }"
        )
        with serving({"/": script(tries + asking(f"http://{secret.address}/", "{mode: 'no-cors'}"))}) as open_site:
            shown = text(door(SHORT)(f"http://{open_site.address}/"))
        assert "no calls" in shown
        assert "transport" in shown
        assert "GET 127.0.0.1/" in secret.asked
        with pytest.raises(BlockingIOError):
            datagrams.recv(1)


def test_robots_txt_holds_for_scripts(fetch: Fetch, site: Site) -> None:
    """Neither a script nor a page that robots.txt keeps us from is asked for; the rest of the page is made."""
    assert len(parse(fetch("/robotic")).forms) == 1
    assert text(fetch("/goes-out")) == "stayed"
    assert not [line for line in site.asked if "kept-out" in line]


def test_a_script_that_goes_elsewhere(fetch: Fetch, site: Site, tmp_path: Path) -> None:
    """The page it goes to is the answer, the way there is told, and a replay of the archive goes it again."""
    base = f"http://localhost:{site.port}"
    arrived = fetch("/goes")
    assert (text(arrived), arrived.url) == ("arrived", f"{base}/arrived?a=1")
    assert arrived.hops == (
        Hop(f"{base}/goes", 303, f"{base}/moved"),
        Hop(f"{base}/moved", 302, f"{base}/arrived?a=1"),
    )
    archive = Archive(tmp_path)
    archive.append(arrived)
    archive.close()
    again = asyncio.run(ReplayFetcher.open(sorted(tmp_path.glob("*.warc.gz")), Limits()).fetch(arrived.request))
    assert (again.url, again.body) == (arrived.url, arrived.body)
    assert header(again.headers, RENDERED.lower()) is not None


def test_an_endless_script_is_ended(door: Callable[[WebSettings], Fetch], site: Site) -> None:
    """What it made of the page until its time was up is the answer, and the next page comes."""
    fetch = door(SHORT)
    ended = fetch(f"http://localhost:{site.port}/endless")
    assert text(ended) == "begun"
    assert (header(ended.headers, RENDERED.lower()) or "").endswith("; unfinished")
    assert parse(fetch(f"http://localhost:{site.port}/")).forms


def test_a_page_has_a_budget(fetch: Fetch, site: Site) -> None:
    """It gets as many parts as it may, and no more."""
    assert text(fetch("/greedy")).split() == ["no"] * 24
    assert len([line for line in site.asked if "/data?" in line]) == 6


def test_nothing_but_parts_is_asked_for(fetch: Fetch, site: Site) -> None:
    """Web sockets, event streams, beacons, frames, windows, downloads and pictures are refused; dialogs close."""
    assert text(fetch("/noisy")) == "done"
    assert site.asked == ["GET localhost/noisy"]


def test_what_scripts_may_send(fetch: Fetch, site: Site) -> None:
    """A GraphQL query goes to the page's own site; before anything was typed no other post does, whatever its
    address says, a form is not sent by its page, and other sites are told nothing."""
    PAGES["/other-post"] = script(asking("http://other.example/", "{method: 'POST', body: 'q', mode: 'no-cors'}"))
    assert text(fetch("/own-query")) == "got data"
    assert text(fetch("/own-post")) == "refused"
    assert text(fetch("/own-deed")) == "refused"
    assert text(fetch("/other-post")) == "refused"
    fetch("/sends")
    assert [line for line in site.asked if line.startswith("POST")] == ["POST localhost/search"]


def test_web_components_and_noscript(fetch: Fetch) -> None:
    """A form in a shadow tree stands where a reader sees it; what is meant for others does not."""
    form = parse(fetch("/component")).forms[0]
    assert [(c.name, c.before) for c in form.fields] == [("q", "Find")]
    assert [[c.name for c in form.fields] for form in parse(fetch("/noscript")).forms] == [["make"]]


def test_a_challenge_is_not_taken_up(fetch: Fetch) -> None:
    """The script of what stands in front of a page does not run."""
    assert header(fetch("/wall").headers, RENDERED.lower()) is None


def test_a_browser_that_dies_costs_one_rendering(site: Site) -> None:
    """The page comes as it was without scripts and says so; the next one gets a new browser."""

    async def go() -> tuple[Response, Response]:
        async with open_door(SETTINGS, trusted_hosts=("localhost",), read=parse) as fetcher:
            assert isinstance(fetcher, RenderingFetcher)
            dying = asyncio.create_task(
                fetcher.fetch(Request(f"http://localhost:{site.port}/endless", permit=TARGET))
            )
            await fetcher.browser.chromium.context()  # waits for the start
            await fetcher.browser.chromium.close()
            return await dying, await fetcher.fetch(Request(f"http://localhost:{site.port}/", permit=TARGET))

    lost, after = asyncio.run(go())
    assert header(lost.headers, NOT_RENDERED.lower())
    assert b"while (true)" in lost.body
    assert parse(after).forms


def test_boxes_of_controls_and_texts(fetch: Fetch) -> None:
    """Each visible control has a box under the number the parser gives it, and its text stands left of it."""
    response = fetch("/boxes")
    controls = {c.name: c.place for c in parse(response).forms[0].controls}
    noted = response.body.decode().partition(f'id="{MARK}">')[2].partition("</script>")[0]
    boxes = json.loads(noted)
    make, go_button = (boxes["controls"][controls[name]] for name in ("make", "go"))
    assert boxes["controls"][controls["trap"]] is None
    left, top, width, _ = boxes["texts"][0]
    assert left + width <= make[0]
    assert abs(top - make[1]) < 30
    assert (make[2], go_button[1] > 500) == (120, True)


def test_inspect_renders(site: Site, leadline: Callable[..., CompletedProcess[str]]) -> None:
    """`leadline inspect --render always` shows the form a script makes; `--render never` does not."""

    def shown(render: str) -> tuple[dict[str, Any], str]:
        words = ("inspect", "https://cars.example/", "--connect-to", site.address, "--json")
        done = leadline(*words, "--render", render)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout), done.stderr

    page, said = shown("always")
    assert [field["label"] for form in page["forms"] for field in form["fields"]] == ["Make"]
    assert (page["rendered"], page["lacks"], said) == ("always", None, "")
    page, said = shown("never")
    assert (page["forms"], page["rendered"], page["lacks"]) == ([], None, "the element its scripts fill is empty")
    assert "try --render always" in said

"""Blocks: every common blocker is named, and no ordinary page is taken for one."""

import tarfile
import time
import tomllib
from importlib.resources import files
from pathlib import Path
from typing import get_args

import pytest

from leadline.gate.targets import TARGET
from leadline.model.page import Headers, Hop, Request, Response
from leadline.web.blocks import Kind, recognise

DATA = Path(__file__).parents[3] / "shared" / "data"
HTML = (("Content-Type", "text/html; charset=utf-8"),)
ARTICLE = "<p>" + "The harbour was quiet and the boats lay at anchor while the tide went out. " * 20


def answer(
    body: str = "",
    status: int = 200,
    headers: Headers = (),
    url: str = "http://example.com/",
    hops: tuple[Hop, ...] = (),
) -> Response:
    return Response(
        Request("http://example.com/", permit=TARGET), url, status, HTML + headers, body.encode(), 0.0, hops=hops
    )


def kind_of(response: Response) -> str | None:
    found = recognise(response)
    return found.kind if found else None


@pytest.mark.parametrize(
    ("status", "headers", "body", "kind"),
    [
        (403, (("CF-Mitigated", "challenge"),), "<title>Just a moment...</title>", "challenge"),
        (503, (), "<script>window._cf_chl_opt={};</script><h1>Checking</h1>", "challenge"),
        (403, (), "<div id='cf-error-details'>Error 1020 Access denied</div>", "forbidden"),
        (403, (), "<H1>Access Denied</H1>Reference #18.2d351ab8 https://errors.edgesuite.net/18.2d", "forbidden"),
        (200, (), "<div id='sec-if-cpt-container'></div><script src=x></script>", "challenge"),
        (200, (), "<iframe src='/_Incapsula_Resource?CWUDNSAI=1'>Request unsuccessful.</iframe>", "challenge"),
        (403, (), "<script src='https://ct.captcha-delivery.com/c.js'></script>", "captcha"),
        (403, (("X-DD-B", "1"),), "", "captcha"),
        (403, (), "<div id='px-captcha'></div>", "captcha"),
        (202, (("x-amzn-waf-action", "challenge"),), "", "challenge"),
        (405, (("x-amzn-waf-action", "captcha"),), "", "captcha"),
        (200, (), "<script>var s={};sucuri_cloudproxy_js='';</script>", "challenge"),
        (403, (("X-Sucuri-Block", "BLACK"),), "", "forbidden"),
        (429, (), "<p>Our systems have detected unusual traffic from your computer network.</p>", "captcha"),
        (200, (), "<p>Type the characters you see in this image:<input type=text name=c>", "captcha"),
        (200, (), "<title>One more step</title><div class='h-captcha'></div>", "captcha"),
        (200, (), "<div class='g-recaptcha' data-sitekey=k></div><button>Continue</button>", "captcha"),
        (200, (), "<div class='cf-turnstile'></div>", "captcha"),
        (200, (), "<title>Pardon Our Interruption</title>", "challenge"),
        (429, (), "", "rate-limit"),
        (503, (), "<h1>Zu viele Anfragen</h1>", "rate-limit"),
        (403, (), "<h1>Zugriff verweigert</h1>", "forbidden"),
        (403, (), "<h1>Accès refusé</h1>", "forbidden"),
        (200, (), "<h1>Acceso denegado</h1>", "forbidden"),
        (200, (), "<h1>Доступ запрещён</h1>", "forbidden"),
        (200, (), "<p>Подтвердите, что вы не робот</p>", "captcha"),
        (503, (), "<p>Vérification de votre navigateur…</p>", "challenge"),
        (403, (), "<h1>Forbidden</h1>", "forbidden"),
        (451, (), "", "forbidden"),
        (401, (), "<h1>Unauthorized</h1>", "login-wall"),
    ],
)
def test_blockers_are_named(status: int, headers: Headers, body: str, kind: str) -> None:
    """The answer of each well-known blocker is recognised as what it is, with a reason in words."""
    found = recognise(answer(body, status, headers))
    assert found is not None
    assert found.kind == kind
    assert len(found.why.split()) >= 3


@pytest.mark.parametrize(
    ("final", "kind"),
    [
        ("http://example.com/login?next=%2F", "login-wall"),
        ("http://example.com/accounts/signin/", "login-wall"),
        ("http://consent.example.org/m?continue=x", "consent"),
        ("http://example.com/cookie-consent", "consent"),
        ("http://example.com/blog/login-screens-of-the-past", None),
        ("http://example.com/home", None),
    ],
)
def test_walls_are_where_redirects_lead(final: str, kind: str | None) -> None:
    """A login or consent page is a wall if the server sent us there, and a page if we asked for it."""
    assert kind_of(answer(ARTICLE, url=final, hops=(Hop("http://example.com/", 302, final),))) == kind
    assert kind_of(answer(ARTICLE, url=final)) is None


def test_going_from_login_to_login_is_no_wall() -> None:
    """Whoever asks for the login page and is sent to another spelling of it has what was asked for."""
    hops = (Hop("http://example.com/login", 301, "http://example.com/login/"),)
    assert kind_of(answer(ARTICLE, url="http://example.com/login/", hops=hops)) is None


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (200, ARTICLE + "<form><input type=email><textarea></textarea><div class=g-recaptcha></div></form>"),
        (200, "<h1>Contact</h1><form><input type=text><textarea></textarea><div class=g-recaptcha></div></form>"),
        (200, "<h1>Log in</h1><form><input type=text><input type=password><div class=h-captcha></div></form>"),
        (200, ARTICLE + "<p>They were told: access denied, too many requests."),
        (200, "<script src='/_Incapsula_Resource?SWJIYLWA=1'></script>" + ARTICLE),
        (200, "<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>" + ARTICLE),
        (200, "<script src='https://www.google.com/recaptcha/api.js'></script>" + ARTICLE),
        (200, ""),
        (200, "<p>No results"),
        (404, "<h1>Not found</h1>"),
        (500, "<h1>Internal server error</h1>"),
        (503, "<h1>Down for maintenance</h1>"),
        (406, "<h1>Not acceptable</h1>"),
    ],
)
def test_ordinary_pages_are_no_blocks(status: int, body: str) -> None:
    """Captchas on forms, scripts of bot detectors, telling words in an article, and plain errors are no blocks."""
    assert kind_of(answer(body, status)) is None


def test_an_ordinary_page_costs_next_to_nothing() -> None:
    """The check of an ordinary page costs a small part of what decoding that page costs."""
    page = answer(("<a href=x>Größe</a>" + ARTICLE) * 60)

    def best(check: bool) -> float:
        times = []
        for _ in range(30):
            start = time.process_time()
            recognise(page) if check else page.body.decode().lower()
            times.append(time.process_time() - start)
        return min(times)

    assert best(check=True) < best(check=False) / 4


@pytest.mark.data
@pytest.mark.parametrize(
    ("source", "least"),
    [
        ("formasaurus/dev_html.tar.xz", 600),
        ("ddg_autofill_forms/dev_html.tar.xz", 300),
        ("recipe_sites/dev.tar.xz", 300),
        ("swde/dev_pages.tar.xz", 3000),
    ],
)
def test_real_pages_are_no_blocks(source: str, least: int) -> None:
    """Of thousands of real pages at most two in a thousand are taken for blocks."""
    if not (DATA / source).exists():
        pytest.skip(f"development data ({source}) is not beside the project")
    pages, blocks = 0, []
    with tarfile.open(DATA / source) as tar:
        for member in tar:
            if member.name.endswith(("html", "htm")) and (stream := tar.extractfile(member)):
                page = Response(
                    Request("http://a.example/", permit=TARGET), "http://a.example/", 200, HTML, stream.read(), 0.0
                )
                pages += 1
                if found := recognise(page):
                    blocks.append((member.name, found))
    assert pages >= least
    assert len(blocks) <= 0.002 * pages, blocks


def test_the_table_of_blockers_is_sound() -> None:
    """Every entry names a kind there is, and says in lower case what is compared in lower case."""
    table = tomllib.loads((files("leadline.web") / "blockers.toml").read_text("utf-8"))
    kinds = {kind for _, _, kind, _ in table["headers"]} | {kind for _, kind, _ in table["markers"]}
    assert kinds | {kind for kind, *_ in table["statuses"]} <= set(get_args(Kind))
    compared = [marker for marker, *_ in table["markers"]] + [
        text for *both, _, _ in table["headers"] for text in both
    ]
    assert [text for text in compared if text != text.lower()] == []

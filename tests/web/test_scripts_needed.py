"""Which pages are nothing without their scripts, told from the page alone."""

import subprocess
import sys
import time
from dataclasses import replace

import pytest

from leadline.errors import BadConfiguration, MissingExtra
from leadline.parse.document import parse_html
from leadline.web.blocks import may_need_scripts, needs_scripts
from leadline.web.door import check, chromium
from leadline.web.settings import WebSettings

WORDS = "The quick brown fox jumps over the lazy dog and runs on. " * 20
MENU = "".join(f"<li><a href=/{n}>part {n}</a>" for n in range(12))
SCRIPT = "<script src=/main.js></script>"

EMPTY = {
    "React": f"<noscript>You need to enable JavaScript to run this app.</noscript><div id=root></div>{SCRIPT}",
    "Vue, with a remark": f'<div class="x" id="app"> <!-- built files are put here --> </div>{SCRIPT}',
    "Angular": f"<app-root></app-root>{SCRIPT}",
    "Next": "<DIV ID='__next'></DIV><SCRIPT src=/a.js></SCRIPT>",
    "a root beside a menu": f"<ul>{MENU}</ul><div id=search-app></div>{SCRIPT}",
    "asks in German": f"<ul>{MENU}</ul><noscript>Bitte aktivieren Sie JavaScript.</noscript>{SCRIPT}",
    "asks in French": f"<p>Bonjour</p><noscript><p>JavaScript est nécessaire ici</p></noscript>{SCRIPT}",
    "asks in Russian": f"<p>…</p><noscript>Пожалуйста, включите JavaScript</noscript>{SCRIPT}",
    "nothing but a script": f"<title>Shop</title><body>{SCRIPT}",
    "loading": f"<p>Loading…</p><div class=spinner></div>{SCRIPT}",
    "a search box of its own": f"<ul>{MENU}</ul><input type=search placeholder=Search>{SCRIPT}",
}
WHOLE = {
    "nothing, and no script": "<div id=root></div>",
    "text": f"<p>{WORDS}</p>{SCRIPT}",
    "text and an empty root": f"<p>{WORDS}</p><div id=app></div>{SCRIPT}",
    "a root that came filled": f"<div id=root><ul>{MENU}</ul></div>{SCRIPT}",
    "a short page with a form": f"<form><input name=q><button>Go</button></form>{SCRIPT}",
    "a tracker's noscript": f"<ul>{MENU}</ul><noscript><img src=//t.example/p.gif></noscript>{SCRIPT}",
    "a menu": f"<ul>{MENU}</ul>{SCRIPT}",
    "text that asks, with all there": f"<p>{WORDS}</p><noscript>Please enable JavaScript</noscript>{SCRIPT}",
    "a hidden box": f"<ul>{MENU}</ul><input type=text hidden>{SCRIPT}",
}


def missing(html: str) -> str | None:
    return needs_scripts(parse_html(html, "http://a.example/"), html)


@pytest.mark.parametrize("name", EMPTY)
def test_pages_that_scripts_make(name: str) -> None:
    """A page that shows nothing yet is recognised, and not passed over by the quick look."""
    assert missing(EMPTY[name])
    assert may_need_scripts(EMPTY[name].encode())


@pytest.mark.parametrize("name", WHOLE)
def test_pages_that_came_whole(name: str) -> None:
    """A page that has what a page has is left alone, whatever it was made with."""
    assert missing(WHOLE[name]) is None


@pytest.mark.parametrize(
    "hostile", ["<div id=root ", "<noscript>javascript ", "<div id=root>\n<!---->", "<app-root><!--", "<!-- -->"]
)
def test_hostile_pages_take_no_time(hostile: str) -> None:
    """A megabyte of openings that never close costs no more than ten times one of ordinary text."""
    page = parse_html(SCRIPT, "http://a.example/")

    def cost(html: str) -> float:
        began = time.process_time()
        needs_scripts(page, SCRIPT + html)
        return time.process_time() - began

    size = 1_000_000
    ordinary = cost("<p>word</p> " * (size // 12))
    assert cost(hostile * (size // len(hostile))) < 10 * max(ordinary, 0.05)


def test_settings_of_rendering_are_judged_before_anything_starts() -> None:
    """An unknown word, a replay that would have to ask, and a browser that is not there are told at once."""
    with pytest.raises(BadConfiguration, match="known: auto, never, always"):
        check(WebSettings(render="sometimes"))
    with pytest.raises(BadConfiguration, match="cannot go with --replay"):
        check(WebSettings(render="always", replay=__file__))
    absent = WebSettings(chromium="no-such-browser")
    with pytest.raises(
        MissingExtra, match=r"pip install 'leadline\[browser\]', and a Chromium: apt install chromium"
    ):
        check(replace(absent, render="always"))
    check(absent)
    assert chromium(absent) is None


def test_the_command_line_does_not_load_the_browser() -> None:
    """Playwright is imported when a page is rendered, not before."""
    code = (
        "import sys, leadline.cli.app, leadline.web.door, leadline.web.browser; print('playwright' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"

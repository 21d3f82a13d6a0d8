"""The off-line cache: stored pages, links inside of them, stored forms that are filled in."""

import re
from html import unescape
from urllib.parse import quote

from dashboards import Dashboard
from leadline.app.targets import saved_response
from leadline.parse.document import Document
from leadline.ui.archive import rewritten

HOME = f"/folders/cars/archive?url={quote('http://cars.example/', safe='')}"


def test_a_stored_page_is_served_in_a_sandbox_and_its_links_stay_inside(shown: Dashboard) -> None:
    """As it was, nothing of it runs, and every link asks the archive."""
    said = shown.ask(HOME)
    assert said.status == 200
    assert "Wheel &amp; Deal" in said.text
    assert said.headers["content-security-policy"].startswith("sandbox allow-forms; default-src 'none'")
    assert "allow-scripts" not in said.headers["content-security-policy"]
    assert not re.findall(r'(?:href|src|action)="(?!/folders/cars/|#|mailto)[^"]', said.text)


def test_a_stored_form_answers_from_the_repository(shown: Dashboard) -> None:
    """What was asked before gives the stored answer; what never was says so and shows the records it fits."""
    page = shown.ask(HOME).text
    action = unescape(re.findall(r'<form[^>]*action="([^"]+)"', page)[0])
    asked = shown.ask(f"{action}?db=lot2&make=&model=&y1=&y2=&price=99999&gear=x")
    assert asked.status == 200
    assert "Alfa Romeo" in asked.text
    assert "sandbox" in asked.headers["content-security-policy"]
    never = shown.ask(f"{action}?db=lot2&make=&model=giulia&y1=&y2=&price=&gear=")
    assert never.status == 404
    assert "Just that was never asked" in never.text
    assert "1972 Alfa Romeo <mark>Giulia</mark>" in never.text or "1972 Alfa Romeo Giulia Super" in never.text
    assert shown.ask("/folders/cars/ask/%00%ff").status == 400


def test_nothing_that_runs_is_left_in_a_stored_page() -> None:
    """Scripts, handlers, frames, refreshes, script addresses: gone; text stays."""
    hostile = (
        b"<base href='http://evil.example/'><script>alert(1)</script><p onclick='x()'>Text</p>"
        b"<a href='javascript:alert(1)'>j</a><a href='next?p=2'>n</a><iframe src='/x'></iframe>"
        b"<meta http-equiv=refresh content='0;url=//evil.example'>"
        b"<svg onload=alert(1)><script>alert(2)</script></svg>"
        b"<form action='https://evil.example/send' method=post target=_top><input type=hidden name=csrf value=1>"
        b"<input name=q><button formaction='https://evil.example/'>go</button></form>"
        b"<img srcset='http://e.example/x 2x'>"
    )
    page = rewritten(Document.of(saved_response("http://a.example/list", hostile)), "cars")
    assert "Text" in page
    run = (
        "alert",
        "onclick",
        "onload",
        "javascript:",
        "iframe",
        "refresh",
        "formaction",
        "srcset",
        "_top",
        "<base",
    )
    assert not [gone for gone in run if gone in page]
    assert "/folders/cars/archive?url=http%3A%2F%2Fevil.example%2Fnext%3Fp%3D2" in page
    assert 'action="/folders/cars/ask/' in page

"""Pairs → requests: byte for byte what Chromium sends for the same forms."""

import pytest
from submitted_forms import CASES, Case, page

from leadline.errors import BadUrl
from leadline.gate.targets import TARGET
from leadline.model.form import Form
from leadline.model.page import Request, Response, header
from leadline.model.url import parts_of
from leadline.parse.document import parse, parse_html
from leadline.submit.fill import default_query
from leadline.submit.submit import request_for

HERE = "http://forms.example/page"


def _form(html: str, url: str = HERE) -> Form:
    return parse_html(html, url).forms[0]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_sends_what_chromium_sends(case: Case) -> None:
    """Method, target, content type and body are those of Chromium."""
    kind = (("Content-Type", f"text/html; charset={case.charset}"),)
    found = parse(Response(Request(HERE, permit=TARGET), HERE, 200, kind, page(case), 0.0))
    form = found.forms[0]
    request = request_for(form, default_query(form), found.charset, base_url=found.base_url, permit=TARGET)
    sent = header(request.headers, "content-type") or ""
    body = request.body or b""
    if boundary := sent.partition("boundary=")[2]:
        sent, body = sent.replace(boundary, "{boundary}"), body.replace(boundary.encode(), b"{boundary}")
    parts = parts_of(request.url)
    target = parts.path + (f"?{parts.query}" if parts.query or request.url.endswith("?") else "")
    assert (request.method, target, sent, body) == (case.method, case.target, case.kind, case.body)


def test_says_where_the_form_stands() -> None:
    """The page's URL goes along within one origin, the origin alone to another, nothing from https to http."""
    button = "<input name=q><button>Go</button></form>"
    same = request_for(form := _form(f"<form action=/s>{button}"), default_query(form), permit=TARGET)
    assert same.headers == (("Referer", HERE),)
    other = request_for(
        form := _form(f"<form method=post action=http://other.example/>{button}"),
        default_query(form),
        permit=TARGET,
    )
    assert header(other.headers, "referer") == "http://forms.example/"
    assert header(other.headers, "origin") == "http://forms.example"
    form = _form(f"<form action=http://forms.example/s>{button}", "https://forms.example/")
    assert request_for(form, default_query(form), permit=TARGET).headers == ()


def test_a_form_that_leads_nowhere_is_refused() -> None:
    """An action that is no http(s) URL is a typed outcome, not a request."""
    form = _form("<form action=mailto:a@b.example><input name=q></form>")
    with pytest.raises(BadUrl, match="not fetchable"):
        request_for(form, default_query(form), permit=TARGET)


def test_equal_forms_are_equal_bytes() -> None:
    """A multipart body is drawn from its contents alone, so that a repeated request is the same request."""
    form = _form("<form method=post action=/s enctype=multipart/form-data><input name=q value=1></form>")
    assert request_for(form, default_query(form), permit=TARGET) == request_for(
        form, default_query(form), permit=TARGET
    )

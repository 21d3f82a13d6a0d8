"""Real pages: no page breaks the parser, and its forms are those a browser sees."""

import os
import tarfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from parse_browser import browser_page, chromium, forms_in
from test_forms_awkward import described

from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import parse

DATA = Path(__file__).parents[3] / "shared" / "data"
ARCHIVES = (
    "formasaurus/dev_html.tar.xz",
    "ddg_autofill_forms/dev_html.tar.xz",
    "swde/dev_pages.tar.xz",
    "recipe_sites/dev.tar.xz",
)


def pages_of(archive: str, every: int, most: int) -> Iterator[tuple[str, bytes]]:
    """Every n-th page of an archive of development data."""
    path = DATA / archive
    if not path.exists():
        pytest.skip(f"development data {archive} is not beside the project")
    taken = seen = 0
    with tarfile.open(path) as tar:
        for member in tar:
            if not member.isfile() or not member.name.endswith(("html", "htm")):
                continue
            seen += 1
            if seen % every == 0 and (stream := tar.extractfile(member)) is not None:
                yield member.name, stream.read()
                taken += 1
            if taken == most:
                return


def response(body: bytes) -> Response:
    url = "http://forms.test/page"
    return Response(
        Request(url, permit=TARGET), url, 200, (("content-type", "text/html; charset=utf-8"),), body, 0.0
    )


@pytest.mark.data
@pytest.mark.parametrize("archive", ARCHIVES)
def test_real_pages_are_read(archive: str) -> None:
    """Pages of real sites have text, and nearly all of them a title and links."""
    pages = [parse(response(body)) for _, body in pages_of(archive, every=9, most=60)]
    assert pages
    assert sum(bool(page.text) for page in pages) >= 0.95 * len(pages)
    if "ddg" not in archive:
        assert sum(bool(page.title and page.links) for page in pages) >= 0.8 * len(pages)


@pytest.mark.data
@pytest.mark.chromium
def test_forms_of_real_pages_are_the_browsers() -> None:
    """On real pages with forms every owner, name, kind and submitted value equals Chromium's."""
    if chromium() is None:
        pytest.skip("no Chromium is installed")
    wrong = compared(pages_of(ARCHIVES[0], every=16, most=40 if "LEADLINE_FUZZ" in os.environ else 16))
    assert not wrong, wrong


def compared(pages: Iterator[tuple[str, bytes]]) -> list[tuple[str, Any, Any]]:
    """Pages on which we and the browser differ."""
    wrong: list[tuple[str, Any, Any]] = []
    with browser_page() as browser:
        for name, body in pages:
            ours = [described(form) for form in parse(response(body)).forms]
            theirs = forms_in(browser, body)
            if ours != theirs:
                wrong.append((name, ours, theirs))
    return wrong

"""What a word on the command line means."""

import io
from pathlib import Path

import pytest

from leadline.app.targets import read_target, target_of
from leadline.errors import BadTarget
from leadline.model.page import Truncation


@pytest.mark.parametrize(
    ("word", "url"),
    [
        ("http://Example.com", "http://example.com/"),
        ("HTTPS://example.com/a?b#c", "https://example.com/a?b"),
        ("example.com", "https://example.com/"),
        ("www.example.com/search.html", "https://www.example.com/search.html"),
        ("example.com:8080/x", "https://example.com:8080/x"),
        ("example.com?q=1", "https://example.com/?q=1"),
        ("bücher.example/", "https://xn--bcher-kva.example/"),
        ("localhost:8000/form", "http://localhost:8000/form"),
        ("192.0.2.7/form", "http://192.0.2.7/form"),
        ("[::1]:8000", "http://[::1]:8000/"),
    ],
)
def test_urls_with_and_without_scheme(word: str, url: str) -> None:
    """A URL is taken as it is; a dotted name gets https, a machine without certificates http."""
    target = target_of(word)
    assert (target.kind, target.url, target.source) == ("url", url, word)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("cars", "write http://… or give the path of an .html file"),
        ("missing.html", "no such file"),
        ("folder/missing", "no such file"),
        ("/no/such/page.htm", "no such file"),
        ("crawl.warc.gz", "no such file"),
        ("file:///no/such/page.html", "no such file"),
        ("ftp://example.com/x", "only http: and https:"),
        ("mailto:me@example.com", "only http: and https:"),
        ("javascript:alert(1)", "only http: and https:"),
        ("http://", "not a URL"),
        ("http://example.com:99999/", "not a URL"),
        ("http://exa mple.com/", "not a URL"),
        ("", "neither a file nor a URL"),
        ("a\0b", "neither a file nor a URL"),
        ("x" * 5000, "neither a file nor a URL"),
    ],
)
def test_what_is_neither_gets_a_sentence(word: str, says: str) -> None:
    """A word that names nothing is answered with what is wrong and what to write."""
    with pytest.raises(BadTarget, match=says):
        target_of(word)


def test_a_file_wins_over_a_host_of_its_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file called like a host is a file."""
    (tmp_path / "example.com").write_text("<p>saved")
    monkeypatch.chdir(tmp_path)
    target = target_of("example.com")
    assert (target.kind, target.file) == ("file", Path("example.com"))


def test_a_file_url_is_a_file(tmp_path: Path) -> None:
    """file: URLs, escapes included, name files."""
    page = tmp_path / "my page.html"
    page.write_text("<p>saved")
    target = target_of(page.as_uri())
    assert (target.kind, target.file, target.url) == ("file", page, page.as_uri())


def test_a_folder_is_answered_with_its_pages(tmp_path: Path) -> None:
    """A folder is no page; the sentence shows the pattern that names its pages."""
    with pytest.raises(BadTarget, match=r"a folder.*\*\.html"):
        target_of(str(tmp_path))


def test_base_url_stands_for_where_a_file_came_from(tmp_path: Path) -> None:
    """With a base URL a file's page is at that address, so that its form actions resolve."""
    page = tmp_path / "page.html"
    page.write_bytes(b"<p>saved")
    response = read_target(target_of(str(page), "http://example.com/search"), io.BytesIO(), 100)
    assert (response.url, response.body) == ("http://example.com/search", b"<p>saved")


def test_standard_input_is_a_page() -> None:
    """`-` reads standard input."""
    assert read_target(target_of("-"), io.BytesIO(b"<p>piped"), 100).body == b"<p>piped"


def test_a_huge_file_is_cut_and_says_so(tmp_path: Path) -> None:
    """No file costs more memory than the cap on bodies."""
    page = tmp_path / "huge.html"
    page.write_bytes(b"x" * 101)
    response = read_target(target_of(str(page)), io.BytesIO(), 100)
    assert (len(response.body), response.truncated) == (100, Truncation.SIZE)


@pytest.mark.parametrize(
    ("start", "says"),
    [
        (b"\x1f\x8b\x08", "--replay"),
        (b"WARC/1.0\r\n", "--replay"),
        (b"PK\x03\x04", "zip"),
        (b"%PDF-1.7", "PDF"),
        (b"\x89PNG\r\n", "image"),
    ],
)
def test_other_kinds_of_file_are_named(tmp_path: Path, start: bytes, says: str) -> None:
    """A file that is no HTML is called what it is, with the way to go where there is one."""
    file = tmp_path / "file.html"
    file.write_bytes(start)
    with pytest.raises(BadTarget, match=says):
        read_target(target_of(str(file)), io.BytesIO(), 100)


def test_an_unreadable_file_is_bad_input(tmp_path: Path) -> None:
    """A file that vanishes or cannot be read between naming and reading is bad input, not a fault."""
    page = tmp_path / "page.html"
    page.write_bytes(b"")
    target = target_of(str(page))
    page.unlink()
    with pytest.raises(BadTarget, match="cannot be read"):
        read_target(target, io.BytesIO(), 100)

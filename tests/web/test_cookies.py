"""Cookies: kept per site, bounded, and read from files."""

from collections.abc import Callable
from pathlib import Path

import pytest
from survival import run

from leadline.errors import BadConfiguration
from leadline.model.url import canonical, site_of
from leadline.web.guard import Cookies

Url = str


def sent_to(url: Url, *sets: tuple[Url, str], file: Path | None = None) -> str | None:
    """The Cookie header for `url` after these (url, Set-Cookie) pairs."""

    async def go() -> str | None:
        cookies = Cookies()
        if file is not None:
            cookies.load(file, {site_of(url)})
        for origin, value in sets:
            cookies.take(origin, (("Set-Cookie", value),))
        return cookies.header_for(url)

    result: str | None = run(go())
    return result


HOME = "http://www.shop.example/"
TABLE: list[tuple[str, str, str, str | None]] = [
    ("a=1", HOME, "http://www.shop.example/x", "a=1"),
    ("a=1", HOME, "http://other.shop.example/", None),
    ("a=1; Domain=shop.example", HOME, "http://other.shop.example/", "a=1"),
    ("a=1; Domain=other.example", HOME, "http://other.example/", None),
    ("a=1; Domain=other.example", HOME, HOME, None),
    ("a=1; Domain=example", HOME, "http://other.example/", None),
    ("a=1; Domain=co.uk", "http://x.co.uk/", "http://y.co.uk/", None),
    ("a=1; Domain=github.io", "http://me.github.io/", "http://you.github.io/", None),
    ("a=1; Path=/in", HOME, "http://www.shop.example/out", None),
    ("a=1; Path=/in", HOME, "http://www.shop.example/in/x", "a=1"),
    ("a=1; Secure", "https://www.shop.example/", HOME, None),
    ("a=1; Secure", "https://www.shop.example/", "https://www.shop.example/", "a=1"),
    ("a=1; Max-Age=0", HOME, HOME, None),
    ("a=1; Expires=Thu, 01 Jan 1970 00:00:01 GMT", HOME, HOME, None),
    ("a=1", "http://127.0.0.1/", "http://127.0.0.1/x", "a=1"),
    ("", HOME, HOME, None),
    (";;;", HOME, HOME, None),
    ("a=b\x01c", HOME, HOME, None),
    ('a="b\x85c"', HOME, HOME, None),
    ("big=" + "x" * 5000, HOME, HOME, None),
]


@pytest.mark.parametrize(("value", "origin", "url", "sent"), TABLE)
def test_scope(value: str, origin: str, url: str, sent: str | None) -> None:
    """A cookie goes back where it came from and nowhere else; other sites and suffixes get nothing."""
    assert sent_to(url, (origin, value)) == sent


def test_a_flood_is_bounded_and_the_session_lives() -> None:
    """However many cookies a site sets, the header stays short, and its first ones can still be renewed."""
    flood = [(HOME, f"c{n}={'x' * size}") for n in range(1000) for size in (4, 400)]
    found = sent_to(HOME, (HOME, "session=old"), *flood, (HOME, "session=new"))
    assert found is not None
    assert "session=new" in found
    assert "session=old" not in found
    assert len(found) < 9_000


def test_what_is_kept_is_bounded_too() -> None:
    """Cookies for paths we may never see take memory: past a site's share they are not kept."""
    flood = [(HOME, f"c{n}={'x' * 400}; Path=/p{n}") for n in range(90)]
    assert sent_to(f"{HOME}p5", *flood) is not None
    assert sent_to(f"{HOME}p85", *flood) is None


def test_many_values_in_one_header_are_bounded() -> None:
    """A single Set-Cookie cannot carry more than its share either."""
    found = sent_to(HOME, *((HOME, "; ".join(f"n{m}x{n}=y" for n in range(300))) for m in range(50)))
    assert found is None or len(found) < 10_000


def written(path: Path, *lines: str, magic: str = "# Netscape HTTP Cookie File") -> Path:
    file = path / "cookies.txt"
    file.write_text("\n".join([magic, "", *lines, ""]))
    return file


def test_file(tmp_path: Path) -> None:
    """A cookie file's cookies go to their hosts; expired ones are left out, sessions and odd names are not."""
    file = written(
        tmp_path,
        ".shop.example\tTRUE\t/\tFALSE\t0\tsession\tabc",
        "#HttpOnly_www.shop.example\tFALSE\t/\tFALSE\t4102444800\tkept\t1",
        "www.shop.example\tFALSE\t/\tFALSE\t1\texpired\t1",
        "www.shop.example\tFALSE\t/\tTRUE\t0\tsecure\t1",
        "www.shop.example\tFALSE\t/\tFALSE\t0\todd[name]\t1",
        "Other.Example\tFALSE\t/\tFALSE\t0\telsewhere\t1",
    )
    assert set((sent_to(HOME, file=file) or "").split("; ")) == {"session=abc", "kept=1", "odd[name]=1"}
    assert sent_to("http://sub.shop.example/", file=file) == "session=abc"
    assert "secure=1" in (sent_to("https://www.shop.example/", file=file) or "")
    assert sent_to("http://other.example/", file=file) == "elsewhere=1"


BROKEN: dict[str, Callable[[Path], Path]] = {
    "not a cookie file": lambda path: written(path, magic="hello"),
    "too few columns": lambda path: written(path, "a.example\tTRUE\t/"),
    "a host that is none": lambda path: written(path, "a b[\tFALSE\t/\tFALSE\t0\tn\tv"),
    "missing": lambda path: path / "none.txt",
    "a folder": lambda path: path,
}


@pytest.mark.parametrize("name", BROKEN)
def test_broken_file(name: str, tmp_path: Path) -> None:
    """A file that cannot be used is bad configuration, said with the format that is wanted."""
    with pytest.raises(BadConfiguration, match="Netscape format"):
        sent_to(HOME, file=BROKEN[name](tmp_path))


def test_a_full_name_has_the_same_cookies(tmp_path: Path) -> None:
    """A file that names the host with the dot at its end: the cookie goes to the host, which has no other name."""
    lines = ("a.test.\tFALSE\t/\tFALSE\t0\tsession\t1", ".b.test.\tTRUE\t/\tFALSE\t0\tsession\t2")
    file = written(tmp_path, *lines)
    assert sent_to(canonical("http://a.test./x") or "", file=file) == "session=1"
    assert sent_to(canonical("http://www.b.test/") or "", file=file) == "session=2"

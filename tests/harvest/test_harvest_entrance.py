"""The page that a user names may only frame the one with the form."""

from pathlib import Path

import pytest
from catalogue_server import catalogue
from test_harvest_plans import NO_DETAILS, harvest, names

BOATS = [f"{colour} boat of {port}" for colour in ("Red", "White", "Green") for port in ("Hull", "Cork", "Brest")]
SEARCH = "<form action=/find role=search><label>Search boats <input name=q></label><button>Search</button></form>"
LOGIN = (
    "<form action=/enter method=post><input name=user><input type=password name=key><button>Log in</button></form>"
)
OUTER = {
    "/frames": "<frameset cols='200,*'><frame src=/head><frame src=/menu><frame src=/text></frameset>",
    "/inline": "<h1>Boats</h1><iframe src=/menu title=Search></iframe>",
    "/away": "<h1>Boats</h1><iframe src='http://boats.example/menu'></iframe>",
    "/locked": "<frameset rows='80,*'><frame src=/text><frame src=/inner></frameset>",
}
INNER = {"/head": "<h1>Boats</h1>", "/menu": SEARCH, "/text": "<p>Boats of all ports.", "/inner": LOGIN}


def _site(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    if path == "/find":
        word = dict(pairs)["q"].strip().lower()
        found = [(n, boat) for n, boat in enumerate(BOATS) if not word or word in boat.lower().split()]
        lines = "".join(f"<li><a href='/boat/{n}'>{boat}</a> built in 19{n:02}</li>" for n, boat in found)
        return 200, f"<title>Found</title><ol>{lines}</ol>"
    body = OUTER.get(path) or INNER.get(path)
    return (200, f"<title>Boats</title>{body}") if body else (500, "<title>Out of order</title><p>Sorry.")


@pytest.mark.parametrize("address", ["/frames", "/inline"])
def test_the_search_in_a_frame_is_harvested(tmp_path: Path, address: str) -> None:
    """The address of the page that a reader sees is enough; the form stands in one of its frames."""
    with catalogue(_site) as served:
        done = harvest(served.url(address), tmp_path / "out", *NO_DETAILS)
    assert done.returncode in (0, 4), done.stderr  # of so few records nobody can say that they are all
    assert names(tmp_path / "out") == sorted(BOATS)


def test_frames_of_other_sites_are_left_alone(tmp_path: Path) -> None:
    """A frame of another site is not asked for: there is no form here then."""
    with catalogue(_site) as served:
        done = harvest(served.url("/away"), tmp_path / "out")
    assert (done.returncode, "there is no form on this page" in done.stderr) == (3, True)
    assert [path for _, path, _ in served.asked if path != "/robots.txt"] == ["/away"]


def test_what_speaks_against_a_form_in_a_frame_is_said(tmp_path: Path) -> None:
    """The only form is a login in a frame: it is refused with its reason, and nothing is sent."""
    with catalogue(_site) as served:
        done = harvest(served.url("/locked"), tmp_path / "out")
    assert done.returncode == 3
    assert "password" in done.stderr
    assert "POST" not in {method for method, _, _ in served.asked}


def test_a_page_that_came_as_an_error_is_named_as_one(tmp_path: Path) -> None:
    """Where the server fails, it is said that it did, not only that there is no form."""
    with catalogue(_site) as served:
        done = harvest(served.url("/broken"), tmp_path / "out", "--option", "web.retries=0")
    assert done.returncode == 3
    assert "the server answered 500" in done.stderr

"""What people see: every page over a real socket, as it comes without JavaScript."""

import re
from pathlib import Path

import pytest

from conftest import run_in
from dashboards import Dashboard, dashboard
from leadline.errors import BadTarget
from leadline.ui.charts import Line, line_chart

PAGES = (
    "/", "/search", "/search?q=red", "/compare", "/folders/cars", "/folders/cars/records", "/folders/cars/queries",
    "/folders/cars/forms", "/folders/cars/sites", "/folders/cars/learned", "/folders/forms",
    "/folders/forms/records", "/folders/forms/forms", "/folders/forms/sites", "/folders/forms/learned",
    "/folders/forms/queries",
)  # fmt: skip


@pytest.mark.parametrize("path", PAGES)
def test_every_page_comes_with_the_strict_policy(shown: Dashboard, path: str) -> None:
    """No page may run anything but our own script."""
    said = shown.ask(path)
    assert said.status == 200
    policy = said.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "<script>" not in said.text
    assert " style=" not in said.text
    assert said.headers["x-content-type-options"] == "nosniff"


def test_a_source_says_how_complete_it_is(shown: Dashboard) -> None:
    """The sentence of `status` and the curve of records, estimate and interval."""
    page = shown.ask("/folders/cars").text
    assert "About 26 records are there in all" in page
    assert "records here ends at 26" in page
    assert "estimate, 95 % ends at 26" in page


def test_forms_are_drawn_with_their_labels_and_reasons(shown: Dashboard) -> None:
    """The directory of a crawl has each form's picture, kind, fields and why."""
    page = shown.ask("/folders/forms/forms").text
    assert page.count("<figure>") == 2
    assert "safe to send" in page
    assert "<summary>Why</summary>" in page
    picture = shown.ask("/folders/forms/forms/0.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "sandbox" in picture.headers["content-security-policy"]
    assert ">Make" in picture.text
    assert shown.ask("/folders/forms/forms/99.svg").status == 404


def test_records_are_filtered_by_facets_and_words(shown: Dashboard) -> None:
    """Counts stand beside values; both narrow the table."""
    everything = shown.ask("/folders/cars/records").text
    assert "26 of 26 records" in everything
    assert 'value="Gearbox:manual"' in everything
    some = shown.ask("/folders/cars/records?where=Gearbox:automatic&words=volvo").text
    assert "1995 Volvo 850 GLT" in some
    assert "Giulia" not in some


def test_search_marks_what_was_looked_for(shown: Dashboard) -> None:
    """The same hits as `leadline search`."""
    page = shown.ask("/search?q=giulia+kind:record").text
    assert "1972 Alfa Romeo Giulia Super" in page
    assert "<mark>Giulia</mark>" in page


def test_queries_lead_to_their_stored_answers(shown: Dashboard) -> None:
    """What was asked, what came back, and the page itself."""
    assert 'href="/folders/cars/answers/1/0"' in shown.ask("/folders/cars/queries").text
    assert "Alfa Romeo" in shown.ask("/folders/cars/answers/1/0").text


@pytest.mark.parametrize(
    "path",
    ["/nothing", "/folders/none", "/folders/..%2F..%2Fetc", "/folders/cars/answers/99/0", "/static/../server.py",
     "/static/%2e%2e/server.py", "/folders/cars/archive?url=http://elsewhere.example/"],
)  # fmt: skip
def test_what_is_not_here_says_so(shown: Dashboard, path: str) -> None:
    """Names are looked up among what is there: nothing typed becomes a path."""
    assert shown.ask(path).status == 404


def test_a_folder_that_is_damaged_is_told_of_and_the_others_are_shown(tmp_path: Path, shelf: Path) -> None:
    """One bad folder does not take the overview along."""
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "leadline.db").write_bytes(b"no database at all, whatever its name says" * 50)
    with dashboard(tmp_path, shelf / "cars") as served:
        page = served.ask("/").text
        assert 'class="problem"' in page
        assert "About 26 records" in page
        assert 400 <= served.ask("/folders/broken").status < 500


def test_a_folder_that_is_none_is_refused_before_anything_is_served(tmp_path: Path) -> None:
    """With a sentence."""
    with pytest.raises(BadTarget, match="is no folder"), dashboard(tmp_path / "nowhere"):
        pass


def test_what_was_learnt_is_shown_step_by_step(builtin_web: str, tmp_path: Path) -> None:
    """Which features of links a strategy chose at each step (the papers' tables), the crawl's own page says."""
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    words = ["locate", "--topic", "auto", "--seeds", "seeds.txt", "--strategy", "ache-online", "--out", "learning"]
    made = ["--option", "locate.links.threshold=1", "--connect-to", builtin_web, "--delay", "0.01"]
    done = run_in(tmp_path, *words, *made)
    assert done.returncode == 0, done.stderr
    with dashboard(tmp_path / "learning") as served:
        page = served.ask("/folders/learning/learned").text
        assert "Nothing was learnt" not in page
        assert "features" in page


def test_who_finds_nothing_is_told_how_to_ask(shown: Dashboard) -> None:
    """The filters stand where a question brought nothing, and where none was asked."""
    for path in ("/search", "/search?q=nothingofthekind"):
        assert "<code>hidden:yes</code>" in shown.ask(path).text
    assert "<code>hidden:yes</code>" not in shown.ask("/search?q=red").text


def test_the_name_of_a_line_stands_whole_on_the_chart() -> None:
    """A long one takes room from the curve."""
    name = "a-project-of-cars~located (sounding)"[:34]
    picture = line_chart([Line(name, [(0, 0), (9, 5)])], "forms", "pages")
    end, at, width = (
        float(found[1])
        for pattern in (r'<circle[^>]* cx="([\d.]+)"', rf'x="([\d.]+)"[^>]*>{re.escape(name)}<', r"0 0 (\d+)")
        if (found := re.search(pattern, picture))
    )
    assert end < at
    assert at + 7.5 * len(name) < width  # letters of that size are about so wide

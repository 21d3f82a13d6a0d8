"""The built-in web: every page is served with the manners it stands for."""

import gzip
import http.client
import json

import pytest

from leadline.demo.site import answer, index


def _get(address: str, host: str, path: str, method: str = "GET") -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(address, timeout=10)
    connection.request(method, path, headers={"Host": host})
    response = connection.getresponse()
    body = response.read()
    connection.close()
    return response, body


@pytest.mark.parametrize("url", index().split())
def test_every_address_answers(url: str) -> None:
    """All listed addresses show a page or lead to one."""
    host, _, path = url.removeprefix("http://").partition("/")
    assert answer(host, f"/{path}").status in (200, 301)


def test_host_names_share_one_port(builtin_web: str) -> None:
    """The Host header chooses the site."""
    titles = [
        _get(builtin_web, host, "/")[1].partition(b"<title>")[2][:8] for host in ("town.example", "jobs.example")
    ]
    assert titles == [b"Town of ", b"Find wor"]


def test_the_zipped_page_is_zipped(builtin_web: str) -> None:
    """One page comes gzip-compressed whoever asks."""
    response, body = _get(builtin_web, "records.example", "/")
    assert response.headers["Content-Encoding"] == "gzip"
    assert b"County land records" in gzip.decompress(body)


def test_the_old_page_is_windows_1252_and_the_server_does_not_say_so(builtin_web: str) -> None:
    """Only the page's own <meta> tells its charset."""
    response, body = _get(builtin_web, "antiquariat.example", "/")
    assert response.headers["Content-Type"] == "text/html"
    assert "Höchstpreis in €".encode("windows-1252") in body


def test_robots_forbid_the_staff_page(builtin_web: str) -> None:
    """robots.txt of one host forbids one page."""
    assert b"Disallow: /staff/" in _get(builtin_web, "jobs.example", "/robots.txt")[1]
    assert _get(builtin_web, "cars.example", "/robots.txt")[0].status == 404


def test_strangers_get_the_list(builtin_web: str) -> None:
    """A browser that comes by the port's own name sees what there is."""
    response, body = _get(builtin_web, builtin_web, "/")
    assert response.status == 404
    assert body.decode() == index()


@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_other_methods_are_answered(builtin_web: str, method: str) -> None:
    """HEAD and POST get an answer, so that trying the forms in a browser does not hang."""
    assert _get(builtin_web, "town.example", "/login", method)[0].status == 404


def test_the_posted_form_wants_its_token() -> None:
    """Only what the form brings along opens the database, and only by POST."""
    asked = "state=0f3a&what=baker&where="
    assert b"Night baker" in answer("jobs.example", "/find", posted=asked).body
    assert answer("jobs.example", "/find", posted="what=baker").status == 403
    assert answer("jobs.example", "/find", asked).status == 403


def test_one_database_shows_no_more_than_twenty_rows() -> None:
    """Also behind what would be the next page; and says so."""
    for start in ("", "&start=20"):
        body = answer("records.example", "/records.asp", f"book=deeds{start}").body.decode()
        assert body.count("<td>deeds</td>") == (0 if start else 20)
    assert b"Only the first 20" in answer("records.example", "/records.asp", "book=deeds").body
    assert b"20 entries found" in answer("records.example", "/records.asp", "book=liens").body


def test_one_speaks_german_on_further_pages_too() -> None:
    """The link to the next page keeps the question, in the old charset."""
    first = answer("antiquariat.example", "/suche", "titel=&verfasser=J%FCrgens").body.decode("windows-1252")
    everything = answer("antiquariat.example", "/suche").body.decode("windows-1252")
    assert "Bücher gefunden" in first
    assert 0 < first.count("<tr><td>") < everything.count("<tr><td>") == 12
    assert 'href="/suche?start=12">weiter</a>' in everything


def test_one_has_its_records_as_json_alone() -> None:
    """Nothing of them stands in the page's own text."""
    body = answer("lights.example", "/list", "coast=North+coast").body.decode()
    state = json.loads(body.partition('id="state">')[2].partition("</script>")[0])
    assert state["total"] == len(state["lights"]) == 10
    assert {light["coast"] for light in state["lights"]} == {"North coast"}
    assert '<ol id="lights"></ol>' in body

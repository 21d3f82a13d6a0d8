"""The built-in web: every page is served with the manners it stands for."""

import gzip
import http.client

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
    assert _get(builtin_web, "jobs.example", "/find", method)[0].status == 404

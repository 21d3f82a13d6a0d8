"""The server of the synthetic site: many addresses, kept connections, gone with its block."""

import gzip
import http.client

import pytest

from leadline_bench.pages import Site, host
from leadline_bench.server import serving


def _get(connection: http.client.HTTPConnection, path: str) -> tuple[int, bytes]:
    connection.request("GET", path)
    answer = connection.getresponse()
    body = answer.read()
    return answer.status, gzip.decompress(body) if answer.headers["Content-Encoding"] == "gzip" else body


def test_every_host_serves_the_same_pages_over_one_connection_each() -> None:
    """Pages come as they were made, packed; what does not exist is a 404 and leaves the connection usable."""
    with serving(hosts=3, pages=90, seed=4) as site:
        for number in range(3):
            connection = http.client.HTTPConnection(host(number), site.port, timeout=10)
            assert _get(connection, site.path(5)) == (200, site.html(5).encode())
            assert _get(connection, "/robots.txt")[0] == 404
            assert _get(connection, site.path(89)) == (200, site.html(89).encode())
            connection.close()
        assert site == Site(hosts=3, pages=90, port=site.port, seed=4)
    connection = http.client.HTTPConnection(host(0), site.port, timeout=10)
    with pytest.raises(ConnectionRefusedError):
        connection.connect()

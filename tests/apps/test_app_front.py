"""The front before an application: everything is written down, and CGI programs are run as RFC 3875 says."""

import http.client
from pathlib import Path

from app_front import Front, Pages, Program, Programs, Upstream, front

SCRIPT = """#!/bin/sh
printf 'Status: 207 Partly\\r\\nContent-Type: text/plain\\r\\nX-Told: yes\\r\\n\\r\\n'
printf '%s %s %s %s ' "$REQUEST_METHOD" "$SCRIPT_NAME" "$PATH_INFO" "$QUERY_STRING"
cat
"""


def _asked(at: Front, method: str, path: str, body: bytes | None = None) -> tuple[int, str | None, bytes]:
    connection = http.client.HTTPConnection(at.address, timeout=30)
    try:
        connection.request(method, path, body)
        answered = connection.getresponse()
        return answered.status, answered.getheader("X-Told"), answered.read()
    finally:
        connection.close()


def _program(folder: Path) -> Program:
    script = folder / "search.cgi"
    script.write_text(SCRIPT)
    return Program(("/bin/sh", str(script)), "/cgi-bin/search")


def test_a_program_gets_the_request_and_its_answer_comes_back(tmp_path: Path) -> None:
    """Method, paths, query and body reach the program, status, headers and text the asker; all is logged."""
    with front() as door:
        door.behind = _program(tmp_path)
        told = _asked(door, "POST", "/cgi-bin/search/more%20of?q=a%20b", b"given")
        assert told == (207, "yes", b"POST /cgi-bin/search /more of q=a%20b given")
        assert [(asked.method, asked.target, asked.body) for asked in door.log] == [
            ("POST", "/cgi-bin/search/more%20of?q=a%20b", b"given")
        ]


def test_pages_lie_beside_a_program(tmp_path: Path) -> None:
    """Files are served below their own path, the program at its own; what neither knows is not there."""
    (tmp_path / "one.html").write_text("<p>One")
    with front() as door:
        door.behind = Pages(tmp_path, "/pages/", _program(tmp_path))
        assert _asked(door, "GET", "/pages/one.html")[2] == b"<p>One"
        assert _asked(door, "GET", "/pages/two.html")[0] == 404
        assert _asked(door, "GET", "/elsewhere")[0] == 404
        assert _asked(door, "GET", "/cgi-bin/search?q=1")[0] == 207


def test_another_server_is_asked_under_the_name_of_the_front(tmp_path: Path) -> None:
    """The host name passed on is the front's, so that the links of the application lead through the log."""
    with front() as door, front() as application:
        application.behind = _program(tmp_path)
        door.behind = Upstream(application.port)
        assert _asked(door, "GET", "/cgi-bin/search?q=1")[:2] == (207, "yes")
        assert application.log[0].headers["host"] == door.address


def test_headers_for_everybody_take_the_place_of_the_visitors(tmp_path: Path) -> None:
    """An application that follows its visitor's language or lets in members only hears the same from everybody."""
    with front() as door, front() as application:
        application.behind = _program(tmp_path)
        door.behind = Upstream(application.port, {"accept-language": "de", "accept-encoding": "none"})
        _asked(door, "GET", "/cgi-bin/search")
        assert application.log[0].headers["accept-language"] == "de"
        assert application.log[0].headers["accept-encoding"] == "none"


def test_a_folder_of_programs_answers_each_at_its_name(tmp_path: Path) -> None:
    """A name that is not in the folder is answered by the one chosen; outside of its path nothing is there."""
    _program(tmp_path)
    with front() as door:
        door.behind = Programs(tmp_path, "/cgi-bin", "search.cgi", interpreter=("/bin/sh",))
        assert _asked(door, "GET", "/cgi-bin/search.cgi/a?q=1")[2] == b"GET /cgi-bin/search.cgi /a q=1 "
        assert _asked(door, "GET", "/cgi-bin/other?q=2")[2] == b"GET /cgi-bin/other  q=2 "
        assert _asked(door, "GET", "/elsewhere")[0] == 404


def test_before_an_application_is_there_the_front_says_so() -> None:
    """Requests that come while the application is being set up are answered with 503."""
    with front() as door:
        assert _asked(door, "GET", "/")[0] == 503

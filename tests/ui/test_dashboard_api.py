"""The JSON API: what it tells, and that nothing sent to it breaks it or gets past the guard."""

import hashlib
import http.client
import random
import re
import shutil
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from dashboards import Dashboard, dashboard

HOSTILE = (
    "", "0", "-1", "9" * 40, "1e9", "cars", "..", "../..", "%2e%2e%2f", "/etc/passwd", "\x00", "a\nb", "é" * 300,
    "\ud83d\ude00", "<script>", "'; DROP TABLE page; --", '"', "*", "kind:", 'kind:record "', "NEAR(", "a" * 5000,
    "where:", ":", "null", "true",
)  # fmt: skip


def listed(folder: Path) -> dict[str, str]:
    """Every file of a folder and what is in it."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in folder.rglob("*")
        if file.is_file() and not file.name.endswith(("-shm", "-wal"))
    }


def test_folders_in_numbers_are_those_of_status(shown: Dashboard) -> None:
    """Keys of `leadline status --json`, under the name of the folder."""
    told = {one["name"]: one for one in shown.ask("/api/folders").json["folders"]}
    assert told.keys() == {"cars", "forms"}
    assert told["cars"]["records"] == 26
    assert told["cars"]["coverage"] == 1
    assert told["forms"]["relevant_forms"] == 2
    assert shown.ask("/api/folders/cars").json["stopped_by"] == "complete"


def test_rows_curves_values_and_search(shown: Dashboard) -> None:
    """Each is what its command gives."""
    assert len(shown.ask("/api/folders/cars/rows/records?limit=10&skip=20").json["rows"]) == 6
    curve = shown.ask("/api/folders/cars/curve").json["points"]
    assert curve[-1]["records"] == 26
    assert curve[-1]["estimate"]["total"] == 26
    assert shown.ask("/api/folders/forms/sites").json["sites"][0]["relevant"] == 1
    found = shown.ask("/api/search?q=giulia%20kind:record").json
    assert [hit["title"] for hit in found["hits"]] == ["1972 Alfa Romeo Giulia Super"]
    facets = shown.ask("/api/folders/cars/records?where=Gearbox:automatic").json
    assert facets["found"] < facets["total"] == 26


def test_metrics_are_in_the_format_of_prometheus(shown: Dashboard) -> None:
    """Every line is a comment or a name with labels and a number."""
    lines = shown.ask("/metrics").text.splitlines()
    shape = re.compile(r'leadline_\w+\{\w+="[^"]*"(,\w+="[^"]*")*\} [0-9.e+-]+')
    assert all(line.startswith("# ") or shape.fullmatch(line) for line in lines)
    assert 'leadline_records{folder="cars"} 26.0' in lines
    assert 'leadline_coverage{folder="cars"} 1.0' in lines
    assert any(line.startswith('leadline_queries{folder="cars",reply="results"}') for line in lines)
    assert shown.ask("/health").json["status"] == "ok"


def requests_of(document: Any, drawn: random.Random) -> list[tuple[str, str, dict[str, Any] | None]]:
    """Requests as the document describes them, with values that fit and values that do not."""
    made = []
    for path, methods in document["paths"].items():
        for method, about in methods.items():
            for _ in range(12):
                filled, query = path, []
                for parameter in about["parameters"]:
                    name, allowed = (
                        parameter["name"],
                        parameter["schema"].get("enum", ["cars", "forms", "red", "3"]),
                    )
                    value = drawn.choice(allowed) if drawn.random() < 0.5 else drawn.choice(HOSTILE)
                    written = quote(value.encode("utf-8", "replace"), safe="")
                    if parameter["in"] == "path":
                        filled = filled.replace(f"{{{name}}}", written)
                    elif drawn.random() < 0.7:
                        query.append(f"{name}={written}")
                body = None
                if "requestBody" in about:
                    schema = about["requestBody"]["content"]["application/json"]["schema"]
                    body = {
                        name: drawn.choice([*kind.get("enum", HOSTILE), *HOSTILE, True, -1, ["a"], None])
                        for name, kind in schema["properties"].items()
                        if drawn.random() < 0.7
                    }
                made.append((method.upper(), f"{filled}?{'&'.join(query)}", body))
    return made


def writes_of(served: Dashboard) -> list[str]:
    """The addresses of everything that changes something, for a folder that is there, and the pages' own."""
    paths = served.ask("/api/openapi.json").json["paths"]
    named = [path.format(folder="cars", name="x") for path, methods in paths.items() if "post" in methods]
    return [*named, "/harvests", "/harvests/x/stop", "/folders/cars/decide"]


def test_no_request_that_its_own_document_allows_or_forbids_is_a_fault(shelf: Path, tmp_path: Path) -> None:
    """Fuzzed from the OpenAPI document: no 5xx, an error is a sentence, no harvest begins of nonsense, and nothing
    but decisions is written."""
    shutil.copytree(shelf, tmp_path / "shelf")
    with dashboard(tmp_path / "shelf") as served:
        document = served.ask("/api/openapi.json").json
        served.ask("/api/search?q=volvo")  # which makes its index
        before = listed(tmp_path)
        statuses = set()
        for method, path, body in requests_of(document, random.Random(17)):
            said = (
                served.post(path, body)
                if body is not None
                else served.ask(path, method, b"" if method != "GET" else None)
            )
            assert said.status < 500, (method, path, said.text)
            if said.status >= 400 and path.startswith("/api/"):
                assert said.json["error"]
            statuses.add(said.status)
        assert {200, 400, 404} <= statuses
        assert served.ask("/api/harvests").json["harvests"] == []
    after = listed(tmp_path)
    assert {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)} <= {
        f"shelf/{name}/decisions.jsonl" for name in ("cars", "forms")
    }


@pytest.mark.parametrize(
    "way", ["..", "%2e%2e", "..%2f..", "%2e%2e%2f%2e%2e", "....//", "..%5c", "%252e%252e", "/"]
)
def test_no_path_leads_out_of_the_folder(shelf: Path, tmp_path: Path, way: str) -> None:
    """Whatever stands for a folder, a file, a page or an address: a file beside the folder is not to be had."""
    shutil.copytree(shelf, tmp_path / "inside")
    (tmp_path / "secret.txt").write_text("the secret")
    (tmp_path / "leadline.db").write_text("the secret")
    here = quote(str(tmp_path / "secret.txt"), safe="")
    with dashboard(tmp_path / "inside") as served:
        for path in (
            f"/static/{way}/secret.txt", f"/static/{way}/{way}/secret.txt", f"/folders/{way}", f"/folders/{here}",
            f"/folders/{way}/secret.txt", f"/folders/cars/{way}/secret.txt", f"/api/folders/{way}/rows/records",
            f"/api/folders/{here}", f"/folders/cars/archive?url={way}/secret.txt", f"/{way}/secret.txt",
            f"/folders/cars/archive?url=file://{here}", f"/folders/cars/archive?url=http://cars.example/&at={way}%230",
            f"/folders/cars/answers/1/0/{way}", f"/folders/cars/ask/{way}", f"/api/search?q=secret&folder={way}",
        ):  # fmt: skip
            said = served.ask(path)
            assert said.status < 500, path
            assert b"the secret" not in said.body, path
        for name in (way, f"{way}/new", str(tmp_path / "new"), "cars/../../new"):
            said = served.post("/api/harvests", {"url": "http://cars.example/", "name": name})
            assert said.status == 400, (name, said.text)
    assert sorted(file.name for file in tmp_path.iterdir()) == ["inside", "leadline.db", "secret.txt"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Sec_Fetch_Site": "same-site"},
    ],
)
def test_a_page_of_another_origin_changes_nothing(shown: Dashboard, shelf: Path, headers: dict[str, str]) -> None:
    """Whatever it sends, wherever to."""
    before, paths = listed(shelf), writes_of(shown)
    assert len(paths) >= 6
    for path in paths:
        said = shown.post(path, {"url": "http://cars.example/", "field": "make", "values": ["x"]}, **headers)
        assert said.status == 403, path
    assert shown.ask("/api/harvests").json["harvests"] == []
    assert listed(shelf) == before


def test_a_name_that_was_pointed_here_is_not_answered(shown: Dashboard) -> None:
    """A page of the web cannot read us by resolving its own name to loopback."""
    assert shown.ask("/api/folders", Host="evil.example").status == 421
    assert shown.ask("/api/folders", Host=f"localhost:{shown.port}").status == 200


def test_read_only_writes_nothing(shelf: Path) -> None:
    """No harvest, no index: the folders stay byte for byte."""
    before = listed(shelf)
    with dashboard(shelf, read_only=True) as served:
        for path in writes_of(served):
            assert served.post(path, {"url": "http://cars.example/", "forbidden": True}).status == 403, path
        assert served.ask("/api/search?q=volvo").json["total"]
        assert served.ask("/folders/cars").status == 200
        assert "Harvest a source" not in served.ask("/").text
    assert listed(shelf) == before


def test_elsewhere_than_on_loopback_a_token_is_wanted(shelf: Path) -> None:
    """As a header, or once in the address, which becomes a cookie that scripts cannot read."""
    with dashboard(shelf, host="0.0.0.0") as served:
        token = served.address.rpartition("=")[2]
        assert len(token) >= 20
        assert served.ask("/").status == 401
        assert served.ask("/api/folders", Authorization="Bearer wrong").status == 401
        assert served.ask("/api/folders", Authorization=f"Bearer {token}").status == 200
        entered = served.ask(f"/folders/cars?token={token}")
        assert (entered.status, entered.headers["location"]) == (303, "/folders/cars")
        assert "HttpOnly" in entered.headers["set-cookie"]
        cookie = entered.headers["set-cookie"].partition(";")[0]
        assert served.ask("/", Cookie=cookie).status == 200
        assert served.ask(f"//evil.example/?token={token}").headers.get("location", "/").startswith("/evil")


def test_events_tell_how_folders_stand(shown: Dashboard) -> None:
    """The first message of each folder comes at once."""
    connection = http.client.HTTPConnection("127.0.0.1", shown.port, timeout=20)
    connection.request("GET", "/events")
    answer = connection.getresponse()
    assert answer.getheader("content-type", "").startswith("text/event-stream")
    assert answer.readline() == b"event: folder\n"
    assert answer.readline().startswith(b"data: {")
    connection.close()

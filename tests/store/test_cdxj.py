"""The index of the archive: sorted, and every line leads to its capture."""

import io
import json
from pathlib import Path

import pytest
from store_backends import BACKENDS, new_store, reopening
from store_samples import batch, outcome, response
from warcio_reading import read

from leadline.model.page import Hop
from leadline.store.archive import Archive, capture_of
from leadline.store.cdxj import surt, write_cdxj
from leadline.store.protocols import Store

reopen = pytest.fixture(params=BACKENDS)(reopening)
store = pytest.fixture(new_store)


def test_every_line_leads_to_its_capture(store: Store, tmp_path: Path) -> None:
    """Offset, length, status, digest and URL of each line are those of the record there, redirects included."""
    archive = Archive(tmp_path / "warc")
    hop = Hop("http://www.z.example/", 302, "http://z.example/home")
    answers = [
        response("http://z.example/home", hops=(hop,)),
        response("http://a.example/ü?b=1&a=2", status=404, headers=()),
        response("http://m.example/", body=b"", headers=(("Content-Type", "Text/HTML"),)),
    ]
    for number, answer in enumerate(answers):
        event = outcome(number, answer.request.url, final_url=answer.url, status=answer.status)
        store.commit(batch(event, capture=archive.append(answer)))
    store.commit(batch(outcome(3, "http://b.example/"), capture=capture_of(response())))
    archive.close()
    out = io.BytesIO()
    write_cdxj(store, out)
    lines = out.getvalue().splitlines()
    assert len(lines) == 4
    assert lines == sorted(lines)
    for line in lines:
        key, when, block = line.decode("ascii").split(" ", 2)
        about = json.loads(block)
        assert key == surt(about["url"])
        assert when == "20231114221320"
        start = int(about["offset"])
        member = (tmp_path / "warc" / about["filename"]).read_bytes()[start : start + int(about["length"])]
        (record,) = read(member)
        assert record.headers["WARC-Target-URI"] == about["url"]
        assert record.headers["WARC-Payload-Digest"] == about["digest"]
        assert record.block.startswith(f"HTTP/1.1 {about['status']} ".encode())
    shown = [(line.split()[0], json.loads(line.split(b" ", 2)[2])["mime"]) for line in lines]
    assert shown == [
        (b"example,a)/%c3%bc?a=2&b=1", "unk"),
        (b"example,m)/", "text/html"),
        (b"example,z)/", "unk"),
        (b"example,z)/home", "text/html"),
    ]


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://www2.example.co.uk/a//b/?b=2&a=1&A=0", "uk,co,example)/a/b?a=0&a=1&b=2"),
        ("http://example.com/%7Efoo/%C3%A9%2520x?q=%2B%20a+b&x=%26", "com,example)/~foo/%c3%a9%20x?&q=+%20a+b&x="),
        ("http://example.com/?jsessionid=AAAABBBBCCCCDDDDEEEEFFFF00001111&x=1", "com,example)/?x=1"),
        ("http://example.com/x?cfid=12&cftoken=34&z=1", "com,example)/x?z=1"),
        ("http://example.com/(S(aaaabbbbccccddddeeeeffff))/x.aspx", "com,example)/x.aspx"),
        ("http://example.com/?a&b=&=c", "com,example)/?=c&a&b="),
        ("https://www.example.com:8443/", "com,example:8443)/"),
        ("http://[2001:db8::1]:8080/x", "2001:db8::1:8080)/x"),
        ("http://127.0.0.1:8000/A/", "1,0,0,127:8000)/a"),
        ("http://www.com/", "com)/"),
        ("http://example.com./x", "com,example)/x"),
        ("http://example.com/a/%2e%2e/x", "com,example)/x"),
    ],
)
def test_keys_are_those_other_tools_use(url: str, key: str) -> None:
    """The key is what the tools that read such an index make of the URL."""
    assert surt(url) == key

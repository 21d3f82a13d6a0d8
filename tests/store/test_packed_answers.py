"""Answers that somebody else has packed for the archive."""

from dataclasses import replace
from pathlib import Path

from store_samples import response
from warcio_reading import ReadRecord, problems, read_folder

from leadline.model.page import Hop
from leadline.store.archive import Archive, packed_exchange
from leadline.store.codec import loads
from leadline.web.replay import read_answer_at
from leadline.web.settings import Limits

DIFFER = ("WARC-Record-ID", "WARC-Warcinfo-ID", "WARC-Concurrent-To")


def _records(folder: Path) -> list[ReadRecord]:
    return [record for _, record in read_folder(folder)]


def test_an_exchange_that_was_packed_beforehand_is_archived_the_same(tmp_path: Path) -> None:
    """By a worker, say: the same records, which refer to each other, and the same places for the answers."""
    answer = replace(response(), hops=(Hop("http://a.example/old", 301, "/"),))
    here, there = Archive(tmp_path / "here"), Archive(tmp_path / "there")
    about = {"probe": "soft 404"}
    # The first of a file stands behind what the file says of itself, the second behind the first.
    *_, own = [here.append(answer, extra=about) for _ in range(2)]
    *_, sent = [there.append_packed(packed_exchange(answer, about)) for _ in range(2)]
    here.close()
    there.close()
    assert problems(tmp_path / "there") == 0
    mine, theirs = _records(tmp_path / "here"), _records(tmp_path / "there")
    assert [(one.kind, one.block) for one in mine[1:]] == [(one.kind, one.block) for one in theirs[1:]]
    assert {one.headers["WARC-Concurrent-To"] for one in theirs[3:5]} == {theirs[5].headers["WARC-Record-ID"]}
    said = [
        {name: one.headers[name] for name in one.headers if name not in DIFFER} for one in (mine[-1], theirs[-1])
    ]
    assert said[0] == said[1]
    assert sent.digest == own.digest
    file, offset = there.path(str(sent.warc)), sent.warc_offset
    assert offset is not None
    found = read_answer_at(file, offset, answer.request, answer.url, 0.0, Limits())
    assert found.body == answer.body
    ((url, status, at, *_),) = loads(sent.hops)
    hop = read_answer_at(file, at, answer.request, url, 0.0, Limits())
    assert (hop.status, hop.headers[0]) == (status, ("Location", "/"))

"""Answers that somebody else has compressed for the archive."""

from pathlib import Path

from store_samples import response
from warcio_reading import ReadRecord, problems, read_folder

from leadline.store.archive import Archive
from leadline.store.exchange import packed_answer
from leadline.web.replay import read_answer_at
from leadline.web.settings import Limits


def _records(folder: Path) -> list[ReadRecord]:
    return [record for _, record in read_folder(folder)]


def test_an_answer_that_was_compressed_beforehand_is_archived_the_same(tmp_path: Path) -> None:
    """By a worker, say: the same records, which refer to each other, and the same place for the answer."""
    here, there = Archive(tmp_path / "here"), Archive(tmp_path / "there")
    own = here.append(response(), extra={"outcome": "17"})
    sent = there.append(response(), extra={"outcome": "17"}, packed=packed_answer(response()))
    here.close()
    there.close()
    assert problems(tmp_path / "there") == 0
    mine, theirs = _records(tmp_path / "here"), _records(tmp_path / "there")
    assert [(one.kind, one.block) for one in mine[1:]] == [(one.kind, one.block) for one in theirs[1:]]
    assert {one.headers["WARC-Concurrent-To"] for one in theirs[1:3]} == {theirs[3].headers["WARC-Record-ID"]}
    differs = ("WARC-Record-ID", "WARC-Warcinfo-ID", "WARC-Concurrent-To")
    said = [
        {name: one.headers[name] for name in one.headers if name not in differs} for one in (mine[3], theirs[3])
    ]
    assert said[0] == said[1]
    assert sent.digest == own.digest
    file, offset = there.path(str(sent.warc)), sent.warc_offset
    assert offset is not None
    found = read_answer_at(file, offset, response().request, response().url, 0.0, Limits())
    assert found.body == response().body

"""Recovery of the archive: what nobody committed is cut off, what was committed is there or missed."""

from pathlib import Path

import pytest
from store_samples import Place, place_of, response
from warcio_reading import problems

from leadline.errors import ArchiveError
from leadline.store.archive import Archive


def written(folder: Path, count: int, *, roll_bytes: int = 2**30) -> list[Place]:
    archive = Archive(folder, roll_bytes=roll_bytes)
    places = [place_of(archive.append(response(f"http://a.example/{n}"))) for n in range(count)]
    archive.close()
    return places


def test_a_torn_end_is_cut_and_the_file_goes_on(tmp_path: Path) -> None:
    """After a crash in the middle of a record, the next one lies right behind the last committed one."""
    places = written(tmp_path, 3)
    file = tmp_path / places[0].file
    file.write_bytes(file.read_bytes()[:-10])
    archive = Archive(tmp_path)
    archive.recover({file.name: places[1].end})
    assert file.stat().st_size == places[1].end
    after = place_of(archive.append(response("http://b.example/")))
    archive.close()
    assert after.file == file.name
    assert after.offset > places[1].end
    assert problems(tmp_path) == 0


def test_files_nobody_committed_go(tmp_path: Path) -> None:
    """A file that was begun and never committed is removed; its name is used again, strangers are not touched."""
    places = written(tmp_path, 4, roll_bytes=1)
    assert [place.file[9:14] for place in places] == ["00000", "00001", "00002", "00003"]
    (tmp_path / "notes.txt").write_text("mine")
    archive = Archive(tmp_path, roll_bytes=1)
    archive.recover({place.file: place.end for place in places[:2]})
    assert sorted(file.name for file in tmp_path.iterdir()) == [places[0].file, places[1].file, "notes.txt"]
    assert place_of(archive.append(response())).file == places[2].file
    archive.close()


def test_nothing_committed_means_an_empty_archive(tmp_path: Path) -> None:
    """A crawl killed before its first commit begins with the first file."""
    written(tmp_path, 2)
    archive = Archive(tmp_path)
    archive.recover({})
    assert list(tmp_path.iterdir()) == []
    assert place_of(archive.append(response())).file == "leadline-00000.warc.gz"
    archive.close()
    assert problems(tmp_path) == 0


def test_recovering_a_whole_archive_changes_nothing(tmp_path: Path) -> None:
    """A clean stop needs no repair."""
    places = written(tmp_path, 3)
    before = (tmp_path / places[0].file).read_bytes()
    Archive(tmp_path).recover({places[0].file: places[-1].end})
    assert (tmp_path / places[0].file).read_bytes() == before


@pytest.mark.parametrize("lost", ["end", "file"])
def test_lost_records_are_missed(tmp_path: Path, lost: str) -> None:
    """If the database knows of more than there is, resuming stops with a sentence and cuts nothing."""
    places = written(tmp_path, 2)
    file = tmp_path / places[0].file
    if lost == "end":
        file.write_bytes(file.read_bytes()[:-10])
    else:
        file.unlink()
    with pytest.raises(ArchiveError, match=r"00000\.warc\.gz has [\d,]+ bytes, but the database knows of"):
        Archive(tmp_path).recover({file.name: places[-1].end})
    assert file.exists() == (lost == "end")


def test_without_recovery_no_old_file_is_touched(tmp_path: Path) -> None:
    """An archive that was not told what is committed begins a new file beside those that are there."""
    (old,) = written(tmp_path, 1)
    (new,) = written(tmp_path, 1)
    assert (old.file, new.file) == ("leadline-00000.warc.gz", "leadline-00001.warc.gz")


def test_a_file_that_is_shared_does_not_grow(tmp_path: Path) -> None:
    """A file with a second name (an export's) stays whole there: a torn end is cut off a copy of our own, and what
    comes next goes to the next file."""
    places = written(tmp_path / "warc", 2)
    file, shared = tmp_path / "warc" / places[0].file, tmp_path / "exported.warc.gz"
    for end, following in ((places[1].end, "leadline-00001.warc.gz"), (places[0].end, "leadline-00000.warc.gz")):
        shared.unlink(missing_ok=True)
        shared.hardlink_to(file)
        before = shared.read_bytes()
        archive = Archive(tmp_path / "warc")
        archive.recover({file.name: end})
        assert place_of(archive.append(response("http://b.example/"))).file == following
        archive.close()
        assert shared.read_bytes() == before

"""A folder from somebody else: nothing outside of it is read, written or run because it says so."""

import base64
import os
import struct
from collections.abc import Callable
from pathlib import Path

import pytest
from foreign_folders import altered, called, contents, copy_of, one_sentence

from leadline.store.sqlite.database import Database

ARCHIVE = "warc/leadline-00000.warc.gz"
PRECIOUS = "Nothing of this may be lost.\n" * 1000


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    file = tmp_path / "precious.txt"
    file.write_text(PRECIOUS)
    return file


@pytest.fixture
def web(builtin_web: str) -> list[str]:
    return ["--connect-to", builtin_web, "--delay", "0.01"]


NAMES = [
    "../../precious.txt",
    "/etc/passwd",
    "..",
    "leadline-00000.warc.gz/../../../precious.txt",
    "leadline-00000.warc.gz\n",
    "leadline-٠٠٠٠٠.warc.gz",
    f"leadline-{'9' * 5000}.warc.gz",
]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("kind", ["located", "harvested"])
def test_names_of_archives_stay_in_their_place(
    crawled: Path, tmp_path: Path, precious: Path, web: list[str], kind: str, name: str
) -> None:
    """A database that names any other file as its archive is refused: nothing is cut, copied or derived."""
    folder = altered(copy_of(crawled, kind, tmp_path), f"UPDATE capture SET warc = '{name}', warc_offset = 5")
    before = contents(folder)
    out = tmp_path / "out"
    for words in (
        ["resume", str(folder), *web],
        ["export", str(folder), "pages", "--format", "warc", "-o", str(out)],
        ["export", str(folder), "pages", "--format", "warc", "-o", str(out.with_suffix(".gz"))],
    ):
        done = called(*words)
        assert done.returncode == 3, (words, done.stderr)
        assert "as part of its archive, which no Leadline wrote; nothing was changed" in one_sentence(done)
    assert contents(folder) == before
    assert precious.read_text() == PRECIOUS
    assert not list(out.parent.glob("out*/*"))
    assert not out.with_suffix(".gz").exists()


@pytest.mark.parametrize(("end", "code"), [("-7", 3), ("'many'", 5), ("1.5", 5)])
def test_ends_of_archives_are_numbers(crawled: Path, tmp_path: Path, web: list[str], end: str, code: int) -> None:
    """An archive is cut at places alone that could have been written."""
    folder = altered(
        copy_of(crawled, "located", tmp_path), f"UPDATE capture SET warc_offset = {end}, warc_length = 0"
    )
    before = contents(folder)
    assert called("resume", str(folder), *web).returncode == code
    assert contents(folder) == before


LINKED = [
    "leadline.db",
    "leadline.db-wal",
    "leadline.db-shm",
    "leadline.db-journal",
    "leadline.lock",
    "config.toml",
    "topic.toml",
    "seeds.txt",
    "source.toml",
    "forms.jsonl",
    "records.jsonl",
    "index.cdxj",
    "warc",
    ARCHIVE,
]


def _linked(folder: Path, name: str, target: Path) -> None:
    place = folder / name
    if place.is_dir():
        place.rename(target)
    else:
        if place.exists():
            target.write_bytes(place.read_bytes())
        place.unlink(missing_ok=True)
    place.symlink_to(target)


@pytest.mark.parametrize("name", LINKED)
def test_links_are_not_followed(crawled: Path, tmp_path: Path, precious: Path, web: list[str], name: str) -> None:
    """Where a link stands in a folder, no command reads or writes through it."""
    folder = copy_of(crawled, "located", tmp_path)
    target = tmp_path / "elsewhere" if name == "warc" else precious
    _linked(folder, name, target)
    before, held = contents(tmp_path), target.stat()
    for words in (["resume", str(folder), *web], ["status", str(folder)], ["export", str(folder), "pages"]):
        done = called(*words)
        assert (done.returncode, done.stdout) == (3, ""), words
        assert f"is a link to {target}" in one_sentence(done)
    assert contents(tmp_path) == before
    assert target.stat().st_mtime_ns == held.st_mtime_ns


def _pipe(folder: Path, _: Path) -> None:
    (folder / "seeds.txt").unlink()
    os.mkfifo(folder / "seeds.txt")


def _second_name(folder: Path, precious: Path) -> None:
    (folder / "leadline.lock").unlink()
    (folder / "leadline.lock").hardlink_to(precious)


def _journal(folder: Path, precious: Path) -> None:
    """SQLite deletes the file that a journal names as the one of a transaction over several databases."""
    name = str(precious).encode()
    head = b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + struct.pack(">5I", 0, 1, 1, 512, 4096)
    tail = struct.pack(">I", 1) + name + struct.pack(">2I", len(name), sum(name)) + head[:8]
    (folder / "leadline.db-journal").write_bytes(head.ljust(512, b"\0") + tail)


@pytest.mark.parametrize(
    ("plant", "says"),
    [
        (_pipe, "seeds.txt is no file"),
        (_second_name, "has a second name somewhere else (a hard link)"),
        (_journal, "is a journal that no Leadline wrote"),
    ],
)
def test_other_ways_out(
    crawled: Path,
    tmp_path: Path,
    precious: Path,
    web: list[str],
    plant: Callable[[Path, Path], None],
    says: str,
) -> None:
    """A pipe that would make us wait, a second name of a file, a journal that has SQLite delete one: refused."""
    folder = copy_of(crawled, "located", tmp_path)
    plant(folder, precious)
    for words in (["resume", str(folder), *web], ["status", str(folder)], ["export", str(folder), "pages"]):
        done = called(*words)
        assert done.returncode == 3
        assert says in one_sentence(done)
    assert precious.read_text() == PRECIOUS


@pytest.mark.parametrize(
    "code",
    [
        "CREATE TRIGGER t AFTER INSERT ON happening BEGIN DELETE FROM log; END",
        "CREATE VIEW v AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT x FROM n",
        "CREATE VIRTUAL TABLE w USING fts5(x)",
    ],
)
def test_a_database_brings_no_code(crawled: Path, tmp_path: Path, web: list[str], code: str) -> None:
    """A schema with anything that runs by itself is none of ours."""
    folder = altered(copy_of(crawled, "located", tmp_path), code)
    for words in (["resume", str(folder), *web], ["status", str(folder)]):
        done = called(*words)
        assert done.returncode == 5
        assert "was changed by another program, which put the" in one_sentence(done)


def test_weights_of_a_topic_stay_beside_it(crawled: Path, tmp_path: Path, precious: Path, web: list[str]) -> None:
    """The topic in a folder cannot have a file read that is not the folder's own."""
    folder = copy_of(crawled, "located", tmp_path)
    text = (folder / "topic.toml").read_text(encoding="utf-8").partition("[learned]")[0]
    (folder / "topic.toml").write_text(f'{text}\n[learned]\nfile = "{precious}"\n', encoding="utf-8")
    done = called("resume", str(folder), *web)
    assert done.returncode == 3
    assert "as its weights, which is not topic.weights.json beside it" in one_sentence(done)


def test_a_form_is_judged_again(crawled: Path, tmp_path: Path, web: list[str]) -> None:
    """A folder cannot vouch for its form: one that asks for a password is refused by `resume` too."""
    folder = copy_of(crawled, "harvested", tmp_path)
    page = '<form action="/in" method="post"><input name="u"><input type="password" name="p"><button>Go</button>'
    altered(
        folder,
        "UPDATE meta SET value = json_set(value, '$.form', 0, '$.body', "
        f"'{base64.b64encode(page.encode()).decode()}') WHERE key = 'harvest'",
    )
    done = called("resume", str(folder), *web)
    assert done.returncode == 3
    assert "it asks for a password" in one_sentence(done)


def test_a_shared_archive_is_not_written_to(crawled: Path, tmp_path: Path, web: list[str]) -> None:
    """A file of the archive that has a second name (an export's) keeps every byte when a crawl goes on."""
    folder = copy_of(crawled, "located", tmp_path)
    with (folder / ARCHIVE).open("ab") as file:
        file.write(b"torn")
    (tmp_path / "exported.warc.gz").hardlink_to(folder / ARCHIVE)
    before = (tmp_path / "exported.warc.gz").read_bytes()
    done = called("resume", str(folder), *web, "--option", "locate.pages=5000")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "exported.warc.gz").read_bytes() == before
    assert (folder / ARCHIVE).read_bytes() == before.removesuffix(b"torn")


@pytest.mark.parametrize("where", ["warc", "leadline.db", "config.toml"])
def test_an_export_does_not_write_over_its_crawl(crawled: Path, tmp_path: Path, where: str) -> None:
    """A slip of the hand in --out costs nothing of what was crawled."""
    folder = copy_of(crawled, "located", tmp_path)
    before = contents(folder)
    form = "warc" if where == "warc" else "jsonl"
    done = called("export", str(folder), "pages", "--format", form, "-o", str(folder / where))
    assert done.returncode == 3
    assert "belongs to the crawl itself" in one_sentence(done)
    assert contents(folder) == before


def test_a_database_that_is_looked_at_stays_as_it_is(crawled: Path, tmp_path: Path) -> None:
    """Status and export of a crawl that was made with an older schema leave it so."""
    folder = copy_of(crawled, "located", tmp_path)
    before = contents(folder)
    assert called("status", str(folder)).returncode == 0
    assert called("export", str(folder), "forms").returncode == 0
    assert contents(folder) == before
    opened = Database(folder / "leadline.db", writing=False)
    try:
        with pytest.raises(Exception, match="readonly"):
            opened.run("DELETE FROM log")
    finally:
        opened.close()

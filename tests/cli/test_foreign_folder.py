"""A folder from somebody else: nothing outside of it is read, written or run because it says so."""

import base64
import os
import struct
from collections.abc import Callable
from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from foreign_folders import altered, called, configured, contents, copy_of, one_sentence

from leadline.cli import again
from leadline.store.database import Database

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


@pytest.mark.parametrize("end", ["-7", "'many'", "1.5"])
def test_ends_of_archives_are_numbers(crawled: Path, tmp_path: Path, web: list[str], end: str) -> None:
    """An archive is cut at places alone that could have been written."""
    folder = altered(
        copy_of(crawled, "located", tmp_path), f"UPDATE capture SET warc_offset = {end}, warc_length = 0"
    )
    before = contents(folder)
    assert called("resume", str(folder), *web).returncode in (3, 5)
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


# ── settings ──────────────────────────────────────────────────────────────────────────────────────────────

BOLD = [
    ("located", "web", 'chromium = "{program}"', "--option web.chromium={program}"),
    ("located", "web", 'proxy = "http://evil.example:8080/"', "--proxy http://evil.example:8080/"),
    ("located", "web", 'cookies = "{precious}"', "--cookies {precious}"),
    ("located", "web", 'replay = "{precious}"', "--replay {precious}"),
    ("located", "web", "robots = false", "--no-robots"),
    ("located", "web", "allow_private = true", "--allow-private"),
    ("located", "web", 'user_agent = "Googlebot/2.1"', "--user-agent Googlebot/2.1"),
    ("located", "web", 'contact = "mailto:you@example.com"', "--contact mailto:you@example.com"),
    ("located", "web", "concurrency = 5000", "--concurrency 5000"),
    ("located", "web", "address_share = 900", "--option web.address_share=900"),
    ("located", "web.limits", "body = 999999999999", "--option web.limits.body=999999999999"),
    ("located", "locate", 'backlinks = "hostgraph:{precious}"', "--backlinks hostgraph:{precious}"),
    ("located", "locate", 'backlinks = "brave:http://evil.example/"', "--backlinks brave:http://evil.example/"),
    ("located", "locate", 'backlinks_key = "HOME"', "--option locate.backlinks_key=HOME"),
    ("located", "locate", 'backlinks_index = "{precious}"', "--option locate.backlinks_index={precious}"),
    ("harvested", "web", 'chromium = "{program}"', "--option web.chromium={program}"),
    ("harvested", "harvest", "i_know_this_form_is_a_search = true", "--i-know-this-form-is-a-search"),
    ("harvested", "harvest", "searchable = 0.01", "--option harvest.searchable=0.01"),
    ("harvested", "harvest", "failures = 1000", "--option harvest.failures=1000"),
    ("harvested", "forms", 'searchable = "rule"', "--option forms.searchable=rule"),
]


@pytest.mark.parametrize(("kind", "section", "line", "word"), BOLD, ids=[f"{b[0]} {b[2]}" for b in BOLD])
def test_what_reaches_out_or_lifts_a_rule_is_said_again(
    crawled: Path, tmp_path: Path, precious: Path, web: list[str], kind: str, section: str, line: str, word: str
) -> None:
    """What a folder sets beyond the defaults is not used, and the sentence says which option to repeat."""
    program = tmp_path / "program"
    program.write_text(f"#!/bin/sh\ntouch {tmp_path}/was-run\n")
    program.chmod(0o755)
    named = {"program": program, "precious": precious}
    folder = configured(copy_of(crawled, kind, tmp_path), section, line.format(**named))
    before = contents(folder)
    done = called("resume", str(folder), *web)
    assert (done.returncode, done.stdout) == (3, "")
    assert one_sentence(done).endswith(f"say it again: leadline resume {folder} {word.format(**named)}\n")
    assert contents(folder) == before
    assert not (tmp_path / "was-run").exists()


def test_what_is_said_again_counts(crawled: Path, tmp_path: Path, web: list[str]) -> None:
    """With the options the sentence names, the crawl goes on; a value of one's own counts before the folder's."""
    folder = configured(copy_of(crawled, "located", tmp_path), "web", "robots = false")
    configured(folder, "web", 'contact = "mailto:you@example.com"')
    silent = called("resume", str(folder))
    words = silent.stderr.partition("leadline resume ")[2].split()
    assert silent.returncode == 3
    assert called("resume", *words).returncode == 0
    assert called("resume", str(folder), *web, "--option", "web.robots=true", "--contact", "none").returncode == 0


@pytest.mark.parametrize(
    "line", ["delay = 2.5", "retries = 0", 'render = "never"', 'user_agent = "Leadline/0.0.1"']
)
def test_what_is_careful_counts_as_it_stands(crawled: Path, tmp_path: Path, web: list[str], line: str) -> None:
    """A folder may ask for more patience than is usual, and for less work."""
    folder = configured(copy_of(crawled, "located", tmp_path), "web", line)
    assert called("resume", str(folder), *web).returncode == 0


@pytest.mark.parametrize(
    ("kind", "words", "says"),
    [
        ("harvested", ["--backlinks", "brave"], "--backlinks says nothing about the folder of a harvest"),
        ("located", ["--i-know-this-form-is-a-search"], "says nothing about the folder of a locate"),
        ("located", ["--option", "harvest.probes=1"], "section 'harvest' is not known"),
    ],
)
def test_words_for_another_kind_of_folder_are_told(
    crawled: Path, tmp_path: Path, web: list[str], kind: str, words: list[str], says: str
) -> None:
    """An option that would do nothing is an error, not silence."""
    done = called("resume", str(copy_of(crawled, kind, tmp_path)), *web, *words)
    assert done.returncode == 3
    assert says in one_sentence(done)


def test_a_project_s_folder_is_as_bold_as_the_project(crawled: Path, tmp_path: Path, web: list[str]) -> None:
    """`leadline run` uses of a folder what the user's own file says too, and refuses what only the folder says."""
    out = tmp_path / "out"
    copy_of(crawled, "located", tmp_path).rename(tmp_path / "located")
    out.mkdir()
    (tmp_path / "located").rename(out / "located")
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    project = tmp_path / "cars.toml"
    text = f'[run]\ntopic = "auto"\nseeds = "seeds.txt"\nout = "{out}"\nforms = 1\n[harvest]\nmax_requests = 2\n'
    project.write_text(text)
    configured(out / "located", "web", "robots = false")
    done = called("run", str(project), *web)
    assert done.returncode == 3
    assert "config.toml sets web.robots, which a folder cannot do by itself" in done.stderr
    project.write_text(f"{text}[web]\nrobots = false\n")
    assert called("run", str(project), *web).returncode == 0


def test_a_project_s_folder_names_no_other_folder(crawled: Path, tmp_path: Path, web: list[str]) -> None:
    """What was located names pages; the folder a harvest goes to is made of their address alone."""
    out = tmp_path / "out"
    out.mkdir()
    copy_of(crawled, "located", tmp_path).rename(out / "located")
    altered(out / "located", "UPDATE finding SET site = '/../../../escaped'")
    (tmp_path / "seeds.txt").write_text("http://motoring.example/\n")
    (tmp_path / "cars.toml").write_text(
        f'[run]\ntopic = "auto"\nseeds = "seeds.txt"\nout = "{out}"\nforms = 1\n[harvest]\nmax_requests = 2\n'
    )
    called("run", str(tmp_path / "cars.toml"), *web)
    assert [found.name for found in (out / "harvested").iterdir()] == ["001-cars.example"]
    assert not list(tmp_path.parent.glob("*escaped*"))


def _names(where: str, section: object) -> list[str]:
    found = []
    for field in fields(section):  # type: ignore[arg-type]
        value, name = getattr(section, field.name), f"{where}.{field.name}"
        found += _names(name, value) if is_dataclass(value) else [name]
    return found


def test_every_setting_was_thought_about() -> None:
    """No list of what a folder may set by itself names a setting that is gone; and a new one is not in any."""
    known = {n for kind in ("locate", "harvest") for w, s in again.sections(kind).items() for n in _names(w, s)}
    bold = {
        name
        for name in known
        if not any(one.fullmatch(name) for one in (again._COUNTS, again._AT_LEAST, again._AT_MOST))
    }
    reaching = "user_agent contact robots allow_private connect_to proxy cookies replay chromium"
    assert bold == {
        *(f"web.{key}" for key in reaching.split()),
        *(f"locate.{key}" for key in ("backlinks", "backlinks_index", "backlinks_key")),
        *("harvest.i_know_this_form_is_a_search", "forms.searchable", "forms.labels"),
    }


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

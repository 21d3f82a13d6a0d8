"""What the configuration in a folder may say by itself, and what `resume` wants to be told resume."""

from dataclasses import fields, is_dataclass
from pathlib import Path

import pytest
from foreign_folders import altered, called, configured, contents, copy_of, one_sentence

from leadline.app import resume
from leadline.app.settings import Settings


@pytest.fixture
def precious(tmp_path: Path) -> Path:
    file = tmp_path / "precious.txt"
    file.write_text("Nothing of this is to be read.")
    return file


@pytest.fixture
def web(builtin_web: str) -> list[str]:
    return ["--connect-to", builtin_web, "--delay", "0.01"]


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
    ("located", "locate", 'strategy = "evil:Strategy"', "--option locate.strategy=evil:Strategy"),
    ("harvested", "harvest", 'planner = "evil:Planner"', "--option harvest.planner=evil:Planner"),
    ("harvested", "harvest", 'value_sources = "evil:Source"', "--option harvest.value_sources=evil:Source"),
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
    known = {name[1:] for name in _names("", Settings())}
    bold = {
        name
        for name in known
        if not any(one.fullmatch(name) for one in (resume._COUNTS, resume._AT_LEAST, resume._AT_MOST))
    }
    reaching = "user_agent contact robots allow_private connect_to proxy cookies header replay chromium"
    assert bold == {
        *(f"web.{key}" for key in reaching.split()),
        *(
            f"locate.{key}"
            for key in ("address", "backlinks", "backlinks_index", "backlinks_key", "engine", "prove")
        ),
        *(
            "harvest.allow_site",
            "harvest.value_sources",
            "harvest.memory",  # a file of the user's; off by itself
            "harvest.i_know_this_form_is_a_search",
            "forms.searchable",
            "forms.labels",
        ),
    }

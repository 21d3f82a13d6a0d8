"""The documentation cannot lie: every command in it is run, every option is in it, every link leads somewhere."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
import typer.main

from console_blocks import IN_THEIR_ROOMS, PAGES, ROOT, Shown, blocks, documented, matches, shown_commands
from leadline.app.locate import LocateReport
from leadline.app.settings import fill
from leadline.cli.app import app
from leadline.cli.network import NetworkOptions
from leadline.harvest.report import HarvestReport
from leadline.harvest.settings import HarvestSettings
from leadline.locate.critic import FINDERS
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies import STRATEGIES
from leadline.store.export import FORMATS, WHAT
from leadline.web.settings import WebSettings

DOCUMENTED_ADDRESS = "127.0.0.1:8765"
COMMANDS = list(shown_commands())
SERVERS = [shown for shown in COMMANDS if re.search(r"--serve|lab serve(?!.* --seeds)", shown.command)]
ELSEWHERE = [documented(command) for command in IN_THEIR_ROOMS]
OURS = [shown for shown in COMMANDS if shown.command.startswith("leadline") and shown not in SERVERS + ELSEWHERE]
MAKES = [shown for shown in COMMANDS if shown.command.startswith("make ")]


def _name(page: Path) -> str:
    return str(page.relative_to(ROOT))


PAGES_OF_COMMANDS = [
    ROOT / "docs" / link
    for link in re.findall(r"(?m)^\| .*\]\((commands/\w+\.md)\)", (ROOT / "docs/commands.md").read_text())
]
"""In the order of the table, as somebody reads them who reads one after the other."""


def _told(shown: Shown) -> str:
    """The pages of commands tell one story: what one of them brings up, the next ones show."""
    return "docs/commands" if shown.page in PAGES_OF_COMMANDS else _name(shown.page)


def _turn(shown: Shown) -> int:
    return PAGES_OF_COMMANDS.index(shown.page) if shown.page in PAGES_OF_COMMANDS else 0


GROUP = typer.main.get_command(app)


def _commands(group: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every command with its full name, those of groups too."""
    for word, command in sorted(group.commands.items()):
        yield f"{name}{word}", command
        if hasattr(command, "commands"):
            yield from _commands(command, f"{name}{word} ")


ALL = dict(_commands(GROUP))
SHARED = {f"--{field.name.replace('_', '-')}" for field in fields(NetworkOptions)}
"""Options of every command that touches the web; they have a table of their own."""


def test_only_commands_we_can_check_are_shown() -> None:
    """A console block shows `leadline` and `make`, nothing a test cannot run."""
    assert [str(s) for s in COMMANDS if s not in [*OURS, *SERVERS, *ELSEWHERE, *MAKES]] == []
    assert OURS
    assert SERVERS
    assert MAKES


@pytest.mark.parametrize(("command", "room"), IN_THEIR_ROOMS.items())
def test_what_is_run_in_its_room_is_run_there(command: str, room: str) -> None:
    """A command that the next test leaves out is run, and held against its page, by the test of its room."""
    text = (ROOT / room).read_text(encoding="utf-8")
    assert f'documented("{command}")' in text
    assert "matches(shown.output" in text


@pytest.mark.timeout(1_200)  # one page has sixty commands
@pytest.mark.parametrize("story", sorted({_told(shown) for shown in OURS}))
def test_commands_do_what_is_shown(story: str, builtin_web: str, shell_command: str, tmp_path: Path) -> None:
    """The commands of a page, one after the other in one folder, end and print as the page shows."""
    commands = sorted((shown for shown in OURS if _told(shown) == story), key=_turn)
    (tmp_path / "docs").symlink_to(ROOT / "docs")
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
    for shown in commands:
        shell = f'leadline() {{ {shell_command} "$@"; }}; {shown.command}'
        done = subprocess.run(
            ["bash", "-c", shell.replace(DOCUMENTED_ADDRESS, builtin_web)],
            cwd=tmp_path,
            env=kept | {"PYTHONIOENCODING": "utf-8", "TMPDIR": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=240,
            check=False,
        )
        printed = done.stdout.decode().replace(builtin_web, DOCUMENTED_ADDRESS)
        assert done.returncode == shown.exit_code, f"$ {shown.command}\n{printed}"
        assert not shown.output or matches(shown.output, printed), f"$ {shown.command}\n{printed}"


@pytest.mark.parametrize("shown", SERVERS, ids=str)
def test_server_says_what_is_shown_and_ends_politely(shown: Shown) -> None:
    """A command that serves prints what the page shows, and a polite kill ends it with 0."""
    words = shown.command.replace(DOCUMENTED_ADDRESS.rpartition(":")[2], "0").split()[1:]
    with subprocess.Popen(
        [sys.executable, "-m", "leadline", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=os.environ | {"PYTHONIOENCODING": "utf-8"},
    ) as process:
        assert process.stdout is not None
        lines = []
        for line in process.stdout:
            lines.append(line.decode())
            if "Ctrl-C" in lines[-1]:
                break
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=120) == 0
    address = re.search(r"127\.0\.0\.1:\d+", lines[0])
    assert address is not None
    assert matches(shown.output, "".join(lines).replace(address[0], DOCUMENTED_ADDRESS))


@pytest.mark.parametrize("shown", MAKES, ids=str)
def test_make_target_exists(shown: Shown) -> None:
    """What the documentation makes is a target of the Makefile."""
    target = shown.command.split()[1]
    assert re.search(rf"^{re.escape(target)}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def _section(command: str) -> str:
    """What its page says of a command; one of a group has a section on the page of the group."""
    group, _, one = command.partition(" ")
    page = ROOT / "docs/commands" / f"{group}.md"
    return _below(page, f"## {command}") if one else page.read_text(encoding="utf-8")


def _below(page: Path, heading: str) -> str:
    """Down to the next heading of the same level."""
    _, found, rest = page.read_text(encoding="utf-8").partition(f"\n{heading}\n")
    assert found, f"{page.name} has no heading '{heading}'"
    return re.split(r"^## ", rest, flags=re.MULTILINE)[0]


def test_every_command_has_a_page() -> None:
    """The table of docs/commands.md leads to a page for each command, and to no other."""
    assert sorted(page.stem for page in PAGES_OF_COMMANDS) == sorted(name for name in ALL if " " not in name)
    assert sorted((ROOT / "docs/commands").glob("*.md")) == sorted(PAGES_OF_COMMANDS)


@pytest.mark.parametrize("command", ALL)
def test_every_command_and_option_is_documented(command: str) -> None:
    """The page of the command names all its options, shared ones apart, which stand in one place."""
    section = _section(command)
    options = {opt for p in ALL[command].params for opt in p.opts if opt.startswith("--")} - SHARED
    assert sorted(o for o in options - {"--help"} if f"`{o}" not in section) == []


def test_the_shared_options_are_documented() -> None:
    """What every command that touches the web understands stands in a table of its own."""
    section = _below(ROOT / "docs/commands.md", "## Options of every command that touches the web")
    assert sorted(o for o in SHARED if f"`{o}" not in section) == []


def test_no_option_is_documented_that_does_not_exist() -> None:
    """Every option in the tables of the pages of commands is one of some command."""
    texts = [page.read_text(encoding="utf-8") for page in (ROOT / "docs/commands.md", *PAGES_OF_COMMANDS)]
    documented = {option for text in texts for option in re.findall(r"^\| `(--[\w-]+)", text, re.MULTILINE)}
    existing = {opt for command in ALL.values() for p in command.params for opt in p.opts}
    assert sorted(documented - existing) == []
    assert documented


def test_every_strategy_is_explained() -> None:
    """docs/strategies.md has a section for each strategy, alone or with its kin, and for nothing else."""
    text = (ROOT / "docs/strategies.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (`.+`)$", text, re.MULTILINE)
    named = [name for heading in headings for name in re.findall(r"`([\w-]+)`", heading)]
    assert sorted(named) == sorted(STRATEGIES)


def test_the_strategies_and_things_to_find_are_named_with_their_options() -> None:
    """The page and the help of `locate` name all that --strategy and --find take."""
    section = _section("locate")
    assert [name for name in (*STRATEGIES, *FINDERS) if f"`{name}`" not in section] == []
    told = {p.name: p.help for p in ALL["locate"].params}
    assert [name for name in STRATEGIES if name not in told["strategy"]] == []
    assert [name for name in FINDERS if name not in told["find"]] == []


def test_the_keys_of_the_documents_are_explained() -> None:
    """Every key that `locate --json` and `harvest --json` print is on the page of the command."""
    for command, report in (("locate", LocateReport), ("harvest", HarvestReport)):
        section = _section(command)
        assert [f.name for f in fields(report) if f"`{f.name}`" not in section] == []


def test_what_can_be_exported_is_named() -> None:
    """Each thing and each format of `export` is on its page."""
    assert [word for word in (*WHAT, *FORMATS) if f"`{word}`" not in _section("export")] == []


SECTIONS = {"web": WebSettings(), "locate": LocateSettings(), "harvest": HarvestSettings()}


def test_examples_of_configuration_are_valid() -> None:
    """TOML in the documentation is TOML, and its sections hold settings the program knows."""
    examples = [text for _, text in blocks("toml")]
    examples += [file.read_text(encoding="utf-8") for file in ROOT.glob("docs/examples/*.toml")]
    met = set()
    for example in map(tomllib.loads, examples):
        for name in example.keys() & SECTIONS.keys():
            fill(SECTIONS[name], example[name], name)
            met.add(name)
    assert met == set(SECTIONS)


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file that is there."""
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_files_named_in_the_docs_exist(page: Path) -> None:
    """Every path of the project that a page names is there."""
    named = re.findall(r"`((?:src|tests|docs)/[\w./-]+)`", page.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=_name)
def test_links_go_to_a_project_s_own_home(page: Path) -> None:
    """Not to a package index, which is one of many and says what the project said."""
    links = re.findall(r"\]\((https?://[^)]+)\)", page.read_text(encoding="utf-8"))
    assert [
        link for link in links if re.search(r"//(?:[\w.]*\.)?(?:pypi\.org|anaconda\.org|npmjs\.com)/", link)
    ] == []

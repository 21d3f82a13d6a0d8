"""The documentation cannot lie: every command in it is run, every option is in it, every link leads somewhere."""

import os
import re
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
import typer.main
from console_blocks import PAGES, ROOT, Shown, blocks, matches, shown_commands

from leadline import config
from leadline.cli.app import app
from leadline.web.settings import WebSettings

DOCUMENTED_ADDRESS = "127.0.0.1:8765"
COMMANDS = list(shown_commands())
OURS = [shown for shown in COMMANDS if shown.command.startswith("leadline") and "--serve" not in shown.command]
SERVERS = [shown for shown in COMMANDS if "--serve" in shown.command]
MAKES = [shown for shown in COMMANDS if shown.command.startswith("make ")]

_OPTIONS = typer.main.get_command(app).commands  # type: ignore[attr-defined]  # a group of commands


def test_only_commands_we_can_check_are_shown() -> None:
    """A console block shows `leadline` and `make`, nothing a test cannot run."""
    assert [str(s) for s in COMMANDS if s not in [*OURS, *SERVERS, *MAKES]] == []
    assert OURS
    assert SERVERS
    assert MAKES


@pytest.mark.parametrize("shown", OURS, ids=str)
def test_command_does_what_is_shown(shown: Shown, builtin_web: str) -> None:
    """The command ends with the stated code, and what it prints is what the page shows."""
    shell = f'leadline() {{ "{sys.executable}" -m leadline "$@"; }}; {shown.command}'
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "FORCE_COLOR")}
    done = subprocess.run(
        ["bash", "-c", shell.replace(DOCUMENTED_ADDRESS, builtin_web)],
        cwd=ROOT,
        env=kept | {"PYTHONIOENCODING": "utf-8"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=60,
        check=False,
    )
    printed = done.stdout.decode().replace(builtin_web, DOCUMENTED_ADDRESS)
    assert done.returncode == shown.exit_code, printed
    assert not shown.output or matches(shown.output, printed), printed


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
        assert process.wait(timeout=30) == 0
    address = re.search(r"127\.0\.0\.1:\d+", lines[0])
    assert address is not None
    assert matches(shown.output, "".join(lines).replace(address[0], DOCUMENTED_ADDRESS))


@pytest.mark.parametrize("shown", MAKES, ids=str)
def test_make_target_exists(shown: Shown) -> None:
    """What the documentation makes is a target of the Makefile."""
    target = shown.command.split()[1]
    assert re.search(rf"^{re.escape(target)}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


@pytest.mark.parametrize("command", sorted(_OPTIONS))
def test_every_command_and_option_is_documented(command: str) -> None:
    """docs/commands.md has a section for the command and names all its options."""
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    assert f"\n## {command}\n" in text
    options = {opt for p in _OPTIONS[command].params for opt in p.opts if opt.startswith("--")}
    assert sorted(o for o in options if f"`{o}" not in text) == []


def test_no_option_is_documented_that_does_not_exist() -> None:
    """Every option in the tables of docs/commands.md is one of some command."""
    text = (ROOT / "docs/commands.md").read_text(encoding="utf-8")
    documented = set(re.findall(r"^\| `(--[\w-]+)", text, re.MULTILINE))
    existing = {opt for command in _OPTIONS.values() for p in command.params for opt in p.opts}
    assert sorted(documented - existing) == []
    assert documented


def test_examples_of_configuration_are_valid() -> None:
    """TOML in the documentation is TOML, and its section `web` holds settings the program knows."""
    examples = [text for _, text in blocks("toml")]
    examples += [file.read_text(encoding="utf-8") for file in ROOT.glob("docs/examples/*.toml")]
    sections = [found["web"] for found in map(tomllib.loads, examples) if "web" in found]
    assert sections
    for section in sections:
        config.fill(WebSettings(), section, "web")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_between_pages_lead_somewhere(page: Path) -> None:
    """Every relative link of a page names a file that is there."""
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_named_in_the_docs_exist(page: Path) -> None:
    """Every path of the project that a page names is there."""
    named = re.findall(r"`((?:src|tests|docs)/[\w./-]+)`", page.read_text(encoding="utf-8"))
    assert [path for path in named if not (ROOT / path).exists()] == []

"""Commands in the documentation: found in fenced `console` blocks, with the output shown below them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT = re.compile(r"\s+# exit (\d+)$")


@dataclass(frozen=True, slots=True)
class Shown:
    """One command as documented."""

    page: Path
    command: str
    exit_code: int
    output: str

    @property
    def words(self) -> list[str]:
        """What follows `leadline bench`."""
        return self.command.split()[2:]

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT)}: {self.command}"


def blocks(language: str) -> Iterator[tuple[Path, str]]:
    """The fenced blocks of a language in all pages."""
    for page in PAGES:
        for fence in _FENCE.finditer(page.read_text(encoding="utf-8")):
            if fence[1] == language:
                yield page, fence[2]


def shown_commands() -> Iterator[Shown]:
    """Every `$` line of every console block."""
    for page, block in blocks("console"):
        for piece in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = piece.partition("\n")
            stated = _EXIT.search(command)
            yield Shown(page, _EXIT.sub("", command), int(stated[1]) if stated else 0, output)


IN_THEIR_ROOMS = {
    "bench forms": "tests/bench/test_forms_bench.py",
    "bench frontier": "tests/bench/test_frontier_bench.py",
    "bench search": "tests/bench/test_search_bench.py",
}
"""Commands of seconds, which the test of what they measure runs as they are shown: once is enough."""


def documented(command: str) -> Shown:
    """The command as it is shown, by its first words after `leadline`; it is shown once."""
    (shown,) = (shown for shown in shown_commands() if shown.command.startswith(f"leadline {command} "))
    return shown


def matches(shown: str, real: str) -> bool:
    """`…` stands for any text; spaces at line ends and runs of spaces do not count."""
    pattern = ".*?".join(re.escape(part) for part in _even(shown).split("…"))
    return re.fullmatch(pattern, _even(real), re.DOTALL) is not None


def _even(text: str) -> str:
    lines = (re.sub(r"[ \t]+", " ", line).rstrip() for line in text.strip().splitlines())
    return "\n".join(lines)

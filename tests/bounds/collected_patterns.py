"""Every regular expression of the program: run as a program it prints them as JSON, one list.

It notes what `re` compiles while all modules are imported and a page is read by every stage, so patterns made by
functions (`vocabulary`, those made of the words of a query) are among them. How a pattern is used is read from the
source: one that is only ever matched from the beginning need not be fast at every place of a text.
"""

import ast
import importlib
import json
import pkgutil
import re
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

OURS = ("leadline_lab", "leadline_bench", "leadline.demo")
"""They read what they wrote themselves."""
_ANCHORED = frozenset({"match", "fullmatch"})


def _key(made: re.Pattern[Any]) -> tuple[str, int]:
    written = made.pattern
    return written if isinstance(written, str) else written.decode("latin-1"), made.flags


class _Noting:
    """Stands before `re`'s compiler."""

    def __init__(self) -> None:
        self.compile: Any = re._compile  # type: ignore[attr-defined]
        self.found: dict[tuple[str, int], str] = {}
        re._compile = self  # type: ignore[attr-defined]

    def __call__(self, pattern: Any, flags: int) -> Any:
        made = self.compile(pattern, flags)
        frame = sys._getframe(2)
        module = frame.f_globals.get("__name__", "")
        if module.startswith("leadline.") and not module.startswith(OURS) and module != __name__:
            self.found.setdefault(_key(made), f"{module}:{frame.f_lineno}")
        return made


def _import_all() -> list[str]:
    import leadline

    names = [each.name for each in pkgutil.walk_packages(leadline.__path__, "leadline.")]
    kept = [name for name in names if not name.startswith(OURS) and not name.endswith("__main__")]
    for name in kept:
        importlib.import_module(name)
    return kept


def _uses(modules: list[str]) -> dict[tuple[str, str], set[str]]:
    """By module and name of a pattern: what is done with it, and `?` where it is handed on. A name without an
    underscore may be used by other modules, so what is done with it in any counts."""
    uses: dict[tuple[str, str], set[str]] = defaultdict(set)
    for module in modules:
        file = sys.modules[module].__file__
        tree = ast.parse(Path(file or "").read_text(encoding="utf-8"))
        called = {id(node.value): node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
        loops = [n for n in ast.walk(tree) if isinstance(n, ast.For | ast.comprehension)]
        each_of: dict[str, list[str]] = defaultdict(list)
        for loop in loops:
            if isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Name):
                each_of[loop.target.id].append(loop.iter.id)
        iterated = {id(n.iter) for n in loops}
        for node in ast.walk(tree):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and id(node) not in iterated:
                for name in (node.id, *each_of.get(node.id, ())):  # of a tuple of patterns one after the other
                    uses[module if name.startswith("_") else "", name].add(called.get(id(node), "?"))
    return uses


def _anchored(modules: list[str]) -> set[tuple[str, int]]:
    uses = _uses(modules)
    found: set[tuple[str, int]] = set()
    for module in modules:
        for name, value in vars(sys.modules[module]).items():
            used = uses[module if name.startswith("_") else "", name]
            several = value if isinstance(value, tuple) else (value,)
            if used and used <= _ANCHORED:
                found |= {_key(each) for each in several if isinstance(each, re.Pattern)}
            made = getattr(value, "__self__", None)
            if isinstance(made, re.Pattern) and getattr(value, "__name__", "") in _ANCHORED:
                found.add(_key(made))
    return found


if __name__ == "__main__":
    noting = _Noting()
    modules = _import_all()
    from reading_everything import everything

    everything("<form><input name=q><button>Search</button></form><p>3 results for x</p><a href=?p=2>Next</a>")
    from leadline.answers.judge.lines import message_of

    message_of("件 ξ")  # letters for which languages of all scripts are tried
    anchored = _anchored(modules)
    print(json.dumps([(p, f, where, (p, f) in anchored) for (p, f), where in noting.found.items()]))

"""Write docs/settings.md from the settings classes: every section, key, type, default and meaning.

    python tools/settings_page.py            write it
    python tools/settings_page.py --check    say whether it is as it would be written (exit 1 if not)

A section is a dataclass whose docstring begins with "Section `name`"; what a key means is the string below it, or
the comment beside it. `make settings` does the first, the tests the second.
"""

import ast
import inspect
import json
import re
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path

import leadline

SOURCE = Path(leadline.__file__).parent
PAGE = Path(__file__).resolve().parents[1] / "docs" / "settings.md"
ORDER = ("web", "forms", "locate", "harvest", "run")
HEAD = """# Settings

Every setting there is, made from the settings classes by `make settings`; a test says when this page is stale.
`--option SECTION.KEY=VALUE` sets one, a TOML file for `--config` any number of them
([an example](commands.md#a-file-of-settings)), and options of the command line are short names for the most used.
The configuration in effect is kept in the folder of a crawl, as `config.toml`.
"""


def sections() -> dict[str, type]:
    """The classes of all sections at the top, by name, wherever in the package they are."""
    found: dict[str, type] = {}
    for file in sorted(SOURCE.rglob("*.py")):
        if re.search(r'"""Section `\w+`', file.read_text(encoding="utf-8")):
            module = ".".join(("leadline", *file.relative_to(SOURCE).with_suffix("").parts))
            for kind in vars(import_module(module)).values():
                named = re.match(r"Section `(\w+)`", kind.__doc__ or "") if isinstance(kind, type) else None
                if named and is_dataclass(kind):
                    found[named[1]] = kind
    return {name: found[name] for name in (*ORDER, *sorted(found.keys() - set(ORDER))) if name in found}


def page() -> str:
    """The whole page."""
    tables = [line for name, kind in sections().items() for line in _section(name, kind())]
    return "\n".join([HEAD, *tables]).rstrip("\n") + "\n"


def _section(name: str, defaults: object) -> Iterator[str]:
    said = meanings(type(defaults))
    about = _about(type(defaults))
    yield from (f"## `{name}`", "", *([about, ""] if about else []))
    yield from ("| key | type | default | meaning |", "|---|---|---|---|")
    nested = []
    for field in fields(defaults):  # type: ignore[arg-type]  # only dataclasses are passed
        value = getattr(defaults, field.name)
        if is_dataclass(value):
            nested.append((f"{name}.{field.name}", value))
        else:
            yield f"| `{field.name}` | {_type(field.type)} | {_shown(value)} | {said.get(field.name, '')} |"
    yield ""
    for inner, value in nested:
        yield from _section(inner, value)


def meanings(kind: type) -> dict[str, str]:
    """Field → the string below it, or the comment beside it."""
    source = inspect.getsource(kind)
    lines, found = source.splitlines(), {}
    body = ast.parse(inspect.cleandoc(source)).body[0]
    assert isinstance(body, ast.ClassDef)
    for node, after in zip(body.body, [*body.body[1:], None], strict=True):
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            beside = re.search(r"  # (.*)", lines[node.lineno - 1])
            below = after.value if isinstance(after, ast.Expr) else None
            told = str(below.value) if isinstance(below, ast.Constant) else f"{beside[1]}." if beside else ""
            words = re.sub(r"\s+", " ", told).strip().replace("|", "\\|")
            found[node.target.id] = words[:1].upper() + words[1:]
    return found


def _about(kind: type) -> str:
    words = " ".join((kind.__doc__ or "").split())
    words = re.sub(r"^Section `[\w.]+`[:.;]?\s*|\s*\(section `[\w.]+`\)", "", words)
    return words[:1].upper() + words[1:]


def _type(written: object) -> str:
    names = {"int": "whole number", "float": "number", "str": "text", "bool": "true or false", "None": "nothing"}
    given = getattr(written, "__name__", None) or str(written)
    return " or ".join(names.get(part.strip(), part.strip()) for part in given.split("|"))


def _shown(value: object) -> str:
    if value is None or value == "":
        return ""
    if isinstance(value, int) and not isinstance(value, bool) and value >= 10_000:
        return f"{value:,}"
    text = json.dumps(value, ensure_ascii=False) if isinstance(value, bool) else str(value)
    return f"`{text}`" if isinstance(value, str) else text


def main() -> int:
    made = page()
    if "--check" in sys.argv[1:]:
        same = PAGE.is_file() and PAGE.read_text(encoding="utf-8") == made
        print(f"{PAGE.name} is {'up to date' if same else 'out of date: make settings'}")
        return 0 if same else 1
    PAGE.write_text(made, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

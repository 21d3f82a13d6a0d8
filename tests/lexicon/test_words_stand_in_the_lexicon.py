"""Words of natural languages stand in the lexicon's files and nowhere else."""

import ast
from pathlib import Path

import leadline

ROOT = Path(leadline.__file__).parent
OF_SCRIPTS = {
    "web/charset.py", "web/charset_detect.py", "app/drawing.py", "lexicon/tables.py", "forms/layout/markup.py",
}  # fmt: skip
"""What tells scripts and encodings apart has letters, and no words."""


def strings(path: Path) -> list[str]:
    """Every string of a module that is no docstring."""
    tree = ast.parse(path.read_text("utf-8"))
    told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    return [
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told
    ]


def test_no_code_has_a_word_that_is_not_english() -> None:
    """Letters beyond ASCII in a string of the code are a word that is recognised: it belongs into the lexicon."""
    found = {
        str(path.relative_to(ROOT)): text
        for path in sorted(ROOT.rglob("*.py"))
        for text in strings(path)
        if any(c.isalpha() and not c.isascii() for c in text)
    }
    assert {name: text for name, text in found.items() if name not in OF_SCRIPTS} == {}

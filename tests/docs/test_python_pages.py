"""The pages for programmers are run as they stand, against the built-in web."""

import doctest
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("page", ["python.md"])
def test_what_a_page_shows_is_what_comes(
    page: str, builtin_web: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every example of the page gives what the page says, in its order, from the first to the last."""
    monkeypatch.chdir(tmp_path)
    text = (DOCS / page).read_text(encoding="utf-8").replace("127.0.0.1:8765", builtin_web)
    blocks = re.findall(r"^```python\n(>>> .*?)^```", text, re.MULTILINE | re.DOTALL)
    found: list[str] = []
    example = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, page, page, 0)
    doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE).run(example, out=found.append)
    assert blocks
    assert not found, "".join(found)

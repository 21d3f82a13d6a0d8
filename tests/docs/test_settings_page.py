"""The reference of settings: made from the classes, and never behind them."""

import runpy

from console_blocks import ROOT

TOOL = runpy.run_path(str(ROOT / "tools" / "settings_page.py"))


def test_the_page_is_what_would_be_written_now() -> None:
    """docs/settings.md has every setting with its default; `make settings` writes it anew."""
    assert (ROOT / "docs" / "settings.md").read_text(encoding="utf-8") == TOOL["page"](), "run: make settings"


def test_every_section_is_found_and_every_setting_says_what_it_means() -> None:
    """All sections that a configuration may have, each key with a meaning."""
    assert set(TOOL["sections"]()) >= {"web", "forms", "locate", "harvest", "run"}
    rows = [line for line in TOOL["page"]().splitlines() if line.startswith("| `")]
    assert [row for row in rows if row.endswith("|  |")] == []
    assert len(rows) > 80

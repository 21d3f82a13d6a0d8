"""Names of the layout families, apart from the families themselves so that asking for them costs nothing."""

from leadline_lab.spec import Role

FAMILIES = (
    "nested",  # layout tables in layout tables, font tags, capitals: 1999
    "plain",  # rules, breaks and bars, no style at all: 1996 and library catalogues ever since
    "panels",  # coloured table cells, labels in a row above their fields
    "floats",  # early style sheets, XHTML
    "definitions",  # terms and definitions for everything
    "fieldsets",  # legends, paragraphs and line breaks
    "bullets",  # everything is a list, its items left open
    "reversed",  # tables whose labels stand after their fields
    "grid",  # rows and columns of a framework
    "cards",  # boxes with shadows, placeholders
    "semantic",  # header, nav, main, aside, footer, search
    "sentence",  # forms to be read as a sentence
    "ledger",  # tables with heads across columns and rows
)
"""All of them."""

REPORTING_FAMILIES = ("sentence", "ledger")
"""Only in reporting worlds."""


def families(role: Role) -> tuple[str, ...]:
    """Those a world of that role may use."""
    if role == Role.REPORTING:
        return FAMILIES
    return tuple(name for name in FAMILIES if name not in REPORTING_FAMILIES)

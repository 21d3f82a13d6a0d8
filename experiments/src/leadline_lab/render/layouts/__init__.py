"""The layout families, one file each: nothing but templates (see `render.templates` for how they read)."""

from leadline_lab.render.layouts.bullets import BULLETS
from leadline_lab.render.layouts.cards import CARDS
from leadline_lab.render.layouts.definitions import DEFINITIONS
from leadline_lab.render.layouts.fieldsets import FIELDSETS
from leadline_lab.render.layouts.floats import FLOATS
from leadline_lab.render.layouts.grid import GRID
from leadline_lab.render.layouts.ledger import LEDGER
from leadline_lab.render.layouts.nested import NESTED
from leadline_lab.render.layouts.panels import PANELS
from leadline_lab.render.layouts.plain import PLAIN
from leadline_lab.render.layouts.reversed import REVERSED
from leadline_lab.render.layouts.semantic import SEMANTIC
from leadline_lab.render.layouts.sentence import SENTENCE

LAYOUTS = {
    family.name: family
    for family in (
        NESTED, PLAIN, PANELS, FLOATS, DEFINITIONS, FIELDSETS, BULLETS, REVERSED, GRID, CARDS, SEMANTIC,
        SENTENCE, LEDGER,
    )
}  # fmt: skip
"""By name."""

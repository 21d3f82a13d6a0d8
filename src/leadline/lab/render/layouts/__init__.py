"""The layout families, one file each: nothing but templates (see `render.templates` for how they read)."""

from leadline.lab.render.layouts.bullets import BULLETS
from leadline.lab.render.layouts.cards import CARDS
from leadline.lab.render.layouts.definitions import DEFINITIONS
from leadline.lab.render.layouts.fieldsets import FIELDSETS
from leadline.lab.render.layouts.floats import FLOATS
from leadline.lab.render.layouts.grid import GRID
from leadline.lab.render.layouts.ledger import LEDGER
from leadline.lab.render.layouts.nested import NESTED
from leadline.lab.render.layouts.panels import PANELS
from leadline.lab.render.layouts.plain import PLAIN
from leadline.lab.render.layouts.reversed import REVERSED
from leadline.lab.render.layouts.semantic import SEMANTIC
from leadline.lab.render.layouts.sentence import SENTENCE

LAYOUTS = {
    family.name: family
    for family in (
        NESTED, PLAIN, PANELS, FLOATS, DEFINITIONS, FIELDSETS, BULLETS, REVERSED, GRID, CARDS, SEMANTIC,
        SENTENCE, LEDGER,
    )
}  # fmt: skip
"""By name."""

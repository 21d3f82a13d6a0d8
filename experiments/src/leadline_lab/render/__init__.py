"""Sheets as HTML, in the layout family and the class names of their site.

`skin(world, site)` is drawn once a site and never looks at what kind of site it is; `render(sheet, skin)` is
a pure function. `families(role)` names the layouts a world may use.
"""

from leadline_lab.render.names import FAMILIES, REPORTING_FAMILIES, families
from leadline_lab.render.page import render
from leadline_lab.render.skins import Skin, skin

__all__ = ["FAMILIES", "REPORTING_FAMILIES", "Skin", "families", "render", "skin"]

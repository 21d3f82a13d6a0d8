"""Which pages a site has, where its forms stand, what its addresses look like, who it links to from where.

`plan_of(world, site)` is arithmetic: a site of 5,000 pages costs what one of ten costs. `SitePlan.url` and
`SitePlan.page` are each other's inverse; `pages_linking(world, a, b)` says on which pages of a a link to b is.
"""

from leadline_lab.plan.outline import Outline, outline_of
from leadline_lab.plan.page import DESKS, HOME, Page
from leadline_lab.plan.placements import Outlink, outlink
from leadline_lab.plan.site_plan import SitePlan, pages_above, pages_linking, plan_of

__all__ = [
    "DESKS",
    "HOME",
    "Outline",
    "Outlink",
    "Page",
    "SitePlan",
    "outline_of",
    "outlink",
    "pages_above",
    "pages_linking",
    "plan_of",
]

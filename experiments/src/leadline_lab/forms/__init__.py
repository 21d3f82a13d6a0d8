"""The forms of a site: what it has and where (`forms_of`), how one reads (`form`), what was asked (`asked`).

1. `forms_of(world, site, sources)` plans: interfaces of the databases (`interfaces`) and what every site has
   whatever its kind (`decoys`). A `FormPlan` says on which page a form stands: `everywhere`, or at a `place` a
   number of links from the home page. `forms_per_page` and `expected_forms` count what that comes to.
2. `form(world, site, plan, source, action, …)` writes a planned form in the `manner` of its site: searches
   (`search`, `fields`, `choices`) or something else (`dealings`), with what readers do not see (`hidden`).
3. `asked(model, source, sent)` decodes what a browser sends for it, into what `sources.ask` wants.

Calibrated to ALGORITHMS F3 (mix of kinds, GET, fields, options, hidden inputs, label channels, depth); the tests
hold every row of it.
"""

from leadline_lab.forms.answer import Asked, asked
from leadline_lab.forms.build import form
from leadline_lab.forms.plan import FormPlan, expected_forms, forms_on, forms_per_page, places
from leadline_lab.forms.planning import forms_of

__all__ = [
    "Asked",
    "FormPlan",
    "asked",
    "expected_forms",
    "form",
    "forms_of",
    "forms_on",
    "forms_per_page",
    "places",
]

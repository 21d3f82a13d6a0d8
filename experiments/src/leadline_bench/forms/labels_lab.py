"""Labels and values on pages of the lab, beside the answer key.

Two questions of every visible field of every form, on pages as they are served:

- *hidden*: the author's links are taken away (`label_truth.hidden`); is the text that still stands on the page
  found again?
- *plain*: nothing is taken away; is the label the one of the key, placeholders and tool tips among them, and is
  none given where there is none?

An end of a range or a part of a date is called by the words right at it ("to", "month"). Where these run on from
the text of the whole line ("Baths: low"), nobody can tell the two apart, and both together are as right.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from leadline.errors import WorkNotDone
from leadline.forms.labels.rules import RULES, labels_of
from leadline.forms.layout.source import Source
from leadline.model.field import CHOICES, Field, fields_of
from leadline.model.form import Form
from leadline.parse.document import Document
from leadline.web.charset import decode
from leadline_bench.forms.label_truth import compact, hidden
from leadline_bench.locate.facts import matched, models_of
from leadline_lab.anatomy import FormModel, Input
from leadline_lab.plan import plan_of
from leadline_lab.randomness import dice
from leadline_lab.render import REPORTING_FAMILIES
from leadline_lab.truth import pages_with
from leadline_lab.web import Ask, Web
from leadline_lab.world import Site, World

_PAGES = 6
"""Pages of one site that are read; on others stand the same forms."""


@dataclass(frozen=True, slots=True)
class Seen:
    """One field, and what every rule calls it."""

    site: str
    family: str
    field: Input
    hidden: bool
    told: Mapping[str, Field]

    @property
    def wanted(self) -> frozenset[str]:
        """Compact; any is right. Empty if there is nothing to call it by."""
        field = self.field
        said = {field.label, f"{field.group} {field.label}"}
        if not field.label or (field.placement == "missing" and not field.linked):
            said = {field.title or field.group}
        return frozenset(compact(text) for text in said if text)

    def right(self, rule: str) -> bool:
        got = compact(self.told[rule].label)
        return got in self.wanted if self.wanted else got == ""

    def values(self, rule: str) -> tuple[int, int]:
        """How many of its values are called as in the key, and how many there are."""
        wanted = [compact(choice.label) for choice in self.field.choices]
        got = [compact(label) for label in self.told[rule].value_labels]
        if len(wanted) != len(got):
            return 0, len(wanted)
        return sum(one == other for one, other in zip(wanted, got, strict=True)), len(wanted)

    @property
    def chosen(self) -> bool:
        """A field of radios or checkboxes: the texts of its values stand beside them."""
        return self.field.control in CHOICES and len(self.field.choices) > 1

    @property
    def visible(self) -> bool:
        """Whether its label stands on the page as text, wherever."""
        return bool(self.field.label) and self.field.placement not in ("inside", "missing")


def sample(world: World, others: int, most: int | None = None) -> list[int]:
    """All sites of the families that no tuning world has (at most `most`), and some of each other family."""
    by_family: dict[str, list[int]] = {}
    for number in dice(world.spec.seed, "labels").sample(range(len(world)), len(world)):
        by_family.setdefault(world.site(number).family, []).append(number)
    chosen = [
        n for family, sites in by_family.items() for n in sites[: most if family in REPORTING_FAMILIES else others]
    ]
    return sorted(chosen)


def seen_in(world: World, sites: Sequence[int]) -> Iterator[Seen]:
    """Every visible field of the forms of these sites, each form once, with links and without."""
    web = Web(world)
    for number in sites:
        site = world.site(number)
        met: set[str] = set()
        for url in _pages(world, site):
            reply = web.reply(Ask("GET", url))
            html = decode(reply.body, dict(reply.headers).get("Content-Type")).text
            models = [model for model in models_of(reply.sheet) if model.key not in met]
            yield from _of_page(site, html, url, models, masked=False)
            yield from _of_page(site, hidden(html), url, models, masked=True)
            met.update(model.key for model in models)


def _pages(world: World, site: Site) -> list[str]:
    plan = plan_of(world, site)
    places = [pages_with(plan, number) for number, planned in enumerate(plan.forms) if planned.copy < 2]
    return list(dict.fromkeys(plan.url(pages[0]) for pages in places if pages))[:_PAGES]


def _of_page(site: Site, html: str, url: str, models: Sequence[FormModel], *, masked: bool) -> Iterator[Seen]:
    document = Document(html, url)
    page = document.page
    source = Source(document)
    for form, model in zip(page.forms, matched(page.forms, models, page.base_url), strict=True):
        if model is not None:
            for seen in _of_form(site, form, model, source, masked=masked):
                if seen.visible or not masked:
                    yield seen


def _of_form(site: Site, form: Form, model: FormModel, source: Source, *, masked: bool) -> Iterator[Seen]:
    told = {rule: labels_of(form, source, rule) for rule in RULES}
    left: dict[str, list[Input]] = {}
    for field in model.inputs:
        if field.control != "hidden":
            left.setdefault(field.name, []).append(field)
    for place, found in enumerate(fields_of(form)):
        if not left.get(found.name):
            raise WorkNotDone(f"{form.page_url}: the answer key has no field {found.name!r}")
        field = left[found.name].pop(0)
        if not field.honeypot:
            yield Seen(site.host, site.family, field, masked, {rule: told[rule][place] for rule in RULES})

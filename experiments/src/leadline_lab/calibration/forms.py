"""Figures about forms: kinds, fields, how labels are given (1,585 annotated forms; TEL-8; ALGORITHMS F3)."""

import re
from collections.abc import Callable, Iterator, Sequence
from statistics import median, quantiles

from leadline_lab.anatomy import FormModel, Input
from leadline_lab.calibration.survey import Surveyed
from leadline_lab.forms import forms_per_page

_CUE = re.compile(
    r"search|find|query|keyword|such|stichwort|cherch|trouv|busc|búsq|encontr|encuentr|pesquis|procur",
    re.IGNORECASE,
)
_USUAL = frozenset({"q", "s", "query", "search", "keyword", "keywords", "k", "wd"})
_PLACEHOLDERS = frozenset({"text", "search", "number", "email", "tel", "password", "textarea"})
MIX = {
    "search": 0.32, "login": 0.17, "registration": 0.11, "other": 0.11, "mailing-list": 0.09, "contact": 0.09,
    "password-recovery": 0.07, "order": 0.05,
}  # fmt: skip
_FOLDED = {"site-search": "search", "poll": "other", "quote": "other", "navigation": "other"}


def form_rows(found: Sequence[Surveyed]) -> Iterator[tuple[str, float, float]]:
    forms = [form for surveyed in found for form in surveyed.forms]
    searches = [form for form in forms if form.searchable]
    kinds = [_FOLDED.get(form.kind, form.kind) for form in forms]
    for kind, share in MIX.items():
        yield f"forms: {kind}", share, kinds.count(kind) / len(kinds)
    yield from _per_page(found)
    yield "searches: GET", 0.74, _share(searches, lambda f: f.method == "get")
    yield "searches: one visible field", 0.82, _share(searches, lambda f: len(visible(f)) == 1)
    yield "searches: visible fields", 2.35, sum(len(visible(f)) for f in searches) / len(searches)
    yield "searches: with a select", 0.15, _share(searches, _has_select)
    options = [len(i.choices) for f in searches for i in visible(f) if i.control.startswith("select")]
    yield "searches: options, median", 10, median(options)
    yield "searches: options, 90 %", 59, quantiles(options, n=10)[-1]
    hidden = sum(i.control == "hidden" for f in searches for i in f.inputs)
    yield "searches: hidden inputs", 1.8, hidden / len(searches)
    yield "searches: a word says so", 0.90, _share(searches, _says_search)
    yield "searches: a field named q, s, query …", 0.65, _share(searches, _named_as_usual)
    yield from _labels(searches)
    for kind, passwords in (("login", 0.94), ("registration", 0.79)):
        accounts = [f for f in forms if f.kind == kind]
        yield f"{kind}: with a password", passwords, _share(accounts, _has_password)
    registrations = [len(visible(f)) for f in forms if f.kind == "registration"]
    yield "registration: fields, median", 7, median(registrations)


def visible(form: FormModel) -> list[Input]:
    return [i for i in form.inputs if i.control != "hidden" and not i.honeypot]


def _per_page(found: Sequence[Surveyed]) -> Iterator[tuple[str, float, float]]:
    """Home and form pages and one ordinary page a site, as people sample sites."""
    counts: dict[int, int] = {}
    for surveyed in found:
        for n, pages in forms_per_page(surveyed.plans).items():
            if n:
                counts[n] = counts.get(n, 0) + pages
    total = sum(counts.values())
    yield "forms on a page that has any", 2.77, sum(n * pages for n, pages in counts.items()) / total
    for n, share in ((1, 0.32), (2, 0.27), (3, 0.17), (4, 0.11)):
        yield f"pages with forms: {n} of them", share, counts.get(n, 0) / total


def _labels(searches: Sequence[FormModel]) -> Iterator[tuple[str, float, float]]:
    fields = [i for form in searches for i in visible(form)]
    tests: tuple[tuple[str, float, Callable[[Input], bool]], ...] = (
        ("tied to it", 0.43, lambda i: i.linked),
        ("placeholder", 0.16, _placeholder),
        ("title", 0.07, lambda i: bool(i.title)),
        ("none of these", 0.42, lambda i: not (i.linked or i.title or _placeholder(i))),
    )
    for name, share, test in tests:
        yield f"label of a field: {name}", share, sum(map(test, fields)) / len(fields)


def _placeholder(i: Input) -> bool:
    return i.placement == "inside" and i.control in _PLACEHOLDERS


def _share(forms: Sequence[FormModel], holds: Callable[[FormModel], bool]) -> float:
    return sum(map(holds, forms)) / len(forms)


def _says_search(form: FormModel) -> bool:
    fields = (f"{i.name} {i.label} {i.title}" for i in visible(form))
    buttons = (f"{b.text} {b.name}" for b in form.buttons)
    return bool(_CUE.search(" ".join((form.heading, *buttons, *fields))))


def _has_select(form: FormModel) -> bool:
    return any(i.control.startswith("select") for i in visible(form))


def _named_as_usual(form: FormModel) -> bool:
    return any(i.name in _USUAL for i in visible(form))


def _has_password(form: FormModel) -> bool:
    return any(i.control == "password" for i in form.inputs)

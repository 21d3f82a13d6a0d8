"""Forms of pages and the models they were made from."""

import pytest

from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.parse.document import parse, parse_html
from leadline_bench import virtual
from leadline_bench.locate.facts import FormFact, facts_of, matched, models_of, true_identity
from leadline_bench.locate.laboratory import Laboratory
from leadline_lab.anatomy import Button, FormModel, Input
from leadline_lab.plan import HOME, plan_of
from leadline_lab.spec import Role, spec

BASE = "http://a.example/page"


def model(key: str, action: str, *names: str, method: str = "get", **more: str) -> FormModel:
    inputs = (*(Input(name, "text") for name in names), Input("session", "hidden", default=key))
    domain = more.get("domain", "")
    kind = more.get("kind", "search")
    return FormModel(key, kind, domain, "", action, method, inputs, (Button("submit", "Go"),))  # type: ignore[arg-type]


def html(action: str, *names: str, method: str = "get") -> str:
    fields = "".join(f'<input name="{name}">' for name in names)
    return f'<form action="{action}" method="{method}">{fields}<input type="hidden" name="session"></form>'


def test_forms_are_matched_by_what_they_send() -> None:
    """Whatever the order on the page, and however the action is written."""
    page = parse_html(html("/b", "y") + html("http://a.example/a", "x", "z"), BASE)
    models = [model("one", "/a", "z", "x"), model("two", "b", "y")]
    assert [m and m.key for m in matched(page.forms, models, BASE)] == ["two", "one"]


def test_alike_forms_are_matched_in_order() -> None:
    """Two forms that send the same are the first and the second of their kind."""
    page = parse_html(html("/a", "x") * 2, BASE)
    models = [model("one", "/a", "x"), model("two", "/a", "x")]
    assert [m and m.key for m in matched(page.forms, models, BASE)] == ["one", "two"]


def test_a_form_that_is_none_of_the_site_has_no_truth() -> None:
    """A pager that posts, or a form of a method no model has."""
    page = parse_html(html("/a", "x", method="post") + html("/a", "x"), BASE)
    facts = facts_of(page, [model("one", "/a", "x", domain="hotel")])
    assert [(fact.key, fact.is_relevant("hotel"), fact.is_relevant("book")) for fact in facts] == [
        ("", False, False),
        ("one", True, False),
    ]


@pytest.mark.parametrize(("kind", "searchable"), [("search", True), ("site-search", True), ("login", False)])
def test_searchable_is_a_matter_of_kind(kind: str, searchable: bool) -> None:
    """Site searches are searchable; they are relevant to no domain."""
    fact = FormFact("i", "http://a.example/", 0.1, "k", kind, "")
    assert fact.is_searchable is searchable
    assert not fact.is_relevant("hotel")


def test_a_form_of_a_site_is_one_form_on_all_its_pages() -> None:
    """With and without www."""
    assert true_identity("http://www.a.example/x", "k") == true_identity("http://a.example/", "k") == "a.example#k"


@pytest.mark.parametrize("role", list(Role))
def test_every_form_of_the_lab_is_found_on_its_page(role: Role) -> None:
    """Home pages and form pages of a world, in all layouts: as many matches as there are models."""
    laboratory = Laboratory(spec("tiny", seed=4, role=role))
    met = lost = 0
    for number in range(len(laboratory.world)):
        plan = plan_of(laboratory.world, laboratory.world.site(number))
        for place in [HOME, *plan.stands.on][:6]:
            response = virtual.run(laboratory.fetcher.fetch(Request(plan.url(place), permit=TARGET)))
            page, models = parse(response), models_of(laboratory.web.sheet(response.url))
            met += len(models)
            lost += len(models) - sum(m is not None for m in matched(page.forms, models, page.base_url))
    assert met > 50
    assert lost == 0

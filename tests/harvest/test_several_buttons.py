"""Several buttons of one name that search are one more choice; none is pressed that the gate does not let pass."""

import json
from pathlib import Path

import pytest
from catalogue_server import catalogue
from test_harvest_plans import NO_DETAILS, harvest
from test_paging_to_the_end import PLACES, _cards, _plan

from leadline.harvest.buttons import ways_to_press
from leadline.parse.document import parse_html
from leadline.submit.fill import button_for, default_query

HERE = "http://site.test/"


def _form(buttons: str, method: str = "post", more: str = "") -> str:
    return (
        f'<html lang=fr><title>Archives</title><form method={method} action="/find"><label>Mots '
        f"<input name=search></label>{buttons}{more}</form>"
    )


TWO = (
    "<button name=action value=Search>Rechercher</button>"
    "<button name=action value=RecursiveSearch>Rechercher Récursivement</button>"
)


def _ways(html: str) -> list[str]:
    page = parse_html(html, HERE)
    field = ways_to_press(page.forms[0], page)
    return [] if field is None else [option.value for option in field.choices]


def test_two_buttons_of_one_name_are_a_choice_without_an_any() -> None:
    page = parse_html(_form(TWO), HERE)
    field = ways_to_press(page.forms[0], page)
    assert field is not None
    assert (field.name, field.levels, field.default, field.anything) == (
        "action",
        ("Search", "RecursiveSearch"),
        "Search",
        None,
    )
    assert [option.label for option in field.choices] == ["Rechercher", "Rechercher Récursivement"]


@pytest.mark.parametrize(
    "other",
    [
        "<button name=action value=Wipe>Supprimer tout</button>",  # a deed in words
        "<button name=action value=delete>Rechercher</button>",  # … and in what is sent
        "<button name=action value=B>Wibble</button>",  # nobody knows what it does
        "<button name=action value=B formaction=http://elsewhere.test/>Rechercher</button>",
        "<button name=action value=B formaction=/wipe>Rechercher</button>",
        "<button name=action value=B formmethod=get>Rechercher</button>",
        "<button name=other value=Else>Rechercher</button>",  # another name: another question
        "<button name=action value=Show>Afficher</button>",  # it shows, which is less plain than searching
        "<button name=action value=Search>Rechercher encore</button>",  # the same value
        "<button name=action value=Old disabled>Rechercher</button>",
        "<button>Rechercher</button>",
    ],
)
def test_a_button_that_is_not_as_good_is_no_choice(other: str) -> None:
    assert _ways(_form("<button name=action value=Search>Rechercher</button>" + other)) == []


def test_the_good_ones_are_a_choice_beside_a_deed() -> None:
    """The third is no part of it, and the gate's word on the form stays what it is."""
    assert _ways(_form(TWO + "<button name=action value=Wipe>Supprimer</button>", "get")) == [
        "Search",
        "RecursiveSearch",
    ]


def test_a_form_that_only_the_user_lets_go_has_one_button() -> None:
    """The user's word is for the form as it is, not for all that stands on it."""
    assert _ways(_form(TWO, more="<input type=password name=secret>")) == []


def test_a_field_of_the_same_name_is_left_alone() -> None:
    assert _ways(_form(TWO, more="<select name=action><option>a<option>b</select>")) == []


@pytest.mark.parametrize(("wanted", "hidden"), [("RecursiveSearch", "Search"), ("Search", "Search"), ("x", "x")])
def test_what_names_a_button_leaves_the_hidden_field_of_its_name(wanted: str, hidden: str) -> None:
    """A browser sends both; a value that no button has is the hidden field's."""
    form = parse_html(_form(TWO, more="<input type=hidden name=action value=Search>"), HERE).forms[0]
    button = button_for(form, {"action": wanted}, "fr")
    assert button is not None
    pressed = wanted if wanted != "x" else "Search"
    sent = default_query(form, {"action": wanted}, button).assignment
    assert [pair for pair in sent if pair[0] == "action"] == [("action", pressed), ("action", hidden)]


def _archive(path: str, pairs: list[tuple[str, str]]) -> tuple[int, str]:
    """Everything lies in folders below: the first button looks in this one, where there is nothing."""
    words = dict(pairs).get("search", "").lower()
    wide = ("action", "RecursiveSearch") in pairs
    found = [n for n in range(36) if words and words in (PLACES[n % 12], "plan")] if wide else []
    form = _form(TWO + "<button name=action value=Wipe>Supprimer</button>", "get")
    listed = _cards(found) if path == "/find" and found else "<p>Aucun titre."
    return 200, f"{form}{listed}<p>Archives du comté"


def test_the_other_button_is_pressed_where_the_first_brings_nothing(tmp_path: Path) -> None:
    values = tmp_path / "values.csv"
    values.write_text("label,value,weight\nMots,plan,1\nMots,harbour,0.9\n", encoding="utf-8")
    with catalogue(_archive) as served:
        done = harvest(served.url("/"), tmp_path / "out", "--json", "--values", str(values), *NO_DETAILS)
        sent = {value for _, _, pairs in served.asked for name, value in pairs if name == "action"}
    assert json.loads(done.stdout)["records"] == len({_plan(n)[0] for n in range(36)}), done.stderr
    assert sent == {"Search", "RecursiveSearch"}


def test_a_button_the_user_named_is_the_only_one_pressed(tmp_path: Path) -> None:
    with catalogue(_archive) as served:
        harvest(served.url("/"), tmp_path / "out", "--set", "action=Search", "--json", *NO_DETAILS)
        sent = {value for _, _, pairs in served.asked for name, value in pairs if name == "action"}
    assert sent == {"Search"}

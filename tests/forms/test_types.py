"""What fields take: markup, options, words in five languages, and fields that belong together."""

import pytest

from leadline.forms.understand import understand
from leadline.model.field import Field
from leadline.parse.document import Document


def _fields(markup: str) -> list[Field]:
    html = f"<form action=/search>{markup}<button>Search</button></form>"
    document = Document(html, "http://example.org/")
    page = document.page
    return list(understand(page.forms[0], document).fields)


def _types(markup: str) -> list[str]:
    return [field.type.value for field in _fields(markup)]


def _ends(markup: str) -> list[tuple[str, str]]:
    return [(field.type.value, field.end) for field in _fields(markup)]


def _only(markup: str) -> Field:
    (field,) = _fields(markup)
    return field


def _select(name: str, *options: object) -> str:
    return f"<select name={name}>" + "".join(f"<option>{option}" for option in options) + "</select>"


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        ("<input type=date name=x>", "date"),
        ("<input type=number name=x>", "number"),
        ("<input type=search name=x>", "keyword"),
        ("<input type=password name=x>", "private"),
        ("<input type=email name=x>", "private"),
        ("<input type=tel name=x>", "private"),
        ("<input type=file name=x>", "private"),
        ("<textarea name=x></textarea>", "private"),
        ("<input name=x autocomplete='shipping postal-code'>", "zip"),
        ("<input name=x autocomplete=address-level2>", "city"),
        ("<input name=x autocomplete=cc-number>", "private"),
        ("<input name=x autocomplete=one-time-code>", "private"),
    ],
)
def test_what_markup_says(markup: str, expected: str) -> None:
    """The type attribute and autocomplete settle what a field takes."""
    assert _types(markup) == [expected]


LANGUAGES = {
    "keyword": "Keywords|Stichwort|Mots-clés|Palabra clave|Palavras-chave",
    "name": "Author|Verfasser|Auteur|Apellidos|Sobrenome",
    "price": "Price|Preis|Prix|Precio|Preço",
    "year": "Year|Baujahr|Année|Año|Ano",
    "zip": "ZIP code|Postleitzahl|Code postal|Código postal|CEP",
    "city": "City|Ort|Ville|Ciudad|Cidade",
    "region": "State|Bundesland|Département|Provincia|Estado",
    "country": "Country|Land|Pays|País|Pais",
    "language": "Language|Sprache|Langue|Idioma|Língua",
    "number": "Bedrooms|Wohnfläche|Chambres|Habitaciones|Quartos",
    "date": "Check-in|Anreise|Date d'arrivée|Fecha|Data",
    "private": "E-mail|Benutzername|Mot de passe|Correo electrónico|Senha",
}


@pytest.mark.parametrize(
    ("label", "expected"), [(label, kind) for kind, labels in LANGUAGES.items() for label in labels.split("|")]
)
def test_labels_in_five_languages(label: str, expected: str) -> None:
    """A text field is what its label says, whatever it is called inside; another field keeps it from being all."""
    types = _types(f"<p>{label}: <input name=f17></p><p>Color: <input name=f18></p>")
    assert types[0] == expected


@pytest.mark.parametrize(
    ("label", "expected"),
    [
        ("Sortieren nach", "sort"),
        ("Trier par", "sort"),
        ("Ordenar por", "sort"),
        ("Treffer pro Seite", "display"),
        ("Résultats par page", "display"),
        ("Resultados por página", "display"),
    ],
)
def test_choices_that_only_arrange(label: str, expected: str) -> None:
    """Choices that say they sort or lay out results do that, whatever their options are."""
    assert _types(f"{label} {_select('x', 'eins', 'zwei', 'drei')}") == [expected]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("January February March April May June July August September October November December", "month"),
        ("Jan Feb Mär Apr Mai Jun Jul Aug Sep Okt Nov Dez", "month"),
        ("janvier février mars avril mai juin juillet août septembre octobre novembre décembre", "month"),
        ("enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre", "month"),
        ("janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro", "month"),
        ("any 1998 1999 2000 2001 2002", "year"),
        ("France Germany Italy Spain Sweden", "country"),
        ("Frankreich Deutschland Italien Spanien Österreich", "country"),
        ("Allemagne Autriche Belgique Espagne Suisse", "country"),
        ("Alabama Alaska Arizona California Texas", "region"),
        ("Bayern Hessen Sachsen Saarland Hamburg", "region"),
        ("English German French Spanish", "language"),
        ("Deutsch Englisch Französisch", "language"),
        ("USD EUR GBP CHF", "display"),
        ("$100 $200 $500 $1000", "price"),
        ("Newest Oldest Cheapest Relevance", "sort"),
        ("red green blue", "category"),
    ],
)
def test_what_options_are(options: str, expected: str) -> None:
    """A list without a word beside it is known by what is in it."""
    assert _types(_select("x", *options.split())) == [expected]


def test_numbers_need_a_word() -> None:
    """The same numbers are kilometres, prices or results on a page, as the label says."""
    options = (10, 20, 50, 100)
    labels = ("Distance in km", "Price", "Results per page", "")
    types = [_types(f"{label} {_select('x', *options)}")[0] for label in labels]
    assert types == ["number", "price", "display", "display"]


@pytest.mark.parametrize(
    "markup",
    [
        "Price from <input name=a> to <input name=b>",
        "Preis von <input name=a> bis <input name=b>",
        "Prix min <input name=a> max <input name=b>",
        "Precio desde <input name=a> hasta <input name=b>",
        "Preço de <input name=a> até <input name=b>",
        "Price <input name=pricemin> – <input name=pricemax>",
        "<label>Minimum price <input name=a></label> <label>Maximum price <input name=b></label>",
        "<fieldset><legend>Price</legend>From <input name=x> To <input name=y></fieldset>",
    ],
)
def test_ends_of_ranges(markup: str) -> None:
    """Two fields of one type with words of beginning and end are a range, and are one group."""
    assert _ends(markup) == [("price", "low"), ("price", "high")]
    low, high = _fields(markup)
    assert low.group == high.group
    assert low.group is not None
    assert (low.group.kind, low.group.members) == ("range", (0, 1))


def test_the_same_list_twice_is_a_range() -> None:
    """Two selects of the same years, the second without a label, are from and to."""
    years = range(1990, 2010)
    assert _ends(f"Year {_select('ya', *years)} – {_select('yb', *years)}") == [("year", "low"), ("year", "high")]


def test_one_end_alone() -> None:
    """A field for a limit needs no partner; words that only sometimes mean an end do not suffice."""
    assert _ends("Rent up to <input name=r> Rooms <input name=n>")[0] == ("price", "high")
    assert _ends("Höchstpreis <input name=r> Ort <input name=n>")[0] == ("price", "high")
    assert _ends("Price to you <input name=r> City <input name=n>")[0] == ("price", "")


def test_two_limits_of_different_things_are_no_range() -> None:
    """Fewest rooms and highest rent are two fields, and not ends of one thing."""
    fields = _fields(
        "<label>Min. bedrooms <input type=number name=a></label>"
        "<label>Max. mileage <input type=number name=b></label>"
    )
    assert [field.group for field in fields] == [None, None]


def test_a_date_in_three_selects() -> None:
    """Numbers from 1 to 31 are days where a month and a year stand beside them, and only there."""
    days, months, years = range(1, 32), range(1, 13), range(2020, 2026)
    split = f"Posted {_select('a', *days)} {_select('b', *months)} {_select('c', *years)}"
    fields = _fields(split)
    assert [field.type.value for field in fields] == ["day", "month", "year"]
    assert {field.group.members for field in fields if field.group} == {(0, 1, 2)}
    assert _types(f"Nights {_select('a', *days)}") == ["number"]


def test_a_stay_is_a_range() -> None:
    """Arrival and departure are the ends of a stay, the first the earlier one."""
    markup = "Check-in <input type=date name=a> Check-out <input type=date name=b>"
    assert _ends(markup) == [("date", "low"), ("date", "high")]


def test_a_flight_from_one_city_to_another_is_no_range() -> None:
    """Places have no less and no more."""
    assert _ends("From city <input name=a> To city <input name=b>") == [("city", ""), ("city", "")]


def test_constraints_are_numbers_where_they_mean_numbers() -> None:
    """min, max, step and lengths are numbers; patterns, date limits and formats are texts."""
    number = _only("Price <input type=number name=p min=0 max=1000 step=0.5 required>")
    assert dict(number.constraints) == {"min": 0, "max": 1000, "step": 0.5, "required": True}
    date = _only("Date (dd.mm.yyyy) <input name=d maxlength=10 pattern='[0-9.]+'>")
    assert dict(date.constraints) == {"maxlength": 10, "pattern": "[0-9.]+", "format": "dd.mm.yyyy"}
    assert _only("Preis in € <input name=p>").constraints["currency"] == "EUR"
    assert _only("<input type=date name=d min=2020-01-01>").constraints["min"] == "2020-01-01"


def test_the_one_field_nothing_is_known_about_takes_the_terms() -> None:
    """A box without any word is for search terms, unless others ask for something private."""
    assert _types("<input name=zzz>") == ["keyword"]
    assert _types("<input name=zzz><input type=password name=yyy>") == ["other", "private"]


def test_boxes_that_promise_something_are_private() -> None:
    """Nobody ticks "I agree" for the user; "with pictures" is a choice like any other."""
    assert _types("<label><input type=checkbox name=a> I agree to the terms</label>") == ["private"]
    assert _types("<label><input type=checkbox name=a> Remember me</label>") == ["private"]
    assert _types("<label><input type=checkbox name=a> With pictures only</label>") == ["category"]


def test_radios_of_one_name_are_one_field() -> None:
    """The words at the single buttons are the options of the one field they make."""
    markup = "".join(f"<label><input type=radio name=o value={n}> {n}</label>" for n in ("Newest", "Cheapest"))
    assert _types(markup) == ["sort"]


def test_a_box_that_asks_for_terms_takes_them() -> None:
    """Its name and its prompt say so; a word of its title that means a date in another language does not count."""
    box = "<input name=q {} title='Enter patterns to filter the data below'>"
    assert _types(box.format("placeholder=Search")) == ["keyword"]
    assert _types("<label>Date <input name=q placeholder='YYYY-MM-DD'></label>") == ["date"]

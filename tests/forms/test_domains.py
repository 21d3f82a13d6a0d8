"""Which domain a form belongs to: by its own words, by its page, and by nobody's if neither tells."""

import json
from importlib.resources import files

import pytest

from leadline.forms.domains.model import bundled, domains, form_terms, keyword_scale, page_terms
from leadline.forms.domains.others import other_search
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.parse.document import parse_html
from leadline.topics.bundled import NAMES

FORMS = {
    "airfare": "<form action=/go>Depart from <input name=origin> Fly to <input name=dest> "
    "Airline <input name=carrier> "
    "<select name=cabin><option>Economy<option>Business class</select><button>Find flights</button></form>",
    "apartment": "<form action=/go>Bedrooms <input name=beds> Monthly rent <input name=rent> Move-in date "
    "<input name=movein> <button>Find apartments</button></form>",
    "auto": "<form action=/go>Make <select name=make><option>Ford<option>Honda<option>Toyota</select> Model "
    "<input name=model> Mileage <input name=miles><button>Search used cars</button></form>",
    "book": "<form action=/go>Author <input name=author> Title <input name=title> ISBN <input name=isbn> "
    "Publisher <input name=publisher><button>Search books</button></form>",
    "hotel": "<form action=/go>Check-in <input name=arrive> Check-out <input name=leave> "
    "Guests <input name=guests> Rooms <input name=rooms><button>Check availability</button></form>",
    "job": "<form action=/go>Job title <input name=title> Employer <input name=company> "
    "Salary <input name=salary> <button>Find jobs</button></form>",
    "movie": "<form action=/go>Film title <input name=title> Director <input name=director> "
    "Actor <input name=cast> "
    "<select name=format><option>DVD<option>Blu-ray</select><button>Search movies</button></form>",
    "music": "<form action=/go>Artist <input name=artist> Album <input name=album> Song <input name=song> "
    "<select name=format><option>CD<option>Vinyl</select><button>Search music</button></form>",
    "people": "<form action=/go>Player name <input name=player> Team <input name=team> Position <input name=pos> "
    "League <input name=league><button>Find players</button></form>",
    "rental": "<form action=/go>Pick-up location <input name=pickup> Drop-off location <input name=dropoff> "
    "<select name=cls><option>Compact<option>SUV<option>Minivan</select><button>Find rental cars</button></form>",
    "route": "<form action=/go>Start address <input name=from> Destination <input name=to> "
    "<select name=by><option>Shortest route<option>Avoid highways</select><button>Get directions</button></form>",
}
LOG_IN = (
    "<form action=/go>User name <input name=u> Password <input type=password name=p><button>Log in</button></form>"
)
BOX = "<form action=/go><input name=q><button>Search</button></form>"


def read(html: str, title: str = "") -> tuple[Form, Page]:
    page = parse_html(f"<title>{title}</title>{html}", "http://example.org/")
    return page.forms[0], page


@pytest.mark.parametrize("domain", sorted(FORMS))
def test_a_form_that_speaks_of_a_domain_is_of_it(domain: str) -> None:
    """By its own words alone; no other domain is likelier."""
    form, _ = read(FORMS[domain])
    found = domains(form)
    assert max(found, key=lambda name: found[name]) == domain
    assert found[domain] > 0.5


def test_the_twelve_topics_have_a_model_each() -> None:
    """By the names that topics have."""
    assert sorted(bundled()) == sorted(NAMES)


@pytest.mark.parametrize("html", [LOG_IN, BOX])
def test_a_form_that_says_nothing_is_of_none(html: str) -> None:
    """Without a page around it nothing is believed."""
    form, _ = read(html)
    assert max(domains(form).values()) < 0.5


def test_a_page_speaks_for_a_box_that_says_nothing() -> None:
    """The same box is likelier a search for books in a bookshop than elsewhere."""
    shop = (
        "<p>Books by your favourite authors: novels, paperbacks, hardcovers, textbooks. New publishers, ISBN.</p>"
    )
    garden = "<p>Roses want sun, tulips want water; compost helps both, and so do worms and patience.</p>"
    form, here = read(shop + BOX, "Bookshop: books and authors")
    other, there = read(garden + BOX, "Growing roses")
    assert domains(form, here)["book"] > 5 * domains(other, there)["book"]


def test_a_form_is_believed_before_its_page() -> None:
    """A rental form in a hotel portal is no search for hotels."""
    hotel = "<p>Hotels, rooms, suites and inns for your stay. Rates a night, guests, breakfast.</p>"
    form, page = read(hotel + FORMS["rental"], "Hotels")
    found = domains(form, page)
    assert found["rental"] > found["hotel"]


def test_names_and_options_speak_where_labels_are_missing() -> None:
    """`bookAuthor` and a list of makes are words like others."""
    form, _ = read("<form action=/x><input name=bookAuthor><input name=ctl00$txtIsbn></form>")
    assert {"book", "author", "isbn"} <= set(form_terms(form))
    form, _ = read("<form action=/x><select name=m><option>Honda<option>Toyota</select></form>")
    assert {"honda", "toyota"} <= set(form_terms(form))


def test_words_of_searching_tell_nothing() -> None:
    """ "Find", "Suche" and "Show results" are no terms: which of them a form has is chance."""
    form, _ = read("<form action=/x>Find hotels <input name=search> <button>Show results</button></form>")
    assert {term for term in form_terms(form) if ":" not in term} == {"hotel"}
    form, _ = read("<form action=/x>Suche <input name=q> <button>Finden</button></form>")
    assert "such" not in form_terms(form)


def test_where_a_form_is_sent_is_told_apart_from_what_it_says() -> None:
    """`/show.php` is the name of a program and no word about shows."""
    form, _ = read("<form action=/show.php>Artist <input name=a></form>")
    found = form_terms(form)
    assert "sent:show" in found
    assert "show" not in found
    assert found["sent:show"] < found["artist"]


def test_a_long_list_does_not_drown_the_labels() -> None:
    """Two hundred cities weigh no more than two."""
    cities = "".join(f"<option>City{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(200))
    long, _ = read(f"<form action=/x>Author <input name=a><select name=c>{cities}</select></form>")
    short, _ = read(
        "<form action=/x>Author <input name=a><select name=c><option>Citya<option>Cityb</select></form>"
    )
    assert form_terms(long)["author"] == pytest.approx(form_terms(short)["author"])


def test_the_page_is_a_space_of_its_own() -> None:
    """A word of the page is not taken for a word of the form."""
    _, page = read("<p>Hotels and more hotels</p>" + BOX, "Inns")
    assert {"page:hotel", "title:inn"} <= set(page_terms(page))
    assert not any(":" not in term for term in page_terms(page))


CARS = ("Used cars", "Certified cars", "Dealers", "Road tests", "Sedans")
FILLER = "<p>Our team has the answer to every question. Visit us today, or read the news of the week.</p>"


def test_menus_speak_where_the_text_is_filler() -> None:
    """Sections named in links of the site tell what a bare box searches; as plain text they tell less."""
    menu = "".join(f"<a href=/{number}>{name}</a> " for number, name in enumerate(CARS))
    listed = domains(*read(menu + FILLER + BOX))
    assert max(listed, key=lambda name: listed[name]) == "auto"
    said = domains(*read(". ".join(CARS) + FILLER + BOX))
    assert listed["auto"] > said["auto"]


def test_a_menu_is_short_links_within_the_site() -> None:
    """Headlines and links that lead elsewhere are no menu."""
    links = (
        "<a href=/a>Used cars</a> <a href=/b>Why the old engine runs for ever</a>"
        "<a href=http://other.example/>Flights</a>"
    )
    _, page = read(links + BOX)
    assert {term for term in page_terms(page) if term.startswith("menu:")} == {"menu:us", "menu:car"}


def test_reasons_are_what_adds_up() -> None:
    """`why` names the terms, and their sum with the bias is the score."""
    form, page = read(FORMS["hotel"], "Hotels")
    model = bundled()["hotel"]
    pull = model.why(form, page)
    assert [abs(w) for _, w in pull] == sorted((abs(w) for _, w in pull), reverse=True)
    total = sum(w for _, w in pull)
    assert total == pytest.approx(model.part(form_terms(form)) + model.part(page_terms(page)))
    assert model.combined(total, 0.0) == pytest.approx(model.probability(form, page))


def test_an_enormous_form_is_read_in_bounds() -> None:
    """A thousand fields with a thousand options each are cut, not counted to the end."""
    options = "".join(f"<option>word{chr(97 + i % 26)}" for i in range(1_000))
    html = "".join(f"<select name=f{i}>{options}</select>" for i in range(200))
    form, page = read(f"<form action=/x>{html}</form>")
    assert len(form_terms(form)) < 1_000
    assert all(0 <= p <= 1 for p in domains(form, page).values())


def test_keywords_make_a_model_before_any_form_is_shown() -> None:
    """A topic's words tell its forms; the same words on the page help a box that says nothing."""
    model = keyword_scale().model({"grape": 6.0, "vintag": 6.0, "wine": 5.0})
    form, page = read("<form action=/go>Grape <input name=grape> Vintage <input name=year></form>", "Wine")
    assert model.probability(form) > 0.5 > model.probability(read(BOX)[0])
    assert model.probability(*read(BOX, "Wine of every vintage")) > model.probability(*read(BOX, "Roses"))
    assert model.probability(form, page) > model.probability(read(FORMS["book"])[0])


@pytest.mark.parametrize(
    ("domain", "title", "text"),
    [
        ("airfare", "Flug suchen", "Abflug, Rückflug, Fluggesellschaft und Flughafen. Billigflüge in alle Welt."),
        ("auto", "Chercher une voiture", "Voitures d'occasion: marque, modèle, kilométrage, carburant."),
        ("hotel", "Reservar hotel", "Hoteles y hostales: habitaciones, noches, huéspedes y desayuno."),
        ("job", "Vagas de emprego", "Empregos e estágios: salário, cargo, empregador, currículo."),
        ("book", "Recherche de livres", "Livres, auteurs, éditeurs: romans et poche dans notre librairie."),
    ],
)
def test_pages_speak_other_languages(domain: str, title: str, text: str) -> None:
    """A bare box is of the domain of its page in German, French, Spanish and Portuguese, too."""
    found = domains(*read(f"<p>{text}</p>{BOX}", title))
    assert max(found, key=lambda name: found[name]) == domain


def test_what_ships_is_small() -> None:
    """Weights, background and card together stay under 600 KB."""
    folder = files("leadline.forms.domains") / "data"
    sizes = [len((folder / name).read_bytes()) for name in ("domains.json", "background.json", "card.json")]
    assert sum(sizes) < 600_000
    assert json.loads((folder / "card.json").read_text("utf-8"))["figures"]


@pytest.mark.parametrize(
    "html",
    [
        "Find a showroom <input name=postcode> <button>Show</button>",
        "<label>Code postal ou ville <input name=cp></label> <button>Trouver un magasin</button>",
        "<label>PLZ <input name=plz></label><label>Umkreis <input name=r></label><button>Filiale finden</button>",
    ],
)
def test_the_nearest_of_whatever_is_told_from_any_domain(html: str) -> None:
    """A place alone, or with a distance, in words of shops or of none."""
    form = parse_html(f"<form action=/go>{html}</form>", "http://a.example/").forms[0]
    assert other_search(form, form_terms(form)) > 0.5


@pytest.mark.parametrize("domain", sorted(FORMS))
def test_searches_of_domains_are_not_taken_for_it(domain: str) -> None:
    """Places and distances stand in many of them, never alone."""
    form = parse_html(FORMS[domain], "http://a.example/").forms[0]
    assert other_search(form, form_terms(form)) < 0.5

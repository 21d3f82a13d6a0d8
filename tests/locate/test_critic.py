"""Which forms count: searches of the topic or of any, on pages of the topic or wherever they stand."""

import pytest

from leadline.errors import BadConfiguration
from leadline.forms.domains.model import bundled
from leadline.forms.evidence import Evidence
from leadline.forms.searchable import searchable
from leadline.locate.critic import SearchableForms, finder
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies import STRATEGIES, strategy
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.parse.document import parse_html

ROOMS = (
    "<form action=/rooms>Check-in <input name=checkin> Check-out <input name=checkout> Guests "
    "<input name=guests> <button>Search hotels</button></form>"
)
BOOKS = "<form action=/books>Title <input name=title> Author <input name=author> <button>Search</button></form>"
BOX = "<form action=/find><input name=q> <button>Search</button></form>"
LETTER = "<form action=/send>Your name <input name=n> <textarea name=m></textarea><button>Send</button></form>"
ON, OFF = 0.9, 0.1
HOTELS = "<title>Hotels in Rome</title><p>Hotels, rooms and suites. Book a hotel room for your stay. Hotel deals."
SOUP = "<title>Onion soup</title><p>Peel six onions, add butter and cheese, and let it simmer for an hour."


def page(text: str, *forms: str) -> Page:
    return parse_html(text + "".join(forms), "http://a.example/x")


def found(settings: LocateSettings, where: Page, on_topic: float, *, topical_only: bool) -> list[str]:
    """Paths that the forms which count are sent to."""
    goals = finder(settings, topical_only=topical_only).find(where, on_topic)
    return [goal.url.removeprefix("http://a.example") for goal in goals]


def test_searchable_is_ffc_s_counting() -> None:
    """Searches of any domain, letters not; on pages of the topic where the strategy reads nothing of others."""
    settings = LocateSettings(topic="hotel", find="searchable")
    mixed = page(HOTELS, ROOMS, BOOKS, LETTER)
    assert found(settings, mixed, ON, topical_only=True) == ["/rooms", "/books"]
    assert found(settings, mixed, OFF, topical_only=True) == []
    assert found(settings, mixed, OFF, topical_only=False) == ["/rooms", "/books"]


def test_two_stages_have_no_gate_before_the_form_critic() -> None:
    """A hotel search on a page that was taken for something else counts there, and nothing of another domain."""
    settings = LocateSettings(topic="hotel")
    mixed = page(HOTELS, ROOMS, BOOKS)
    assert found(settings, mixed, OFF, topical_only=True) == []
    assert found(settings, mixed, OFF, topical_only=False) == ["/rooms"]


def test_a_form_may_be_judged_by_its_words_alone() -> None:
    """ACHE's classifier: whatever stands around it, and a box that says nothing is no form of any domain."""
    by_page, by_form = (LocateSettings(topic="hotel", critic=critic) for critic in ("page", "form"))
    assert found(by_page, page(HOTELS, BOX), ON, topical_only=True) == ["/find"]
    assert found(by_form, page(HOTELS, BOX), ON, topical_only=True) == []
    assert found(by_form, page(SOUP, ROOMS), OFF, topical_only=False) == ["/rooms"]


def test_a_form_that_leaves_it_to_its_page_is_listed_as_such() -> None:
    """A box on a page about hotels may search the pages of its site: it counts, and is told apart."""
    goals = finder(LocateSettings(topic="hotel")).find(page(HOTELS, ROOMS, BOX), ON)
    assert [(goal.url, goal.scope) for goal in goals] == [
        ("http://a.example/rooms", "topic"),
        ("http://a.example/find", "site"),
    ]


def test_one_everyday_keyword_is_not_the_form_saying_so() -> None:
    """Players have runs, and so has a button of any site."""
    players = "<title>League</title><h1>Players</h1><p>All players, teams, coaches and stats of the league."
    box = BOX.replace("Search<", "Run search<")
    named = (
        "<form action=/players>Player <input name=player> Team <input name=team> <button>Search</button></form>"
    )
    goals = finder(LocateSettings(topic="people")).find(page(players, box, named), ON)
    assert [goal.scope for goal in goals] == ["site", "topic"]


@pytest.mark.parametrize(("topic", "listed"), [("airfare", []), ("route", ["/plan"])])
def test_a_form_belongs_to_the_topic_that_explains_it_best(topic: str, listed: list[str]) -> None:
    """Flights claim the form of a route planner, too: from, to, a date."""
    roads = "<title>Plan your trip</title><h1>Trip planner</h1><p>By road: how far is it?</p>"
    route = (
        "<form action=/plan><label>From <input name=from></label><label>To <input name=to></label><label>Depart "
        "<input name=departdate></label><button>Find route</button>"
    )
    where = page(roads, route)
    assert bundled()["airfare"].probability(where.forms[0], where) > 0.5
    assert found(LocateSettings(topic=topic), where, ON, topical_only=True) == listed


def test_the_nearest_shop_is_no_search_of_routes() -> None:
    """A place and how far from it: any site has such a form, so it is listed as its site's; a planner asks for two
    places and keeps its distance."""
    maps = "<title>Road maps</title><h1>Maps and directions</h1><p>Routes, driving directions, distances, maps."
    shops = (
        "<form action=/shops><label>Postcode <input name=near></label><label>Distance <select name=miles>"
        "<option>5 miles<option>10 miles</select></label><button>Find</button></form>"
    )
    planner = (
        "<form action=/plan><label>From <input name=from></label><label>To <input name=to></label><label>Distance "
        "in miles <input name=distance></label><button>Find route</button></form>"
    )
    goals = finder(LocateSettings(topic="route")).find(page(maps, shops, planner), ON)
    assert [(goal.url, goal.scope) for goal in goals] == [
        ("http://a.example/shops", "site"),
        ("http://a.example/plan", "topic"),
    ]


def test_without_a_model_of_forms_the_page_decides() -> None:
    """A topic that was shown no form keeps its gate for every strategy, and cannot judge by forms alone."""
    own = LocateSettings(topic="soups.toml")
    assert found(own, page(SOUP, BOX), ON, topical_only=False) == ["/find"]
    assert found(own, page(SOUP, BOX), OFF, topical_only=False) == []
    with pytest.raises(BadConfiguration, match="nothing is known about forms of topic 'soups"):
        finder(LocateSettings(topic="soups.toml", critic="form"))
    with pytest.raises(BadConfiguration, match="'guess' is not known; known: page, form"):
        finder(LocateSettings(critic="guess"))


def test_who_reads_pages_of_the_topic_alone() -> None:
    """FFC, ACHE and the baselines; SmartCrawler's family and ours judge every form."""
    every = {name for name in STRATEGIES if not strategy(name, LocateSettings()).topical_only}
    assert every == {"scdi", "scdi-rs", "scdi-isp", "scdi-al", "smart", "sounding"}


def test_a_form_of_many_sites_is_understood_once_and_judged_as_if_it_stood_alone() -> None:
    """The program behind two sites shows the same form on both: one look is enough. Where the host itself says a
    deed, the form is sent to the page it stands on, or leads to another host, it is looked at by itself."""
    looked: list[str] = []

    def judge(form: Form, evidence: Evidence) -> float:
        looked.append(form.action)
        return searchable(form, evidence)

    def scores(judges: SearchableForms, shown: Page) -> list[float]:
        return [goal.score for goal in judges.find(shown, ON)]

    bare = "<form action=/go><input name=q> <button>Go</button></form>"
    hosts = ("a.example", "b.example:8080", "subscribe.example", "c.example")
    places = [f"http://{host}{path}" for host in hosts for path in ("/x", "/go", "/find")]
    abroad = BOX.replace("/find", "http://elsewhere.example/find")
    pages = [parse_html(HOTELS + form, url) for form in (BOX, bare, BOOKS, abroad) for url in places]
    known = SearchableForms(None, judge)
    assert [scores(known, shown) for shown in pages] == [scores(SearchableForms(None), shown) for shown in pages]
    books = [url for url in looked if url.endswith("/books")]
    assert books == ["http://a.example/books", "http://subscribe.example/books"]

"""The gate by itself: links that are followed, buttons that prove a search, and who gets a permit."""

import pytest

from leadline.errors import FormRefused
from leadline.forms.safety import gate, permit
from leadline.gate.controls import carries_deeds
from leadline.gate.links import Denied, SeenLink, follow, naming_deeds, refused, repeated_controls, says_details
from leadline.lexicon.reading import meaning_of
from leadline.model.page import Link
from leadline.parse.document import parse_html
from leadline.parse.links import marks_of

SITE = "http://shop.example"


def _leading(text: str, path: str, *, nofollow: bool = False, asked: str = "", marks: str = "") -> SeenLink:
    return SeenLink(text, f"{SITE}{path}", marks, nofollow, frozenset({asked} if asked else ()), "en")


@pytest.mark.parametrize(
    "link",
    [
        _leading("Delete", "/things/red-lamp"),
        _leading("Delete this thing", "/"),
        _leading("Buy", "/lamp?id=3"),
        _leading("Book", "/rooms/12"),
        _leading("Buy", "/lamp", nofollow=True),
        _leading("Red lamp", "/lamp/3/delete"),
        _leading("Red lamp", "/list?action=trash&id=3"),
        _leading("Red lamp", "/lamp?_method=PUT"),
        _leading("Red lamp", "/lamp?form_method=PUT"),
        _leading("Red lamp", "/lamps?delete=3"),
        _leading("Red lamp", "/lamp/3", marks="data-method=delete"),
        _leading("Next", "/find?q=delete&action=delete&page=2", asked="delete"),
    ],
)
def test_a_link_that_names_a_deed_is_refused(link: SeenLink) -> None:
    """In its text, in its address or in its markup; a weak word where it carries what to do it to."""
    assert refused(link)
    assert isinstance(follow(link), Denied)


@pytest.mark.parametrize(
    "link",
    [
        _leading("Buy", "/buy/"),
        _leading("Buy", "/lamp"),
        _leading("Red lamp", "/lamp/3"),
        _leading("Next", "/find?q=delete&page=2", asked="delete"),
        _leading("How to delete your account in five minutes and live well", "/news/12"),
    ],
)
def test_a_link_that_only_leads_somewhere_is_followed(link: SeenLink) -> None:
    """Menus, titles, and the next page of a search for a deed; the permit says why."""
    judged = follow(link, "the next page")
    assert not isinstance(judged, Denied)
    assert judged.why.startswith("the next page")


@pytest.mark.parametrize("attribute", ["hx-post", "hx-delete", "data-confirm", "hx-confirm", "ic-post-to"])
def test_what_sends_or_asks_back_is_a_mark(attribute: str) -> None:
    """Attributes by which a script sends something, or asks whether it is meant."""
    assert marks_of({"href": "/3", attribute: "/3"}) == attribute


def test_what_stands_beside_every_record_is_a_control() -> None:
    """A text that leads to three places or more, each with a number, unless it says that it shows them."""
    rows = "".join(
        f"<li>Lamp {n} <a href=/lend/{n}>Lend</a> <a href=/lamp/{n}>Details</a> <a href=/tag/{n}>Tag {n}</a>"
        for n in (1, 2, 3)
    )
    page = parse_html(f"<html lang=en><ul>{rows}</ul>", SITE)
    assert repeated_controls(page.links, "en") == {("Lend", f"{SITE}/lend/{n}") for n in (1, 2, 3)}


def test_an_icon_beside_every_record_is_a_control() -> None:
    """A heart with the number of each record does something to it; a picture that leads where its title does, one
    that no title stands beside, and the numbers of pages do not."""
    rows = "".join(
        f"<li><a href=/lamp/{n}><img src={n}.jpg></a> <a href=/lamp/{n}>Lamp of {stuff}</a> {n} EUR"
        f"<a href=/lamp/{n}/like><i class=heart></i></a> <a href=/up?lamp={n}>▲</a>"
        f"<a href=/map/7{n}><img src=m></a>"
        for n, stuff in enumerate(("brass", "glass", "tin"), 11)
    )
    pages = "".join(f"<a href=/lamps?page={n}>{n}</a>" for n in (11, 12, 13))
    page = parse_html(f"<html lang=en><ul>{rows}</ul>{pages}", SITE)
    liked = {url.removeprefix(SITE) for _, url in repeated_controls(page.links, "en")}
    assert liked == {f"/lamp/{n}/like" for n in (11, 12, 13)} | {f"/up?lamp={n}" for n in (11, 12, 13)}


def test_details_that_are_only_likely_are_none() -> None:
    """A control leads to a record only where all it says is known to."""
    assert says_details("View details", "en")
    assert not says_details("Impeach view", "en")


def test_addresses_name_deeds_as_commands_do() -> None:
    """Dutch and German commands are infinitives without their ending; a record is none in any language."""
    assert refused(SeenLink("Deur 3", f"{SITE}/deuren/3/afstempel", language="nl"))
    assert refused(SeenLink("Lamp", f"{SITE}/record/3", language="es")) is None
    assert refused(SeenLink("Lampe", f"{SITE}/eintrag/3", language="de")) is None
    assert refused(SeenLink("2", f"{SITE}/lamps?skip=20", language="en")) is None


# ── forms ─────────────────────────────────────────────────────────────────────────────────────────────────

BOX, LIST = "<input name=x1>", "<select name=x2><option>1<option>2</select>"
ORDER = "<input type=hidden name=action value=impeach>"


def _reasons(form: str, above: str = "") -> tuple[str, ...]:
    page = parse_html(f"<html lang=en><body>{above}{form}", f"{SITE}/page")
    return gate(page.forms[0], page).refused


@pytest.mark.parametrize(
    ("form", "above"),
    [
        (f"<form action=/x>{BOX}<button>Impeach search</button></form>", ""),
        (f"<form action=/x method=post>{BOX}<button>Impeach search</button></form>", ""),
        (f"<form action=/x method=post>{BOX}<button>Show</button></form>", ""),
        (f"<form action=/x>{BOX}{LIST}<button>Go</button></form>", "<h2>Delete a lamp</h2>"),
        (f"<form action=/x>{BOX}<button type=button>Delete</button></form>", ""),
        (
            f"<form action=/search method=post>{BOX}<button type=button>Delete</button></form>",
            "",
        ),
        (f"<form action=/x role=search>{BOX}<button>Filter &amp; impeach</button></form>", ""),
        (f"<form action=/x role=search>{BOX}<button>\u0627\u064a\u062c\u0627\u062f</button></form>", ""),
        (
            "<form action=/x role=search><input name=x1 autocomplete=one-time-code><button>Search</button></form>",
            "",
        ),
        (f"<form action=/x role=search>{BOX}<input type=tel name=x3><button>Impeach search</button></form>", ""),
        (f"<form action=/x role=search>{BOX}<button>OK</button><button>Wipe</button></form>", ""),
        (f"<form action=/x role=search>{BOX}{ORDER}<button>OK</button></form>", ""),
        (f"<form action=/x id=save-form>{BOX}<button>Go</button></form>", ""),
        (f"<form action=/x>{BOX}<button name=action value=delete>Search</button></form>", ""),
        (
            "<form action=/x role=search><input name=q placeholder=Ban><button>Ban</button></form>",
            "",
        ),
        (
            f"<form action=/x>{BOX}<button>Search and impeach</button></form>",
            "",
        ),
    ],
)
def test_what_does_not_prove_a_search_is_refused(form: str, above: str) -> None:
    """Words nobody knows beside "search", one language's "find" that is another's "create", what is typed and
    posted to "Show", personal data, a heading or a second button that names a deed."""
    assert _reasons(form, above)


@pytest.mark.parametrize(
    ("form", "above"),
    [
        (f"<form action=/x method=post>{BOX}<button>Search</button></form>", ""),
        (f"<form action=/x method=post>{LIST}<button>Show</button></form>", ""),
        (f"<form action=/x>{BOX}{LIST}<button>Go</button></form>", "<h2>Lamps</h2>"),
        (f"<form action=/x>{BOX}<button>Search lamps</button></form>", ""),
    ],
)
def test_what_proves_a_search_passes(form: str, above: str) -> None:
    """The other side of each rule."""
    assert _reasons(form, above) == ()


def test_a_permit_is_for_what_passed_or_for_what_the_user_knows() -> None:
    """A refused form gets none; a user's word stands in for the gate's, but not where nothing can be sent."""
    refused_page = parse_html(f"<form action=/x>{BOX}<input type=password name=p></form>", SITE)
    nowhere = parse_html(f"<form action=mailto:a@shop.example>{BOX}<button>Search</button></form>", SITE)
    search = parse_html(f"<form action=/x>{BOX}<button>Search</button></form>", SITE)
    (form,) = refused_page.forms
    with pytest.raises(FormRefused):
        permit(form, gate(form, refused_page))
    assert "the user says" in permit(form, gate(form, refused_page), by_user=True).why
    with pytest.raises(FormRefused):
        permit(nowhere.forms[0], gate(nowhere.forms[0], nowhere), by_user=True)
    assert "its button says" in permit(search.forms[0], gate(search.forms[0], search)).why


# ── buttons and lists ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "button", ['<button class="fa fa-trash"></button>', "<input type=image src=/gfx/btn_buy_now.gif>"]
)
def test_a_button_without_words_is_what_its_picture_shows(button: str) -> None:
    """The names of its image and of its icon refuse it; a lens does not."""
    search = "<form action=/search role=search><input type=search name=q>{}</form>"
    assert _reasons(search.format(button))
    assert not _reasons(search.format("<input type=image src=/gfx/btn_search.gif>"))


def test_a_word_of_a_neighbour_language_proves_nothing_among_unknown_ones() -> None:
    """Malay is read on an Indonesian page, where all of a text is Malay."""
    assert not meaning_of("Susun ulang indeks pencarian", "id").sure
    assert meaning_of("Lihat naskah", "id").sure


def test_showing_what_was_asked_for_is_a_search_by_post() -> None:
    """ "Show decisions" says that something is looked up; "Show" alone stands on calculators."""
    form = "<form action=/x method=post>About <input name=a> since <input name=b><button>{}</button></form>"
    assert not _reasons(form.format("Show decisions"))
    assert _reasons(form.format("Show"))
    assert _reasons(form.format("Show results"))


def test_how_a_filter_compares_is_no_order() -> None:
    """An unknown word that is preselected may order something, unless a reader sees a sign in its place."""
    form = (
        "<form action=/lamps role=search><input type=search name=q><select name=filter_op>"
        "<option value=exact selected>{}<option value=not>!=</select><input type=submit value=Apply></form>"
    )
    assert not _reasons(form.format("="))
    assert _reasons(form.format("Impeach"))


OPERATIONS = "<select name=part><option value=f>Find an entry<option value=m>{}<option value=x>{}</select>"


@pytest.mark.parametrize(
    ("options", "planned"),
    [
        (("Merge with another", "Lock the entry"), False),
        (("Show its neighbours", "List all of them"), True),
        (("Plants", "Animals"), True),
    ],
)
def test_a_list_of_operations_is_not_planned(options: tuple[str, str], planned: bool) -> None:
    """Where one option is to look something up, another that does something is an operation too."""
    page = parse_html(f"<html lang=en><form>{OPERATIONS.format(*options)}</form>", SITE)
    assert (carries_deeds(page.forms[0].controls[0], "en") is None) is planned


_TOLD = (
    "",
    "Used cars",
    "Delete",
    "Delete culture",
    "Buy",
    "Löschen",
    "Diesen Eintrag löschen",
    "17",
    "×",
    "削除",
    "Log out now",
)
_ASKED = (
    "/a",
    "/item/3/delete",
    "/item/31/x",
    "/%64elete/7",
    "/buy?id=3",
    "/list?action=trash&id=3",
    "/list?delete=1",
    "/?logout",
    "/löschen/4",
)


@pytest.mark.parametrize("language", [None, "en", "de", "ja"])
def test_links_of_a_page_are_judged_together_as_one_by_one(language: str | None) -> None:
    """Also where only a number, an escape or the page's language makes the difference."""
    links = [
        Link(f"http://e.org{address}", said, "", "html/body/a", frozenset(rel), True, marks)
        for said in _TOLD
        for address in _ASKED
        for rel, marks in (((), ""), (("nofollow",), ""), ((), "data-method=delete"))
    ]
    one_by_one = [
        refused(SeenLink(k.anchor, k.url, k.marks, nofollow="nofollow" in k.rel, language=language)) is not None
        for k in links
    ]
    together = naming_deeds(links, language)
    assert [number in together for number in range(len(links))] == one_by_one
    assert 0 < sum(one_by_one) < len(links)

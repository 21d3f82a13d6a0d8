"""The gate: searches pass, everything that could do something else is refused with a reason."""

import pytest

from leadline.forms.safety import gate
from leadline.model.field import Verdict
from leadline.parse.document import parse_html

HERE = "http://forms.example/page"


def _verdict(html: str, url: str = HERE) -> Verdict:
    page = parse_html(html, url)
    return gate(page.forms[0], page)


@pytest.mark.parametrize(
    "form",
    [
        "<form action=/search><input name=q><button>Search</button></form>",
        "<form action=/bookstore/search><input name=q><button>Find a book</button></form>",
        "<form action=/find><select name=order_by><option>price</select><input name=t></form>",
        "<form action='/list?order=price'><input type=search name=w><input type=submit value=Apply></form>",
        "<form action=/suche method=post><input name=begriff><button>Suchen</button></form>",
        "<form action=/recherche><input name=mot><button>Rechercher</button></form>",
        "<form action=/orders><input name=q><button>Search orders</button></form>",
        "<form role=search action=/x><input name=q></form>",
        "<form action=/go method=post>Make <input name=make><button>Search</button></form>",
        "<form action=/go method=post><select name=m><option>Any car<option>Ford</select><button>Find</form>",
        (
            "<form action=/x>Sort by <select name=o><option>price</select>"
            "Make <select name=m><option>Any<option>Ford</select><button>OK</button></form>"
        ),
        "<form action=/search><input name=q><div style='display:none'><input name=email></div></form>",
        "<form action=/flights/search method=post>From <input name=from><button>Search flights</button></form>",
        "<form action=/cars><select name=m><option>Any make<option>Kia</select><button>Show cars</button></form>",
        "<form action=/x>Price from <input name=p1 size=6> to <input name=p2 size=6><button>Ver</button></form>",
        (
            "<form action=/x method=post>Sort by <select name=o><option>price</select>Make <select name=m><option>"
            "Alle<option>Kia</select>Preis von <input name=v size=5> bis <input name=b size=5><button>OK</button>"
            "</form>"
        ),
        "<form action=/results.php><input name=x><button>Go</button></form>",
        "<form action=/search><input name=q><input type=submit value=Button></form>",
        "<form action=/go method=post><input name=query><button>Go</button></form>",
        (
            "<form action=/search><input name=q><label>Leave this field empty <input name=fax></label>"
            "<button>Search</button></form>"
        ),
    ],
)
def test_a_search_passes(form: str) -> None:
    """Plain, advanced and posted searches pass, whatever they search for."""
    assert _verdict(form) == Verdict(())


@pytest.mark.parametrize(
    ("form", "reason"),
    [
        (
            "<form action=/search><input name=q><input type=password name=p><button>Search</button></form>",
            "password",
        ),
        ("<form action=/search><input name=q><input type=file name=f><button>Search</button></form>", "file"),
        (
            "<form action=/tbl/query/ id=save-form role=form><input name=name placeholder='Bookmark name'></form>",
            "save",
        ),
        (
            "<form action=/search><input name=q><input name=x autocomplete=cc-number></form>",
            "payment",
        ),
        (
            "<form action=/search><input name=q><label>CVC <input name=x></label><button>Search</button></form>",
            "payment",
        ),
        (
            "<form action=/search><input name=q><input name=g-recaptcha-response></form>",
            "captcha",
        ),
        ("<form action=/search><input name=q><input name=captcha_code><button>Search</button></form>", "captcha"),
        (
            "<form action=/search><input name=q><textarea name=t></textarea><button>Search</button></form>",
            "free-text",
        ),
        ("<form action=/search><input name=q><input type=email name=x><button>Search</button></form>", "e-mail"),
        ("<form action=/search><input name=q placeholder='Your e-mail'><button>Search</button></form>", "e-mail"),
        ("<form action=/x>Interest rate <input name=q><button>Find</button></form>", "calculator"),
        ("<form action=/search><input name=q><button>Work it out</button></form>", "none of the words"),
        ("<form action=/search method=post><input name=q><button>Button</button></form>", "none of the words"),
        ("<form action=/go><input name=x><button>Button</button></form>", "nothing in it says"),
        ("<form action=/search><input name=q><button title=Delete>Button</button></form>", "which does something"),
        ("<form action=/search><input type=tel name=x><button>OK</button></form>", "phone"),
        ("<form action=/search><label>Telefon <input name=x></label><button>Absenden</button></form>", "phone"),
        ("<form action=/find><input name=friend><button>Go</button></form>", "somebody you know"),
        ("<form action=/find>Order number <input name=o><button>OK</button></form>", "your own dealings"),
        ("<form action=/search><input name=username><button>Search</button></form>", "account"),
        (
            "<form action=/search><input name=q><button>Book now</button></form>",
            "the button says “Book now”, which does something",
        ),
        ("<form action=/search><input name=q><button>Jetzt kaufen</button></form>", "which does something"),
        ("<form action=/search><input name=q><button>S'abonner</button></form>", "which does something"),
        ("<form action=/search><input name=q><button>Eliminar</button></form>", "which does something"),
        ("<form action=/search><input name=q><button>Enviar mensaje</button></form>", "which does something"),
        ("<form action=/search><input name=q><button>Sign up to search</button></form>", "which does something"),
        ("<form action=/search><input name=q><button>Vote</button></form>", "which does something"),
        ("<form action=/search><input name=q><button>Upload</button></form>", "which does something"),
        (
            "<form action=/newsletter/subscribe><input name=q><button>Search</button></form>",
            "its action says “subscribe”",
        ),
        ("<form action='/x?do=login'><input name=q><button>Search</button></form>", "its action says “do=login”"),
        (
            "<form action=/search><input name=q><button formaction=/delete>Search</button></form>",
            "its action says “delete”",
        ),
        (
            "<form action=/index.php><input type=hidden name=action value=subscribe><input name=q></form>",
            "orders a deed (action=subscribe)",
        ),
        ("<form action=/search method=dialog><input name=q><button>Search</button></form>", "dialog"),
        ("<form action=javascript:go()><input name=q><button>Search</button></form>", "nowhere"),
        ("<form action=mailto:a@b.example><input name=q><button>Search</button></form>", "nowhere"),
        ("<form action=/go method=post><input name=q><button>Go</button></form>", "only the name of a field says"),
        ("<form action=/go method=post><input name=x><button>Go</button></form>", "POST and nothing says"),
        ("<form action=/go><input name=x><button>Submit</button></form>", "nothing in it says"),
        ("<form action=/go><input name=page><button>Go</button></form>", "nothing in it says"),
        ("<h2>Cancel booking</h2><form action=/go><input name=x><button>OK</button></form>", "nothing in it says"),
        ("<form action=/search><button>Search</button></form>", "nothing to fill in"),
        (
            "<form action=/x><select name='search[locale]'><option>English</select><button>Go</button></form>",
            "only switches language",
        ),
        (
            "<form action=/x method=post>Wert <input name=sum> Tage <input name=m><button>Anzeigen</form>",
            "POST and nothing says",
        ),
        (
            "<form action=/x>First name <input name=f><select name=t><option>Any<option>Ulm</select><button>Show",
            "nothing in it says",
        ),
        (
            "<form action=/x method=post>From <input name=a> to <input name=b><button>Show</button></form>",
            "POST and nothing says",
        ),
        (
            "<form action=/x method=post>Ref <input name=ref><button>Show status</button></form>",
            "POST and nothing",
        ),
        (
            "<form action=/search>Mail (leave blank if none) <input name=mail><button>Search</button></form>",
            "e-mail",
        ),
    ],
)
def test_what_is_no_plain_search_is_refused_in_words(form: str, reason: str) -> None:
    """Every danger is refused, and the reason names it."""
    verdict = _verdict(form)
    assert not verdict.safe
    assert any(reason in told for told in verdict.refused), verdict.refused


def test_a_form_that_opens_on_a_click_is_judged_by_all_its_fields() -> None:
    """Where everything is hidden now, hidden fields are no traps: a hidden newsletter stays a newsletter."""
    hidden = (
        "<div style='display:none'><form action=/search role=search><input name=email><input name=q></form></div>"
    )
    assert any("e-mail" in reason for reason in _verdict(hidden).refused)


def test_a_captcha_beside_the_only_form_counts() -> None:
    """Widgets put their field outside of the form they guard."""
    page = "<form action=/search><input name=q></form><textarea name=g-recaptcha-response></textarea>"
    assert _verdict(page).refused == ("it is protected by a captcha",)


def test_only_what_cannot_be_sent_is_beyond_a_users_word() -> None:
    """A dialogue and an action nobody can fetch are impossible; about a password a user may know better."""
    assert _verdict("<form method=dialog><input name=q></form>").impossible
    assert _verdict("<form action=ftp://x/><input name=q></form>").impossible
    assert not _verdict("<form action=/s><input type=password name=p></form>").impossible


@pytest.mark.parametrize(
    ("form", "reasons"),
    [
        (
            (
                "<form action=/users/login method=post>Your e-mail <input name=mail><input type=password name=p>"
                "<button>Log  in now</button></form>"
            ),
            (
                "it asks for a password",
                "it asks for an e-mail address (“Your e-mail”)",
                "the button says “Log in now”, which does something",
                "its action says “login”",
                "it is sent with POST and nothing says that it searches",
            ),
        ),
        (
            "<form action=/go method=post>Make <input name=q></form>",
            ("it is sent with POST and only the name of a field says that it searches",),
        ),
    ],
)
def test_reasons_quote_what_a_reader_sees(form: str, reasons: tuple[str, ...]) -> None:
    """Each reason is a short sentence with the form's own words in quotation marks."""
    assert _verdict(form).refused == reasons


SPANS = "<button name=since value=2026-11-16>Last 24 hours</button><button name=since value=2026-11-10>Last 7 days"
GROUPED = (
    "<form action=/ {}>Path <input name=path> Name <input name=n> <div role=group aria-label='{}'>{}</div></form>"
)


def test_a_group_of_buttons_does_what_it_is_called() -> None:
    """Submitting, beside buttons for spans of time, is a filter where the group they stand in is called so."""
    submit = f"<button>Submit</button>{SPANS}</button>"
    assert _verdict(GROUPED.format("", "Filter by date", submit)).safe
    for attributes, name, inner in (
        ("", "By date", submit),  # nothing says that it searches
        ("method=post", "Filter by date", submit),
        ("", "Filter by date", f"<button formmethod=post>Submit</button>{SPANS}</button>"),
        ("", "Filter by date", f"{SPANS}</button>"),  # none of them is known
        ("", "Delete by date", submit),
        ("", "Add filter", submit),
        ("", "Filter by date", f"<button name=do value=delete>Submit</button>{SPANS}</button>"),
        ("", "Filter by date", f"Note <input name=note>{submit}"),  # a name of fields, not of buttons
    ):
        assert not _verdict(GROUPED.format(attributes, name, inner)).safe, (attributes, name, inner)

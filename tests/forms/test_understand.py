"""A form understood as a whole: what is kept from page to page, and what is asked again."""

from leadline.forms.understand import Understandings, understand, understand_loose
from leadline.model.field import fields_of
from leadline.parse.document import Document

HEADER = "<form action=/search><label>Find <input name=q></label><button>Search</button></form>"


def test_a_search_is_understood() -> None:
    """Kind, verdict, labels, types, values and groups of one form are all there."""
    html = (
        "<form action=/find><p>Title <input name=t><p>Year from <input name=y1 size=4> to <input name=y2 size=4>"
        "<p>Sort by <input type=radio name=o value=n checked> newest <input type=radio name=o value=t> title"
        "<p><button>Search books</button></form>"
    )
    document = Document(html, "http://books.example/")
    page = document.page
    found = understand(page.forms[0], document)
    assert (found.judgement.kind, found.verdict.safe) == ("search", True)
    assert [field.label for field in found.fields] == ["Title", "Year from", "to", "Sort by"]
    assert [field.type.value for field in found.fields] == ["name", "year", "year", "sort"]
    assert [field.end for field in found.fields] == ["", "low", "high", ""]
    assert found.fields[3].value_labels == ("newest", "title")
    assert found.fields[1].group == found.fields[2].group is not None


def test_a_log_in_is_understood() -> None:
    """A form that asks for a password is no search, is refused in words, and its fields are private."""
    html = "<form action=/login method=post>User <input name=user> Password <input type=password name=pw></form>"
    document = Document(html, "http://books.example/")
    page = document.page
    found = understand(page.forms[0], document)
    assert found.judgement.kind == "login"
    assert "it asks for a password" in found.verdict.refused
    assert [field.type.value for field in found.fields] == ["private", "private"]


def test_the_same_form_is_understood_once_a_site() -> None:
    """A header form met again on its site comes out of the cache, and says the same."""
    cache = Understandings()
    pages = [
        Document(html, url)
        for url, html in (
            ("http://books.example/", HEADER),
            ("http://books.example/about", f"<h1>About</h1><p>Long ago …</p>{HEADER}"),
            ("http://other.example/", HEADER),
        )
    ]
    first, second, elsewhere = (understand(each.page.forms[0], each, cache) for each in pages)
    assert [one.fields[0].label for one in (first, second, elsewhere)] == ["Find"] * 3
    assert first.judgement is second.judgement
    assert first.judgement is not elsewhere.judgement
    assert (cache.hits, len(cache)) == (1, 2)


def test_a_form_met_again_has_the_controls_of_its_own_page() -> None:
    """What is kept of a form says nothing about where its controls stand on another page."""
    cache = Understandings()
    met = Document(HEADER, "http://books.example/")
    understand(met.page.forms[0], met, cache)
    again = Document(f"<input name=before>{HEADER}", "http://books.example/again")
    (field,) = understand(again.page.forms[0], again, cache).fields
    assert cache.hits == 1
    assert field.controls == tuple(again.page.forms[0].fields)


def test_what_changed_is_understood_anew() -> None:
    """Another option or another text is another form to understand."""
    cache = Understandings()
    for text in ("Find", "Find books"):
        html = HEADER.replace("Find", text)
        document = Document(html, "http://books.example/")
        page = document.page
        assert understand(page.forms[0], document, cache).fields[0].label == text
    assert cache.hits == 0


def test_the_gate_is_asked_on_every_page() -> None:
    """A captcha beside a form refuses it on that page, though the form was met without one before."""
    cache = Understandings()
    plain = Document(HEADER, "http://books.example/")
    html = f"{HEADER}<textarea name=g-recaptcha-response></textarea>"
    guarded = Document(html, "http://books.example/guarded")
    assert understand(plain.page.forms[0], plain, cache).verdict.safe
    assert not understand(guarded.page.forms[0], guarded, cache).verdict.safe


def test_the_cache_is_bounded() -> None:
    """The least recently met form is forgotten first."""
    cache = Understandings(2)

    def meet(site: str) -> None:
        document = Document(HEADER, f"http://{site}.example/")
        understand(document.page.forms[0], document, cache)

    for site in ("a", "b", "a", "c"):
        meet(site)
    assert (len(cache), cache.hits) == (2, 1)
    meet("a")
    assert cache.hits == 2
    meet("b")
    assert cache.hits == 2


def test_fields_outside_of_any_form_are_understood() -> None:
    """A box that a script sends has a label and a type like any other."""
    html = "<div>Search flats <input name=q> <input type=checkbox name=n value=1> new only</div>"
    document = Document(html, "http://flats.example/")
    found = understand_loose(document)
    assert [field.label for field in found] == ["Search flats", "new only"]
    assert [field.type.value for field in found] == ["keyword", "category"]
    assert understand_loose(Document("<p>x", "http://x.example/")) == ()


def test_fields_are_counted_the_same_everywhere() -> None:
    """Understood fields are those of the markup, in the same order: radios and checkboxes of one name are one."""
    html = (
        "<form><input type=radio name=a value=1><input name=b><input type=radio name=a value=2>"
        "<input type=checkbox name=a><input type=checkbox><input type=checkbox><input name=b><button>x</button>"
    )
    document = Document(html, "http://x.example/")
    page = document.page
    found = understand(page.forms[0], document).fields
    assert [field.controls for field in found] == [field.controls for field in fields_of(page.forms[0])]
    assert [len(field.controls) for field in found] == [2, 1, 1, 1, 1, 1]

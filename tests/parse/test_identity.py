"""When two forms are one."""

from hypothesis import given
from hypothesis import strategies as st

from leadline.model.form import Form
from leadline.parse.document import parse_html

NAME = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
TOKEN = st.from_regex(r"[0-9a-f]{24}", fullmatch=True).filter(lambda word: any(c.isdigit() for c in word))


def form(html: str, url: str = "http://e.org/p") -> Form:
    (found,) = parse_html(html, url).forms
    return found


def search(names: list[str], action: str = "/s", extra: str = "", options: str = "") -> Form:
    fields = "".join(f"<input name={name}>" for name in names)
    return form(
        f"<form action='{action}'>{fields}{extra}<select name=k>{options}</select><button>Go</button></form>"
    )


@given(st.lists(NAME, min_size=1, max_size=4), TOKEN, TOKEN)
def test_session_values_do_not_count(names: list[str], one: str, two: str) -> None:
    """Another session in the action or in hidden fields, or a token for a name, is the same form."""
    first = search(
        names, f"/s;jsessionid={one}?PHPSESSID={one}", f"<input type=hidden name=csrf_token value={one}>"
    )
    second = search(names, f"/s;jsessionid={two}?PHPSESSID={two}", f"<input type=hidden name={two} value=1>")
    assert first.identity == second.identity


@given(st.lists(NAME, min_size=1, max_size=5, unique=True))
def test_order_does_not_count(names: list[str]) -> None:
    """Fields and options in another order are the same form."""
    assert (
        search(names, options="<option>a<option>b").identity
        == search(names[::-1], options="<option>b<option>a").identity
    )


@given(st.lists(NAME, min_size=1, max_size=4, unique=True), NAME)
def test_other_fields_are_another_form(names: list[str], more: str) -> None:
    """One more field, another kind of field, another path or method make another form."""
    base = search(names)
    if more not in names:
        assert search([*names, more]).identity != base.identity
    assert search(names, f"/{more}x").identity != base.identity
    assert search(names, extra="<input type=date name=when>").identity != base.identity
    assert form("<form><input name=q>").identity != form("<form method=post><input name=q>").identity
    assert form("<form><input name=q>").identity != form("<form><input type=password name=q>").identity


@given(NAME, NAME)
def test_lasting_parameters_count(one: str, two: str) -> None:
    """Two databases behind one script differ by a parameter of the action, in whatever order it stands."""
    first, second = search(["q"], f"/s?db={one}&x=1"), search(["q"], f"/s?x=1&db={two}")
    assert (first.identity == second.identity) == (one == two)


def test_pages_share_a_header_form() -> None:
    """The same form on two pages has one identity and, unchanged, one signature."""
    html = "<form action=/s>Find <input name=q><button>Go</button></form>"
    one, two = form(html, "http://e.org/a"), form(f"<p>{'other words ' * 30}</p>{html}", "http://e.org/b/c")
    assert one.identity == two.identity
    assert one.signature == two.signature


def test_signature_sees_everything() -> None:
    """Any change a reader or the server could notice changes the signature."""
    base = (
        "<form action=/s><label>L<input name=q value=v></label> T "
        "<select name=s><option value=1>a<option>b</select></form>"
    )
    changes = [
        ("/s", "/t"), ("L", "M"), ("value=v", "value=w"), (" T ", " U "), ("value=1", "value=2"), (">a<", ">c<"),
        ("name=q", "name=q required"), ("name=q", "name=q hidden"), ("<option>b", "<option selected>b"),
        ("<form", "<form class=x"), ("name=q", "name=q data-y=1"),
    ]  # fmt: skip
    signatures = {form(base).signature} | {form(base.replace(old, new, 1)).signature for old, new in changes}
    assert len(signatures) == len(changes) + 1


@given(
    st.lists(st.text(max_size=4), min_size=2, max_size=2), st.lists(st.text(max_size=4), min_size=2, max_size=2)
)
def test_signatures_do_not_run_together(one: list[str], two: list[str]) -> None:
    """Values that give the same letters in a row are still different values."""

    def build(values: list[str]) -> Form:
        escaped = [value.replace("&", "&amp;").replace('"', "&quot;") for value in values]
        return form(f'<form><input name=a value="{escaped[0]}"><input name=b value="{escaped[1]}">')

    first, second = build(one), build(two)
    same = [c.attributes for c in first.controls] == [c.attributes for c in second.controls]
    assert (first.signature == second.signature) == same

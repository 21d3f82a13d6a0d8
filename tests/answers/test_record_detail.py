"""Records' own pages: whether they are worth asking for, and what they add."""

from leadline.answers.document import read
from leadline.answers.records.cut import Cut, cut_records, wants_detail
from leadline.answers.records.detail_page import added_fields, merge_detail
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

HERE = "http://shop.example/"


def _document(body: str, url: str = HERE) -> Document:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    page = f"<html><body><nav><a href=/>Home</a></nav>{body}<footer>Phone: 555 0100</footer></body></html>"
    return read(Response(Request(url, permit=TARGET), url, 200, headers, page.encode(), 0.0))


def _detail(n: int) -> Document:
    return _document(
        f"<h1>Book {n}</h1><div class=box>Opening hours: 9 to 5</div>"
        f"<dl><dt>Format<dd>Paperback<dt>Pages<dd>{n}12</dl>"
        f"<p><span>Shelf mark</span> <span>QH {n}77</span></p><p class=blurb>A tale of the sea, volume {n}.</p>"
        "<ul class=related><li><a href=/b/90>Another book of ours</a></ul>",
        f"http://shop.example/b/{n}",
    )


def _listed(n: int) -> Cut:
    return Cut(f"id{n}", f"Book {n}", (("title", f"Book {n}"),), f"http://shop.example/b/{n}", f"Book {n}")


def test_a_record_gets_the_fields_of_its_own_page() -> None:
    """Labels of any markup name their values; what the other page says too stays out unless it is in the box."""
    record = merge_detail(_listed(1), _detail(1), _detail(2).page.text)
    fields = dict(record.fields)
    assert fields["Pages"] == "112"
    assert fields["Format"] == "Paperback"
    assert fields["Shelf mark"] == "QH 177"
    assert fields["blurb"] == "A tale of the sea, volume 1."
    assert not any("9 to 5" in value or "555" in value or "Another" in value for value in fields.values())


def test_the_record_stays_who_it_is() -> None:
    """Identity, text and address are those of the list."""
    before = _listed(1)
    after = merge_detail(before, _detail(1), _detail(2).page.text)
    assert (after.id, after.text, after.url) == (before.id, before.text, before.url)
    assert after.fields[0] == ("title", "Book 1")


def test_a_page_that_adds_nothing_is_known_to() -> None:
    """Fields are added where there is more, and none where the page repeats the list."""
    assert added_fields(_listed(1), merge_detail(_listed(1), _detail(1), _detail(2).page.text))
    bare = [
        _document(f"<h1>Book {n}</h1><p>Welcome to our shop</p>", f"http://shop.example/b/{n}") for n in (1, 2)
    ]
    assert not added_fields(_listed(1), merge_detail(_listed(1), bare[0], bare[1].page.text))


def test_a_value_cut_short_is_completed() -> None:
    """Where the list has the beginning of a value, the whole of it takes its place."""
    listed = Cut("x", "t", (("Summary", "A tale of the …"),), "http://shop.example/b/1", "Book 1")
    page = _document("<h1>Book 1</h1><dl><dt>Summary<dd>A tale of the deep and stormy sea</dl>")
    assert (
        dict(merge_detail(listed, page, "Summary something else").fields)["Summary"]
        == "A tale of the deep and stormy sea"
    )


def test_linked_data_counts() -> None:
    """JSON-LD of a record's own page and of a list adds what is not seen, broken JSON-LD nothing."""
    data = '{"@type": "Book", "name": "Book 1", "isbn": "978-1", "author": {"@type": "Person", "name": "Kim Lee"}}'
    broken = "<script type=application/ld+json>{oops</script>"
    page = _document(f"<h1>Book 1</h1>{broken}<script type='application/ld+json'>{data}</script>")
    fields = dict(merge_detail(_listed(1), page, "").fields)
    assert (fields["isbn"], fields["author"]) == ("978-1", "Kim Lee")
    rows = "".join(f"<li><a href=/b/{n}>Book {n}</a> in stock" for n in range(3))
    cuts = cut_records(
        _document(f"<ul class=results>{rows}</ul><script type='application/ld+json'>{data}</script>")
    ).cuts
    assert [dict(cut.fields).get("isbn") for cut in cuts] == [None, "978-1", None]


def test_lists_stay_lists() -> None:
    """What JSON-LD lists stands once for each of its values, in the list of records and from their own pages; what
    the record had as a list before stays one."""
    data = '{"@type": "Book", "name": "Book 1", "author": [{"name": "Kim"}, {"name": "Lee"}], "genre": ["sea"]}'
    other = '{"@type": "WebPage", "name": "Book 1", "author": "The editors"}'
    scripts = "".join(f"<script type='application/ld+json'>{one}</script>" for one in (data, other))
    listed = Cut("x", "t", (("Tag", "red"), ("Tag", "old"), ("Price", "5")), "http://shop.example/b/1", "Book 1")
    merged = merge_detail(listed, _document(f"<h1>Book 1</h1><dl><dt>Tag<dd>new</dl>{scripts}"), "")
    assert merged.fields[:3] == listed.fields
    assert [pair for pair in merged.fields if pair[0] in ("author", "genre")] == [
        ("genre", "sea"),
        ("author", "Kim"),
        ("author", "Lee"),
    ]
    assert added_fields(listed, merged) >= {"author", "genre"}
    assert "Tag" not in added_fields(listed, merged)
    rows = "".join(f"<li><a href=/b/{n}>Book {n}</a> in stock" for n in range(3))
    cuts = cut_records(_document(f"<ul class=results>{rows}</ul>{scripts}")).cuts
    assert [value for name, value in cuts[1].fields if name == "author"] == ["Kim", "Lee"]


def test_only_own_pages_are_wanted() -> None:
    """Records that lead to pages of their own want them; those that lead elsewhere, or nowhere, do not."""
    own = _document("<ul class=results>" + "".join(f"<li><a href=/b/{n}>Book {n}</a> in stock" for n in range(4)))
    none = _document("<ul class=results>" + "".join(f"<li><b>Book {n}</b> in stock, place {n}" for n in range(4)))
    away = "".join(f"<li><a href=http://other.example/{n}>Book {n}</a> there" for n in range(4))
    assert wants_detail(cut_records(own), own)
    assert not wants_detail(cut_records(none), none)
    elsewhere = _document(f"<ul class=results>{away}")
    assert not wants_detail(cut_records(elsewhere), elsewhere)


def test_what_is_told_about_other_records_stays_out() -> None:
    """Boxes of other records are left out with all they say; a text that mentions another record stays."""

    def pod(n: int) -> str:
        return f"<div class=pod><h3><a href=/b/{n}>Book {n}</a></h3><p class=price>£{n}.50</p></div>"

    page = _document(
        "<h1>Book 1</h1><p class=blurb>A long tale of the sea that goes on where <a href=/b/3>Book 3</a> ends, "
        "and tells of the same ship and of the same storm.</p><dl><dt>Pages<dd>112</dl>"
        f"<h2>You looked at</h2><ol><li>{pod(7)}</ol><h2>Others bought</h2><div>{pod(8)}{pod(9)}</div>",
        "http://shop.example/b/1",
    )
    others = {f"http://shop.example/b/{n}" for n in range(10)}
    said = merge_detail(_listed(1), page, "Pages You looked at Others bought", others.__contains__)
    fields = dict(said.fields)
    assert fields["Pages"] == "112"
    assert "goes on where" in fields["blurb"]
    assert not any(f"Book {n}" in value or f"{n}.50" in value for value in fields.values() for n in (7, 8, 9))
    without = dict(merge_detail(_listed(1), page, "Pages You looked at Others bought").fields)
    assert any("Book 7" in value for value in without.values())


def _recipe(n: int) -> Document:
    steps = "".join(
        f"<li>Stir pot {n} for {k} minutes until the sauce is thick and brown.</li>" for k in (2, 5, 9)
    )
    parts = "".join(
        f"<li><span>{k}{n} g</span> <span>{what}</span></li>" for k, what in enumerate(("oats", "rye"), 1)
    )
    return _document(
        f"<title>Stew {n} - Kitchen</title><h1>Stew {n} of the north</h1><div><span>Ann Lee {n}</span></div>"
        f"<h2>What you need</h2><ul>{parts}<li>salt</ul><h2>How it is made</h2><ol>{steps}</ol>",
        f"http://shop.example/b/{n}",
    )


def test_lists_of_an_own_page_stay_lists_under_their_heading() -> None:
    """Items are values of their own, each whole however many elements it is made of, named by the heading
    above; with another page to compare with, and without."""
    fields: tuple[tuple[str, str], ...] = ()
    for known in ("", _recipe(2).page.text):
        fields = merge_detail(_listed(1), _recipe(1), known).fields
        made = [value for name, value in fields if name == "How it is made"]
        assert [value.split()[4] for value in made] == ["2", "5", "9"]
        assert all(value.startswith("Stir pot 1 ") and value.endswith("brown.") for value in made)
    assert [value for name, value in fields if name == "What you need"] == [
        "11 g oats",
        "21 g rye",
        "salt",
    ]


def test_what_has_no_name_has_the_same_one_on_every_page() -> None:
    """A text without label, heading or class is named by its place, so that one column has it for all records; it
    is no reason to ask for more pages."""
    pages = [_recipe(n) for n in (1, 2)]
    merged = [merge_detail(_listed(n), pages[n - 1], pages[n - 2].page.text) for n in (1, 2)]
    names = [
        next(name for name, value in one.fields if value == f"Ann Lee {n}") for n, one in enumerate(merged, 1)
    ]
    assert names[0] == names[1]
    assert names[0] not in added_fields(_listed(1), merged[0])


def test_a_label_further_down_is_another_things() -> None:
    """The values of one label stand together; the same label in another box does not make them a list."""
    boxes = [
        f"<dl><dt>Price<dd>{n} EUR</dl><p class=note>Note {n}</p><dl><dt>Price<dd>{n}9 EUR</dl>" for n in (1, 2)
    ]
    pages = [_document(f"<h1>Book {n}</h1>{boxes[n - 1]}") for n in (1, 2)]
    fields = merge_detail(_listed(1), pages[0], pages[1].page.text).fields
    assert [value for name, value in fields if name == "Price"] == ["1 EUR"]


def test_a_deeply_nested_page_is_read() -> None:
    """However deep a page is nested, its labels are read."""
    page = _document("<h1>Book 1</h1>" + "<div>" * 300 + "<dl><dt>Pages<dd>112</dl>")
    assert dict(merge_detail(_listed(1), page, "").fields)["Pages"] == "112"


def _event(n: int) -> tuple[Cut, Document]:
    """A page that gives one look to its place, its time and its text, as style sheets with classes for it do; what
    kind it is stands above, as in the list."""
    kind, place = ("Letters", "Maps", "Letters")[n % 3], ("York", "Leeds", "Hull")[n % 3]
    story = (
        f"The chronicle of the year 18{n}7 tells how the mill at the river was sold, and to whom, and for what."
    )
    grey = "class=text-body-secondary"
    page = _document(
        f"<h1>Day {n}</h1><h5><span class=badge>{kind}</span> <span {grey}>{place}</span> "
        f"<span {grey}>Monday, {n} June, 19:00</span></h5><div {grey}><p>{story}</p></div>"
        f"<section><b {grey}>Doors open at {n} sharp</b></section><aside><i {grey}>See you there</i></aside>",
        f"{HERE}d/{n}",
    )
    fields = (("title", f"Day {n}"), ("secondary", place), ("column 3", kind))
    return Cut(f"id{n}", f"Day {n} {place} {kind}", fields, f"{HERE}d/{n}", f"Day {n}"), page


def test_no_text_is_lost_because_of_how_it_looks() -> None:
    """The list has something else under the name that a class gives: the text of the page is kept all the same,
    under the same name for every record."""
    names = set[str]()
    for n, other in ((3, 4), (4, 5)):
        record, page = _event(n)
        merged = merge_detail(record, page, _event(other)[1].page.text)
        told = [name for name, value in merged.fields if "chronicle" in value]
        assert told
        assert not any("chronicle" in value for name, value in merged.fields if name in dict(record.fields))
        names.update(told)
    assert len(names) == 1
    assert not any("secondary" in name for name in names)


def test_what_the_list_says_of_a_record_is_no_label_on_its_page() -> None:
    """Another record may be of the same kind, or in the same town, and its page say the same."""
    record, page = _event(3)
    merged = merge_detail(record, page, _event(5)[1].page.text)
    assert not {"Letters", "York"} & dict(merged.fields).keys()
    assert any("3 June" in value for value in dict(merged.fields).values())


def test_a_value_under_a_name_that_the_list_has_gets_another() -> None:
    """By a label as well: what the list calls so is not the same."""
    listed = Cut("x", "t", (("Price", "from 5"),), f"{HERE}b/1", "Book 1")
    page = _document("<h1>Book 1</h1><dl><dt>Price<dd>17.30 with postage</dl>")
    fields = dict(merge_detail(listed, page, "Price something else").fields)
    assert (fields["Price"], fields["Price 2"]) == ("from 5", "17.30 with postage")

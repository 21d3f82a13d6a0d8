"""Names and values of fields: what was asked for is no label, heads of several lines, columns of text."""

import pytest

from leadline.answers.document import read
from leadline.answers.records.cut import cut_records
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document

HERE = "http://cars.example/find?fuel=3"


def _document(results: str, url: str = HERE) -> Document:
    html = f"<html><body><h1>Cars</h1><p>Your search results</p>{results}</body></html>"
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return read(Response(Request(url, permit=TARGET), url, 200, headers, html.encode(), 0.0))


def _fields(results: str, *asked: str) -> list[dict[str, str]]:
    return [dict(cut.fields) for cut in cut_records(_document(results), asked=asked).cuts]


def _cars(line: str) -> str:
    makes = ("Vauxhall Astra", "Ford Fiesta", "Fiat Panda", "Seat Ibiza", "Opel Corsa")
    return "".join(
        line.format(href=f"/car/{n}", name=name, miles=f"{n + 3}1,500 miles", year=1990 + n)
        for n, name in enumerate(makes)
    )


def test_a_value_that_all_records_share_is_no_label() -> None:
    """All cars found are diesels: in lines and in cells of one kind that is a value like the others."""
    lines = _fields("<ol>" + _cars("<li><b><a href={href}>{name}</a></b><br>{year}<br>Diesel<br>{miles}</li>"))
    assert [row["title"] for row in lines][:2] == ["Vauxhall Astra", "Ford Fiesta"]
    assert all("Diesel" in row.values() and "Diesel" not in row for row in lines)
    cells = _fields("<table>" + _cars("<tr><td>{miles}<td>Diesel<td><a href={href}>{name}</a></tr>"), "Diesel")
    assert all("Diesel" in row.values() and "Diesel" not in row for row in cells)


def test_a_value_that_all_records_share_keeps_its_label() -> None:
    """After a label comes its value, and not the name of what follows."""
    line = (
        "<article><h3><a href={href}>{name}</a></h3><p><span>Fuel</span> <span>Diesel</span></p>"
        "<p><span>Year</span> <span>{year}</span></p></article>"
    )
    assert _fields(_cars(line))[1] == {"title": "Ford Fiesta", "Fuel": "Diesel", "Year": "1991"}


def test_a_column_with_a_head_holds_values() -> None:
    """Under a head a text that comes again names nothing."""
    heads = "<tr><th>Car<th>Fuel<th>Mileage</tr>"
    found = _fields(f"<table>{heads}" + _cars("<tr><td><a href={href}>{name}</a><td>Diesel<td>{miles}</tr>"))
    assert found[2] == {"Car": "Fiat Panda", "Fuel": "Diesel", "Mileage": "51,500 miles"}


def test_a_label_may_be_what_was_asked_for() -> None:
    """Who asks for "year" finds records whose labels say so."""
    line = "<li><a href={href}>{name}</a> <div><span class=field-label>Year</span> <b>{year}</b></div></li>"
    assert all(row["Year"].isdigit() for row in _fields("<ul>" + _cars(line), "year"))


def test_a_value_with_a_colon_keeps_its_label() -> None:
    """A title and its subtitle are one value, if a label stands before them in a box of their own."""
    found = _fields(
        "<p>1 result</p><div class=result><h4><a href=/cd/1>Electronic</a></h4>"
        "<div><span>Price</span> <span>56</span></div>"
        "<div><span>Title</span> <span>Whispers in Dublin: Rarities</span></div></div>"
    )
    assert found == [{"title": "Electronic", "Price": "56", "Title": "Whispers in Dublin: Rarities"}]


def test_heads_of_groups_tell_columns_with_one_name_apart() -> None:
    """Two columns called "at" are named with the group that each stands in, others by their own head."""
    heads = (
        "<tr><th rowspan=2>Ship<th colspan=2>Leaves<th colspan=2>Arrives<tr><th>Port<th>at<th>Harbour<th>at</tr>"
    )
    rows = "".join(f"<tr><td><a href=/s/{n}>Ship {n}</a><td>Hull<td>6:0{n}<td>Oslo<td>9:3{n}" for n in range(4))
    assert _fields(f"<table>{heads}{rows}</table>")[3] == {
        "Ship": "Ship 3", "Port": "Hull", "Leaves at": "6:03", "Harbour": "Oslo", "Arrives at": "9:33",
    }  # fmt: skip


def test_columns_of_text_keep_gaps() -> None:
    """An empty place in a column of `<pre>` stays empty; words with one space between are one value."""
    listing = (
        "Name              Owner        Size\n----------------------------------\n"
        "great circle.txt  A. Smith      120\nlog of 1851.txt                  88\n"
        "map.txt           B. Jones        9\n"
    )
    assert _fields(f"<pre>{listing}</pre>") == [
        {"Name": "great circle.txt", "Owner": "A. Smith", "Size": "120"},
        {"Name": "log of 1851.txt", "Size": "88"},
        {"Name": "map.txt", "Owner": "B. Jones", "Size": "9"},
    ]


def _side_by_side(numbers: range) -> str:
    cells = [f"<td><a href=/coin/{n}>Coin {n}</a><td>{n}0 grams" for n in numbers]
    return "<table>" + "".join("<tr>" + "".join(cells[n : n + 2]) + "</tr>" for n in range(0, len(cells), 2))


def test_records_side_by_side_without_heads() -> None:
    """Two linked cells at even distances in every line are two records, on the next page as well."""
    first = cut_records(_document(_side_by_side(range(10, 17))))
    assert [cut.url for cut in first.cuts] == [f"http://cars.example/coin/{n}" for n in range(10, 17)]
    again = cut_records(_document(_side_by_side(range(17, 23)), f"{HERE}&page=2"), like=first.shape)
    assert [cut.title for cut in again.cuts] == [f"Coin {n}" for n in range(17, 23)]


def test_a_session_of_a_shop_is_no_part_of_a_record() -> None:
    """A session handed on in every address does not make the record of another visit another one."""
    shops = [
        cut_records(
            _document("<ul>" + _cars(f"<li><a href={{href}}.php?id=7{{year}}&osCsid={one}>{{name}}</a> {{year}}"))
        )
        for one in ("36aa06fd12719838", "6cc043a17a6336ef")
    ]
    assert [cut.id for cut in shops[0].cuts] == [cut.id for cut in shops[1].cuts]
    assert len({cut.id for cut in shops[0].cuts}) == 5


def test_elements_that_say_the_same_in_every_record_are_labels() -> None:
    """One kind of element with another text at each place, the same in all records, names what follows."""
    line = "<p><a href={href}>{name}</a> <span>Fuel</span> <em>Diesel</em>, <span>Year</span> <em>{year}</em></p>"
    assert _fields(_cars(line), "diesel")[4] == {"title": "Opel Corsa", "Fuel": "Diesel", "Year": "1994"}


def test_items_of_a_list_stay_apart() -> None:
    """Items of a list under one label are values of one name; other parts of a text are one value."""
    subjects = (("sea", "storm"), ("sea",), ("land", "war", "peace"))
    listed = ["".join(f"<li>{subject}</li>" for subject in row) for row in subjects]
    rows = "".join(
        f"<div class=hit><a href=/b/{n}>Book {n}</a><p>Place: <i>hall</i> <u>shelf {n}</u></p>"
        f"<div><b>Subjects:</b><ul>{items}</ul></div></div>"
        for n, items in enumerate(listed)
    )
    cuts = cut_records(_document(f"<div class=hits>{rows}</div>")).cuts
    assert [tuple(value for name, value in cut.fields if name == "Subjects") for cut in cuts] == list(subjects)
    assert [dict(cut.fields)["Place"] for cut in cuts] == [f"hall shelf {n}" for n in range(3)]


@pytest.mark.parametrize("many", [1, 2, 3, 12])
def test_what_was_asked_for_is_a_value_where_every_row_marks_as_many(many: int) -> None:
    """Values in `<i>` after bare labels: the one that was asked for is no highlighted word of its label."""
    rows = "".join(
        f"<p><b>Octant {n}</b> &middot; Maker <i>Dollond</i> &middot; Year <i>{1700 + n}</i>"
        f" &middot; Place <i>{('York', 'Hull', 'Deal')[n % 3]}</i></p>"
        for n in range(many)
    )
    cuts = cut_records(_document(f"<div>{rows}</div>"), "Cars Your search results", asked=("Dollond",)).cuts
    assert len(cuts) == many
    assert {("Maker", "Dollond"), ("Year", "1700"), ("Place", "York")} <= set(cuts[0].fields)


def test_what_classes_tell_apart_at_one_place_is_one_column() -> None:
    """A badge has the number of its kind among its classes: kinds exclude each other, and are one column. Two
    badges in each row are two."""
    kinds = ("Maps", "Letters", "Bills", "Maps", "Diaries", "Letters", "Bills", "Diaries")
    number = {kind: n for n, kind in enumerate(dict.fromkeys(kinds), 3)}
    towns = ("York", "Leeds", "Hull", "Ripon", "Selby", "Whitby", "Thirsk", "Malton")
    line = "<li><h5><a href=/d/{n}>Day {n} in {town}</a></h5><a href=/d/{n}><span class='badge kind-{k}-color'>{kind}</span></a>{more}</li>"  # fmt: skip  # noqa: E501

    def columns(more: str) -> list[set[str]]:
        rows = "".join(
            line.format(n=n, town=town, kind=kind, k=number[kind], more=more.format(town=town))
            for n, (town, kind) in enumerate(zip(towns, kinds, strict=True))
        )
        found = _fields(f"<ul class=list>{rows}</ul>")
        assert len(found) == len(kinds)
        return [
            {name for name, said in row.items() if said == kind} for row, kind in zip(found, kinds, strict=True)
        ]

    one = columns("")
    assert len(one[0]) == 1
    assert all(names == one[0] for names in one)
    two = columns("<p><i class='badge in-york'>{town}</i><i class='badge at-home'>seen</i></p>")
    assert all(names == two[0] for names in two)

"""Records as tables: the columns of the page, typed, under names that every program takes."""

import csv
import io
import json
import sqlite3
import tracemalloc
from collections.abc import Iterator, Mapping
from contextlib import closing
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from store_samples import outcome

from leadline.errors import BadTarget
from leadline.gate.targets import TARGET
from leadline.model.page import Request
from leadline.model.query import Query, Record
from leadline.store.batch import Batch, PlannedQuery, SourcePage, SubmissionResult
from leadline.store.codec import in_pairs
from leadline.store.export import export
from leadline.store.folder import CrawlFolder
from leadline.store.record_table import record_columns
from leadline.store.table import TableOptions

Fields = Mapping[str, str | list[str]]
CARS: list[Fields] = [
    {"Car": "Giulia", "Price": "$6,900", "Miles": "71,200", "Tags": ["red", "old"], "Listed": "03/14/2020"},
    {"Car": "=1+1", "Price": "—", "Owner": "Ann", "Miles": "900", "Tags": "blue", "Listed": "05/06/2021"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[CrawlFolder]:
    with CrawlFolder.create(tmp_path / "crawl", "", "harvest") as made:
        yield made


def keep(folder: CrawlFolder, *records: Fields) -> None:
    """Have a harvest's store hold these records."""
    query = Query("f", (("q", "x"),))
    request = Request("http://a.example/?q=x", permit=TARGET)
    with closing(folder.open_store()) as store:
        numbers = count(store.queries.counts()[0])
        made = tuple(
            Record(str(n), in_pairs(fields), "all", f"http://a.example/{n}", query, "http://a.example/", 1.0)
            for n, fields in zip(numbers, records, strict=False)
        )
        store.commit(Batch(planned=PlannedQuery(query, (), SourcePage("http://a.example/", ""), request)))
        submission = store.queries.open()
        assert submission is not None
        store.commit(Batch(outcome(store.log.length), recorded=(submission, SubmissionResult(made))))


def written(folder: CrawlFolder, form: str, options: TableOptions) -> bytes:
    out = io.BytesIO()
    export(folder, "records", form, out, options)
    return out.getvalue()


def table(folder: CrawlFolder, **options: Any) -> list[list[str]]:
    text = written(folder, "csv", TableOptions(**options)).decode()
    return list(csv.reader(io.StringIO(text, newline="")))


def documents(folder: CrawlFolder, **options: Any) -> list[dict[str, Any]]:
    return [json.loads(line) for line in written(folder, "jsonl", TableOptions(**options)).splitlines()]


def test_a_table_has_the_columns_of_the_page(folder: CrawlFolder) -> None:
    """In its order, also where a record lacks some, without prefixes and bookkeeping; texts beside values."""
    keep(folder, *CARS)
    head, first, second = table(folder)
    price = ["Price", "Price_currency", "Price_text"]
    assert head == ["Car", *price, "Owner", "Miles", "Miles_text", "Tags", "Listed", "Listed_text", "url"]
    cells = ["Giulia", "6900", "$", "$6,900", "", "71200", "71,200"]
    assert first == [*cells, '["red","old"]', "2020-03-14", "03/14/2020", "http://a.example/0"]
    cells = ["'=1+1", "", "", "—", "Ann", "900", "900"]
    assert second == [*cells, '["blue"]', "2021-05-06", "05/06/2021", "http://a.example/1"]


def test_bookkeeping_is_there_on_demand(folder: CrawlFolder) -> None:
    """Behind the record's columns; a field of the same name keeps it."""
    keep(folder, {"ID": "7", "text": "said"})
    assert table(folder, provenance=True) == [
        ["ID", "text", "url", "id_2", "source", "fetched_at", "warc", "query", "text_2"],
        [
            *("7", "said", "http://a.example/0", "0", "http://a.example/", "1970-01-01T00:00:01+00:00"),
            *("", '{"q":"x"}', "all"),
        ],
    ]


def test_raw_is_the_text_alone(folder: CrawlFolder) -> None:
    """Nothing is made of a text, and lists stay lists."""
    keep(folder, *CARS)
    assert table(folder, raw=True)[:2] == [
        ["Car", "Price", "Owner", "Miles", "Tags", "Listed", "url"],
        ["Giulia", "$6,900", "", "71,200", '["red","old"]', "03/14/2020", "http://a.example/0"],
    ]


def test_columns_are_chosen_and_renamed(folder: CrawlFolder) -> None:
    """By their names, in the order asked for; what belongs to a column is called after it."""
    keep(folder, *CARS)
    chosen = table(folder, columns=("listed", "Price", "Price_currency", "id"), rename={"price": "cost"})
    assert chosen == [
        ["Listed", "cost", "cost_currency", "id"],
        ["2020-03-14", "6900", "$", "0"],
        ["2021-05-06", "", "", "1"],
    ]
    assert documents(folder, columns=("Tags", "Miles"))[1] == {"Tags": ["blue"], "Miles": 900}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (
            TableOptions(columns=("Cars",)),
            "--columns: 'Cars' is no column of these records; there are Car, Price, ",
        ),
        (
            TableOptions(rename={"Cars": "x"}),
            "--rename: 'Cars' is no column of these records; there are Car, Price",
        ),
        (TableOptions(rename={"Car": "miles"}), "--rename: 'Miles' would be no name or that of two columns"),
        (TableOptions(rename={"Car": " "}), "--rename: ' ' would be no name or that of two columns"),
    ],
)
def test_unknown_and_impossible_names_are_one_sentence(
    folder: CrawlFolder, options: TableOptions, says: str
) -> None:
    """It names the columns there are."""
    keep(folder, *CARS)
    with pytest.raises(BadTarget) as refused:
        written(folder, "csv", options)
    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize(
    ("what", "form", "options", "says"),
    [
        ("pages", "csv", TableOptions(raw=True), "--raw is for records"),
        ("records", "warc", TableOptions(columns=("Car",)), "--columns is for tables"),
        ("pages", "sqlite", TableOptions(rename={"url": "x"}), "--rename is for tables"),
        ("records", "jsonl", TableOptions(bom=True), "--bom is for --format csv"),
        ("records", "parquet", TableOptions(allow_formulas=True), "--allow-formulas is for --format csv"),
    ],
)
def test_what_cannot_be_done_is_not_left_undone_in_silence(
    folder: CrawlFolder, what: str, form: str, options: TableOptions, says: str
) -> None:
    """An option that means nothing for a format is refused."""
    with pytest.raises(BadTarget, match=says):
        export(folder, what, form, io.BytesIO(), options)


def test_names_can_stand_above_columns(folder: CrawlFolder) -> None:
    """Empty names, names that differ by case only, names on two lines, half characters, names we would give."""
    keep(folder, {"": "a", "Price": "$5", "price": "b", " x \n y": "c", "\ud800": "d", "Price_text": "e"})
    head = table(folder)[0]
    assert head == [
        *("column", "Price", "Price_currency", "Price_text_2", "price_2", "x y", "?", "Price_text", "url"),
    ]
    assert table(folder, columns=("column", "PRICE_2"))[1] == ["a", "b"]


def test_formulas_are_let_through_only_in_words(folder: CrawlFolder) -> None:
    """A cell that a spreadsheet would run is marked as text; a number is no formula, whatever its sign."""
    keep(folder, {"=Car": "@now", "Change": "-5"}, {"=Car": "+1 a", "Change": "3"})
    assert table(folder)[:2] == [["'=Car", "Change", "url"], ["'@now", "-5", "http://a.example/0"]]
    assert table(folder, raw=True)[1][:2] == ["'@now", "'-5"]
    assert table(folder, allow_formulas=True)[:2] == [
        ["=Car", "Change", "url"],
        ["@now", "-5", "http://a.example/0"],
    ]


def test_a_mark_of_utf_8_where_it_is_wanted(folder: CrawlFolder) -> None:
    """The bytes by which Excel knows it stand first, once."""
    keep(folder, {"Stadt": "Köln"})
    plain, marked = written(folder, "csv", TableOptions()), written(folder, "csv", TableOptions(bom=True))
    assert marked == b"\xef\xbb\xbf" + plain
    assert "Köln" in plain.decode()


def test_json_has_the_values_beside_the_texts(folder: CrawlFolder) -> None:
    """A record is as it is stored; `values` has what its texts say, and `raw` leaves it out."""
    keep(folder, *CARS)
    first, second = documents(folder)
    assert first["fields"] == CARS[0]
    assert first["values"] == {"Price": 6900, "Price_currency": "$", "Miles": 71200, "Listed": "2020-03-14"}
    assert second["values"] == {"Miles": 900, "Listed": "2021-05-06"}
    with closing(folder.open_store()) as store:
        assert written(folder, "jsonl", TableOptions(raw=True)).decode().splitlines() == list(
            store.pages.lines("records")
        )


def test_sqlite_has_a_flat_table_beside_the_json(folder: CrawlFolder, tmp_path: Path) -> None:
    """With real columns, which can be reckoned with; dates and lists are what SQLite's own functions take."""
    keep(folder, *CARS)
    assert export(folder, "records", "sqlite", tmp_path / "cars.db") == 2
    with closing(sqlite3.connect(tmp_path / "cars.db")) as copy:
        types = dict(copy.execute("SELECT name, type FROM pragma_table_info('records')"))
        assert (types["Price"], types["Miles"], types["Car"], types["Tags"]) == (
            "INTEGER",
            "INTEGER",
            "TEXT",
            "TEXT",
        )
        assert copy.execute("SELECT sum(Miles), max(Listed) FROM records").fetchone() == (72100, "2021-05-06")
        assert copy.execute(
            "SELECT Car FROM records, json_each(Tags) AS tag WHERE tag.value = 'old'"
        ).fetchall() == [("Giulia",)]
        assert copy.execute("SELECT count(*) FROM record WHERE json_valid(body)").fetchone() == (2,)
    assert [file.name for file in tmp_path.glob("cars.db*")] == ["cars.db"]


def test_parquet_has_types(folder: CrawlFolder) -> None:
    """Integers, floats, days, moments of a zone and lists are what they are."""
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra 'parquet' is not installed")
    seen = {"Seen": "2020-03-01T12:00:00+02:00", "Rate": "4.5", "Place": "52.5200, 13.4050"}
    keep(folder, {**CARS[0], **seen}, {**CARS[1], "Rate": "3", "Numbers": ["1", "—", "2"]})
    read = parquet.read_table(io.BytesIO(written(folder, "parquet", TableOptions())))
    first, second = read.to_pylist()
    assert (first["Price"], first["Price_currency"], second["Price"]) == (6900, "$", None)
    assert (first["Rate"], second["Rate"], first["Tags"], second["Tags"]) == (4.5, 3.0, ["red", "old"], ["blue"])
    assert (first["Listed"], first["Seen"]) == (date(2020, 3, 14), datetime(2020, 3, 1, 10, tzinfo=UTC))
    assert (first["Place_latitude"], first["Place_longitude"], first["Place"]) == (52.52, 13.405, seen["Place"])
    assert (first["Numbers"], second["Numbers"], second["Numbers_text"]) == (None, [1, None, 2], ["1", "—", "2"])
    assert {name: str(read.schema.field(name).type) for name in ("Price", "Rate", "Listed")} == {
        "Price": "int64",
        "Rate": "double",
        "Listed": "date32[day]",
    }
    assert read.schema.field("Price").metadata == {b"kind": b"price"}


def test_what_comes_while_it_is_read_is_not_in_it(folder: CrawlFolder) -> None:
    """Both passes of an export see one state of the crawl: a record with other fields does not tear the table."""
    keep(folder, *CARS)
    with closing(folder.open_store(writing=False)) as store, store.at_one_moment():
        columns = record_columns(store.pages.rows("records"), TableOptions())
        keep(folder, {"Other": "1", "Miles": "none"})
        rows = list(store.pages.rows("records"))
        assert [column.cell(row) for row in rows for column in columns if column.name == "Miles"] == [71200, 900]
    assert "Other" in table(folder)[0]


def test_any_number_of_fields_is_a_table(folder: CrawlFolder, tmp_path: Path) -> None:
    """Columns end somewhere, also where every record has names of its own; the rest is one column of JSON."""
    keep(folder, *({f"name {n}": "$5", "Car": "Giulia"} for n in range(700)))
    head, *rows = table(folder)
    assert len(head) == 499 * 3 + 3  # price, currency and text of each, Car, the rest and url
    assert head[-2:] == ["other_fields", "url"]
    assert rows[699][-2] == '{"name 699":"$5"}'
    assert all(row[head.index("Car")] == "Giulia" for row in rows)
    assert export(folder, "records", "sqlite", tmp_path / "wide.db") == 700


def test_memory_does_not_grow_with_records() -> None:
    """What is kept of a column is the same for a hundred records and for many more."""

    def peak(records: int) -> int:
        rows = ({"fields": {"n": str(n), "Price": f"${n:,}.00", "Day": "2020-01-31"}} for n in range(records))
        tracemalloc.start()
        try:
            record_columns(rows, TableOptions())
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    peak(100)  # what is read once and kept
    assert peak(4_000) < peak(400) * 1.5 + 100_000

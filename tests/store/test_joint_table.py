"""Records of several sources as one table: fields matched, mappings edited, likely duplicates marked."""

import csv
import io
import random
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from test_record_table import keep

from leadline.errors import BadConfiguration
from leadline.store.columns import TEXT
from leadline.store.duplicates import Duplicates, RecordWords, likely_duplicates
from leadline.store.export import export_together
from leadline.store.field_mapping import JointColumn, read_mapping, written
from leadline.store.folder import CrawlFolder
from leadline.store.table import TableOptions

Fields = Mapping[str, str | list[str]]
COLOURS = ("white", "black", "grey", "brown", "silver")
LOT: list[Fields] = [
    {"Car": "Alfa Giulia", "Price": "$6,900", "Colour": "red", "Mileage": "71,200 miles", "Sold": "yes"},
    {"Car": "Volvo Amazon", "Price": "$11,500.50", "Colour": "blue", "Mileage": "900 miles", "Sold": "no"},
    {"Car": "Ford Taunus", "Price": "$900", "Colour": "green", "Mileage": "88,000 miles", "Sold": "no"},
    *({"Car": "Fiat", "Price": "$1,000", "Colour": colour, "Sold": "no"} for colour in COLOURS),
]
HOF: list[Fields] = [
    {"Wagen": "Opel Rekord", "Preis": "6.900,00 €", "Lack": "blue", "Mileage": "12.000 km", "TÜV": "yes"},
    {"Wagen": "Volvo Amazon", "Preis": "800,50 €", "Lack": "red", "Mileage": "1.500 km", "TÜV": "no"},
    *({"Wagen": f"DKW {n}", "Preis": f"{n},50 €", "Lack": c, "neu": "no"} for n, c in enumerate(COLOURS, 100)),
    {"Wagen": "Horch", "neu": "yes"},
]


def exported(tmp_path: Path, form: str, sources: Mapping[str, Sequence[Fields]], **options: Any) -> bytes:
    """The records of these sources, each from a folder of its own."""
    out = io.BytesIO()
    with ExitStack() as opened:
        folders = []
        for name, records in sources.items():
            place = tmp_path / name
            known = (place / "leadline.db").exists()
            folder = CrawlFolder.open(place) if known else CrawlFolder.create(place, "", "harvest")
            folders.append(opened.enter_context(folder))
            if not known:
                keep(folder, *records)
        export_together(folders, "records", form, out, TableOptions(**options))
    return out.getvalue()


def rows_of(tmp_path: Path, sources: Mapping[str, Sequence[Fields]], **options: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(exported(tmp_path, "csv", sources, **options).decode())))


def test_fields_that_say_the_same_are_one_column_each_read_as_its_source_writes(tmp_path: Path) -> None:
    rows = rows_of(tmp_path, {"lot": LOT, "hof": HOF})
    # Named so in two languages; by the values they have in common; "yes" and "no" tell nothing.
    assert {"Price", "Colour", "Sold", "TÜV"} <= set(rows[0])
    assert not {"Preis", "Lack"} & set(rows[0])
    lot, hof = rows[:3], rows[8:10]
    assert [row["Price"] for row in lot + hof] == ["6900", "11500.5", "900", "6900.0", "800.5"]
    assert [row["Price_currency"] for row in lot + hof] == ["$", "$", "$", "EUR", "EUR"]
    assert [row["Colour"] for row in lot + hof] == ["red", "blue", "green", "blue", "red"]
    measured = [(row["Mileage"], row["Mileage_unit"]) for row in (lot[0], hof[0])]
    assert measured == [("71200", "miles"), ("12000", "km")]


def test_a_column_of_numbers_here_and_words_there_is_text(tmp_path: Path) -> None:
    rows = rows_of(tmp_path, {"a": [{"Size": "12"}, {"Size": "14"}], "b": [{"Size": "large"}, {"Size": "small"}]})
    assert [row["Size"] for row in rows] == ["12", "14", "large", "small"]


def test_a_mapping_is_written_read_and_obeyed(tmp_path: Path) -> None:
    """What is taken out of a column gets one of its own."""
    file = tmp_path / "columns.toml"
    told = [JointColumn('What "it" is', {"lot": ("Car", "Colour"), "hof": ("Wagen",)}, "why\nnot")]
    file.write_text(written([JointColumn(told[0].name, told[0].fields)]), "utf-8")
    mapping = read_mapping(file)
    assert mapping == (JointColumn(told[0].name, told[0].fields),)
    rows = rows_of(tmp_path, {"lot": LOT, "hof": HOF}, mapping=mapping)
    assert [row['What "it" is'] for row in rows][:9:8] == ["Alfa Giulia", "Opel Rekord"]
    assert {"Price", "Preis"} <= set(rows[0])
    assert "Colour" not in rows[0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[[column]]\nname='A'\nfields.elsewhere='Car'", "names the source 'elsewhere'; there are lot, hof"),
        ("[[column]]\nname='A'\nfields.lot='Carr'", "names 'Carr' of lot, which is not there; its fields are Car"),
        ("[[column]]\nname='A'\nfields.lot=['Car', 'Car']", "names 'Car' of lot twice"),
        ("[[column]]\nfields.lot='Car'", "column 1 has no name"),
        ("[[column]]\nname='A'\nfields.lot=7", "a field is a text"),
        ("[column]\nname='A'", "with two brackets"),
        ("columns = 3", "has 'columns'"),
        ("[[column", "not valid TOML"),
    ],
)
def test_what_is_wrong_in_a_mapping_is_one_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    file = tmp_path / "columns.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(BadConfiguration, match=sentence):
        rows_of(tmp_path, {"lot": LOT, "hof": HOF}, mapping=read_mapping(file))


def test_folders_of_one_name_stay_two_sources(tmp_path: Path) -> None:
    rows = rows_of(tmp_path, {"here/cars": LOT, "there/cars": HOF})
    assert len(rows) == 16


def test_one_table_as_a_database(tmp_path: Path) -> None:
    (tmp_path / "all.db").write_bytes(exported(tmp_path, "sqlite", {"lot": LOT, "hof": HOF}))
    with closing(sqlite3.connect(tmp_path / "all.db")) as copy:
        assert copy.execute("SELECT count(*), max(Price) FROM records").fetchone() == (16, 11500.5)


# ── duplicates ────────────────────────────────────────────────────────────────────────────────────────────

WORDS = [a + b + c for a in ("b", "d", "k") for b in "aeio" for c in ("lan", "mer", "nis", "tok")]


def catalogues(seed: int, shared: int, others: int) -> tuple[list[RecordWords], int]:
    """Two catalogues of books: the shared ones are told a little differently; many others are much alike."""
    draw = random.Random(seed)

    def book(source: str, number: int, title: list[str], year: int) -> RecordWords:
        bound = draw.choice(["paper", "cloth"])
        texts = [("title", TEXT, " ".join(title)), ("year", TEXT, str(year)), ("bound", TEXT, bound)]
        return RecordWords(source, str(number), "", texts)

    records = []
    for number in range(shared + 2 * others):
        title, year = draw.choices(WORDS, k=5), draw.randint(1950, 2020)
        if number < shared:
            changed = [word for word in title if draw.random() > 0.1] or title
            records += [book("a", number, title, year), book("b", number, changed, year)]
        else:
            records.append(book("ab"[number % 2], number, title, year))
    return records, shared


def marks(found: Duplicates, of: str = "a") -> list[tuple[float, bool]]:
    """What was marked in one catalogue: with which probability, and whether it is so."""
    return [(p, id_ == other) for (source, id_), (_, other, p) in found.best.items() if source == of]


def test_what_is_marked_is_as_sure_as_it_says() -> None:
    told = []
    for seed in range(4):
        records, shared = catalogues(seed, 60, 150)
        found = marks(likely_duplicates(records))
        assert sum(right for _, right in found) > 0.7 * shared
        told += found
    said, held = sum(p for p, _ in told) / len(told), sum(right for _, right in told) / len(told)
    assert abs(said - held) < 0.08


def test_catalogues_that_share_nothing_have_hardly_a_mark() -> None:
    """Fewer than one row in two hundred: five in these four pairs of catalogues, all of them in one."""
    counts = [len(marks(likely_duplicates(catalogues(seed, 0, 200)[0]))) for seed in range(4)]
    assert sum(counts) <= 4 * 2 * 200 / 200


def test_what_two_sources_say_by_chance_in_one_field_marks_nothing() -> None:
    """Each book has a year of its own, and so has each deed of a register: every year stands in both, and in no
    source twice. The same words for the rest would be the same book."""
    draw = random.Random(1)
    years = list(range(1900, 1960))

    def told(source: str, *fields: str) -> list[RecordWords]:
        draw.shuffle(years)
        return [
            RecordWords(
                source, str(year), "", [("year", TEXT, str(year)), *((f, TEXT, f"{f}{n}") for f in fields)]
            )
            for n, year in enumerate(years)
        ]

    assert not likely_duplicates([*told("books", "author", "title"), *told("deeds", "parcel", "party")]).best
    both = told("here", "author", "title")
    there = [RecordWords("there", one.id, "", one.texts) for one in both[:30]]
    assert len(marks(likely_duplicates([*both, *there]), "here")) == 30


def test_one_address_is_one_record_where_it_is_one_in_either_source() -> None:
    rows = [("a", "1", "http://x.example/1"), ("b", "7", "http://x.example/1")]
    rows += [(source, f"{n}", "http://x.example/all") for source in "ab" for n in (20, 21)]
    found = likely_duplicates([RecordWords(source, id_, url, [("", TEXT, id_)]) for source, id_, url in rows])
    assert found.of("a", "1") == ("b", "7", 1.0)
    assert found.of("b", "7") == ("a", "1", 1.0)
    other = found.of("a", "20")
    assert other is None or other[2] < 1

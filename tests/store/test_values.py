"""Texts as values: a reading takes a text as a whole or not at all, and a column decides which one is right."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as some

from leadline.store.columns import Content, Sampling, decided
from leadline.store.values import Kind, Value, readings


def columns(*texts: Sequence[str]) -> list[Content]:
    """What columns of these texts are, standing beside one another."""
    samples = [Sampling() for _ in texts]
    for sample, listed in zip(samples, texts, strict=True):
        for text in listed:
            sample.add(text)
    return decided(samples)


def read(*texts: str) -> tuple[str, list[Value | None]]:
    """The kind of one column of these texts, and its values; the texts where it is one of text."""
    (content,) = columns(texts)
    found = [content.read(text) for text in texts]
    return content.kind.value, [one.value if one else None for one in found]


@pytest.mark.parametrize(
    ("texts", "kind", "values"),
    [
        (["1999", "7"], "number", [1999, 7]),
        (["12.50", "-3", "—", ""], "number", [12.5, -3, None, None]),
        (["1,234,567", "12"], "number", [1234567, 12]),
        (["1.234,5", "12"], "number", [1234.5, 12]),
        (["1\u202f234", "12 500"], "number", [1234, 12500]),
        (["12,34,567", "1,00,000"], "number", [1234567, 100000]),
        (["71,200 km", "9,5 km"], "number", [71.2, 9.5]),
        (["71.200 km", "9,5 km"], "number", [71200, 9.5]),
        (["45 %", "7 %"], "number", [45, 7]),
        (["−5 °C", "12 °C"], "number", [-5, 12]),
    ],
)
def test_numbers(texts: list[str], kind: str, values: list[Value | None]) -> None:
    """Groups of digits, decimal marks of both kinds, minus signs, and a unit that all values share."""
    assert read(*texts) == (kind, values)


@pytest.mark.parametrize(
    "texts",
    [
        ["1,234", "5,678"],  # thousands, or three decimals
        ["03/04/2020", "05/06/2020"],  # which is the day?
        ["03/04/05", "31/12/99"],  # which century?
        ["00123", "45678"],  # a code
        ["12345678901234567"],  # more digits than a spreadsheet keeps
        ["+49 211 123456"],
        ["2001 A Space Odyssey"],  # one title; a unit is what stays while numbers change
        ["7 copies", "1 copy"],
        ["10–20", "30–40"],
        ["from $5", "$7"],
        ["12:30", "13:45"],
        [f"{n} {'words ' * 20}" for n in range(3)],
        ["3 March", "4 March"],
        ["3 listopad 2020"],  # October in Zagreb, November in Prague
        ["5 March 2021 by Ann", "6 March 2021 by Bob"],
        ["52.5, 13.4"],
        ["a@b", "c@d"],
        ["/relative", "http://a.example/"],
        ["—", "…"],
        [],
    ],
)
def test_what_is_not_sure_stays_text(texts: list[str]) -> None:
    """Two readings that disagree, or one that does not fit all, make nothing of a column."""
    assert read(*texts)[0] == "text"


def test_one_value_decides_for_its_column() -> None:
    """A thirteenth month or a decimal that is no group of three tells what all others mean."""
    assert read("03/04/2020", "13/06/2020") == ("date", [date(2020, 4, 3), date(2020, 6, 13)])
    assert read("03/04/2020", "06/13/2020") == ("date", [date(2020, 3, 4), date(2020, 6, 13)])
    assert read("1,234", "0,5") == ("number", [1.234, 0.5])
    assert read("1,234", "1,234.5") == ("number", [1234, 1234.5])
    assert read("3. listopadu 2020", "1. ledna 2021") == ("date", [date(2020, 11, 3), date(2021, 1, 1)])


def test_columns_of_one_site_share_its_habits() -> None:
    """A column that is not sure follows one that is; where two of them differ, nobody is followed."""
    sure, unsure = ["1.234,50"], ["1.234", "5.678"]
    assert [one.kind for one in columns(sure, unsure)] == [Kind.NUMBER, Kind.NUMBER]
    assert [one.kind for one in columns(sure, unsure, ["1,234.50"])][1] is Kind.TEXT
    days = columns(["31/01/2020"], ["03/04/2020"])
    assert days[1].read("03/04/2020") == (date(2020, 4, 3), "day", "", "")


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("$6,900", 6900, "$"),  # of which country, it does not say
        ("US$ 12.50", 12.5, "USD"),
        ("6.900 €", 6900, "EUR"),
        ("1.299,00\xa0€", 1299.0, "EUR"),
        ("EUR 12,50", 12.5, "EUR"),
        ("CHF 1’200.–", 1200, "CHF"),
        ("£5", 5, "£"),
        ("1 250 Kč", 1250, "CZK"),
        ("12,90 zł", 12.9, "PLN"),
        ("R$ 1.234,56", 1234.56, "BRL"),
        ("₹1,00,000", 100000, "INR"),
        ("499 kr.", 499, "kr."),
        ("-$5.00", -5.0, "$"),
    ],
)
def test_prices(text: str, amount: float, currency: str) -> None:
    """The number, and the currency by its code where its sign means one only."""
    (content,) = columns([text])
    found = content.read(text)
    assert found is not None
    assert (content.kind, found.value, found.currency) == (Kind.PRICE, amount, currency)
    assert not content.says_all


def test_a_price_has_no_more_decimals_than_its_currency() -> None:
    """Three digits behind the mark are decimals in Kuwait and thousands elsewhere."""
    assert read("€ 6,900", "€ 12,500") == ("price", [6900, 12500])
    assert read("KWD 6,900", "KWD 1,250")[0] == "text"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("2024-03-01", date(2024, 3, 1)),
        ("2024/3/1", date(2024, 3, 1)),
        ("2024年3月1日", date(2024, 3, 1)),
        ("2024년 3월 1일", date(2024, 3, 1)),
        ("2024. 03. 01.", date(2024, 3, 1)),
        ("31. 12. 2024", date(2024, 12, 31)),
        ("Fri, 5 Mar 2021", date(2021, 3, 5)),
        ("March 5th, 2021", date(2021, 3, 5)),
        ("5. März 2021", date(2021, 3, 5)),
        ("3 de marzo de 2020", date(2020, 3, 3)),
        ("5 марта 2021 г.", date(2021, 3, 5)),
        ("1er février 2020", date(2020, 2, 1)),
        ("2024-03-01T12:30:00Z", datetime(2024, 3, 1, 12, 30, tzinfo=UTC)),
        ("2024-03-01 12:30", datetime(2024, 3, 1, 12, 30)),  # noqa: DTZ001  # the page names no zone
        ("12/31/2024 3:05 PM", datetime(2024, 12, 31, 15, 5)),  # noqa: DTZ001
        ("31 December 2024, 12:05 a.m.", datetime(2024, 12, 31, 0, 5)),  # noqa: DTZ001
    ],
)
def test_dates(text: str, value: date) -> None:
    """In numbers and in words of many languages, with the time of day or without."""
    assert read(text) == ("date", [value])


def test_a_column_of_dates_has_times_or_has_none() -> None:
    """A day is no midnight: mixed columns stay text."""
    assert read("2024-03-01", "2024-03-01 12:30")[0] == "text"
    assert read("2024-03-01T12:30Z", "2024-03-01T12:30")[0] == "text"
    assert read("31.02.2024")[0] == "text"
    assert read("2024-03-01 25:00")[0] == "text"


def test_what_stays_is_a_label_or_a_filler() -> None:
    """A label before all values is none of them; a text without a digit, always the same, a missing value."""
    assert read("List price: $5", "List price: $6") == ("price", [5, 6])
    assert read("Posted: 05/20/2011", "Posted: 05/18/2011")[1][0] == date(2011, 5, 20)
    assert read(": 12", ": 13") == ("number", [12, 13])
    assert read("List price: $5", "Our price: $6")[0] == "text"
    assert read("Episode: 5")[0] == "text"
    prices = [f"${n}" for n in range(20)]
    assert read("Not available", *prices, "Not available") == ("price", [None, *range(20), None])
    assert not columns(["Not available", *map(str, range(1, 30))])[0].says_all
    assert read("Not available", *prices, "On request")[0] == "text"
    assert read("Panda", "500", "600")[0] == "text"
    assert read("Not available", "http://a.example/")[0] == "text"


def test_addresses_and_places() -> None:
    """URLs, e-mail addresses and coordinates in both ways of writing them."""
    assert read("https://a.example/x?y=1", "http://b.example/")[0] == "url"
    assert read("mailto:ann@a.example", "bob.b@c.example") == ("e-mail", ["ann@a.example", "bob.b@c.example"])
    assert read("52.5200° N, 13.4050° W") == ("coordinates", [(52.52, -13.405)])
    assert read("geo:-33.8688,151.2093") == ("coordinates", [(-33.8688, 151.2093)])
    assert read("33° 52' 4.5\" S, 151° 12' E") == ("coordinates", [(-33.867917, 151.2)])
    assert read("91.0000, 13.4050")[0] == "text"


@given(some.lists(some.text(max_size=30), max_size=4))
def test_any_text_is_read_or_left(texts: list[str]) -> None:
    """No text of a page makes a reading fail, and what says all of a text gives it back."""
    (content,) = columns(texts)
    for text in texts:
        content.read(text)
    for reading in readings():
        for text in texts:
            reading.read(text)


@given(some.lists(some.integers(-(10**14), 10**14), min_size=1, max_size=5))
def test_plain_numbers_are_themselves(numbers: list[int]) -> None:
    """What a program writes as a number is that number, and the text says no more."""
    (content,) = columns(list(map(str, numbers)))
    assert (content.kind, content.whole, content.says_all) == (Kind.NUMBER, True, True)
    assert [found.value for n in numbers if (found := content.read(str(n)))] == numbers

"""Answers of real software, each record one record."""

import pytest
from software_pages import HERE, PROGRAMS, Item, items

from leadline.answers.document import read
from leadline.answers.records.cut import Records, cut_records
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document


def _document(html: str) -> Document:
    page = f"<!doctype html><html><head><title>t</title></head>{html}</html>"
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return read(Response(Request(HERE, permit=TARGET), HERE, 200, headers, page.encode(), 0.0))


def _cut(program: str, found: list[Item], word: str = "") -> Records:
    return cut_records(_document(PROGRAMS[program](found, word)), asked=(word,) if word else ())


@pytest.mark.parametrize("program", PROGRAMS)
@pytest.mark.parametrize("count", [2, 10, 25])
def test_each_record_is_one(program: str, count: int) -> None:
    """As many records as the program found, each with its own words, its own address, and no other's."""
    found = items(count)
    cuts = _cut(program, found).cuts
    held = [sum(any(said in cut.text for said in (i.title, i.slug, i.words)) for i in found) for cut in cuts]
    assert held == [1] * count
    assert len({cut.id for cut in cuts}) == len({cut.url for cut in cuts}) == count


@pytest.mark.parametrize("program", PROGRAMS)
def test_two_queries_bring_the_same_records(program: str) -> None:
    """Other words asked for, other neighbours, other numbers in the list: the same record has the same id."""
    first = {cut.id for cut in _cut(program, items(12), "whale").cuts}
    second = {cut.id for cut in _cut(program, items(12, start=7), "coast").cuts}
    assert len(first & second) == 6
    assert len(first | second) == 18

"""Answers as blocks of a page: what is shown is what the answer says, and pagers lead where they should."""

from collections import Counter
from dataclasses import replace

from database_samples import WORLD, databases

from leadline_lab.anatomy import Block, Heading, Listing, Pager, Prose, Results
from leadline_lab.sources import Source, ask, blocks_of
from leadline_lab.world import Site

SMALL = [(site, replace(s, requires=(), default="all", size=120)) for site, s in databases(120)]


def _blocks(site: Site, source: Source, page: int = 0, **asked: list[str]) -> tuple[Block, ...]:
    answer = ask(WORLD, site, source, asked, page)
    return blocks_of(WORLD, site, source, answer, "/s?p={}".format, "/r/{}".format, (("t", "1"),), "page")


def _only(blocks: tuple[Block, ...], kind: type[Block]) -> list[Block]:
    return [block for block in blocks if isinstance(block, kind)]


def _text(blocks: tuple[Block, ...]) -> str:
    said = []
    for block in blocks:
        if isinstance(block, Prose):
            said += [piece for piece in block.pieces if isinstance(piece, str)]
        elif isinstance(block, Heading):
            said.append(block.text)
    return "\n".join(said)


def test_records_are_shown_under_the_labels_of_the_site() -> None:
    """A page with records has one block of results: heads, rows, keys and links of the answer."""
    for site, source in SMALL:
        answer = ask(WORLD, site, source, {})
        if answer.outcome != "records":
            continue
        (shown,) = _only(_blocks(site, source), Results)
        assert isinstance(shown, Results)
        assert shown.heads == tuple(a.label for a in source.listed)
        assert (shown.rows, shown.keys) == (answer.rows, answer.keys)
        assert all(len(row) == len(shown.heads) for row in shown.rows)
        assert shown.links == (tuple(f"/r/{key}" for key in answer.keys) if source.has_details else ())


def test_pagers_lead_to_the_pages_beside_this_one() -> None:
    """First pages have no way back, last ones none forward; numbers surround the present page."""
    styles = Counter[str]()
    for site, source in SMALL:
        answer = ask(WORLD, site, source, {}, 1)
        if answer.outcome != "records" or answer.pages < 3 or answer.page != 1:
            continue
        first, second, last = (
            next(b for b in _blocks(site, source, page) if isinstance(b, Pager))
            for page in (0, 1, answer.pages - 1)
        )
        assert (first.previous, first.following) == ("", "/s?p=1")
        assert (second.previous, second.following) == ("" if source.paging == "more" else "/s?p=0", "/s?p=2")
        assert last.following == ""
        if source.paging == "numbered":
            assert second.pages == answer.pages
            assert dict(second.numbered)[1] == "/s?p=0"
        assert second.style == {"post": "post", "more": "more"}.get(source.paging, "links")
        assert bool(second.hidden) == bool(second.field) == (source.paging == "post")
        styles[source.paging] += 1
    assert len(styles) == 5


def test_an_answer_on_one_page_has_no_pager() -> None:
    """Where everything fits, nothing leads on."""
    site, source = next((site, s) for site, s in SMALL if s.structured and s.cap is None)
    few = replace(source, per_page=1_000)
    assert not _only(_blocks(site, few), Pager)


def test_counts_and_messages_stand_on_the_page() -> None:
    """What the answer says about its number, its limits and the query is said on the page."""
    for site, source in SMALL:
        answer = ask(WORLD, site, source, {"keyword": ["a"]})
        said = _text(_blocks(site, source, keyword=["a"]))
        assert all(text in said for text in (answer.shown_total, answer.message, answer.echo))


def test_suggestions_stand_beside_nothing_found() -> None:
    """Empty answers show the site's wording and its kind of suggestion: other records, a spelling, advice."""
    kinds = Counter[str]()
    for site, source in SMALL:
        asked = {source.title: ["zzqxzz"], "keyword": ["zzqxzz"]}
        answer = ask(WORLD, site, source, asked)
        blocks = blocks_of(WORLD, site, source, answer, str)
        assert answer.message in _text(blocks)
        assert bool(_only(blocks, Results)) == (source.suggestion == "records")
        assert bool(_only(blocks, Listing)) == (source.suggestion == "tips")
        assert len(_only(blocks, Prose)) >= (2 if source.suggestion == "spelling" else 1)
        assert not _only(blocks, Pager)
        kinds[source.suggestion] += 1
    assert len(kinds) == 4


def test_keys_are_not_shown() -> None:
    """No cell, count or message of a page is the key of a record."""
    for site, source in SMALL:
        answer = ask(WORLD, site, source, {})
        cells = {cell for row in answer.rows for cell in row}
        assert not cells & set(answer.keys) or source.identity == "number"

"""How harvests end, whoever plans them: never complete or covered with a part, and a preview by what is known."""

import pytest

from leadline.forms.understand import understand
from leadline.gate.targets import UNSENT
from leadline.harvest.endings import SizeWatch
from leadline.harvest.planners.named import PLANNERS, planner
from leadline.harvest.report import preview
from leadline.harvest.requests import RequestBudget, StoppedBy
from leadline.harvest.settings import HarvestSettings
from leadline.harvest.source import HarvestSource
from leadline.model.query import Answer, Choice, Reply
from leadline.parse.document import Document

FORM = """<form action=/find>Genre <select name=g><option value="">Any<option>crime<option>poetry<option>travel
</select> Words <input name=q> {} <button>Search</button></form>"""


def _source(more: str = "", text: str = "", form: str = FORM) -> HarvestSource:
    document = Document(f"{form.format(more)}<p>{text}</p>", "http://example.org/")
    return HarvestSource.of(document, understand(document.page.forms[0], document), UNSENT, {}, 0.0)


class Books:
    """Records of three genres, with words; `cap` cuts every answer silently. Where no genre is said, those of
    `standing` are asked for, as the form has them."""

    def __init__(self, size: int, cap: int | None, standing: tuple[str, ...] = ("",)) -> None:
        self._cap = cap
        self._standing = standing
        self._records = [
            (f"r{n}", ("crime", "poetry", "travel")[n % 3], {f"{chr(97 + n % 17)}ord", f"{chr(97 + n % 23)}ame"})
            for n in range(size)
        ]
        self.known: set[str] = set()

    def answer(self, choice: Choice) -> Answer:
        asked = dict(choice)
        genres = (asked["g"],) if "g" in asked else self._standing
        word = asked.get("q", "").casefold()
        found = [
            (identity, (("title", " ".join(sorted(words))), ("genre", kind)))
            for identity, kind, words in self._records
            if {"", kind} & {*genres} and (not word or word in words)
        ][: self._cap]
        met = tuple(identity for identity, _ in found)
        new = [identity for identity in met if identity not in self.known]
        self.known.update(new)
        sample = tuple(pair for _, pairs in found[:20] for pair in pairs)
        reply = Reply.RESULTS if met else Reply.EMPTY
        return Answer(choice, reply, len(met), len(new), sample=sample, met=met, rows=tuple(found))


def _ended(
    name: str, books: Books, most: int = 60, wanted: float | None = None, form: str = FORM
) -> tuple[StoppedBy, str | None]:
    fields = _source(form=form).fields
    asks = planner(name, fields, HarvestSettings(planner=name, coverage=wanted))
    sizes = SizeWatch(fields, wanted, once=name == "once")
    for _ in range(most):
        if (enough := sizes.is_covered(asks)) is not None:
            return StoppedBy.COVERED, enough
        if (choice := sizes.choose(asks)) is None:
            return sizes.ending(asks)
        answer = books.answer(choice)
        asks.observe(answer)
        sizes.observe(asks, answer)
    return StoppedBy.REQUESTS, None


@pytest.mark.parametrize("name", list(PLANNERS))
@pytest.mark.parametrize(("size", "cap"), [(0, None), (150, 20), (97, 60), (300, 100)])
def test_a_part_never_ends_like_everything(name: str, size: int, cap: int | None) -> None:
    """Sources that cut silently, or are empty: whoever asks, `complete` means all and `covered` 95 %."""
    books = Books(size, cap)
    ended, _ = _ended(name, books)
    share = len(books.known) / size if size else 0.0
    assert ended is not StoppedBy.COMPLETE or share == 1
    assert ended is not StoppedBy.COVERED or share >= 0.95


GENRES = '<select name=g><option value="">Any<option>crime<option>poetry<option>travel\n</select>'
BOXES = "".join(
    f"<label><input type=checkbox name=g value={genre} {ticked}>{genre}</label>"
    for genre, ticked in (("crime", "checked"), ("poetry", "checked"), ("travel", ""))
)
CHOSEN = {
    "several": "<select name=g multiple><option selected>crime<option selected>poetry<option>travel</select>",
    "boxes": BOXES,
    "one beside any": GENRES.replace("<option>crime", "<option selected>crime"),
}


@pytest.mark.parametrize("cap", [None, 60])
@pytest.mark.parametrize("name", ["auto", "cascade"])
@pytest.mark.parametrize("way", CHOSEN)
def test_what_stands_chosen_is_no_whole(way: str, name: str, cap: int | None) -> None:
    """A default query that came whole has all of what the page had chosen, and nothing of the rest."""
    books = Books(97, cap, ("crime",) if way == "one beside any" else ("crime", "poetry"))
    ended, _ = _ended(name, books, form=FORM.replace(GENRES, CHOSEN[way]))
    assert ended not in (StoppedBy.COMPLETE, StoppedBy.COVERED) or len(books.known) == 97
    assert len(books.known) == 97 or cap is not None or name == "auto"  # which may leave the rest out, and says so


@pytest.mark.parametrize("name", ["auto", "cascade"])
def test_each_ending_has_its_grounds(name: str) -> None:
    """Genres that all came whole are a proof; an answer that others meet again is covered, and not proved; genres
    that were all cut prove nothing, although all of them came: words drawn by lot tell `cascade` that."""
    unproved = StoppedBy.COVERED if name == "cascade" else StoppedBy.EXHAUSTED
    words = {(97, 60): StoppedBy.COMPLETE, (97, None): StoppedBy.COVERED, (300, 100): unproved}
    assert {place: _ended(name, Books(*place))[0] for place in words} == words


@pytest.mark.parametrize("name", ["auto", "cascade"])
def test_who_names_a_share_has_it_at_the_end(name: str) -> None:
    """Asked for 90 % of sources whose answers are cut: nobody stops with less, and some stop before 60 queries."""
    ended = []
    for size, cap in ((150, 20), (200, 40), (260, 30), (300, 100)):
        books = Books(size, cap)
        word, _ = _ended(name, books, wanted=0.9)
        ended.append(word)
        assert word is not StoppedBy.COVERED or len(books.known) >= 0.9 * size
    assert StoppedBy.COVERED in ended


def test_everything_that_is_met_again_is_covered_or_complete() -> None:
    """The default query has all, and what is asked besides meets it again."""
    books = Books(97, None)
    ended, why = _ended("auto", books)
    assert ended in (StoppedBy.COMPLETE, StoppedBy.COVERED), why


def test_a_preview_goes_by_what_the_page_says() -> None:
    """12,500 records at 50 a page are 250 pages, whatever the limit is; at 30 s a request that takes hours."""
    more = "Hits per page <select name=max><option>10<option>50</select>"
    source = _source(more, "Search our catalogue: 12,500 records found")
    plan = preview(source, HarvestSettings(max_requests=100), 30.0)
    assert (plan.records, plan.page_size, plan.requests_per_thousand) == (12_500, 50, 20)
    assert 250 < plan.requests < 350
    assert plan.hours == pytest.approx(plan.requests * 30 / 3600)
    assert not plan.takes_days
    assert preview(source, HarvestSettings(), 600.0).takes_days
    unknown = preview(_source(), HarvestSettings(), 1.0)
    assert (unknown.records, unknown.requests_per_thousand) == (None, 100)


def test_the_pause_is_the_longest_that_was_kept() -> None:
    """What robots.txt asks for shows in when a host may be asked again."""
    budget = RequestBudget(now=lambda: 100.0)
    budget.departing("example.org", 101.0)
    budget.departing("example.org", 130.0)
    assert budget.pause == 30.0

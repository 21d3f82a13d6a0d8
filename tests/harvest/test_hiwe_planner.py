"""`hiwe` on databases in memory: policy, ranking, S_max, ρ_min, feedback, learning."""

from collections.abc import Sequence

import pytest
from small_database import Database, end, harvest, select, text

from leadline.harvest.planners.hiwe import HiwePlanner
from leadline.harvest.settings import HiweSettings
from leadline.harvest.values.supply import Supplies, elements_of
from leadline.harvest.values.table import LvsTable
from leadline.model.field import Field, FieldType
from leadline.model.query import Answer, Choice, Reply
from leadline.parse.document import parse_html

FIELDS = (select("type", "report", "news"), text("company", FieldType.NAME), select("year", "2000", "2001"))


def table(*values: tuple[str, float], label: str = "Company") -> LvsTable:
    made = LvsTable()
    made.add([label], values)
    return made


def planner(
    known: LvsTable, fields: tuple[Field, ...] = FIELDS, elements: int = 0, **wanted: object
) -> HiwePlanner:
    return HiwePlanner(fields, HiweSettings(**wanted), 0, Supplies(known, elements=elements))  # type: ignore[arg-type]


def test_a_form_is_ignored_if_it_has_too_few_elements() -> None:
    """n ≥ α = 3; elements of the form that are not filled in count as well."""
    small = (text("company", FieldType.NAME),)
    asks = planner(table(("Intel", 1.0)), small)
    assert asks.choose() is None
    assert asks.why is not None
    assert "1 fields" in asks.why
    assert planner(table(("Intel", 1.0)), small, elements=3).choose() == (("company", "Intel"),)
    assert planner(table(("Intel", 1.0)), small, alpha=1).choose() == (("company", "Intel"),)


def test_a_form_is_ignored_if_a_text_field_matches_no_row() -> None:
    """Every infinite element needs a match; the one without is named."""
    asks = planner(table(("Intel", 1.0), label="Colour"))
    assert asks.choose() is None
    assert asks.why == "no values are known for 'Company': give some with --values"


def test_finite_fields_take_their_whole_domain() -> None:
    """3 types × 3 years × 2 companies, each once."""
    asks = planner(table(("Intel", 1.0), ("AMD", 1.0)), feedback=0.0)
    asked = {one.choice for one in harvest(asks, Database([]))}
    assert len(asked) == 18
    assert asks.why == "all 18 assignments were submitted"


@pytest.mark.parametrize(("ranking", "submitted"), [("fuzzy", 9), ("average", 18), ("probabilistic", 27)])
def test_rank_min_cuts_by_ranking_function(ranking: str, submitted: int) -> None:
    """Values of 1, 0.5 and 0.1 beside two certain ones: ranks 1, .5, .1 · 1, .83, .7 · 1, 1, 1, cut at 0.75."""
    known = table(("Intel", 1.0), ("AMD", 0.5), ("Acme", 0.1))
    asks = planner(known, ranking=ranking, rank_min=0.75, feedback=0.0)
    assert len(harvest(asks, Database([]))) == submitted


def test_the_papers_rank_min_is_there_by_default() -> None:
    """ρ_min = 0.6: of weights 0.65 and 0.55 the second is never sent."""
    asks = planner(table(("Intel", 0.65), ("AMD", 0.55)), feedback=0.0)
    asked = {dict(one.choice)["company"] for one in harvest(asks, Database([]))}
    assert asked == {"Intel"}
    assert asks.why == "no other assignment ranks 0.6 or higher"


def test_the_papers_threshold_of_labels_is_there_by_default() -> None:
    """0.75: a row for "Compact" (similarity 0.71) is no row for "Company", one for "Accompany" (0.78) is."""
    compact, accompany = (table(("Intel", 1.0), label=label) for label in ("Compact", "Accompany"))
    assert planner(compact).choose() is None
    assert planner(compact, threshold=0.7).choose() is not None
    assert planner(accompany).choose() is not None
    assert planner(accompany, threshold=0.8).choose() is None


def test_a_form_is_sent_a_hundred_times_by_default() -> None:
    """S_max = 100."""
    many = table(*((f"Company {n}", 1.0) for n in range(40)))
    asks = planner(many, feedback=0.0)
    assert len(harvest(asks, Database([]))) == 100


def test_the_best_come_first_and_no_more_than_s_max() -> None:
    """With S_max = 20 of 27, all with the best company come first."""
    known = table(("Acme", 0.7), ("Intel", 1.0), ("AMD", 0.8))
    asks = planner(known, s_max=20, feedback=0.0)
    companies = [dict(one.choice)["company"] for one in harvest(asks, Database([]))]
    assert companies == ["Intel"] * 9 + ["AMD"] * 9 + ["Acme"] * 2
    assert asks.why is not None
    assert "s_max" in asks.why


def test_lists_are_narrowed_one_at_a_time() -> None:
    """Of equal ranks those go first that leave lists at "any": none narrowed, then one, then both."""
    asks = planner(table(("Intel", 1.0), ("AMD", 1.0)), feedback=0.0)
    narrowed = [len(one.choice) - 1 for one in harvest(asks, Database([]))]
    assert narrowed == [0] * 2 + [1] * 8 + [2] * 8


def test_choices_of_a_list_without_any_are_alike() -> None:
    """The one that the page has set is no wider than the others: all are used from the beginning."""
    fields = (
        select("type", "a", "b", "c", anything=False),
        text("company", FieldType.NAME),
        select("year", "2000"),
    )
    asks = planner(table(("Intel", 1.0), ("AMD", 1.0), ("TI", 1.0)), fields, s_max=3, feedback=0.0)
    kinds = [dict(one.choice).get("type", "a") for one in harvest(asks, Database([]))]
    assert sorted(kinds) == ["a", "b", "c"]


def test_partial_input_leaves_fields_without_values_empty() -> None:
    """As a setting: a form is not given up for one optional field that nothing is known for."""
    fields = (*FIELDS, text("author", FieldType.NAME))
    assert planner(table(("Intel", 1.0)), fields).choose() is None
    assert planner(table(("Intel", 1.0)), fields, partial=True).choose() == (("company", "Intel"),)


def test_ranges_do_not_end_below_their_beginning() -> None:
    """Of three prices for both ends, the six pairs that make sense are submitted, not nine."""
    both = ("low", "high")
    fields = (
        end("low", "low", "Price", names=both),
        end("high", "high", "Price", names=both),
    )
    asks = planner(table(("10", 1.0), ("20", 1.0), ("30", 1.0), label="Price"), fields, alpha=2, feedback=0.0)
    pairs = {tuple(int(value) for _, value in one.choice) for one in harvest(asks, Database([]))}
    assert pairs == {(10, 10), (10, 20), (10, 30), (20, 20), (20, 30), (30, 30)}


def test_values_that_never_work_are_dropped() -> None:
    """A company nobody has loses its weight and falls under ρ_min; one that works keeps all its submissions."""
    rows = [
        {"type": kind, "company": "Intel", "year": year}
        for kind in ("report", "news")
        for year in ("2000", "2001")
    ]
    asks = planner(table(("Acme", 1.0), ("Intel", 1.0)))
    answers = harvest(asks, Database(rows))
    companies = [dict(one.choice)["company"] for one in answers]
    assert companies.count("Intel") == 9
    assert companies.count("Acme") < 9
    assert dict(asks.table.values_for("Company"))["Acme"] < 0.6
    assert dict(asks.table.values_for("Company"))["Intel"] == 1.0


def test_a_proven_value_is_not_blamed() -> None:
    """A failure is laid on the one value that never worked: 1 → 0.7 with a rate of 0.3, the other stays at 1."""
    asks = planner(
        table(("Intel", 1.0), ("Acme", 1.0)),
        fields=(text("company", FieldType.NAME), select("x", "1", "2")),
        alpha=1,
    )
    asks.observe(Answer((("company", "Intel"),), Reply.RESULTS, records=3, new=3))
    asks.observe(Answer((("company", "Acme"),), Reply.EMPTY))
    known = dict(asks.table.values_for("Company"))
    assert known["Acme"] == pytest.approx(0.7)
    assert known["Intel"] == 1.0


def test_an_element_whose_values_fail_is_left_to_those_that_work() -> None:
    """Twenty companies of which one exists: what is known to work is asked for first, and after a handful of
    failures it alone, though most others were never tried and all weigh 1."""
    fields = (text("company", FieldType.NAME), select("year", *map(str, range(1990, 2010))), select("x", "1"))
    rows = [{"company": "Intel", "year": str(year), "x": "1"} for year in range(1990, 2010)]
    known = table(("Intel", 1.0), *((f"Acme {n}", 1.0) for n in range(20)))
    answers = harvest(planner(known, fields, s_max=30), Database(rows))
    failed = [place for place, one in enumerate(answers) if one.reply is Reply.EMPTY]
    assert len(answers) == 30
    assert 1 <= len(failed) <= 3
    years = {dict(one.choice).get("year") for one in answers if dict(one.choice)["company"] == "Intel"}
    assert len(years) == 21
    longer = harvest(planner(known, fields, s_max=60), Database(rows))
    assert {dict(one.choice)["company"] for one in longer[40:]} == {"Intel"}


def test_one_new_thing_at_a_time() -> None:
    """Half of the companies and a third of the towns exist. Once some failed, a new one is tried beside what
    works: in half the submissions more is found than by two new values at once, which fail five times in six."""
    names, towns = [f"Company {n}" for n in range(20)], [f"Town {n}" for n in range(20)]
    town_list = select("town", *towns, anything=False, default="none of them")
    fields = (text("company", FieldType.NAME), town_list, select("x", "1"))
    rows = [{"company": name, "town": town, "x": "1"} for name in names[::2] for town in towns[::3]]
    known = table(*((name, 1.0) for name in names))
    careful = planner(known, fields, s_max=60)
    answers = harvest(careful, Database(rows))
    as_published = harvest(planner(known, fields, s_max=60, feedback=0.0), Database(rows))
    assert len(answers) <= len(as_published) / 2
    assert _with_results(answers) > _with_results(as_published)
    assert _with_results(answers) > 0.6 * len(answers)
    assert careful.why == "too few of the values tried for 'Company' had results"


def _with_results(answers: Sequence[Answer]) -> int:
    return sum(one.reply is Reply.RESULTS for one in answers)


def test_a_form_is_left_where_no_value_of_a_box_works() -> None:
    """Nothing but failures: the box is named, and S_max is not used up."""
    known = table(*((f"Acme {n}", 1.0) for n in range(90)))
    asks = planner(known)
    assert len(harvest(asks, Database([{"type": "news", "company": "Intel", "year": "2000"}]))) < 10
    assert asks.why == "none of the values tried for 'Company' had results"


def test_a_combination_that_fails_is_left() -> None:
    """Every year and every type has its company, no year has that type: the two lists are not narrowed together
    for long, each of them alone is."""
    kinds, years = [f"t{n}" for n in range(6)], [f"y{n}" for n in range(6)]
    fields = (select("type", *kinds), text("company", FieldType.NAME), select("year", *years))
    rows = [{"type": kind, "company": "Intel", "year": ""} for kind in kinds]
    rows += [{"type": "", "company": "Intel", "year": year} for year in years]
    answers = harvest(planner(table(("Intel", 1.0)), fields), Database(rows))
    narrowed = [len(one.choice) - 1 for one in answers]
    assert narrowed.count(1) == 12
    assert narrowed.count(2) < 5


def test_values_in_results_are_asked_for_next() -> None:
    """A company met in results joins the row and is submitted; without learning it is not."""
    rows = [{"type": "news", "company": name, "year": "2000"} for name in ("Intel", "Zilog")]
    rows[0]["partner company"] = "Zilog"
    sample = (("Company", "Intel"), ("Company", "Zilog"))
    for learn, expected in ((True, {"Intel", "Zilog"}), (False, {"Intel"})):
        asks = planner(table(("Intel", 1.0)), learn=learn, feedback=0.0)
        asked = []
        while (choice := asks.choose()) is not None:
            asked.append(dict(choice)["company"])
            asks.observe(Answer(choice, Reply.RESULTS, records=2, new=0, sample=sample))
        assert set(asked) == expected


def test_what_one_database_has_is_not_handed_on() -> None:
    """Values seen in results are for this form; the table for the next one has them not."""
    asks = planner(table(("Intel", 1.0)))
    asks.observe(Answer((("company", "Intel"),), Reply.RESULTS, 1, sample=(("Company", "Zilog"),)))
    assert [value for value, _ in asks.table.values_for("Company")] == ["Intel"]
    assert planner(table(("Intel", 1.0)), seen_weight=0.0).choose() is not None


def test_a_list_the_site_insists_on_is_found() -> None:
    """It wants a year and does not say so: each list is narrowed in turn until it answers, and stays narrowed."""
    rows = [{"type": "news", "company": name, "year": "2000"} for name in ("Intel", "AMD")]
    asks = planner(table(("Intel", 1.0), ("AMD", 1.0)), feedback=0.0, learn=False)
    answers = harvest(asks, Database(rows, wants=("year",)))
    refused = [one for one in answers if one.reply is Reply.REQUIRED]
    assert len(refused) == 2
    assert all("year" in dict(one.choice) for one in answers[2:])


def test_boxes_that_know_the_same_word_take_it_together() -> None:
    """A title and a keyword that contradict each other come after those that agree."""
    known = table(("Alpine", 0.8), ("Beach", 0.9), label="Title")
    known.add(["Words"], [(word, 0.9) for word in ("Airport", "Alpine", "Beach", "Castle")])
    fields = (text("words", label="Words"), text("title", label="Title"), select("x", "1"))
    asks = planner(known, fields, feedback=0.0)
    first = dict(asks.choose() or ())
    assert first["words"] == first["title"] == "Beach"


def test_ranges_are_left_wide_first() -> None:
    """Of equal ranks those go first whose beginning is the least and whose end is the largest."""
    both = ("low", "high")
    fields = (end("low", "low", "Price", names=both), end("high", "high", "Price", names=both))
    asks = planner(table(("20", 1.0), ("100", 1.0), ("9", 1.0), label="Price"), fields, alpha=2, feedback=0.0)
    assert asks.choose() == (("low", "9"), ("high", "100"))


def test_choices_of_this_form_fill_its_own_text_fields() -> None:
    """A list and a box of one label: the box takes the list's choices."""
    fields = (
        select("sector", "Memory", "Sensors"),
        text("sec", FieldType.OTHER, label="Sector"),
        select("x", "1", "2"),
    )
    asks = planner(LvsTable(), fields)
    asked = {dict(one.choice).get("sec") for one in harvest(asks, Database([]))}
    assert asked == {"Memory", "Sensors"}


def test_the_table_that_was_handed_in_stays_as_it_is() -> None:
    """What is learnt is in the planner's own table, so the same start gives the same run."""
    known = table(("Intel", 1.0))
    before = known.state()
    harvest(planner(known), Database([{"type": "news", "company": "AMD", "year": "2000"}]))
    assert known.state() == before


def test_replaying_answers_gives_the_same_choices() -> None:
    """Weights, values and order are a fold over the answers."""
    rows = [{"type": "news", "company": name, "year": "2000"} for name in ("Intel", "AMD")]
    known = table(("Intel", 1.0), ("AMD", 0.9), ("Acme", 0.8))
    first = planner(known)
    answers = harvest(first, Database(rows))
    second = planner(known)
    for stored in answers:
        assert second.choose() == stored.choice
        second.observe(stored)
    assert second.choose() is None
    assert second.table.state() == first.table.state()


def _first(ties: str, many: int, seed: int = 0) -> list[Choice]:
    known = table(("Intel", 1.0), ("AMD", 1.0))
    settings = HiweSettings(ties=ties, feedback=0.0)
    asks = HiwePlanner(FIELDS, settings, seed, Supplies(known))
    return [one.choice for one in harvest(asks, Database([]))][:many]


def test_the_order_of_equal_ranks_can_be_chosen() -> None:
    """`page` moves the last field on first, as values stand there; `random` is drawn with the seed; all three ask
    the same in the end."""
    page = _first("page", 3)
    assert page == [
        (("company", "Intel"),),
        (("company", "Intel"), ("year", "2000")),
        (("company", "Intel"), ("year", "2001")),
    ]
    everything = {frozenset(choice) for choice in _first("ours", 99)}
    assert {frozenset(choice) for choice in _first("page", 99)} == everything
    assert {frozenset(choice) for choice in _first("random", 99)} == everything
    assert _first("random", 99) != _first("random", 99, seed=1)
    assert _first("random", 99) == _first("random", 99)


def test_radios_of_one_name_are_one_element() -> None:
    """Two radios and two checkboxes are two questions, and two boxes for text are two."""
    boxes = "<input type=checkbox name=c value=1><input type=checkbox name=c value=2>"
    radios = "<input type=radio name=r value=1><input type=radio name=r value=2>"
    html = f"<form>{radios}{boxes}<input name=q><input name=t>"
    (form,) = parse_html(html, "http://a.example/").forms
    assert elements_of(form) == 4

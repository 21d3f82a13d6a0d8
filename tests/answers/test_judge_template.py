"""Templates, lines, probe words and the significant portion."""

from time import process_time

from hypothesis import given
from hypothesis import strategies as st
from judged_pages import BOOKS, answer, form_page, listed

from leadline.answers.judge.evidence import Evidence
from leadline.answers.judge.keys import keys_of
from leadline.answers.judge.lines import lines_of
from leadline.answers.judge.nonsense import nonsense
from leadline.answers.judge.papers import significant, significant_hash
from leadline.answers.judge.template import Template
from leadline.answers.judge.verdict import judge, learn_probe
from leadline.answers.records.cut import cut_records
from leadline.model.query import Choice, Reply
from leadline.parse.document import Document

ASKED: Choice = (("q", "whale"), ("kind", "2"))


def template() -> Template:
    made = Template.of_form(form_page())
    for n in range(2):
        word = nonsense(5, n)
        document = answer(f"<p>No books for {word}.</p>{listed(BOOKS[2 * n : 2 * n + 2])}")
        made = learn_probe(made, document, (("q", word),), cut_records(document)).with_answer(
            document, (("q", word),)
        )
    return made


def test_a_template_survives_being_stored() -> None:
    """All that was learnt goes through JSON unchanged, so that `resume` judges as the first run did."""
    made = template()
    assert Template.from_json(made.to_json()) == made


def test_the_message_is_what_nonsense_shares_and_the_form_lacks() -> None:
    """Furniture and what differs between probes are no part of it."""
    assert template().message == {"no books for …"}


def test_the_text_of_probes_is_there_for_cutting_records() -> None:
    """What stands beside nonsense is handed on as text, so that it is not cut as a record."""
    assert "Moby Dick" in template().text


def test_memory_is_bounded() -> None:
    """A harvest of thousands of answers does not let the template grow without end."""
    made = Template()
    for n in range(560):
        made = made.with_answer(answer(f"<p>Story {'abcdefghij'[n % 10] * (n // 10 + 1)}</p>"), ())
    assert len(made.seen) <= 512
    assert len(made.rests) <= 512


def test_lines_end_where_blocks_end() -> None:
    """Inline elements do not cut a line; blocks and breaks do; quoted brackets in attributes are no tags."""
    document = answer('<p title="a > b">No <b>cars</b> for <i>Golf</i></p><div>one<br>two</div>')
    assert [line.text for line in lines_of(document)][1:4] == ["No cars for Golf", "one", "two"]


def test_the_echo_of_values_and_of_chosen_labels_is_left_out() -> None:
    """A query repeated by its value or by the visible label of an option does not make a line differ."""
    assert "nothing for …" in keys_of(answer("<p>Nothing for “Whale”, Atlas</p>"), ASKED)


def test_an_ellipsis_of_the_page_is_no_echo() -> None:
    """Titles that a site cuts with an ellipsis stay what they are."""
    assert "read more" in keys_of(answer("<p>Read more…</p>"), ASKED)


def test_numbers_do_not_make_lines_differ_but_zero_does() -> None:
    """Times and counts vary from answer to answer; 0 is a message."""
    one, other = (keys_of(answer(f"<p>Search took {n} ms</p>"), ()) for n in ("12", "1,845"))
    assert one == other
    assert keys_of(answer("<p>0 books</p>"), ()) != keys_of(answer("<p>7 books</p>"), ())


def test_the_significant_portion_is_the_table_at_the_centre() -> None:
    """HiWE: the table in the middle of the page decides, what stands around it does not."""
    table = "<table><tr><td>Results</td></tr>" + "<tr><td>row of the table</td></tr>" * 9 + "</table>"
    document = answer(f"<p>above</p>{table}<p>below</p>")
    texts = {line.text for line in significant(document)}
    assert texts == {"Results", "row of the table"}
    assert significant_hash(document, ()) == significant_hash(answer(f"<p>other</p>{table}<p>text</p>"), ())


@given(st.integers(0, 10_000), st.integers(0, 50), st.integers(0, 50))
def test_probe_words_are_words_and_differ(seed: int, one: int, other: int) -> None:
    """Letters only, the same for the same number, another for another."""
    word = nonsense(seed, one)
    assert word.isalpha()
    assert word.islower()
    assert (word == nonsense(seed, other)) == (one == other)


def test_hostile_pages_cost_one_pass() -> None:
    """Twice the page takes about twice the time: unclosed tags, quotes and endless words included."""

    def seconds(times: int) -> float:
        hostile = f"<plaintext>{'<a b=' * times}{chr(34)}{'w' * 50 * times}"
        document = answer(hostile)
        begun = process_time()
        keys_of(document, ASKED)
        return process_time() - begun

    seconds(1_000)
    rounds = [(seconds(4_000), seconds(16_000)) for _ in range(5)]
    small, large = (min(times) for times in zip(*rounds, strict=True))
    assert large < 40 * small, f"4 times the page took {large / small:.0f} times as long"


def test_what_nonsense_makes_go_from_the_forms_page_is_no_furniture() -> None:
    """Records that the form's page lists are results of a word, and furniture only while nothing was asked."""
    front = answer(listed())
    known = Template.of_form(front)
    choice: Choice = (("q", nonsense(0, 0)),)
    empty = answer("<p>Nothing was found.</p>")
    known = learn_probe(known, empty, choice, cut_records(empty))
    again = answer(listed())
    word: Choice = (("q", "sea"),)
    assert judge(again, word, cut_records(again), known).reply is Reply.EMPTY
    assert judge(again, word, cut_records(again), known.for_text()).reply is Reply.RESULTS
    assert judge(empty, word, cut_records(empty), known.for_text()).reply is Reply.EMPTY


def test_a_word_that_the_page_itself_has_makes_no_line_of_it_new() -> None:
    """Asked for "tags", a site says "tags" where it says so to every question, beside where it repeats the
    question: that is what nonsense was told as well."""

    def told(word: str) -> Document:
        said = f"<div>tags: search, named, any</div><div>filtered by tags of {word}</div>"
        return answer(f"{said}<p>The shelf is bare.</p>")

    known = Template.of_form(form_page())
    for n in range(2):
        word = nonsense(5, n)
        known = learn_probe(known, told(word), (("q", word),), cut_records(told(word)))
    for word in ("tags", "search", "shelf", "filtered by"):
        page, choice = told(word), (("q", word),)
        assert Evidence(page, choice, cut_records(page), known).rest == ()
    assert Evidence(told("cod"), (("q", "bare"),), cut_records(told("cod")), known).rest == (
        "filtered by tags of cod",
    )


def test_a_sentence_without_spaces_is_no_number() -> None:
    """In a script without spaces a message with a number in it stays what it says; ids are left out."""
    assert keys_of(answer("<p>要有2个字</p>"), ()) != keys_of(answer("<p>共有5124条记录</p>"), ())
    one, other = (keys_of(answer(f"<p>ref {case}</p>"), ()) for case in ("8f3a91bc", "77b0e1d2"))
    assert one == other


def test_a_question_that_has_results_when_it_is_narrowed_is_remembered_so() -> None:
    """What it was told is no way to say that nothing matches; a question apart from it says nothing about that."""
    told = ("that is a lot",)
    made = Template().learnt((("q", "sea"),), Reply.TOO_MANY, told).learnt((("q", "salt"),), Reply.EMPTY, told)
    made = made.learnt((("q", "sea"), ("kind", "2")), Reply.RESULTS, ())
    assert [one.narrowed for one in made.earlier] == [True, False]
    assert Template.from_json(made.to_json()) == made


def test_earlier_answers_are_bounded() -> None:
    """The first answers without results are remembered; after them nothing has to be stored anew."""
    made = Template().with_results((("q", "sea"),))
    for n in range(100):
        made = made.learnt((("q", f"word{n}"),), Reply.EMPTY, ("nothing",))
    assert len(made.earlier) <= 64
    assert made.learnt((("q", "more"),), Reply.EMPTY, ("nothing",)) == made

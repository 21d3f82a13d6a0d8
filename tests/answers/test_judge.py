"""What an answer is: through `read`, `cut_records`, `learnt` and `judge`, as a harvest does it."""

import pytest
from judged_pages import BOOKS, OTHERS, answer, form_page, listed, response

from leadline.answers.judge.nonsense import nonsense
from leadline.answers.judge.template import Template
from leadline.answers.judge.verdict import PageJudgement, check_rule, judge, judge_unread, learn_probe
from leadline.answers.records.cut import Records, cut_records
from leadline.errors import BadConfiguration
from leadline.model.query import Choice, Reply
from leadline.parse.document import Document

ASKED: Choice = (("q", "whale"),)


def cut(document: Document) -> Records:
    return cut_records(document, form_page().page.text)


def verdict(
    main: str, template: Template | None = None, choice: Choice = ASKED, rule: str = "template"
) -> PageJudgement:
    document = answer(main)
    return judge(document, choice, cut(document), template or Template.of_form(form_page()), rule)


def probed(*mains: str) -> Template:
    """The template after answers to nonsense; `{q}` is the word."""
    template = Template.of_form(form_page())
    for n, main in enumerate(mains):
        word = nonsense(3, n)
        document = answer(main.replace("{q}", word))
        template = learn_probe(template, document, (("q", word),), cut(document))
    return template


# ── with a template ───────────────────────────────────────────────────────────────────────────────────────

BLURRED = "<h2>Search for {q}</h2><p>Nulla apud nos inventa est.</p>"


def test_an_answer_like_nonsense_is_empty_whatever_its_language() -> None:
    """Equal to the answers to nonsense up to the echo of the query: EMPTY, with no known wording."""
    judged = verdict(BLURRED.replace("{q}", "whale"), probed(BLURRED, BLURRED))
    assert judged.reply is Reply.EMPTY
    assert judged.message is None


def test_the_same_words_without_a_template_are_no_message_and_few() -> None:
    """What the template teaches is not known without it: the unknown sentence alone is then no record either."""
    assert verdict("<p>Nulla inventa est.</p>").reply is Reply.EMPTY


def test_records_are_results_beside_a_template() -> None:
    """A list of new records is RESULTS though it repeats the heading that nonsense has as well."""
    judged = verdict(f"<h2>Search for whale</h2>{listed()}", probed(BLURRED, BLURRED))
    assert judged.reply is Reply.RESULTS


@pytest.mark.parametrize(
    "main",
    ["<p>Your search brings 917 records: go easy on us.</p>", "<p>917 Treffer. Bitte enger fassen!</p>"],
)
def test_a_number_of_matches_without_any_of_them_is_too_many(main: str) -> None:
    """Hundreds are counted and nothing is listed: TOO_MANY, whatever words ask for a narrower question."""
    judged = verdict(main)
    assert judged.reply is Reply.TOO_MANY
    assert judged.count == 917


@pytest.mark.parametrize(
    "main",
    [
        "<p>Your search brings 1 record.</p><p>Moby</p>",
        "<p>Your search brings 2 records.</p>",
        "<p>Results 1 to 10 of 917</p>",
        "<p>Your search brings 12 records.</p><p>Moby, Ahab, Ishmael, Queequeg, Starbuck, Stubb, Flask, Pip</p>",
    ],
    ids=["one record of one word", "two whose words stand elsewhere", "says which it shows", "a word each"],
)
def test_a_number_of_matches_beside_some_of_them_is_results(main: str) -> None:
    """Few matches, as many words as a list of them might have, or positions on this page: they are there, cut or
    not."""
    assert verdict(main).reply is Reply.RESULTS


def test_one_record_is_results() -> None:
    """A single hit repeats nothing, and is RESULTS by the text that neither form nor nonsense has."""
    judged = verdict(f"<h2>Search for whale</h2>{listed(BOOKS[:1])}", probed(BLURRED, BLURRED))
    assert judged.reply is Reply.RESULTS


def test_a_detail_page_as_the_answer_to_a_unique_hit_is_results() -> None:
    """A site that shows its only hit at once shows a result, and "no reviews found" below it changes nothing."""
    detail = (
        "<h1>Moby Dick</h1><dl><dt>Author</dt><dd>Herman Melville</dd><dt>Year</dt><dd>1851</dd></dl>"
        "<p>A whale, a captain, a wooden leg and a very long voyage.</p><h2>Reviews</h2><p>No reviews found.</p>"
    )
    assert verdict(detail, probed(BLURRED, BLURRED)).reply is Reply.RESULTS


@pytest.mark.parametrize("books", [OTHERS, BOOKS[1:]])
def test_suggestions_beside_nothing_are_no_results(books: tuple[tuple[str, str, str], ...]) -> None:
    """Records that the site shows although nothing matched are not taken for results."""
    said = "<p>Nothing matches {q}.</p><h3>Popular right now</h3>"
    template = probed(said + listed(BOOKS[:2]), said + listed(BOOKS[2:]))
    assert verdict(said.replace("{q}", "whale") + listed(books), template).reply is Reply.EMPTY


def test_suggestions_are_recognised_in_words_nobody_knows() -> None:
    """The same where neither the message nor the heading is in any list of ours."""
    said = "<p>Nulla apud nos inventa est.</p><h3>Haec autem placent</h3>"
    template = probed(said + listed(BOOKS[:2]), said + listed(BOOKS[2:]))
    assert verdict(said + listed(OTHERS), template).reply is Reply.EMPTY


def test_a_site_that_ignores_the_field_gives_results_to_nonsense() -> None:
    """Where nonsense brings the whole list with its count, the same list is RESULTS for a word too."""
    everything = "<p>1–10 of 240 books</p>" + listed(
        [(f"Book {n} of tales", f"Author {n}", "1900") for n in range(10)]
    )
    template = probed(everything, everything)
    assert template.usual_reply is Reply.RESULTS
    assert verdict(everything, template).reply is Reply.RESULTS


def test_other_complaints_are_told_from_the_empty_answer() -> None:
    """A complaint that nonsense does not bring is read by its words, not taken for the template."""
    template = probed("<p>No books found.</p>", "<p>No books found.</p>")
    assert verdict("<p>Please enter a title.</p>", template).reply is Reply.REQUIRED
    assert verdict("<p>Year must be a number.</p>", template).reply is Reply.ERROR
    assert verdict("<p>No books found.</p>", template).reply is Reply.EMPTY


def test_probes_that_lack_a_field_teach_that_a_field_is_required() -> None:
    """Where every probe is refused for a missing field, an equal answer is REQUIRED and not EMPTY."""
    said = "<p>The field Kind is required.</p>"
    assert verdict(said, probed(said, said)).reply is Reply.REQUIRED


# ── by words and records ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("main", "reply"),
    [
        ("<p>Your search did not match any books.</p>", Reply.EMPTY),
        ("<p>Leider keine Treffer.</p><p>Bitte prüfen Sie die Schreibweise.</p>", Reply.EMPTY),
        ("<p>Results 0 - 0 of 0</p>", Reply.EMPTY),
        ("<p>Trop de réponses (12 430). Affinez votre recherche.</p>", Reply.TOO_MANY),
        ("<p>More than 500 matches: please narrow your search.</p>", Reply.TOO_MANY),
        ("<p>Debe rellenar el campo Autor.</p>", Reply.REQUIRED),
        ("<p>O campo Autor é obrigatório.</p>", Reply.REQUIRED),
        ("<p>Das Jahr muss eine Zahl sein.</p>", Reply.ERROR),
        ("<p>Microsoft OLE DB Provider for ODBC Drivers error '80040e14'</p>", Reply.ERROR),
        ("<h1>Le service est en maintenance</h1>", Reply.ERROR),
        ("", Reply.EMPTY),
    ],
)
def test_messages_are_read_without_a_template(main: str, reply: Reply) -> None:
    """Words alone decide where a form has no text field to probe with."""
    assert verdict(main).reply is reply


def test_what_the_form_page_says_as_well_is_no_message() -> None:
    """The form's own note about required fields does not make an answer REQUIRED."""
    judged = verdict(listed(BOOKS[:1]))
    assert judged.reply is Reply.RESULTS


@pytest.mark.parametrize(
    "remark",
    [
        "<p>0 comments</p>",
        "<p>No reviews found</p>",
        "<p>No results in other shops</p>",
        "<p>Nothing found.</p>",
        "<p>Please select a cover.</p>",
    ],
)
def test_remarks_below_results_do_not_make_them_empty(remark: str) -> None:
    """A page with results may say "no results" elsewhere: below its list, and within its records."""
    assert verdict(f"<p>4 books found</p>{listed()}{remark}").reply is Reply.RESULTS
    assert verdict(f"{listed()}{remark}").reply is Reply.RESULTS
    with_remark = listed().replace("</li>", f"{remark}</li>")
    assert verdict(with_remark).reply is Reply.RESULTS


def test_suggestions_below_a_known_message_are_no_results() -> None:
    """Without a template too: "nothing found" above the list, and no count."""
    assert verdict(f"<p>Nothing found.</p><h3>Best sellers</h3>{listed()}").reply is Reply.EMPTY


def test_a_narrower_question_is_wanted_of_who_asked_nothing() -> None:
    """ "Refine your search" to the empty query says that something must be filled in."""
    assert verdict("<p>Please refine your search.</p>", choice=()).reply is Reply.REQUIRED
    assert verdict("<p>Please refine your search.</p>").reply is Reply.TOO_MANY


def test_a_cut_list_is_results_and_says_so() -> None:
    """Records with "only the first 100" are RESULTS that say they are truncated."""
    judged = verdict(f"<p>Only the first 100 results are shown.</p>{listed()}")
    assert (judged.reply, judged.says_truncated) == (Reply.RESULTS, True)
    assert not verdict(f"<p>4 books found</p>{listed()}").says_truncated


def test_the_count_is_given_as_stated() -> None:
    """`count` is what the page states, and `counted` how exactly."""
    judged = verdict(f"<p>about 1,240 results</p>{listed()}")
    assert judged.count == 1240
    assert judged.counted is not None
    assert judged.counted.precision == "about"


# ── what is not read at all ───────────────────────────────────────────────────────────────────────────────


def test_block_pages_and_http_errors_are_told_before_reading() -> None:
    """A rate limit is BLOCKED, a broken server an ERROR, and a page is for `judge`."""
    limited, broken = judge_unread(response("", 429)), judge_unread(response("", 500))
    assert limited is not None
    assert limited.reply is Reply.BLOCKED
    assert broken is not None
    assert broken.reply is Reply.ERROR
    assert judge_unread(response(listed())) is None


def test_a_site_that_answers_404_to_nonsense_says_nothing_found() -> None:
    """A status that nonsense gets as well is read, and judged by what it says."""
    word = nonsense(0, 0)
    document = answer("<p>No books found.</p>", 404)
    template = learn_probe(Template.of_form(form_page()), document, (("q", word),), cut(document))
    again = response("<p>No books found.</p>", 404)
    assert judge_unread(again, template) is None
    assert judge_unread(again) is not None


# ── the papers' rules ─────────────────────────────────────────────────────────────────────────────────────


def test_hiwe_takes_a_portion_that_came_too_often_for_an_error() -> None:
    """The fourth answer with the same significant portion is an error; the third is not yet."""
    template = Template.of_form(form_page())
    document = answer("<table><tr><td>Nulla inventa est</td></tr></table>")
    replies = []
    for _ in range(4):
        replies.append(judge(document, ASKED, cut(document), template, "hash").reply)
        template = template.with_answer(document, ASKED)
    assert replies == [Reply.RESULTS] * 3 + [Reply.ERROR]


def test_liddle_takes_a_small_rest_of_constant_size_for_nothing() -> None:
    """Once header and footer are known, a small rest that came before is no result, and a list is one."""
    template = Template.of_form(form_page())
    nothing, some = answer("<p>Nulla inventa est</p>"), answer(listed(BOOKS * 5))
    for document in (nothing, some, nothing):
        template = template.with_answer(document, ASKED)
    assert judge(nothing, ASKED, cut(nothing), template, "size").reply is Reply.EMPTY
    assert judge(some, ASKED, cut(some), template, "size").reply is Reply.RESULTS


def test_an_unknown_rule_is_named_with_the_known_ones() -> None:
    """The error of a wrong setting says which rules there are."""
    with pytest.raises(BadConfiguration, match="template, hash, size"):
        check_rule("guess")

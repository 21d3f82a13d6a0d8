"""Complaints told by what changed on the page, in words that nobody knows."""

import pytest
from judged_pages import BOOKS, FOOT, HEAD, OTHERS, listed

from leadline.answers.document import read
from leadline.answers.judge.lines import lines_of
from leadline.answers.judge.nonsense import nonsense
from leadline.answers.judge.template import Template
from leadline.answers.judge.verdict import PageJudgement, judge, judge_unread, learn_probe
from leadline.answers.records.cut import cut_records
from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.model.query import Choice, Reply
from leadline.parse.document import Document

NOTHING = "<p>Nulla apud nos inventa est.</p>"
ASKED: Choice = (("title", "whale"), ("author", "melville"))


def form(title: str = "", author: str = "", *, marked: str = "") -> str:
    """The form of a little library: two fields, one of them marked as wrong where it is named."""
    wrong = {name: ' aria-invalid="true"' if name == marked else "" for name in ("title", "author")}
    return (
        "<form action=/s>"
        f'<p><label for=t>Titulus</label> <input id=t name=title value="{title}"{wrong["title"]}></p>'
        f'<p><label for=a>Auctor</label> <input id=a name=author value="{author}"{wrong["author"]}></p>'
        "<input type=submit></form>"
    )


def response(main: str, status: int = 200) -> Response:
    request = Request("http://library.test/s", permit=TARGET)
    body = f"<html><body>{HEAD}{main}{FOOT}</body></html>" if "<html" not in main else main
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Response(request, request.url, status, headers, body.encode(), 0.0)


def page(main: str) -> Document:
    return read(response(main))


def known(*, probed: bool = True) -> Template:
    """What the form's page and, where words are taken, two answers to nonsense teach."""
    template = Template.of_form(page(form()))
    for n in range(2 if probed else 0):
        word = nonsense(1, n)
        document = page(NOTHING + form(word, "melville"))
        choice = (("title", word), ("author", "melville"))
        template = learn_probe(template, document, choice, cut_records(document, page(form()).page.text))
    return template


def verdict(main: str, choice: Choice = ASKED, *, probed: bool = True) -> PageJudgement:
    document = page(main)
    return judge(document, choice, cut_records(document, page(form()).page.text), known(probed=probed))


@pytest.mark.parametrize("probed", [True, False])
@pytest.mark.parametrize(
    "main",
    [
        '<div class="error">Auctor: hic aliquid scribendum est.</div>' + form("whale", marked="author"),
        form("whale", marked="author") + '<p role="alert">Auctor deest</p>',
        '<ul class="errorlist"><li>Auctor deest</li></ul>' + form("whale"),
    ],
    ids=["box and field", "role and field", "list of complaints"],
)
def test_a_mark_at_a_field_left_out_is_required(main: str, probed: bool) -> None:
    """The form comes again with a complaint that names the empty field: REQUIRED, in whatever words."""
    assert verdict(main, (("title", "whale"),), probed=probed).reply is Reply.REQUIRED


def test_a_complaint_to_nothing_asked_is_required() -> None:
    """Who asked nothing and is told something else than who asked nonsense is to fill something in."""
    assert verdict("<p>Quid quaeris? Scribe aliquid.</p>" + form(), ()).reply is Reply.REQUIRED


@pytest.mark.parametrize("probed", [True, False])
def test_a_mark_at_a_field_that_was_filled_in_is_an_error(probed: bool) -> None:
    """The form comes again with what was asked in it and a complaint about that: ERROR."""
    main = '<p class="error">Auctor: forma ignota.</p>' + form("whale", "melville", marked="author")
    assert verdict(main, probed=probed).reply is Reply.ERROR


def test_a_number_without_rows_is_too_many() -> None:
    """A large number, no record and the form again: TOO_MANY, though no known word counts or complains."""
    assert (
        verdict("<p>4.212 lineae essent, angustius quaere.</p>" + form("whale", "melville")).reply
        is Reply.TOO_MANY
    )


def test_what_nonsense_brings_is_empty() -> None:
    """The same sentence as to nonsense: EMPTY."""
    assert verdict(NOTHING + form("whale", "melville")).reply is Reply.EMPTY


def test_rows_are_results_beside_a_marked_notice() -> None:
    """A list is RESULTS, whatever box stands above it."""
    assert verdict('<div class="alert">Novi libri adsunt.</div>' + listed() + form("whale")).reply is Reply.RESULTS


@pytest.mark.parametrize(
    "main",
    [
        "<html><head><script src=/guard.js></script></head><body><p>Exspecta, quaesumus.</p></body></html>",
        "<html><body><p>Accessus negatus.</p><p>ID 77af03bc91d2 203.0.113.9</p></body></html>",
    ],
    ids=["a script", "a case number"],
)
def test_a_page_with_nothing_of_the_site_is_a_block_page(main: str) -> None:
    """A sentence, a script or the number of a case, and none of the site's own lines: BLOCKED."""
    assert judge_unread(response(main)) is None
    assert verdict(main).reply is Reply.BLOCKED


def test_a_folder_of_before_is_still_read() -> None:
    """Templates stored without labels, marks and fields filled in are read as they were."""
    old = (
        '{"form": ["home"], "probes": [[["nulla"], "ab", "empty", 200, [], "Nulla"]], "seen": [], "head": null,'
        ' "foot": [], "rests": []}'
    )
    read_again = Template.from_json(old)
    assert read_again.probes[0].filled == frozenset()
    assert (read_again.labels, read_again.marks, read_again.answered) == ((), 0, ())
    assert Template.from_json(known().to_json()) == known()


def test_fields_that_brought_results_are_remembered_smallest_first() -> None:
    """Where a question with fewer fields brought results, one with more of them lacks nothing."""
    template = Template().with_results((("a", "1"), ("b", "2"))).with_results((("a", "1"), ("c", "")))
    assert template.answered == (frozenset({"a"}),)
    assert template.with_results((("a", "3"), ("d", "4"))) is template


def test_a_heading_that_results_have_too_is_no_message_of_nothing() -> None:
    """A short list under a heading that stands above suggestions too is results once an answer with results had
    that heading."""
    heading = "<h3>Index librorum nostrorum huius anni</h3>"
    empty = page(form())
    template = Template.of_form(empty)
    for n in range(2):
        document = page(heading + "<p>Nulla est.</p>" + listed(BOOKS[2 * n : 2 * n + 2]) + form(nonsense(1, n)))
        template = learn_probe(template, document, (("title", nonsense(1, n)),), cut_records(document))
    few = page(heading + listed(OTHERS) + form("whale"))

    def told(known: Template) -> Reply:
        return judge(few, (("title", "whale"),), cut_records(few, empty.page.text), known).reply

    many = page(
        heading
        + listed([(f"Liber {n} maris", f"Scriptor {n} ex urbe", f"17{n:02}") for n in range(12)])
        + form("sea")
    )
    found = judge(many, (("title", "sea"),), cut_records(many, empty.page.text), template)
    assert found.reply is Reply.RESULTS
    assert told(template.with_results((("title", "sea"),), found.beside)) is Reply.RESULTS


def test_lines_know_the_box_they_stand_in() -> None:
    """A mark holds for its box and what is in it, a marked span for its line, a wrong box more than a notice."""
    lines = lines_of(
        page(
            '<div class="notice">a<div>b</div><p class="error">c</p></div><p>d <span role="alert">e</span></p>'
            '<p>f</p><p class="terror">g</p><p style="color: red">h</p>'
        )
    )
    assert {line.text: line.mark for line in lines if len(line.text) <= 3} == {
        "a": "notice", "b": "notice", "c": "wrong", "d e": "wrong", "f": "", "g": "", "h": "wrong",
    }  # fmt: skip

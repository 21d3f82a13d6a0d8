"""What is records and what only looks so: the first list of a source may be none, a table beside them may be none;
and a page that lists some is an answer."""

import manual_first_site as site

from leadline.answers.judge.template import Template
from leadline.answers.judge.verdict import judge
from leadline.answers.records.cut import Cut, cut_records
from leadline.answers.records.shape import Shape
from leadline.answers.records.source_shape import SourceShape
from leadline.model.query import Reply
from leadline.parse.document import Document


def _answer(word: str) -> Document:
    return Document(site.answer("/find", [("for", word)])[1], f"http://e.org/find?for={word}")


def _folded(first_word: str) -> SourceShape:
    """What is known after a first answer and the answers to words, in turn."""
    first = cut_records(_answer(first_word))
    assert first.shape is not None
    shape = SourceShape().begun(first.shape)
    for word in site.WORDS[:10]:
        now = cut_records(_answer(word), usual=Shape.read(shape.choice or ""), hold=shape.wants_more)
        shape = shape.seen(now.own, broken=False)
    return shape


def test_a_first_list_of_something_else_is_mended() -> None:
    """To no word the site lists advice. Its other answers have no such list, and agree on one."""
    shape = Shape.read(_folded("").choice or "")
    assert "summary" in shape.parent
    assert (shape.run, shape.row) == (False, "tr")


def test_what_differs_from_answer_to_answer_is_no_look_of_a_record() -> None:
    """The first answer has mostly hidden programs, others mostly public ones: both come out, each alone."""
    shape = Shape.read(_folded(site.KINDS[0]).choice or "")
    for word in (*site.WORDS, *site.KINDS):
        found = sorted(site.name(*one) for one in site.PROGRAMS if word in (*site.told(*one).split(), one[0]))
        cuts: tuple[Cut, ...] = cut_records(_answer(word), usual=shape).cuts
        assert sorted(cut.url.partition("=")[2] for cut in cuts) == found, word


def test_a_page_that_lists_records_is_no_wall() -> None:
    """A page of scripts and rows, of a source whose furniture nobody knows, is an answer like others."""
    ways = "<a href='edit?u={0}' title=Edit><img src=e.svg></a><a href='copy?u={0}' title=Copy><img src=c.svg></a>"
    rows = "".join(f"<tr><td>{ways.format(n)}<td>{n}<td>The {word} of {n}" for n, word in enumerate(site.WORDS))
    script = "<script src=/a.js></script><script>document.onload = function () { list() }</script>"
    form = f"<form action=list method=post><table><tr><th>Ways<th>No<th>Name</tr>{rows}</table></form>"
    page = f"<!doctype html><html lang=en><title>Archive</title>{script}<body>{script}{form}{script}</html>"
    document = Document(page, "http://e.org/entries")
    nothing = Document("<!doctype html><html lang=en><title>Archive</title><body></body>", document.url)
    judged = judge(document, (), cut_records(document), Template.of_form(nothing))
    assert judged.reply is Reply.RESULTS


def test_a_table_of_something_else_is_none_of_records() -> None:
    """Records of the source have pages of their own; a table that looks like theirs leads to none."""
    line = "<tr><td align=left><a href='/file/{0}?h={1}'>The file on {0}</a><td>{2}</tr>"
    other = "<p><table class=layout><tr><td align=left>declared in line<td>7</tr></table>"

    def answer(word: str, *named: str, above: str = "") -> Document:
        rows = "".join(line.format(name, word, n) for n, name in enumerate(named))
        body = f"<h1>Results for {word}</h1>{above}<p><table class=layout>{rows}</table>"
        return Document(
            f"<!doctype html><title>Files</title><div class=box>{body}</div>", f"http://e.org/?q={word}"
        )

    first = cut_records(answer("e", *site.WORDS), asked=["e"])
    assert first.shape is not None
    assert first.identity is not None
    found = cut_records(
        answer("mill", "mill", above=other), asked=["mill"], usual=first.shape, decided=first.identity
    )
    assert [cut.url.partition("?")[0] for cut in found.cuts] == ["http://e.org/file/mill"]

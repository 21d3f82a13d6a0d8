"""One document a body: what is shared, and that nobody who reads it changes it for others."""

import copy
import pickle

import pytest

from leadline.gate.targets import TARGET
from leadline.model.page import Request, Response
from leadline.parse.document import Document, parse
from leadline.parse.tree import Tree

URL = "http://example.org/list"
PAGES = {
    "inline": "<p>a<b>b</b><i>c</i> d<u>e</u>f <a href=/x>g<b>h</b></a><a href=/y>i</a></p>",
    "hidden": "<p hidden>a<a href=/x hidden>b</a></p><b style='display:none'>c</b>d"
    "<form hidden><input name=q></form>",
    "forms": "<form><fieldset><legend>A</legend><label>B<input name=b></label><select name=c><option>1</select>"
    "<textarea name=d>x</textarea><button>Go</button></fieldset></form><input name=e>",
    "tables": "<table><form action=/s><tr><td>Name<td><input name=n></tr></form></table><iframe src=/f></iframe>",
    "nested": "<a href=/x><form><label><a href=/y>b</a></label></form></a><script>1</script><noscript>n",
    "made by XSLT": '<!DOCTYPE html SYSTEM "about:legacy-compat"><p>a<b>b</b><script>1</script><p hidden>c',
    "frames": "<frameset><frame src=/a><frame src=/b></frameset>",
}


def _response(html: str) -> Response:
    headers = (("Content-Type", "text/html; charset=utf-8"),)
    return Response(Request(URL, permit=TARGET), URL, 200, headers, html.encode(), 0.0)


@pytest.mark.parametrize("name", PAGES)
def test_reading_facts_leaves_the_tree_as_it_was(name: str) -> None:
    """Reading puts marks into the tree; who takes the tree afterwards finds none, nor anything else changed."""
    document = Document(PAGES[name], URL)
    document.page.whole()
    fresh = Tree(document.html).document
    assert document.tree.document.html == fresh.html
    texts = [
        [node.text_content for node in tree.root.traverse(include_text=True)] if tree.root else []
        for tree in (document.tree.document, fresh)
    ]
    assert texts[0] == texts[1]


@pytest.mark.parametrize("name", PAGES)
def test_facts_are_the_same_whoever_took_the_tree_before(name: str) -> None:
    """The order in which facts, the tree and its visible copy are asked for does not matter."""
    late = Document(PAGES[name], URL)
    assert late.visible_tree.document is not late.tree.document
    text = late.page.text
    assert late.tree.document.html == Tree(late.html).document.html
    assert (late.page.whole(), text) == ((first := Document(PAGES[name], URL).page.whole()), first.text)


def test_the_visible_tree_is_what_a_reader_reads() -> None:
    """Scripts, controls, choices and hidden elements are gone, and the page still has them."""
    html = "<p>a<script>b</script><p hidden>c<form><label><input type=radio name=q>d</label><select><option>e"
    document = Document(f"{html}</select></form><p>f &lt;x@e.org> <kim@e.org>", URL)
    body = document.visible_tree.body
    assert body is not None
    assert body.text(separator=" ").split() == ["a", "f", "<x@e.org>", "<kim@e.org>"]
    assert document.tree.document.css_first("select") is not None
    assert [control.name for control in document.page.forms[0].controls] == ["q", ""]


def test_an_answer_is_read_once() -> None:
    """Whoever asks for the document of an answer gets the same one; a copy of the answer starts anew."""
    response = _response("<title>One</title>")
    document = Document.of(response)
    assert Document.of(response) is document
    assert parse(response) is document.page
    for other in (copy.copy(response), pickle.loads(pickle.dumps(response))):  # our own
        assert other == response
    assert pickle.loads(pickle.dumps(response)).memo.document is None
    assert "memo" not in repr(response)


def test_a_document_elsewhere_reads_the_same_tree() -> None:
    """A page from a file is read as if it stood on some site, and stays what it is."""
    document = Document("<a href=x>y</a><form action=s></form>", "file:///page.html")
    there = document.at("http://example.org/a/")
    assert [link.url for link in there.page.links] == ["http://example.org/a/x"]
    assert there.page.forms[0].action == "http://example.org/a/s"
    assert (document.page.url, document.page.forms[0].action) == ("file:///page.html", "")
    assert there.tree is document.tree


def test_text_that_is_no_html_has_text_alone() -> None:
    """What calls itself plain text is not taken for markup."""
    headers = (("Content-Type", "text/plain"), ("Content-Language", "de"))
    page = parse(Response(Request(URL, permit=TARGET), URL, 200, headers, b"a  <b>\0</b>", 0.0))
    assert (page.text, page.links, page.language) == ("a <b>\ufffd</b>", (), "de")

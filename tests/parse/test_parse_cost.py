"""What reading a whole page costs beside the bare work of the library below."""

import random
import time
from collections.abc import Callable

from selectolax.lexbor import LexborHTMLParser

from leadline.parse.document import parse_html

URL = "http://example.org/dir/page.html"


def typical_page(links: int = 80) -> str:
    """About 45 KB with a search form, navigation, results and inline scripts."""
    chance = random.Random(5)

    def words(count: int) -> str:
        return " ".join("".join(chance.choices("aeinrstlmdo", k=chance.randint(2, 9))) for _ in range(count))

    options = "".join(f"<option value={n}>{words(1)}</option>" for n in range(12))
    navigation = "".join(f"<li class=item><a href='/c/{n}'>{words(2)}</a></li>\n" for n in range(20))
    results = "".join(
        f"<div class='row r{n % 3}'><h3><a class=t href='/item/{n}?x={n}'>{words(4)}</a></h3>"
        f"<p>{words(14)} <b>{words(2)}</b> {words(14)}</p><span class=price>{n}</span><img src=/i/{n}.png alt=x>"
        f"<table class=facts><tr><td>{words(2)}</td><td>{words(3)}</td></tr></table></div>\n"
        for n in range(links - 20)
    )
    return (
        f"<!doctype html><html lang=en><head><title>{words(5)}</title><script>{'x=2;' * 1500}</script>"
        f"<body><form action=/s><label>Find <input name=q></label><select name=k>{options}</select>"
        f"<input type=hidden name=t value=1><button>Go</button></form><ul class=nav>{navigation}</ul>{results}"
        f"<script>{'f(1);' * 1500}</script></body></html>"
    )


def bare_work(html: str) -> int:
    """Tree, text, link list and form list with selectolax and nothing else."""
    tree = LexborHTMLParser(html)
    body = tree.body
    assert body is not None
    text = body.text()
    links = [(node.attributes["href"], node.text()) for node in tree.css("a[href]")]
    forms = [[(c.tag, c.attributes) for c in f.css("input,select,textarea,button")] for f in tree.css("form")]
    return len(text) + len(links) + len(forms)


def our_work(html: str) -> int:
    page = parse_html(html, URL)
    assert len(page.links) == 80
    assert all(link.anchor and link.around and link.tag_path for link in page.links)
    assert [c.kind for c in page.forms[0].controls] == ["text", "select-one", "hidden", "submit"]
    return len(page.text)


def cost_ratio(html: str, rounds: int = 60) -> float:
    """Our CPU time over the bare one, interleaved; the best round of each, so that noise counts for neither."""

    def measured(work: Callable[[str], int]) -> float:
        start = time.process_time()
        work(html)
        return time.process_time() - start

    pairs = [(measured(our_work), measured(bare_work)) for _ in range(rounds)]
    return min(ours for ours, _ in pairs) / min(bare for _, bare in pairs)


def test_a_page_costs_a_small_multiple_of_its_tree() -> None:
    """Everything we say about a page costs a bounded multiple of tree, text, links and forms alone."""
    html = typical_page()
    assert 40_000 < len(html) < 60_000
    assert cost_ratio(html) < 6

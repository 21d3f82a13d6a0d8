"""Make everything learned that Leadline's topics ship with, from the development data, and say how good it is.

    python -m leadline_bench.training.topics --data DATA            write background and weights, print the scores
    python -m leadline_bench.training.topics --data DATA --check    write nothing, print the scores of what ships

1. The background: document frequencies over pages of formasaurus, recipe_sites, webkb, autopager and
   ddg_autofill_forms, grouped into kinds of pages by spherical k-means. Neither swde nor ache_ebola is in it, so
   that scores on those two say something about pages the background has not seen.
2. Weights of auto, book, job and movie from swde: their pages against those of all other swde sites.

Every score is from sites not seen in training (five folds of whole registrable domains). The same data give the
same files, byte for byte on one machine.
"""

import argparse
import gzip
import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from urllib.parse import unquote

import numpy as np

from leadline.gate.targets import UNSENT
from leadline.learn.text import term_counts
from leadline.model.page import Request, Response
from leadline.model.url import canonical, site_of
from leadline.parse.document import parse
from leadline.topics.background import Background, bundled_background
from leadline.topics.bundled import NAMES, bundled
from leadline.topics.classify import page_text
from leadline.topics.evaluation import Score, cross_validate, probabilities, score
from leadline.topics.files import weights_text
from leadline.topics.topic import Keyword, Learned, Topic
from leadline.topics.train import LabelledPage, learn, learn_naive_bayes
from leadline_bench.development import members
from leadline_bench.training import SHIPPED
from leadline_bench.training.background import counted, stored
from leadline_bench.training.selection import select

OUT = SHIPPED / "topics" / "data"
LEARNED = ("auto", "book", "job", "movie")
EBOLA = Topic("ebola", "The Ebola outbreak.", (Keyword("ebola"), Keyword("ebola virus outbreak", 0.6)))
KINDS = 40
SMALLEST_KIND = 8
AT_MOST = {"formasaurus": 1_000, "recipe_sites": 100, "webkb": 200, "autopager": 200, "ddg_autofill_forms": 80}
"""Pages of each set in the background: recipes and universities are not a third of the web."""

Judged = tuple[str, LabelledPage]
"""The label of the data set, and the page as an example (its verdict not yet given)."""


def counts_of(body: bytes, url: str) -> dict[str, int]:
    """What a classifier reads of a page, through the same parser the crawl uses."""
    page = parse(Response(Request(url, permit=UNSENT), url, 200, (("Content-Type", "text/html"),), body, 0.0))
    return term_counts([page_text(page)])[0]


def site_name(url: str, otherwise: str) -> str:
    address = canonical(url)
    return site_of(address) if address else otherwise


def swde(data: Path, every: int = 1) -> list[Judged]:
    """Vertical and page of the SWDE sites."""
    with gzip.open(data / "swde" / "dev_page_urls.tsv.gz", "rt", encoding="utf-8") as lines:
        urls = dict(line.rstrip("\n").split("\t")[:2] for line in lines)
    found = []
    for name, body in members(data / "swde" / "dev_pages.tar.xz", every):
        url = urls.get(name, "")
        site = site_name(url, name.split("/")[1])
        found.append(
            (name.split("/")[0], LabelledPage(counts_of(body, canonical(url) or "http://x.invalid/"), site, False))
        )
    return found


def ebola(data: Path) -> list[LabelledPage]:
    """The pages of ACHE's sample: Ebola, and other diseases and crimes as near misses."""
    found = []
    for name, body in members(data / "ache_ebola" / "dev.tar.xz"):
        label, _, written = name.partition("/")
        url = canonical(unquote(written)) or "http://x.invalid/"
        found.append(LabelledPage(counts_of(body, url), site_name(url, written), label == "positive"))
    return found


def at_large(data: Path) -> Iterator[Judged]:
    """Pages about nothing in particular, each with the set it is from."""
    index = json.loads((data / "formasaurus" / "dev_index.json").read_text("utf-8"))
    for name, body in members(data / "formasaurus" / "dev_html.tar.xz"):
        if name in index:
            url = index[name]["url"]
            yield (
                "formasaurus",
                LabelledPage(counts_of(body, canonical(url) or "http://x.invalid/"), site_name(url, name), False),
            )
    for name, body in members(data / "recipe_sites" / "dev.tar.xz"):
        if name.endswith(".testhtml"):
            yield "recipe_sites", LabelledPage(counts_of(body, "http://x.invalid/"), name.split("/")[0], False)
    for name, body in members(data / "webkb" / "dev.tar.xz", every=10):
        _, _, content = body.replace(b"\r\n", b"\n").partition(b"\n\n")  # the files begin with HTTP headers
        yield (
            "webkb",
            LabelledPage(counts_of(content, "http://x.invalid/"), name.split("/")[2] + name[-12:], False),
        )
    for folder, archive in (("autopager", "dev_html.tar.xz"), ("ddg_autofill_forms", "dev_html.tar.xz")):
        for name, body in members(data / folder / archive):
            yield folder, LabelledPage(counts_of(body, "http://x.invalid/"), f"{folder}/{name}", False)


def made_background(data: Path) -> Background:
    """Count common words over pages at large, by kind of page."""
    taken: Counter[str] = Counter()
    pages: list[LabelledPage] = []
    for source, example in sorted(
        at_large(data), key=lambda found: hashlib.sha256(found[1].site.encode()).digest()
    ):
        if taken[source] < AT_MOST[source] and len(example.counts) >= 20:
            taken[source] += 1
            pages.append(example)
    terms = sorted(select([p.counts for p in pages], groups=[p.site for p in pages], in_groups=4))
    flat = counted([[page.counts for page in pages]], terms)
    kinds = _kinds(pages, flat)
    say(f"background: {dict(taken)}, {len(terms)} terms, {len(kinds)} kinds")
    return counted(kinds, terms)


def _kinds(pages: Sequence[LabelledPage], flat: Background) -> list[list[dict[str, int]]]:
    """Spherical k-means (Dhillon and Modha, Machine Learning 42, 2001); the smallest kinds thrown together."""
    place = {term: number for number, term in enumerate(flat.terms)}
    table = np.zeros((len(pages), len(place)), dtype=np.float32)
    for row, page in enumerate(pages):
        for term in page.counts.keys() & place.keys():
            table[row, place[term]] = flat.rarity(term)
    table /= np.linalg.norm(table, axis=1, keepdims=True)
    centres = table[np.random.default_rng(0).choice(len(table), KINDS, replace=False)]
    nearest = np.zeros(len(table), dtype=int)
    for _ in range(25):
        nearest = (table @ centres.T).argmax(axis=1)
        for kind in set(nearest.tolist()):
            middle = table[nearest == kind].mean(axis=0)
            centres[kind] = middle / np.linalg.norm(middle)
    sizes = Counter(nearest.tolist())
    grouped: dict[int, list[dict[str, int]]] = {}
    for page, kind in zip(pages, nearest.tolist(), strict=True):
        grouped.setdefault(kind if sizes[kind] >= SMALLEST_KIND else -1, []).append(dict(page.counts))
    return [grouped[kind] for kind in sorted(grouped)]


def background_card(data: Path) -> str:
    """What the background was counted on."""
    archives = {folder: next((data / folder).glob("dev*.tar.xz")) for folder in AT_MOST}
    card = {
        "what": "document frequencies of terms used by at least four sites, by kind of page; no text",
        "pages at most": AT_MOST,
        "sha256": {folder: digest([archive]) for folder, archive in archives.items()},
        "made by": "leadline_bench.training.topics",
    }
    return json.dumps(card, indent=1) + "\n"


def judged(pages: Sequence[Judged], label: str) -> list[LabelledPage]:
    """Each page with the verdict for one vertical."""
    return [LabelledPage(page.counts, page.site, vertical == label) for vertical, page in pages]


def unlearned(name: str) -> Topic:
    return bundled(name).with_learned(None)


def row_of(what: str, result: Score) -> str:
    sides = [f"{share:.3f}" if share is not None else "  –  " for share in (result.recall, result.specificity)]
    return (
        f"{what:34} accuracy {result.accuracy:.4f} [{result.low:.3f}, {result.high:.3f}]  "
        f"balanced {result.balanced:.4f}  recall {sides[0]}  specificity {sides[1]}"
    )


def tell_scores(
    pages: Sequence[Judged], disease: Sequence[LabelledPage], background: Background
) -> dict[str, Score]:
    """All figures of docs/rooms/topics.md; the cross-validated ones by name."""
    found = {}
    for name, vertical in [(name, name) for name in LEARNED] + [("people", "nbaplayer"), ("product", "camera")]:
        examples = judged(pages, vertical)
        topic = unlearned(name)
        say(row_of(f"{name}: keywords alone", score(probabilities(topic, examples, background), examples)))
        say(row_of(f"{name}: 16 pages, nothing else", few_examples(examples, background)))
        if name in LEARNED:
            bayes = cross_validate(topic, examples, background, learn_naive_bayes)
            say(row_of(f"{name}: naive Bayes, unseen sites", score(bayes, examples)))
            found[name] = score(cross_validate(topic, examples, background, learn), examples)
            say(row_of(f"{name}: learned, unseen sites", found[name]))
    say(row_of("ebola: keywords alone", score(probabilities(EBOLA, disease, background), disease)))
    alone = cross_validate(Topic("ebola"), disease, background, learn)
    say(row_of("ebola: no keywords, unseen sites", score(alone, disease)))
    bayes = cross_validate(EBOLA, disease, background, learn_naive_bayes)
    say(row_of("ebola: naive Bayes, unseen sites", score(bayes, disease)))
    found["ebola"] = score(cross_validate(EBOLA, disease, background, learn), disease)
    say(row_of("ebola: learned, unseen sites", found["ebola"]))
    tell_shares(pages, background)
    return found


def few_examples(examples: Sequence[LabelledPage], background: Background) -> Score:
    """A topic from four pages of each of four sites, no keywords, no negative examples; tested on other sites."""
    sites = sorted({example.site for example in examples if example.on_topic})[:4]
    taught = [e for site in sites for e in [e for e in examples if e.on_topic and e.site == site][:4]]
    rest = [example for example in examples if not (example.on_topic and example.site in sites)]
    return score(probabilities(learn(Topic("few"), taught, background), rest, background), rest)


def tell_shares(pages: Sequence[Judged], background: Background) -> None:
    say("share of swde pages that each topic, by keywords alone, calls its own:")
    for name in NAMES:
        by_vertical: dict[str, list[bool]] = {}
        shown = probabilities(unlearned(name), [page for _, page in pages], background)
        for (vertical, _), p in zip(pages, shown, strict=True):
            by_vertical.setdefault(vertical, []).append(p > 0.5)
        shares = (f"{vertical} {sum(y) / len(y):.3f}" for vertical, y in sorted(by_vertical.items()))
        say(f"  {name:10} {'  '.join(shares)}")


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def digest(files: Iterable[Path]) -> str:
    whole = hashlib.sha256()
    for file in sorted(files):
        whole.update(file.read_bytes())
    return whole.hexdigest()


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with swde, ache_ebola and the others")
    parser.add_argument("--check", action="store_true", help="write nothing")
    given = parser.parse_args(words)
    if not given.check:
        (OUT / "background.npz").write_bytes(stored(made_background(given.data)))
        (OUT / "background.card.json").write_text(background_card(given.data), "utf-8")
    background = bundled_background()
    pages, disease = swde(given.data), ebola(given.data)
    found = tell_scores(pages, disease, background)
    if given.check:
        return 0
    for name in LEARNED:
        learned = learn(unlearned(name), judged(pages, name), background).learned
        assert learned is not None
        card = {
            "data": "SWDE development sites (36 sites, 100 pages each), positive against all other verticals",
            "sha256": digest([given.data / "swde" / "dev_pages.tar.xz"]),
            "made by": "leadline_bench.training.topics",
            "accuracy on unseen sites": round(found[name].accuracy, 4),
            "balanced": round(found[name].balanced, 4),
        }
        (OUT / f"{name}.weights.json").write_text(weights_text(Learned(learned.model, card)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

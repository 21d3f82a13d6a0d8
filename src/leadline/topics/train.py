"""Examples → a learned topic.

What must generalise is the topic, not the sites it was shown on. So a word is learned only if it occurs on two
sites of its class (when there are two), sites count equally however many of their pages were shown, and the
keywords are the prior that the learned weights are pulled towards. Imagined pages of the background stand in
for the web at large: alone where no negative examples are given, with a smaller share beside real ones.

Everything is computed in a fixed order from a seed: the same examples give the same weights.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from leadline.errors import BadTarget
from leadline.learn.features import Counts, Weights, unit_weights
from leadline.learn.linear import LinearModel, fit
from leadline.learn.naive_bayes import NaiveBayes
from leadline.learn.text import term_counts
from leadline.topics.background import Background
from leadline.topics.classify import page_text
from leadline.topics.examples import ExamplePage
from leadline.topics.topic import OFF, ON, Learned, Topic, keyword_model

# Strengths were swept on the development data, the rest is chosen.
FEATURES = 1_000  # terms that may be learned
STRENGTH = 1e-4  # how strongly weights are held at their prior
BIAS_STRENGTH = 0.01  # the same for the threshold of keywords. Left free it drifts where examples are easy.
STEPS = 150
IMAGINED = 8  # imagined pages of each kind
IMAGINED_SHARE = 0.15  # their part of all importance where real negative examples exist, too


@dataclass(frozen=True, slots=True)
class LabelledPage:
    """A page somebody judged: its counts of terms, the site it is from, the verdict."""

    counts: Counts
    site: str
    on_topic: bool


def labelled(shown: Sequence[ExamplePage]) -> list[LabelledPage]:
    counts = term_counts([page_text(example.page) for example in shown])
    return [LabelledPage(found, one.site, one.on_topic) for found, one in zip(counts, shown, strict=True)]


def learn(topic: Topic, examples: Sequence[LabelledPage], background: Background) -> Topic:
    """The topic with what the examples taught it: a linear model on top of its keywords."""
    positive, negative = split(examples)
    prior = keyword_model(topic, background)
    documents: list[Weights] = [unit_weights(example.counts) for example in (*positive, *negative)]
    imagined = background.imagine(IMAGINED, seed=0, unlike=documents[: len(positive)])
    model = fit(
        [*documents, *imagined],
        [True] * len(positive) + [False] * (len(negative) + len(imagined)),
        importance=_importance(positive, negative, len(imagined)),
        terms=telling_terms(positive, negative, background, FEATURES),
        prior=prior,
        strength=STRENGTH,
        bias_strength=BIAS_STRENGTH if prior.weights else 0.0,
        steps=STEPS,
    )
    return topic.with_learned(Learned((model - prior).rounded(3)))


def learn_naive_bayes(topic: Topic, examples: Sequence[LabelledPage], background: Background) -> Topic:
    """The topic with naive Bayes learned from the examples, as the papers have it; keywords are not used.

    The multinomial model: on the development data it beats the one that only sees which terms are there
    (docs/rooms/topics.md). Without negative examples the background's counts stand in for them."""
    positive, negative = split(examples)
    chosen = frozenset(telling_terms(positive, negative, background, FEATURES))
    model = NaiveBayes(smoothing=0.5, longest=100, equal_priors=True)
    if not negative:
        totals = background.counts.sum(axis=0)
        common = {t: int(n) for t, n in zip(background.terms, totals, strict=True) if t in chosen and n}
        model.add(OFF, common, documents=int(background.pages.sum()))
    for example in (*positive, *negative):
        model.add(ON if example.on_topic else OFF, {t: n for t, n in example.counts.items() if t in chosen})
    return topic.with_learned(Learned(model))


def split(examples: Sequence[LabelledPage]) -> tuple[list[LabelledPage], list[LabelledPage]]:
    """Positive and negative examples; without a positive one there is nothing to learn."""
    positive = [example for example in examples if example.on_topic and example.counts]
    negative = [example for example in examples if not example.on_topic and example.counts]
    if not positive:
        raise BadTarget("no positive example has any text; show at least one page that is on topic")
    return positive, negative


def telling_terms(
    positive: Sequence[LabelledPage], negative: Sequence[LabelledPage], background: Background, top: int
) -> list[str]:
    """The terms whose share of pages differs most between the topic and the rest, numbers left out."""
    on, off = _shares(positive), _shares(negative)
    common = background.shares
    telling = {}
    for term in on.keys() | off.keys():
        if not term.startswith("#"):
            share = on.get(term, 0.0)
            apart = abs(share - off.get(term, 0.0)) if off else 0.0
            telling[term] = max(apart, abs(share - common.get(term, 0.0)) if term in on else 0.0)
    return sorted(telling, key=lambda term: (-telling[term], term))[:top]


def _shares(examples: Sequence[LabelledPage]) -> dict[str, float]:
    """Share of pages with each term, sites counting equally; terms of a single site left out."""
    by_site: dict[str, list[LabelledPage]] = defaultdict(list)
    for example in examples:
        by_site[example.site].append(example)
    shares: Counter[str] = Counter()
    spread: Counter[str] = Counter()
    for _, pages in sorted(by_site.items()):
        found = Counter(term for page in pages for term in page.counts)
        spread.update(found.keys())
        for term, count in found.items():
            shares[term] += count / len(pages) / len(by_site)  # type: ignore[assignment]  # a Counter of shares
    needed = min(2, len(by_site))
    return {term: share for term, share in shares.items() if spread[term] >= needed}


def _importance(positive: Sequence[LabelledPage], negative: Sequence[LabelledPage], imagined: int) -> list[float]:
    """Half for the topic, half for the rest; within each, sites equally."""
    shown = 0.5 - IMAGINED_SHARE if negative and imagined else 0.5
    made_up = 0.5 - shown if negative else 0.5
    return [*_by_site(positive, 0.5), *_by_site(negative, shown), *[made_up / max(imagined, 1)] * imagined]


def _by_site(examples: Sequence[LabelledPage], total: float) -> list[float]:
    pages = Counter(example.site for example in examples)
    return [total / len(pages) / pages[example.site] for example in examples]


def deciding(model: LinearModel | NaiveBayes, top: int = 20) -> list[tuple[str, float]]:
    """The terms with the largest weights, those against the topic with a minus."""
    if isinstance(model, NaiveBayes):
        pull = model.why(dict.fromkeys(model.vocabulary, 1), ON)
    else:
        pull = sorted(model.weights.items(), key=lambda item: (-abs(item[1]), item[0]))
    return [(term, weight) for term, weight in pull if weight][:top]

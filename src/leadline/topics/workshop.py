"""What `leadline topic new|train|test` does, without printing and without the network."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from leadline.errors import BadConfiguration
from leadline.learn.naive_bayes import NaiveBayes
from leadline.learn.text import terms
from leadline.topics.background import Background
from leadline.topics.bundled import forms_of
from leadline.topics.classify import in_words, linear_model, page_text
from leadline.topics.examples import Shown
from leadline.topics.files import NAME
from leadline.topics.forms import FormsScore, forms_score, learn_forms, searches_of, unseen_score
from leadline.topics.judge import Score, cross_validate, probabilities, score
from leadline.topics.topic import Keyword, Learned, Topic
from leadline.topics.train import Example, deciding, examples_of, learn, learn_naive_bayes

Learner = Callable[[Topic, Sequence[Example], Background], Topic]
LEARNERS: dict[str, Learner] = {"linear": learn, "naive-bayes": learn_naive_bayes}


@dataclass(frozen=True, slots=True)
class Report:
    """What was done with a topic and how good it is; `score` is None where `unscored` says why."""

    topic: Topic
    positive: int
    negative: int
    sites: int
    score: Score | None
    unscored: str | None
    words: tuple[tuple[str, float], ...]
    forms: FormsScore | None = None
    """Of the searches on the example pages; `None` if there are none to judge, or nothing to judge them by."""

    def as_json(self) -> dict[str, Any]:
        found = self.score
        return {
            "topic": self.topic.name,
            "keywords": len(self.topic.keywords),
            "learned": self.topic.learned is not None,
            "positive": self.positive,
            "negative": self.negative,
            "sites": self.sites,
            "accuracy": found.accuracy if found else None,
            "low": found.low if found else None,
            "high": found.high if found else None,
            "balanced": found.balanced if found else None,
            "recall": found.recall if found else None,
            "specificity": found.specificity if found else None,
            "unscored": self.unscored,
            "forms": self.forms.as_json() if self.forms else None,
            "words": [{"word": word, "weight": round(weight, 3)} for word, weight in self.words],
        }


def keywords_of(written: str) -> tuple[Keyword, ...]:
    """Keywords as typed: parted by commas, a weight after a colon.

    >>> [(keyword.words, keyword.weight) for keyword in keywords_of("lighthouse, fog signal:0.5")]
    [('lighthouse', 1.0), ('fog signal', 0.5)]
    """
    found = []
    for piece in filter(None, (piece.strip() for piece in written.split(","))):
        word, colon, weight = piece.rpartition(":")
        try:
            keyword = Keyword(word.strip(), float(weight)) if colon else Keyword(piece)
        except ValueError as error:
            raise BadConfiguration(f"keyword {piece!r}: after the colon stands a weight, such as 0.5") from error
        if not 0 < keyword.weight <= 1:
            raise BadConfiguration(f"keyword {piece!r}: a weight is above 0 and at most 1")
        if not terms(keyword.words):
            raise BadConfiguration(f"keyword {piece!r} has no word that tells a topic")
        found.append(keyword)
    return tuple(found)


def new(name: str, keywords: Sequence[Keyword], shown: Sequence[Shown], background: Background) -> Report:
    """A topic from keywords, from examples, or from both."""
    if not NAME.fullmatch(name):
        raise BadConfiguration(f"name {name!r} must be one word of letters, digits, . _ and -")
    if not keywords and not shown:
        raise BadConfiguration("a topic needs keywords or examples: give --keywords, --examples or both")
    topic = Topic(name, keywords=tuple(keywords))
    return train(topic, shown, (), background) if shown else _untrained(topic, background)


def train(
    topic: Topic,
    positive: Sequence[Shown],
    negative: Sequence[Shown],
    background: Background,
    model: str = "linear",
) -> Report:
    """The topic learned from examples, with its score on sites it was not taught."""
    if model not in LEARNERS:
        raise BadConfiguration(f"model {model!r} is not known; known: {', '.join(LEARNERS)}")
    learner = LEARNERS[model]
    examples = [*_examples(positive, on_topic=True), *_examples(negative, on_topic=False)]
    learned = learner(topic, examples, background)
    sites = {example.site for example in examples if example.on_topic}
    result: Score | None = None
    unscored: str | None = "all positive examples are of one site; show pages of two or more to have a score"
    if len(sites) > 1:
        found = cross_validate(topic, examples, background, learner, folds=min(5, len(sites)))
        result, unscored = _scored(found, examples), _one_sided(examples)
    assert learned.learned is not None
    searches = [*searches_of(positive, on_topic=True), *searches_of(negative, on_topic=False)]
    forms = learn_forms(topic, searches, background)
    learned = learned.with_learned(Learned(learned.learned.model, _card(examples, model, result), forms))
    told = _report(learned, examples, result, unscored, background, [*positive, *negative])
    return replace(told, forms=unseen_score(topic, searches, background)) if forms is not None else told


def examine(topic: Topic, positive: Sequence[Shown], negative: Sequence[Shown], background: Background) -> Report:
    """How the topic as it stands judges these examples."""
    examples = [*_examples(positive, on_topic=True), *_examples(negative, on_topic=False)]
    result = _scored(probabilities(topic, examples, background), examples)
    told = _report(topic, examples, result, _one_sided(examples), background, [*positive, *negative])
    searches = [*searches_of(positive, on_topic=True), *searches_of(negative, on_topic=False)]
    model = forms_of(topic)
    return replace(told, forms=forms_score(model, searches)) if model is not None and searches else told


def _untrained(topic: Topic, background: Background) -> Report:
    return _report(topic, [], None, "no examples were shown; `leadline topic test` needs some", background, [])


def _report(
    topic: Topic,
    examples: Sequence[Example],
    result: Score | None,
    unscored: str | None,
    background: Background,
    shown: Sequence[Shown],
) -> Report:
    learned = topic.learned.model if topic.learned is not None else None
    model = learned if isinstance(learned, NaiveBayes) else linear_model(topic, background)
    written = " ".join([*(keyword.words for keyword in topic.keywords), *(page_text(s.page) for s in shown)])
    return Report(
        topic=topic,
        positive=sum(example.on_topic for example in examples),
        negative=sum(not example.on_topic for example in examples),
        sites=len({example.site for example in examples}),
        score=result,
        unscored=unscored,
        words=tuple(in_words(deciding(model), written)),
    )


def _scored(found: Sequence[float], examples: Sequence[Example]) -> Score:
    return score(found, [e.on_topic for e in examples], [e.site for e in examples])


def _one_sided(examples: Sequence[Example]) -> str | None:
    if all(example.on_topic for example in examples):
        return "no negative examples: the score says how many on-topic pages are found, not how many others pass"
    if not any(example.on_topic for example in examples):
        return "no positive examples: the score says how many other pages are turned away, not how many are found"
    return None


def _card(examples: Sequence[Example], model: str, result: Score | None) -> dict[str, object]:
    return {
        "learner": model,
        "positive pages": sum(example.on_topic for example in examples),
        "negative pages": sum(not example.on_topic for example in examples),
        "sites": len({example.site for example in examples}),
        "accuracy on unseen sites": round(result.accuracy, 4) if result else None,
    }


def _examples(shown: Sequence[Shown], *, on_topic: bool) -> list[Example]:
    return examples_of([s.page for s in shown], [s.site for s in shown], on_topic=on_topic)

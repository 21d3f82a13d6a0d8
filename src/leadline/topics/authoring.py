"""What `leadline topic new|train|test` does, without printing and without the network."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from leadline.errors import BadConfiguration
from leadline.learn.text import terms
from leadline.topics.background import Background
from leadline.topics.bundled import forms_of
from leadline.topics.classify import classifier, in_words, page_text
from leadline.topics.evaluation import Score, cross_validate, probabilities, score
from leadline.topics.examples import ExamplePage
from leadline.topics.files import NAME
from leadline.topics.forms import FormsScore, forms_score, learn_forms, searches_of, unseen_score
from leadline.topics.topic import Keyword, Learned, Topic
from leadline.topics.train import LabelledPage, deciding, labelled, learn, learn_naive_bayes

Learner = Callable[[Topic, Sequence[LabelledPage], Background], Topic]
LEARNERS: dict[str, Learner] = {"linear": learn, "naive-bayes": learn_naive_bayes}


@dataclass(frozen=True, slots=True)
class Report:
    """What was done with a topic and how good it is; `score` is None where `unscored` says why.

    `written` are the files it was written to, `unfetched` is how many examples could not be fetched."""

    topic: Topic
    positive: int
    negative: int
    sites: int
    words: tuple[tuple[str, float], ...]
    score: Score | None = None
    unscored: str | None = None
    forms: FormsScore | None = None
    """Of the searches on the example pages; `None` if there are none to judge, or nothing to judge them by."""
    written: tuple[Path, ...] = ()
    unfetched: int = 0

    def as_json(self) -> dict[str, Any]:
        names = ("accuracy", "low", "high", "balanced", "recall", "specificity")
        return {
            "topic": self.topic.name,
            "keywords": len(self.topic.keywords),
            "learned": self.topic.learned is not None,
            "positive": self.positive,
            "negative": self.negative,
            "sites": self.sites,
            **{name: getattr(self.score, name, None) for name in names},
            "unscored": self.unscored,
            "forms": asdict(self.forms) if self.forms else None,
            "words": [{"word": word, "weight": round(weight, 3)} for word, weight in self.words],
            "written": [str(file) for file in self.written],
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


def new(name: str, keywords: Sequence[Keyword], shown: Sequence[ExamplePage], background: Background) -> Report:
    """A topic from keywords, from examples, or from both."""
    if not NAME.fullmatch(name):
        raise BadConfiguration(f"name {name!r} must be one word of letters, digits, . _ and -")
    if not keywords and not shown:
        raise BadConfiguration("a topic needs keywords or examples: give --keywords, --examples or both")
    topic = Topic(name, keywords=tuple(keywords))
    if shown:
        return train(topic, shown, background)
    why = "no examples were shown; `leadline topic test` needs some"
    return _report(topic, [], background, unscored=why)


def train(topic: Topic, shown: Sequence[ExamplePage], background: Background, model: str = "linear") -> Report:
    """The topic learned from examples, with its score on sites it was not taught."""
    if model not in LEARNERS:
        raise BadConfiguration(f"model {model!r} is not known; known: {', '.join(LEARNERS)}")
    learner = LEARNERS[model]
    examples, searches = labelled(shown), searches_of(shown)
    learned = learner(topic, examples, background).learned
    assert learned is not None
    sites = {example.site for example in examples if example.on_topic}
    result: Score | None = None
    unscored: str | None = "all positive examples are of one site; show pages of two or more to have a score"
    if len(sites) > 1:
        found = cross_validate(topic, examples, background, learner, folds=min(5, len(sites)))
        result, unscored = score(found, examples), _one_sided(shown)
    forms = learn_forms(topic, searches, background)
    taught = topic.with_learned(Learned(learned.model, _card(shown, model, result), forms))
    unseen = unseen_score(topic, searches, background) if forms is not None else None
    return _report(taught, shown, background, result, unscored, unseen)


def examine(topic: Topic, shown: Sequence[ExamplePage], background: Background) -> Report:
    """How the topic as it stands judges these examples."""
    examples, searches = labelled(shown), searches_of(shown)
    result = score(probabilities(topic, examples, background), examples)
    model = forms_of(topic)
    forms = forms_score(model, searches) if model is not None and searches else None
    return _report(topic, shown, background, result, _one_sided(shown), forms)


def _report(
    topic: Topic,
    shown: Sequence[ExamplePage],
    background: Background,
    result: Score | None = None,
    unscored: str | None = None,
    forms: FormsScore | None = None,
) -> Report:
    written = " ".join([*(keyword.words for keyword in topic.keywords), *(page_text(s.page) for s in shown)])
    words = tuple(in_words(deciding(classifier(topic, background).model), written))
    return Report(topic, *_counted(shown), words, result, unscored, forms)


def _counted(examples: Sequence[ExamplePage]) -> tuple[int, int, int]:
    """Positive pages, negative pages, sites."""
    positive = sum(example.on_topic for example in examples)
    return positive, len(examples) - positive, len({example.site for example in examples})


def _one_sided(examples: Sequence[ExamplePage]) -> str | None:
    if all(example.on_topic for example in examples):
        return "no negative examples: the score says how many on-topic pages are found, not how many others pass"
    if not any(example.on_topic for example in examples):
        return "no positive examples: the score says how many other pages are turned away, not how many are found"
    return None


def _card(examples: Sequence[ExamplePage], model: str, result: Score | None) -> dict[str, object]:
    counts = zip(("positive pages", "negative pages", "sites"), _counted(examples), strict=True)
    accuracy = round(result.accuracy, 4) if result else None
    return {"learner": model, **dict(counts), "accuracy on unseen sites": accuracy}

"""What examples teach about the forms of a topic, beside its pages.

Searches that stand on pages on the topic are taken for searches of it, searches on other pages for none; a form
that is no search teaches nothing. Keywords are the prior, as they are for pages. With so learned a model `locate`
judges each form by itself; a topic that was shown no search is judged by its pages alone.

>>> from leadline.topics.background import bundled_background
>>> from leadline.topics.topic import Keyword, Topic
>>> learn_forms(Topic("wine", keywords=(Keyword("wine"),)), [], bundled_background()) is None
True
"""

from collections.abc import Sequence
from dataclasses import dataclass

from leadline.forms.domains.model import DomainModel, keyword_scale
from leadline.forms.domains.train import train
from leadline.forms.kinds.model import judge
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.topics.background import Background
from leadline.topics.evaluation import share
from leadline.topics.examples import ExamplePage
from leadline.topics.topic import Topic


@dataclass(frozen=True, slots=True)
class ExampleSearch:
    form: Form
    page: Page
    site: str
    on_topic: bool


@dataclass(frozen=True, slots=True)
class FormsScore:
    """How many searches of example pages are taken for the topic's. `None` where there were none."""

    positive: int
    negative: int
    found: float | None
    turned_away: float | None


def searches_of(shown: Sequence[ExamplePage]) -> list[ExampleSearch]:
    """The searches on example pages, one of its kind a site: a header's box stands on every page."""
    found: dict[tuple[str, str, bool], ExampleSearch] = {}
    for example in shown:
        for form in example.page.forms:
            if judge(form, example.page).searchable > 0.5:
                search = ExampleSearch(form, example.page, example.site, example.on_topic)
                found.setdefault((example.site, form.identity, example.on_topic), search)
    return list(found.values())


def keyword_forms(topic: Topic, background: Background) -> DomainModel | None:
    """What a topic's keywords say of forms; `None` without keywords."""
    words: dict[str, float] = {}
    for table in topic.words_by_language():
        for term, weight in table.items():
            words[term] = max(words.get(term, 0.0), weight * background.rarity(term))
    if not words:
        return None
    for term, weight in topic.words_against().items():
        words.setdefault(term, -0.5 * weight * background.rarity(term))
    return keyword_scale().model(words)


def learn_forms(topic: Topic, searches: Sequence[ExampleSearch], background: Background) -> DomainModel | None:
    """The model of the topic's forms; `None` if no search of the topic was shown."""
    if not any(search.on_topic for search in searches):
        return None
    examples = [(search.form, search.page, search.on_topic) for search in searches]
    return train(examples, prior=keyword_forms(topic, background))


def unseen_score(
    topic: Topic, searches: Sequence[ExampleSearch], background: Background, folds: int = 5
) -> FormsScore:
    """Each site's searches judged by what the other sites teach."""
    sites = list(dict.fromkeys(search.site for search in searches))
    verdicts: list[tuple[bool, bool]] = []
    for fold in range(min(folds, len(sites))):
        out = set(sites[fold::folds])
        model = learn_forms(topic, [s for s in searches if s.site not in out], background)
        if model is not None:
            verdicts += _verdicts(model, [s for s in searches if s.site in out])
    return _score(searches, verdicts)


def forms_score(model: DomainModel, searches: Sequence[ExampleSearch]) -> FormsScore:
    """What the model as it stands says of these."""
    return _score(searches, _verdicts(model, searches))


def _verdicts(model: DomainModel, searches: Sequence[ExampleSearch]) -> list[tuple[bool, bool]]:
    return [(s.on_topic, model.probability(s.form, s.page) > 0.5) for s in searches]


def _score(searches: Sequence[ExampleSearch], verdicts: Sequence[tuple[bool, bool]]) -> FormsScore:
    positive = sum(search.on_topic for search in searches)
    shares = (share([verdict == truth for truth, verdict in verdicts if truth is side]) for side in (True, False))
    found, refused = (None if right is None else round(right, 4) for right in shares)
    return FormsScore(positive, len(searches) - positive, found, refused)

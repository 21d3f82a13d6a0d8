"""The twelve topics that come along: the domains of the ACHE and SmartCrawler experiments.

Their vocabularies are ours, in five languages; four have weights learned from real sites on top
(docs/rooms/topics.md).
"""

from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from leadline.errors import BadConfiguration
from leadline.forms.domains.model import DomainModel
from leadline.forms.domains.model import bundled as domain_models
from leadline.topics.files import parse_topic, parse_weights, read_topic
from leadline.topics.topic import Topic

_DATA = files("leadline.topics") / "data"
NAMES = tuple(sorted(file.name.removesuffix(".toml") for file in _DATA.iterdir() if file.name.endswith(".toml")))


def find_topic(word: str) -> Topic:
    """What `--topic` means: a bundled name, or else a topic file (write ./auto for a file called auto)."""
    if word in NAMES:
        return bundled(word)
    file = Path(word)
    if file.is_file():
        return read_topic(file)
    raise BadConfiguration(f"topic {word!r} is neither a file nor bundled; bundled: {', '.join(NAMES)}")


def forms_of(topic: Topic) -> DomainModel | None:
    """Who tells the topic's forms: what examples taught, else the bundled model of a bundled topic, or nobody."""
    if topic.learned is not None and topic.learned.forms is not None:
        return topic.learned.forms
    return domain_models().get(topic.name) if topic.name in NAMES and topic == bundled(topic.name) else None


@lru_cache(maxsize=len(NAMES))
def bundled(name: str) -> Topic:
    if name not in NAMES:
        raise BadConfiguration(f"topic {name!r} is not bundled; bundled: {', '.join(NAMES)}, or give a topic file")
    where = f"bundled topic {name}"
    topic, _ = parse_topic((_DATA / f"{name}.toml").read_text("utf-8"), where)
    weights = _DATA / f"{name}.weights.json"
    return topic.with_learned(parse_weights(weights.read_text("utf-8"), where) if weights.is_file() else None)

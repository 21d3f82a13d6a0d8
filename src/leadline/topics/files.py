"""Topic files: TOML that people write and edit, with learned weights as JSON beside it.

::

    name = "lighthouses"
    description = "Lighthouses and their keepers."
    keywords = ["lighthouse", "beacon", "fog signal"]  # each with weight 1, or with weights of their own:

    [[keywords]]
    weight = 0.5  # 1 tells the topic alone, 0.3 only helps
    language = "de"  # for readers
    words = ["leuchtturm", "leuchtfeuer"]

    [[against]]  # words of neighbours it is mistaken for
    words = ["bulb", "lampshade"]

    [learned]
    file = "lighthouses.weights.json"  # relative to this file; `leadline topic train` writes it

What is wrong with a file is said in one sentence that names it.
"""

import json
import re
import tomllib
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from leadline.errors import BadConfiguration, BadTarget
from leadline.forms.domains.model import DomainModel
from leadline.learn.linear import LinearModel
from leadline.learn.naive_bayes import NaiveBayes
from leadline.store.atomic import atomic_write
from leadline.topics.topic import Keyword, Learned, Topic

NAME = re.compile(r"[\w][\w.-]*")
_WEIGHTS = ".weights.json"


def read_topic(file: Path, *, ours: bool = True) -> Topic:
    """The topic in a file, with its learned weights. One that is not `ours` (in the folder of a crawl, which may
    come from anybody) may name no weights but those that `write_topic` puts beside it."""
    topic, weights = parse_topic(_read(file), str(file))
    if weights is None:
        return topic
    beside = file.with_suffix(_WEIGHTS) if not ours else file.parent / weights
    if weights != beside.name and not ours:
        raise BadTarget(f"{file} names {weights!r} as its weights, which is not {beside.name} beside it")
    return topic.with_learned(parse_weights(_read(beside), str(beside)))


def write_topic(topic: Topic, file: Path) -> list[Path]:
    """Write the topic, its weights beside it; the files written. They appear complete or not at all."""
    if topic.learned is None:
        _replace(file, topic_text(topic, None))
        return [file]
    weights = file.with_suffix(_WEIGHTS)
    _replace(weights, weights_text(topic.learned))
    _replace(file, topic_text(topic, weights.name))
    return [file, weights]


def parse_topic(text: str, where: str) -> tuple[Topic, str | None]:
    """The topic in a TOML text, and the name of its weights file."""
    try:
        tree = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadConfiguration(f"topic {where} is not valid TOML: {error}") from error
    _check_keys(tree, ("name", "description", "keywords", "against", "learned"), f"topic {where}")
    name = _text(tree, "name", where)
    if not NAME.fullmatch(name):
        raise BadConfiguration(f"topic {where}: name {name!r} must be one word of letters, digits, . _ and -")
    topic = Topic(
        name,
        _text(tree, "description", where, default=""),
        _keywords(tree.get("keywords", []), f"topic {where}: keywords"),
        _keywords(tree.get("against", []), f"topic {where}: against"),
    )
    weights = _weights_name(tree, where)
    if not topic.keywords and weights is None:
        raise BadConfiguration(f"topic {where} has neither keywords nor learned weights; list some keywords")
    return topic, weights


def parse_weights(text: str, where: str) -> Learned:
    try:
        stored = json.loads(text)
        model = stored["model"]
        kind = NaiveBayes if model["model"] == "naive-bayes" else LinearModel
        forms = DomainModel.from_dict(stored["forms"]) if "forms" in stored else None
        return Learned(kind.from_dict(model), stored.get("card", {}), forms)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise BadConfiguration(f"weights {where} cannot be used ({error}); train the topic again") from error


def weights_text(learned: Learned) -> str:
    """Learned weights as JSON, one term a line: a change can be read."""
    stored: dict[str, Any] = {"card": dict(learned.card), "model": learned.model.to_dict()}
    if learned.forms is not None:
        stored["forms"] = learned.forms.to_dict()
    return json.dumps(stored, ensure_ascii=False, indent=1) + "\n"


def topic_text(topic: Topic, weights: str | None) -> str:
    lines = [f"name = {_quoted(topic.name)}", f"description = {_quoted(topic.description)}"]
    for table, keywords in (("keywords", topic.keywords), ("against", topic.against)):
        for (weight, language), group in groupby(keywords, key=lambda k: (k.weight, k.language or "")):
            lines += ["", f"[[{table}]]", f"weight = {float(weight)}"]
            lines += [f"language = {_quoted(language)}"] if language else []
            lines += ["words = [", *(f"    {_quoted(keyword.words)}," for keyword in group), "]"]
    if weights is not None:
        lines += ["", "[learned]", f"file = {_quoted(weights)}"]
    return "\n".join(lines) + "\n"


def _check_keys(table: Mapping[str, Any], known: Sequence[str], where: str) -> None:
    for key in table:
        if key not in known:
            raise BadConfiguration(f"{where}: '{key}' is not known; known: {', '.join(known)}")


def _keywords(given: object, where: str) -> tuple[Keyword, ...]:
    if not isinstance(given, list):
        raise BadConfiguration(f"{where} must be a list of words, or [[…]] tables with words and weight")
    found: list[Keyword] = []
    for entry in given:
        if isinstance(entry, str):
            found.append(_keyword(entry, 1.0, None, where))
        elif isinstance(entry, dict):
            found += _keyword_table(entry, where)
        else:
            raise BadConfiguration(f"{where}: {entry!r} is neither a word nor a table with words and weight")
    return tuple(found)


def _keyword_table(table: Mapping[str, Any], where: str) -> list[Keyword]:
    _check_keys(table, ("words", "weight", "language"), where)
    weight, words = table.get("weight", 1.0), table.get("words")
    if isinstance(weight, bool) or not isinstance(weight, int | float) or not 0 < weight <= 1:
        raise BadConfiguration(f"{where}: weight {weight!r} must be a number above 0 and at most 1")
    if not isinstance(words, list):
        raise BadConfiguration(f"{where}: a table needs words = […]")
    language = _text(table, "language", where, default="") or None
    return [_keyword(word, float(weight), language, where) for word in words]


def _keyword(word: object, weight: float, language: str | None, where: str) -> Keyword:
    if not isinstance(word, str) or not word.strip():
        raise BadConfiguration(f"{where}: {word!r} is not a word")
    return Keyword(word.strip(), weight, language)


def _weights_name(tree: Mapping[str, Any], where: str) -> str | None:
    if (table := tree.get("learned")) is None:
        return None
    name = table.get("file") if isinstance(table, dict) else None
    if not isinstance(name, str) or not name:
        raise BadConfiguration(f'topic {where}: [learned] needs file = "…", the name of a weights file')
    return name


def _text(tree: Mapping[str, Any], key: str, where: str, default: str | None = None) -> str:
    value = tree.get(key, default)
    if not isinstance(value, str):
        found = "is missing" if value is None else f"{value!r} is not text"
        raise BadConfiguration(f"topic {where}: {key} {found}")
    return value


def _quoted(text: str) -> str:
    """A TOML basic string; JSON's escapes are a part of TOML's, but for DEL."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _read(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except UnicodeDecodeError as error:
        raise BadConfiguration(f"{file} is not UTF-8 text") from error
    except OSError as error:
        raise BadTarget(f"cannot read {file}: {error.strerror or error}") from error


def _replace(file: Path, text: str) -> None:
    try:
        with atomic_write(file) as out:
            out.write(text.encode())
    except OSError as error:
        raise BadTarget(f"cannot write {file}: {error.strerror or error}") from error

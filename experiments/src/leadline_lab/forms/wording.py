"""What forms say: headings, buttons, labels and options of every kind of form, in five languages.

The web's furniture (what an e-mail field is called) comes from the language's `Tongue`; what only forms need is
in `data/`. Both are split between tuning and reporting worlds.
"""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from leadline_lab.spec import Role
from leadline_lab.words import tongue
from leadline_lab.words.reading import phrases
from leadline_lab.words.split import seen

_DATA = Path(__file__).with_name("data")

CUE = re.compile(
    r"search|find|query|keyword|look.?up|such|stichwort|recherch|cherch|trouv|busc|búsqued|encontr|encuentr"
    r"|pesquis|procur",
    re.IGNORECASE,
)
"""Words by which a reader knows a search form, in the languages of the lab."""

Lists = dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class FormWords:
    """Variants by what they are for (see `data/en.toml` for the keys)."""

    language: str
    headings: Lists
    buttons: Lists
    """By shape; `search` says what it does, `go` does not."""
    labels: Lists
    options: Lists
    months: tuple[str, ...]


@cache
def html_names(role: Role) -> Lists:
    """What fields are called in the HTML, by what they mean (see `data/html.toml`)."""
    return {meaning: seen(phrases(block), role) for meaning, block in _table("html")["names"].items()}


@cache
def furniture_names() -> tuple[tuple[str, str], ...]:
    """Names and values of hidden inputs that mean nothing to a query."""
    return tuple(_table("html")["hidden"].items())


def _table(name: str) -> dict[str, dict[str, str]]:
    return tomllib.loads((_DATA / f"{name}.toml").read_text(encoding="utf-8"))


@cache
def form_words(language: str, role: Role) -> FormWords:
    """The words of one language as worlds of this role have them."""
    said = _table(language)
    own = {part: {what: seen(phrases(block), role) for what, block in said[part].items()} for part in said}
    speech = tongue(language, role)
    buttons = {**speech.buttons, **own["buttons"]}
    for kind in ("search", "site-search"):
        texts = (*own["buttons"]["search"], *speech.buttons[kind])
        buttons[kind] = tuple(dict.fromkeys(text for text in texts if CUE.search(text)))
    return FormWords(
        language=language,
        headings=own["headings"],
        buttons=buttons,
        labels={meaning: _plain(texts) for meaning, texts in {**speech.labels, **own["labels"]}.items()},
        options={**speech.options, **own["options"]},
        months=speech.months,
    )


def _plain(labels: tuple[str, ...]) -> tuple[str, ...]:
    """Without colons: those belong to the layout, which puts them where the site has them."""
    return tuple(dict.fromkeys(label.rstrip(": ") for label in labels))

"""What in a record's address belongs to the list it was met in, told from the list's own address.

Some software hands the state of a list on to every link of it (`?count=20`, the language, the words asked for),
some writes the way back to the list into every link, under any name, some the list itself at the end of the path.

>>> here = "http://e.org/index.php?/search/81/start-15"
>>> sorted(list_state(Address.of("http://e.org/picture.php?/12/search/81"), here, {}, frozenset()))
['?/1', '?/2']
"""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import unquote_plus

from leadline.answers.records.urls import Address, is_step, name_in, pair_of
from leadline.model.url_parameters import SEPARATORS

_WORD = re.compile(r"\w+")
_TAIL = 2  # steps that an address shares with its list's before they are the list's: one may be a coincidence


def list_state(
    address: Address, here: str, asked_with: Mapping[str, str], words: frozenset[str]
) -> frozenset[str]:
    """Labels of the parts that repeat what the list at `here` was asked with: parameters of that name and value
    (`asked_with`), the words themselves under any name, the way back, the list's own steps at the end."""
    return frozenset(_state(address, here, asked_with, words))


def _state(address: Address, here: str, asked_with: Mapping[str, str], words: frozenset[str]) -> Iterator[str]:
    for label, value in address.parts:
        if label[0] != "?" or label[1:2] == "/":
            continue
        if (
            (value and asked_with.get(name_in(label)) == value)
            or _repeats(value, words)
            or _leads_back(value, here)
        ):
            yield label
    yield from _list_steps(address, here)


def _repeats(value: str, words: frozenset[str]) -> bool:
    """Whether a value is what was asked for. A number may be a key."""
    said = _WORD.findall(unquote_plus(value).casefold()) if words else []
    return bool(said) and not value.isdecimal() and words.issuperset(said) and len(said) >= len(words)


def _leads_back(value: str, here: str) -> bool:
    """Whether a value is the list's address, with whatever query, or the list's query alone."""
    if "/" not in value and "%" not in value and "=" not in value:
        return False
    address = unquote_plus(value)
    listed, _, query = here.partition("?")
    if (said := _assigned(address)) and said <= _assigned(query):
        return True
    site = "/".join(listed.split("/")[:3])
    path, asks, _ = address.removeprefix(site).partition("?")
    return path == unquote_plus(listed.removeprefix(site)) and (path != "/" or bool(asks))


def _assigned(query: str) -> frozenset[tuple[str, str]]:
    """What a query sets; empty if it is none."""
    pairs = (pair_of(one) for one in SEPARATORS.split(query) if "=" in one)
    return frozenset((name, unquote_plus(value)) for name, value in pairs)


def _list_steps(address: Address, here: str) -> list[str]:
    """Steps at the end that say in which list the record was met: two at least, as they stand in the list's own
    address, and something has to stand before them."""
    if any(label[0] == "?" and label[1:2] != "/" for label, _ in address.parts):
        return []
    steps = [part for part in address.parts if part[0][:2] == "?/"] or [p for p in address.parts if is_step(p[0])]
    own = Address.of(here).parts
    listed = [value for label, value in own if label[:2] == "?/"] or [v for label, v in own if is_step(label)]
    for many in range(min(len(steps) - 1, len(listed)), _TAIL - 1, -1):
        tail = [value for _, value in steps[-many:]]
        if any(listed[n : n + many] == tail for n in range(len(listed) - many + 1)):
            return [label for label, _ in steps[-many:]]
    return []

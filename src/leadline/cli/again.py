"""What the configuration in a folder may say by itself, and what whoever resumes has to say again.

A folder is data: it may come from anybody. By itself its `config.toml` may only be as careful as Leadline is by
default, or more so. What names a file, a program, a proxy, an address or a person, and what lifts a rule, counts
only where it is given on the command line too. A setting that stands in no list below has to be said again, so
that a new one is safe before anybody has thought about it.
"""

import re
import shlex
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from leadline import config
from leadline.cli.network import NetworkOptions
from leadline.errors import BadConfiguration

if TYPE_CHECKING:
    from leadline.store.folder import CrawlFolder

_COUNTS = re.compile(
    r"web\.(max_retry_after|render)"
    r"|locate\.(topic|strategy|pages|open_groups|seed|levels|fixed_depth|topic_threshold|look_ahead|snapshot_pages"
    r"|find|soft404|stopping\.\w+)"
    r"|harvest\.(form|planner|coverage|max_requests|max_pages|barren_pages|probes|judge|details|detail_requests"
    r"|seed|(liddle|hiwe|auto)\.\w+)"
    # Only its ending is looked at: what stood in the file is in the database.
    r"|harvest\.values"
)
"""How much and in which order: nothing of it reaches further or asks less politely."""
_AT_LEAST = re.compile(r"web\.(delay|max_crawl_delay|retry_seconds|render_share)|harvest\.searchable")
_AT_MOST = re.compile(r"web\.(address_share|concurrency|retries|limits\.\w+)|harvest\.failures")
_OWN_NAME = re.compile(r"Leadline/[0-9][0-9A-Za-z.+-]*")
_FLAGS = {
    "harvest.i_know_this_form_is_a_search": "--i-know-this-form-is-a-search",
    "locate.backlinks": "--backlinks",
    "web.robots": "--no-robots",
}


def sections(kind: str) -> Mapping[str, object]:
    """The settings of a kind of folder, as they are where nobody says anything."""
    from leadline.forms.settings import FormsSettings
    from leadline.harvest.settings import HarvestSettings
    from leadline.locate.settings import LocateSettings
    from leadline.web.settings import WebSettings

    own: object = LocateSettings() if kind == "locate" else HarvestSettings()
    return {"web": WebSettings(), "forms": FormsSettings(), kind: own}


def said_again(folder: "CrawlFolder", given: config.Tree) -> config.Tree:
    """The folder's settings under what was given; raises if something had to be given and was not."""
    usual = sections(folder.kind)
    kept = config.read(folder.config, [], sections=list(usual))
    missing = [(name, value) for name, value in _bold(usual, kept) if not _is_given(given, name)]
    if missing:
        named = ", ".join(name for name, _ in missing)
        raise BadConfiguration(
            f"{folder.config} sets {named}, which a folder cannot do by itself; if you want that, say it again: "
            f"leadline resume {shlex.quote(str(folder.path))}{_words(missing)}"
        )
    return _laid_over(kept, {name: given[name] for name in usual if name in given})


def words_for(tree: config.Tree, kind: str) -> str:
    """The options that `resume` is going to want again, each after a space."""
    return _words(list(_bold(sections(kind), tree)))


def given_tree(kind: str, network: NetworkOptions, own: Mapping[str, str | bool | None]) -> config.Tree:
    """What was typed after `resume`: network options, --config, --option, and options of its own."""
    known = sections(kind)
    config.read(None, network.option or [], sections=list(known))  # one that is not for this folder is told
    tree = network.given()
    for name, value in own.items():
        if value:
            section, _, key = name.partition(".")
            if section not in known:
                raise BadConfiguration(f"{_FLAGS[name]} says nothing about the folder of a {kind}")
            tree.setdefault(section, {})[key] = value
    return tree


def _bold(usual: Mapping[str, object], kept: config.Tree) -> Iterator[tuple[str, object]]:
    """Settings, by their full name, that go further than the defaults do."""
    for name, defaults in usual.items():
        filled = config.fill(defaults, kept.get(name, {}), name)
        yield from _bold_in(name, filled, defaults)


def _bold_in(where: str, found: object, usual: object) -> Iterator[tuple[str, object]]:
    for field in fields(usual):  # type: ignore[arg-type]  # sections are dataclasses
        name, value, default = f"{where}.{field.name}", getattr(found, field.name), getattr(usual, field.name)
        if is_dataclass(default):
            yield from _bold_in(name, value, default)
        elif value != default and not _is_careful(name, value, default):
            yield name, value


def _is_careful(name: str, value: Any, default: Any) -> bool:
    if _COUNTS.fullmatch(name):
        return True
    if name == "web.user_agent":  # of an older Leadline, perhaps
        return _OWN_NAME.fullmatch(value) is not None
    if _AT_LEAST.fullmatch(name):
        return bool(value >= default)
    return bool(_AT_MOST.fullmatch(name) and value <= default)


def _is_given(tree: Any, name: str) -> bool:
    for key in name.split("."):
        if not isinstance(tree, Mapping) or key not in tree:
            return False
        tree = tree[key]
    return True


def _laid_over(below: config.Tree, above: Mapping[str, Any]) -> config.Tree:
    tree = dict(below)
    for key, value in above.items():
        under = tree.get(key)
        both = isinstance(under, dict) and isinstance(value, dict)
        tree[key] = _laid_over(under, value) if both else value  # type: ignore[arg-type]  # `both` says so
    return tree


def _words(missing: list[tuple[str, object]]) -> str:
    return "".join(f" {_word(name, value)}" for name, value in missing)


def _word(name: str, value: object) -> str:
    """A setting as it is typed."""
    section, _, key = name.partition(".")
    own = {field.name for field in fields(NetworkOptions)}
    flag = _FLAGS.get(name) or (f"--{key.replace('_', '-')}" if section == "web" and key in own else None)
    if flag is None:
        return f"--option {shlex.quote(f'{name}={value}')}"
    return flag if isinstance(value, bool) else f"{flag} {shlex.quote(str(value))}"

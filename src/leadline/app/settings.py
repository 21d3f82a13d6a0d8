"""One configuration for everything: TOML file, `--option section.key=value`, command-line names.

Each room owns the frozen dataclass of its section; here they are one typed value, filled with what a user says.
What is wrong is told with its key, where it stands, and what the known ones are.
"""

import json
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from math import isfinite
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, get_args, get_origin, get_type_hints

from leadline.errors import BadConfiguration
from leadline.forms.settings import FormsSettings
from leadline.harvest.settings import HarvestSettings
from leadline.locate.settings import LocateSettings
from leadline.web.door import check
from leadline.web.scope import without_values
from leadline.web.settings import WebSettings

T = TypeVar("T")
Tree = dict[str, Any]
SECTIONS = ("web", "forms", "locate", "harvest")
_WEB_FLAGS = (
    *("delay", "concurrency", "user_agent", "contact", "proxy", "cookies", "replay", "connect_to", "render"),
    *("allow_private", "include", "exclude", "header", "time_limit"),
)
_PARTED = {"web.include": " ", "web.exclude": " ", "web.header": "\n"}
"""What stands between the values of an option that can be repeated; a comma otherwise."""
FLAGS = {
    **{f"web.{name}": f"--{name.replace('_', '-')}" for name in _WEB_FLAGS},
    "web.robots": "--no-robots",
    "locate.backlinks": "--backlinks",
    "locate.prove": "--prove",
    "harvest.i_know_this_form_is_a_search": "--i-know-this-form-is-a-search",
}
"""Settings with an option of their own at every command that has a use for them, `resume` among them."""


_WEB, _FORMS, _LOCATE, _HARVEST = WebSettings(), FormsSettings(), LocateSettings(), HarvestSettings()


@dataclass(frozen=True, slots=True)
class Settings:
    """All sections; a command uses those it has a use for."""

    web: WebSettings = _WEB
    forms: FormsSettings = _FORMS
    locate: LocateSettings = _LOCATE
    harvest: HarvestSettings = _HARVEST

    @classmethod
    def of(cls, tree: Tree) -> "Settings":
        """Filled from a tree of values. Raises `BadConfiguration` with the name of what is wrong."""
        return fill(cls(), tree, "")

    def toml(self, kind: str) -> str:
        """The effective configuration, as it is written into a folder of that kind."""
        return dump({"web": shareable(self.web), "forms": self.forms, kind: getattr(self, kind)})


def shareable(web: WebSettings) -> WebSettings:
    """As a folder may keep it, which is passed on: without what headers say."""
    return replace(web, header=without_values(web.header)) if web.header else web


@dataclass(frozen=True, slots=True)
class GivenSettings:
    """What a user says: a file, single settings (`section.key=value`), options of their own; the later counts."""

    file: Path | None = None
    options: Sequence[str] = ()
    flags: Mapping[str, object] = field(default_factory=dict)  # by the full name of the setting

    def tree(self, *sections: str) -> Tree:
        """What is said about these sections and `web`, and only that.

        One file serves all commands, so it may hold sections of others; an option is meant for this one."""
        wanted = ("web", *sections)
        read(None, self.options, sections=wanted)
        tree = read(self.file, self.options, sections=list(dict.fromkeys((*SECTIONS, *sections))))
        for name, value in self.flags.items():
            section, _, key = name.partition(".")
            if section not in wanted:
                raise BadConfiguration(f"{FLAGS[name]} says nothing about the folder of a {sections[-1]}")
            written = _PARTED.get(name, ",").join(value) if isinstance(value, list) else value
            _check_flag(section, key, written)
            tree.setdefault(section, {})[key] = written
        return {name: tree[name] for name in wanted if name in tree}

    def settings(self, *sections: str) -> Settings:
        """The same, filled in and judged."""
        settings = Settings.of(self.tree(*sections))
        check(settings.web)
        return settings


def _check_flag(section: str, key: str, value: object) -> None:
    """A value that cannot be used is told with the option it was given by."""
    try:
        fill(getattr(Settings(), section), {key: value}, section)
    except BadConfiguration as error:
        raise BadConfiguration(f"--{key.replace('_', '-')}: {error}") from error


# ── filling ───────────────────────────────────────────────────────────────────────────────────────────────


def read(file: Path | None, options: Sequence[str], sections: Sequence[str]) -> Tree:
    """The tree of given values; options win over the file. Nothing is filled in yet."""
    tree = _read_file(file) if file else {}
    for option in options:
        _set(tree, option)
    for name, section in tree.items():
        if name not in sections:
            raise BadConfiguration(f"section '{name}' is not known; known: {', '.join(sections)}")
        if not isinstance(section, dict):
            raise BadConfiguration(f"'{name}' is a section: write {name}.key=value, not {name}={section}")
    return tree


_FORMER = frozenset({"harvest.cascade.checks"})
"""Settings of earlier versions: folders that hold them are opened all the same."""


def fill(defaults: T, given: Mapping[str, Any], where: str) -> T:
    """A copy of `defaults` with the given values, each checked against the field's type."""
    known = {f.name for f in fields(defaults)}  # type: ignore[arg-type]  # only dataclasses are passed
    hints = get_type_hints(type(defaults))
    changes: Tree = {}
    for key, value in given.items():
        name = f"{where}.{key}" if where else key
        if name in _FORMER:
            continue
        if key not in known:
            raise BadConfiguration(f"{name} is not a setting; known: {', '.join(sorted(known))}")
        current = getattr(defaults, key)
        if is_dataclass(current):
            if not isinstance(value, Mapping):
                raise BadConfiguration(f"{name} is a section: write {name}.key=value")
            changes[key] = fill(current, value, name)
        else:
            changes[key] = _converted(value, hints[key], name)
    return replace(defaults, **changes)  # type: ignore[type-var]


def merged(below: Tree, above: Mapping[str, Any]) -> Tree:
    """One tree of both; where both have a value, the one above counts."""
    tree = dict(below)
    for key, value in above.items():
        under = tree.get(key)
        tree[key] = merged(under, value) if isinstance(under, dict) and isinstance(value, dict) else value
    return tree


def dump(sections: Mapping[str, object]) -> str:
    """The effective configuration as TOML; what is None is left out, since TOML has no word for it.

    >>> from leadline.web.settings import Limits
    >>> print(dump({"limits": Limits(body=5)}).splitlines()[1])
    body = 5
    """
    return "\n".join(line for name, section in sections.items() for line in _dumped(name, section))


def _dumped(name: str, section: object) -> list[str]:
    values = {f.name: getattr(section, f.name) for f in fields(section)}  # type: ignore[arg-type]  # as in `fill`
    nested = {key: value for key, value in values.items() if is_dataclass(value)}
    plain = [f"{k} = {_literal(v)}" for k, v in values.items() if k not in nested and v is not None]
    inner = [line for key, value in nested.items() for line in _dumped(f"{name}.{key}", value)]
    return [f"[{name}]", *plain, "", *inner]


def _literal(value: object) -> str:
    # A JSON string, number or boolean is a TOML one too (TOML 1.0 allows the same escapes).
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _read_file(file: Path) -> Tree:
    try:
        with file.open("rb") as stream:
            return tomllib.load(stream)
    except OSError as error:
        raise BadConfiguration(f"cannot read configuration {file}: {error.strerror}") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadConfiguration(f"configuration {file} is not valid TOML: {error}") from error


def _set(tree: Tree, option: str) -> None:
    path, equals, value = option.partition("=")
    keys = path.strip().split(".")
    if not equals or len(keys) < 2 or not all(keys):
        raise BadConfiguration(f"--option {option!r} is not of the form section.key=value")
    for key in keys[:-1]:
        tree = tree.setdefault(key, {})
        if not isinstance(tree, dict):
            raise BadConfiguration(f"--option {option!r}: '{key}' is a value, not a section")
    tree[keys[-1]] = value


def _converted(value: object, kind: object, name: str) -> object:
    choices = get_args(kind) if get_origin(kind) is UnionType else (kind,)
    if type(None) in choices and value in (None, "", "none"):
        return None
    for choice in choices:
        if choice is bool:
            if str(value).lower() in ("true", "yes", "on", "1"):
                return True
            if str(value).lower() in ("false", "no", "off", "0"):
                return False
        elif choice in (int, float, str) and not isinstance(value, bool | dict | list):
            try:
                converted = choice(value)
            except (TypeError, ValueError):
                continue
            if not isinstance(converted, float) or isfinite(converted):
                return converted
    wanted = " or ".join("nothing" if c is type(None) else getattr(c, "__name__", str(c)) for c in choices)
    raise BadConfiguration(f"{name} = {value!r} is not {wanted}")

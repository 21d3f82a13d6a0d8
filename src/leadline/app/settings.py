"""Every section of a configuration as one typed value, and what a user says about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from leadline import config
from leadline.config import Tree
from leadline.errors import BadConfiguration
from leadline.forms.settings import FormsSettings
from leadline.harvest.settings import HarvestSettings
from leadline.locate.settings import LocateSettings
from leadline.web.door import check
from leadline.web.settings import WebSettings

SECTIONS = ("web", "forms", "locate", "harvest")
_WEB_FLAGS = (
    *("delay", "concurrency", "user_agent", "contact", "proxy", "cookies", "replay", "connect_to", "render"),
    "allow_private",
)
FLAGS = {
    **{f"web.{name}": f"--{name.replace('_', '-')}" for name in _WEB_FLAGS},
    "web.robots": "--no-robots",
    "locate.backlinks": "--backlinks",
    "harvest.i_know_this_form_is_a_search": "--i-know-this-form-is-a-search",
}
"""Settings with an option of their own at every command that has a use for them, `resume` among them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """All sections; a command uses those it has a use for."""

    web: WebSettings = field(default_factory=WebSettings)
    forms: FormsSettings = field(default_factory=FormsSettings)
    locate: LocateSettings = field(default_factory=LocateSettings)
    harvest: HarvestSettings = field(default_factory=HarvestSettings)

    @classmethod
    def of(cls, tree: Tree) -> "Settings":
        """Filled from a tree of values. Raises `BadConfiguration` with the name of what is wrong."""
        return config.fill(cls(), tree, "")

    def toml(self, kind: str) -> str:
        """The effective configuration, as it is written into a folder of that kind."""
        return config.dump({name: getattr(self, name) for name in ("web", "forms", kind)})


@dataclass(frozen=True, slots=True)
class GivenSettings:
    """What a user says: a file, single settings (`section.key=value`), options of their own; the later counts."""

    file: Path | None = None
    options: Sequence[str] = ()
    flags: Mapping[str, object] = field(default_factory=dict)
    """By the full name of the setting."""

    def tree(self, *sections: str) -> Tree:
        """What is said about these sections and `web`, and only that.

        One file serves all commands, so it may hold sections of others; an option is meant for this one.
        """
        wanted = ("web", *sections)
        config.read(None, self.options, sections=wanted)
        tree = config.read(self.file, self.options, sections=list(dict.fromkeys((*SECTIONS, *sections))))
        for name, value in self.flags.items():
            section, _, key = name.partition(".")
            if section not in wanted:
                raise BadConfiguration(f"{FLAGS[name]} says nothing about the folder of a {sections[-1]}")
            written = ",".join(value) if isinstance(value, list) else value
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
        config.fill(getattr(Settings(), section), {key: value}, section)
    except BadConfiguration as error:
        raise BadConfiguration(f"--{key.replace('_', '-')}: {error}") from error

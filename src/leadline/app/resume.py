"""Resume: go on where a folder stopped, with what that folder may decide by itself and what has to be said again.

A folder is data: it may come from anybody. By itself its `config.toml` may only be as careful as Leadline is by
default, or more so. What names a file, a program, code, a proxy, an address or a person, and what lifts a rule,
counts only where the user gives it too. A setting that stands in no list below has to be said again, so that a new
one is safe before anybody has thought about it.
"""

import re
import shlex
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

from leadline.app import harvest, locate, refresh
from leadline.app.progress import NOBODY, Supervisor
from leadline.app.settings import FLAGS, GivenSettings, Settings, Tree, merged, read
from leadline.errors import BadConfiguration, BadTarget
from leadline.harvest.prepare import HarvestJob
from leadline.harvest.report import HarvestReport
from leadline.store.folder import CrawlFolder
from leadline.web.scope import without_values

_COUNTS = re.compile(
    r"web\.(max_retry_after|render|include|exclude|time_limit)"
    r"|locate\.(topic|strategy|pages|open_groups|processes|seed|levels|fixed_depth|topic_threshold|look_ahead"
    r"|snapshot_pages"
    r"|find|critic|soft404|(stopping|links|sites|sounding)\.\w+)"
    r"|harvest\.(form|planner|coverage|max_requests|max_pages|barren_pages|whole_answers|probes|judge|records|details"
    r"|doors|detail_requests|seed|(liddle|hiwe|auto|cascade|refresh)\.\w+)"
    # Only its ending is looked at: what stood in the file is in the database.
    r"|harvest\.values"
)
"""How much and in which order: nothing of it reaches further or asks less politely."""
_MAY_BE_CODE = ("locate.strategy", "harvest.planner")
"""Where a name of ours counts and `module:Name`, which is code of somebody's, has to be said again."""
_AT_LEAST = re.compile(r"web\.(delay|adapt|max_crawl_delay|retry_seconds|render_share)|harvest\.searchable")
_AT_MOST = re.compile(r"web\.(address_share|concurrency|retries|limits\.\w+)|harvest\.(failures|openings)")
_OWN_NAME = re.compile(r"Leadline/[0-9][0-9A-Za-z.+-]*")


async def resume(
    path: Path, given: GivenSettings, supervisor: Supervisor = NOBODY
) -> tuple[locate.LocateReport | HarvestReport | refresh.RefreshReport, Settings]:
    """Go on with the crawl, the harvest or its refresh in a folder; what came of it, and the settings it went on
    with."""
    with CrawlFolder.open(path) as folder:
        if folder.kind not in ("locate", "harvest"):
            raise BadTarget(f"{path} holds a {folder.kind}, which this version cannot resume")
        settings = confirmed(folder, given.tree("forms", folder.kind))
        if folder.kind == "locate":
            return await locate.crawl_folder(folder, settings, supervisor), settings
        if refresh.is_refreshing(folder):
            return await refresh.refresh(folder, settings, supervisor), settings
        job = HarvestJob(settings.web, settings.harvest, "", settings.forms)
        return await harvest.resume_harvest(folder, job, supervisor), settings


def confirmed(folder: CrawlFolder, given: Tree, command: str = "resume") -> Settings:
    """The folder's settings under what was given; raises if something had to be given and was not."""
    sections = ("web", "forms", folder.kind)
    kept = read(folder.config, [], sections=sections)
    missing = [(name, value) for name, value in _beyond_defaults(Settings.of(kept)) if not _is_given(given, name)]
    if missing:
        named = ", ".join(name for name, _ in missing)
        raise BadConfiguration(
            f"{folder.config} sets {named}, which a folder cannot do by itself; if you want that, say it again: "
            f"leadline {command} {shlex.quote(str(folder.path))}{_words(missing)}"
        )
    return Settings.of(merged(kept, {name: given[name] for name in sections if name in given}))


def options_to_repeat(settings: Settings) -> str:
    """The options that `resume` is going to want again, each after a space."""
    return _words(_beyond_defaults(settings))


def _beyond_defaults(found: object, usual: object = Settings(), where: str = "") -> Iterator[tuple[str, object]]:
    """Settings, by their full name, that go further than the defaults do."""
    for field in fields(usual):  # type: ignore[arg-type]  # sections are dataclasses
        name = f"{where}.{field.name}".lstrip(".")
        value, default = getattr(found, field.name), getattr(usual, field.name)
        if is_dataclass(default):
            yield from _beyond_defaults(value, default, name)
        elif value != default and not _is_careful(name, value, default):
            yield name, value


def _is_careful(name: str, value: Any, default: Any) -> bool:
    if name in _MAY_BE_CODE and ":" in value:
        return False
    if _COUNTS.fullmatch(name) or (name == "harvest.memory" and value == "off"):
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


def _words(missing: Iterable[tuple[str, object]]) -> str:
    """Settings as they are typed, each after a space."""
    words = ""
    # What a header says is not shown: what a terminal shows is kept, and looked at by others.
    shown = ((name, without_values(str(value)) if name == "web.header" else value) for name, value in missing)
    for name, value in shown:
        flag = FLAGS.get(name)
        typed = (
            f"--option {shlex.quote(f'{name}={value}')}" if flag is None else f"{flag} {shlex.quote(str(value))}"
        )
        words += f" {flag if flag and isinstance(value, bool) else typed}"
    return words

"""A world in which one site has a side door beside a form, and how honest that door is.

Everything else of the site stays as it was: its pages name the door at their end, robots.txt where it is of that
kind. What the door lists is drawn from the records of the database behind the form.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from urllib.parse import parse_qsl, urlsplit

from leadline_lab.doors.kinds import HEADS, Doorway, Thing
from leadline_lab.plan import SitePlan
from leadline_lab.randomness import dice
from leadline_lab.sources import Source
from leadline_lab.sources.records import composer_of
from leadline_lab.sources.writing import key_of
from leadline_lab.web import Ask, Reply, Web
from leadline_lab.world import World


@dataclass(frozen=True, slots=True)
class Honesty:
    """What a door has of the records behind the form."""

    share: float
    newest: bool = False
    """Those entered last, and not any."""
    strangers: bool = False
    """As many things as there are records, and none of them is one."""

    @property
    def complete(self) -> bool:
        return self.share == 1.0 and not self.strangers


HONESTY: Mapping[str, Honesty] = {
    "complete": Honesty(1.0),
    "most": Honesty(0.85),
    "newest": Honesty(0.4, newest=True),
    "a tenth": Honesty(0.1),
    "others": Honesty(1.0, strangers=True),
}


def things_of(world: World, plan: SitePlan, source: Source, honesty: Honesty) -> list[Thing]:
    """What the door lists."""
    composer = composer_of(world, plan.site, source)
    begin = source.size if honesty.strangers else 0
    if honesty.newest:
        begin = source.size - round(source.size * honesty.share)
    roll = dice(world.spec.seed, "side door", plan.site.number, source.key)
    things = []
    for n in range(begin, source.size + begin * honesty.strangers):
        if not honesty.newest and not roll.chance(honesty.share):
            continue
        record, key = composer.record(n), key_of(source, composer.identity, n)
        cells = dict(zip((a.label for a in source.listed), composer.row(record), strict=True))
        title = next(a.label for a in source.attributes if a.name == source.title)
        path = plan.record_path(source.key, key) if source.has_details else ""
        things.append(Thing(key, cells.pop(title, key), path, cells))
    return things


class DoorWeb(Web):
    """`leadline_lab.web.Web` with one door beside the database of one site."""

    def __init__(self, world: World, plan: SitePlan, source: Source, kind: str, honesty: Honesty) -> None:
        super().__init__(world)
        self._host = plan.site.host
        self._kind = kind
        self.door = Doorway(kind, things_of(world, plan, source, honesty), plan.root)

    def reply(self, ask: Ask) -> Reply:
        parts = urlsplit(ask.url)
        if parts.hostname != self._host or ask.method != "GET":
            return super().reply(ask)
        found = self.door.answer(parts.path, dict(parse_qsl(parts.query)))
        if found is not None:
            status, kind, body, headers = found
            return Reply(status, (("Content-Type", kind), *headers), body.encode())
        made = super().reply(ask)
        if parts.path == "/robots.txt" and self.door.named_in_robots:
            rules = made.body if made.status == 200 else b"User-agent: *\nDisallow:\n"
            text = (("Content-Type", "text/plain; charset=utf-8"),)
            return Reply(200, text, rules + self.door.named_in_robots.encode())
        if made.sheet is None:
            return made
        before, end, after = made.body.rpartition(b"</body>")
        page = before + HEADS[self._kind].encode() + end + after if end else made.body + HEADS[self._kind].encode()
        return replace(made, body=page)

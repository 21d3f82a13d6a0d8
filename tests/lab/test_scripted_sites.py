"""Databases whose pages scripts fill, and side doors beside forms: what they say is what the world has."""

import json

import pytest

from leadline_bench.harvest.sources import Draw, drawn
from leadline_lab.doors import HONESTY, KINDS, DoorWeb
from leadline_lab.scripted import MANNERS, ScriptedWeb
from leadline_lab.web import Ask

VISIT = drawn(Draw(worlds=1, sources=1, largest=300), 0)[0]


def scripted(name: str) -> ScriptedWeb:
    return ScriptedWeb(VISIT.lab.web.world, VISIT.plan.site, VISIT.source, MANNERS[name])


@pytest.mark.parametrize(("name", "turn"), [("offset", "offset"), ("cursor", "cursor"), ("last-id", "after_id")])
def test_every_record_comes_once_by_the_calls(name: str, turn: str) -> None:
    web, came, at = scripted(name), list[str](), ""
    while True:
        told = json.loads(web.reply(Ask("GET", f"{web.url}api/items?q=&{turn}={at}")).body)
        rows = told if isinstance(told, list) else told["items"]
        came += [row["id"] for row in rows]
        at = {"offset": str(len(came)), "last-id": came[-1]}.get(name) or (told["next"] or "")
        if not rows or not at:
            break
    assert came == list(web.everything().keys)
    assert len(set(came)) == VISIT.source.size


def test_what_is_no_question_is_remembered() -> None:
    web = scripted("pages")
    web.reply(Ask("POST", f"{web.url}api/items", {}, b"{}"))
    assert web.writes == ["POST /api/items"]


@pytest.mark.parametrize("honesty", HONESTY)
def test_a_door_lists_what_its_honesty_says(honesty: str) -> None:
    web = DoorWeb(VISIT.lab.web.world, VISIT.plan, VISIT.source, "csv", HONESTY[honesty])
    whole = DoorWeb(VISIT.lab.web.world, VISIT.plan, VISIT.source, "csv", HONESTY["complete"])
    there, real = ({thing.key for thing in one.door.things} for one in (web, whole))
    assert len(real) == VISIT.source.size
    shared = len(there & real) / len(real)
    assert shared == pytest.approx(0.0 if HONESTY[honesty].strangers else HONESTY[honesty].share, abs=0.1)
    lines = web.reply(Ask("GET", f"{VISIT.plan.root}/all.csv")).body.decode().splitlines()
    assert len(lines) == len(web.door.things) + 1


@pytest.mark.parametrize("kind", KINDS)
def test_pages_name_their_door_and_stay_what_they_were(kind: str) -> None:
    web = DoorWeb(VISIT.lab.web.world, VISIT.plan, VISIT.source, kind, HONESTY["complete"])
    plain = VISIT.lab.web.reply(Ask("GET", VISIT.form_response.url)).body
    page = web.reply(Ask("GET", VISIT.form_response.url)).body
    robots = web.reply(Ask("GET", f"{VISIT.plan.root}/robots.txt")).body
    assert (len(page) > len(plain)) == (kind not in ("sitemap", "robots"))
    assert (b"/maps/index.xml" in robots) == (kind == "robots")

"""What strategies are taught before their first page: ways to forms in a world that no trial of theirs crawls.

FFC and ACHE began with a link classifier made from known form pages. Here somebody who knows where forms are (the
oracle) walks to them in another world of the same role, and the ways are what the classifiers are made from.
A crawl that has to find its own examples would leave the sparse domains without any: `best-first-sc` meets two to
four forms of Movie or Book in 1,500 pages.

A lesson is given once a domain and kept as a file beside the pages.
"""

import base64
import json
from collections.abc import Iterator, Sequence
from pathlib import Path

from leadline.model.events import Finding, Outcome
from leadline.store.codec import pack_links, unpack_links
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.trial import ORACLE, Trial, crawled

PAGES = 1_000
"""Of a lesson: some fifty ways to forms of a sparse domain."""
_AWAY = 1_000_003
"""From the first world of an experiment to that of its lessons: more than any experiment has worlds."""


def lesson_world(seed: int) -> int:
    """The world of the lessons of an experiment whose first world has this seed."""
    return seed + _AWAY


def given(trial: Trial) -> Trial:
    """The crawl that a taught trial learns from."""
    if trial.lesson is None:
        raise ValueError(f"{trial} is taught nothing")
    return Trial(ORACLE, trial.domain, trial.lesson, trial.role, trial.sites, PAGES)


def teach(lesson: Trial, laboratory: Laboratory, cache: PageCache) -> list[Outcome]:
    """Pages with forms, and the ways there."""
    with crawled(lesson, laboratory, cache) as (store, _, _):
        events = (event for event in store.log.events() if isinstance(event, Outcome))
        return [event for event in events if event.found and event.path]


def write(outcomes: Sequence[Outcome], file: Path) -> None:
    file.write_text(json.dumps(list(map(_packed, outcomes))), encoding="utf-8")


def read(file: Path) -> list[Outcome]:
    return list(_unpacked(json.loads(file.read_text(encoding="utf-8"))))


def _packed(page: Outcome) -> dict[str, object]:
    found = [(one.identity, one.url, one.score) for one in page.found]
    return {
        "url": page.final_url or page.url,
        "found": found,
        "path": base64.b64encode(pack_links(page.path)).decode(),
    }


def _unpacked(kept: Sequence[dict[str, str]]) -> Iterator[Outcome]:
    for number, page in enumerate(kept):
        yield Outcome(
            number=number,
            url=page["url"],
            group="",
            depth=0,
            path=unpack_links(base64.b64decode(page["path"])),
            final_url=page["url"],
            status=200,
            found=tuple(Finding(*one) for one in page["found"]),
        )

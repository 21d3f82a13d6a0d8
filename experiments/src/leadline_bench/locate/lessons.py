"""What strategies are taught before their first page: ways to forms in a world that no trial of theirs crawls.

FFC and ACHE began with a link classifier made from known form pages. Here somebody who knows where forms are (the
oracle) walks to them in another world of the same role, and the ways are what the classifiers are made from.
A crawl that has to find its own examples would leave the sparse domains without any: `best-first-sc` meets two to
four forms of Movie or Book in 1,500 pages.

A lesson is given once a domain and kept as a file beside the pages.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from leadline.model.events import Outcome
from leadline.store.codec import pack_success, unpack_success
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.trial import ORACLE, Trial, crawled

PAGES = 1_000
"""Of a lesson, at most as many as its trial has; the ways to forms of a sparse domain are used up before."""
_LARGER = 5
"""Times the sites of a trial's world, which has some twenty ways to forms of a sparse domain: too few."""
_AWAY = 1_000_003
"""From the first world of an experiment to that of its lessons: more than any experiment has worlds."""


def lesson_world(seed: int) -> int:
    """The world of the lessons of an experiment whose first world has this seed."""
    return seed + _AWAY


def given(trial: Trial) -> Trial:
    """The crawl that a taught trial learns from."""
    if trial.lesson is None:
        raise ValueError(f"{trial} is taught nothing")
    return Trial(
        ORACLE,
        trial.domain,
        trial.lesson,
        trial.role,
        _LARGER * trial.sites,
        min(PAGES, trial.pages),
        setting=trial.setting,
    )


def teach(lesson: Trial, laboratory: Laboratory, cache: PageCache) -> list[Outcome]:
    """Pages with forms, and the ways there."""
    with crawled(lesson, laboratory, cache) as (store, _, _):
        return [page for page in store.log.successes() if page.path]


def write(outcomes: Sequence[Outcome], out: BinaryIO) -> None:
    out.writelines(pack_success(page).encode() + b"\n" for page in outcomes)


def read(file: Path) -> list[Outcome]:
    return [unpack_success(number, line) for number, line in enumerate(file.read_bytes().splitlines())]

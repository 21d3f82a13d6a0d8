"""Many trials: every strategy on every domain of every world, each from the same seeds.

A finished trial is one file in the folder `runs`, named for what it was and for a digest of its settings and of
the code behind it; whoever starts the experiment again runs what is missing, and whoever changed a strategy runs
that one again. Trials are spread over processes one by one; the pages they read are shared.
"""

import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, dataclass
from functools import lru_cache, partial
from pathlib import Path
from typing import TypeVar

from leadline.errors import WorkNotDone
from leadline.locate.strategies import STRATEGIES
from leadline.store.atomic import atomic_write
from leadline_bench.locate import lessons
from leadline_bench.locate.cache import PageCache
from leadline_bench.locate.laboratory import Laboratory
from leadline_bench.locate.provenance import digest_of
from leadline_bench.locate.texts import texts_file
from leadline_bench.locate.trial import ORACLE, Result, Trial, run
from leadline_bench.locate.variants import Variant
from leadline_bench.workers import workers
from leadline_lab.settings import at_setting
from leadline_lab.spec import SCALES, Role, WorldSpec

_PAGES = (
    "leadline_lab.serve", "leadline.parse.document", "leadline.learn.text", "leadline.locate.critic",
    "leadline.locate.traps", "leadline.web.blocks", "leadline_bench.locate.cache", "leadline_bench.locate.facts",
)  # fmt: skip
"""Code that decides what is kept of a page."""
_ORACLE = "leadline_bench.locate.oracle"
_OF_ONE_STRATEGY = ("leadline.locate.strategies", _ORACLE)
Tell = Callable[[str], None]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Plan:
    """What is compared, and where."""

    strategies: tuple[str, ...]
    domains: tuple[str, ...]
    worlds: int = 5
    pages: int = 10_000
    scale: str = "medium"
    role: str = "tuning"
    k: int = 1
    critic: str = "truth"
    pages_critic: str = "topic"
    seed: int = 0
    """Of the first world; the others follow."""
    learning_pages: int | None = None
    """What thresholds of learning are scaled to; the budget if None."""
    setting: str = "default"
    """The knobs of the worlds (`leadline_lab.settings`)."""

    def trials(self) -> Iterator[Trial]:
        """World by world and domain by domain: pages that strategies share are read by the first of them."""
        for world in range(self.seed, self.seed + self.worlds):
            yield from self.in_world(world)

    def in_world(self, world: int) -> Iterator[Trial]:
        for domain in self.domains:
            for name in self.strategies:
                yield Trial(
                    strategy=name,
                    domain=domain,
                    world=world,
                    role=self.role,
                    sites=SCALES[self.scale],
                    pages=self.pages,
                    k=self.k,
                    critic=self.critic,
                    pages_critic=self.pages_critic,
                    learning_pages=self.learning_pages,
                    lesson=lessons.lesson_world(self.seed) if Variant.of(name).is_taught else None,
                    setting=self.setting,
                )


def experiment(plan: Plan, out: Path, cache: Path, processes: int, tell: Tell) -> list[Result]:
    """All results of a plan, in its order."""
    return run_all(plan.trials(), out, cache, processes, tell)


def run_all(trials: Iterable[Trial], out: Path, cache: Path, processes: int, tell: Tell) -> list[Result]:
    """The results of trials, in their order; those that are there already are read."""
    runs = out / "runs"
    runs.mkdir(parents=True, exist_ok=True)
    files = {trial: runs / _name(trial) for trial in trials}
    missing = [trial for trial, file in files.items() if not file.is_file()]
    if len(missing) < len(files):
        tell(f"{len(files) - len(missing)} of {len(files)} runs are there already")
    for trial, result in run_each(missing, cache, processes, tell):
        _write(files[trial], result)
    return [Result.of_json(json.loads(file.read_text(encoding="utf-8"))) for file in files.values()]


def run_each(
    trials: Sequence[Trial], cache: Path, processes: int, tell: Tell
) -> Generator[tuple[Trial, Result], None, None]:
    """Trials and their results as they come, told when whoever asked has taken them. Lessons come before."""
    cache.mkdir(parents=True, exist_ok=True)
    for trial in trials:
        _world(trial, cache)  # real texts are read here, once, and not by every process
    taught = _teach_all(trials, cache, processes, tell)
    work = partial(_run_one, folder=cache, taught=taught)
    for number, (trial, result) in enumerate(_spread(work, trials, processes), 1):
        yield trial, result
        tell(f"{number}/{len(trials)} {trial}: {_told(result)}")


def _teach_all(trials: Sequence[Trial], cache: Path, processes: int, tell: Tell) -> dict[Trial, Path]:
    """The files of lessons, given before the trials: two processes would give the same one at once."""
    wanted = dict.fromkeys(lessons.given(trial) for trial in trials if trial.lesson is not None)
    files = {lesson: cache / _lesson_name(lesson) for lesson in wanted}
    missing = [lesson for lesson, file in files.items() if not file.is_file()]
    work = partial(_teach_one, folder=cache, files=files)
    for number, (lesson, ways) in enumerate(_spread(work, missing, processes), 1):
        tell(f"lesson {number}/{len(missing)} {lesson}: {ways} ways to forms")
    return files


def _told(result: Result) -> str:
    each = 1e3 * result.cpu_seconds / max(1, result.pages)
    ended = "" if result.stopped_by == "pages" else f", {result.stopped_by}"
    cost = f"{each:.2f} CPU ms a page, {result.read:,} new"
    return f"{len(result.relevant)} forms on {result.pages:,} pages{ended} ({cost})"


def _spread(work: Callable[[Trial], T], trials: Sequence[Trial], processes: int) -> Iterator[tuple[Trial, T]]:
    if processes == 1 or len(trials) < 2:
        yield from ((trial, work(trial)) for trial in trials)
        return
    with workers(min(processes, len(trials))) as pool:
        under_way = {pool.submit(work, trial): trial for trial in trials}
        try:
            for done in as_completed(under_way):
                yield under_way[done], done.result()
        except BrokenProcessPool as error:
            raise WorkNotDone("a process was ended from outside (memory?); what was finished is kept") from error
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _run_one(trial: Trial, folder: Path, taught: Mapping[Trial, Path]) -> Result:
    known = [] if trial.lesson is None else lessons.read(taught[lessons.given(trial)])
    laboratory, cache = _opened(_world(trial, folder), folder)
    try:
        return run(trial, laboratory, cache, known)
    finally:
        cache.flush()


def _teach_one(lesson: Trial, folder: Path, files: Mapping[Trial, Path]) -> int:
    """How many ways there are; the lesson is left in its file."""
    laboratory, cache = _opened(_world(lesson, folder), folder)
    try:
        found = lessons.teach(lesson, laboratory, cache)
    finally:
        cache.flush()
    with atomic_write(files[lesson]) as out:
        lessons.write(found, out)
    return len(found)


def _world(trial: Trial, folder: Path) -> WorldSpec:
    world = WorldSpec(trial.world, trial.sites, Role(trial.role))
    return at_setting(world, trial.setting, lambda: texts_file(folder))


@lru_cache(maxsize=1)
def _opened(spec: WorldSpec, folder: Path) -> tuple[Laboratory, PageCache]:
    """Trials come world by world, so the one that is open is the one that is wanted."""
    return Laboratory(spec), PageCache(
        folder / f"{spec.role}-{spec.seed}-{_digest(asdict(spec), pages_code())}.db"
    )


# ── files ─────────────────────────────────────────────────────────────────────────────────────────────────


@lru_cache(maxsize=1)
def pages_code() -> str:
    return digest_of(*_PAGES)


@lru_cache(maxsize=256)
def _code(name: str) -> str:
    """Digest of the code behind the results of a strategy."""
    plain = Variant.of(name).name
    module = _ORACLE if plain == ORACLE else STRATEGIES[plain].__module__
    trial = digest_of("leadline_bench.locate.trial", without=_OF_ONE_STRATEGY)
    return trial + digest_of(module, without=("leadline.locate.strategies",))


def _name(trial: Trial) -> str:
    lesson = "" if trial.lesson is None else _lesson_name(lessons.given(trial))
    digest = _digest(asdict(trial), _code(trial.strategy), pages_code(), lesson, *_knobs(trial))
    return f"{trial.strategy}-{trial.domain}-{trial.role}-{trial.world}-{digest}.json"


def code_behind(trial: Trial) -> str:
    """Digest of everything that a result depends on besides its trial."""
    lesson = "" if trial.lesson is None else _lesson_code()
    return _digest(_code(trial.strategy), pages_code(), lesson, *_knobs(trial))


def _knobs(trial: Trial) -> tuple[object, ...]:
    """What the setting of a trial means."""
    if trial.setting == "default":
        return ()
    return (asdict(at_setting(WorldSpec(), trial.setting, lambda: "")),)


@lru_cache(maxsize=1)
def _lesson_code() -> str:
    return digest_of("leadline_bench.locate.lessons", without=_OF_ONE_STRATEGY) + digest_of(_ORACLE)


def _lesson_name(lesson: Trial) -> str:
    digest = _digest(asdict(lesson), _lesson_code(), pages_code())
    return f"lesson-{lesson.domain}-{lesson.role}-{lesson.world}-{digest}.jsonl"


def _digest(*things: object) -> str:
    return hashlib.blake2b(json.dumps(things, sort_keys=True).encode(), digest_size=6).hexdigest()


def _write(file: Path, result: Result) -> None:
    """Whole or not at all."""
    with atomic_write(file) as out:
        out.write(json.dumps(result.as_json()).encode())

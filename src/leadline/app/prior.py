"""What earlier crawls found, given to a new one: `leadline locate --learn-from DIR`.

It is written into the new folder once (`prior.jsonl`), so that `resume` needs no earlier folder and goes
on with the same crawl.
"""

from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from leadline.app.progress import Supervisor
from leadline.errors import ArchiveError, BadTarget
from leadline.model.events import Outcome
from leadline.protocols import Prior
from leadline.store.atomic import atomic_write
from leadline.store.codec import pack_success, unpack_success
from leadline.store.folder import CrawlFolder
from leadline.topics.background import bundled_background
from leadline.topics.classify import linear_model
from leadline.topics.topic import Topic

_FILE = "prior.jsonl"


def successes_of(folders: Sequence[Path], levels: int, supervisor: Supervisor) -> list[Outcome]:
    """The pages with something found of earlier crawls, each goal once."""
    known: set[str] = set()
    kept: list[Outcome] = []
    for path in folders:
        with CrawlFolder.open(path, writing=False) as folder:
            if folder.kind != "locate":
                raise BadTarget(
                    f"--learn-from {path} holds a {folder.kind}; give a folder that 'leadline locate' made"
                )
            with closing(folder.open_store(levels=levels, writing=False)) as store:
                found = list(store.log.successes())
        if not found:
            supervisor.warn(f"--learn-from {path}: that crawl found nothing, so nothing is learnt from it")
        for outcome in found:
            identities = {one.identity for one in outcome.found}
            if identities - known:
                known |= identities
                kept.append(outcome)
    return kept


def write_successes(found: Sequence[Outcome], folder: Path) -> None:
    """Keep them for `resume`; without any there is no file."""
    if found:
        with atomic_write(folder / _FILE) as out:
            out.writelines(pack_success(outcome).encode() + b"\n" for outcome in found)


def prior_of(folder: Path, topic: Topic) -> Prior:
    """All that a crawl's folder says is known before the first page; form pages the surest first."""
    outcomes = _read(folder / _FILE)
    surest = sorted(outcomes, key=lambda outcome: -max(one.score for one in outcome.found))
    pages = tuple(dict.fromkeys(outcome.final_url or outcome.url for outcome in surest))
    return Prior(outcomes, pages, linear_model(topic, bundled_background()).weights)


def _read(file: Path) -> tuple[Outcome, ...]:
    try:
        lines = file.read_bytes().splitlines()
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise ArchiveError(f"{file} cannot be read: {error.strerror}") from error
    found = (unpack_success(number, line) for number, line in enumerate(lines))
    return tuple(outcome for outcome in found if outcome.found)

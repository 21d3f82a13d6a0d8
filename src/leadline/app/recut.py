"""Recut: the records of a harvest cut anew from its archive, without asking the site for anything.

After an update that reads pages better, or where somebody doubts how records were told apart.
"""

from dataclasses import asdict, dataclass
from pathlib import Path

from leadline.answers.document import read
from leadline.app.progress import NOBODY, RecutProgress, Supervisor
from leadline.app.settings import Settings
from leadline.app.settings import read as read_settings
from leadline.errors import BadTarget
from leadline.harvest.door_source import door_profile
from leadline.harvest.human import cut_as_decided
from leadline.harvest.profile import HarvestStart, SourceProfile
from leadline.harvest.recut import Recut, RecutStopped
from leadline.harvest.report import IdentityCounts, identity_counts
from leadline.harvest.scripted.source import call_profile
from leadline.model.form import Form
from leadline.parse.document import Document
from leadline.store.folder import CrawlFolder


@dataclass(frozen=True, slots=True)
class RecutReport:
    """What came of it."""

    pages: int  # of answers that were read again
    records_before: int
    records: int
    kept: int  # of the records: had the same identity before
    identity: IdentityCounts
    stopped: bool = False

    def as_json(self) -> dict[str, object]:
        told = asdict(self)
        return {**told, **told.pop("identity")}


async def recut(path: Path, supervisor: Supervisor = NOBODY) -> RecutReport:
    """Cut the records of a folder anew; where it is stopped, nothing was changed."""
    with CrawlFolder.open(path) as folder:
        if folder.kind != "harvest":
            raise BadTarget(f"{path} holds a {folder.kind}, which has no records; give the folder of a harvest")
        tree = read_settings(folder.config, [], sections=("web", "forms", "harvest"))
        with folder.working() as (store, archive):
            queries = store.queries
            pages, before = len(queries.archived()), frozenset(row["id"] for row in store.pages.rows("records"))
            passes = [0]

            def on_page(done: int, of: int) -> bool:
                supervisor.on_progress(RecutProgress(done + passes[0] * of, 2 * of, queries.counts()[0]))
                return not supervisor.stopped

            work = Recut(store, archive, Settings.of(tree).harvest, on_page)
            start = HarvestStart.recalled(store.decisions)
            document, form = _held_against(start, path)
            known = cut_as_decided(path, SourceProfile.begun(document, form).recalled(store.decisions))
            try:
                decided = await work.decided(known)
                passes[0] = 1
                await work.cut_anew(decided)
            except RecutStopped:
                return RecutReport(
                    pages, len(before), len(before), len(before), identity_counts(store), stopped=True
                )
            now = [row["id"] for row in store.pages.rows("records")]
            kept = sum(id_ in before for id_ in now)
            return RecutReport(pages, len(before), len(now), kept, identity_counts(store))


def _held_against(start: HarvestStart, path: Path) -> tuple[Document, Form]:
    if start.door is not None:
        return door_profile(start.door, start.response)
    if start.call is not None:
        return call_profile(start.call, start.response)
    document = read(start.response)
    return document, _form(document.page.forms, start.form, path)


def _form(forms: tuple[Form, ...], index: int, path: Path) -> Form:
    found = next((form for form in forms if form.index == index), None)
    if found is None:
        raise BadTarget(f"{path} says that form {index} was harvested, and its page has none such: begin anew")
    return found

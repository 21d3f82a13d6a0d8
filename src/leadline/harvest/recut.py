"""Records cut again from the archive: where what they go by had to be replaced, and on demand (`leadline recut`).

Every answer lies in the archive as it came. `decided` reads them all as if for the first time and tells how
records are kept and what they go by; `cut_anew` reads them by that and puts the records, and what queries brought,
in the place of those that were there. That is one transaction: whoever is killed in the middle of it has the old
records, and gets the same new ones the next time.

What was learnt about answers beside that (what nonsense looks like here, whether counts are believed) stays. So
does what records' own pages added, for those that still lead to the same page.
"""

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from leadline.answers.records.source_identity import SourceIdentity
from leadline.answers.records.source_shape import SourceShape
from leadline.harvest.answer_page import AnswerPage, AnswerSoFar, read_answer
from leadline.harvest.profile import SourceProfile
from leadline.harvest.settings import HarvestSettings
from leadline.model.query import Reply
from leadline.store.archive import Archive
from leadline.store.batch import ArchivedPage, OpenSubmission, QueryRole
from leadline.store.protocols import Store
from leadline.store.withholding import is_withheld
from leadline.web.replay import read_answer_at
from leadline.web.settings import Limits

_NOTHING_SAID = "[null,null]"
_LIMITS = Limits(body=2**31)  # what is in the archive was let in before
OnPage = Callable[[int, int], bool]
"""Told how many pages of how many are read; whether to go on."""


class RecutStopped(Exception):
    """Asked to stop: nothing was changed."""


@dataclass(eq=False)
class Recut:
    """The pages of all answers of a harvest, to be read again."""

    store: Store
    archive: Archive
    settings: HarvestSettings
    on_page: OnPage = lambda _done, _of: True

    async def decided(self, profile: SourceProfile) -> SourceProfile:
        """A profile with shape and identity as all pages together tell them."""
        if not profile.identity.is_fixed:
            profile = replace(profile, identity=SourceIdentity(cuts=profile.identity.cuts))
        profile = replace(profile, shape=SourceShape())
        for _, _, profile in self._pages(profile):  # noqa: B007, B020  # a fold
            await asyncio.sleep(0)
        return profile

    async def as_decided(self, profile: SourceProfile) -> SourceProfile:
        """Cut anew where a person said since something else about what records are and go by."""
        name, said = profile.cut_by
        if (self.store.decisions.get(name) or _NOTHING_SAID) == said:
            return profile
        return await self.cut_anew(replace(profile, shape=SourceShape()))

    async def cut_anew(self, profile: SourceProfile) -> SourceProfile:
        """All records as `profile` has them cut; it with what was counted by that, as it is stored now."""
        if profile.identity.choice is None:
            profile = await self._identified(profile)
        before = profile
        profile = replace(profile, identity=profile.identity.recounted())
        with self.store.recutting() as recutting:
            for archived, page, profile in self._pages(profile):  # noqa: B007, B020
                if page is None:
                    recutting.keep(archived)
                else:
                    recutting.put(archived, page.result)
                await asyncio.sleep(0)
            profile = replace(before, identity=replace(profile.identity, is_final=False))
            recutting.end(profile.decisions())
        return profile

    async def _identified(self, profile: SourceProfile) -> SourceProfile:
        """A profile with the identity that all pages together tell, cut by its shape."""
        known = profile
        for _, _, known in self._pages(replace(profile, shape=profile.shape.settled())):  # noqa: B007  # a fold
            await asyncio.sleep(0)
        return replace(profile, identity=known.identity)

    def _pages(self, profile: SourceProfile) -> Iterator[tuple[ArchivedPage, AnswerPage | None, SourceProfile]]:
        """Every page as it reads now, and what is known about the source with it; None for a page that lies in
        the archive without what it said, since a record of it was deleted on request."""
        places = self.store.queries.archived()
        first: tuple[int, str | None, Reply | None] = (-1, None, None)
        for done, place in enumerate(places):
            archived = self.store.queries.archived_page(*place)
            _, shape, reply = first if first[0] == place[0] else (-1, None, None)
            page = self._read(archived, replace(archived.submission, shape=shape, reply=reply), profile)
            if page is not None:
                profile = replace(profile, identity=page.profile.identity, shape=page.profile.shape)
                result = page.result
                # A first page may only lead to the answer: then the next one begins it.
                begun = None if result.next_request is not None else page.judged.reply
                first = (place[0], shape or result.shape, reply or begun)
            yield archived, page, profile
            if not self.on_page(done + 1, len(places)):
                raise RecutStopped

    def _read(
        self, archived: ArchivedPage, submission: OpenSubmission, profile: SourceProfile
    ) -> AnswerPage | None:
        file, at = self.archive.path(archived.warc), archived.fetched_at
        response = read_answer_at(file, archived.offset, submission.request, archived.url, at, _LIMITS)
        if is_withheld(response.headers):
            return None
        # What was recorded was taken for an answer, whatever it says about values that have grown old.
        patient = replace(profile, session=replace(profile.session, refusals=1))
        page = read_answer(
            response,
            f"{archived.warc}#{archived.offset}",
            patient,
            AnswerSoFar(submission, self.settings, frozenset(), ()),
        )
        return replace(page, profile=profile) if submission.role is QueryRole.PROBE else page

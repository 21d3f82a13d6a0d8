"""Records that were deleted on request come again whenever the site is asked: neither they nor the pages that show
them are kept.

They are known by digests of what they went by, so a page is held against those: by its records and by where its
links lead.
"""

from collections.abc import Mapping
from dataclasses import replace

from leadline.harvest.answer_page import AnswerPage
from leadline.model.page import Response
from leadline.parse.document import Document, parse
from leadline.store.archive import Archive
from leadline.store.batch import Capture
from leadline.store.forgetting import ForgottenRecords


def put_away(
    archive: Archive,
    forgotten: ForgottenRecords,
    response: Response,
    document: Document | None = None,
    extra: Mapping[str, str] | None = None,
) -> Capture:
    """A page archived; without its body where it leads to what was forgotten."""
    return _held_against(archive, forgotten, archive.append(response, extra=extra), response, document)


def _held_against(
    archive: Archive, forgotten: ForgottenRecords, capture: Capture, response: Response, document: Document | None
) -> Capture:
    def links() -> list[str]:
        page = document.page if document is not None else parse(response)
        return [response.url, *(link.url for link in page.links)]

    return archive.withhold(capture) if forgotten.leads_there(links) else capture


def without_forgotten(
    page: AnswerPage, response: Response, capture: Capture, archive: Archive, forgotten: ForgottenRecords
) -> tuple[AnswerPage, Capture]:
    """A page of an answer as it may be kept, and where it lies."""
    gone = forgotten.among(page.result.records)
    if not gone:
        return page, _held_against(archive, forgotten, capture, response, page.document)
    identity = page.profile.identity.without(gone)
    return replace(page, profile=replace(page.profile, identity=identity)), archive.withhold(capture)

"""A side door as a source, judged by the gate like everything else."""

from dataclasses import replace
from typing import TYPE_CHECKING

from leadline.doors.as_form import PART, blank_page, form_of, part_request, read_door_text
from leadline.harvest.choice import ChosenForm
from leadline.harvest.source import HarvestSource
from leadline.model.door import Door
from leadline.model.field import Judgement, UnderstoodForm, Verdict
from leadline.model.form import Form
from leadline.model.page import Response
from leadline.parse.document import Document

if TYPE_CHECKING:
    from leadline.harvest.prepare import HarvestJob


def door_source(door: Door, response: Response) -> tuple[ChosenForm, HarvestSource]:
    """The source that a door is; raises `BadTarget` where the gate has something against one of its addresses."""
    page = Document.of(response).page
    form = form_of(door, page)
    requests = [part_request(door, ((PART, part),), page) for part in door.parts]
    judgement = Judgement(1.0, {"search": 1.0}, ("a list that the site itself names",))
    known = UnderstoodForm(form, judgement, Verdict((), (), None, f"named by {door.named_by}"), (), ())
    source = HarvestSource(
        blank_page(page), form, requests[0].permit, (), fetched_at=response.fetched_at, seen=page
    )
    return ChosenForm(known), source


def kept_door(text: str, response: Response) -> HarvestSource:
    return door_source(read_door_text(text), response)[1]


def door_profile(text: str, response: Response) -> tuple[Document, Form]:
    """What answers of a kept door are held against, for whoever reads them again."""
    page = Document.of(response).page
    return blank_page(page), form_of(read_door_text(text), page)


def job_through(door: Door, job: "HarvestJob") -> "HarvestJob":
    """The job where records come by a door: of one that only names them, their own pages tell what they are."""
    wants = door.leads_on and job.harvest.details == "auto"
    job = replace(job, web=replace(job.web, render="never"))
    return replace(job, harvest=replace(job.harvest, details="always")) if wants else job

"""A side door as a form without fields: so that one loop, store and archive serve both. What is asked is one part
of it after the other."""

import html
from functools import lru_cache
from hashlib import blake2b

from leadline.errors import BadTarget
from leadline.gate.links import Denied, SeenLink, follow
from leadline.model.door import Door
from leadline.model.form import Form
from leadline.model.page import Accept, Page, Request
from leadline.model.query import Choice
from leadline.model.url import site_of
from leadline.parse.document import Document

MARK = "leadline-door"
DOOR = "door"
"""`Form.enctype` of such a form: no markup can have it, since browsers know three."""
PART = "part"  # the one thing that can be chosen


def form_of(door: Door, page: Page) -> Form:
    identity = blake2b(f"{door.kind} {door.url}".encode(), digest_size=10).hexdigest()
    said = ((MARK, door.to_json()),)
    return Form(len(page.forms), page.url, door.url, "get", DOOR, said, (), "", identity, identity, role="search")


def door_of(form: Form) -> Door | None:
    """The door that a form is; None for a form like others."""
    if form.enctype != DOOR:
        return None
    return _read(next(value for name, value in form.attributes if name == MARK))


@lru_cache(maxsize=16)
def _read(text: str) -> Door:
    return Door.from_json(text)


def read_door_text(text: str) -> Door:
    """A door as a folder has it."""
    try:
        return Door.from_json(text)
    except (KeyError, TypeError, ValueError) as error:
        raise BadTarget(f"the folder holds a side door that cannot be read ({error}): begin anew") from error


def list_request(url: str, page_url: str, language: str | None = None) -> Request | Denied:
    """The request for one list of a door, judged like every link. Another site than the page's is none of its
    doors: an index or a "next" that leads away is not followed."""
    if site_of(url) != site_of(page_url):
        return Denied(f"it leads to another site, {site_of(url)}")
    judged = follow(SeenLink("", url, language=language), "a side door that the site names")
    if isinstance(judged, Denied):
        return judged
    return Request(url, headers=(("Referer", page_url),), accept=Accept.ANY, permit=judged)


def part_request(door: Door, choice: Choice, page: Page) -> Request:
    """The request that begins one part; raises `BadTarget` on one that is none of the door."""
    url = dict(choice).get(PART, "")
    if url not in door.parts:
        raise BadTarget(f"{url} is no part of the side door {door.url}: begin anew")
    request = list_request(url, page.url, page.language)
    if isinstance(request, Denied):
        raise BadTarget(f"the side door {url} is not asked for: {request.why}")
    return request


def blank_page(page: Page) -> Document:
    """What answers of a door are held against: they have none of the page's furniture."""
    title = html.escape(page.title)
    return Document(f"<!doctype html><title>{title}</title><body></body>", page.url)

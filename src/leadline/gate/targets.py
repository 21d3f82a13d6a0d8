"""Permits without a judgement: for what the user named, and what the program itself has to ask for to read that.

A request that a folder says was planned is judged again, because a folder is data and may be somebody else's: what
was typed into a search may be any word, where the request goes and what it orders is judged (`planned_before`).
"""

from urllib.parse import parse_qsl

from leadline.errors import BadTarget
from leadline.gate.calls import changes_something
from leadline.gate.granting import grant
from leadline.lexicon.names import deed_in_url, is_command, set_deed
from leadline.model.permit import Permit

TARGET = grant("named by the user")
SEED = grant("a page to begin with, named by the user")
FORM_PAGE = grant("the page of the form the user named")
ROBOTS = grant("robots.txt, asked for before anything else of a host")
PROBE = grant("a made-up address, to see what this site says where nothing is")
SEARCH_ENGINE = grant("a source of backlinks, named by the user")
UNSENT = grant("nothing is sent: the page is here already")
"""For pages from files and archives, whose request is only a name for where they are from."""


def answered(reason: str) -> Permit:
    """The permit of a request that was sent and answered before, as it was stored: what came is read again."""
    return grant(reason or UNSENT.why)


_MOST = 2_000


def planned_before(url: str, body: bytes | None, reason: str) -> Permit:
    """The permit of a planned request, as its folder has it. Raises `BadTarget` where it orders a deed."""
    address, _, query = url.partition("?")
    pairs = [*parse_qsl(query)[:_MOST], *parse_qsl((body or b"").decode("latin-1"))[:_MOST]]
    commands = ((name, value) for name, value in pairs if is_command(name))
    found = deed_in_url(address) or next((deed for pair in commands if (deed := set_deed(*pair))), None)
    if found is None and changes_something((body or b"").decode("utf-8", "replace")):
        found = "a mutation"
    if found is not None:
        raise BadTarget(
            f"the folder plans a request to {address} that orders a deed ({found}); it is not sent: begin anew"
        )
    return grant(reason or "planned by an earlier run")

"""A request that a folder says was planned: judged again, because a folder is data and may be somebody else's.

What was typed into a search is not judged, it may be any word; where the request goes and what it orders is.
"""

from urllib.parse import parse_qsl

from leadline.errors import BadTarget
from leadline.gate.granting import grant
from leadline.lexicon.names import deed_in_url, is_command, set_deed
from leadline.model.permit import Permit

_MOST = 2_000


def planned_before(url: str, body: bytes | None, reason: str) -> Permit:
    """The permit of a planned request, as its folder has it. Raises `BadTarget` where it orders a deed."""
    address, _, query = url.partition("?")
    pairs = [*parse_qsl(query)[:_MOST], *parse_qsl((body or b"").decode("latin-1"))[:_MOST]]
    commands = ((name, value) for name, value in pairs if is_command(name))
    found = deed_in_url(address) or next((told for pair in commands if (told := set_deed(*pair))), None)
    if found is not None:
        raise BadTarget(
            f"the folder plans a request to {address} that orders a deed ({found}); it is not sent: begin anew"
        )
    return grant(reason or "planned by an earlier run")

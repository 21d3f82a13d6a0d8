"""In which ways a page's script asks for records, and how the page shows more of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Turning = Literal["page", "offset", "cursor", "last-id"]
"""How a call says which part of an answer it wants: its number, how many come before it, a mark that the answer
before it gave, the last record that was seen."""
Speech = Literal["get", "post", "graphql", "fragments", "state"]
"""JSON by GET · JSON by POST · a GraphQL query · pieces of HTML · no call at all: every page is the server's own
and carries its records as JSON for the script."""
More = Literal["next", "more", "scroll"]
"""A button that shows the next page in place of this one · one that adds to it · adding at the end of the page."""


@dataclass(frozen=True, slots=True)
class ScriptedManner:
    turning: Turning = "page"
    speech: Speech = "get"
    more: More = "next"
    facets: bool = False
    """Lists outside of any form narrow the answer as parameters of the call."""


MANNERS: Mapping[str, ScriptedManner] = {
    "pages": ScriptedManner(),
    "offset": ScriptedManner("offset", more="more"),
    "cursor": ScriptedManner("cursor", more="more"),
    "last-id": ScriptedManner("last-id", more="more"),
    "facets": ScriptedManner(facets=True),
    "graphql": ScriptedManner("cursor", "graphql", "more"),
    "posted": ScriptedManner("offset", "post"),
    "fragments": ScriptedManner("page", "fragments"),
    "endless": ScriptedManner("offset", more="scroll"),
    "endless-marks": ScriptedManner("cursor", more="scroll"),
    "hydrated": ScriptedManner(speech="state"),
}

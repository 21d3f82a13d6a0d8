"""What the user named, and what the program itself has to ask for to read that: permits without a judgement."""

from leadline.gate.granting import grant
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

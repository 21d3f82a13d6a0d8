"""A question to the search of a page that stands open in a browser: as a request that no server ever gets.

It goes the way of all requests (planned, sent, recorded), so that planner, judge and reader know no difference;
who has the page open answers it from the screen. Its method and URL are those of the page, its body says what is
typed and how often the page is turned after that.
"""

import json
from dataclasses import dataclass
from typing import Self

from leadline.model.page import Request, Response, header
from leadline.model.permit import Permit

TYPED = "X-Leadline-Typed"  # the request is answered from the screen
TURNS = "X-Leadline-Turns"  # header of an answer: the page could be turned after it


@dataclass(frozen=True, slots=True)
class Typed:
    """What is asked: a word, and which page of its answer."""

    word: str
    turn: int = 0

    @classmethod
    def of(cls, request: Request) -> Self | None:
        """None for a request like others."""
        if header(request.headers, TYPED.lower()) is None:
            return None
        told = json.loads(request.body or b"{}")
        return cls(str(told.get("word", "")), int(told.get("turn", 0)))

    def request(self, url: str, permit: Permit) -> Request:
        body = json.dumps({"word": self.word, "turn": self.turn}, ensure_ascii=False)
        return Request(url, headers=((TYPED, "screen"),), body=body.encode("utf-8", "replace"), permit=permit)


def turns_on(response: Response) -> bool:
    return header(response.headers, TURNS.lower()) is not None

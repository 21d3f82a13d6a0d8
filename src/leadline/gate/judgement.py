"""What the gate answers: a permit, or why there is none."""

from dataclasses import dataclass

from leadline.model.permit import Permit


@dataclass(frozen=True, slots=True)
class Denied:
    """No permit, and why not, in words for the user."""

    why: str


Judgement = Permit | Denied

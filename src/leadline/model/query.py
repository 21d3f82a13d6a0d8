"""One filled-in form on its way: what was chosen, and how far it got."""

from dataclasses import dataclass
from enum import StrEnum


class Submission(StrEnum):
    """planned → sent → recorded. *Sent* without an answer is sent once more for GET, reported for POST."""

    PLANNED = "planned"
    SENT = "sent"
    RECORDED = "recorded"


@dataclass(frozen=True, slots=True)
class Query:
    """An assignment of values to the fields of one form: ⟨action URL, (name, value) pairs⟩ of Liddle."""

    form: str
    """Identity of the form."""
    assignment: tuple[tuple[str, str], ...]
    """(name, value) pairs as they are sent, in document order, hidden constants included."""

    def value(self, name: str) -> str | None:
        return next((value for key, value in self.assignment if key == name), None)

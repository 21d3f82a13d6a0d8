"""Where permits are made. Imported by the gate alone (see the contract in pyproject.toml)."""

from dataclasses import dataclass

from leadline.model.permit import Permit


@dataclass(frozen=True, slots=True)
class Granted(Permit):
    why: str


def grant(reason: str) -> Permit:
    return Granted(reason)

"""A permit: the gate's word that a request only looks something up. No request is made without one."""

from abc import ABC, abstractmethod


class Permit(ABC):
    """Given by the gate alone (`leadline.gate`); abstract, so that nobody else makes one by accident."""

    __slots__ = ()

    @property
    @abstractmethod
    def why(self) -> str:
        """Why the request may be sent, in a few words; stored with what was sent."""

"""What every room may know of the house as a whole: its version, and that two rooms are functions too."""

from importlib import import_module
from types import ModuleType
from typing import Any

__version__ = "0.1.0"


class CallableRoom(ModuleType):
    """A package that is called: `leadline.harvest(…)` and `leadline.locate(…)` are functions of these names."""

    def __call__(self, *args: Any, **named: Any) -> Any:
        return self.__wrapped__(*args, **named)

    @property
    def __wrapped__(self) -> Any:  # what `inspect.signature` shows
        return getattr(import_module("leadline.api"), self.__name__.rpartition(".")[2])

"""Code from outside, by its name: `module:Name`, where a strategy, a planner, a source of values or an exporter of
one's own takes the place of one of ours.

Only the user names code: `leadline.app.resume` lets no folder do so by itself.
"""

import importlib
import sys
from pathlib import Path
from typing import Any

from leadline.errors import BadConfiguration


def load(what: str, word: str) -> Any:
    """What `module:Name` names. Modules beside the user, in the present folder, are found as well."""
    module, _, name = word.partition(":")
    if not module or not name:
        raise BadConfiguration(f"{what} {word!r} is not of the form module:Name")
    here = str(Path.cwd())
    if here not in sys.path:  # last, so that nothing there takes the place of an installed module
        sys.path.append(here)
    try:
        found: Any = importlib.import_module(module)
    except Exception as error:
        raise BadConfiguration(
            f"{what} {word!r}: module {module!r} cannot be imported: {type(error).__name__}: {error}"
        ) from error
    for part in name.split("."):
        found = getattr(found, part, None)
        if found is None:
            raise BadConfiguration(f"{what} {word!r}: module {module!r} has no {name!r}")
    return found


def made(what: str, word: str, protocol: type, *args: object) -> Any:
    """What `module:Name` makes of these arguments, if it can do all that `protocol` asks for."""
    maker = load(what, word)
    try:
        thing = maker(*args)
    except Exception as error:
        raise BadConfiguration(f"{what} {word!r} cannot be made: {type(error).__name__}: {error}") from error
    wanted = {*vars(protocol), *getattr(protocol, "__annotations__", {})}
    missing = sorted(name for name in wanted if not name.startswith("_") and not hasattr(thing, name))
    if missing:
        lacking = ", ".join(missing)
        raise BadConfiguration(f"{what} {word!r} has no {lacking}: see leadline.protocols.{protocol.__name__}")
    return thing

"""A person decides about a source: what was decided is kept in its folder and counts from the next `resume` or
`refresh` on (`leadline.harvest.human`)."""

from datetime import datetime
from pathlib import Path
from typing import Any

from leadline.app.archived import form_page
from leadline.errors import ArchiveError, BadTarget
from leadline.harvest.human import Decision, decide
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store


def decide_about(folder: CrawlFolder, store: Store, said: dict[str, Any], now: datetime) -> Decision:
    """Keep one decision; `said` has the keys of `Decision`. Raises where it says nothing that can be used."""
    if folder.kind != "harvest":
        raise BadTarget("decisions are kept with a harvest; this folder is of a crawl")
    decision = _decision(said, now)
    names = [field.name for form in form_page(folder, store).forms for field in form.fields]
    decision.check(names)
    try:
        decide(Path(folder.path), decision)
    except OSError as error:
        raise ArchiveError(f"{folder.path} cannot be written: {error.strerror}; nothing was decided") from error
    return decision


def _decision(said: dict[str, Any], now: datetime) -> Decision:
    kinds: dict[str, Any] = {
        "field": str,
        "label": str,
        "type": str,
        "use": bool,
        "values": list,
        "forbidden": bool,
    }
    if strange := [name for name in said if name not in kinds]:
        raise BadTarget(f"{strange[0][:80]!r} is nothing to decide; there are {', '.join(kinds)}")
    wrong = [name for name, value in said.items() if value is not None and not isinstance(value, kinds[name])]
    if wrong:
        raise BadTarget(f"{wrong[0]} is not of the kind {kinds[wrong[0]].__name__}")
    values = said.get("values")
    if values is not None and not all(isinstance(one, str) for one in values):
        raise BadTarget("values are a list of texts")
    decision = Decision(
        now.isoformat(timespec="seconds"),
        **{**said, "values": tuple(values) if values is not None else None},
    )
    about_field = (decision.label, decision.type, decision.use, decision.values)
    if decision.field is None and (decision.forbidden is None or any(one is not None for one in about_field)):
        raise BadTarget("say which field is meant, or forbidden alone about the form")
    if decision.field is not None and all(one is None for one in about_field):
        raise BadTarget("say what the field is: label, type, use or values")
    return decision

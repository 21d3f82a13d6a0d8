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

_ABOUT_FORM = ("forbidden", "approved", "kind", "domain", "region", "key")


def decide_about(folder: CrawlFolder, store: Store, said: dict[str, Any], now: datetime) -> Decision:
    """Keep one decision; `said` has the keys of `Decision`. Raises where it says nothing that can be used."""
    decision = _decision(said, now)
    if folder.kind != "harvest":
        _check_form(decision, store)
        names: list[str] = []
    else:
        if decision.form is not None:
            raise BadTarget("form is said in the folder of a crawl; a harvest has but one")
        names = [field.name for form in form_page(folder, store).forms for field in form.fields]
    decision.check(names)
    try:
        decide(Path(folder.path), decision)
    except OSError as error:
        raise ArchiveError(f"{folder.path} cannot be written: {error.strerror}; nothing was decided") from error
    return decision


def _check_form(decision: Decision, store: Store) -> None:
    """Of a crawl: about which of its forms, and nothing that only a harvest knows."""
    if decision.form is None or decision.field is not None or decision.region or decision.key:
        raise BadTarget(
            "of a crawl it is decided what its forms are: say which form (its identity), and kind, domain, "
            "approved or forbidden"
        )
    if not any(row["identity"] == decision.form for row in store.pages.rows("forms")):
        raise BadTarget(f"the crawl found no form {decision.form[:80]!r}; its forms have an identity each")


def _decision(said: dict[str, Any], now: datetime) -> Decision:
    kinds: dict[str, Any] = {
        "field": str,
        "label": str,
        "type": str,
        "use": bool,
        "values": list,
        "forbidden": bool,
        "approved": bool,
        "kind": str,
        "domain": str,
        "region": str,
        "key": str,
        "form": str,
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
    about_form = (getattr(decision, name) for name in _ABOUT_FORM)
    says_of_form = any(one is not None for one in about_form)
    if decision.field is None and (not says_of_form or any(one is not None for one in about_field)):
        raise BadTarget(f"say which field is meant, or of the form one of {', '.join(_ABOUT_FORM)}")
    if decision.field is not None and says_of_form:
        raise BadTarget("say what the field is, or what the form is, one after the other")
    if decision.field is not None and all(one is None for one in about_field):
        raise BadTarget("say what the field is: label, type, use or values")
    return decision

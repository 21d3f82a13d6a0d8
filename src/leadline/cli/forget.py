"""`leadline forget`: a record is deleted on request, and stays deleted."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from leadline.cli.folders import DIR
from leadline.cli.network import Json, Server, argument, named, switch
from leadline.cli.running import say, write_result
from leadline.errors import BadTarget

if TYPE_CHECKING:
    from leadline.app.forget import ForgetPlan, ForgetReport

EPILOG = (
    "Examples:\n"
    "leadline forget my-harvest https://www.example.com/item?id=7\n"
    "leadline forget my-harvest --where 'Name=J. Doe' --yes\n"
    "leadline forget my-project a1c6a8d5e568616b83424e0a6562fae5 --yes --json"
)


def forget(
    folder: DIR,
    records: Annotated[
        list[str] | None, argument("RECORD", "The id of a record, its URL, or what its first field says.")
    ] = None,
    *,
    where: Annotated[
        list[str] | None,
        named("FIELD=VALUE", "Records whose field says just that; can be repeated: all of them hold."),
    ] = None,
    yes: Annotated[bool, switch("--yes", "Do it without asking: for scripts.")] = False,
    as_json: Json = False,
    db: Server = None,  # noqa: ARG001  # see `Server`
) -> int:
    """Delete records for good: from the database, the archive, the index and every later export."""
    from leadline.app.forget import forget
    from leadline.cli.report import written_report

    if not records and not where:
        raise BadTarget("say which record: its id, its URL, what its first field says, or --where FIELD=VALUE")
    wanted = [_field_and_value(one) for one in where or ()]
    reports = [one for one in _reports(folder) if one.exists()]
    done = forget(folder, records or [], wanted, lambda plan: yes or _agreed(plan))
    if done.is_done:
        for one in reports:
            written_report(one.parent, one)
    write_result(done.as_json(), _lines(done, folder), as_json=as_json)
    return 0


def _reports(folder: Path) -> list[Path]:
    from leadline.app.folders import folders_of

    return [one / "report.html" for one in dict.fromkeys((folder, *folders_of(folder)))]


def _field_and_value(typed: str) -> tuple[str, str]:
    name, _, value = typed.partition("=")
    if not name.strip() or not value.strip():
        raise BadTarget(f"--where {typed} says no field and value; write --where FIELD=VALUE")
    return name, value


def _agreed(plan: "ForgetPlan") -> bool:
    for line in _planned(plan):
        say(line)
    if not sys.stdin.isatty():
        raise BadTarget("nothing was deleted: nobody is there to be asked; add --yes")
    sys.stderr.write("Delete them for good? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _planned(plan: "ForgetPlan") -> Iterator[str]:
    yield f"{_counted(plan.records, 'record')} will be deleted, with all earlier versions"
    if plan.pages:
        lost = f"{_counted(plan.pages, 'archived page')} will lose what they say"
        yield f"{lost}; {_counted(plan.others, 'other record')} of them stay, but cannot be cut anew from there"
    if plan.addresses or plan.queries:
        wiped = f"{_counted(plan.addresses, 'record')} of the archive will lose their addresses"
        yield f"{wiped}, {_counted(plan.queries, 'query', 'queries')} what was filled in"


def _lines(done: "ForgetReport", folder: Path) -> Iterator[str]:
    plan = done.plan
    if not done.is_done:
        yield "Nothing was deleted."
        return
    if not plan.records:
        yield "It was forgotten before."
        return
    yield f"{_counted(plan.records, 'record')} forgotten. It stays so: {folder} knows a digest of what it went by."
    yield (
        f"{_counted(plan.pages, 'archived page')} lost what they said ({_counted(plan.others, 'other record')} of "
        f"them stay); {_counted(plan.queries, 'query', 'queries')} what was filled in."
    )
    for file in done.elsewhere:
        yield f"{file} is no file of ours and still holds it: delete it yourself."


def _counted(count: int, one: str, more: str = "") -> str:
    return f"{count:,} {one if count == 1 else more or one + 's'}"

"""What `leadline inspect` shows: a table of each form's fields, or JSON; remarks about them on standard error.

All text of a page is hostile. `leadline.cli.terminal` lets nothing through that steers a terminal; here it goes
through `harmless` first, so that columns keep their width, and into `rich.text.Text`, never into a markup string.
Colour appears on a terminal only.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from leadline.app.describe import action_of, default_of, describe, values_of
from leadline.app.inspect import Failed, Inspected, Inspection
from leadline.app.progress import Progress, TargetInspected
from leadline.cli.running import FAILED, say, write_json
from leadline.cli.terminal import console, harmless
from leadline.errors import BadTarget
from leadline.model.field import Field, UnderstoodForm
from leadline.model.form import Control
from leadline.model.page import Hints
from leadline.web.blocks import Kind

_VALUES_SHOWN = 5
_LONGEST = 60
_DOUBTFUL = 0.5
_UNSEEN_SHOWN = 3
"""Fields nobody sees that are still worth a row each: traps come one by one, closed panels by the dozen."""
_COLOURS = {"private": "red", "other": "dim", "sort": "dim", "display": "dim"}
"""What is never filled in, and what brings no other records."""
_IN_FRONT: Mapping[Kind, str] = {
    "captcha": "a captcha",
    "challenge": "a check of the browser",
    "forbidden": "a refusal",
    "rate-limit": "a demand for fewer requests",
    "login-wall": "a login",
    "consent": "a question for consent",
}


class Printer:
    """Takes what `inspect` tells, and prints each result when it is known, or all as one document at the end."""

    def __init__(self, shape: str, svg: Path | None = None) -> None:
        """`shape` is tables, json or jsonl; into `svg` all forms are drawn as well."""
        self._shape = shape
        self._svg = svg
        if svg is not None:
            _write(svg, "", "a")  # a file that cannot be written is said before anything is fetched

    def __call__(self, event: Progress) -> None:
        if not isinstance(event, TargetInspected):
            return
        if self._shape == "tables":
            out = console()
            show(event.result, out)
            out.file.flush()  # a remark about it comes after it, also where both go to one place
        elif self._shape == "jsonl":
            write_json(describe(event.result), indent=None)
        remark(event.result)

    def finish(self, results: Sequence[Inspection]) -> int:
        """Print what is printed last; the exit code is the worst of all targets."""
        if self._shape == "json":
            documents = [describe(result) for result in results]
            write_json(documents if len(documents) > 1 else documents[0])
        if self._svg is not None:
            from leadline.app.drawing import drawing

            _write(self._svg, drawing([result for result in results if isinstance(result, Inspected)]))
        return max(map(_exit_code, results))


def _exit_code(result: Inspection) -> int:
    if isinstance(result, Failed):
        return result.error.exit_code
    return FAILED if result.blocked else 0


def _write(file: Path, text: str, mode: str = "w") -> None:
    try:
        with file.open(mode, encoding="utf-8", errors="replace") as stream:
            stream.write(text)
    except OSError as error:
        raise BadTarget(f"--svg {file}: cannot be written: {error.strerror or error}") from error


def show(result: Inspection, out: Console) -> None:
    """One target: what page it is, then its forms. Failures are said elsewhere, on standard error."""
    if isinstance(result, Failed):
        return
    out.print(Text(harmless(result.page.title) or "(no title)", style="bold"))
    came = "".join(f"{hop.url} → " for hop in result.response.hops)
    address = result.source if result.page.url == "about:blank" else result.page.url
    out.print(Text(harmless(came + address), style="dim"), soft_wrap=True)
    for known in result.forms:
        out.print()
        _show_form(known, out)
    if not result.page.forms:
        out.print("No form on this page.")
    if result.scripted is not None:
        out.print()
        out.print(Text("outside of any form (a script may read these)", style="bold cyan"))
        _show_form(result.scripted, out)
    for sentence in _hints(result.page.hints):
        out.print(Text(harmless(sentence)), soft_wrap=True)
    out.print()


def remark(result: Inspection) -> None:
    """Say on standard error what must be known about a result: failures, error statuses, blocks, cuts."""
    if isinstance(result, Failed):
        say(str(result.error))
        return
    response = result.response
    if result.blocked:
        shown = _IN_FRONT[result.blocked.kind]
        say(f"{response.url}: the site shows {shown} instead of its page ({result.blocked.why})")
    elif response.status >= 400:
        say(f"{response.url}: the server answered {response.status}; what it sent along is shown")
    elif result.lacks:
        say(f"{response.url}: its scripts make this page ({result.lacks}) and did not run; try --render always")
    if response.truncated:
        say(f"{response.url}: only the first {len(response.body):,} bytes were read ({response.truncated})")
    for sentence in result.page.cut:
        say(f"{response.url}: {sentence}")


def _show_form(known: UnderstoodForm, out: Console) -> None:
    form = known.form
    heading = Text(f"form {form.index}  ", style="bold cyan")
    heading.append(f"{form.method.upper()} ", style="bold")
    heading.append(harmless(action_of(form)) or "(no action)")
    heading.append(f"  {form.identity}", style="dim")
    if form.invisible:
        heading.append(f"  not visible: {form.invisible}", style="yellow")
    out.print(heading, soft_wrap=True)
    out.print(_judged(known))
    rows, unseen = _apart(known.fields)
    if rows:
        out.print(_table(rows))
    hidden = [c.name or "(no name)" for c in form.controls if c.kind == "hidden"]
    buttons = list(map(_button, form.buttons))
    for name, found in (("hidden", hidden), ("not visible", unseen), ("buttons", buttons)):
        if found:
            out.print(Text(f"  {name}: {harmless(', '.join(found))}", style="dim"))


def _judged(known: UnderstoodForm) -> Text:
    """What it is, how likely a search, and whether it may be sent; every reason if not."""
    kind, p = known.judgement.kind, known.judgement.searchable
    line = Text("  ")
    line.append(kind, style="bold green" if kind == "search" else "bold")
    line.append(f"  P(search) {p:.2f}  ")
    if known.verdict.safe:
        line.append("safe to send", style="green")
        return line
    line.append("not to be sent:", style="red")
    for reason in known.verdict.refused:
        line.append(f"\n    {_short(reason, 100)}", style="red")
    return line


def _apart(fields: Sequence[Field]) -> tuple[Sequence[Field], list[str]]:
    """Rows of the table, and names of fields a reader does not see, where those are many beside ones he sees."""
    unseen = [field for field in fields if field.first.invisible]
    if len(unseen) <= _UNSEEN_SHOWN or len(unseen) == len(fields):
        return fields, []
    named = [_short(field.name or "(no name)", 24) for field in unseen]
    more = len(named) - _VALUES_SHOWN
    told = named[:_VALUES_SHOWN] + ([f"{more} more"] if more > 0 else [])
    return [field for field in fields if not field.first.invisible], told


def _table(fields: Sequence[Field]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=True, show_edge=False)
    for heading in ("label", "type", "field", "control", "values"):
        table.add_column(heading, overflow="fold")
    for field in fields:
        control = Text(field.control)
        if field.required:
            control.append(" required", style="bold")
        if field.first.invisible:
            control.append(f" not visible: {field.first.invisible}", style="yellow")
        name = Text(harmless(field.name)) if field.name else Text("(no name)", style="dim")
        kind = Text(field.type.value, style=_COLOURS.get(field.type.value, "cyan"))
        kind.append(f" {field.end}" if field.end else "")
        table.add_row(_label(field), kind, name, control, Text(_values(field)))
    return table


def _label(field: Field) -> Text:
    """A question mark where the label may well be another's."""
    if not field.label:
        return Text("–", style="dim")
    doubtful = field.label_confidence < _DOUBTFUL
    return Text(_short(field.label) + (" ?" if doubtful else ""), style="yellow" if doubtful else "bold")


def _values(field: Field) -> str:
    labels = [_short(option.label or option.value, 24) for option in values_of(field)]
    if not labels:
        default = default_of(field)
        return f"= {_short(default)}" if isinstance(default, str) and default.strip() else ""
    more = len(labels) - _VALUES_SHOWN
    return ", ".join(labels[:_VALUES_SHOWN]) + (f" … {more} more" if more > 0 else "")


def _button(button: Control) -> str:
    spoken = (button.attribute(name) for name in ("alt", "aria-label", "title"))
    text = next((text for text in (button.text, button.value, *spoken) if text and text.strip()), "no text")
    return f"[{_short(text)}]"


def _short(text: str, longest: int = _LONGEST) -> str:
    clean = harmless(text)
    return clean if len(clean) <= longest else clean[: longest - 1].rstrip() + "…"


def _hints(hints: Hints) -> Iterator[str]:
    for what, found in (
        ("an OpenSearch description", hints.opensearch),
        ("a search address of schema.org", hints.search_actions),
        ("a sitemap", hints.sitemaps),
        ("a feed", hints.feeds),
    ):
        for url in found:
            yield f"The page names {what}: {url}"

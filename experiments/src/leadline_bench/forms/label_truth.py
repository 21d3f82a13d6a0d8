"""Truth about labels without labelling: pages whose authors linked labels to fields, the links taken away.

`hidden` turns every `<label>` into a `<span>` and takes `for`, `aria-label`, `aria-labelledby`, `title` and
`placeholder` from all elements; the text of the label stays on the page, and whoever infers labels should find it
again. Fields whose label is not to be seen afterwards are left out. A `<title>` in a picture is a tool tip like
the attribute and no part of a label.
"""

import json
import re
import tarfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from leadline.forms.labels.rules import parts_of
from leadline.forms.layout.source import Source
from leadline.model.field import CHOICES
from leadline.model.form import BUTTONS, Control, Form
from leadline.model.url import canonical, site_of
from leadline.parse.document import Document, parse_html
from leadline.web.charset import decode

_LABEL = re.compile(r"<(/?)label(?=[\s>/])", re.IGNORECASE)
_LINKS = re.compile(r"(?<=[\s\"'])(aria-label(?:ledby)?|title|placeholder|for)(?=\s*=)", re.IGNORECASE)
_PICTURE = re.compile(r"<svg\b.*?</svg>", re.IGNORECASE | re.DOTALL)
_TITLE = re.compile(r"<(title|desc)\b[^>]*>[^<]*</\1>", re.IGNORECASE)
_WORDS = re.compile(r"[^\W_]+")


def hidden(html: str) -> str:
    """The page without its author's links between labels and fields.

    >>> hidden('<label for="q">Find</label><input id="q" title="x">')
    '<span data-was-for="q">Find</span><input id="q" data-was-title="x">'
    """
    return _LINKS.sub(r"data-was-\1", _LABEL.sub(r"<\1span", html))


def normal(text: str) -> str:
    """Words alone, without case: punctuation and asterisks do not count.

    >>> normal("E-Mail (required)*:")
    'e mail required'
    """
    return " ".join(_WORDS.findall(text.casefold()))


def compact(text: str) -> str:
    """Normalised without spaces, so that it does not matter where a parser sees words end."""
    return normal(text).replace(" ", "")


@dataclass(frozen=True, slots=True)
class Case:
    """One control whose label the author gave, on the page without the links."""

    site: str
    document: Document
    form: Form
    control: Control
    labels: frozenset[str]
    """Normalised: any of these is right. Empty where the author gave only what is not to be seen."""
    unopened: bool = False
    """In a form that is hidden as a whole until a script opens it."""

    @property
    def is_value(self) -> bool:
        return self.control.kind in CHOICES

    @property
    def just_before(self) -> bool:
        """Whether a label is the text that ends right before the control."""
        return compact(self.control.before).endswith(tuple(map(compact, self.labels)))


def cases(html: str, url: str, site: str) -> Iterator[Case]:
    """Every visible control of a page whose label stays visible, or that has none (`label` is empty); and those
    that are visible with their label once their form is opened."""
    html = _PICTURE.sub(lambda picture: _TITLE.sub("", picture[0]), html)
    masked = hidden(html)
    page, document = parse_html(html, url), Document(masked, url)
    bare = document.page
    if [len(f.controls) for f in page.forms] != [len(f.controls) for f in bare.forms]:
        return
    visible = f" {normal(bare.text)} "
    source = Source(document) if any(form.invisible for form in bare.forms) else None
    for form, other in zip(page.forms, bare.forms, strict=True):
        text = normal(other.text)
        opened = _opened(other, source) if source is not None and other.invisible else set[int]()
        for control, seen in zip(form.controls, other.controls, strict=True):
            if (control.invisible is not None and seen.place not in opened) or control.kind in BUTTONS:
                continue
            given = _given(control)
            near = f" {text} | {normal(seen.before)} | {normal(seen.after)} "
            kept = frozenset(label for label in given if f" {label} " in near)
            if kept:
                yield Case(site, document, other, seen, kept, unopened=control.invisible is not None)
            elif control.invisible is None and not given and _named_unseen(control, visible):
                yield Case(site, document, other, seen, frozenset())


def _opened(form: Form, source: Source) -> set[int]:
    """Places of the fields that opening a form brings to sight."""
    return {field.place for part in parts_of(form, source) for field in part.fields if field.invisible is None}


def _given(control: Control) -> set[str]:
    """Each of its labels, and all of them read as one."""
    labels = list(dict.fromkeys(normal(label) for label in control.labels))
    return {label for label in (*labels, " ".join(labels)) if label}


def _named_unseen(control: Control, visible: str) -> bool:
    """The author named it by attribute alone, with words that stand nowhere on the page."""
    names = [normal(control.attribute(key) or "") for key in ("aria-label", "placeholder", "title")]
    return any(names) and not any(f" {name} " in visible for name in names if name)


def archived(archive: Path, endings: tuple[str, ...] = (".html", ".htm")) -> Iterator[tuple[str, str]]:
    """Names and decoded texts of the pages in an archive."""
    with tarfile.open(archive) as members:
        for member in members:
            stream = members.extractfile(member) if member.name.endswith(endings) else None
            if stream is not None:
                yield member.name, decode(stream.read(), "text/html").text


def development_pages(data: Path, datasets: Iterable[str]) -> Iterator[tuple[str, str, str]]:
    """Data set, site and text of every page; pages of one site belong to one fold."""
    for dataset in datasets:
        if dataset == "formasaurus":
            index = json.loads((data / dataset / "dev_index.json").read_text(encoding="utf-8"))
            for name, html in archived(data / dataset / "dev_html.tar.xz"):
                if name in index:
                    yield dataset, site_of(canonical(index[name]["url"]) or name), html
        elif dataset == "ddg_autofill_forms":
            for name, html in archived(data / dataset / "dev_html.tar.xz"):
                yield dataset, name.rpartition("/")[2].rpartition("_")[0], html
        else:
            for name, html in archived(data / dataset / "dev.tar.xz", (".testhtml",)):
                yield dataset, name.partition("/")[0], html

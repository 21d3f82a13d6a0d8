"""One form understood: what it is for, whether it may be sent, and what each of its fields is called and takes.

Labels need the layout, and the layout needs the page's tree, so the document is asked for and not its page. A
header form stands on every page of a site; what was understood of it once is kept by site and signature
(`Understandings`). The gate is asked each time: it looks at what stands beside a form, and a refusal must not be
forgotten because the form was met elsewhere before.

>>> from leadline.parse.document import Document
>>> html = "<form action=/find>Price from <input name=min> to <input name=max> <button>Search</button></form>"
>>> document = Document(html, "http://example.org/")
>>> found = understand(document.page.forms[0], document)
>>> found.judgement.kind, found.verdict.safe, [(str(f.type.type), f.type.end) for f in found.fields]
('search', True, [('price', 'low'), ('price', 'high')])
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from leadline.forms.kinds.model import Judgement, judge
from leadline.forms.labels import FieldLabel, Group, LabelSource, labels_of
from leadline.forms.labels.claims import grouped
from leadline.forms.layout import Source
from leadline.forms.safety import Verdict, gate
from leadline.forms.types import FieldType, Span, Told, types_of
from leadline.forms.types.ends import without_end
from leadline.model.form import BUTTONS, Form
from leadline.model.page import Page
from leadline.model.url import canonical, site_of
from leadline.parse.document import Document

_KEPT = 2_000
"""Forms remembered; a site has a handful of them."""
_COMPOSED = frozenset({"range", "date"})
_NO_FORM = 1_000_000
"""An index no form of a page has."""


@dataclass(frozen=True, slots=True)
class UnderstoodField:
    """One field: a control, or all radios or checkboxes of one name."""

    label: str
    label_source: LabelSource
    label_confidence: float
    type: FieldType
    values: tuple[str, ...]
    """What a reader sees for each value: one a radio or checkbox, or one an option."""
    group: Group | None


@dataclass(frozen=True, slots=True)
class Understood:
    """One form; `fields` are in the order of `leadline.forms.labels.claims.grouped`."""

    judgement: Judgement
    verdict: Verdict
    fields: tuple[UnderstoodField, ...]


_Key = tuple[str, str, str, tuple[str, ...]]
_Lasting = tuple[Judgement, tuple[UnderstoodField, ...]]


class Understandings:
    """What was understood before, the least recently met forgotten first; and the tree of the last page."""

    def __init__(self, most: int = _KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[_Key, _Lasting] = OrderedDict()
        self._document: Document | None = None
        self._source: Source | None = None
        self.hits = 0

    def __len__(self) -> int:
        return len(self._kept)

    def recall(self, key: _Key) -> _Lasting | None:
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            self.hits += 1
        return found

    def keep(self, key: _Key, understood: _Lasting) -> None:
        self._kept[key] = understood
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)

    def source(self, document: Document) -> Source:
        """The tree of a page, made ready once for all its forms."""
        if self._source is None or self._document is not document:
            self._document, self._source = document, Source(document)
        return self._source


def understand(
    form: Form, document: Document, cache: Understandings | None = None, labels: str = "layout"
) -> Understood:
    """Understand one form of a document."""
    page = document.page
    cache = Understandings(1) if cache is None else cache
    key = (_site(page), form.signature, labels, page.hints.search_actions)
    lasting = cache.recall(key)
    if lasting is None:
        lasting = judge(form, page), _fields(form, cache.source(document), labels)
        cache.keep(key, lasting)
    judgement, fields = lasting
    return Understood(judgement, gate(form, page), fields)


def understand_loose(
    document: Document, cache: Understandings | None = None, labels: str = "layout"
) -> tuple[UnderstoodField, ...]:
    """Fields that belong to no form, taken together as if they were one."""
    page = document.page
    controls = tuple(c for c in page.loose_controls if c.kind not in BUTTONS and c.kind != "hidden")
    if not controls:
        return ()
    form = Form(_NO_FORM, page.url, "", "get", "", (), controls, "", "", "")
    return _fields(form, (Understandings(1) if cache is None else cache).source(document), labels)


def _site(page: Page) -> str:
    """Files and standard input have none: their address stands for it."""
    return site_of(page.url) if canonical(page.url) is not None else page.url


def _fields(form: Form, source: Source, rule: str) -> tuple[UnderstoodField, ...]:
    labelled = labels_of(form, source, rule)
    told = [
        Told(controls, label.label, label.values, label.group.label if label.group else "")
        for controls, label in zip(grouped(form), labelled, strict=True)
    ]
    typed = types_of(told)
    groups = _groups(labelled, typed.spans)
    return tuple(
        UnderstoodField(label.label, label.source, label.confidence, type_, label.values, group)
        for label, type_, group in zip(labelled, typed.types, groups, strict=True)
    )


def _groups(labelled: Sequence[FieldLabel], spans: Sequence[Span]) -> list[Group | None]:
    """What the layout holds together, and the dates and ranges that only options and types tell."""
    groups = [field.group for field in labelled]
    for span in spans:
        members = [groups[number] for number in span.members]
        if any(group is not None and group.kind in _COMPOSED for group in members):
            continue
        first = members[0]
        if first is not None and first.members == span.members:
            group = replace(first, kind=span.kind)
        else:
            group = Group(span.kind, without_end(labelled[span.members[0]].label), span.members)
        for number in span.members:
            groups[number] = group
    return groups

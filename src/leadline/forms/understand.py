"""One form understood: what it is for, whether it may be sent, and what each of its fields is called and takes.

Labels need the layout, and the layout needs the page's tree, so the document is asked for and not its page. A
header form stands on every page of a site; what was understood of it once is kept by site and signature
(`Understandings`). The gate is asked each time: it looks at what stands beside a form, and a refusal must not be
forgotten because the form was met elsewhere before.

>>> from leadline.parse.document import Document
>>> html = "<form action=/find>Price from <input name=min> to <input name=max> <button>Search</button></form>"
>>> document = Document(html, "http://example.org/")
>>> found = understand(document.page.forms[0], document)
>>> found.judgement.kind, found.verdict.safe, [(str(field.type), field.end) for field in found.fields]
('search', True, [('price', 'low'), ('price', 'high')])
"""

from collections import OrderedDict
from collections.abc import Callable, Collection
from dataclasses import replace
from hashlib import blake2b

from leadline.errors import BadConfiguration
from leadline.forms.evidence import Evidence
from leadline.forms.kinds.model import judge
from leadline.forms.kinds.tree14 import searchable14
from leadline.forms.labels.rules import labels_by, labels_of
from leadline.forms.layout.source import Source
from leadline.forms.safety import gate
from leadline.forms.searchable import searchable
from leadline.forms.settings import FormsSettings
from leadline.forms.types.together import types_of
from leadline.model.field import Field, Judgement, UnderstoodForm, Verdict, fields_of
from leadline.model.form import BUTTONS, Control, Form
from leadline.model.page import Page
from leadline.model.url import canonical, site_of
from leadline.parse.document import Document

_KEPT = 2_000  # forms remembered; a site has a handful of them
_NO_FORM = 1_000_000  # an index no form of a page has
_SENT_AS = "application/x-www-form-urlencoded"
SCRIPT = "script"  # method of what is no form and a script may read
READ_BY_SCRIPT = "it stands in no <form>, so only a script reads it; leadline harvest asks the page in a browser"

SEARCHABLE: dict[str, Callable[[Form, Evidence], float]] = {
    "learned": lambda form, evidence: judge(form, evidence=evidence).searchable,
    "tree14": lambda form, _: searchable14(form),
    "rule": searchable,
}
"""Who says whether a form is a search: our model, the paper's fourteen counts, a rule written by hand."""

_Key = tuple[str, str, FormsSettings, tuple[str, ...]]
_Lasting = tuple[Judgement, tuple[Field, ...]]


def check(forms: FormsSettings) -> None:
    """Raise on settings that cannot work, before anything is started."""
    searchable_by(forms.searchable)
    labels_by(forms.labels)


def searchable_by(name: str) -> Callable[[Form, Evidence], float]:
    """P(searchable), by the judge of that name, of a form and what was read in it."""
    if name not in SEARCHABLE:
        raise BadConfiguration(f"forms.searchable = {name!r} is not known; known: {', '.join(SEARCHABLE)}")
    return SEARCHABLE[name]


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

    def remembered(self, key: _Key, read: Callable[[], _Lasting]) -> _Lasting:
        found = self._kept.get(key)
        if found is None:
            found = self._kept[key] = read()
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        else:
            self._kept.move_to_end(key)
            self.hits += 1
        return found

    def source(self, document: Document) -> Source:
        """The tree of a page, made ready once for all its forms."""
        if self._source is None or self._document is not document:
            self._document, self._source = document, Source(document)
        return self._source


def judged(
    form: Form, page: Page, settings: FormsSettings | None = None, allowed: Collection[str] = ()
) -> UnderstoodForm:
    """What a form is for and whether it may be sent, its fields as the markup has them: enough to choose one."""
    evidence = Evidence(form)
    judgement = _judgement(form, page, evidence, (settings or FormsSettings()).searchable)
    verdict = gate(form, page, allowed, evidence)
    return UnderstoodForm(form, judgement, verdict, evidence.visible, fields_of(form))


def with_fields(found: UnderstoodForm, document: Document, labels: str = "layout") -> UnderstoodForm:
    """A form that was judged, with what its fields are called and take."""
    return replace(found, fields=types_of(labels_of(found.form, Source(document), labels)))


def understand(
    form: Form, document: Document, cache: Understandings | None = None, settings: FormsSettings | None = None
) -> UnderstoodForm:
    page = document.page
    cache = Understandings(1) if cache is None else cache
    settings = settings or FormsSettings()
    # Files and standard input have no site: their address stands for it.
    site = site_of(page.url) if canonical(page.url) is not None else page.url
    key = (site, form.signature, settings, page.hints.search_actions)
    evidence = Evidence(form)

    def read() -> _Lasting:
        judgement = _judgement(form, page, evidence, settings.searchable)
        return judgement, types_of(labels_of(form, cache.source(document), settings.labels))

    judgement, kept = cache.remembered(key, read)
    here = fields_of(form)  # the same but for the places of the controls on this page
    fields = tuple(replace(field, controls=own.controls) for field, own in zip(kept, here, strict=True))
    return UnderstoodForm(form, judgement, gate(form, page, evidence=evidence), evidence.visible, fields)


def loose_form(page: Page, controls: tuple[Control, ...]) -> Form:
    """Controls that stand in no form, as one that is sent to the page itself."""
    text = " ".join(filter(None, (part for c in controls for part in (c.before, *c.labels, c.text, c.after))))
    named = tuple(c if c.name or c.kind in BUTTONS else replace(c, name=c.attribute("id") or "") for c in controls)
    said = "\n".join(f"{c.kind} {c.name}" for c in named)
    identity = blake2b(said.encode("utf-8", "replace"), digest_size=10).hexdigest()
    return Form(len(page.forms), page.url, page.url, "get", _SENT_AS, (), named, text, identity, identity)


def understand_loose(
    document: Document, cache: Understandings | None = None, labels: str = "layout"
) -> tuple[Field, ...]:
    """Fields that belong to no form."""
    found = understand_scripted(document, cache, FormsSettings(labels=labels))
    return found.fields if found is not None else ()


def understand_scripted(
    document: Document, cache: Understandings | None = None, settings: FormsSettings | None = None
) -> UnderstoodForm | None:
    """Controls that belong to no form, taken together as if they were one: today's searches are often read by a
    script. Its method is `script`, and the gate does not let it go: nothing of it says where to."""
    page, settings = document.page, settings or FormsSettings()
    controls = tuple(c for c in page.loose_controls if c.kind != "hidden")
    if all(c.kind in BUTTONS for c in controls):
        return None
    form = loose_form(page, controls)
    source = (Understandings(1) if cache is None else cache).source(document)
    evidence = Evidence(form)
    judgement, verdict = _judgement(form, page, evidence, settings.searchable), gate(form, page, evidence=evidence)
    fields = types_of(labels_of(replace(form, index=_NO_FORM), source, settings.labels))
    refused = Verdict((*verdict.refused, READ_BY_SCRIPT), (*verdict.impossible, READ_BY_SCRIPT))
    return UnderstoodForm(replace(form, action="", method=SCRIPT), judgement, refused, evidence.visible, fields)


def _judgement(form: Form, page: Page, evidence: Evidence, by: str) -> Judgement:
    found = judge(form, page, evidence)
    return found if by == "learned" else replace(found, searchable=searchable_by(by)(form, evidence))

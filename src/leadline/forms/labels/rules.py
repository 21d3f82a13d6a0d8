"""The rules by name, as `forms.labels=` of the configuration has them, each asked about every part of a form.

Parts of a form that nobody sees until a script opens them (a dialog, a drawer, a folded section) have fields with
labels like any others, to be seen once the part is open, so each such part is read by itself, as if it were. Traps
for robots are hidden in the same ways; what tells them is that they stand alone beside fields that are seen. So an
element that hides is opened if it holds the form as a whole, every field of it, or more than one; a field that is
hidden by itself, or alone by an element around it, stays as it is.
"""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace

from selectolax.lexbor import LexborNode

from leadline.errors import BadConfiguration
from leadline.forms.labels.claims import Claim, Role, claims_of
from leadline.forms.labels.hiwe import hiwe_text
from leadline.forms.labels.names import Reading
from leadline.forms.labels.reading import labelled, source_of, tidy, understood
from leadline.forms.labels.surroundings import Surroundings
from leadline.forms.layout.boxes import Text
from leadline.forms.layout.source import Source, scene_of
from leadline.model.field import Field, LabelSource, fields_of
from leadline.model.form import Control, Form, Invisible
from leadline.parse.tree import CONTROLS, why_invisible

Rule = Callable[[Form, Source], tuple[Field, ...]]
_SEVERAL = 2  # fields that one element hides together: a trap stands alone
_ITSELF = -1  # in place of an element: the control alone is marked as hidden, from assistive technology


def by_parts(form: Form, source: Source, rule: Rule) -> tuple[Field, ...]:
    """What a rule says about every field of a form, asked about each part of it that opens by itself."""
    parts = parts_of(form, source)
    if parts[0] is form:
        return rule(form, source)
    whole = fields_of(form)
    numbers = {field.first.place: number for number, field in enumerate(whole)}
    found: dict[int, Field] = {}
    for part in parts:
        read = rule(part, source)
        own = [numbers[field.first.place] for field in read]
        for number, field in enumerate(read):
            group = field.group and replace(field.group, members=tuple(own[n] for n in field.group.members))
            found[own[number]] = replace(field, controls=whole[own[number]].controls, group=group)
    return tuple(found[number] for number in sorted(found))


def parts_of(form: Form, source: Source) -> list[Form]:
    """What is seen, with what stays hidden; then one form for each element that opens, its fields visible.
    A form of which nothing opens is itself."""
    if all(control.invisible is None for control in form.fields):
        return [form]
    folds = _Folds(form, source)
    opened: dict[int, list[Control]] = {}
    rest: list[Control] = []
    for field in fields_of(form):
        fold = folds.around(field.first)
        if fold is None:
            rest += field.controls
        else:
            opened.setdefault(fold, []).extend(replace(control, invisible=None) for control in field.controls)
    if not opened:
        return [form]
    parts = [replace(form, controls=tuple(controls)) for controls in opened.values()]
    return [replace(form, controls=(*rest, *form.buttons)), *parts] if rest else parts


class _Folds:
    """The elements that hide fields of one form, and which of them open."""

    def __init__(self, form: Form, source: Source) -> None:
        whole = source.element(form)
        self._loose = whole is None
        self._some_seen = whole is not None and any(control.invisible is None for control in form.fields)
        hidden = {field.first.place: self._hiders(field.first, source) for field in fields_of(form)}
        self._hidden = {place: hiders for place, hiders in hidden.items() if hiders}
        self._all = len(hidden)
        self._held = Counter(hider.mem_id for hiders in self._hidden.values() for hider in hiders)
        self._around_form = {hider.mem_id for hider in source.hiders(whole)} if whole is not None else set[int]()

    def _hiders(self, control: Control, source: Source) -> tuple[LexborNode, ...]:
        """What hides from assistive technology alone is seen with the rest of the form, if any of that is."""
        node = source.node(control.place)
        if node is None or control.invisible is None:
            return ()
        hiders = source.hiders(node)
        return tuple(hider for hider in hiders if not (self._some_seen and _is_shown(hider)))

    def around(self, control: Control) -> int | None:
        """Lexbor's number of the outermost element that is opened for a control, `_ITSELF` if it needs none; None
        if the control stays hidden."""
        hiders = self._hidden.get(control.place, ())
        if not hiders or not all(map(self._opens, hiders)):
            return None
        return _ITSELF if hiders[-1].tag in CONTROLS else hiders[-1].mem_id

    def _opens(self, hider: LexborNode) -> bool:
        if _is_shown(hider):
            return True
        if hider.tag in CONTROLS:
            return False
        held = self._held[hider.mem_id]
        return self._loose or hider.mem_id in self._around_form or held >= _SEVERAL or held == self._all


def _is_shown(hider: LexborNode) -> bool:
    return why_invisible(hider) is Invisible.ARIA


def labels_of(form: Form, source: Source, rule: str = "layout") -> tuple[Field, ...]:
    """The fields of a form with their labels, by one of `RULES`.

    >>> from leadline.parse.document import Document
    >>> html = "<form><table><tr><td>Author:<td><input name=a><tr><td>Title:<td><input name=t></table></form>"
    >>> document = Document(html, "http://example.org/")
    >>> [(f.label, str(f.label_source)) for f in labels_of(document.page.forms[0], Source(document))]
    [('Author', 'text-left'), ('Title', 'text-left')]
    """
    return by_parts(form, source, labels_by(rule))


def labels_by(name: str) -> Rule:
    if name not in RULES:
        raise BadConfiguration(f"forms.labels = {name!r} is not a rule; known: {', '.join(RULES)}")
    return RULES[name]


def _one_by_one(choose: Callable[[Claim, Surroundings], Text | None], *, widened: bool) -> Rule:
    """A rule that gives each claim its text without regard to the others, and nothing but texts."""

    def rule(form: Form, source: Source) -> tuple[Field, ...]:
        scene = scene_of(source, form, widened=widened)
        surroundings = Surroundings(scene)
        claims = claims_of(form, scene, source.controls)

        def read(role: Role, control: Control) -> Reading:
            claim = claims.get((role, control.place))
            text = choose(claim, surroundings) if claim is not None else None
            if claim is None or text is None:
                return "", LabelSource.NONE, 0.0
            return tidy(text.words), source_of(claim, text), 0.0

        return tuple(labelled(field, read) for field in fields_of(form))

    return rule


RULES: Mapping[str, Rule] = {
    "layout": understood,
    "hiwe": _one_by_one(hiwe_text, widened=False),
    "naive": _one_by_one(lambda claim, surroundings: surroundings.before(claim), widened=True),
}

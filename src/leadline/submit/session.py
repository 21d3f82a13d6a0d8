"""What a form needs to be sent again: fresh hidden values, its page loaded anew, the next of its steps.

Cookies live at the door (`leadline.web`). Here is what pages carry: tokens against forged requests, view state,
ids of sessions in the action. `Session` is a value, folded over what is seen:

    session.sent()               the form was submitted with the values it has
    session.answered(document)   its answer: it may hold the form with fresh values, or call those sent stale
    session.loaded(page)         the form's page was loaded again
    session.resumed()            another process goes on: its cookies are not ours
    session.needs_reload         must the form's page be loaded before the next submission?

A page is loaded again only where the site is known to want it: values that it refuses the second time are one-time
values, and from then on each submission is preceded by a load, unless the answer before brought fresh ones. Values
refused later than that, or by chance, have only grown old. A site that refuses fresh values as well has another
reason, and is not asked on and on.

**Taking over.** Only hidden values and the action are taken from a page. What stands in the fields is what the
site echoes, not what the form is: a form on a page of results is filled in with the question. From other pages
than the form's own, hidden fields are taken over only if they are state by their name or their value.
"""

import re
from collections import Counter, defaultdict, deque
from dataclasses import dataclass, replace

from leadline.forms.types.words import named_in_name
from leadline.lexicon.tables import entries
from leadline.model.field import FieldType
from leadline.model.form import Control, Form
from leadline.model.page import Page
from leadline.model.query import Choice
from leadline.model.url_parameters import holds_state, page_key
from leadline.parse.document import Document
from leadline.parse.forms import stable_action

_TIMES_UNTIL_OLD = 2
_OFTEN = 3  # refusals from which on a load before each submission costs less than being refused again
_DRAWN = re.compile(r"(?=[^0-9]*[0-9])(?=[^A-Za-z]*[A-Za-z])[A-Za-z0-9+/_=.\-]{16,}")
"""A value that a machine drew."""


@dataclass(frozen=True, slots=True)
class Session:
    """What is known about the state a form carries."""

    form: Form  # the form with the hidden values seen last
    changing: frozenset[str] = frozenset()  # hidden fields whose values differ between two loads
    one_time: bool = False  # the site refuses values that were sent before
    spent: bool = False  # the values were sent since they were seen last
    cold: bool = False  # the values are of another time or another process
    uses: int = 0  # how often these values were sent
    refusals: int = 0  # how often in a row the site has called values stale
    refused: int = 0  # how often in all

    @property
    def needs_reload(self) -> bool:
        return (self.spent and self.one_time) or (self.cold and has_state(self.form, self.changing))

    def sent(self) -> "Session":
        return replace(self, spent=True, uses=self.uses + 1)

    def loaded(self, page: Page) -> "Session":
        """A page of the site was seen; if the form stands on it, its values are the ones to send now."""
        fresh = refreshed(self.form, page, self.changing)
        if fresh is None:
            return self
        # Only what two loads of the form's own page differ in is known to change; elsewhere it may be an echo.
        apart = varying(self.form, fresh)
        known, uses = self.changing | apart, 0 if apart else self.uses
        return replace(self, form=fresh, changing=known, spent=False, cold=False, uses=uses)

    def answered(self, document: Document) -> "Session":
        if not expired(document):
            return replace(self, refusals=0).loaded(document.page)
        again, ever = self.refusals + 1, self.refused + 1
        one_time = self.one_time or self.uses == _TIMES_UNTIL_OLD or again > 1 or ever > _OFTEN
        return replace(self, one_time=one_time, spent=True, cold=True, refusals=again, refused=ever)

    def resumed(self) -> "Session":
        return replace(self, spent=True, cold=True)


# ── hidden values ─────────────────────────────────────────────────────────────────────────────────────────


def refreshed(form: Form, page: Page, changing: frozenset[str] = frozenset()) -> Form | None:
    """The form with the hidden values and the action it has on a newly loaded page, None if it is not there."""
    fresh = _same_form(form, page)
    if fresh is None:
        return None
    own = page_key(page.url) == page_key(form.page_url)
    new: dict[str, deque[Control]] = defaultdict(deque)

    def is_taken_over(control: Control) -> bool:
        return control.kind == "hidden" and (own or is_state(control) or control.name in changing)

    for control in filter(is_taken_over, fresh.controls):
        new[control.name].append(control)
    controls = []
    for control in form.controls:
        if is_taken_over(control) and new[control.name]:
            controls.append(new[control.name].popleft())
        elif not own or not is_taken_over(control):
            controls.append(control)
    # Tokens whose very name is drawn anew are the only ones left.
    controls += [control for left in new.values() for control in left]
    return replace(form, action=fresh.action, controls=tuple(controls))


def _same_form(form: Form, page: Page) -> Form | None:
    """By identity; else the only one that is sent to the same place and has the same fields to fill in."""
    same = [other for other in page.forms if other.identity == form.identity]
    if not same:
        names = Counter(control.name for control in form.fields)
        action = stable_action(form.action)
        alike = [f for f in page.forms if stable_action(f.action) == action and f.method == form.method]
        same = [other for other in alike if Counter(control.name for control in other.fields) == names]
        return same[0] if len(same) == 1 and names else None
    return min(same, key=lambda other: other.index != form.index)


def varying(one: Form, other: Form) -> frozenset[str]:
    """Names of hidden fields that two loads of a form give different values, or only one of them has."""
    before, after = (_hidden(form) for form in (one, other))
    return frozenset(name for name, _ in (before - after) + (after - before))


def _hidden(form: Form) -> Counter[tuple[str, str]]:
    return Counter((c.name, c.value) for c in form.controls if c.kind == "hidden" and c.name)


def is_state(control: Control) -> bool:
    """A hidden field that holds the state of a visit, by its name or its value."""
    drawn = _DRAWN.fullmatch(control.value) is not None
    return control.kind == "hidden" and (drawn or holds_state(control.name))


def has_state(form: Form, changing: frozenset[str] = frozenset()) -> bool:
    """Does a form carry anything that may grow old?"""
    if page_key(form.action) != form.action and ";" in form.action:
        return True
    return any(control.name in changing or is_state(control) for control in form.controls)


# ── answers that are not the end of it ────────────────────────────────────────────────────────────────────

_STALE = tuple(re.compile(pattern, re.IGNORECASE) for pattern in entries("blocks", "stale"))
_STALE_STATUS = frozenset({419, 440})  # laravel's and Microsoft's own: page expired, login time-out
_LONGEST_NOTICE = 240
_ARRANGING = frozenset({FieldType.SORT, FieldType.DISPLAY})
_RECORD_TAGS = frozenset({"a", "article", "dd", "tbody", "code", "pre"})


def _is_stale(text: str) -> bool:
    return any(pattern.search(text) for pattern in _STALE)


def expired(document: Document) -> bool:
    """Does the answer say that the token or the session that was sent is no longer valid?

    Records speak of expired sessions too (a bug tracker's do), so it has to be a notice: short, said once, and
    neither a link nor part of a table or an article."""
    if document.status in _STALE_STATUS:
        return True
    if not _is_stale(document.page.text):
        return False
    notices = 0
    for node in document.visible_tree.document.css("h1,h2,h3,h4,p,div,span,strong,b,em,font,li,label,td,center"):
        own = " ".join((node.text(deep=False) or "").split())
        if not own or len(own) > _LONGEST_NOTICE or not _is_stale(own):
            continue
        above, depth = node.parent, 0
        while above is not None and depth < 8 and above.tag not in _RECORD_TAGS:
            above, depth = above.parent, depth + 1
        if above is not None and above.tag in _RECORD_TAGS:
            return False
        notices += 1
    return notices == 1


def next_step(document: Document, form: Form, choice: Choice) -> Form | None:
    """The form on an answer's page that goes on with the search `form` began, None if the answer is final.

    It is another form than the one that was sent, has something to choose, and either carries what was chosen, or
    is sent to the same place and has a field the first did not have. To be asked only where an answer has no
    records: a page of results has forms to refine it, too. What only arranges results asks for nothing.
    Whether it may be sent the gate says: it has to be a search by itself, since a booking carries as much."""
    chosen = {(name, value) for name, value in choice if value}
    known = {control.name for control in form.controls if control.name}
    found: list[tuple[int, Form]] = []
    for other in document.page.forms:
        new = [c for c in other.fields if c.name and c.name not in known and c.invisible is None]
        new = [c for c in new if named_in_name(c.name) not in _ARRANGING]
        if other.identity == form.identity or not new:
            continue
        carried = {(c.name, c.value) for c in other.controls if c.kind == "hidden"}
        carries = len(carried & chosen) + sum(name in known and bool(value) for name, value in carried)
        same_place = stable_action(other.action) == stable_action(form.action)
        if carries or same_place:
            found.append((2 * carries + same_place, other))
    return max(found, key=lambda one: one[0])[1] if found else None

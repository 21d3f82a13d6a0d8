"""What a form shows for and against being a search, piece by piece: the ground both judges stand on.

`leadline.forms.searchable` weighs these pieces, `leadline.forms.safety` insists on some and refuses others.
Nothing here decides.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from hashlib import blake2b
from urllib.parse import parse_qsl

from leadline.forms import wording
from leadline.gate.controls import SHOWN, SUBMITS
from leadline.lexicon.phrases import phrase, says
from leadline.lexicon.tables import folded
from leadline.model.form import BUTTONS, Control, Form, Invisible
from leadline.model.page import cached_property
from leadline.model.url import canonical, host_of, join, parts_of, readable, rest_of


def attribute(form: Form, name: str) -> str:
    return next((value for key, value in form.attributes if key == name), "")


def spoken(button: Control) -> str:
    """What a reader (or a screen reader) is told about a button."""
    hidden_texts = (button.attribute(name) for name in ("alt", "aria-label", "title"))
    return " ".join(dict.fromkeys(text for text in (button.text, *hidden_texts) if text))


def captions(control: Control) -> list[str]:
    """What a reader is told about a field, the words right before it included."""
    written = [control.attribute(name) or "" for name in ("placeholder", "aria-label", "title")]
    near = " ".join(control.before.split()[-6:])
    default = control.value if control.kind in ("text", "search") else ""
    return [text for text in (*control.labels, *written, near, default) if text]


def naming(control: Control) -> list[str]:
    """What the author calls a field: its name and id."""
    return [text for text in (control.name, control.attribute("id") or "") if text]


_TYPED = frozenset({"text", "search", "url", "number", "date", "month", "week", "datetime-local", "time", "range"})
_CHOSEN = frozenset({"select-one", "select-multiple", "radio", "checkbox"})
_COMMANDS = frozenset({"action", "act", "cmd", "command", "do", "task", "op", "func", "function"})
"""Hidden fields by which one script serves many forms."""
_NAMESPACE = re.compile(r"[\[$:.]+")
_ADDRESSED = 0.7


class Choosing(StrEnum):
    """What a form of choices alone is for; `LOOKS_UP` is what is left: a search, an order, a poll."""

    ARRANGES = "arranges"
    SWITCHES = "switches"
    JUMPS = "jumps"
    LOOKS_UP = "chooses"


@dataclass(frozen=True)
class Evidence:
    """One form, read with the eyes of a judge."""

    form: Form

    @cached_property
    def visible(self) -> tuple[Control, ...]:
        """Fields a reader sees. Where the form opens only on a click, all of it is hidden now: then all count."""
        fields = tuple(self.form.fields)
        seen = tuple(c for c in fields if c.invisible is None or c.invisible is Invisible.ARIA)
        return tuple(c for c in seen if not is_trap(c)) or fields

    @cached_property
    def typed(self) -> tuple[Control, ...]:
        return tuple(c for c in self.visible if c.kind in _TYPED)

    @cached_property
    def chosen(self) -> tuple[Control, ...]:
        return tuple(c for c in self.visible if c.kind in _CHOSEN)

    @cached_property
    def submits(self) -> tuple[str, ...]:
        """What stands on the controls that send the form; plain buttons count where there is no other."""
        buttons = [c for c in self.form.buttons if c.kind in SUBMITS]
        buttons = buttons or [c for c in self.form.buttons if c.kind == "button"]
        return tuple(text for c in buttons if (text := spoken(c)))

    @cached_property
    def own_names(self) -> str:
        """Id, class, name and other words in the form tag itself."""
        wanted = ("id", "class", "name", "aria-label", "title", "data-type")
        return " ".join(attribute(self.form, key) for key in wanted)

    def term_field(self) -> str | None:
        """The name of a field that takes search terms."""
        for number, control in enumerate(self.typed):
            name = term_name(control)
            if name in wording.TERM_NAMES and not (number and name in wording.VAGUE_NAMES):
                return control.name
        return None

    @staticmethod
    def named_for_search(control: Control) -> bool:
        """By its own name: `filter[rating]` and `ctl00$Search$rating` have that of all fields of their site."""
        return _stem(_NAMESPACE.split(control.name.rstrip("]"))[-1]) is not None

    @cached_property
    def search_words(self) -> tuple[tuple[str, str], ...]:
        """(where, what) of every place that speaks of searching."""
        places: list[tuple[str, str]] = [("button", text) for text in self.submits]
        places += [("field", text) for c in (*self.typed, *self.chosen) for text in captions(c)]
        said = [(where, says(text, wording.SEARCH) or _stem(text)) for where, text in places]
        path = parts_of(self.form.action).path if self.form.action else attribute(self.form, "action")
        names = [("action", readable(path)), ("form", self.own_names)]
        names += [("name", c.name) for c in self.visible]
        names += [("hidden", f"{c.name} {c.value}") for c in self.form.controls if c.kind == "hidden"]
        names += [("class", _inner(c)) for c in self.form.controls]
        if self.form.action:
            names += [("action", f"{k} {v}") for k, v in parse_qsl(parts_of(self.form.action).query)]
        said += [(where, _stem(text)) for where, text in names]
        said.append(("action", says(self._script, wording.ANSWERS)))
        return tuple((where, found) for where, found in said if found)

    def acts(self) -> Iterator[tuple[str, str]]:
        """(what it does, the word that says so) on the submit controls.

        "Search orders" looks for orders; "Sign up to search" signs up: the first verb decides."""
        for text in self.submits:
            text_words = phrase(text)
            search = wording.SEARCH.search(text_words)
            for act, vocabulary in wording.ACTS.items():
                found = vocabulary.search(text_words)
                if found is None or (search and search.start() < found.start()):
                    continue
                # "Send" and "submit" send whatever the form is: where the rest says search, they send a search.
                if text_words.strip() in wording.GENERIC and self.says_search:
                    continue
                yield act, found[0]

    def action_act(self) -> str | None:
        """A word that is no search where the form is sent to, or in a hidden field that names the command."""
        for target in self.targets:
            if not self.is_own_page(target) and (found := act_in(target)):
                return found
        commands = (c.value for c in self.form.controls if c.kind == "hidden" and c.name.lower() in _COMMANDS)
        return next((found for value in commands if (found := says(value, wording.ACTION_ACTS))), None)

    def is_own_page(self, target: str) -> bool:
        """A form that says it searches and is sent to the very page it stands on has that page's address, not one
        of its own: the search box in the head of `/user/register` is sent there by a script that serves all."""
        page = canonical(self.form.page_url)
        if page is None or canonical(target) is None or not self.says_search:
            return False
        here, there = parts_of(page), parts_of(target)
        return (here.host, here.path) == (there.host, there.path)

    def is_posted(self, button: Control | None) -> bool:
        own = (button.attribute("formmethod") or "").lower() if button is not None else ""
        return (own or self.form.method) == "post"

    def called_for_an_act(self) -> str | None:
        """A word that is no search in the form's own id or name (`save-form`), where no other says that it is.

        A dialogue without an action is sent to the page it stands on, and `/tbl/query/` says nothing about it."""
        called = readable(f"{attribute(self.form, 'id')} {attribute(self.form, 'name')}")
        return None if _stem(called) or self.says_search else says(called, wording.ACTION_ACTS)

    @property
    def sent_to_a_search(self) -> bool:
        """The script itself is called search, find … (`/search.asp`), not just a folder above it."""
        return says(self._script, wording.SEARCH) is not None

    @cached_property
    def _script(self) -> str:
        """What the script is called that the form is sent to: the last part of the path, without `.php`."""
        if canonical(self.form.action) is None:
            return ""
        last = parts_of(self.form.action).path.rstrip("/").rpartition("/")[2]
        return readable(last.partition(".")[0])

    @cached_property
    def buttons_search(self) -> bool:
        """Every control that sends the form says "search", which "find" is not: sites find friends and shops."""
        sent_by = [spoken(c) for c in self.form.buttons if c.kind in SUBMITS]
        return bool(sent_by) and all((_stem(text) or "find") != "find" for text in sent_by)

    @cached_property
    def arranging(self) -> tuple[Control, ...]:
        """Controls that order or count results."""
        return tuple(c for c in self.chosen if any(says(t, wording.ARRANGING) for t in (*captions(c), *naming(c))))

    @cached_property
    def choosing(self) -> Choosing | None:
        """What its choices are for, where there is nothing else to fill in."""
        if not self.chosen or len(self.chosen) < len(self.visible):
            return None
        switches = any(says(t, wording.SWITCHING) for c in self.chosen for t in (*captions(c), *naming(c)))
        if self.arranging and 2 * len(self.arranging) >= len(self.chosen) and not switches:
            return Choosing.ARRANGES
        if switches and not self.arranging:
            return Choosing.SWITCHES
        return Choosing.JUMPS if any(map(_jumps, self.chosen)) else Choosing.LOOKS_UP

    def in_full(self, where: str, word: str) -> str:
        """The text of a button or the address of the action that a word was found in, if it is short."""
        texts: tuple[str, ...] = self.submits if where == "button" else ()
        if where == "action" and canonical(self.form.action) is not None:
            texts = (readable(parts_of(self.form.action).path),)
        shown = (text for text in texts if word in phrase(text) or _stem(text) == word)
        return next((text for text in shown if len(text) <= SHOWN), word)

    @cached_property
    def says_search(self) -> bool:
        """To a reader: on its button or at a field, or by the name that search terms have."""
        places = {where for where, _ in self.search_words}
        named = self.term_field() is not None or bool(places & {"name", "form", "class"})
        return named and bool(places & {"button", "field"})

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """Where the form may be sent: its action, and what its buttons say instead."""
        base = self.form.action or self.form.page_url
        others = (c.attribute("formaction") for c in self.form.buttons if c.kind in SUBMITS)
        return (self.form.action, *(join(base, other) or other for other in others if other))

    @property
    def posted(self) -> bool:
        methods = (c.attribute("formmethod") or "" for c in self.form.buttons)
        return self.form.method == "post" or any(method.lower() == "post" for method in methods)


def term_name(control: Control) -> str:
    """Its name as names of fields for search terms are listed. `q` is one, `p1` the first of several parameters:
    that is empty."""
    last = control.name.rpartition(".")[2]
    name = folded("".join(c for c in last if c.isalpha()))
    return "" if len(name) == 1 and any(c.isdigit() for c in last) else name


def is_trap(control: Control) -> bool:
    """A field that readers are told to leave empty: it is there for robots and says nothing about the form."""
    return control.kind not in _CHOSEN and any(wording.TRAP.search(phrase(text)) for text in captions(control))


def _jumps(control: Control) -> bool:
    """A menu of pages: its options are addresses, or it says "Go to"."""
    values = [o.value for o in control.options if o.value.strip()]
    addresses = sum(value.startswith(("/", "http://", "https://", "./", "../")) for value in values)
    if len(values) > 1 and addresses >= _ADDRESSED * len(values):
        return True
    texts = (*captions(control), *naming(control), *(o.label for o in control.options[:1]))
    return any(says(text, wording.JUMPING) for text in texts)


def act_in(target: str) -> str | None:
    """A word that is no search in one address. Directories above the script tell less: /account/search is a
    search, /search/login is none."""
    if canonical(target) is None:
        return says(target, wording.ACTION_ACTS)
    parts = parts_of(target)
    last = parts.path.rstrip("/").rpartition("/")[2]
    if _stem(parts.query) and _stem(parts.query.rpartition("=")[2]):  # what is asked for is named last
        return None
    found = says(readable(last), wording.ACTION_ACTS) or says(readable(parts.query), wording.ACTION_ACTS)
    if found is None and not _stem(parts.path) and not _stem(parts.query):
        found = says(readable(parts.path), wording.ACTION_ACTS) or says(parts.host, wording.ACTION_ACTS)
    return found


def wherever(form: Form) -> bytes | None:
    """A digest of all that evidence of a form rests on, without the host it stands on: the same program on
    another site shows the same form, and what is found for one holds for the other. None where that cannot be
    told: where the form leads to another host, or a button elsewhere than the form."""
    action, page = form.action, form.page_url
    if canonical(action) is None or canonical(page) is None or host_of(action) != host_of(page):
        return None
    if any(control.attribute("formaction") is not None for control in form.controls):
        return None
    places = (action.partition("?")[0] == page.partition("?")[0], parts_of(action).path == parts_of(page).path)
    plain = replace(form, index=0, page_url="", action=rest_of(action), signature="", identity="")
    everything = repr((plain, places, action.partition(":")[0], says(host_of(action), wording.ACTION_ACTS)))
    return blake2b(everything.encode("utf-8", "backslashreplace"), digest_size=16).digest()


def _inner(control: Control) -> str:
    keys = ("id", "class", "src", "onclick") if control.kind in BUTTONS else ("id", "class", "list")
    return " ".join(control.attribute(key) or "" for key in keys)[:300]


def _stem(text: str) -> str | None:
    found = wording.SEARCH_STEM.search(phrase(text)) if text else None
    return found[0].strip() if found else None

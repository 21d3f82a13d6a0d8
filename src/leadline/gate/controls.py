"""Which button of a form is pressed: the one that searches, never simply the first, and none that says a deed. And
fields that order a deed as they stand (`_method=DELETE`, a preselected `bulk=delete`), or would if chosen.

What a button says is its text, its value, the text that stands for its image, its title; where none of these has
words, its name and the name of its image. All of it is read by `leadline.lexicon.reading`. Of a field the whole
value counts, not a word in it; `order`, `book` and `apply` as names of fields are words of searching.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from urllib.parse import unquote

from leadline.lexicon.languages import LOOKS, Mark
from leadline.lexicon.languages import language as language_of
from leadline.lexicon.names import begins_with_deed, deed_in_name, is_command, set_deed, whole_deed
from leadline.lexicon.reading import Meaning, meaning_of
from leadline.lexicon.reading import command as ordered
from leadline.lexicon.tables import symbols, words
from leadline.model.form import BUTTONS, Control, Form, Invisible

SUBMITS = frozenset({"submit", "image"})
SHOWN = 40  # letters of a text that are quoted
_LIFTED = "--i-know-this-form-is-a-search"
_LETTERS_OF_A_WORD = 4  # shorter pieces of a file name are abbreviations of anything
_SENDING = (Mark.SUBMIT, Mark.GO)
_NAME_WORDS = 4  # words of a name that may be what it is for; longer ones are paths of a program's own


@dataclass(frozen=True, slots=True)
class Pressed:
    """One button, read. `refused` says why it is not pressed."""

    button: Control | None
    looks: Mark | None = None  # what it says it does; None where it says nothing
    sure: bool = True
    of: str = ""  # what it looks up, where it says so in words of its own
    refused: str | None = None
    deed: bool = False  # it is refused because it says a deed, not because nobody knows what it says
    scripted: bool = False  # no button sends the form; this is what one says that a script answers to

    @property
    def _rank(self) -> tuple[bool, bool, int]:
        place = LOOKS.index(self.looks) if self.looks is not None else len(LOOKS)
        return self.refused is not None, not self.sure, place


def usable(form: Form) -> list[Control]:
    """The buttons that send the form and can be pressed."""
    sending = (c for c in form.controls if c.kind in SUBMITS and not c.disabled)
    return [c for c in sending if c.invisible is not Invisible.TEMPLATE]


def best_button(form: Form, language: str | None) -> Pressed:
    """The button to press: of those that look something up the plainest, the first among equals.

    A form without one is sent by the Enter key; what its buttons for scripts say (`type=button`) counts then."""
    if read := _readings(form, language):
        return min(read, key=lambda one: one._rank)  # noqa: SLF001  # its own order
    others = [read_button(c, language) for c in form.buttons if c.kind == "button" and not c.disabled]
    best = min(others, key=lambda one: one._rank, default=None)  # noqa: SLF001
    return replace(best, button=None, scripted=True) if best is not None else Pressed(None)


def as_good(form: Form, language: str | None) -> list[Control]:
    """The button to press and all that are as good, in the order of the form: surely they look things up, and as
    plainly. Where nothing is known of the best, nothing is as good."""
    read = _readings(form, language)
    best = min((one._rank for one in read), default=None)  # noqa: SLF001
    alike = (one for one in read if one._rank == best and one.refused is None)  # noqa: SLF001
    return [one.button for one in alike if one.button is not None and one.sure and one.looks is not None]


def _readings(form: Form, language: str | None) -> list[Pressed]:
    # What stands in the fields of a form for a reader says nothing about a button that has it, too.
    placeholders = (c.attribute("placeholder") or "" for c in form.fields)
    prompts = frozenset(" ".join(text.split()) for text in placeholders if text.strip())
    return [_grouped(_read(button, form, language, prompts), form, language) for button in usable(form)]


def _read(button: Control, form: Form, language: str | None, prompts: frozenset[str]) -> Pressed:
    """A button that says what a button is says nothing about what it does. By GET alone: nothing is proved by it,
    and a posted form is better left than guessed at."""
    by_get = form.method == "get" and not button.attribute("formmethod")
    named = (text for text in _texts(button) if text.strip().lower() in BUTTONS)
    bare = [text for text in named if meaning_of(text, language).unknown] if by_get else []
    return read_button(button, language, prompts.union(" ".join(text.split()) for text in bare))


def read_button(button: Control, language: str | None, prompts: frozenset[str] = frozenset()) -> Pressed:
    if found := deed_in_name(button.name, language or ""):
        return Pressed(button, refused=f"the button is named {quoted(button.name)} ({found})", deed=True)
    if button.value and button.name and (found := set_deed(button.name, button.value, language or "")):
        return Pressed(button, refused=f"the button sends {quoted(found)}", deed=True)
    texts = list(dict.fromkeys(_texts(button)))
    if prompts and not any(meaning_of(text, language).deed for text in texts):
        texts = [text for text in texts if " ".join(text.split()) not in prompts]
    return _of_texts(button, texts, language) if texts else _of_names(button, language)


def _grouped(one: Pressed, form: Form, language: str | None) -> Pressed:
    """A button that only says "Submit" does what the group of buttons is called that it stands in, with no field:
    "Filter by date". By GET alone, since such a name is further away than the button's own words; a deed in it
    refuses always."""
    button = one.button
    if button is None or one.refused is not None or not button.legends:
        return one
    shared = {legend for control in form.fields for legend in control.legends}
    for name in (name for name in button.legends if name not in shared):
        found = meaning_of(name, language)
        if found.deed is not None:
            return Pressed(button, refused=f"the buttons are called {quoted(name)} ({found.deed})", deed=True)
        plain = one.looks in _SENDING and form.method == "get" and not button.attribute("formmethod")
        if plain and found.sure and found.looks in (Mark.SEARCH, Mark.FILTER):
            return replace(one, looks=found.looks)
    return one


def _texts(button: Control) -> Iterator[str]:
    shown = (button.text, button.value if button.kind == "submit" and not button.text else "")
    hidden_texts = (button.attribute(name) or "" for name in ("alt", "aria-label", "title"))
    return (text for text in (*shown, *hidden_texts) if text.strip())


def _of_texts(button: Control, texts: list[str], language: str | None) -> Pressed:
    """Every text may refuse; one has to be of the closed class, the first of them where several have words."""
    read = [(text, meaning_of(text, language)) for text in texts]
    for text, found in read:
        if found.deed is not None:
            more = f" ({found.deed})" if found.deed not in quoted(text).lower() else ""
            why = f"the button says {quoted(text)}, which does something{more}"
            return Pressed(button, refused=why, deed=True)
    looking = [found for _, found in read if found.looks is not None]
    strange = [(text, found) for text, found in read if found.unknown]
    if not looking and not strange:
        return _of_names(button, language)
    if not looking or (read[0][1].unknown and not any(found.sure for found in looking)):
        text, found = strange[0]
        return Pressed(button, refused=_unknown_sentence(text, found))
    best = min(looking, key=lambda found: LOOKS.index(found.looks or Mark.DETAILS))
    sure = any(found.sure for found in looking) and not read[0][1].unknown
    return Pressed(button, best.looks, sure, best.of)


def _of_names(button: Control, language: str | None) -> Pressed:
    """A button without words: the names it goes by may refuse it or tell what it does. Its id is left out where it
    could refuse: Drupal calls every button of every form `edit-submit`."""
    names = [button.name, *_pictures(button)]
    for name in names:
        if found := deed_in_name(name, language or "") or whole_deed(name, language or "", command=True):
            why = f"the button shows no words and is named {quoted(name)} ({found})"
            return Pressed(button, refused=why, deed=True)
    if found := _drawn_deed(button, language):
        why = f"the button shows an image named {quoted(_file_of(button))} and no words ({found})"
        return Pressed(button, refused=why, deed=True)
    for name in names:
        found_words = words(name)
        if 0 < len(found_words) <= _NAME_WORDS:
            looks = meaning_of(" ".join(found_words), language).looks
            if looks in (Mark.SEARCH, Mark.FILTER, Mark.SHOW):
                return Pressed(button, looks)
    if strange := _strange_picture(button, language):
        why = f"the button shows an image named {quoted(strange)} and no words; if it searches: {_LIFTED}"
        return Pressed(button, refused=why)
    return Pressed(button)


def _drawn_deed(button: Control, language: str | None) -> str | None:
    """A deed that the name of its image says once the words of pictures are left out: `btn_buy_now`."""
    name_words = [word for word in words(_file_of(button)) if word not in symbols("pictures")]
    return meaning_of(" ".join(name_words), language).deed if 0 < len(name_words) <= _NAME_WORDS else None


def _strange_picture(button: Control, language: str | None) -> str | None:
    """A word in the name of its image that neither looks things up nor is one of pictures."""
    for word in words(_file_of(button)):
        glued = any(stem in word for stem in language_of("en").compounds)
        known = len(word) < _LETTERS_OF_A_WORD or word in symbols("pictures") or glued
        if not known and meaning_of(word, language).unknown:
            return word
    return None


def _file_of(button: Control) -> str:
    return unquote(button.attribute("src") or "").partition("?")[0].rpartition("/")[2].rpartition(".")[0]


def _pictures(button: Control) -> list[str]:
    """File names of its image, and class names, which icon fonts use."""
    classes = (button.attribute("class") or "").split()[:8]
    return [name for name in (_file_of(button), *classes, *button.pictures) if name]


def _unknown_sentence(text: str, found: Meaning) -> str:
    strange = ", ".join(found.unknown[:3])
    return (
        f"the button says {quoted(text)}, which is none of the words for looking things up in any language known "
        f"here ({strange}); if it searches: {_LIFTED}"
    )


def quoted(text: str) -> str:
    """For people, on one line.

    >>> quoted("Search  now")
    '“Search now”'
    """
    line = " ".join(text.split())
    return f"“{line if len(line) <= SHOWN else line[: SHOWN - 1] + '…'}”"


_CHECKED = frozenset({"radio", "checkbox"})
_OPERATIONS = (Mark.SEARCH, Mark.SHOW, Mark.LIST)
_MOST_OPTIONS = 200  # options of one list that are looked at: a list of deeds is short


def ordered_deeds(form: Form, language: str | None) -> Iterator[tuple[Control, str]]:
    """Fields that would be sent with a deed if nobody touched them."""
    for control in _sendable(form):
        for value in _sent(control):
            if found := set_deed(control.name, value, language or ""):
                yield control, found


def unknown_orders(form: Form, language: str | None, *, any_name: bool = False) -> Iterator[tuple[Control, str]]:
    """Hidden and preselected words that may order something nobody here knows: in fields that say what is to be
    done, and with `any_name` in every hidden one. What is of the closed class, empty or a number orders none, nor
    does an option that shows a reader no word: "=" is how a filter compares."""
    for control in _sendable(form):
        if not is_command(control.name, language or "") and not (any_name and control.kind == "hidden"):
            continue
        for value in _sent(control, by_label=True):
            found = meaning_of(value, language)
            if found.unknown and value.replace("_", " ").replace("-", " ").replace(" ", "").isalpha():
                yield control, value


def _sendable(form: Form) -> Iterator[Control]:
    return (c for c in form.controls if c.kind not in BUTTONS and not c.disabled and c.name)


def _sent(control: Control, *, by_label: bool = False) -> list[str]:
    """What is sent if nobody touches the field; `by_label`, of lists only what shows a reader some words."""
    if control.kind in _CHECKED:
        return [control.value] if control.checked else []
    if control.kind.startswith("select"):
        chosen = [option for option in control.options[:_MOST_OPTIONS] if option.selected]
        return [o.value for o in chosen if not by_label or any(c.isalpha() for c in o.label)]
    return [control.value] if control.kind == "hidden" else []


def carries_deeds(control: Control, language: str | None) -> str | None:
    """A deed among the choices of a list, a box or a radio button: such a field is never planned."""
    tag = language or ""
    is_order = is_command(control.name, tag)
    if control.kind in _CHECKED:
        texts = (*control.labels, control.after.strip()) if len(control.after) < 60 else control.labels
        found = set_deed(control.name, control.value, tag) or begins_with_deed(control.name, tag)
        return found or next((text for text in texts if _says_deed(text, language, command=is_order)), None)
    if not control.kind.startswith("select"):
        return None
    for option in control.options[:_MOST_OPTIONS]:
        for text in (option.value, option.label):
            if whole_deed(text, tag, command=is_order):
                return text
    return _operation(control, language, is_order=is_order)


def _operation(control: Control, language: str | None, *, is_order: bool) -> str | None:
    """What a list would do instead of looking something up, where one of its options is to look it up: such a list
    is of operations, and only those that show something may be chosen."""
    labels = [option.label for option in control.options[:_MOST_OPTIONS] if option.value and option.label]
    read = [(label, meaning_of(label, language, everywhere=False)) for label in labels]
    if not any(found.looks in _OPERATIONS and found.sure for _, found in read):
        return None
    others = (text for text, found in read if found.looks is None and not found.silent)
    return next((text for text in others if is_order or ordered(text, language)[1]), None)


def _says_deed(text: str, language: str | None, *, command: bool) -> bool:
    """Whether what stands beside a box is a deed or begins with one: "Delete", "Delete all of them". The options
    of a list have to be deeds as a whole: among topics there may be a "Donate blood"."""
    return bool(text) and bool(whole_deed(text, language or "", command=command) or ordered(text, language)[1])

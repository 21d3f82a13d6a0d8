"""What proves that a form searches, once nothing in it speaks of a deed.

The button alone, where all it says is of the closed class (`says_so`); else the places that speak of searching and
the signs that queries have (`signs`), the more of them where the form is posted; else, for a button that only says
"Go" by GET, that the form asks as queries do and nothing around it names a deed (`_just_sends`).
"""

from collections.abc import Iterator

from leadline.forms import wording
from leadline.forms.evidence import Choosing, Evidence, captions, naming
from leadline.forms.searchable import signs
from leadline.gate.controls import Pressed, quoted, unknown_orders
from leadline.lexicon.languages import Mark
from leadline.lexicon.names import names_search
from leadline.lexicon.phrases import says
from leadline.lexicon.reading import command
from leadline.lexicon.tables import folded, words
from leadline.model.form import Form
from leadline.model.page import Page
from leadline.model.url import canonical, parts_of

_PLACES_FOR_POST = 2
_FIELDS_OF_A_QUERY = 2
"""A single list with "Go" beside it is a menu, a single box may take a number to do something with."""
_NAMED = {
    "button": "the button", "field": "what stands at a field", "action": "the action", "form": "the form's name",
    "name": "the name of a field", "field name": "the name of a field", "role": "the type of a field",
    "page": "the page",
}  # fmt: skip
"""Places of `search_places`, in words."""
_SIGNS_FOR_GET = 2
_SIGNS_FOR_POST = 3  # signs (`leadline.forms.searchable`) that make a search of a form in which no word does
_ELSEWHERE = (Choosing.SWITCHES, Choosing.JUMPS)


def language_of(page: Page | None) -> str | None:
    return page.language if page is not None else None


def no_search(evidence: Evidence, pressed: Pressed, page: Page | None) -> Iterator[str]:
    places, found, language = search_places(evidence, pressed, page), signs(evidence), language_of(page)
    if pressed.looks in (Mark.SHOW, Mark.LIST) and pressed.sure and "shows" not in found:
        found = (*found, "shows")
    if evidence.choosing in _ELSEWHERE and not set(places) & {"button", "action"}:
        yield "it only switches language or design, or leads to other pages"
    elif _is_doubtful(pressed) and not _proved_otherwise(places, evidence):
        yield "its button may say that it searches, and nothing else does"
    elif says_so(evidence, pressed, language) or _just_sends(evidence, pressed, page):
        return
    elif pressed.looks is Mark.MAYBE and not _proved_otherwise([*places, *found], evidence):
        yield "its button may say that it searches, and nothing else does"
    elif evidence.is_posted(pressed.button):
        if not _posted_search(places, found) and not (places and _one_box(evidence, pressed)):
            who = f"only {_NAMED.get(places[0], places[0])} says" if places else "nothing says"
            yield f"it is sent with POST and {who} that it searches"
    elif not places and (len(found) < _SIGNS_FOR_GET or _about_the_visitor(evidence)):
        yield "nothing in it says that it searches"


def _named_for_search(form: Form, language: str | None) -> bool:
    path = parts_of(form.action).path if canonical(form.action) is not None else ""
    return names_search(path.rstrip("/").rpartition("/")[2], language)


def says_so(evidence: Evidence, pressed: Pressed, language: str | None = None) -> bool:
    """Whether the button alone proves a search: all it says is of the closed class. Where something typed is
    posted "Show" has to say what, and to ask for more than one thing: alone or with "results" it stands on
    calculators, and "Show status" beside a single box is for one's own order."""
    if not pressed.sure or pressed.looks is None:
        return False
    if pressed.scripted and evidence.is_posted(None) and evidence.typed:
        return False  # a script of the page decides what pressing it does
    if pressed.looks in (Mark.SEARCH, Mark.FILTER):
        return True
    if pressed.looks not in (Mark.SHOW, Mark.LIST) or _about_the_visitor(evidence):
        return False
    if len(evidence.typed) > 1 and all(c.value.strip() for c in evidence.typed):
        return False  # a calculator comes with numbers filled in and shows what it works out from them
    # A list of choices alone holds nothing that anybody could have written, and a script called search keeps none.
    posted = evidence.is_posted(pressed.button) and evidence.typed
    shows = pressed.looks is Mark.SHOW and bool(pressed.of) and _asks_enough(evidence)
    return shows or not posted or evidence.sent_to_a_search or _named_for_search(evidence.form, language)


def _just_sends(evidence: Evidence, pressed: Pressed, page: Page | None) -> bool:
    """Whether a form of GET whose button only says "Go" or "Refresh" looks something up: timetables and old
    catalogues do. Nothing around it may name a deed, and a box for the number of a page is none."""
    neutral = pressed.looks in (Mark.GO, Mark.REFRESH, Mark.LIST)
    if not neutral and (pressed.looks is not Mark.MAYBE or evidence.typed):
        return False
    if evidence.is_posted(pressed.button):
        return False
    language = language_of(page)
    legends = {legend for control in evidence.form.controls for legend in control.legends}
    headed = (evidence.form.above, page.title if page is not None else "", *legends)
    if any(command(text, language)[1] for text in headed) or _about_the_visitor(evidence):
        return False
    if any(unknown_orders(evidence.form, language, any_name=True)) or not _asks_enough(evidence):
        return False
    asked = (c for c in evidence.visible if c not in evidence.arranging)
    return any(not any(says(text, wording.JUMPING) or folded(text) == "page" for text in naming(c)) for c in asked)


def _asks_enough(evidence: Evidence) -> bool:
    return len({c.name for c in evidence.visible if c not in evidence.arranging}) >= _FIELDS_OF_A_QUERY


def _is_doubtful(pressed: Pressed) -> bool:
    """Unknown words stand beside those of the closed class; beside "List" they are what is listed."""
    return pressed.looks is not None and not pressed.sure and pressed.looks not in (Mark.LIST, Mark.MAYBE)


def _proved_otherwise(places: list[str], evidence: Evidence) -> bool:
    """For a button whose words are not all known: by GET, and by another place than the button."""
    return not evidence.posted and bool(set(places) - {"button"})


def proof(evidence: Evidence, pressed: Pressed, page: Page | None) -> str:
    if pressed.looks is not None and pressed.button is not None:
        return f"its button says {quoted(pressed.button.text or pressed.button.name)}"
    places = search_places(evidence, pressed, page)
    return f"{_NAMED.get(places[0], places[0])} says that it searches" if places else "it asks as searches do"


def _posted_search(places: list[str], found: tuple[str, ...]) -> bool:
    """What is posted may be kept, so a button that may show something does not count."""
    asked = [sign for sign in found if sign != "shows"]
    if not places:
        return len(asked) >= _SIGNS_FOR_POST
    return len(places) + len(asked) >= _PLACES_FOR_POST


def _about_the_visitor(evidence: Evidence) -> bool:
    texts = (text for c in evidence.typed for text in (*naming(c), *captions(c)))
    return any(says(text, wording.PERSON) for text in texts)


def _one_box(evidence: Evidence, pressed: Pressed) -> bool:
    """Nothing but one field to type in, or choices, and a button that says "Search" or a script of that name."""
    if evidence.buttons_search and pressed.looks is not None and len(evidence.typed) <= 1:
        return True
    if len(evidence.typed) != 1 or evidence.chosen:
        return False
    return evidence.sent_to_a_search or _box_for_terms(evidence)


def _box_for_terms(evidence: Evidence) -> bool:
    """A box named `query`, and nothing on its buttons but that it is sent. `q` may be a question, `s` anything."""
    name = folded("".join(c for c in evidence.term_field() or "" if c.isalpha()))
    silent = all(says(text, wording.GO) or not words(text) for text in evidence.submits)
    return len(name) > 1 and name not in wording.VAGUE_NAMES and silent


def search_places(evidence: Evidence, pressed: Pressed | None = None, page: Page | None = None) -> list[str]:
    """Where the form says that it is a search, each place once."""
    places = {where: None for where, _ in evidence.search_words if where not in ("hidden", "class")}
    if pressed is not None and pressed.looks in (Mark.SEARCH, Mark.FILTER):
        places = {"button": None, **places}
    if page is not None and _is_announced(evidence.form, page):
        places["page"] = None
    if evidence.form.role == "search" or any(c.kind == "search" for c in evidence.visible):
        places["role"] = None
    if "name" in places and not any(evidence.named_for_search(c) for c in evidence.visible):
        places.pop("name")
    if evidence.term_field():
        places["field name"] = None
        places.pop("name", None)
    return list(places)


def _is_announced(form: Form, page: Page) -> bool:
    """The page itself says that its site is searched there (schema.org's SearchAction)."""
    if canonical(form.action) is None:
        return False
    wanted = parts_of(form.action)
    announced = (canonical(template.partition("{")[0]) for template in page.hints.search_actions)
    return any(parts_of(url)[:4] == wanted[:4] for url in announced if url is not None)

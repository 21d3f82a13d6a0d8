"""What stands in an empty field: a last resort for a label."""

from leadline.forms.labels.answer import LabelSource
from leadline.forms.labels.names import is_example
from leadline.forms.wording import says, vocabulary
from leadline.model.form import Control

_AROUND = " -–—.…:*<>=[]()"

_OPTION = 0.7
_ANY = 0.45
_VALUE = 0.6
"""How far prompts are trusted; set by hand."""
_MOST_WORDS = 6
_PROMPTED = frozenset({"text", "search", "email", "tel", "url", "textarea", "password"})
_ASKS = vocabulary(
    "select*, choose, pick, please, enter, wahlen, wahle, auswahlen, bitte, auswahl, choisir, choisissez",
    "selectionnez, selectionner, seleccione, seleccionar, elige, elija, selecione, escolha, scegli, seleziona",
    "kies, selecteer, wybierz, выберите, vyberte, valj, velg, vaelg, valitse",
)
_ANYTHING = vocabulary(
    "any, all, alle, alles, beliebig*, tous, toutes, todos, todas, cualquier*, qualquer, tutti, tutte"
)


def prompt_of(control: Control) -> tuple[str, LabelSource, float] | None:
    """The first option of a select if it sends nothing and asks, or the text a field is filled with."""
    if control.kind == "select-one" and control.options:
        first = control.options[0]
        sure = _asks(first.label) if _sends_nothing(first.value, first.label) else 0.0
        if sure and _reads_like_a_prompt(first.label):
            return first.label.strip(_AROUND), LabelSource.OPTION, sure
    if control.kind in _PROMPTED and _reads_like_a_prompt(control.value) and not is_example(control.value):
        return " ".join(control.value.split()).strip(" .…:"), LabelSource.VALUE, _VALUE
    return None


def _asks(text: str) -> float:
    """How surely an option is no choice but asks for one: in words, or between dashes."""
    if says(text, _ASKS) or (text[:1] in "-–—<[(" and text[:1] != text.strip(_AROUND)[:1]):
        return _OPTION
    return _ANY if says(text, _ANYTHING) and len(text.split()) == 2 else 0.0


def _sends_nothing(value: str, label: str) -> bool:
    return value.strip().lower() in ("", "0", "-1", "none", "null", "any", "all") or value == label


def _reads_like_a_prompt(text: str) -> bool:
    return 0 < len(text.split()) <= _MOST_WORDS and sum(c.isalpha() for c in text) >= 3

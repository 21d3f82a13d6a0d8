"""Words of answers in five languages; the interface strings of real software are a test, never a source."""

import gzip
import json
import re
from pathlib import Path

import pytest

from leadline.answers.judge.lines import Message, message_of, says

MESSAGES = Path(__file__).parents[3] / "shared/data/result_messages/dev_platform_messages.jsonl.gz"
FIVE = ("en", "de", "fr", "es", "pt")
NOTHING = re.compile(r"search-nonefound|table_pager_empty|^(?:Sorry, )?[Nn]o (?:results|posts|pages|items)\b.*")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Sorry, no vehicles matched your criteria", "none"),
        ("We could not find anything for “whale”", "none"),
        ("Ihre Suche ergab leider keine passenden Angebote.", "none"),
        ("Nous n'avons rien trouvé", "none"),
        ("La búsqueda no obtuvo resultados", "none"),
        ("Nada foi encontrado com esses termos", "none"),
        ("Too many matches (2,340)", "too_many"),
        ("Ihre Anfrage ist zu allgemein", "too_many"),
        ("Please narrow your search", "narrow"),
        ("Précisez votre recherche", "narrow"),
        ("You must fill in at least one field", "required"),
        ("Bitte wählen Sie einen Ort aus", "required"),
        ("El campo Ciudad es obligatorio", "required"),
        ("Preencha o campo cidade", "required"),
        ("Enter a valid date", "invalid"),
        ("Le prix doit être un nombre", "invalid"),
        ("ORA-00933: SQL command not properly ended", "error"),
        ("Ein interner Fehler ist aufgetreten", "error"),
        ("Ocorreu um erro, tente mais tarde", "error"),
        ("Your session has expired", "error"),
        ("Es werden nur die ersten 100 Treffer angezeigt", "truncated"),
    ],
)
def test_messages_are_known_in_five_languages(text: str, kind: Message) -> None:
    """Each kind of message is told from the others."""
    assert message_of(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "213 results",
        "1–20 von 340 Treffern",
        "No reviews found",
        "0 comments",
        "Ihr Warenkorb enthält keine Artikel",
        "Want no ads? Go Premium",
        "A no egg peanut butter recipe",
        "Format: Paperback",
        "Resultados no título das páginas",
        "I could find the recipe",
        "Next page",
        "Sort results by price",
    ],
)
def test_ordinary_lines_are_no_messages(text: str) -> None:
    """Counts, remarks about other things, titles and pagers say nothing about the search."""
    assert message_of(text) is None


def test_suggestions_are_introduced() -> None:
    """Headings over what was not asked for."""
    assert says("Das könnte Sie auch interessieren", "suggestion")
    assert says("Did you mean walden?", "suggestion")
    assert not says("Search results", "suggestion")


@pytest.mark.data
def test_real_software_is_understood() -> None:
    """What MediaWiki and WordPress say when nothing is found is `none` in all five languages, pagers are not."""
    if not MESSAGES.exists():
        pytest.skip(f"no development data at {MESSAGES}")
    with gzip.open(MESSAGES, "rt", encoding="utf-8") as lines:
        said = [json.loads(line) for line in lines]
    said = [m for m in said if re.split("[_-]", m["lang"])[0] in FIVE and "omment" not in m["text"]]
    nothing = [m["text"] for m in said if NOTHING.match(m["key"]) and "&" not in m["text"]]
    pagers = [m["text"] for m in said if "pager" in m["key"] and "empty" not in m["key"]]
    assert len(nothing) > 40
    assert [text for text in nothing if message_of(text) != "none"] == []
    assert [text for text in pagers if message_of(text) is not None] == []


@pytest.mark.parametrize(
    "text",
    [
        "The results are below. If you didn't find what you were looking for, you can create the page.",
        "Wenn Sie nichts gefunden haben, hilft unser Verzeichnis weiter.",
        "Si vous n'avez rien trouvé, parcourez la liste.",
        "Caso nada tenha sido encontrado, veja a lista.",
    ],
)
def test_what_may_be_the_case_is_not_said_to_be(text: str) -> None:
    """Advice for the case that nothing was found does not say that nothing was found."""
    assert message_of(text) is None


def test_a_statement_beside_a_condition_is_still_one() -> None:
    """Only the conditional clause is left out; Spanish "se" begins none."""
    assert message_of("No results found. If you need help, write to us.") == "none"
    assert message_of("No se encontraron resultados") == "none"

"""The files of the lexicon: what each may hold, and that reading them table by table loses nothing."""

import re
import tomllib
from importlib.resources import files

import pytest

from leadline.lexicon.languages import language, speaking
from leadline.lexicon.reading import meaning_of
from leadline.lexicon.tables import codes, entries, is_unspaced, table

TABLES = {
    "look", "deeds", "paging", "forms", "acts", "fields", "kinds", "tails", "compounds", "answers", "counts",
    "records", "classes", "words", "categories", "blocks",
}  # fmt: skip
PATTERNS = {"none", "too_many", "narrow", "truncated", "required", "invalid", "error", "suggestion"}
each_language = pytest.mark.parametrize("code", codes())


def written(code: str) -> str:
    return (files("leadline.lexicon") / f"{code}.toml").read_text("utf-8")


@each_language
def test_a_table_alone_is_what_the_whole_file_has(code: str) -> None:
    """Cutting a table out of a file and parsing only that gives what parsing all of it gives."""
    whole = tomllib.loads(written(code))
    tables = {name: found for name, found in whole.items() if isinstance(found, dict)}
    assert set(tables) <= TABLES
    for name, found in tables.items():
        lists = {key: v.strip("\n").split("\n") if isinstance(v, str) else v for key, v in found.items()}
        assert {key: list(value) for key, value in table(code, name).items()} == lists


@each_language
def test_lists_are_lower_case_and_say_nothing_twice(code: str) -> None:
    """Entries are compared without case, so a capital would never be met."""
    for name, found in tomllib.loads(written(code)).items():
        for key, listed in found.items() if isinstance(found, dict) else ():
            if isinstance(listed, list):
                assert [entry for entry in listed if entry != entry.lower()] == [], (name, key)
                assert len(set(listed)) == len(listed), (name, key)


@each_language
def test_patterns_compile_and_hold_no_open_end(code: str) -> None:
    """Every line of a pattern is one by itself, its slots apart."""
    for key in PATTERNS:
        for line in table(code, "answers").get(key, ()):
            assert line.strip() == line != ""
            re.compile(re.sub(r"\{(?:thing|result|any|n)\}", "x", line))


def test_every_key_that_a_language_has_english_has_too() -> None:
    """A misspelt key would be read by nobody."""
    known = {name: set(table("en", name)) for name in TABLES}
    only = {"deeds": {"infinitives", "commands"}, "fields": {"keyword_phrases", "low_prefixes", "high_prefixes"}}
    only |= {
        "forms": {"search_words"},
        "records": {"ago_before", "nothing_unspaced"},
        "blocks": {"log_in_paths"},
        "classes": {"results"},
    }
    for code in codes():
        for name in TABLES - {"compounds", "look", "counts", "answers"}:
            assert set(table(code, name)) - known[name] <= only.get(name, set()), (code, name)
    assert entries("counts", "sentences")


@each_language
def test_a_language_is_found_by_any_word_of_its_own(code: str) -> None:
    """The index of all languages leads to each by what it lists: none is passed over unread."""
    listed = (*table(code, "look")["search"], *table(code, "deeds")["words"][:40])
    # Where a language has no spaces, a word of Latin letters is another one's.
    read = [entry for entry in listed if language(code).spaced or is_unspaced(entry)]
    assert [entry for entry in read if code not in speaking(entry.replace("*", "x"))] == []
    assert language(code).code == code


def test_words_of_no_language_are_unknown_at_once() -> None:
    """What no language knows is read in none: it costs a look into the index."""
    assert speaking("qwzx vbnk") == frozenset()
    assert meaning_of("Qwzx vbnk").unknown == ("qwzx", "vbnk")

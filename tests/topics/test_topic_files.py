"""Topic files: what people write, what is said about mistakes, what comes back."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from leadline.errors import BadConfiguration, BadTarget
from leadline.learn.linear import LinearModel
from leadline.learn.naive_bayes import NaiveBayes
from leadline.topics.files import parse_topic, read_topic, topic_text, write_topic
from leadline.topics.topic import Keyword, Learned, Topic


def test_the_short_form_is_a_list_of_words() -> None:
    """A name and a list of words are a topic."""
    topic, weights = parse_topic('name = "cats"\nkeywords = ["cat", "tom cat"]', "cats.toml")
    assert topic == Topic("cats", keywords=(Keyword("cat"), Keyword("tom cat")))
    assert weights is None


def test_tables_carry_weights_and_languages() -> None:
    """Each table has a weight and may name its language."""
    german = '[[keywords]]\nweight = 0.5\nlanguage = "de"\nwords = ["katze"]'
    text = f'name = "cats"\n{german}\n[[against]]\nwords = ["dog"]'
    topic, _ = parse_topic(text, "cats.toml")
    assert topic.keywords == (Keyword("katze", 0.5, "de"),)
    assert topic.against == (Keyword("dog"),)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "not valid TOML"),
        ('keywords = ["cat"]', "name is missing"),
        ("name = 3", "name 3 is not text"),
        ('name = "two words"\nkeywords = ["cat"]', "must be one word"),
        ('name = "cats"', "neither keywords nor learned weights"),
        ('name = "cats"\nkeywrods = ["cat"]', "'keywrods' is not known; known: name, description, keywords"),
        ('name = "cats"\nkeywords = "cat"', "must be a list"),
        ('name = "cats"\nkeywords = [3]', "3 is neither a word nor a table"),
        ('name = "cats"\nkeywords = [" "]', "is not a word"),
        ('name = "cats"\n[[keywords]]\nweight = 2\nwords = ["cat"]', "weight 2 must be a number above 0"),
        ('name = "cats"\n[[keywords]]\nweight = true\nwords = ["cat"]', "weight True must be a number"),
        ('name = "cats"\n[[keywords]]\nweight = 1.0', "needs words"),
        ('name = "cats"\n[[keywords]]\nword = ["cat"]', "'word' is not known"),
        ('name = "cats"\nkeywords = ["cat"]\nlearned = "x.json"', "[learned] needs file"),
    ],
)
def test_a_mistake_is_named_in_one_sentence(text: str, said: str) -> None:
    """The message names the file and what is wrong with it."""
    with pytest.raises(BadConfiguration) as caught:
        parse_topic(text, "my.toml")
    assert said in str(caught.value)
    assert "my.toml" in str(caught.value)
    assert "\n" not in str(caught.value).strip()


@given(
    st.lists(
        st.builds(
            Keyword,
            st.text(min_size=1).filter(lambda word: word == word.strip() and "\r" not in word),
            st.floats(0.001, 1.0),
            st.sampled_from([None, "de", "fr"]),
        ),
        min_size=1,
        max_size=6,
    ),
    st.text(),
)
def test_what_is_written_is_read_back(keywords: list[Keyword], description: str) -> None:
    """Any words, weights and descriptions survive, quotes and control characters too."""
    topic = Topic("t", description, tuple(keywords), (Keyword("no", 0.25),))
    assert parse_topic(topic_text(topic, None), "t.toml") == (topic, None)


def test_learned_weights_lie_beside_the_file(tmp_path: Path) -> None:
    """A linear model and its card come back from two files, wherever they are moved together."""
    topic = Topic("cats", keywords=(Keyword("cat"),), learned=Learned(LinearModel({"cat": 1.5}, -2.0), {"n": 3}))
    written = write_topic(topic, tmp_path / "cats.toml")
    assert [file.name for file in written] == ["cats.toml", "cats.weights.json"]
    moved = tmp_path / "elsewhere"
    moved.mkdir()
    for file in written:
        file.rename(moved / file.name)
    assert read_topic(moved / "cats.toml") == topic


def test_naive_bayes_is_stored_too(tmp_path: Path) -> None:
    """The other kind of model comes back as what it was."""
    model = NaiveBayes()
    model.add("on", {"cat": 2})
    write_topic(Topic("cats", learned=Learned(model)), tmp_path / "cats.toml")
    learned = read_topic(tmp_path / "cats.toml").learned
    assert learned is not None
    assert isinstance(learned.model, NaiveBayes)
    assert learned.model.to_dict() == model.to_dict()


def test_missing_and_broken_files_are_said_to_be_so(tmp_path: Path) -> None:
    """No file, no weights file, weights that are none: one sentence each, and the remedy."""
    file = tmp_path / "cats.toml"
    with pytest.raises(BadTarget, match=r"cannot read .*cats\.toml: No such file"):
        read_topic(file)
    file.write_text('name = "cats"\n[learned]\nfile = "w.json"\n')
    with pytest.raises(BadTarget, match=r"cannot read .*w\.json"):
        read_topic(file)
    for broken in ("{", "[]", '{"model": {"model": "linear", "version": 99}}', '{"model": 3}'):
        (tmp_path / "w.json").write_text(broken)
        with pytest.raises(BadConfiguration, match="train the topic again"):
            read_topic(file)
    file.write_bytes(b"\xff\xfe")
    with pytest.raises(BadConfiguration, match="not UTF-8"):
        read_topic(file)


def test_a_folder_that_is_not_there_is_not_written_to(tmp_path: Path) -> None:
    """Writing says which file could not be written."""
    with pytest.raises(BadTarget, match="cannot write"):
        write_topic(Topic("cats", keywords=(Keyword("cat"),)), tmp_path / "no" / "cats.toml")

"""Block edit distance of labels."""

from hypothesis import given
from hypothesis import strategies as st

from leadline.harvest.values.block_distance import MOVE, block_distance, edit_distance, similarity

WORDS = st.lists(st.text("abcde", min_size=1, max_size=6), min_size=0, max_size=5)
LABELS = WORDS.map(" ".join)


def test_typing_errors_cost_their_letters() -> None:
    """The paper's example: house and hose are one letter apart."""
    assert block_distance("house", "hose") == edit_distance("house", "hose") == 1


def test_moving_a_word_costs_less_than_typing_it_again() -> None:
    """The paper's example: "company type" and "type company" are very close."""
    assert block_distance("company type", "type company") == MOVE
    assert edit_distance("company type", "type company") > 8


def test_a_block_of_words_is_moved_at_the_price_of_what_it_passes() -> None:
    """The cheaper side is moved: one word past two costs one move, not two."""
    assert block_distance("date first publication", "first publication date") == MOVE


def test_errors_and_moves_add_up() -> None:
    """A moved word with a typing error costs both."""
    assert block_distance("company type", "type compani") == MOVE + 1


def test_a_word_too_many_costs_its_letters_and_a_space() -> None:
    """Leaving a word out is paid by its length, wherever it stands."""
    assert block_distance("enter state", "state") == 6
    assert block_distance("type of company", "company type") == MOVE + 3


def test_similarity_is_relative_to_the_longer_label() -> None:
    """1 − d/max(len), which is 1 for equal labels and for two empty ones."""
    assert similarity("company type", "type company") == 1 - 1 / 12
    assert similarity("", "") == similarity("title", "title") == 1.0
    assert similarity("abc", "") == 0.0


@given(LABELS)
def test_nothing_is_apart_from_itself(label: str) -> None:
    """d(a, a) = 0."""
    assert block_distance(label, label) == 0


@given(LABELS, LABELS)
def test_it_is_symmetric_and_positive(one: str, other: str) -> None:
    """d(a, b) = d(b, a), and only equal labels are at distance 0."""
    assert block_distance(one, other) == block_distance(other, one)
    assert (block_distance(one, other) == 0) == (one == other)


@given(LABELS, LABELS)
def test_moves_only_help(one: str, other: str) -> None:
    """It is never more than the plain edit distance, and never less than the difference in letters."""
    letters = abs(sum(map(len, one.split())) - sum(map(len, other.split())))
    assert letters <= block_distance(one, other) <= edit_distance(one, other)


@given(st.text("abcde", max_size=8), st.text("abcde", max_size=8))
def test_without_words_to_move_it_is_the_edit_distance(one: str, other: str) -> None:
    """Single words have nothing to move."""
    assert block_distance(one, other) == edit_distance(one, other)


@given(WORDS.flatmap(lambda words: st.tuples(st.just(words), st.permutations(words))))
def test_reordering_costs_at_most_a_move_a_word(both: tuple[list[str], list[str]]) -> None:
    """Any order of the same words is as near as moving all but one of them."""
    words, mixed = both
    assert block_distance(" ".join(words), " ".join(mixed)) <= MOVE * max(0, len(words) - 1)


@given(st.text("abc ", max_size=7), st.text("abc ", max_size=7), st.text("abc ", max_size=7))
def test_edit_distance_keeps_the_triangle(one: str, other: str, third: str) -> None:
    """The plain distance underneath is a metric."""
    assert edit_distance(one, third) <= edit_distance(one, other) + edit_distance(other, third)

"""What it costs to see that a link leads nowhere: each of an answer is held against all captions of pagers."""

import time
from collections.abc import Callable

from leadline.answers.paging.pager import Direction, direction_of
from leadline.lexicon.tables import words


def _spent(look: Callable[[str], object], turn: str) -> float:
    """Seconds of the processor for titles that nobody has read yet."""
    titles = [f"The {turn} lighthouses of county {number}" for number in range(2_000)]
    began = time.process_time()
    for title in titles:
        look(title)
    return time.process_time() - began


def test_a_title_costs_a_few_times_its_words() -> None:
    """It was taken apart once for each list of captions, and every run of its words tried: seven times as long as
    taking it apart; four are left."""
    assert direction_of("Zur nächsten Seite »") is Direction.NEXT
    assert direction_of("The lighthouses of county 7") is None
    turns = [(_spent(words, f"long{turn}"), _spent(direction_of, f"brief{turn}")) for turn in range(7)]
    assert min(asked for _, asked in turns) < 5.5 * min(taken_apart for taken_apart, _ in turns), turns

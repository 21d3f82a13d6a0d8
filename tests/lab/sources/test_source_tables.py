"""Open databases stay within their room and their time."""

import threading
import time
from dataclasses import replace

from database_samples import WORLD, databases

from leadline_lab.sources import ask
from leadline_lab.sources.question import Question
from leadline_lab.sources.tables import Shelf

KNOWN = databases(300)


def test_open_tables_stay_within_their_room() -> None:
    """A shelf for half a megabyte keeps asking many databases within it, but for the one that is in use."""
    shelf = Shelf(room=1 << 19)
    for site, source in KNOWN[:60]:
        if source.keyword:
            shelf.matches(WORLD, site, replace(source, size=300), Question(words=("the",)))
            assert shelf.bytes <= 1 << 19
    shelf.close()
    assert shelf.bytes == 0


def test_recent_answers_are_forgotten_and_come_again_the_same() -> None:
    """A shelf that remembers little answers like one that remembers much."""
    small, large = Shelf(room=1, recent=10), Shelf()
    known = [(site, replace(s, size=150)) for site, s in KNOWN[:30] if s.keyword]
    asked = [(site, source, Question(words=(word,))) for site, source in known for word in ("the", "a")]
    for site, source, question in asked * 2:
        found = [list(shelf.matches(WORLD, site, source, question)) for shelf in (small, large)]
        assert found[0] == found[1]
    small.close()
    large.close()


def test_a_large_database_opens_in_little_more_time_a_record_than_a_small_one() -> None:
    """Making a table costs time in proportion to its records: no step is quadratic."""
    costs = []
    site, known = next(pair for pair in KNOWN if pair[1].structured and pair[1].keyword == "words")
    for size in (1_500, 12_000):
        source = replace(known, size=size)
        shelf = Shelf()
        start = time.process_time()
        shelf.matches(WORLD, site, source, Question(words=("zzqx",)))
        costs.append((time.process_time() - start) / source.size)
        shelf.close()
    assert costs[1] < 3 * costs[0]


def test_the_default_query_of_a_large_database_opens_nothing() -> None:
    """Everything in the order of entry needs no table, whatever the size."""
    site, source = next(
        (site, s)
        for site, s in KNOWN
        if s.size > 50_000 and s.default == "all" and s.ranking == "static" and not s.order
    )
    shelf = Shelf()
    assert len(shelf.matches(WORLD, site, source, Question())) == source.size
    assert shelf.bytes == 0


def test_several_threads_may_ask_at_once() -> None:
    """Answers in four threads are the answers in one."""
    pairs = [(site, replace(s, size=200)) for site, s in KNOWN[:40] if not s.requires and s.keyword]
    asked = {"keyword": ["the"]}
    alone = [ask(WORLD, site, source, asked) for site, source in pairs]
    together: dict[int, list[object]] = {}

    def work(n: int) -> None:
        together[n] = [ask(WORLD, site, source, asked) for site, source in pairs]

    threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(together[n] == alone for n in range(4))

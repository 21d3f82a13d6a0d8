"""What the table of HiWE's task begins with."""

from collections import Counter

from leadline_bench.harvest.hiwe_table import Knowledge


def known(having: dict[str, int], references: int, boxes: int = 2) -> Knowledge:
    made = Knowledge()
    made.labels["city"] = {"City", "Town"}
    made.having["city"] = Counter(having)
    made.asked["city"] = references
    made.boxes["city"] = boxes
    return made


def test_what_most_references_have_is_written_down_with_weight_one() -> None:
    """Of eight references (and two imagined) 7 and 6 are most: weight 1, the best known first; 5 and 1 are left
    to sources, which weigh them by their share."""
    table = known({"Oslo": 6, "Bergen": 7, "Hamar": 5, "Moss": 1}, references=8).table()
    assert table.values_for("Town") == (("Bergen", 1.0), ("Oslo", 1.0), ("Hamar", 0.5), ("Moss", 0.1))


def test_few_references_are_little_evidence() -> None:
    """A postal code that both of two references happen to have is not what a person writes down."""
    assert known({"61838": 2}, references=2).table().values_for("City") == (("61838", 0.5),)


def test_nobody_writes_down_what_no_box_asks_for() -> None:
    """One reference with a box for it is not enough to think of it."""
    assert known({"Oslo": 8}, references=8, boxes=1).table().rows == []

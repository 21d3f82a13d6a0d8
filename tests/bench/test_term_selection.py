"""Terms that are worth counting."""

from leadline_bench.training.selection import document_frequency, select


def test_document_frequency_counts_documents_not_words() -> None:
    """A word said a hundred times on a page is on one page."""
    assert document_frequency([{"a": 100}, {"a": 1, "b": 1}]) == {"a": 2, "b": 1}


def test_selection_by_threshold_and_number() -> None:
    """Frequent terms first, ties by the alphabet, rare ones left out, no more than asked for."""
    documents = [{"b": 1, "a": 1, "c": 1}, {"a": 1, "b": 1}, {"d": 1}]
    assert select(documents, at_least=2) == ["a", "b"]
    assert select(documents, top=1) == ["a"]


def test_selection_drops_what_one_site_says() -> None:
    """A term on every page of a single site is that site's name."""
    documents = [{"acme": 1, "car": 1}, {"acme": 1}, {"car": 1}]
    assert select(documents, groups=["x", "x", "y"], in_groups=2) == ["car"]

"""Everything about harvesting that a user may set: section `harvest` of a configuration."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class HarvestSettings:
    """Section `harvest`."""

    form: int | None = None
    """Which form of the page, counted from 0; the only one that may be submitted if not given."""
    max_requests: int = 100
    """Requests in all: robots.txt, the form's page and retries count."""
    searchable: float = 0.9
    """From which probability on a form counts as a search."""
    i_know_this_form_is_a_search: bool = False
    """A user's word, spelled out, that lifts the safety gate."""
    max_pages: int = 1_000
    """Pages of one answer that are followed."""
    barren_pages: int = 2
    """Pages in a row without a new record after which an answer is left: lists that go in circles end here."""

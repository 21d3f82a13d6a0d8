"""One record brought up from behind a form, with the way it came."""

from dataclasses import dataclass

from leadline.model.query import Query


@dataclass(frozen=True, slots=True)
class Record:
    """A distinct record; `id` is its identity, so the same record from two queries is one."""

    id: str
    fields: tuple[tuple[str, str], ...]
    text: str
    url: str
    query: Query | None
    source: str  # the form it came from: URL of the page that holds it
    fetched_at: float
    warc: str | None = None  # `file#offset` of the archived answer

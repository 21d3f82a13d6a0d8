"""A record as its line in `records.jsonl`; the keys are a contract with users' programs."""

import json
from datetime import UTC, datetime

from leadline.model.query import Query
from leadline.model.record import Record


def record_line(record: Record) -> str:
    """One JSON object on one line, keys in the order people read them."""
    line = {
        "id": record.id,
        "fields": dict(record.fields),
        "text": record.text,
        "url": record.url,
        "query": named(record.query) if record.query is not None else None,
        "source": record.source,
        "fetched_at": datetime.fromtimestamp(record.fetched_at, UTC).isoformat(timespec="seconds"),
        "warc": record.warc,
    }
    # Lone surrogates of broken pages cannot be written as UTF-8; escaped they are plain ASCII.
    text = json.dumps(line, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(line)


def named(query: Query) -> dict[str, str | list[str]]:
    """What was sent, by name; a list where one name was sent more than once."""
    values: dict[str, list[str]] = {}
    for name, value in query.assignment:
        values.setdefault(name, []).append(value)
    return {name: sent[0] if len(sent) == 1 else sent for name, sent in values.items()}

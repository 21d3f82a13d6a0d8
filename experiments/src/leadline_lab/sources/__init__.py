"""Databases behind the forms of a world: records, queries, answers, and the answer key.

`sources_of(world, site)` says which databases a deep site has; `ask` puts a query to one; `blocks_of` words the
answer as the site would; `record_of` is a record's own page. A record is a pure function of the seed, the site,
the source and its number, so nothing is stored: `records_of` walks through all of them without a database.
Queries are SQL on a table in memory, made when a source is first asked and dropped when others need the room.

What `ask` takes: attribute → values (any of them), `name.low` and `name.high` for the ends of a range, `keyword`.
Blanks count as not filled in, names a source does not know are ignored. Dates are read in ISO 8601 and in the
site's own look (`Attribute.format`), numbers with currency and thousands apart; case and accents do not matter.

1. `model` holds the values; `behaviour` draws the manners, `schema` the columns, `catalogue` puts them together.
2. `records` composes records (`prose` their texts, `writing` how values and keys look).
3. `question` reads what was asked, `tables` answers it by SQL, `asking` makes the page of an answer.
4. `wording` and `blocks` say it; `truth` is the answer key.
"""

from leadline_lab.sources.asking import ask, record_of
from leadline_lab.sources.blocks import blocks_of
from leadline_lab.sources.catalogue import sources_of
from leadline_lab.sources.model import Answer, Attribute, Setting, Source
from leadline_lab.sources.records import records_of
from leadline_lab.sources.truth import truth_of

__all__ = [
    "Answer",
    "Attribute",
    "Setting",
    "Source",
    "ask",
    "blocks_of",
    "record_of",
    "records_of",
    "sources_of",
    "truth_of",
]

"""Which rows of an answer might be records, for a person to decide (`leadline.harvest.human`)."""

from dataclasses import asdict
from typing import Any

from leadline.answers.document import read
from leadline.answers.records.regions_shown import regions_on
from leadline.app.archived import archived_answer
from leadline.harvest.profile import CUT_BY
from leadline.store.codec import loads
from leadline.store.folder import CrawlFolder
from leadline.store.protocols import Store

_MOST = 12


def candidate_regions(folder: CrawlFolder, store: Store) -> list[dict[str, Any]]:
    """Of the page that brought most records; `decided` is the one that a person chose."""
    rows = [row for row in store.pages.rows("queries") if row["records"] and row["role"] == "planned"]
    decided = loads(store.decisions.get(CUT_BY) or "[null,null]")[0]
    for row in sorted(rows, key=lambda row: -row["records"]):
        answer = archived_answer(folder, store, int(row["query"]), 0)
        if answer is not None and answer.response.body:
            found = regions_on(read(answer.response), "", _MOST)
            return [{**asdict(one), "decided": one.shape == decided} for one in found]
    return []

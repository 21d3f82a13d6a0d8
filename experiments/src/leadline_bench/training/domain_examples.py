"""Forms of the real web with their domain, for `training.domains`: from SWDE and formasaurus.

SWDE's sites are each about one thing, so their searches are taken for it; which of their boxes search the
catalogue and which the site, nobody has said. Formasaurus says what is a search, and not of what.
"""

import gzip
import hashlib
import json
import tarfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from leadline.forms.kinds.model import judge
from leadline.model.page import Page
from leadline.model.url import canonical, site_of
from leadline_bench.forms.domain_worlds import Example, alone, parsed

VERTICALS = {"auto": "auto", "book": "book", "job": "job", "movie": "movie"}
NEAR = {"camera": frozenset({"product"}), "nbaplayer": frozenset({"people"})}
"""Verticals of SWDE that are some of a domain: nothing is learned from them about it."""


@cache
def swde(data: Path) -> tuple[Example, ...]:
    """Distinct forms of the development sites, on the page they were met on."""
    with gzip.open(data / "swde" / "dev_forms.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    wanted = {row["page"] for row in rows}
    pages: dict[str, Page] = {}
    with tarfile.open(data / "swde" / "dev_pages.tar.xz") as members:
        for member in members:
            stream = members.extractfile(member) if member.name in wanted else None
            if stream is not None:
                url = next(row["url"] for row in rows if row["page"] == member.name)
                pages[member.name] = parsed(canonical(url) or "http://x.invalid/", stream.read())
    found = []
    for row in rows:
        page = pages[row["page"]]
        alike = [f for f in page.forms if f.index == row["form_index"]]
        for form in alike:
            searchable = judge(form, page).searchable > 0.5
            domain = VERTICALS.get(row["vertical"], "") if searchable else ""
            near = NEAR.get(row["vertical"], frozenset())
            subject = VERTICALS.get(row["vertical"], row["vertical"])
            found.append(
                Example(form, alone(page), domain, "swde", row["site"], searchable, subject, unclear=near)
            )
    return tuple(found)


def formasaurus(data: Path) -> Iterator[Example]:
    """Searches of sites about anything."""
    index = json.loads((data / "formasaurus" / "dev_index.json").read_text(encoding="utf-8"))
    with tarfile.open(data / "formasaurus" / "dev_html.tar.xz") as members:
        for member in members:
            stream = members.extractfile(member) if member.name in index else None
            if stream is None:
                continue
            page, kinds = parsed(index[member.name]["url"], stream.read()), index[member.name]["forms"]
            if len(kinds) != len(page.forms):
                continue
            for form, kind in zip(page.forms, kinds, strict=True):
                if kind == "s":
                    yield Example(form, alone(page), "", "formasaurus", site_of(page.url), True, weight=0.5)


def digests(data: Path) -> dict[str, str]:
    found = (data / "swde" / "dev_pages.tar.xz", data / "formasaurus" / "dev_html.tar.xz")
    return {f"{p.parent.name}/{p.name}": hashlib.sha256(p.read_bytes()).hexdigest()[:16] for p in found}

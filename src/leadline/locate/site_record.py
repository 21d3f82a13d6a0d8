"""How a site has done in a crawl so far, and what of that is told to a model: counts in doubling steps, since the
difference between one page and two says more than that between fifty and sixty."""

import re
from array import array
from base64 import b64decode, b64encode
from collections.abc import Collection, Iterable
from dataclasses import astuple, dataclass, field
from functools import cache
from typing import Any

from leadline.model.events import Finding, Outcome
from leadline.model.url import rest_of, url_digest

_PART = re.compile(r"[^/?&=]++")
"""Parts of an address; those with digits say which of many."""


@dataclass(slots=True)
class SiteRecord:
    """The account of one site."""

    pages: int = 0  # that said something
    forms: int = 0
    barren: int = 0  # pages since the last new form
    topical: float = 0.0  # sum of P(topic) of its pages
    named: int = 0  # pages of sites with forms that name it
    cited: int = 0  # sites with pages on topic that name it
    is_seed: bool = False
    arms: dict[str, list[int]] = field(default_factory=dict)
    """Links followed to pages, and to new forms; links that were met, and how often one was met again."""
    gone: int = 0  # asked for, and nothing new was there
    gone_arms: dict[str, int] = field(default_factory=dict)

    def _of(self, arm: str) -> list[int]:
        return self.arms.setdefault(arm, [0, 0, 0, 0])

    def meets(self, arm: str) -> bool:
        """A link stands there that was never met; whether it is the arm's first."""
        counts = self._of(arm)
        counts[2] += 1
        return counts[2] == 1

    def meets_again(self, arm: str) -> bool:
        """One stands there that another page had, too; whether a model is told something else of the arm now."""
        counts = self._of(arm)
        links = counts[2]
        counts[3] += 1
        return links > 0 and _step(counts[3] // links) != _step((counts[3] - 1) // links)

    def count(self, arm: str, forms: int, on_topic: float) -> None:
        """One more page, and the new forms on it."""
        counts = self._of(arm)
        counts[0] += 1
        counts[1] += forms > 0
        self.pages += 1
        self.forms += forms
        self.barren = 0 if forms else self.barren + 1
        self.topical += on_topic

    def miss(self, arm: str) -> None:
        """A link led to nothing: no page, or one that says what another did."""
        self._of(arm)
        self.gone += 1
        self.gone_arms[arm] = self.gone_arms.get(arm, 0) + 1

    def topic_marks(self) -> tuple[str, ...]:
        """What its pages so far say about the topic of its next one."""
        seen = f"{fifth(self.topical / self.pages)}-pages{min(3, self.pages.bit_length())}" if self.pages else "?"
        return f"site-topic{seen}", *reached("site-named", self.named), *reached("site-cited", self.cited)

    def form_marks(self) -> tuple[str, ...]:
        """What they say about a new form on its next one."""
        return (
            f"site-topic{fifth(self.topical / self.pages) if self.pages else '?'}",
            *reached("site-forms", self.forms),
            *reached("site-barren" if self.forms else "site-empty", self.barren),
            *reached("site-named", self.named),
            *reached("site-cited", self.cited),
            f"site-seed{int(self.is_seed)}",
        )

    def told(self) -> tuple[int, int]:
        """How much has been seen of whether it answers: what is believed of it changes by doublings."""
        return _step(self.pages), _step(self.gone)

    def says(self, arm: str, usual: float) -> float:
        """P(a link of this arm leads to something new), where any link does with P `usual`: what nothing is known
        of is believed to be as what it is part of, as firmly as if one link had been followed."""
        of_site = (self.pages + usual) / (self.pages + self.gone + 1)
        said, gone = self.arms[arm][0] if arm in self.arms else 0, self.gone_arms.get(arm, 0)
        return (said + of_site) / (said + gone + 1)

    def arm_marks(self, arm: str) -> tuple[str, ...]:
        tried, found, *_ = self.arms.get(arm, _UNTRIED)
        return (*reached("arm-found", found), *reached("arm-missed", tried - found))

    def again_marks(self, arm: str) -> tuple[str, ...]:
        """On how many more pages each link of an arm was met: what stays on page after page is template, and leads
        to what the site offers everywhere."""
        _, _, links, again = self.arms.get(arm, _UNTRIED)
        return reached("arm-again", again // (links or 1))


_UNTRIED = (0, 0, 0, 0)
_STEPS = 12


def reached(name: str, count: int) -> tuple[str, ...]:
    """The doubling steps that a count has come to: what was learnt of the steps below holds above them, where no
    crawl has been yet. One mark a step was tried first: past the last one that training had met a site was as good
    as new, and one took a sixth of a crawl.

    >>> reached("site-empty", 5)
    ('site-empty1', 'site-empty2', 'site-empty3')
    """
    return _steps(name, _step(count)) if count else ()


def _step(count: int) -> int:
    return min(_STEPS, count.bit_length())


def _is_step(count: int) -> bool:
    """Whether a count has just come to another step.

    >>> [count for count in range(1, 20) if _is_step(count)]
    [1, 2, 4, 8, 16]
    """
    return not count & (count - 1) and count < 1 << _STEPS


@cache
def _steps(name: str, last: int) -> tuple[str, ...]:
    return tuple(f"{name}{step}" for step in range(1, last + 1))


def fifth(p: float) -> int:
    """A probability in five steps."""
    return min(4, int(p * 5))


class SiteRecords:
    """The accounts of all sites, and the marks that models are given of them."""

    def __init__(self, without: Collection[str] = ()) -> None:
        """`without`: parts that are left out (`sites`, `arms`), to see what they are worth."""
        self._without = without
        self._records: dict[str, SiteRecord] = {}
        self._citations: set[int] = set()
        self._acts: dict[int, int] = {}
        """Addresses without their numbers, and the first with them."""
        self._said = self._gone = 0

    def __contains__(self, site: str) -> bool:
        return site in self._records

    def __getitem__(self, site: str) -> SiteRecord:
        """To be changed; a new one for a site that was never met."""
        record = self._records.get(site)
        if record is None:
            record = self._records[site] = SiteRecord()
        return record

    def items(self) -> Iterable[tuple[str, SiteRecord]]:
        return self._records.items()

    def count(self, site: str, arm: str, forms: int, on_topic: float) -> None:
        self._said += 1
        self[site].count(arm, forms, on_topic)

    def miss(self, site: str, arm: str) -> None:
        self._gone += 1
        self[site].miss(arm)

    def unmet(self, site: str, page: Outcome) -> list[Finding]:
        """New forms of a page, without those that act where one of the site did but for numbers: a search within
        each of a million pages is a new form on each of them, and leads nowhere else. Several interfaces of one
        database act at the very same address, and each is one."""
        unmet = []
        for form in page.found:
            acts = "" if form.url in (page.url, page.final_url) else _PART.sub(_of_many, rest_of(form.url))
            first = self._acts.setdefault(url_digest(f"{site} {acts}"), url_digest(form.url))
            if first == url_digest(form.url):
                unmet.append(form)
        return unmet

    def name(self, site: str, named: Iterable[str], *, on_topic: bool) -> list[str]:
        """A page of a site, on topic or not, names others; those known before of which models are told something
        else now."""
        has_forms, records, citations = self._known(site).forms > 0, self._records, self._citations
        changed = []
        for one in named:
            record = records.get(one)
            is_new, is_told_else = record is None, False
            if record is None:
                record = self[one]
            if has_forms:
                record.named += 1
                is_told_else = _is_step(record.named)
            if on_topic and (pair := url_digest(f"{site} {one}")) not in citations:
                citations.add(pair)
                record.cited += 1
                is_told_else |= _is_step(record.cited)
            if is_told_else and not is_new:
                changed.append(one)
        return changed if "sites" not in self._without else []

    # ── what a model is told ──────────────────────────────────────────────────────────────────────────────

    def topic_marks(self, site: str) -> tuple[str, ...]:
        return ("bias", *(self._known(site).topic_marks() if "sites" not in self._without else ()))

    def form_marks(self, site: str) -> tuple[str, ...]:
        return ("bias", *(self._known(site).form_marks() if "sites" not in self._without else ()))

    def says(self, site: str, arm: str) -> float:
        """P(a link of this arm leads to something new)."""
        usual = (self._said + 1) / (self._said + self._gone + 2)
        if "sites" in self._without or "arms" in self._without:
            return usual
        return self._known(site).says(arm, usual)

    def arm_marks(self, site: str, arm: str) -> tuple[str, ...]:
        return self._known(site).arm_marks(arm) if "arms" not in self._without else ()

    def again_marks(self, site: str, arm: str) -> tuple[str, ...]:
        return self._known(site).again_marks(arm) if "arms" not in self._without else ()

    def _known(self, site: str) -> SiteRecord:
        return self._records.get(site) or _UNKNOWN

    # ── state ─────────────────────────────────────────────────────────────────────────────────────────────

    def state(self) -> dict[str, Any]:
        records = {name: astuple(record) for name, record in self._records.items()}
        known = {"citations": packed(self._citations), "acts": sorted(self._acts.items())}
        return {"records": records, "answers": [self._said, self._gone], **known}

    def restore(self, kept: dict[str, Any]) -> None:
        self._records = {name: SiteRecord(*values) for name, values in kept["records"].items()}
        for record in self._records.values():  # of a crawl begun before links were counted
            record.arms = {arm: [*counts, *_UNTRIED[len(counts) :]] for arm, counts in record.arms.items()}
        self._citations = unpacked(kept["citations"])
        self._acts = dict(kept.get("acts", ()))
        self._said, self._gone = kept.get("answers", (0, 0))


_UNKNOWN = SiteRecord()


def packed(digests: Iterable[int]) -> str:
    """Digests as text, for a state that is kept as JSON."""
    return b64encode(array("q", sorted(digests)).tobytes()).decode()


def unpacked(text: str) -> set[int]:
    return set(array("q", b64decode(text)))


def _of_many(part: re.Match[str]) -> str:
    return "#" if any("0" <= letter <= "9" for letter in part[0]) else part[0]

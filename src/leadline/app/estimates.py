"""How much is there, in words for people: both faces say the same."""

from leadline.model.query import Estimate

_METHODS = {
    "count": "what the site itself counts",
    "partition": "parts of the source that all came whole",
    "audit": "queries drawn by lot",
    "checks": "other queries, which met what was known",
    "parts": "the parts of the source that were asked for",
    "overlap": "how much answers overlap",
    "liddle": "the formula of Liddle et al.",
}


def method_words(method: str) -> str:
    """
    >>> method_words("audit, which parts contradicts")
    'queries drawn by lot, which the parts of the source that were asked for contradicts'
    """
    first, which, other = method.partition(", which ")
    if which:
        name, _, verb = other.rpartition(" ")
        return f"{_METHODS.get(first, first)}, which {_METHODS.get(name, name)} {verb}"
    return _METHODS.get(method, method)


def share(value: float, *, up: bool = False) -> str:
    """Whole percents; what is not all is never called 100 %.

    >>> share(0.9996), share(1.0), share(0.954, up=True)
    ('99%', '100%', '96%')
    """
    hundred = value * 100
    whole = int(hundred + 1e-9)
    return f"{whole + (1 if up and hundred - whole > 1e-9 else 0)}%"


def size_sentence(estimate: Estimate | None, records: int) -> str | None:
    """How much of it is here, as far as anyone can tell."""
    if estimate is None:
        return f"At least {records:,} are there; nobody can say how many more." if records else None
    if estimate.total is None or estimate.high is None or estimate.low is None:
        least = max(float(records), estimate.low or 0.0)
        return f"At least {least:,.0f} are there; nobody can say how many more." if least else None
    line = (
        f"About {estimate.total:,.0f} records are there in all (95 %: {estimate.low:,.0f} to {estimate.high:,.0f})"
    )
    if estimate.coverage is not None:
        line += f"; {share(estimate.coverage)} of them are here"
        if estimate.coverage_low is not None and estimate.coverage_high is not None:
            line += f" ({share(estimate.coverage_low)} to {share(estimate.coverage_high, up=True)})"
    return f"{line}. Estimated by: {method_words(estimate.method)}."

"""The answer key of a database."""

from leadline_lab.sources.model import Setting, Source
from leadline_lab.world import Site


def truth_of(world: Setting, site: Site, source: Source) -> dict[str, object]:
    """Behaviours, size and attributes, ready for JSON; its records are `records_of`."""
    return {
        "world": world.spec.seed,
        "host": site.host,
        "key": source.key,
        "domain": source.domain,
        "language": source.language,
        "records": source.size,
        "structured": source.structured,
        "title": source.title,
        "cap": source.cap,
        "overflow": source.overflow,
        "ranking": source.ranking,
        "order": source.order,
        "counting": source.counting,
        "paging": source.paging,
        "per_page": source.per_page,
        "beyond": source.beyond,
        "default": source.default,
        "default_gives_all": source.reachable_by_default,
        "requires": list(source.requires),
        "keyword": source.keyword,
        "shortest_keyword": source.shortest_keyword,
        "sorts": list(source.sorts),
        "suggestion": source.suggestion,
        "token": source.token,
        "details": source.has_details,
        "attributes": [
            {
                "name": a.name,
                "type": a.type,
                "ask": a.ask,
                "label": a.label,
                "values": list(a.values),
                "low": a.low,
                "high": a.high,
                "correlates": a.correlates,
                "listed": a.listed,
                "askable": a.askable,
                "searched": a.searched,
            }
            for a in source.attributes
        ],
    }

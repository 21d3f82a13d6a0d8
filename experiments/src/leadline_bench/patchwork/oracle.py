"""Who knows everything about a patchwork: which relevant forms there is a way to, and the shortest ones."""

from collections import deque
from collections.abc import Collection, Mapping, Sequence

from leadline_bench import virtual
from leadline_bench.patchwork.pieces import TOPICS
from leadline_bench.patchwork.plan import relevant_names
from leadline_bench.patchwork.reading import Reader


def reached(reader: Reader, topic: str) -> dict[str, tuple[str, ...]]:
    """Pages that there is a way to, and where they lead."""
    ways: dict[str, tuple[str, ...]] = {}
    waiting = deque(reader.web.plan.seeds(topic))
    while waiting:
        url = waiting.popleft()
        if url not in ways:
            ways[url] = tuple(reader.web.links(url))
            waiting.extend(ways[url])
    return ways


_TREASURES: dict[tuple[int, str], dict[str, tuple[str, ...]]] = {}
_WAYS: dict[tuple[int, str], dict[str, tuple[str, ...]]] = {}


def ways_of(reader: Reader, topic: str) -> dict[str, tuple[str, ...]]:
    key = (reader.web.plan.seed, topic)
    if key not in _WAYS:
        _WAYS[key] = reached(reader, topic)
    return _WAYS[key]


def treasure(reader: Reader, topic: str) -> dict[str, tuple[str, ...]]:
    """Pages with relevant forms that there is a way to."""
    key, plan = (reader.web.plan.seed, topic), reader.web.plan
    if key not in _TREASURES:
        found = {}
        for url in ways_of(reader, topic):
            place = plan.places.get(url)
            if place is None or not relevant_names(plan, place) or place.brand is None:
                continue
            if plan.brands[place.brand].subject == TOPICS[topic]:
                found[url] = tuple(virtual.run(reader.read(url)).relevant.values())
        _TREASURES[key] = {url: forms for url, forms in found.items() if forms}
    return _TREASURES[key]


def shortest(reader: Reader, topic: str, budget: int) -> tuple[int, tuple[int, ...]]:
    """Always on to the nearest page with a form that is still wanted: pages fetched, and those at which forms were
    met."""
    ways, forms = ways_of(reader, topic), treasure(reader, topic)
    reachable = {form for found in forms.values() for form in found}
    fetched: dict[str, None] = {}
    met: dict[str, int] = {}
    seeds = reader.web.plan.seeds(topic)
    while len(met) < len(reachable) and len(fetched) < budget:
        for url in _nearest(ways, forms, fetched, seeds, met.keys()):
            fetched[url] = None
            for form in forms.get(url, ()):
                met.setdefault(form, len(fetched))
    return len(fetched), tuple(met.values())


def _nearest(
    ways: Mapping[str, tuple[str, ...]],
    forms: Mapping[str, tuple[str, ...]],
    fetched: Mapping[str, None],
    seeds: Sequence[str],
    known: Collection[str],
) -> list[str]:
    before: dict[str, str] = dict.fromkeys(fetched, "") | {url: "" for url in seeds if url not in fetched}
    waiting = deque([*(url for url in seeds if url not in fetched), *fetched])
    while waiting:
        url = waiting.popleft()
        if url not in fetched and any(form not in known for form in forms.get(url, ())):
            way = [url]
            while before[way[-1]] and before[way[-1]] not in fetched:
                way.append(before[way[-1]])
            return way[::-1]
        for to in ways[url]:
            if to not in before:
                before[to] = url
                waiting.append(to)
    raise ValueError("what is reachable has a way")

"""Which page stands where, and where its links lead: all of it from a seed.

A vertical's real sites are cut into four sites each, with names of their own. Inside one, links keep their real
paths: of those a page has, a few lead to pages that were saved, the others to nothing (404), by the folder they
lead to. Links to other sites lead to hosts that do not answer, as most did when these pages were saved, or to
another page of the patchwork. Directories link to sites of one subject and others, mostly into their middle.

Of the sites about a subject one in eight has its searches on every page, most on one, three in ten nowhere.
"""

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from leadline.forms.wording import SEARCH_STEM
from leadline.gate.links import Denied, SeenLink, follow
from leadline.locate.traps import trap
from leadline.model.url import canonical, host_of, join, rest_of, site_of
from leadline_bench.patchwork.pieces import RELEVANT, TOPICS, Piece, hrefs
from leadline_lab.randomness import Dice, dice

_PARTS = (0.08, 0.24, 0.5, 1.0)
"""Of the pages of a real site, where it is cut."""
_EVERYWHERE, _APART = 0.12, 0.58
"""Sites about a subject whose searches stand on every page, and on one."""
_NEW_LINKS = (1, 6)
"""Pages of its site that a page is the first to link to."""
_OUT_OF_BRAND, _OUT_OF_STRAY = 0.2, 0.1
"""Links to other hosts that lead to a page which is there."""
_SYLLABLES = "ba be bo ca co da de di do fa fi fo ga go ha he ka ki la le lo ma me mi na ne no pa ra re ri ro sa"
_LOGIN = ("login", "signin", "register", "account")


@dataclass(slots=True)
class Brand:
    """A site about a subject."""

    host: str
    subject: str
    voice: str
    real_site: str
    style: str
    """Where its searches are: everywhere, apart, nowhere."""
    pieces: Sequence[int]
    graft: tuple[str, bytes] | None = None
    """A search of another site, and whose: for those that have none of their own, and for pages of searches."""
    form_rest: str = ""
    """Path of the page of searches."""
    live: dict[str, int] = field(default_factory=dict)
    """Paths that answer, and with which page."""
    outward: dict[str, str] = field(default_factory=dict)
    """Hosts that its pages link to, and where that leads."""

    def url(self, rest: str) -> str:
        return f"http://{self.host}{rest}"


@dataclass(frozen=True, slots=True)
class Place:
    """What stands at an address."""

    piece: int
    brand: int | None = None
    has_searches: bool = False


@dataclass(slots=True)
class Plan:
    """The whole web."""

    seed: int
    pieces: Sequence[Piece]
    brands: list[Brand] = field(default_factory=list)
    places: dict[str, Place] = field(default_factory=dict)
    hubs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Pages of directories, and where they lead."""
    hosts: set[str] = field(default_factory=set)
    outward: dict[str, dict[str, str]] = field(default_factory=dict)
    """Of pages that stand for themselves: hosts they link to, and where that leads."""

    def seeds(self, topic: str, many: int = 20) -> list[str]:
        """Where crawls of a topic begin: pages in the middle of sites about it, of directories and of others."""
        roll, subject = dice(self.seed, "seeds", topic), TOPICS[topic]
        own = [
            u for u, p in self.places.items() if p.brand is not None and self.brands[p.brand].subject == subject
        ]
        own = [url for url in own if len(rest_of(url)) > 1]
        lists = [url for url in self.hubs if f"/{subject}" in url and not url.endswith("/1.html")]
        others = [url for url, place in self.places.items() if place.brand is None]
        quarter = many // 4
        chosen = [*roll.sample(own, quarter), *roll.sample(lists, quarter)]
        return [*chosen, *roll.sample(others, many - len(chosen))]


def plan(seed: int, pieces: Sequence[Piece], forms: Mapping[str, Sequence[tuple[str, bytes]]]) -> Plan:
    made = Plan(seed, pieces)
    for brand in _brands(seed, pieces, forms):
        _lay_out(made, brand, dice(seed, "pages", brand.host))
    for number, piece in enumerate(pieces):
        if not piece.subject.startswith("login") and piece.subject not in _SUBJECTS:
            made.places.setdefault(piece.url, Place(number))
    _make_hubs(made, dice(seed, "hubs"))
    made.hosts = {host_of(url) for url in (*made.places, *made.hubs)}
    _link_sites(made, dice(seed, "links between sites"))
    return made


_SUBJECTS = (*TOPICS.values(), "nbaplayer")


def _brands(
    seed: int, pieces: Sequence[Piece], forms: Mapping[str, Sequence[tuple[str, bytes]]]
) -> Iterator[Brand]:
    voices: dict[tuple[str, str], list[int]] = {}
    for number, piece in enumerate(pieces):
        if piece.subject in _SUBJECTS:
            voices.setdefault((piece.subject, piece.voice), []).append(number)
    for (subject, voice), numbers in voices.items():
        roll = dice(seed, "voice", voice)
        mixed, begin = roll.sample(numbers, len(numbers)), 0
        for share in _PARTS:
            end = int(share * len(mixed))
            own, begin = mixed[begin:end], end
            style = _style(roll) if forms.get(subject) else "nowhere"
            brand = Brand(_host(roll, subject), subject, voice, site_of(pieces[own[0]].url), style, own)
            if style == "apart" or (style == "everywhere" and voice not in RELEVANT):
                brand.graft = roll.pick(forms[subject])
            yield brand


def _style(roll: Dice) -> str:
    drawn = roll.random()
    return "everywhere" if drawn < _EVERYWHERE else "apart" if drawn < _EVERYWHERE + _APART else "nowhere"


def _host(roll: Dice, subject: str) -> str:
    syllables = _SYLLABLES.split()
    name = "".join(roll.pick(syllables) for _ in range(3))
    told = {"camera": ("shop", "photo"), "nbaplayer": ("sports", "hoops")}.get(subject, (subject, f"{subject}s"))
    named = f"{name}{roll.pick(told)}" if roll.chance(0.4) else f"{name}{roll.pick(syllables)}"
    return f"www.{named}.{roll.pick(('com', 'net', 'org', 'com'))}"


# ── inside a site ─────────────────────────────────────────────────────────────────────────────────────────


def _inside(piece: Piece, brand: Brand) -> list[str]:
    """Paths within its site that a page links to."""
    found = (join(piece.url, href) for _, href in hrefs(piece.body))
    own = (url for url in found if url is not None and site_of(url) == brand.real_site)
    return list(dict.fromkeys(rest_of(url) for url in own))


def _lay_out(made: Plan, brand: Brand, roll: Dice) -> None:
    """Give addresses to the pages of a site, the way they are linked."""
    ways = {number: _inside(made.pieces[number], brand) for number in brand.pieces}
    left = deque(brand.pieces)
    first = left.popleft()
    brand.live["/"] = first
    often = Counter(rest for rests in ways.values() for rest in rests if rest != "/")
    if brand.style == "apart" and left:
        common = [rest for rest, _ in often.most_common(200) if _is_followed(brand.url(rest))]
        searching = [rest for rest in common if SEARCH_STEM.search(rest.lower())]
        likely = searching if searching and roll.chance(0.6) else common[:40]
        if likely:
            brand.form_rest = roll.pick(likely[:5] if likely is searching else likely)
            brand.live[brand.form_rest] = left.popleft()
    logins = [n for n, piece in enumerate(made.pieces) if piece.subject == "login"]
    for rest in [rest for rest in often if any(word in rest.lower() for word in _LOGIN)][:2]:
        brand.live.setdefault(rest, roll.pick(logins))
    _spread(brand, ways, first, left, roll)
    made.brands.append(brand)
    for rest, number in brand.live.items():
        url = canonical(brand.url(rest))
        if url is not None:
            has = brand.style == "everywhere" or rest == brand.form_rest
            made.places[url] = Place(number, len(made.brands) - 1, has)


def _is_followed(url: str) -> bool:
    """Whether our own crawls would go there: what they may not reach is no strategy's fault."""
    return trap(url) is None and not isinstance(follow(SeenLink("", url)), Denied)


def _spread(brand: Brand, ways: Mapping[int, list[str]], first: int, left: deque[int], roll: Dice) -> None:
    dead: set[str] = set()
    waiting = deque([first])
    while waiting and left:
        new = [r for r in ways.get(waiting.popleft(), ()) if r not in brand.live and r not in dead]
        # What leads to one folder mostly lives or dies together.
        order = sorted(new, key=lambda rest: dice(brand.host, rest.split("/")[1]).random() + 0.2 * roll.random())
        for rest in order[: roll.between(*_NEW_LINKS)]:
            if left:
                brand.live[rest] = left.popleft()
                waiting.append(brand.live[rest])
        dead.update(rest for rest in new if rest not in brand.live)


# ── between sites ─────────────────────────────────────────────────────────────────────────────────────────


def _make_hubs(made: Plan, roll: Dice) -> None:
    """Directories: lists of sites, mostly of one subject."""
    by_subject: dict[str, list[str]] = {}
    for url, place in made.places.items():
        subject = "others" if place.brand is None else made.brands[place.brand].subject
        by_subject.setdefault(subject, []).append(url)
    for subject in by_subject:
        for _ in range(24 if subject == "others" else 8):
            host = _host(roll, "links")
            pages = [f"http://{host}/{subject}/{n}.html" for n in range(1, roll.between(2, 5))]
            for url in pages:
                targets = [
                    roll.pick(by_subject[subject if roll.chance(0.55) else roll.pick(list(by_subject))])
                    for _ in range(roll.between(8, 30))
                ]
                made.hubs[url] = tuple(dict.fromkeys([*targets, *(p for p in pages if p != url)]))


def _link_sites(made: Plan, roll: Dice) -> None:
    by_subject: dict[str, list[str]] = {}
    for url, place in made.places.items():
        if place.brand is not None:
            by_subject.setdefault(made.brands[place.brand].subject, []).append(url)
    everything, lists = list(made.places), list(made.hubs)

    def target(subject: str | None) -> str:
        drawn = roll.random()
        if subject in by_subject and drawn < 0.5:
            return roll.pick(by_subject[subject or ""])
        return roll.pick(lists) if drawn > 0.8 else roll.pick(everything)

    for brand in made.brands:
        for number in brand.pieces[:12]:
            for host in _outward(made.pieces[number], brand.real_site):
                if host not in brand.outward and roll.chance(_OUT_OF_BRAND):
                    brand.outward[host] = target(brand.subject)
                else:
                    brand.outward.setdefault(host, "")
    for url, place in made.places.items():
        if place.brand is None:
            piece = made.pieces[place.piece]
            hosts = _outward(piece, site_of(url))
            made.outward[url] = {host: target(None) for host in hosts if roll.chance(_OUT_OF_STRAY)}


def _outward(piece: Piece, own: str) -> list[str]:
    found = (join(piece.url, href) for _, href in hrefs(piece.body))
    return list(dict.fromkeys(host_of(url) for url in found if url is not None and site_of(url) != own))


def relevant_names(plan: Plan, place: Place) -> frozenset[str]:
    """Fields that searches of the subject have on this page."""
    if place.brand is None or not place.has_searches:
        return frozenset()
    brand = plan.brands[place.brand]
    graft = RELEVANT.get(brand.graft[0], frozenset()) if brand.graft else frozenset()
    return RELEVANT.get(brand.voice, frozenset()) | graft

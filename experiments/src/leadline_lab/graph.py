"""Who links to whom: the explicit graph between sites, as arrays.

Topical locality: a site links mostly to its own subject, then to neighbouring ones, then anywhere
(P(same topic) 0.6–0.8, ALGORITHMS F3; the knob is `WorldSpec.links_on_topic`). Inside a domain two
sub-communities keep to themselves (bookshops, library catalogues: ACHE section 5). Popularity is Zipfian and has
nothing to do with having a database. Directories list many sites of their domain.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from leadline_lab.words import NEIGHBOURS

Ints = npt.NDArray[np.int32]
Floats = npt.NDArray[np.float64]

_NEIGHBOUR = 0.10
_SAME_COMMUNITY = 0.85
_DIRECTORY_SAME_SUBJECT = 0.92

_OUT = ((0.0, 2.0), (0.25, 6.0), (0.5, 12.0), (0.75, 22.0), (0.9, 40.0), (0.99, 90.0), (1.0, 160.0))
"""Quantiles of the number of sites an ordinary site links to."""
_OUT_OF_DIRECTORY = ((0.0, 25.0), (0.5, 90.0), (0.9, 240.0), (1.0, 500.0))


@dataclass(frozen=True, slots=True)
class Graph:
    """Targets of site i are `targets[starts[i]:starts[i + 1]]`; `origins`/`came` are the same backwards."""

    starts: Ints
    targets: Ints
    came: Ints
    origins: Ints

    def out(self, site: int) -> Ints:
        return self.targets[self.starts[site] : self.starts[site + 1]]

    def into(self, site: int) -> Ints:
        return self.origins[self.came[site] : self.came[site + 1]]


def quantiles(rolls: Floats, table: tuple[tuple[float, float], ...]) -> Floats:
    """`Dice.quantile` for many rolls at once, one rounded operation after the other: `np.interp` may be
    compiled with fused multiplication, and the last digit would depend on the machine."""
    shares, values = np.array(table).T
    i = np.clip(np.searchsorted(shares, rolls, side="right") - 1, 0, len(shares) - 2)
    slope = (values[i + 1] - values[i]) * (rolls - shares[i])
    return np.asarray(values[i] + slope / (shares[i + 1] - shares[i]), dtype=np.float64)


def link_sites(
    subject: Ints,
    community: Ints,
    directory: npt.NDArray[np.bool_],
    names: tuple[str, ...],
    seed: int,
    same_subject: float,
) -> Graph:
    """`subject[i]` is a position in `names`; `same_subject` is the share of an ordinary site's links that stay in
    its subject."""
    rolls = np.random.RandomState(seed)  # legacy on purpose: its streams are frozen for ever (NEP 19)
    sites = len(subject)
    popularity = _popularity(rolls.random_sample(sites))
    wanted = np.where(
        directory,
        quantiles(rolls.random_sample(sites), _OUT_OF_DIRECTORY),
        quantiles(rolls.random_sample(sites), _OUT),
    )
    degree = np.minimum(wanted, max(2.0, sites / 6)).astype(np.int64)
    source = np.repeat(np.arange(sites, dtype=np.int64), degree)
    same = np.where(directory, _DIRECTORY_SAME_SUBJECT, same_subject)[source]
    near = np.where(directory, (1.0 - _DIRECTORY_SAME_SUBJECT) / 2, _NEIGHBOUR)[source]
    aims = _subjects_aimed_at(rolls, subject[source], same, near, names)
    side = np.where(rolls.random_sample(len(source)) < _SAME_COMMUNITY, community[source], 1 - community[source])
    side = np.where(aims == subject[source], side, rolls.random_sample(len(source)) < 0.5)
    target = _choose(rolls.random_sample(len(source)), aims, side, subject, community, popularity)
    edges = np.sort(source * sites + target)  # np.unique hashes, which takes three times as long
    edges = edges[np.append(True, edges[1:] != edges[:-1]) & (edges // sites != edges % sites)]
    return _compressed(edges // sites, edges % sites, sites)


def _popularity(rolls: Floats) -> Floats:
    """Zipf by random rank."""
    rank = np.empty(len(rolls))
    rank[np.argsort(rolls, kind="stable")] = np.arange(len(rolls))
    return 1.0 / (rank + len(rolls) / 50 + 3.0)


def _subjects_aimed_at(
    rolls: np.random.RandomState, subject: Ints, same: Floats, near: Floats, names: tuple[str, ...]
) -> Ints:
    """`same` and `near` are the shares of links that stay in the subject or go to a neighbouring one."""
    kind, where = rolls.random_sample(len(subject)), rolls.random_sample(len(subject))
    aims = (where * len(names)).astype(np.int32)
    for i, name in enumerate(names):
        neighbours = [(names.index(n), share) for n, share in NEIGHBOURS.get(name, ()) if n in names]
        if neighbours:
            places = np.array([n for n, _ in neighbours], dtype=np.int32)
            sums = np.cumsum([share for _, share in neighbours])
            mine = (subject == i) & (kind >= same) & (kind < same + near)
            aims[mine] = places[np.searchsorted(sums, where[mine] * sums[-1], side="right")]
    return np.where(kind < same, subject, aims).astype(np.int32)


def _choose(
    rolls: Floats, aims: Ints, side: Ints, subject: Ints, community: Ints, popularity: Floats
) -> npt.NDArray[np.int64]:
    """A site of each aimed-at subject and community, popular ones more often."""
    target = np.empty(len(aims), dtype=np.int64)
    pool, ask = subject.astype(np.int64) * 2 + community, aims.astype(np.int64) * 2 + side
    for place in np.unique(ask):
        members = np.flatnonzero(pool == place)
        if not len(members):  # a tiny world has no such community
            members = np.flatnonzero(subject == place // 2)
        asking = ask == place
        sums = np.cumsum(popularity[members])
        chosen = np.searchsorted(sums, rolls[asking] * sums[-1], side="right")
        target[asking] = members[np.minimum(chosen, len(members) - 1)]
    return target


def _compressed(source: npt.NDArray[np.int64], target: npt.NDArray[np.int64], sites: int) -> Graph:
    places = np.arange(sites + 1)
    back = np.lexsort((source, target))
    return Graph(
        starts=np.searchsorted(source, places).astype(np.int32),
        targets=target.astype(np.int32),
        came=np.searchsorted(target[back], places).astype(np.int32),
        origins=source[back].astype(np.int32),
    )

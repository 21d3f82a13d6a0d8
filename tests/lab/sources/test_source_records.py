"""Records of the lab's databases: the same everywhere, Zipfian, correlated, told apart."""

import json
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from itertools import islice

from database_samples import WORLD, SpecOnly, all_rows, databases, deep_site, measure

from leadline_lab.sources import records_of, sources_of, truth_of
from leadline_lab.sources.catalogue import identity_of
from leadline_lab.sources.writing import key_of, number_of
from leadline_lab.spec import Role, WorldSpec
from leadline_lab.words import DOMAINS, LANGUAGES

MEDIUM = [(site, replace(s, size=1_500)) for site, s in databases(60) if s.structured][:30]

_DIGEST = """
import hashlib, sys
sys.path.insert(0, {folder!r})
from database_samples import WORLD, databases
from leadline_lab.sources import records_of, truth_of
from itertools import islice
said = hashlib.sha256()
for site, source in databases(30):
    said.update(repr(truth_of(WORLD, site, source)).encode())
    said.update(repr(list(islice(records_of(WORLD, site, source), 20))).encode())
print(said.hexdigest())
"""


def test_records_are_the_same_in_every_process() -> None:
    """Two interpreters with different hash seeds make the same databases and the same records."""
    folder = str(__file__).rsplit("/", 1)[0]
    digests = {
        subprocess.run(
            [sys.executable, "-c", _DIGEST.format(folder=folder)],
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(digests) == 1


def test_seeds_and_sites_have_records_of_their_own() -> None:
    """Another seed or another site gives other records, although the domain is the same."""
    here, there = deep_site(0, "en"), deep_site(0, "en")
    elsewhere = deep_site(10, "en")
    other = SpecOnly(WorldSpec(seed=12))
    first = list(islice(records_of(WORLD, here, sources_of(WORLD, here)[0]), 5))
    assert first == list(islice(records_of(WORLD, there, sources_of(WORLD, there)[0]), 5))
    assert first != list(islice(records_of(WORLD, elsewhere, sources_of(WORLD, elsewhere)[0]), 5))
    assert first != list(islice(records_of(other, here, sources_of(other, here)[0]), 5))


def test_every_domain_and_language_has_databases() -> None:
    """All twelve domains make records in all five languages in a reporting world, every cell filled."""
    world = SpecOnly(WorldSpec(seed=3, role=Role.REPORTING))
    for n, domain in enumerate(DOMAINS):
        for language in LANGUAGES:
            site = deep_site(n, language, Role.REPORTING)
            assert site.subject == domain
            for source in sources_of(world, site):
                for key, row in islice(records_of(world, site, source), 10):
                    assert key
                    assert all(row), (source, row)
                json.dumps(truth_of(world, site, source))


def test_values_of_a_category_are_zipfian() -> None:
    """The most frequent value is several times as frequent as the middle one; few values hold half the records."""
    ratios = []
    for site, source in MEDIUM:
        for i, a in enumerate(source.attributes):
            if len(a.values) < 15 or a.numeric or a.correlates:
                continue
            counts = [n for _, n in Counter(row[i] for row in all_rows(site, source).values()).most_common()]
            ratios.append(counts[0] / counts[len(counts) // 2])
            assert sum(counts[: len(counts) // 3 + 1]) > 0.5 * sum(counts)
    assert ratios
    assert sorted(ratios)[len(ratios) // 2] > 3


def test_values_depend_on_the_attribute_they_correlate_with() -> None:
    """Knowing the parent's value narrows a dependent value: fewer of them make up most of the records."""
    narrowed = []
    for site, source in MEDIUM:
        names = [a.name for a in source.attributes]
        for i, a in enumerate(source.attributes):
            if not a.correlates or len(a.values) < 15 or a.numeric:
                continue
            parent = names.index(a.correlates)
            rows = list(all_rows(site, source).values())
            top = Counter(row[parent] for row in rows).most_common(1)[0][0]
            everywhere = Counter(row[i] for row in rows)
            given = Counter(row[i] for row in rows if row[parent] == top)
            alone = sum(n for _, n in everywhere.most_common(5)) / everywhere.total()
            narrowed.append(sum(n for _, n in given.most_common(5)) / given.total() / alone)
    assert narrowed
    assert sorted(narrowed)[len(narrowed) // 2] > 1.5


def test_numbers_depend_on_the_attribute_they_correlate_with() -> None:
    """Part of a number's variance lies between the values of what it depends on."""
    explained = []
    for site, source in MEDIUM:
        names = [a.name for a in source.attributes]
        for i, a in enumerate(source.attributes):
            if not a.correlates or not a.numeric:
                continue
            parent = names.index(a.correlates)
            groups: dict[str, list[int]] = {}
            for row in all_rows(site, source).values():
                groups.setdefault(row[parent], []).append(measure(a, row[i]))
            explained.append(_share_between(list(groups.values())))
    assert explained
    assert sorted(explained)[len(explained) // 2] > 0.15


def _share_between(groups: list[list[int]]) -> float:
    values = [v for group in groups for v in group]
    mean = sum(values) / len(values)
    between = sum(len(g) * (sum(g) / len(g) - mean) ** 2 for g in groups)
    return between / (sum((v - mean) ** 2 for v in values) or 1.0)


def test_keys_are_unique_and_lead_back_to_their_record() -> None:
    """Every key belongs to one record, in all three ways keys look."""
    seen = set()
    for site, source in MEDIUM:
        identity = identity_of(WORLD.spec, site, source)
        keys = [key_of(source, identity, n) for n in range(source.size)]
        assert len(set(keys)) == source.size
        assert [number_of(source, identity, key) for key in keys[::100]] == list(range(0, source.size, 100))
        seen.add(source.identity)
    assert seen == {"number", "code", "hex"}


def test_rows_of_a_list_tell_most_records_apart() -> None:
    """Few records look exactly like another one in the lists of results."""
    twins = total = 0
    for site, source in MEDIUM:
        shown = [i for i, a in enumerate(source.attributes) if a.listed]
        looks = Counter(tuple(row[i] for i in shown) for row in all_rows(site, source).values())
        twins += sum(n - 1 for n in looks.values())
        total += source.size
    assert twins / total < 0.02


def test_texts_have_a_long_tail_of_rare_words() -> None:
    """Half the words of a text database occur in one record or two: a few keywords do not reach it all."""
    site, source = next((site, replace(s, size=2_000)) for site, s in databases(60) if not s.structured)
    place = [a.name for a in source.attributes].index("text")
    texts = [set(row[place].casefold().strip(".").split()) for row in all_rows(site, source).values()]
    frequency = Counter(word for text in texts for word in text)
    assert sum(n <= 2 for n in frequency.values()) > len(frequency) / 2
    assert max(frequency.values()) > len(texts) / 2

"""What asking a form adds to what it says of itself: post-query proof (`leadline.locate.proof`), in the lab.

Every distinct form of some sites that the critic takes for a search is asked, through the real door on virtual
time, with the words of its page and of a topic. Counted by the answer key: how many of those listed are searches,
how many of those that are proven, how many searches are lost by that, and requests.

    python -m leadline_bench.forms.asked --role tuning --seed 0 --worlds 2
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass

from leadline.answers.document import read
from leadline.errors import FetchError
from leadline.forms.understand import searchable_by
from leadline.gate.targets import TARGET
from leadline.locate.critic import RelevantForms, SearchableForms, finder, form_identity
from leadline.locate.proof import MOST, FormProver, Proof
from leadline.locate.settings import LocateSettings
from leadline.model.events import TOPIC_SCOPE
from leadline.model.page import Request
from leadline.topics.bundled import find_topic
from leadline_bench import virtual
from leadline_bench.forms.gate import _chosen as chosen_sites
from leadline_bench.locate.facts import DOMAINS, matched, models_of
from leadline_lab.anatomy import FormModel
from leadline_lab.plan import plan_of
from leadline_lab.serve.fetcher import LabFetcher
from leadline_lab.spec import Role, spec
from leadline_lab.truth import pages_with
from leadline_lab.web import Ask, Web
from leadline_lab.world import World, open_world

_PAGES = 8  # of one site; on others stand the same forms
_ON_TOPIC = 1.0  # whether its page is on topic is not asked here


@dataclass(frozen=True, slots=True)
class AskedForm:
    """One form that was listed as a search."""

    where: str
    kind: str
    searches: bool
    proof: Proof
    requests: int
    claimed: tuple[str, ...]  # domains whose critic lists it with scope `topic`
    domain: str


@dataclass(frozen=True, slots=True)
class AskedFigures:
    """Shares by the answer key; `relevant` is of forms listed with scope `topic`, a form once a domain."""

    forms: int
    precision: float
    precision_not_refuted: float
    precision_proven: float
    kept_not_refuted: float
    kept_proven: float
    relevant: float
    relevant_not_refuted: float
    relevant_proven: float
    claims: int
    requests: float
    most_requests: int


def asked_forms(role: Role, seeds: Sequence[int], scale: str, sites: int) -> Iterator[AskedForm]:
    for seed in seeds:
        world = open_world(spec(scale, seed, role))
        yield from virtual.run(_asked(world, role, seed, sites))


async def _asked(world: World, role: Role, seed: int, sites: int) -> list[AskedForm]:
    web = Web(world)
    fetcher = LabFetcher(web, None, virtual.VirtualClock())
    critic = SearchableForms(None, searchable_by("learned"))
    claimants = {domain: finder(LocateSettings(topic=domain), topical_only=False) for domain in DOMAINS}
    done: list[AskedForm] = []
    for number in chosen_sites(world, role, seed, sites):
        plan = plan_of(world, world.site(number))
        places = [pages_with(plan, index) for index, planned in enumerate(plan.forms) if planned.copy < 2]
        seen: set[str] = set()
        for url in list(dict.fromkeys(plan.url(pages[0]) for pages in places if pages))[:_PAGES]:
            try:
                response = await fetcher.fetch(Request(url, permit=TARGET))
            except FetchError:
                continue  # robots.txt keeps a crawler out as well
            document = read(response)
            page = document.page
            models = matched(page.forms, models_of(web.reply(Ask("GET", url)).sheet), page.base_url)
            listed = {found.identity for found in critic.find(page, _ON_TOPIC)}
            claims = {
                domain: {f.identity for f in one.find(page, _ON_TOPIC) if f.scope == TOPIC_SCOPE}
                for domain, one in claimants.items()
                if isinstance(one, RelevantForms)
            }
            for form, model in zip(page.forms, models, strict=True):
                identity = form_identity(page, form)
                if model is None or model.key in seen or identity not in listed:
                    continue
                seen.add(model.key)
                claimed = tuple(domain for domain, those in claims.items() if identity in those)
                prover = FormProver(fetcher, _words(claimed), seed)
                proof = await prover.prove(identity, form, document)
                done.append(_told(url, model, proof, prover.requests, claimed))
    await fetcher.close()
    return done


def _words(claimed: Sequence[str]) -> tuple[str, ...]:
    """What a crawl for that topic would ask; a crawl for no topic in particular has the page's words alone."""
    return tuple(one.words for one in find_topic(claimed[0]).keywords[:4]) if claimed else ()


def _told(url: str, model: FormModel, proof: Proof, requests: int, claimed: tuple[str, ...]) -> AskedForm:
    where = f"{url} {model.key}"
    return AskedForm(where, model.kind, model.searchable, proof, requests, claimed, model.domain or "")


def counted(forms: Sequence[AskedForm]) -> AskedFigures:
    stands = [one for one in forms if one.proof is not Proof.REFUTED]
    proven = [one for one in forms if one.proof is Proof.PROVEN]
    searches = sum(one.searches for one in forms)
    asked = [one.requests for one in forms if one.requests]
    kinds = (forms, stands, proven)
    right = [_share([one.searches for one in those]) for those in kinds]
    kept = [sum(one.searches for one in those) / max(1, searches) for those in kinds]
    relevant = [_share(list(_relevant(those))) for those in kinds]
    return AskedFigures(
        forms=len(forms),
        precision=right[0],
        precision_not_refuted=right[1],
        precision_proven=right[2],
        kept_not_refuted=kept[1],
        kept_proven=kept[2],
        relevant=relevant[0],
        relevant_not_refuted=relevant[1],
        relevant_proven=relevant[2],
        claims=sum(1 for _ in _relevant(forms)),
        requests=sum(asked) / max(1, len(asked)),
        most_requests=max(asked, default=0),
    )


def _relevant(forms: Sequence[AskedForm]) -> Iterator[bool]:
    return (one.searches and one.domain == domain for one in forms for domain in one.claimed)


def _share(right: Sequence[bool]) -> float:
    return sum(right) / len(right) if right else 1.0


def main() -> None:
    words = argparse.ArgumentParser()
    words.add_argument("--role", default="tuning")
    words.add_argument("--seed", type=int, default=0)
    words.add_argument("--worlds", type=int, default=1)
    words.add_argument("--scale", default="medium")
    words.add_argument("--sites", type=int, default=12)
    words.add_argument("--wrong", action="store_true", help="name what is proven and is no search")
    given = words.parse_args()
    seeds = range(given.seed, given.seed + given.worlds)
    forms = list(asked_forms(Role(given.role), list(seeds), given.scale, given.sites))
    figures = counted(forms)
    assert figures.most_requests <= MOST, "more requests than a form is worth"
    print(json.dumps(asdict(figures), indent=2))  # noqa: T201  # a program
    if given.wrong:
        for one in forms:
            if one.searches != (one.proof is Proof.PROVEN):
                print(one.proof, one.searches, one.kind, one.requests, one.claimed, one.where)  # noqa: T201


if __name__ == "__main__":
    main()

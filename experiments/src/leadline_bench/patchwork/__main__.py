"""`python -m leadline_bench.patchwork`: strategies on webs sewn of real pages.

python -m leadline_bench.patchwork --data FOLDER --strategies sounding,best-first,oracle --worlds 2 --out DIR
"""

import argparse
import hashlib
import json
import sys
import time
from dataclasses import asdict
from pathlib import Path

from leadline_bench.development import data_folder
from leadline_bench.locate.provenance import digest_of, seed_of
from leadline_bench.patchwork.pieces import TOPICS, loose_forms, pieces
from leadline_bench.patchwork.plan import Plan, plan
from leadline_bench.patchwork.reading import Reader
from leadline_bench.patchwork.trial import ORACLE, Result, crawl, oracle
from leadline_bench.patchwork.web import Patchwork

STRATEGIES = (
    ORACLE, "sounding", "best-first", "best-first-sc", "breadth-first", "scdi", "smart", "ffc", "ache", "random",
    "anchor-words",
)  # fmt: skip


def questions() -> argparse.ArgumentParser:
    """What may be said to it."""
    asked = argparse.ArgumentParser(prog="python -m leadline_bench.patchwork", description=__doc__)
    asked.add_argument("--data", type=Path, help="folder of the development data")
    asked.add_argument("--strategies", default=",".join(STRATEGIES))
    asked.add_argument("--topics", default="auto,book,job,movie", help=f"of {', '.join(TOPICS)}")
    asked.add_argument("--worlds", type=int, default=2)
    asked.add_argument(
        "--seed", type=seed_of, default=0, help="of the first world; 'commit' takes it from the commit"
    )
    asked.add_argument("--pages", type=int, default=3000)
    asked.add_argument(
        "--dead",
        type=float,
        default=0.3,
        help="share of the folders and hosts whose links to what nobody saved are left links",
    )
    asked.add_argument(
        "--silent", action="store_true", help="pages that are not there bring no answer, and cost none"
    )
    asked.add_argument("--out", type=Path, help="folder for results.jsonl and for pages that were read")
    return asked


def main() -> None:
    given = questions().parse_args()
    data = given.data or data_folder()
    real, forms = pieces(data), loose_forms(data)
    if given.out:
        given.out.mkdir(parents=True, exist_ok=True)
    results: list[Result] = []
    for seed in range(given.seed, given.seed + given.worlds):
        reader = Reader(_web(plan(seed, real, forms), given), _pages_file(given, seed))
        for topic in given.topics.split(","):
            for name in given.strategies.split(","):
                began = time.process_time()
                found = _one(reader, topic, name, given.pages)
                results.append(found)
                say(f"{_told(found)}  {time.process_time() - began:.0f} s")
                if given.out:
                    with (given.out / "results.jsonl").open("a") as file:
                        file.write(json.dumps(asdict(found)) + "\n")
            reader.keep()
    say("")
    for name in dict.fromkeys(result.strategy for result in results):
        own = [result for result in results if result.strategy == name]
        met, listed = sum(r.area for r in own) / len(own), sum(r.listed_area for r in own) / len(own)
        say(f"{name:32} area {met:.3f}  listed {listed:.3f}  wrong {sum(r.wrong for r in own) / len(own):.1f}")


def _one(reader: Reader, topic: str, name: str, pages: int) -> Result:
    return oracle(reader, topic, pages) if name == ORACLE else crawl(reader, topic, name, pages)[0]


def _web(planned: Plan, given: argparse.Namespace) -> Patchwork:
    return Patchwork(planned, dead=given.dead, says_missing=not given.silent)


def _pages_file(given: argparse.Namespace, seed: int) -> Path | None:
    """Readings depend on who reads: other code, other file."""
    code = digest_of(
        "leadline_bench.patchwork.web",
        "leadline_bench.patchwork.plan",
        "leadline.locate.critic",
        "leadline.parse.document",
    )
    name = hashlib.blake2b(f"{code} {seed} {given.dead} {given.silent}".encode(), digest_size=6).hexdigest()
    return None if given.out is None else given.out / f"pages-{seed}-{name}.pickle"


def _told(found: Result) -> str:
    spent = " ".join(f"{what}:{many}" for what, many in found.spent.items())
    ended = "" if found.pages >= found.budget else f" ({found.pages} pages)"
    return (
        f"{found.world} {found.topic:6} {found.strategy:24} area {found.area:.3f} listed {found.listed_area:.3f} "
        f"{len(found.met)}/{found.reachable} wrong {found.wrong}{ended} {spent}"
    )


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()

"""Cucumber's report (npm): what came of scenarios, one file that holds them as messages and draws them by React.

A box looks words up in names, texts and steps and puts them into the address; boxes beside it choose by what came
of a scenario. All of them are there from the beginning, below features that a press folds up. In English.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

from app_front import Upstream
from app_kit import Application, Served, Workshop, files_state, free_port
from app_natural import natural
from app_oracle import Ask
from app_records import Item

STEPS = """
const { Given, Then } = require("@cucumber/cucumber");
Given(/^a sheet of the year ([0-9]+)$/, (year) => {});
Then(/^it can be found in (.*)$/, (place) => {});
Then(/^its writer is known$/, () => "pending");
"""
SCENARIO = """
  Scenario: {title}
    {text}

    Given a sheet of the year {year}
    Then {last}
"""


@contextmanager
def _serve(workshop: Workshop) -> Iterator[Served]:
    port, features, site = free_port(), workshop.folder / "features", workshop.folder / "site"
    site.mkdir()
    features.mkdir()
    (workshop.folder / "node_modules").symlink_to(workshop.npm)
    (workshop.folder / "package.json").write_text(json.dumps({"name": "archive", "version": "1.0.0"}))
    (features / "steps.cjs").write_text(STEPS)
    for kind in sorted({item.kind for item in workshop.items}):
        (features / f"{kind}.feature").write_text(_feature(kind, workshop.items), encoding="utf-8")
    program = ("node", workshop.npm / "@cucumber/cucumber/bin/cucumber.js")
    settings = ("--import", "features/*.cjs", "--format", f"html:{site / 'index.html'}", "--no-strict")
    workshop.run(*program, *settings, "features")
    command = ("-m", "http.server", str(port), "--bind", "127.0.0.1", "--directory", site)
    with workshop.server(port, workshop.python, *command):
        workshop.front.behind = Upstream(port)
        yield Served(form="/", state=lambda: files_state(site))


def _feature(kind: str, items: tuple[Item, ...]) -> str:
    return f"Feature: {kind.capitalize()}\n" + "".join(_scenario(item) for item in items if item.kind == kind)


def _scenario(item: Item) -> str:
    last = f"it can be found in {item.place}" if item.place else "its writer is known"
    return SCENARIO.format(title=item.title, text=item.text, year=item.year, last=last)


def _oracle(items: tuple[Item, ...]) -> Iterator[Ask]:
    """The report is one file."""
    if items:
        yield Ask("/")


CUCUMBER = Application(
    "cucumber", "report of scenarios", 320, _serve, programs=("node",), packages=("@cucumber/cucumber",),
    records=partial(natural, language="en"), scripted=True, oracle=_oracle,
)  # fmt: skip

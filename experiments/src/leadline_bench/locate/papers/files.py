"""What is left of the papers' experiments: for each figure CSV, JSON, Markdown and the plot as SVG and PNG, and
one page with all sentences.

PNG is made from SVG by the browser of the extra `leadline[browser]`; without it the SVG has to do.
"""

import csv
import json
from collections.abc import Sequence
from dataclasses import asdict
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from leadline.web.door import chromium
from leadline.web.settings import WebSettings
from leadline_bench.locate.papers.exhibit import Exhibit, PaperFigure
from leadline_bench.report import Report, markdown

Made = Sequence[tuple[PaperFigure, Exhibit]]


def keep(made: Made, settings: Report, folder: Path) -> list[Path]:
    """Write them; which plots there are."""
    folder.mkdir(parents=True, exist_ok=True)
    plots = []
    for figure, exhibit in made:
        _tables(figure, exhibit, folder)
        (folder / f"{figure.key}.json").write_text(
            json.dumps(as_json(figure, exhibit), ensure_ascii=False, indent=2) + "\n", encoding="utf-8"
        )
        plot = folder / f"{figure.key}.svg"
        plot.write_text(exhibit.plot, encoding="utf-8")
        plots.append(plot)
        (folder / f"{figure.key}.md").write_text(_page(figure, exhibit), encoding="utf-8")
    (folder / "README.md").write_text(_overview(made, settings), encoding="utf-8")
    return plots


def as_json(figure: PaperFigure, exhibit: Exhibit) -> dict[str, Any]:
    return {
        "figure": figure.key,
        "title": figure.title,
        "sentence": exhibit.sentence,
        "verdicts": [asdict(verdict) | {"outcome": verdict.outcome} for verdict in exhibit.verdicts],
        "tables": [asdict(table) for table in exhibit.tables],
    }


def _tables(figure: PaperFigure, exhibit: Exhibit, folder: Path) -> None:
    for number, table in enumerate(exhibit.tables):
        name = f"{figure.key}.csv" if number == 0 else f"{figure.key}-{number + 1}.csv"
        with (folder / name).open("w", encoding="utf-8", newline="") as out:
            rows = csv.writer(out)
            rows.writerow(table.columns)
            rows.writerows(table.rows)


def _page(figure: PaperFigure, exhibit: Exhibit) -> str:
    tables = markdown(Report(figure.key, {}, {}, exhibit.tables)).split("\n", 2)[2]
    return f"# {figure.title}\n\n{exhibit.sentence}\n\n![{figure.title}]({figure.key}.svg)\n\n{tables}"


def _overview(made: Made, settings: Report) -> str:
    counts = dict.fromkeys(("agrees", "differs", "undecided"), 0)
    rows = []
    for figure, exhibit in made:
        for verdict in exhibit.verdicts:
            counts[verdict.outcome] += 1
        rows.append(f"| [{figure.title}]({figure.key}.md) | {exhibit.sentence} |")
    said = ", ".join(f"{many} {outcome}" for outcome, many in counts.items())
    given = "".join(f"- {name}: {value}\n" for name, value in settings.settings.items())
    notes = "".join(f"\n{note}\n" for note in settings.notes)
    table = "\n".join(["| figure | |", "|---|---|", *rows])
    return f"# The papers' experiments on the lab\n\n{given}{notes}\nOf what the papers say: {said}.\n\n{table}\n"


def pictures(plots: Sequence[Path]) -> int:
    """PNG beside each SVG; how many could be made."""
    program = chromium(WebSettings())
    if program is None or find_spec("playwright") is None:
        return 0
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        page = browser.new_page(device_scale_factor=1.5)
        for plot in plots:
            page.set_content(f"<style>body{{margin:0}}</style>{plot.read_text(encoding='utf-8')}")
            page.locator("svg").first.screenshot(path=plot.with_suffix(".png"))
        browser.close()
    return len(plots)

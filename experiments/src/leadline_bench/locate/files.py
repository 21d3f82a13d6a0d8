"""What an experiment leaves in its folder: `report.json`, `report.md`, and the curves as SVG."""

from pathlib import Path

from leadline_bench.locate.plot import curves
from leadline_bench.locate.summary import Summary
from leadline_bench.report import Report, markdown, write


def keep(report: Report, summary: Summary, folder: Path) -> None:
    """Write them."""
    write(report, folder / "report.json")
    plots = {
        "relevant": curves(summary, lambda result: result.relevant, "Distinct relevant forms, mean of a domain"),
        "searchable": curves(summary, lambda result: result.searchable, "Distinct searchable forms of any domain"),
    }
    for name, svg in plots.items():
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")
    shown = "".join(f"\n![{name} forms]({name}.svg)\n" for name in plots)
    (folder / "report.md").write_text(markdown(report) + shown, encoding="utf-8")

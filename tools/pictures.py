"""The pictures of the README, taken from what `leadline demo` brings up: `python tools/pictures.py`.

Needs Playwright and a Chromium, as the browser tests do. Pictures are kept small: two of them, below 200 kB each.
"""

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from leadline.web.door import chromium
from leadline.web.settings import WebSettings

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
LARGEST = 200_000  # bytes
SOURCE = "tried~records.example"  # the one whose answers are cut off: its curve has something to tell
WIDE, HIGH = 1040, 780


def main() -> None:
    from playwright.sync_api import sync_playwright

    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        tried = Path(folder) / "tried"
        leadline = [sys.executable, "-m", "leadline"]
        subprocess.run([*leadline, "demo", "--out", str(tried)], check=True, stdout=subprocess.DEVNULL)  # noqa: S603  # our own program
        browser = playwright.chromium.launch(executable_path=chromium(WebSettings()), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        with subprocess.Popen(  # noqa: S603  # our own program
            [*leadline, "serve", str(tried), "--port", "0"], stdout=subprocess.PIPE, text=True
        ) as serving:
            assert serving.stdout is not None
            address = next(found[0] for line in serving.stdout if (found := re.search(r"http://[\d.:]+", line)))
            for name, url in {
                "dashboard": f"{address}/folders/{SOURCE}",
                "report": (tried / "report.html").as_uri(),
            }.items():
                page.goto(url)
                page.screenshot(path=PICTURES / f"{name}.png")
            serving.terminate()
        browser.close()
    for picture in PICTURES.glob("*.png"):
        assert picture.stat().st_size < LARGEST, picture


if __name__ == "__main__":
    main()

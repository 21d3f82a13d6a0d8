"""Record anew what Chromium makes of the awkward forms: `python tests/parse/record_forms.py`."""

import json

from parse_browser import CASES, EXPECTED, browser_page, forms_in


def main() -> None:
    with browser_page() as page:
        recorded = {case.stem: forms_in(page, case.read_bytes()) for case in sorted(CASES.glob("*.html"))}
    lines = (f"{json.dumps(name)}: {json.dumps(forms)}" for name, forms in recorded.items())
    EXPECTED.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    print(f"{len(recorded)} cases recorded in {EXPECTED.name}")


if __name__ == "__main__":
    main()

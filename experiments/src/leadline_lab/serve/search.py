"""SearXNG's JSON from the lab's backlinks, so that `--backlinks searxng:URL` works here as it does elsewhere.

Only one question is understood: pages of other sites that mention a site, `"example.com" -site:example.com`.
"""

import json
import re
from urllib.parse import parse_qs, urlsplit

from leadline_lab.backlinks import LabBacklinks
from leadline_lab.web import Reply

HOST = "searx.lab"
_PER_PAGE = 10
_MOST = 200
_MENTIONED = re.compile(r'"([^"\s]+)"')


def search(backlinks: LabBacklinks, target: str) -> Reply:
    """Answer `/search?q=…&format=json&pageno=N`."""
    asked = {name: values[-1] for name, values in parse_qs(urlsplit(target).query).items()}
    if asked.get("format") != "json":
        return Reply(403, _TEXT, b"only format=json is spoken here\n")
    number = asked.get("pageno", "1")
    page = int(number) if number.isascii() and number.isdigit() and len(number) < 4 else 1
    said = _MENTIONED.search(asked.get("q", ""))
    first = max(page - 1, 0) * _PER_PAGE
    found = backlinks.known(said[1], min(first + _PER_PAGE, _MOST))[first:] if said else []
    document = {
        "query": asked.get("q", ""),
        "number_of_results": 0,
        "results": [
            {"url": url, "title": url, "content": "", "engine": "lab", "engines": ["lab"], "category": "general"}
            for url in found
        ],
        "answers": [],
        "corrections": [],
        "infoboxes": [],
        "suggestions": [],
        "unresponsive_engines": [],
    }
    return Reply(200, (("Content-Type", "application/json"),), json.dumps(document).encode())


_TEXT = (("Content-Type", "text/plain; charset=utf-8"),)

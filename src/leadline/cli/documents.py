"""JSON → standard output; without the parser, which most commands that print some do not need."""

import json
import sys

from leadline.escaping import escaped_json


def write_json(document: object, indent: int | None = 2) -> None:
    """Readable letters where the output can carry them, escapes where it cannot."""
    unicode = sys.stdout.encoding.lower().replace("-", "") == "utf8"
    # Half a surrogate pair (a file name that is no UTF-8) is written as \\udcNN: standard output is set to
    # replace with backslashes, which is just what JSON calls it.
    sys.stdout.write(escaped_json(json.dumps(document, ensure_ascii=not unicode, indent=indent)) + "\n")
    sys.stdout.flush()

"""`leadline` with an onlooker: every file it opens, changes or makes and every program it starts, as JSON lines.

They go to the file that LEADLINE_SEEN names.
"""

import json
import os
import sys
from pathlib import Path
from typing import Any

_PATHS = {
    "open": (0,),
    "os.rename": (0, 1),
    "os.link": (0, 1),
    "os.symlink": (0, 1),
    "os.remove": (0,),
    "os.truncate": (0,),
    "os.mkdir": (0,),
    "os.rmdir": (0,),
    "os.chmod": (0,),
    "os.utime": (0,),
    "sqlite3.connect": (0,),
}
_PROGRAMS = ("subprocess.Popen", "os.exec", "os.posix_spawn", "os.spawn", "os.system", "os.startfile", "pty.spawn")
seen: list[tuple[str, str, bool]] = []


def look(event: str, given: tuple[Any, ...]) -> None:
    if event in _PROGRAMS:
        seen.append((event, str(given[0]), True))
    for place in _PATHS.get(event, ()):
        path = given[place]
        if isinstance(path, int) or path is None:
            continue
        writes = event != "open" or bool(given[2] & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC))
        seen.append((event, os.fsdecode(path), writes and event != "sqlite3.connect"))


def main() -> int:
    from leadline.cli import running
    from leadline.cli.app import app

    sys.addaudithook(look)
    code = running.run(app, sys.argv[1:])
    found = "".join(json.dumps(one) + "\n" for one in seen)
    Path(os.environ["LEADLINE_SEEN"]).write_text(found, encoding="utf-8")
    return code


if __name__ == "__main__":
    raise SystemExit(main())

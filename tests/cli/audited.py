"""`leadline` with an onlooker: every file it opens, changes or makes and every program it starts, as JSON lines.

    python audited.py SEEN WORD… [-- SEEN WORD…]    what each command touched goes to the file before its words

The program is imported once, and forked for each command. Ends with 0 where each was done, or refused with 3.
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


def watched(file: str, words: list[str]) -> int:
    if (child := os.fork()) != 0:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    from leadline.cli import running
    from leadline.cli.app import app

    sys.addaudithook(look)
    code = running.run(app, words)
    found = "".join(json.dumps(one) + "\n" for one in seen)
    Path(file).write_text(found, encoding="utf-8")
    sys.stdout.flush()
    os._exit(code)


def main(words: list[str]) -> int:
    sys.path.insert(0, str(Path(__file__).parents[1]))
    from prepared_program import import_everything

    import_everything()
    commands: list[list[str]] = [[]]
    for word in words:
        if word == "--":
            commands.append([])
        else:
            commands[-1].append(word)
    codes = [watched(file, rest) for file, *rest in commands]
    return next((code for code in codes if code not in (0, 3)), 0)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

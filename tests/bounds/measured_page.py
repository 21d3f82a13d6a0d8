"""As a program: one hostile page read by `inspect`'s or by `harvest`'s stages, and what that took, as JSON."""

import json
import resource
import sys
import time

from hostile_pages import FAMILIES
from reading_everything import answer, everything, inspected, taken_in


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    family, size, part = sys.argv[1], int(sys.argv[2]), sys.argv[3]
    page = "<form><input name=q><button>Search</button></form><ul><li><a href=1>One</a><li><a href=2>Two</a></ul>"
    everything(page)  # what is loaded when it is first needed belongs to the idle process
    body = FAMILIES[family](size)[:size].encode()[:size]
    response = answer(body)
    before, started = peak_mib(), time.process_time()
    done = list(inspected(response) if part == "inspected" else taken_in(response))
    print(json.dumps({"mib": peak_mib() - before, "seconds": time.process_time() - started, "stages": len(done)}))

"""A large world costs no storage and hardly any time to open."""

import json
import subprocess
import sys

_MEASURE = """
import json, time
from leadline_lab.randomness import dice
from leadline_lab.spec import Role, spec
from leadline_lab.web import Ask, Web
from leadline_lab.world import open_world

open_world(spec("tiny"))  # words are read once a process, whatever the size of the world
began = time.process_time()
world = open_world(spec("large", seed=8))
opened = time.process_time() - began
web, roll, fetched = Web(world), dice("large"), 0
began = time.process_time()
while fetched < 500:
    site = world.site(roll.below(len(world)))
    fetched += web.reply(Ask("GET", f"http://{site.host}/")).status == 200
fetching = time.process_time() - began
# Not getrusage: its peak survives exec, so a large parent would count.
with open("/proc/self/status") as status:
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
told = {"sites": len(world), "pages": world.pages(), "opened": opened, "fetching": fetching, "mib": peak}
print(json.dumps(told))
"""


def test_a_large_world_opens_faster_than_500_pages_are_fetched() -> None:
    """20,000 sites with over two million pages: less time than 500 of its pages, less memory than 500 MiB."""
    told = subprocess.run([sys.executable, "-c", _MEASURE], capture_output=True, text=True, check=True).stdout
    found = json.loads(told)
    assert found["sites"] >= 20_000
    assert found["pages"] > 2_000_000
    assert found["opened"] < found["fetching"]
    assert found["mib"] < 500

"""The lab's web, served: behind a `Fetcher` for experiments in process, and on a socket for everything else.

1. `faults` decides which requests go wrong, and how; `ledger` counts requests, faults and submissions.
2. `lab` is a world with both: the one function that fetcher and server answer from.
3. `fetcher` is our own door with the lab at its end in place of a socket: robots.txt, pauses, retries and
   redirects are those of a real crawl, on whatever clock it is given.
4. `server` puts all hosts on one port; `search` answers there like a SearXNG, from the lab's backlinks.
"""

from leadline_lab.serve.fetcher import LabFetcher
from leadline_lab.serve.lab import Lab, Served

__all__ = ["Lab", "LabFetcher", "Served"]

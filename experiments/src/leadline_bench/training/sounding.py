"""Train what `sounding` believes before its first page: `python -m leadline_bench.training.sounding`.

It crawls, and what it has come to believe of marks that all sites and topics have in common (`Sounding.beliefs`)
is what the next crawl begins with; words are forgotten with each. So the beliefs are learnt from the pages that
the strategy itself goes to. Only tuning worlds, and of these only ones that development does not look at; half
of them where pages and home pages tell least, so that the lab's ease is not taken for the web's.
"""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from leadline.learn.online import Belief
from leadline.locate import strategies
from leadline.locate.settings import LocateSettings
from leadline.locate.strategies.sounding import Beliefs, Sounding
from leadline.protocols import Prior
from leadline_bench.locate.experiment import opened
from leadline_bench.locate.trial import Trial, run
from leadline_lab.settings import at_setting
from leadline_lab.spec import SCALES, Role, WorldSpec
from leadline_lab.words import domains

WORLDS = range(100, 104)
SETTINGS = ("default", "least-telling")
PAGES = 800
LEAST_VARIANCE = 0.05
"""However much was seen of the lab, a crawl of the web may find otherwise."""
NOTHING: Beliefs = {"topical": {"bias": (0.0, 1.0)}, "fruitful": {"bias": (-3.0, 1.0)}}

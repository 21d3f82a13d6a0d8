"""How much there is: pure folds over what was asked and what came, no clock, disk or network.

| file | says |
|---|---|
| `estimator.py` | `SizeEstimator`: one size with a 95 % interval, by whichever method the evidence supports |
| `sizes.py` | what methods say, compared |
| `lots.py`, `frames.py` | audits: words drawn by lot, and what each record that they bring stands for |
| `checks.py` | what other queries say about an answer, or a list, that seems to have everything |
| `doubts.py` | lines that may be no record, or a record under another name |
| `ledger.py` | what each query brought that no other did, folded as answers come |
| `stated.py` | what the site itself counts |
| `partitions.py`, `parts.py` | parts of the source that came whole; what parts not asked for, or cut, lack |
| `intervals.py` | the interval of what is missing |
| `incidence.py` | Lu and Li's estimate, Chao's lower bound |
| `liddle.py` | the estimate of Liddle et al. |
"""

from leadline.harvest.estimate.estimator import SizeEstimator
from leadline.harvest.estimate.liddle import (
    AnswerTally,
    History,
    batch_size,
    by_count,
    by_probes,
    combinations,
    size,
    space,
    time_left,
)

__all__ = [
    "AnswerTally",
    "History",
    "SizeEstimator",
    "batch_size",
    "by_count",
    "by_probes",
    "combinations",
    "size",
    "space",
    "time_left",
]

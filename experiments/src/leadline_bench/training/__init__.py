"""Training: from the development data to the plain weights that Leadline ships, each with its card.

- `forms`    what a form is for: searchable or not, and its kind    `python -m leadline_bench.training.forms`
- `labels`   which text is the label of a field                     `python -m leadline_bench.training.labels`
- `domains`  which of the twelve domains a form belongs to          `python -m leadline_bench.training.domains`
- `domain_others`  searches that any site may have         `python -m leadline_bench.training.domain_others`
- `topics`   what pages are about: background and four topics       `python -m leadline_bench.training.topics`

Each takes `--data FOLDER`, writes into the package `leadline` that is imported (a checkout, installed as `make
test` does it) and with `--check` only measures. `pip install 'leadline-lab[train]'` brings scikit-learn, which
`forms` and `domains` learn with.
"""

from pathlib import Path

import leadline

SHIPPED = Path(leadline.__file__).resolve().parent
"""Where weights and cards are written: the rooms' data folders."""

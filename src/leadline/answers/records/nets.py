"""Small learned nets as plain weights: one hidden layer, `tanh`; the card beside each file says from what."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any


@dataclass(frozen=True, slots=True)
class Net:
    hidden: Any
    bias: Any
    out: Any
    always: Any

    def scores(self, vector: Sequence[float]) -> Any:
        """One for each outcome. What is left out at the end of a vector counts as 0."""
        import numpy as np

        units = np.tanh(self.hidden[:, : len(vector)] @ np.asarray(vector) + self.bias)
        return self.out @ units + self.always


@cache
def net(name: str) -> Net:
    import numpy as np

    stored = json.loads((files(__package__) / "data" / f"{name}.json").read_text("utf-8"))
    return Net(*(np.asarray(stored[part]) for part in ("hidden", "bias", "out", "always")))

"""Small nets learned with numpy alone: one hidden layer of `tanh`, several side by side. The same table gives the
same weights; `leadline.answers.records.nets` reads them."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from leadline.errors import BadConfiguration

NETS, HIDDEN, EPOCHS, BATCH, RATE, PENALTY = 4, 20, 12, 256, 4e-3, 1e-4
EARLIER = 0.5
"""Share of the vote that nets of an earlier training keep. With a quarter, matches of a dictionary in a line were
none; with half, two records below a pager of a hundred pages are. On 700 chance pages that nobody learned from a
quarter is right 649 times, half 648 times."""
_SIDES = (("hidden", 0), ("bias", 0), ("out", 1))
Floats = NDArray[np.float32]


def side_by_side(
    table: Floats, right: Floats, weights: Floats, epochs: int = EPOCHS, penalty: float = PENALTY
) -> dict[str, Any]:
    """Several nets, which answer together: one alone is sure of itself where it has seen nothing."""
    nets = [_net(table, right, weights, seed, epochs, penalty) for seed in range(NETS)]
    hidden, bias, out = (np.concatenate([net[name] for net in nets], axis) for name, axis in _SIDES)
    return {"hidden": hidden, "bias": bias, "out": out / NETS, "always": sum(net["always"] for net in nets) / NETS}


def _net(table: Floats, right: Floats, weights: Floats, seed: int, epochs: int, penalty: float) -> dict[str, Any]:
    """By Adam with a falling rate: the likelihood of any outcome that is right."""
    rng = np.random.default_rng(seed)
    mean, spread = table.mean(0), table.std(0) + 1e-2
    table = (table - mean) / spread
    count, outcomes = table.shape[1], right.shape[1]
    shapes = ((count, HIDDEN), (HIDDEN,), (HIDDEN, outcomes), (outcomes,))
    scales = (count**-0.5, 0.0, HIDDEN**-0.5, 0.0)
    parts = [
        (rng.normal(size=size) * scale).astype(np.float32) for size, scale in zip(shapes, scales, strict=True)
    ]
    slow, fast = [np.zeros_like(part) for part in parts], [np.zeros_like(part) for part in parts]
    order, step = np.arange(len(table)), 0
    for epoch in range(epochs):
        rng.shuffle(order)
        for start in range(0, len(order), BATCH):
            some = order[start : start + BATCH]
            slopes = _slopes(parts, table[some], right[some], weights[some])
            step += 1
            rate = RATE * 0.5 * (1 + np.cos(np.pi * (epoch + start / len(order)) / epochs))
            for n, slope in enumerate(slopes):
                steep = slope + penalty * parts[n] * (n in (0, 2))
                slow[n] = 0.9 * slow[n] + 0.1 * steep
                fast[n] = 0.99 * fast[n] + 0.01 * steep * steep
                change = slow[n] / (1 - 0.9**step) / (np.sqrt(fast[n] / (1 - 0.99**step)) + 1e-8)
                parts[n] = (parts[n] - rate * change).astype(np.float32)
    hidden = parts[0].T / spread
    return {"hidden": hidden, "bias": parts[1] - hidden @ mean, "out": parts[2].T, "always": parts[3]}


def _slopes(parts: Sequence[Floats], given: Floats, right: Floats, weights: Floats) -> tuple[Floats, ...]:
    """How the loss of some examples changes with each part."""
    units = np.tanh(given @ parts[0] + parts[1])
    scores = units @ parts[2] + parts[3]
    chance = np.exp(scores - scores.max(1, keepdims=True))
    chance /= chance.sum(1, keepdims=True)
    wanted = chance * right
    error = (chance - wanted / (wanted.sum(1, keepdims=True) + 1e-9)) * weights[:, None] / len(given)
    inner = error @ parts[2].T * (1 - units * units)
    return given.T @ inner, inner.sum(0), units.T @ error, error.sum(0)


def with_earlier(stored: dict[str, Any], earlier: dict[str, Any]) -> dict[str, Any]:
    """New nets and those of an earlier training, which knew pages that are not at hand, and fewer features."""
    more = [0.0] * (len(stored["names"]) - len(earlier["names"]))
    if [*earlier["names"], *stored["names"][len(earlier["names"]) :]] != list(stored["names"]):
        raise BadConfiguration("the earlier nets know features that are no more: learn without them")
    both = {"line": (stored["line"], earlier["line"] + more), "none": (stored["none"], earlier["none"])}
    return stored | {
        "hidden": stored["hidden"] + [row + more for row in earlier["hidden"]],
        "bias": stored["bias"] + earlier["bias"],
        "out": [round((1 - EARLIER) * one, 6) for one in stored["out"]]
        + [round(EARLIER * one, 6) for one in earlier["out"]],
        **{
            name: [round((1 - EARLIER) * one + EARLIER * other, 6) for one, other in zip(*pair, strict=True)]
            for name, pair in both.items()
        },
    }

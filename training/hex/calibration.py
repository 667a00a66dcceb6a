#!/usr/bin/env python3
"""Win probabilities against outcomes, in ten bins: what the search said, or what a network says.

    calibration.py POSITIONS.hxp... [--network CHECKPOINT.pt] [--sizes 7,9,11] [--held-out]

Each line has the positions whose prediction lies in a tenth, their mean prediction and the share of them that
the side to move won. A calibrated player has the same in both columns.
"""

import argparse

import numpy as np
import torch

from net import load
from positions import planes_of, read_all
from train import split

BINS = 10


def predictions(net, positions):
    """Win probabilities of the side to move by the value head, the mean of a position and its half turn."""
    found = []
    with torch.no_grad():
        for part in np.array_split(np.arange(len(positions)), max(1, len(positions) // 512)):
            planes = torch.from_numpy(planes_of(positions.take(part)))
            logits = [net(of)[2] for of in (planes, planes.flip(2, 3))]
            found.append(torch.sigmoid(sum(logits) / 2).numpy())
    return np.concatenate(found)


def table(said, outcomes):
    """A line for each bin, and the mean difference over positions."""
    bins, error = np.minimum((said * BINS).astype(int), BINS - 1), 0.0
    for i in range(BINS):
        inside = bins == i
        if not inside.any():
            continue
        mean, actual = said[inside].mean(), outcomes[inside].mean()
        error += abs(mean - actual) * inside.mean()
        print(f"| {10 * i} to {10 * (i + 1)} % | {inside.sum()} | {100 * mean:.1f} % | {100 * actual:.1f} % |")
    print(f"mean difference {100 * error:.1f} points; Brier score {np.mean((said - outcomes) ** 2):.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("positions", nargs="+")
    parser.add_argument("--network", metavar="CHECKPOINT")
    parser.add_argument("--sizes", help="only boards of these sizes")
    parser.add_argument("--held-out", action="store_true", help="only the games that train.py leaves out")
    options = parser.parse_args()
    torch.set_num_threads(1)
    net = load(options.network).eval() if options.network else None
    parts = read_all(options.positions)
    wanted = [int(size) for size in options.sizes.split(",")] if options.sizes else list(parts)
    parts = [part for size, part in parts.items() if size in wanted]
    if options.held_out:
        parts = [split(part)[1] for part in parts]
    said = [predictions(net, part) if net else part.values.astype(np.float32) for part in parts]
    table(np.concatenate(said), np.concatenate([part.outcomes for part in parts]))


if __name__ == "__main__":
    main()

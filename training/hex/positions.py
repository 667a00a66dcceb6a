"""Labelled positions of Hex: reads the files of `sixfold selfplay hex` (HXP1) and the older 11x11 file (HXD1).

HXP1: the four bytes HXP1, then records until the end of the file; all numbers little-endian.
    u8   size of the board
    u8   bit 0: the side to move won the game; bit 1: first position of a game
    u16  value: the search's win probability of the side to move, times 65535
    u16  k, number of moves with visits
    ceil(size*size/4) bytes: cells, 2 bits each, lowest bits first, row by row: 0 empty, 1 side to move
         (it joins top and bottom; the board is mirrored in its long diagonal if need be), 2 the other
    k x (u16 cell, u16 visits' share times 65535, u8 win probability after the move times 255)
A record that is cut short at the end of the file is ignored, so that a file can be read while it is written.

    positions.py FILE...      says what is in them
"""

import struct
import sys
from dataclasses import dataclass

import numpy as np

MOST_MOVES = 24
# Temperature at which the log-odds of HXD1 become a policy.
TEMPERATURE = 1 / 3
# No move listed.
NONE = 0xFFFF


@dataclass
class Positions:
    """Positions of one size; moves are padded with NONE."""
    size: int
    cells: np.ndarray      # [m, size*size] int8
    moves: np.ndarray      # [m, MOST_MOVES] uint16
    shares: np.ndarray     # [m, MOST_MOVES] float16: policy
    odds: np.ndarray       # [m, MOST_MOVES] float16: log-odds of the moves
    values: np.ndarray     # [m] float16: win probability by the search
    outcomes: np.ndarray   # [m] int8
    firsts: np.ndarray     # [m] bool: first of a game

    def __len__(self):
        return len(self.cells)

    def take(self, index):
        fields = (self.cells, self.moves, self.shares, self.odds, self.values, self.outcomes, self.firsts)
        return Positions(self.size, *(field[index] for field in fields))

    def sample(self, count, rng):
        return self.take(np.sort(rng.choice(len(self), min(count, len(self)), replace=False)))


def planes_of(positions):
    """Input planes [m, 2, size + 2, size + 2]."""
    n, m = positions.size, len(positions)
    cells = positions.cells.reshape(m, n, n)
    planes = np.zeros((m, 2, n + 2, n + 2), np.float32)
    planes[:, 0, 1:-1, 1:-1] = cells == 1
    planes[:, 1, 1:-1, 1:-1] = cells == 2
    planes[:, 0, 0, 1:-1] = planes[:, 0, -1, 1:-1] = 1
    planes[:, 1, 1:-1, 0] = planes[:, 1, 1:-1, -1] = 1
    return planes


class Builder:
    """Collects records of one size."""

    def __init__(self, size):
        self.size, self.bytes = size, []
        self.moves, self.shares, self.odds, self.values, self.outcomes, self.firsts = [], [], [], [], [], []

    def add(self, cells, moves, shares, odds, value, outcome, first):
        k = min(len(moves), MOST_MOVES)
        pad = lambda x, fill, kind: np.concatenate([x[:k], np.full(MOST_MOVES - k, fill)]).astype(kind)
        self.bytes.append(cells)
        self.moves.append(pad(moves, NONE, np.uint16))
        total = max(float(shares[:k].sum()), 1e-9)
        self.shares.append(pad(shares / total, 0, np.float16))
        self.odds.append(pad(odds, 0, np.float16))
        self.values.append(value)
        self.outcomes.append(outcome)
        self.firsts.append(first)

    def build(self):
        packed = np.frombuffer(b"".join(self.bytes), np.uint8).reshape(len(self.bytes), -1)
        shifts = np.array([0, 2, 4, 6], np.uint8)
        cells = (packed[:, :, None] >> shifts & 3).reshape(len(packed), -1)[:, : self.size**2].astype(np.int8)
        return Positions(self.size, cells, np.array(self.moves), np.array(self.shares), np.array(self.odds),
                         np.array(self.values, np.float16), np.array(self.outcomes, np.int8),
                         np.array(self.firsts, bool))


def logit(p):
    p = np.clip(p, 1 / 512, 1 - 1 / 512)
    return np.log(p / (1 - p))


def read_hxp(data, builders, limit):
    at, count = 4, 0
    while at + 6 <= len(data) and (limit is None or count < limit):
        size, flags, value, k = struct.unpack_from("<BBHH", data, at)
        width = (size * size + 3) // 4
        end = at + 6 + width + 5 * k
        if end > len(data):
            break
        entries = np.frombuffer(data, [("cell", "<u2"), ("share", "<u2"), ("value", "u1")], k, at + 6 + width)
        entries = entries[np.argsort(-entries["share"].astype(np.int32), kind="stable")]
        builder = builders.setdefault(size, Builder(size))
        builder.add(data[at + 6:at + 6 + width], entries["cell"], entries["share"].astype(np.float32),
                    logit(entries["value"] / 255), value / 65535, flags & 1, flags >> 1 & 1)
        at, count = end, count + 1


def read_hxd(data, builders, limit):
    """The older file: up to 20 best cells with their distance from the best in log-odds."""
    size, _, _, count, _ = struct.unpack_from("<BBHII", data, 4)
    width, at = (size * size + 3) // 4, 16
    builder = builders.setdefault(size, Builder(size))
    for _ in range(count if limit is None else min(count, limit)):
        flags, best = struct.unpack_from("<Bb", data, at + width)
        k = flags >> 3
        entries = np.frombuffer(data, np.uint8, 2 * k, at + width + 3).reshape(k, 2)
        gaps = entries[:, 1].astype(np.float32) / 32
        builder.add(data[at:at + width], entries[:, 0], np.exp(-gaps / TEMPERATURE), best / 12 - gaps,
                    1 / (1 + np.exp(-best / 12)), flags & 1, flags >> 2 & 1)
        at += width + 3 + 2 * k


def read_all(paths, limit=None):
    """Positions of all files by size; `limit` is for each file."""
    builders = {}
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        reader = {b"HXP1": read_hxp, b"HXD1": read_hxd}.get(data[:4])
        if reader is None:
            raise ValueError(f"{path}: neither HXP1 nor HXD1")
        reader(data, builders, limit)
    return {size: builder.build() for size, builder in sorted(builders.items())}


def read(path, limit=None):
    """Positions of the size that a file has most of."""
    return max(read_all([path], limit).values(), key=len)


def main():
    for size, positions in read_all(sys.argv[1:]).items():
        right = np.mean((positions.values > 0.5) == (positions.outcomes == 1))
        print(f"{size}x{size}: {len(positions)} positions of {positions.firsts.sum()} games, "
              f"{(positions.cells != 0).sum(1).mean():.1f} stones, value agrees with outcome {right:.3f}")


if __name__ == "__main__":
    main()

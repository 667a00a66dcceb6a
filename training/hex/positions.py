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
# The arrays of positions.
FIELDS = ("cells", "moves", "shares", "odds", "values", "outcomes", "firsts")


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
        return Positions(self.size, *(getattr(self, name)[index] for name in FIELDS))

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


def logit(p):
    p = np.clip(p, 1 / 512, 1 - 1 / 512)
    return np.log(p / (1 - p))


def gather(data, starts, width):
    """Bytes [m, width] from each of the starts on; what lies behind the end of the file is zero."""
    at = np.asarray(starts, np.int64)[:, None] + np.arange(width)
    return np.where(at < len(data), data[np.minimum(at, len(data) - 1)], 0).astype(np.uint8)


def unpacked(packed, size):
    """Cells [m, size*size] of 2 bits each."""
    shifts = np.array([0, 2, 4, 6], np.uint8)
    return (packed[:, :, None] >> shifts & 3).reshape(len(packed), -1)[:, : size**2].astype(np.int8)


def padded(size, cells, entries, values, outcomes, firsts):
    """Positions whose `entries` are moves, shares and log-odds [m, MOST_MOVES], best first, with a share of
    0 where there is none."""
    moves, shares, odds = entries
    totals = np.maximum(shares.sum(1, keepdims=True), 1e-9)
    return Positions(size, cells, np.where(shares > 0, moves.astype(np.uint16), NONE),
                     (shares / totals).astype(np.float16), odds.astype(np.float16),
                     values.astype(np.float16), outcomes.astype(np.int8), firsts.astype(bool))


def read_hxp(data, limit):
    """Starts of the records by size in one pass, then all records of a size at once."""
    starts, at, count, end = {}, 4, 0, len(data)
    while at + 6 <= end and (limit is None or count < limit):
        size = data[at]
        after = at + 6 + (size * size + 3) // 4 + 5 * (data[at + 4] | data[at + 5] << 8)
        if after > end:
            break
        starts.setdefault(size, []).append(at)
        at, count = after, count + 1
    array = np.frombuffer(data, np.uint8)
    return [records_hxp(array, np.array(of), size) for size, of in starts.items()]


def records_hxp(data, starts, size):
    heads = gather(data, starts, 6).astype(np.int64)
    counts, width = heads[:, 4] | heads[:, 5] << 8, (size * size + 3) // 4
    most = int(counts.max())
    raw = gather(data, starts + 6 + width, 5 * most).reshape(len(starts), most, 5).astype(np.int32)
    shares = np.where(np.arange(most) < counts[:, None], raw[:, :, 2] | raw[:, :, 3] << 8, 0)
    best = np.argsort(-shares, 1, kind="stable")[:, :MOST_MOVES]
    best = np.pad(best, ((0, 0), (0, MOST_MOVES - best.shape[1])))
    pick = lambda of: np.take_along_axis(of, best, 1)
    kept = np.arange(MOST_MOVES) < np.minimum(counts, MOST_MOVES)[:, None]
    entries = (pick(raw[:, :, 0] | raw[:, :, 1] << 8), np.where(kept, pick(shares), 0).astype(np.float32),
               logit(pick(raw[:, :, 4]) / 255))
    return padded(size, unpacked(gather(data, starts + 6, width), size), entries,
                  (heads[:, 2] | heads[:, 3] << 8) / 65535, heads[:, 1] & 1, heads[:, 1] >> 1 & 1)


def read_hxd(data, limit):
    """The older file: up to 20 best cells with their distance from the best in log-odds."""
    size, _, _, count, _ = struct.unpack_from("<BBHII", data, 4)
    width, at, starts = (size * size + 3) // 4, 16, []
    for _ in range(count if limit is None else min(count, limit)):
        starts.append(at)
        at += width + 3 + 2 * (data[at + width] >> 3)
    array = np.frombuffer(data, np.uint8)
    chunks = np.array_split(np.array(starts), max(1, len(starts) >> 16))
    return [records_hxd(array, chunk, size, width) for chunk in chunks]


def records_hxd(data, starts, size, width):
    heads = gather(data, starts + width, 3)
    flags, best = heads[:, 0], heads[:, 1].astype(np.int8) / 12
    raw = gather(data, starts + width + 3, 2 * MOST_MOVES).reshape(len(starts), MOST_MOVES, 2)
    gaps = raw[:, :, 1].astype(np.float32) / 32
    listed = np.arange(MOST_MOVES) < (flags >> 3)[:, None]
    shares = np.where(listed, np.exp(-gaps / TEMPERATURE), 0)
    return padded(size, unpacked(gather(data, starts, width), size), (raw[:, :, 0], shares, best[:, None] - gaps),
                  1 / (1 + np.exp(-best)), flags & 1, flags >> 2 & 1)


def joined(parts):
    """Positions of one size, put together."""
    fields = [np.concatenate([getattr(part, name) for part in parts]) for name in FIELDS]
    return Positions(parts[0].size, *fields)


def read_all(paths, limit=None):
    """Positions of all files by size; `limit` is for each file."""
    by_size = {}
    for path in paths:
        with open(path, "rb") as file:
            data = file.read()
        reader = {b"HXP1": read_hxp, b"HXD1": read_hxd}.get(data[:4])
        if reader is None:
            raise ValueError(f"{path}: neither HXP1 nor HXD1")
        for part in reader(data, limit):
            by_size.setdefault(part.size, []).append(part)
    return {size: joined(parts) for size, parts in sorted(by_size.items())}


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

#!/usr/bin/env python3
"""Quantises a trained network and writes the file that the engine reads.

    export.py CHECKPOINT.pt OUTPUT.bin [--check POSITIONS.hxp]

Batch normalisation is folded into the convolutions. Activations are integers in units of 1/256, weights are
bytes with one scale for each output channel, and sums are rescaled by integers, so that the engine computes
the same on every machine. The format is described in docs/training.md and in
`crates/engines/hex/src/network/format.rs`; `--check` compares the integers with the trained network.
"""

import argparse
import struct
import zlib

import numpy as np
import torch

from net import ACTION_VALUE_UNIT, load

MAGIC, VERSION = b"HEXNET", 1
UNIT = 256            # integer activation of 1
LARGEST = 16383       # largest activation
LOGIT_UNIT = 1024     # integer of one nat (policy, action value, value)
SHIFT = 13            # of the multiplication in a rescaling
WIDEST = 1 << 17      # a sum is clamped to this before the multiplication


class Layer:
    """An integer convolution or linear layer: weights [outputs][taps][inputs], biases, rescaling."""

    def __init__(self, weights, biases, unit):
        """`unit` is the integer of an output of 1."""
        outputs = weights.shape[0]
        flat = weights.reshape(outputs, -1)
        scales = np.maximum(np.abs(flat).max(1), 1e-9) / 127.0
        self.weights = np.rint(weights / scales.reshape((-1,) + (1,) * (weights.ndim - 1))).astype(np.int8)
        factors = scales * unit / UNIT
        self.preshift = max(0, int(np.floor(-np.log2(factors.max()))))
        if factors.max() * 2.0**self.preshift > 1.0:
            raise ValueError("weights are too large for this rescaling")
        self.multipliers = np.rint(factors * 2.0 ** (self.preshift + SHIFT)).astype(np.int64)
        rounding = (1 << self.preshift) >> 1
        self.biases = np.rint(biases * UNIT / scales).astype(np.int64) + rounding
        bound = np.abs(self.weights.astype(np.int64)).reshape(outputs, -1).sum(1) * LARGEST
        if (bound + np.abs(self.biases)).max() >= 1 << 31:
            raise ValueError("a sum could overflow")

    def bytes(self):
        return (
            struct.pack("<B", self.preshift)
            + self.multipliers.astype("<i2").tobytes()
            + self.biases.astype("<i4").tobytes()
            + self.weights.tobytes()
        )

    def rescale(self, sums):
        """Integer sums, outputs in the last axis, to integer outputs."""
        sums = np.clip((sums + self.biases) >> self.preshift, -WIDEST, WIDEST)
        return (sums * self.multipliers + (1 << SHIFT >> 1)) >> SHIFT


def fold(conv, norm):
    scale = (norm.weight / torch.sqrt(norm.running_var + norm.eps)).detach().numpy()
    weights = conv.weight.detach().numpy() * scale[:, None, None, None]
    return weights, norm.bias.detach().numpy() - norm.running_mean.numpy() * scale


def spatial(weights):
    """[out][in][y][x] to [out][tap][in]."""
    out, inputs, height, width = weights.shape
    return weights.transpose(0, 2, 3, 1).reshape(out, height * width, inputs).astype(np.float64)


def numpy(parameter):
    return parameter.detach().numpy().astype(np.float64)


def quantise(net):
    """The layers in the order of the file."""
    def convolution(conv, norm):
        weights, biases = fold(conv, norm)
        return Layer(spatial(weights), biases.astype(np.float64), UNIT)

    layers = [convolution(net.stem, net.sb)]
    for block in net.body:
        layers += [convolution(block.c1, block.b1), convolution(block.c2, block.b2)]
    heads, biases = spatial(numpy(net.pol.weight)), numpy(net.pol.bias)
    heads[1] *= ACTION_VALUE_UNIT
    biases[1] *= ACTION_VALUE_UNIT
    layers.append(Layer(heads, biases, LOGIT_UNIT))
    layers.append(Layer(spatial(numpy(net.v1.weight)), numpy(net.v1.bias), UNIT))
    layers.append(Layer(numpy(net.v2.weight)[:, None, :], numpy(net.v2.bias), UNIT))
    layers.append(Layer(numpy(net.v3.weight)[:, None, :], numpy(net.v3.bias), LOGIT_UNIT))
    return layers


def shape_of(net):
    return len(net.body), net.sb.num_features, net.v1.out_channels, net.v2.out_features


def write(path, net, layers):
    blocks, channels, value_channels, hidden = shape_of(net)
    body = MAGIC + struct.pack("<BBBBB", VERSION, blocks, channels, value_channels, hidden)
    body += b"".join(layer.bytes() for layer in layers)
    body += struct.pack("<I", zlib.crc32(body))
    with open(path, "wb") as file:
        file.write(body)
    return len(body)


def convolve(layer, x, taps=9):
    """Integer convolution of x [n][y][x][channel]; 9 taps need a frame of one cell, 1 tap none."""
    weights = layer.weights.astype(np.int64)
    if taps == 1:
        return x @ weights[:, 0].T
    height, width = x.shape[1] - 2, x.shape[2] - 2
    sums = 0
    for tap in range(9):
        row, column = divmod(tap, 3)
        sums = sums + x[:, row:row + height, column:column + width] @ weights[:, tap].T
    return sums


def frame(x):
    return np.pad(x, ((0, 0), (1, 1), (1, 1), (0, 0)))


def integer_forward(layers, planes):
    """The network in integers, as the engine computes it: policy, action values, value."""
    relu = lambda x: np.clip(x, 0, LARGEST)
    stem, heads, v1, v2, v3 = layers[0], *layers[-4:]
    x = relu(stem.rescale(convolve(stem, planes.transpose(0, 2, 3, 1).astype(np.int64) * UNIT)))
    for first, second in zip(layers[1:-4:2], layers[2:-4:2]):
        y = relu(first.rescale(convolve(first, frame(x))))
        x = relu(x + second.rescale(convolve(second, frame(y))))
    out = heads.rescale(convolve(heads, frame(x)))
    v = relu(v1.rescale(convolve(v1, x, 1)))
    n, cells = len(v), v.shape[1] * v.shape[2]
    v = v.reshape(n, cells, -1)
    v = np.concatenate([(v.sum(1) + cells // 2) // cells, v.max(1)], 1)
    v = relu(v2.rescale(v @ v2.weights[:, 0].astype(np.int64).T))
    v = v3.rescale(v @ v3.weights[:, 0].astype(np.int64).T)[:, 0]
    return out[..., 0].reshape(n, -1), out[..., 1].reshape(n, -1), v


def compare(net, layers, path, count):
    from positions import planes_of, read
    data = read(path, limit=20 * count).sample(count, np.random.default_rng(1))
    planes = planes_of(data)
    net.eval()
    with torch.no_grad():
        policy, action, value = (t.numpy() for t in net(torch.from_numpy(planes)))
    ints = integer_forward(layers, planes)
    empty = data.cells == 0
    best = lambda logits: np.where(empty, logits, -1e9).argmax(1)
    print(f"{count} positions: first choice equal {np.mean(best(policy) == best(ints[0])):.3f}, "
          f"mean difference of policy {np.abs(policy - ints[0] / LOGIT_UNIT)[empty].mean():.4f} nats, "
          f"action value {np.abs(action * ACTION_VALUE_UNIT - ints[1] / LOGIT_UNIT)[empty].mean():.4f}, "
          f"value {np.abs(value - ints[2] / LOGIT_UNIT).mean():.4f}, "
          f"sign of value equal {np.mean((value > 0) == (ints[2] > 0)):.4f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkpoint")
    parser.add_argument("output")
    parser.add_argument("--check", metavar="POSITIONS")
    parser.add_argument("--count", type=int, default=400)
    options = parser.parse_args()
    torch.set_num_threads(1)
    net = load(options.checkpoint)
    layers = quantise(net)
    print(options.output, write(options.output, net, layers), "bytes")
    if options.check:
        compare(net, layers, options.check, options.count)


if __name__ == "__main__":
    main()

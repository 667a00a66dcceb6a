#!/usr/bin/env python3
"""Trains the network of the Hex player on labelled positions.

    train.py OUTPUT.pt --data FILE... [--start CHECKPOINT.pt] [--minutes 60] [--seed 1]

Loss (Silver et al. 2017, with an action-value head): cross-entropy of the policy with the labelled
distribution, squared error of the action values (log-odds / 4) of listed moves, cross-entropy of the value
with a mixture of outcome and search value. AdamW with a cosine schedule over processor time, half turns of
the board at random, and a running mean of the weights, which is what is saved. Every batch has one size;
sizes are drawn in proportion to their numbers of positions. A twentieth of the games is held out.
"""

import argparse
import time

import numpy as np
import torch
from torch.nn import functional as F

from net import ACTION_VALUE_UNIT, Net, load, save
from positions import NONE, planes_of, read_all

HELD_OUT = 20          # every so manieth game
MEAN_EVERY, MEAN_DECAY = 5, 0.999
WARM_UP = 200          # steps


def split(positions):
    """Training and held-out positions, by whole games."""
    game = np.cumsum(positions.firsts)
    held = game % HELD_OUT == 0
    return positions.take(np.flatnonzero(~held)), positions.take(np.flatnonzero(held))


def batch_of(positions, index, turned, outcome_share):
    """Tensors of a batch; where `turned`, the board after half a turn."""
    some = positions.take(index)
    cells = some.size**2
    some.cells = np.where(turned[:, None], some.cells[:, ::-1], some.cells)
    listed = some.moves != NONE
    moves = np.where(turned[:, None], cells - 1 - some.moves.astype(np.int64), some.moves.astype(np.int64))
    moves = np.where(listed, moves, 0)
    values = outcome_share * some.outcomes + (1 - outcome_share) * some.values.astype(np.float32)
    tensor = torch.from_numpy
    return {
        "planes": tensor(planes_of(some)).to(memory_format=torch.channels_last),
        "empty": tensor(some.cells == 0),
        "moves": tensor(moves),
        "shares": tensor(np.where(listed, some.shares, 0).astype(np.float32)),
        "odds": tensor(np.clip(some.odds.astype(np.float32), -10, 10) / ACTION_VALUE_UNIT),
        "listed": tensor(listed),
        "values": tensor(values.astype(np.float32)),
        "outcomes": some.outcomes,
    }


def has_bfloat16():
    """Whether the processor computes with 16-bit numbers. Where it does not they are emulated, which takes
    twelve times as long as 32-bit numbers."""
    return torch.cpu._is_avx512_bf16_supported() or torch.cpu._is_amx_tile_supported()


BFLOAT16 = has_bfloat16()


def losses(net, batch):
    """Losses of policy, action values and value, and the outputs."""
    with torch.autocast("cpu", dtype=torch.bfloat16, enabled=BFLOAT16):
        policy, action, value = (output.float() for output in net(batch["planes"]))
    policy = policy.masked_fill(~batch["empty"], -1e4)
    logs = F.log_softmax(policy, 1).gather(1, batch["moves"])
    of_policy = -(batch["shares"] * logs).sum(1).mean()
    error = (action.gather(1, batch["moves"]) - batch["odds"]) ** 2
    of_action = (error * batch["listed"]).sum() / batch["listed"].sum()
    of_value = F.binary_cross_entropy_with_logits(value, batch["values"])
    return (of_policy, of_action, of_value), policy, value


def evaluate(net, held, outcome_share, most=2048):
    """Held-out losses by size, as text."""
    net.eval()
    texts = []
    for size, positions in held.items():
        index = np.linspace(0, len(positions) - 1, min(most, len(positions))).astype(int)
        rows = []
        with torch.no_grad():
            for part in np.array_split(index, max(1, len(index) // 512)):
                batch = batch_of(positions, part, np.zeros(len(part), bool), outcome_share)
                parts, policy, value = losses(net, batch)
                shares = batch["shares"]
                entropy = -(shares * torch.log(shares + 1e-9)).sum(1).mean()
                first = (policy.argmax(1) == batch["moves"][:, 0]).float().mean()
                right = np.mean((value.numpy() > 0) == (batch["outcomes"] == 1))
                rows.append([float(parts[0] - entropy), float(parts[1]), float(parts[2]), float(first), right])
        kl, action, of_value, first, right = np.mean(rows, 0)
        texts.append(f"{size}x{size}: KL {kl:.3f} action {action:.3f} value {of_value:.3f} "
                     f"first {first:.3f} outcome {right:.3f}")
    net.train()
    return "; ".join(texts)


class RunningMean:
    """Exponential running mean of weights (Polyak and Juditsky 1992)."""

    def __init__(self, net):
        self.weights = {key: value.detach().clone() for key, value in net.state_dict().items()}
        self.steps = 0

    def add(self, net):
        self.steps += 1
        decay = min(MEAN_DECAY, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for key, value in net.state_dict().items():
                if value.dtype.is_floating_point:
                    self.weights[key].mul_(decay).add_(value, alpha=1 - decay)
                else:
                    self.weights[key].copy_(value)


def train(options):
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    rng = np.random.default_rng(options.seed)
    net = load(options.start) if options.start else Net(options.blocks, options.channels)
    net = net.to(memory_format=torch.channels_last).train()
    parts = {size: split(positions) for size, positions in read_all(options.data, options.limit).items()}
    data = {size: part[0] for size, part in parts.items()}
    held = {size: part[1] for size, part in parts.items() if len(part[1])}
    sizes = np.array(list(data))
    chances = np.array([len(data[size]) for size in sizes], float) ** options.balance
    chances /= chances.sum()
    optimiser = torch.optim.AdamW(net.parameters(), options.rate, weight_decay=1e-4)
    mean, mean_net = RunningMean(net), Net(len(net.body), net.sb.num_features)
    about = vars(options) | {"positions": {int(size): len(data[size]) for size in sizes}}
    print(about, flush=True)
    begun, step, told = time.process_time(), 0, 0.0
    while True:
        used = time.process_time() - begun
        share = used / (60 * options.minutes)
        if share >= told or share >= 1:
            told += options.report / options.minutes
            mean_net.load_state_dict(mean.weights)
            text = evaluate(mean_net, held, options.outcome)
            print(f"{time.strftime('%H:%M:%S')} {share * options.minutes:.1f} min, {step * options.batch} "
                  f"samples ({step * options.batch / max(used, 1):.0f} a second); {text}", flush=True)
            # The time of the report is not that of training.
            begun = time.process_time() - used
            save(options.output, mean_net, about | {"samples": step * options.batch, "held out": text})
        if share >= 1:
            return
        rate = options.rate * min(1, step / WARM_UP) * (0.01 + 0.99 * 0.5 * (1 + np.cos(np.pi * share)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        size = rng.choice(sizes, p=chances)
        index = rng.integers(0, len(data[size]), options.batch)
        batch = batch_of(data[size], index, rng.random(options.batch) < 0.5, options.outcome)
        parts, _, _ = losses(net, batch)
        optimiser.zero_grad(set_to_none=True)
        sum(parts).backward()
        optimiser.step()
        step += 1
        if step % MEAN_EVERY == 0:
            mean.add(net)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("output")
    parser.add_argument("--data", nargs="+", required=True)
    parser.add_argument("--start", help="checkpoint to start from; random weights without it")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=32)
    parser.add_argument("--minutes", type=float, default=60, help="processor time")
    parser.add_argument("--report", type=float, default=3, help="minutes between two reports")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="highest learning rate")
    parser.add_argument("--batch", type=int, default=64)
    parser.add_argument("--outcome", type=float, default=0.5, help="share of the outcome in the value")
    parser.add_argument("--balance", type=float, default=0.75, help="sizes are drawn by count to this power")
    parser.add_argument("--limit", type=int, help="positions of each file")
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()

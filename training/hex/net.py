"""The network of the Hex player in PyTorch: a residual convolutional network (He et al. 2016) with a
policy, an action-value and a value head (Silver et al. 2017).

Input: two planes on a board with a frame of one cell, seen by the side to move, whose edges are top and
bottom: own stones with the own edges, the opponent's stones with the opponent's edges. Nothing depends on
the size of the board. `crates/engines/hex/src/network` is the same network in integers.
"""

import torch
from torch import nn
from torch.nn import functional as F

VALUE_CHANNELS = 16
VALUE_HIDDEN = 32

# Action values are log-odds divided by this number, so that all three losses are of the same order.
ACTION_VALUE_UNIT = 4.0


class Block(nn.Module):
    """Residual block: two 3x3 convolutions with batch normalisation."""

    def __init__(self, channels):
        super().__init__()
        self.c1 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.b1 = nn.BatchNorm2d(channels)
        self.c2 = nn.Conv2d(channels, channels, 3, padding=1, bias=False)
        self.b2 = nn.BatchNorm2d(channels)

    def forward(self, x):
        y = F.relu(self.b1(self.c1(x)))
        return F.relu(x + self.b2(self.c2(y)))


class Net(nn.Module):
    """Planes (n, 2, size + 2, size + 2) to policy logits, action values (log-odds / 4) and a value logit."""

    def __init__(self, blocks=6, channels=32):
        super().__init__()
        self.stem = nn.Conv2d(2, channels, 3, bias=False)
        self.sb = nn.BatchNorm2d(channels)
        self.body = nn.ModuleList([Block(channels) for _ in range(blocks)])
        self.pol = nn.Conv2d(channels, 2, 3, padding=1)
        self.v1 = nn.Conv2d(channels, VALUE_CHANNELS, 1)
        self.v2 = nn.Linear(2 * VALUE_CHANNELS, VALUE_HIDDEN)
        self.v3 = nn.Linear(VALUE_HIDDEN, 1)

    def forward(self, x):
        x = F.relu(self.sb(self.stem(x)))
        for block in self.body:
            x = block(x)
        heads = self.pol(x).flatten(2).float()
        v = F.relu(self.v1(x)).float()
        v = torch.cat([v.mean((2, 3)), v.amax((2, 3))], 1)
        v = self.v3(F.relu(self.v2(v)))
        return heads[:, 0], heads[:, 1], v[:, 0]


def save(path, net, about):
    """Writes weights with the shape of the network and what is known of its training."""
    shape = {"blocks": len(net.body), "channels": net.sb.num_features}
    torch.save({"shape": shape, "weights": net.state_dict(), "about": about}, path)


def load(path):
    """Reads a network that `save` wrote, or a checkpoint of the prototype (keys cfg and sd)."""
    stored = torch.load(path, weights_only=False, map_location="cpu")
    if "cfg" in stored:
        config = stored["cfg"]
        if config["hex"] or config["gp"] or config["single"] or config.get("dist"):
            raise ValueError(f"{path}: not a plain residual network: {config}")
        shape, weights = {"blocks": config["bl"], "channels": config["c"]}, stored["sd"]
    else:
        shape, weights = stored["shape"], stored["weights"]
    net = Net(**shape)
    net.load_state_dict(weights)
    return net

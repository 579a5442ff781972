#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what published optimizers make of the same weights and gradients, for test_published_optimizers.

  make_optimizer_steps.py [FOLDER]

Needs torch 2.11.0, transformers, prodigyopt, came-pytorch, lion-pytorch, schedulefree, torchao and galore-torch. Weights and gradients come from whole
numbers and are equal in every program. Each file holds the weights after steps 1, 10 and 50, and every eighth value of "large".
"""
import os
import sys

os.environ["TORCHDYNAMO_DISABLE"] = "1"  # as written, without the compiler's own rounding

import torch
from came_pytorch import CAME
from galore_torch.adamw import AdamW as GaLoreAdamW
from lion_pytorch import Lion
from prodigyopt import Prodigy
from safetensors.torch import save_file
from schedulefree import AdamWScheduleFree
from torchao.optim import Adam4bit, AdamW4bit, AdamWFp8
from transformers.optimization import Adafactor

SHAPES = {"matrix": (24, 40), "tall": (33, 5), "vector": (37,), "kernel": (6, 4, 3, 3), "zero": (5, 8), "large": (32, 128)}
STEPS, SAVED, WARMUP = 50, (1, 10, 50), 10


def scattered(count, times, offset):
    """Values in -1 to 1: exact except for one division."""
    return ((torch.arange(count) * times + offset) % 2003 - 1001).to(torch.float32) / 1001


def first_weights():
    weights = {}
    for number, (name, shape) in enumerate(SHAPES.items()):
        values = scattered(torch.Size(shape).numel(), 7919, 13 * number) * (0 if name == "zero" else 0.5)
        weights[name] = torch.nn.Parameter(values.view(shape))
    return weights


def give_gradients(weights, step):
    for number, (name, weight) in enumerate(weights.items()):
        count = weight.numel()
        sizes = torch.tensor([1, 0.1, 0.01, 0.001])[torch.arange(count) % 4]
        steady = ((torch.arange(count) * 613 + 7 * number) % 97 - 48).to(torch.float32) / 480
        weight.grad = (scattered(count, 7919, 104729 * step + 31 * number) * sizes + steady).view(weight.shape)


def stored(weights, when):
    return {f"{name}.{when}": (weight.detach().flatten()[::8] if name == "large" else weight.detach()).clone()
            for name, weight in weights.items()}


def warmed_up(rate, step):
    return rate * min(step / WARMUP, 1.0)


def galore(parameters):
    projected = [p for p in parameters if p.dim() == 2 and min(p.shape) > 4]
    others = [p for p in parameters if not (p.dim() == 2 and min(p.shape) > 4)]
    groups = [{"params": projected, "rank": 4, "update_proj_gap": 20, "scale": 0.5, "proj_type": "std"}, {"params": others}]
    return GaLoreAdamW(groups, lr=1e-2, betas=(0.9, 0.99), eps=1e-8, weight_decay=0.1, no_deprecation_warning=True)


# Name: (optimizer, learning rate, whether it rises during a warm-up)
CASES = {
    "adafactor": (lambda p: Adafactor(p, lr=1e-2, relative_step=False, scale_parameter=False, weight_decay=0.1), 1e-2, False),
    "adafactor_relative": (lambda p: Adafactor(p, relative_step=True, scale_parameter=True, warmup_init=False), None, False),
    "adafactor_warmup": (lambda p: Adafactor(p, relative_step=True, scale_parameter=True, warmup_init=True), None, False),
    "adafactor_moment": (lambda p: Adafactor(p, lr=1e-2, relative_step=False, scale_parameter=True, beta1=0.9,
                                             clip_threshold=0.5, weight_decay=0.1), 1e-2, True),
    "prodigy": (lambda p: Prodigy(p, lr=1.0, weight_decay=0.1), 1.0, False),
    "prodigy_safeguarded": (lambda p: Prodigy(p, lr=1.0, d_coef=2, safeguard_warmup=True, use_bias_correction=True, beta3=0.9,
                                              growth_rate=1.5, d0=1e-4), 1.0, False),
    "prodigy_coupled": (lambda p: Prodigy(p, lr=0.5, betas=(0.0, 0.99), weight_decay=0.1, decouple=False, d0=1e-5), 0.5, False),
    "came": (lambda p: CAME(p, lr=1e-2, betas=(0.9, 0.99, 0.999), clip_threshold=0.7, weight_decay=0.1), 1e-2, True),
    "lion": (lambda p: Lion(p, lr=1e-2, betas=(0.9, 0.99), weight_decay=0.1), 1e-2, True),
    "adamw_4bit": (lambda p: AdamW4bit(p, lr=1e-2, betas=(0.9, 0.99), weight_decay=0.1), 1e-2, True),
    "adamw_fp8": (lambda p: AdamWFp8(p, lr=1e-2, betas=(0.9, 0.99), weight_decay=0.1), 1e-2, True),
    "adam_4bit": (lambda p: Adam4bit(p, lr=1e-2, betas=(0.9, 0.99), weight_decay=0.1), 1e-2, False),
    "galore": (galore, 1e-2, True),
    "schedule_free": (lambda p: AdamWScheduleFree(p, lr=1e-2, betas=(0.9, 0.99), weight_decay=0.1), 1e-2, True),
}


def trained(make, rate, rises):
    weights = first_weights()
    optimizer = make(list(weights.values()))
    saved = {}
    if hasattr(optimizer, "train"):
        optimizer.train()
    for step in range(1, STEPS + 1):
        if rises:
            for group in optimizer.param_groups:
                if isinstance(group["lr"], torch.Tensor):
                    group["lr"].fill_(warmed_up(rate, step))
                else:
                    group["lr"] = warmed_up(rate, step)
        give_gradients(weights, step)
        optimizer.step()
        if step not in SAVED:
            continue
        saved |= stored(weights, step)
        if hasattr(optimizer, "eval") and step == STEPS:
            optimizer.eval()
            saved |= stored(weights, "average")
    return saved


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "optimizers")
    for name, (make, rate, rises) in CASES.items():
        save_file(trained(make, rate, rises), os.path.join(folder, name + ".safetensors"))


if __name__ == "__main__":
    main()

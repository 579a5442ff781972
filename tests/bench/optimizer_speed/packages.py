#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Times a step of the Python packages' optimizers, as `bench_optimizer_speed methods` does ours.

  packages.py [ROUNDS]

Needs the packages of tests/reference/make_optimizer_steps.py.
"""
import sys
import time

import torch
from came_pytorch import CAME
from galore_torch.adamw import AdamW as GaLoreAdamW
from lion_pytorch import Lion
from prodigyopt import Prodigy
from schedulefree import AdamWScheduleFree
from torchao.optim import AdamW4bit, AdamWFp8
from transformers.optimization import Adafactor


def galore(parameters):
    projected = [p for p in parameters if p.dim() == 2]
    groups = [{"params": projected, "rank": 128, "update_proj_gap": 200, "scale": 0.25, "proj_type": "std"},
              {"params": [p for p in parameters if p.dim() < 2]}]
    return GaLoreAdamW(groups, lr=1e-4, eps=1e-8, weight_decay=0.01, no_deprecation_warning=True)


CASES = {
    "adamw": lambda p: torch.optim.AdamW(p, lr=1e-4, weight_decay=0.01, fused=True),
    "adafactor": lambda p: Adafactor(p, lr=1e-4, relative_step=False, scale_parameter=False, weight_decay=0.01),
    "prodigy": lambda p: Prodigy(p, lr=1e-4, weight_decay=0.01),
    "came": lambda p: CAME(p, lr=1e-4, weight_decay=0.01),
    "lion": lambda p: Lion(p, lr=1e-4, weight_decay=0.01),
    "adamw_schedule_free": lambda p: AdamWScheduleFree(p, lr=1e-4, weight_decay=0.01),
    "adamw_4bit": lambda p: AdamW4bit(p, lr=1e-4, weight_decay=0.01),
    "adamw_fp8": lambda p: AdamWFp8(p, lr=1e-4, weight_decay=0.01),
    "galore": galore,
}


def stored_bytes(value):
    if not isinstance(value, torch.Tensor):
        return 0
    parts = [getattr(value, name) for name in ("codes", "scale") if hasattr(value, "codes")]
    return sum(part.nbytes for part in parts) if parts else value.nbytes


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 9
    print(f"8 matrices of 512 x 2048 and 8 vectors, float32, {torch.get_num_threads()} threads, {rounds} rounds")
    for name, make in CASES.items():
        torch.manual_seed(1)
        weights = []
        for _ in range(8):
            weights += [torch.nn.Parameter(torch.randn(512, 2048) * 0.02), torch.nn.Parameter(torch.zeros(2048))]
        optimizer = make(weights)
        if hasattr(optimizer, "train"):
            optimizer.train()
        seconds = []
        for step in range(-1, rounds):
            for weight in weights:
                weight.grad = torch.randn(weight.shape) * 1e-3
            start = time.perf_counter()
            optimizer.step()
            if step >= 0:
                seconds.append(time.perf_counter() - start)
        state = sum(stored_bytes(value) for each in optimizer.state.values() for value in each.values())
        values = sum(weight.numel() for weight in weights)
        print(f"{name:20s} {sorted(seconds)[len(seconds) // 2]:.4f} s  {state / values:.2f} bytes of state per value", flush=True)


if __name__ == "__main__":
    main()

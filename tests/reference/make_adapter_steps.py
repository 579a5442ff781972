#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what PEFT and LyCORIS compute with adapters of one layer, for test_published_adapters.

  make_adapter_steps.py [FOLDER]

Needs torch 2.11.0, peft 0.21 and lycoris-lora 4.1. Each case has a file of numbers (layer, input, and the result, gradients and tensors of the adapter at
steps 1 and 6 of plain gradient descent), and the file that the package itself saves of the trained adapter. Layer and input come from whole numbers.
"""
import json
import os
import shutil
import sys

import torch
from lycoris.functional.general import factorization
from lycoris.modules.loha import LohaModule
from lycoris.modules.lokr import LokrModule
from peft import LoHaConfig, LoKrConfig, LoraConfig, get_peft_model
from safetensors.torch import save_file

OUT, IN, ROWS, RATE, STEPS, SAVED = 36, 24, 10, 0.05, 6, (1, 6)


def scattered(shape, times, offset):
    """Values in -1 to 1: exact except for one division."""
    count = torch.Size(shape).numel()
    return (((torch.arange(count) * times + offset) % 2003 - 1001).to(torch.float32) / 1001).view(shape)


class Net(torch.nn.Module):
    """Named like a transformer's layer."""

    def __init__(self, bias):
        super().__init__()
        self.block = torch.nn.Module()
        self.block.to_q = torch.nn.Linear(IN, OUT, bias=bias)
        self.block.to_q.weight.data = scattered((OUT, IN), 7919, 11) * 0.3
        if bias:
            self.block.to_q.bias.data = scattered((OUT,), 613, 5) * 0.2

    def forward(self, x):
        return self.block.to_q(x)


def input_and_target():
    return scattered((2, ROWS // 2, IN), 104729, 3), scattered((2, ROWS // 2, OUT), 15485863, 17) * 2


def start(tensors):
    """All parts differ from zero, so that all have a gradient."""
    for number, (name, tensor) in enumerate(sorted(tensors.items())):
        if "magnitude" in name:
            tensor.data.mul_(1 + scattered(tensor.shape, 7919, 29) * 0.1)
        else:
            tensor.data = scattered(tensor.shape, 7919, 31 * number + 7) * 0.4


def descend(forward, tensors, frozen):
    x, target = input_and_target()
    numbers = {"x": x, "target": target} | frozen
    numbers |= {f"first.{name}": tensor.detach().clone() for name, tensor in tensors.items()}
    for step in range(1, STEPS + 1):
        given = x.clone().requires_grad_(True)
        result = forward(given)
        for tensor in tensors.values():
            tensor.grad = None
        (result - target).square().mean().backward()
        if step in SAVED:
            numbers |= {f"{step}.result": result.detach(), f"{step}.gradient.x": given.grad}
            numbers |= {f"{step}.gradient.{name}": tensor.grad.clone() for name, tensor in tensors.items()}
        for tensor in tensors.values():
            tensor.data -= RATE * tensor.grad
    numbers |= {f"last.{name}": tensor.detach().clone() for name, tensor in tensors.items()}
    return numbers


def frozen_of(net):
    layer = net.block.to_q
    layer = getattr(layer, "base_layer", layer)
    frozen = {"weight": layer.weight.detach().clone()}
    if layer.bias is not None:
        frozen["bias"] = layer.bias.detach().clone()
    return frozen


def plain_name(name):
    """ "….lora_A.default.weight" -> "lora_A.weight" """
    name = name.split("to_q.")[1].replace(".default", "")
    return name.removesuffix(".weight") if "magnitude" in name else name


def with_peft(config, bias, folder):
    net = Net(bias)
    model = get_peft_model(net, config)
    tensors = {plain_name(name): each for name, each in model.named_parameters() if each.requires_grad}
    start(tensors)
    numbers = descend(model, tensors, frozen_of(net))
    model.save_pretrained(folder)
    os.remove(os.path.join(folder, "README.md"))
    merged = model.merge_and_unload()
    return numbers | {"merged": merged.block.to_q.weight.detach().clone()}


def with_lycoris(kind, bias, folder, **options):
    net = Net(bias)
    net.requires_grad_(False)
    module = kind("lora_unet_block_to_q", net.block.to_q, **options)
    tensors = dict(module.named_parameters())
    tensors = {name: each for name, each in tensors.items() if each.requires_grad and "org" not in name}
    start(tensors)
    module.apply_to()
    numbers = descend(net, tensors, frozen_of(net))
    os.makedirs(folder, exist_ok=True)
    state = {f"lora_unet_block_to_q.{name}": tensor.detach().clone().contiguous() for name, tensor in module.custom_state_dict().items()}
    save_file(state, os.path.join(folder, "lycoris.safetensors"))
    merged = net.block.to_q.weight + module.get_weight((OUT, IN)).detach()
    return numbers | {"merged": merged.detach().clone()}


def peft(make, bias=True, **options):
    return lambda folder: with_peft(make(target_modules=["to_q"], **options), bias, folder)


def lycoris(kind, bias=True, **options):
    return lambda folder: with_lycoris(kind, bias, folder, **options)


CASES = {
    "lora_peft": peft(LoraConfig, r=4, lora_alpha=6),
    "dora_peft": peft(LoraConfig, r=4, lora_alpha=6, use_dora=True),
    "dora_peft_without_bias": peft(LoraConfig, bias=False, r=3, lora_alpha=3, use_dora=True),
    "loha_peft": peft(LoHaConfig, r=3, alpha=5),
    "lokr_peft": peft(LoKrConfig, r=2, alpha=3),
    "lokr_peft_both": peft(LoKrConfig, r=2, alpha=3, decompose_both=True),
    "lokr_peft_whole": peft(LoKrConfig, r=8, alpha=4, decompose_factor=3),
    "loha_lycoris": lycoris(LohaModule, lora_dim=3, alpha=5),
    "lokr_lycoris": lycoris(LokrModule, lora_dim=2, alpha=3, factor=4),
    "lokr_lycoris_both": lycoris(LokrModule, lora_dim=2, alpha=3, decompose_both=True),
    "lokr_lycoris_whole": lycoris(LokrModule, lora_dim=2, alpha=3, full_matrix=True),
}


def lokr_shapes():
    """What LyCORIS makes of layers of all kinds of sizes."""
    rows = []
    for out, columns in ((36, 24), (1920, 1920), (3072, 12288), (127, 250), (5120, 13824), (64, 4096)):
        for factor in (-1, 2, 5, 8, 64):
            for rank in (1, 4, 32):
                for both, whole in ((False, False), (True, False), (False, True)):
                    with torch.device("meta"):
                        layer = torch.nn.Linear(columns, out)
                    module = LokrModule("x", layer, lora_dim=rank, alpha=1, factor=factor, decompose_both=both, full_matrix=whole)
                    shapes = {name: list(each.shape) for name, each in module.named_parameters() if name.startswith("lokr")}
                    rows.append({"out": out, "in": columns, "factor": factor, "rank": rank, "both": both, "whole": whole, "shapes": shapes})
    assert factorization(128, -1) == (8, 16)
    return rows


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "adapters")
    for name, make in CASES.items():
        own = os.path.join(folder, name)
        shutil.rmtree(own, ignore_errors=True)
        os.makedirs(own)
        numbers = make(own)
        save_file({key: value.contiguous() for key, value in numbers.items()}, os.path.join(own, "numbers.safetensors"))
    with open(os.path.join(folder, "lokr_shapes.json"), "w") as file:
        file.write("[\n" + ",\n".join(json.dumps(row) for row in lokr_shapes()) + "\n]\n")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""Checkpoints of the VAE's training. Each is a folder step-NNNNNN, written atomically:

  state.json         step, cpu_seconds, seed (the random numbers are functions of seed and step), adamw_step
  state.safetensors  weights.*, ema.*, and the optimizers' exp_avg.* and exp_avg_sq.*, by the model's own keys, float32
"""
import json
import os
import shutil

import torch
from safetensors.torch import load_file, save_file

KEPT = 2


def found(folder):
    """Folders of complete checkpoints, oldest first."""
    return [os.path.join(folder, name) for name in sorted(os.listdir(folder))
            if name.startswith("step-") and not name.endswith(".part")]


MOMENTS = ("exp_avg", "exp_avg_sq")


def moments(model, optimizers, name):
    """Each weight's optimizer state; Muon keeps no squares."""
    kept = {value: state for optimizer in optimizers for value, state in optimizer.state.items()}
    return {key: kept[value][name] for key, value in model.named_parameters() if name in kept[value]}


def save(folder, state, model, shadow, muon, adamw):
    parts = {"weights": dict(model.named_parameters()), "ema": dict(shadow.named_parameters())}
    parts |= {name: moments(model, (muon, adamw), name) for name in MOMENTS}
    tensors = {f"{part}.{key}": value.detach().contiguous() for part, values in parts.items() for key, value in values.items()}
    whole = os.path.join(folder, f"step-{state['step']:06d}")
    part = whole + ".part"
    shutil.rmtree(part, ignore_errors=True)
    os.makedirs(part)
    save_file(tensors, os.path.join(part, "state.safetensors"))
    adamw_step = int(next(iter(adamw.state.values()))["step"])
    with open(os.path.join(part, "state.json"), "w") as file:
        json.dump(state | {"adamw_step": adamw_step}, file, indent=2)
    for name in os.listdir(part):
        with open(os.path.join(part, name), "rb") as file:
            os.fsync(file.fileno())
    shutil.rmtree(whole, ignore_errors=True)
    os.replace(part, whole)
    for old in found(folder)[:-KEPT]:
        shutil.rmtree(old)


def load(folder, model, shadow, muon, adamw):
    """Loads everything from the newest checkpoint and returns its state; None if there is none."""
    if not found(folder):
        return None
    newest = found(folder)[-1]
    with open(os.path.join(newest, "state.json")) as file:
        state = json.load(file)
    tensors = load_file(os.path.join(newest, "state.safetensors"))
    for part, net in (("weights", model), ("ema", shadow)):
        with torch.no_grad():
            for key, value in net.named_parameters():
                value.copy_(tensors[f"{part}.{key}"])
    for key, value in model.named_parameters():
        kept = {name: tensors[f"{name}.{key}"] for name in MOMENTS if f"{name}.{key}" in tensors}
        if "exp_avg_sq" in kept:
            adamw.state[value] = kept | {"step": torch.tensor(float(state["adamw_step"]))}
        else:
            muon.state[value] = kept
    return state

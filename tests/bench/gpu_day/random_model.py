#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""random_model.py MODEL VAE_MODEL DEVICE SECONDS [--tiny]: CogVideoX-5b with random weights in bf16, with the names and shapes of the
manifests; transformer and VAE in separate folders, so that a run finds no VAE to encode with. One shard per block: a slow disk gets
as many blocks as it can write in SECONDS. Does not need diffusers. --tiny copies the cases' model instead."""

import json
import os
import re
import shutil
import sys
import time

import torch
from safetensors.torch import save_file

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", ".."))
MANIFESTS = os.path.join(ROOT, "tests", "reference", "manifests")
SMALL = os.path.join(ROOT, "tests", "reference", "cases", "models", "cogvideox-5b")
LEAST_BLOCKS = 4


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return json.load(file)


def write(value, *path):
    os.makedirs(os.path.dirname(os.path.join(*path)), exist_ok=True)
    with open(os.path.join(*path), "w", encoding="utf-8") as file:
        json.dump(value, file)


def weights(shapes, device):
    """Norms about one, everything else small."""
    def one(name, shape):
        offset = 1 if len(shape) == 1 and name.endswith("weight") else 0
        return (torch.randn(shape, device=device, dtype=torch.bfloat16) * 0.02 + offset).cpu()

    return {name: one(name, shape) for name, shape in shapes.items()}


def shards(shapes):
    """Weights outside the blocks first, then block by block."""
    parts = {}
    for name, shape in shapes.items():
        block = re.match(r"transformer_blocks\.(\d+)\.", name)
        parts.setdefault(int(block[1]) if block else -1, {})[name] = shape
    return [parts[key] for key in sorted(parts)]


def transformer(folder, device, seconds):
    manifest = "cogvideox-5b-transformer"
    start, places, written = time.monotonic(), {}, 0
    parts = shards(read(MANIFESTS, manifest, "manifest.json")["parameters"])
    os.makedirs(folder, exist_ok=True)
    for number, part in enumerate(parts):
        if number > LEAST_BLOCKS and time.monotonic() - start > seconds:
            break
        name = f"diffusion_pytorch_model-{number + 1:05}-of-{len(parts):05}.safetensors"
        tensors = weights(part, device)
        save_file(tensors, os.path.join(folder, name))
        written += sum(tensor.nbytes for tensor in tensors.values())
        places |= dict.fromkeys(part, name)
        blocks = number
    write({"metadata": {"total_size": written}, "weight_map": places}, folder, "diffusion_pytorch_model.safetensors.index.json")
    write(read(MANIFESTS, manifest, "config.json") | {"num_layers": blocks}, folder, "config.json")
    took = time.monotonic() - start
    return {"blocks": blocks, "GB": round(written / 1e9, 2), "s": round(took, 1), "GB_per_s": round(written / 1e9 / took, 2)}


def main():
    model, vae_model, device, seconds = sys.argv[1:5]
    for folder in (model, vae_model):
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        shutil.copy(os.path.join(SMALL, "model_index.json"), folder)
        shutil.copytree(os.path.join(SMALL, "scheduler"), os.path.join(folder, "scheduler"))
    if "--tiny" in sys.argv:
        shutil.copytree(os.path.join(SMALL, "transformer"), os.path.join(model, "transformer"))
        shutil.copytree(os.path.join(SMALL, "vae"), os.path.join(vae_model, "vae"))
        for component in ("vae", "text_encoder"):  # which plans read
            write(read(SMALL, component, "config.json"), model, component, "config.json")
        print(json.dumps({"blocks": read(model, "transformer", "config.json")["num_layers"]}), flush=True)
        return
    print(json.dumps(transformer(os.path.join(model, "transformer"), device, float(seconds))), flush=True)
    config = read(MANIFESTS, "cogvideox-5b-vae", "config.json")
    write(config, model, "vae", "config.json")
    write(read(MANIFESTS, "t5-v1_1-xxl-encoder", "config.json"), model, "text_encoder", "config.json")  # which plans read
    write(config, vae_model, "vae", "config.json")
    shapes = read(MANIFESTS, "cogvideox-5b-vae", "manifest.json")["parameters"]
    save_file(weights(shapes, device), os.path.join(vae_model, "vae", "diffusion_pytorch_model.safetensors"))


if __name__ == "__main__":
    main()

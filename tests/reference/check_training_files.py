#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""check_training_files.py --cli PROGRAM --case CASE RUN…: do files written by training load into diffusers, with equal outputs?

Each RUN is a run's folder with a result. A LoRA is loaded by diffusers (load_lora_adapter, with its metadata) onto the model
of CASE, a transformer.forward case; a full fine-tune by from_pretrained. What diffusers then computes from the case's inputs is
written as a new case beside the model, and `framewright-cli parity` has to agree with it.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import torch
from diffusers import CogVideoXTransformer3DModel
from safetensors import safe_open
from safetensors.torch import load_file, save_file


def read_case(path):
    with safe_open(path, framework="pt") as f:
        return f.metadata(), {k: f.get_tensor(k) for k in f.keys()}


def expected(net, tensors):
    with torch.no_grad():
        return net(hidden_states=tensors["in.hidden_states"], encoder_hidden_states=tensors["in.encoder_hidden_states"],
                   timestep=tensors["in.timestep"], return_dict=False)[0]


def check(run, cli, case):
    metadata, tensors = read_case(case)
    model = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(case)), metadata["model"]))
    tensors = {k: v for k, v in tensors.items() if k.startswith("in.") and not k.startswith("in.lora.")}
    params = {}
    lora = os.path.join(run, "result", "pytorch_lora_weights.safetensors")
    if os.path.exists(lora):
        net = CogVideoXTransformer3DModel.from_pretrained(os.path.join(model, "transformer")).eval()
        with safe_open(lora, framework="pt") as f:
            config = json.loads(f.metadata()["lora_adapter_metadata"])
        net.load_lora_adapter(lora, prefix="transformer")
        tensors.update({f"in.lora.{k}": v for k, v in load_file(lora).items()})
        params = {"lora_rank": config["transformer.r"], "lora_alpha": config["transformer.lora_alpha"], "lora_weight": 1.0}
    else:
        model = os.path.join(os.path.abspath(run), "result")
        net = CogVideoXTransformer3DModel.from_pretrained(os.path.join(model, "transformer")).eval()
    with tempfile.TemporaryDirectory() as folder:
        want = expected(net, tensors)
        target = os.path.join(folder, "case.safetensors")
        tolerance = [1e-5, 2e-5 * want.abs().max().item()]
        save_file({**tensors, "out.sample": want.contiguous()}, target,
                  {**metadata, "model": os.path.relpath(model, folder), "params": json.dumps(params),
                   "tolerances": json.dumps({"out.sample": tolerance})})
        return subprocess.run([cli, "parity", target], check=False).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--case", required=True)
    parser.add_argument("runs", nargs="+")
    args = parser.parse_args()
    torch.set_num_threads(1)
    failed = [run for run in args.runs if check(run, args.cli, args.case)]
    print(f"{len(args.runs) - len(failed)} passed, {len(failed)} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that files written by training load into diffusers with equal outputs, and vice versa.

  check_training_files.py --cli build/dev/bin/framewright-cli --case CASE RUN.toml

CASE is a transformer.forward case of the model that RUN.toml trains. Makes a short LoRA run and a short full fine-tune. diffusers
loads the LoRA (load_lora_adapter, and load_lora_weights of a pipeline) and the fine-tune (from_pretrained); its outputs for the
case's inputs become a new case, with which `framewright-cli parity` must agree. A LoRA written by diffusers is trained here at a
learning rate of 0 and must come out unchanged.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import torch
from diffusers import CogVideoXPipeline, CogVideoXTransformer3DModel
from peft import LoraConfig
from peft.utils import get_peft_model_state_dict
from safetensors import safe_open
from safetensors.torch import load_file, save_file

LORA = "pytorch_lora_weights.safetensors"


def train(cli, run_file, *settings):
    """Returns the run's result folder."""
    common = ["training.train_steps=5", "validation.validation_prompts=[]", "optimizer.lr=1e-2",
              "lr_scheduler.lr_scheduler=constant", "ema.ema_decay=0.0", "training.mixed_precision=fp32"]
    sets = [word for setting in (*common, *settings) for word in ("--set", setting)]
    done = subprocess.run([cli, "--json", "train", run_file, *sets], check=True, stdout=subprocess.PIPE, text=True)
    events = [json.loads(line) for line in done.stdout.splitlines()]
    return next(e["result"]["result"] for e in events if e["event"] == "finished")


def load_net(model):
    return CogVideoXTransformer3DModel.from_pretrained(os.path.join(model, "transformer")).eval()


def agrees(cli, case, model, net, lora=None):
    """Whether `parity` computes what diffusers' `net` does, from the case's inputs with these weights."""
    with safe_open(case, framework="pt") as f:
        metadata, tensors = f.metadata(), {k: f.get_tensor(k) for k in f.keys()}
    tensors = {k: v for k, v in tensors.items() if k.startswith("in.") and not k.startswith("in.lora.")}
    with torch.no_grad():
        size = tensors["in.hidden_states"].shape
        pipe = type("Sizes", (), {"vae_scale_factor_spatial": 8, "transformer": net})()
        rope = None
        if net.config.use_rotary_positional_embeddings:
            rope = CogVideoXPipeline._prepare_rotary_positional_embeddings(pipe, size[3] * 8, size[4] * 8, size[1], "cpu")
        want = net(hidden_states=tensors["in.hidden_states"], encoder_hidden_states=tensors["in.encoder_hidden_states"],
                   timestep=tensors["in.timestep"], image_rotary_emb=rope, return_dict=False)[0]
    params = json.loads(metadata["params"])
    if lora:
        with safe_open(lora, framework="pt") as f:
            config = json.loads(f.metadata()["lora_adapter_metadata"])
        tensors.update({f"in.lora.{k}": v for k, v in load_file(lora).items()})
        params |= {"lora_rank": config["transformer.r"], "lora_alpha": config["transformer.lora_alpha"], "lora_weight": 1.0}
    with tempfile.TemporaryDirectory() as folder:
        target = os.path.join(folder, "case.safetensors")
        tolerance = [1e-5, 2e-5 * want.abs().max().item()]
        save_file({**tensors, "out.sample": want.contiguous()}, target,
                  {**metadata, "model": os.path.relpath(model, folder), "params": json.dumps(params),
                   "tolerances": json.dumps({"out.sample": tolerance})})
        done = subprocess.run([cli, "parity", target], check=False, stdout=subprocess.PIPE, text=True)
        print(done.stdout.splitlines()[0][:200])
    return done.returncode == 0


def check_lora(cli, case, model, run_file):
    file = os.path.join(train(cli, run_file), LORA)
    net = load_net(model)
    net.load_lora_adapter(file, prefix="transformer")
    pipe = CogVideoXPipeline.from_pretrained(model, text_encoder=None, tokenizer=None)
    pipe.load_lora_weights(file)
    theirs, ours = (get_peft_model_state_dict(n, adapter_name=n.active_adapters()[0]) for n in (net, pipe.transformer))
    same = theirs.keys() == ours.keys() and all(torch.equal(theirs[k], ours[k]) for k in theirs)
    changes = any(v.abs().max() > 0 for k, v in theirs.items() if "lora_B" in k)
    return agrees(cli, case, model, net, file) and agrees(cli, case, model, pipe.transformer.eval(), file) and same and changes


def check_sizes(cli, model, run_file):
    """Ranks, alphas and scales of single modules are what PEFT makes of the same options."""
    file = os.path.join(train(cli, run_file, "lora.rank=4", "lora.lora_alpha=8.0", "lora.use_rslora=true",
                              "lora.rank_pattern=['to_k=2']", "lora.alpha_pattern=['to_v=3.0']",
                              "lora.exclude_modules=['0.attn1.to_q']", "lora.loraplus_lr_ratio=4.0"), LORA)
    net, theirs = load_net(model), load_net(model)
    net.load_lora_adapter(file, prefix="transformer", use_safetensors=True)  # otherwise it ignores the metadata
    # PEFT wants patterns to match from the start of a name or after a dot, as they do here.
    theirs.add_adapter(LoraConfig(r=4, lora_alpha=8, use_rslora=True, target_modules=["to_q", "to_k", "to_v", "to_out.0"],
                                  rank_pattern={"to_k": 2}, alpha_pattern={"to_v": 3}, exclude_modules=["0.attn1.to_q"]))

    def sizes(of):
        return {name: (module.r[a], module.scaling[a]) for name, module in of.named_modules()
                if hasattr(module, "lora_A") for a in module.lora_A}
    ours, wanted = sizes(net), sizes(theirs)
    return ours.keys() == wanted.keys() and all(
        ours[k][0] == wanted[k][0] and abs(ours[k][1] - wanted[k][1]) < 1e-6 for k in wanted)


def check_sft(cli, case, model, run_file):
    result = train(cli, run_file, "training.training_type=sft")
    changed = not torch.equal(load_net(result).proj_out.weight, load_net(model).proj_out.weight)
    CogVideoXPipeline.from_pretrained(result, text_encoder=None, tokenizer=None)  # the folder as a whole
    return changed and agrees(cli, case, result, load_net(result))


def check_lora_from_diffusers(cli, model, run_file):
    net = load_net(model)
    torch.manual_seed(5)
    net.add_adapter(LoraConfig(r=4, lora_alpha=2, target_modules=["to_q", "to_k", "to_v", "to_out.0"]))
    for name, parameter in net.named_parameters():
        if "lora_B" in name:
            torch.nn.init.normal_(parameter)
    with tempfile.TemporaryDirectory() as folder:
        CogVideoXPipeline.save_lora_weights(folder, transformer_lora_layers=get_peft_model_state_dict(net))
        # Without metadata alpha is the rank; the run's alpha of 4 is the same.
        result = train(cli, run_file, f"training.start_from={folder}/{LORA}", "lora.rank=4", "lora.lora_alpha=4.0",
                       "optimizer.lr=0.0", "training.train_steps=1")
        before, after = load_file(os.path.join(folder, LORA)), load_file(os.path.join(result, LORA))
    return before.keys() == after.keys() and all(torch.equal(before[k], after[k]) for k in before)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cli", required=True)
    parser.add_argument("--case", required=True)
    parser.add_argument("run_file")
    args = parser.parse_args()
    torch.set_num_threads(1)
    with safe_open(args.case, framework="pt") as f:
        model = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(args.case)), f.metadata()["model"]))
    results = {"LoRA into diffusers": check_lora(args.cli, args.case, model, args.run_file),
               "sizes of single modules": check_sizes(args.cli, model, args.run_file),
               "full fine-tune into diffusers": check_sft(args.cli, args.case, model, args.run_file),
               "LoRA from diffusers": check_lora_from_diffusers(args.cli, model, args.run_file)}
    for what, passed in results.items():
        print("passed" if passed else "FAILED", what)
    return 0 if all(results.values()) else 1


if __name__ == "__main__":
    sys.exit(main())

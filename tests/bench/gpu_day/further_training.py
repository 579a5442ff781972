#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Continues training the sample model's transformer for the given time, and reports whether it has improved.

  further_training.py prepare BIN FOLDER COUNT     draws and encodes COUNT clips, and 40 that are never trained on; needs FFmpeg,
                                                   numpy and PyAV
  further_training.py train BIN FOLDER OUT DEVICE SECONDS
                                                   needs prepare's output, at any place; OUT/transformer is the result

Improved: its loss on the clips never trained on, at 8 timesteps with one noise each, the same for both, is lower by more than two
standard errors. tests/bench/sample_proof then tests whether the sample's LoRA has improved, too.
"""
import json
import os
import shutil
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "sample_proof"))
from sample_proof import FIRST_HELD_OUT, MODEL, Proof, fall, mean  # noqa: E402

SETTINGS = os.path.join(HERE, "..", "..", "tools", "sample", "base2.toml")
FIRST_NEW = 5 * 10**6  # seeds of clips not used by the model, its sample project or its scoring
HELD_OUT = 40


def prepare(proof, count):
    from make_dataset import write

    for name, clips, first in (("train", count, FIRST_NEW), ("held-out", HELD_OUT, FIRST_HELD_OUT)):
        if not os.path.exists(proof.path(name + "-clips")):
            write(proof.path(name + "-clips"), "base", clips, first)
        proof.precompute(name, proof.path(name + "-clips"))


def train(proof, out, device, seconds):
    start = time.monotonic()
    runs = os.path.join(out, "runs")

    def run(name, steps):
        settings = {"model.folder": MODEL, "data.dataset": proof.path("train.jsonl"), "data.cache": proof.path("cache"),
                    "run.output_dir": runs, "run.name": name, "run.device": device, "training.train_steps": steps,
                    "training.batch_size": 16 if device == "cuda" else 2, "optimizer.lr": 2e-3,
                    "lr_scheduler.lr_warmup_steps": 5, "checkpoints.checkpointing_steps": 10**6}
        begun = time.monotonic()
        result = proof.call("train", SETTINGS, *(part for key, value in settings.items() for part in ("--set", f"{key}={value}")))
        return result["result"], time.monotonic() - begun

    def losses(model):
        result = proof.call("loss", proof.path("held-out.jsonl"), "--model", model, "--cache", proof.path("cache"), "--device", device,
                            "--dtype", "fp32", "--timesteps", 8, "--noises", 1)
        return [value for sample in result["samples"] for value in sample["losses"]]

    before = losses(MODEL)
    few, more = 2, 5
    first, second = (run(f"rate-{steps}", steps)[1] for steps in (few, more))
    a_step = max((second - first) / (more - few), 1e-3)
    # A tenth as reserve for slower steps, and for measuring the loss again.
    left = (seconds - (time.monotonic() - start)) * 0.9 - (time.monotonic() - start - first - second)
    steps = max(int(left / a_step), more)
    result, took = run("further", steps)
    after = losses(result)
    share, errors = fall(before, after)
    shutil.copytree(os.path.join(result, "transformer"), os.path.join(out, "transformer"), dirs_exist_ok=True)
    shutil.rmtree(runs)
    print(json.dumps({"steps": steps, "train_s": round(took, 1), "loss_before": round(mean(before), 5), "loss_after": round(mean(after), 5),
                      "standard_errors": round(errors, 1), "better": share > 0 and errors > 2}))


if __name__ == "__main__":
    if sys.argv[1] == "prepare":
        prepare(Proof(os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])), int(sys.argv[4]))
    else:
        train(Proof(os.path.abspath(sys.argv[2]), os.path.abspath(sys.argv[3])), os.path.abspath(sys.argv[4]), sys.argv[5],
              float(sys.argv[6]))

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""out_of_memory.py CLI RUN.toml FOLDER LIBRARIES [LEFT_GIB]: occupies the card's memory except LEFT_GIB (12), trains until memory runs
out, and resumes with settings that fit. Prints a line of JSON for each; fails unless the first run runs out and the second succeeds."""

import json
import os
import shutil
import subprocess
import sys

import torch

GIB = 2**30


def train(environment, *arguments):
    """Its exit code, last fault and number of steps."""
    done = subprocess.run([*arguments, "--json"], env=environment, stdout=subprocess.PIPE, text=True, check=False)
    lines = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    faults = [line["fault"] for line in lines if line.get("event") == "failed"]
    fault = faults[-1] if faults else {}
    return {"exit_code": done.returncode, "steps": sum(line.get("event") == "metrics" for line in lines),
            "code": fault.get("code", ""), "message": fault.get("message", ""), "hint": fault.get("hint", "")}


def main():
    cli, run, folder, libraries = sys.argv[1:5]
    left = float(sys.argv[5]) * GIB if len(sys.argv) > 5 else 12 * GIB
    shutil.rmtree(folder, ignore_errors=True)
    os.makedirs(folder)
    environment = os.environ | {"LD_LIBRARY_PATH": libraries}
    free, _ = torch.cuda.mem_get_info()
    held = torch.empty(max(int(free - left), 0), dtype=torch.uint8, device="cuda")
    settings = [part for pair in ("training.train_steps=2", f"run.output_dir={folder}") for part in ("--set", pair)]
    first = train(environment, cli, "train", run, *settings)
    print(json.dumps({"what": "runs out", "held_GiB": round(held.nbytes / GIB, 1)} | first), flush=True)
    runs = sorted(os.listdir(folder))
    if first["code"] != "engine.out_of_memory" or not runs:
        return 1
    again = train(environment, cli, "train", "--resume", os.path.join(folder, runs[0]), "--fit")
    print(json.dumps({"what": "resumes"} | again), flush=True)
    return 0 if again["exit_code"] == 0 and again["steps"] > 0 else 1


if __name__ == "__main__":
    sys.exit(main())

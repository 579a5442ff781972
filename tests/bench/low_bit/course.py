# SPDX-License-Identifier: Apache-2.0
"""The training loss of a LoRA over quantised frozen weights, compared with the original weights.

  python3 tests/bench/low_bit/course.py build/release/bin/framewright-cli FOLDER [--steps 400] [--batch 4] [--precision fp32 bf16]
      [--forms none nf4] [--threads 1]

FOLDER gets all output; an interrupted comparison continues there. The sample model learns the sample's clips and its prior, with the
settings of the sample job and the same draws each time. Prints the mean losses of each hundred steps, and the LoRA's loss on
held-out clips over the original weights. Exits with 1 if a mean differs by more than 1 % with fp8 or nf4.
"""

import argparse
import csv
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
SAMPLE = os.path.join(ROOT, "resources/sample")
MODEL = os.path.join(SAMPLE, "model")
FORMATS = ("none", "fp8", "int8", "nf4")


class Course:
    def __init__(self, program, folder, steps, batch, threads):
        self.program, self.folder, self.steps, self.batch, self.threads = program, folder, steps, batch, threads
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def call(self, *arguments):
        command = [self.program, "--json", *map(str, arguments)]
        environment = {**os.environ, "XDG_CACHE_HOME": self.path("user-cache")}
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env=environment)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        return next((event["result"] for event in reversed(events) if "result" in event), None)

    def dataset(self, name, *folders):
        manifest = self.path(name + ".jsonl")
        if not os.path.exists(manifest):
            self.call("dataset", "import", self.path(name + "-project"), *(os.path.join(SAMPLE, each) for each in folders))
            self.call("dataset", "buckets", self.path(name + "-project"), "--model", MODEL, "--video-resolution-buckets", "9x64x96",
                      "--write", manifest)
            self.call("precompute", manifest, "--model", MODEL, "--cache", self.path("cache"))
        return manifest

    def train(self, name, dataset, precision, form):
        """The run's folder and its LoRA."""
        done = self.path(name + ".json")
        if not os.path.exists(done):
            settings = {"model.folder": MODEL, "data.dataset": dataset, "data.cache": self.path("cache"),
                        "run.output_dir": self.path("runs"), "run.name": name, "training.train_steps": self.steps,
                        "training.batch_size": self.batch, "run.cpu_threads": self.threads,
                        "training.mixed_precision": precision, "memory.quantization": form,
                        "checkpoints.checkpointing_steps": self.steps}
            result = self.call("train", os.path.join(SAMPLE, "run.toml"),
                               *(part for key, value in settings.items() for part in ("--set", f"{key}={value}")))
            with open(done, "w") as file:
                json.dump(result, file)
        with open(done) as file:
            result = json.load(file)
        return result["run"], os.path.join(result["result"], "pytorch_lora_weights.safetensors")

    def held_out(self, manifest, lora):
        result = self.call("loss", manifest, "--model", MODEL, "--cache", self.path("cache"), "--timesteps", 8, "--noises", 4, "--lora", lora)
        values = [value for sample in result["samples"] for value in sample["losses"]]
        return sum(values) / len(values)


def losses(run):
    with open(os.path.join(run, "metrics.csv")) as file:
        return [float(row["loss"]) for row in csv.DictReader(file) if row.get("loss")]


def mean(values):
    return sum(values) / len(values)


def said(run):
    """The error reported in the log."""
    with open(os.path.join(run, "events.jsonl")) as file:
        return next((line["text"] for line in map(json.loads, file) if "Frozen weights are kept" in line.get("text", "")), "")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("folder")
    parser.add_argument("--steps", type=int, default=400)
    parser.add_argument("--batch", type=int, default=4)
    parser.add_argument("--precision", nargs="+", default=["fp32", "bf16"])
    parser.add_argument("--forms", nargs="+", default=FORMATS, help="of the weights; the first is what the others are compared with")
    parser.add_argument("--threads", type=int, default=0, help="0: all")
    arguments = parser.parse_args()
    course = Course(os.path.abspath(arguments.program), os.path.abspath(arguments.folder), arguments.steps, arguments.batch, arguments.threads)
    train, held_out = course.dataset("train", "clips", "prior"), course.dataset("held-out", "held-out")
    worst = 0
    for precision in arguments.precision:
        plain = None
        for form in arguments.forms:
            run, lora = course.train(f"{precision}-{form}", train, precision, form)
            all_losses = losses(run)
            means = [mean(all_losses[at:at + 100]) for at in range(0, len(all_losses), 100)] + [course.held_out(held_out, lora)]
            plain = plain or means
            apart = [a / b - 1 for a, b in zip(means, plain)]
            if form in ("fp8", "nf4"):
                worst = max(worst, *map(abs, apart))
            cells = " | ".join(f"{value:.5f} ({100 * share:+.2f} %)" for value, share in zip(means, apart))
            print(f"| {precision}, {form} | {cells} |", flush=True)
            if said(run):
                print(f"  {said(run)}")
    print(f"largest difference of fp8 and nf4: {100 * worst:.2f} %")
    return 0 if worst < 0.01 else 1


if __name__ == "__main__":
    sys.exit(main())

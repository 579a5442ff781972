# SPDX-License-Identifier: Apache-2.0
"""Tests whether a LoRA of the sample model learned its concept, or only its clips: sample_proof.py BIN FOLDER

BIN contains framewright-cli and bench_clip_distance; FOLDER gets all output, and an interrupted proof continues there. Needs
Python's numpy and PyAV, only for drawing clips. Three LoRAs (seeds) and one of shuffled captions are trained on the sample's clips
and its prior. Their losses are measured at 8 timesteps with 4 noises on clips that none of them saw: of the new concept, of the base
world, and the training clips apart. Then clips of 8 prompts with 4 seeds are made by the base model, the first LoRA and that of
shuffled captions, and compared with held-out ones by the descriptor of core/media/clip_descriptor.h.
"""
import json
import math
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
RESOURCES = os.path.join(ROOT, "resources/sample")
MODEL = os.path.join(RESOURCES, "model")
sys.path.insert(0, os.path.join(ROOT, "tests/tools/sample"))
SIZE = "9x64x96"
SEEDS = (1, 2, 3)
HELD_OUT_CLIPS = 8
FIRST_HELD_OUT = 10**9  # seeds of clips never trained on
CLIP_SEEDS = (11, 12, 13, 14)


class Proof:
    def __init__(self, programs, folder):
        self.programs, self.folder = programs, folder
        os.makedirs(folder, exist_ok=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def call(self, *arguments):
        """The result of a job, or None for other commands."""
        command = [os.path.join(self.programs, "framewright-cli"), "--json", *map(str, arguments)]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
        events = [json.loads(line) for line in done.stdout.splitlines()]
        return next((event["result"] for event in reversed(events) if "result" in event), None)

    def make_clips(self, name, world, count):
        from make_dataset import write

        if not os.path.exists(self.path(name)):
            write(self.path(name), world, count, FIRST_HELD_OUT)
        return self.path(name)

    def precompute(self, name, *folders):
        """A dataset of all clips in some folders. Returns its file."""
        manifest = self.path(name + ".jsonl")
        if not os.path.exists(manifest):
            self.call("dataset", "import", self.path(name + "-project"), *folders)
            self.call("dataset", "buckets", self.path(name + "-project"), "--model", MODEL, "--video-resolution-buckets", SIZE,
                      "--write", manifest)
        self.call("precompute", manifest, "--model", MODEL, "--cache", self.path("cache"))
        return manifest

    def shuffle(self, manifest):
        """The same clips, each with the caption of another."""
        with open(manifest) as lines:
            rows = [json.loads(line) for line in lines]
        captions = [row["caption"] for row in rows]
        for row, caption in zip(rows, captions[1:] + captions[:1]):
            row["caption"] = caption
        shuffled = self.path("shuffled.jsonl")
        with open(shuffled, "w") as lines:
            lines.writelines(json.dumps(row) + "\n" for row in rows)
        self.call("precompute", shuffled, "--model", MODEL, "--cache", self.path("cache"))
        return shuffled

    def train(self, name, dataset, seed):
        """The LoRA's file."""
        done = self.path(name + ".json")
        if not os.path.exists(done):
            settings = {"model.folder": MODEL, "data.dataset": dataset, "data.cache": self.path("cache"),
                        "run.output_dir": self.path("runs"), "run.name": name, "run.seed": seed}
            assignments = [part for key, value in settings.items() for part in ("--set", f"{key}={value}")]
            result = self.call("train", os.path.join(RESOURCES, "run.toml"), *assignments)
            with open(done, "w") as file:
                json.dump(result, file)
        with open(done) as file:
            return os.path.join(json.load(file)["result"], "pytorch_lora_weights.safetensors")

    def losses(self, manifest, lora=None):
        """By clip, timestep and noise: the same draws for every LoRA."""
        result = self.call("loss", manifest, "--model", MODEL, "--cache", self.path("cache"), "--timesteps", 8, "--noises", 4,
                           *(["--lora", lora] if lora else []))
        return [value for sample in result["samples"] for value in sample["losses"]]

    def generate(self, name, prompts, lora=None):
        """A list of made clips: each prompt with each seed."""
        listed = self.path(name + ".jsonl")
        with open(listed, "w") as lines:
            for i, prompt in enumerate(prompts):
                for seed in CLIP_SEEDS:
                    file = os.path.join(self.path(name), f"{i}-{seed}.mp4")
                    if not os.path.exists(file):
                        os.makedirs(self.path(name), exist_ok=True)
                        self.call("generate", "--model", MODEL, "--prompt", prompt, "--seed", seed, "--steps", 25, "--overwrite", "--out", file,
                                  *(["--lora", lora] if lora else []))
                    lines.write(json.dumps({"file": file, "prompt": prompt}) + "\n")
        return listed

    def distances(self, real, made, *mean):
        command = [os.path.join(self.programs, "bench_clip_distance"), SIZE, real, made, *mean]
        return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout)["distances"]


def mean(values):
    return sum(values) / len(values)


def fall(before, after):
    """Relative decrease of the mean, and the same in standard errors of the paired differences."""
    differences = [b - a for b, a in zip(before, after)]
    variance = sum((d - mean(differences)) ** 2 for d in differences) / (len(differences) - 1)
    return mean(differences) / mean(before), mean(differences) / math.sqrt(variance / len(differences))


def prove_loss(proof, sets, train):
    """Prints the tables and returns the first LoRA and that of shuffled captions."""
    loras = [proof.train(f"seed-{seed}", train, seed) for seed in SEEDS]
    shuffled = proof.train("shuffled", proof.shuffle(train), SEEDS[0])
    print("| clips | loss before | after | falls by | standard errors |\n|---|---|---|---|---|")
    for name, manifest in sets.items():
        before = proof.losses(manifest)
        after = [proof.losses(manifest, lora) for lora in loras]
        # The mean over the LoRAs at each draw: three LoRAs at one draw are not independent.
        means = [mean(values) for values in zip(*after)]
        share, errors = fall(before, means)
        print(f"| {name} | {mean(before):.4f} | {mean(means):.4f} | {100 * share:.1f} % | {errors:.1f} |")
    right, wrong = (proof.losses(sets["new concept"], lora) for lora in (loras[0], shuffled))
    share, errors = fall(wrong, right)
    print(f"\nCaptions in their place beside shuffled ones: loss {100 * share:.1f} % lower, {errors:.1f} standard errors.\n")
    return loras[0], shuffled


def listed(file, folder):
    """A folder's clips and captions in the format of bench_clip_distance."""
    with open(os.path.join(folder, "metadata.jsonl")) as lines:
        rows = [json.loads(line) for line in lines]
    with open(file, "w") as lines:
        lines.writelines(json.dumps({"file": os.path.join(folder, row["file_name"]), "prompt": row["text"]}) + "\n" for row in rows)
    return [row["text"] for row in rows]


def prove_distance(proof, held_out, lora, shuffled):
    real, train = proof.path("real.jsonl"), proof.path("train-clips.jsonl")
    prompts = listed(real, held_out)
    listed(train, os.path.join(RESOURCES, "clips"))
    before = proof.distances(real, proof.generate("made-before", prompts))
    after = proof.distances(real, proof.generate("made-after", prompts, lora))
    wrong = proof.distances(real, proof.generate("made-shuffled", prompts, shuffled))
    blurred = proof.distances(real, train, "mean")
    print("| clips | distance to held-out ones | the LoRA's are nearer by | standard errors |\n|---|---|---|---|")
    print(f"| with the LoRA | {mean(after):.3f} | | |")
    # One mean clip per prompt; the others have one per prompt and seed.
    blurred = [value for value in blurred for _ in CLIP_SEEDS]
    for name, others in ("base model", before), ("LoRA of shuffled captions", wrong), ("mean training clip", blurred):
        share, errors = fall(others, after)
        print(f"| {name} | {mean(others):.3f} | {100 * share:.1f} % | {errors:.1f} |")


def prove(proof):
    new = proof.make_clips("held-out-new", "new", HELD_OUT_CLIPS)
    base = proof.make_clips("held-out-base", "base", HELD_OUT_CLIPS)
    sets = {"new concept": proof.precompute("new", new), "base world": proof.precompute("base", base),
            "training clips": proof.precompute("clips", os.path.join(RESOURCES, "clips"))}
    train = proof.precompute("train", os.path.join(RESOURCES, "clips"), os.path.join(RESOURCES, "prior"))
    prove_distance(proof, new, *prove_loss(proof, sets, train))


if __name__ == "__main__":
    prove(Proof(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])))

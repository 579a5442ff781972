# SPDX-License-Identifier: Apache-2.0
"""The parts of the day: commands, time limits and possible failures."""

import glob
import json
import os
import shutil
import statistics
import sys

from day import Part, Step, json_lines

HERE = os.path.dirname(os.path.abspath(__file__))
BENCH = os.path.dirname(HERE)
ROOT = os.path.dirname(os.path.dirname(BENCH))
CASES = os.path.join(ROOT, "tests", "reference", "cases")
SECONDS = {1: 530, 2: 220}  # per call: a machine is lent for 900 s, including its start and transfers
GOALS = {"step": 1.22, "LoRA step": 2.9}  # seconds of CogVideoX-5b on an H200
GIB = 2**30


def results(out):
    """Figures of the command line's jobs."""
    return [line.get("result", line) for line in json_lines(out)]


def of_job(*keys):
    """Figures from a job's result."""
    return lambda out: [{key: found[key] for key in keys} for found in results(out) if all(key in found for key in keys)]


def parity_figures(out):
    cases = [case for result in results(out) for case in result.get("cases", [])]
    if not cases:
        return []
    counts = {}
    for case in cases:
        counts[case["status"]] = counts.get(case["status"], 0) + 1
    worst = max((output["of_tolerance"] for case in cases for output in case["outputs"]), default=0)
    failed = [os.path.relpath(case["case"], CASES) for case in cases if case["status"] == "failed"]
    return [counts | {"worst_of_tolerance": round(worst, 3)} | ({"failed_cases": failed} if failed else {})]


def rounds_figures(name):
    """From a program that prints "seconds, CPU seconds, sum" per round, the first one slower, and its memory at the end."""
    def figures(out):
        lines = [line.split() for line in out.splitlines() if line != "ready"]
        rounds = [float(line[0]) for line in lines if len(line) == 3 and "=" not in line[1]][1:]
        if not rounds:
            return []
        memory = {key.replace("_bytes", "_GiB"): round(int(value) / GIB, 2) for key, value in
                  (pair.split("=") for pair in lines[-1][1:] if "bytes=" in pair)}
        goal = {"goal_s_of_an_H200": GOALS[name]} if name in GOALS else {}
        return [{"s": round(statistics.median(rounds), 4), "rounds": len(rounds)} | memory | goal]
    return figures


def training_figures(out):
    """From all steps except the first, which loads kernels."""
    steps = [line["values"] for line in json_lines(out) if line.get("event") == "metrics"]
    if len(steps) < 2:
        return []
    seconds = statistics.median(1 / step["samples_per_second"] for step in steps[1:])
    last, found = steps[-1], {"s": round(seconds, 3), "goal_s_of_an_H200": GOALS["LoRA step"]}
    for key in ("vram_peak_bytes", "vram_reserved_bytes", "host_bytes"):
        if key in last:
            found[key.replace("_bytes", "_GiB")] = round(last[key] / GIB, 2)
    return [found]


def plan_figures(out):
    return [{f"{phase['name']}_GiB": round((phase["device"]["bytes"] + phase["overhead_bytes"]) / GIB, 2) for phase in plan["phases"]}
            | {"host_GiB": round(plan["host_peak_bytes"] / GIB, 2), "step_times": json.dumps(plan["step_times"])}
            for plan in results(out) if "step_times" in plan]


def lines_of(name):
    return lambda out: [{name: line} for line in out.splitlines() if line.strip()]


def libraries(out):
    """Missing libraries from ldd's output."""
    found = [line.split()[0] for line in out.splitlines() if "not found" in line]
    return [{"missing": " ".join(found)}] if out.strip() else []


def by_family(bounded):
    """The cases of each family, by name. @param bounded  only those with a bound for bf16"""
    with open(os.path.join(CASES, "bf16.json"), encoding="utf-8") as file:
        known = json.load(file)["cases"]
    families = {}
    for file in sorted(glob.glob(os.path.join(CASES, "*", "*.safetensors"))):
        name = os.path.relpath(file, CASES)
        if not name.startswith("models") and (not bounded or name in known):
            families.setdefault(name.split("-")[0].split(os.sep)[0], []).append(file)
    return families


class Commands:
    """The programs' command lines for the day's device, model and shapes."""

    def __init__(self, args, programs):
        self.args, self.programs = args, programs
        self.model = os.path.join(args.scratch, "model")
        self.vae = os.path.join(args.scratch, "vae-model")
        self.run = os.path.join(args.scratch, "run", "run.toml")
        self.latent = ("2", "4", "6") if args.tiny else ("13", "60", "90")
        self.cli = self.program("framewright-cli")

    def program(self, name):
        return os.path.join(self.programs, name)

    def python(self, script, *arguments):
        return [sys.executable, os.path.join(HERE, script), *arguments]

    def kernels(self, what, *arguments):
        return self.python("kernels.py", what, self.args.device, *arguments, *(["--tiny"] if self.args.tiny else []))

    def parity(self, dtype):
        cases = by_family(dtype == "bf16")
        for name, files in cases.items():
            chosen = files[::12] if self.args.tiny else files
            yield Step(f"{name} {dtype}", [self.cli, "parity", "--device", self.args.device, "--dtype", dtype, "--json", *chosen],
                       parity_figures)

    def component(self, what, folder, rounds=4):
        return Step(what, [self.program("bench_compare_diffusers"), folder, what, "8", "bf16", self.args.device, *self.latent],
                    rounds_figures(what), input="\n" * rounds)

    def train(self, what, *settings, steps=2):
        given = [f"training.train_steps={steps}", f"run.output_dir={os.path.join(self.args.scratch, 'runs')}", *settings]
        return Step(what, [self.cli, "train", self.run, "--json", *(part for pair in given for part in ("--set", pair))], training_figures)

    def blocks(self):
        with open(os.path.join(self.model, "transformer", "config.json"), encoding="utf-8") as file:
            return json.load(file)["num_layers"]

    def sanitized(self, tool):
        found = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
        return Step(tool, [found, "--tool", tool, "--error-exitcode", "3", self.program("bench_kernel_check"), self.args.device,
                           "BFloat16"])

    def wrapper(self, name, environment):
        """A program that sets its own library path, for scripts that start it from Python."""
        file = os.path.join(self.args.scratch, name + ".sh")
        with open(file, "w", encoding="utf-8") as script:
            script.write(f'#!/bin/sh\nLD_LIBRARY_PATH={environment["LD_LIBRARY_PATH"]} exec {self.program(name)} "$@"\n')
        os.chmod(file, 0o755)
        return file


def first_call(args, programs, day):
    run, device = Commands(args, programs), args.device
    lib = os.path.join(os.path.dirname(os.path.abspath(programs)), "lib")

    def looks():
        files = [run.cli, run.program("bench_kernel_check"), *sorted(glob.glob(os.path.join(lib, "libframewright-*.so")))]
        return [Step("nvidia-smi", ["nvidia-smi", "--query-gpu=name,driver_version,memory.total", "--format=csv,noheader"],
                     lines_of("card"), is_ours=False),
                Step("libraries", ["ldd", *files], libraries, lambda found: found[0]["missing"] and "missing libraries"),
                Step("info", [run.cli, "info", "--json"],
                     lambda out: [card for info in json_lines(out) for card in (info.get("engine") or {}).get("devices", [])
                                  if card["id"].startswith(device)],
                     lambda found: "" if found else "no such device")]

    def attention():
        order = day.figures("info")["attention"].replace(" ", "")
        return [Step("attention", run.kernels("attention", order), is_ours=False)]

    def model():
        shape = ["--tiny"] if args.tiny else []
        return [Step("weights", run.python("random_model.py", run.model, run.vae, device, "30", *shape), is_ours=False),
                Step("run", [run.program("make_random_run"), run.model, os.path.dirname(run.run), *run.latent,
                             "training.training_type=lora", "lora.rank=64", "lora.lora_alpha=64.0", "training.mixed_precision=bf16",
                             f"run.device={device}"],
                     lambda out: [{"run": run.run}] if os.path.exists(run.run) else [])]

    def steps():
        return [run.train("LoRA step", steps=4),
                Step("plan", [run.cli, "plan", run.run, "--json"], plan_figures),
                run.component("step", run.model), run.component("step-lora", run.model),
                Step("profile", [run.cli, "profile", run.run, "--warm-up", "1", "--steps", "1", "--json"],
                     of_job("step_milliseconds", "kinds"))]

    def savings():
        return [run.train("all blocks streamed", f"memory.streamed_blocks={run.blocks()}"),
                run.train("activations offloaded", "memory.activation_offload=true"),
                run.train("optimizer in host memory", "optimizer.offload=true", "optimizer.offload_gradients=true"),
                run.train("attention kept", "memory.keep_attention=true")]

    def exhausted():
        return [Step("out of memory", run.python("out_of_memory.py", run.cli, run.run, os.path.join(args.scratch, "exhausted"),
                                                 day.environment["LD_LIBRARY_PATH"]), is_ours=False)]

    yield Part("1 machine", 10, looks, is_decisive=True)
    yield Part("2 kernels", 15, lambda: [Step("kernels against the CPU", [run.program("bench_kernel_check"), device])], is_decisive=True)
    yield Part("3 attention", 30, attention)
    yield Part("4 device check", 45, lambda: [Step("bench device", [run.cli, "bench", "device", "--device", device, "--json"],
                                                   lambda out: [one for found in results(out) for one in found.get("devices", [])])])
    yield Part("5 cases", 90, lambda: [*run.parity("fp32"), *run.parity("bf16")])
    yield Part("6 model", 40, model)
    yield Part("7 steps", 60, steps)
    yield Part("8 memory modes", 60, savings)
    yield Part("9 decoding", 30, lambda: [run.component("decode", run.vae, 3),
                                          Step("convolutions", run.kernels("convolutions"), is_ours=False)])
    yield Part("10 out of memory", 30, exhausted)
    yield Part("11 LibTorch's kernels", 40, lambda: [Step(what, run.kernels(what), is_ours=False)
                                                     for what in ("products", "elementwise", "copies")])
    yield Part("12 sanitizer", 60, lambda: [run.sanitized("memcheck"), run.sanitized("racecheck")])
    yield Part("13 int8 attention", 20, lambda: [Step("int8 attention", [run.program("bench_attention_speed"), device, "3"])])
    if args.sample:
        yield Part("sample model", float("inf"), lambda: [Step("sample model", run.python(
            "further_training.py", "train", programs, args.sample, os.path.join(args.out, "sample"), device, str(day.left() * 0.9)))])


def second_call(args, programs, day):
    """Compares with diffusers, which must be installed; runs part 6 first if this machine has no model yet."""
    run = Commands(args, programs)

    def side_by_side(name, what):
        script = os.path.join(BENCH, name, "compare.py")
        return [Step(what, [sys.executable, script, run.wrapper("bench_" + name, day.environment), "--what", what, "--model", "5b",
                            "--dtype", "bf16", "--device", args.device, "--rounds", "5", "--folder", run.model], is_ours=False)]

    def profiled():
        step = [run.program("bench_compare_diffusers"), run.model, "step", "8", "bf16", args.device, *run.latent]
        return [Step("ncu", ["ncu", "--clock-control", "none", "--launch-skip", "40", "--launch-count", "40", "--csv", *step],
                     lines_of("kernel"), input="\n")]

    yield from (part for part in first_call(args, programs, day) if part.name == "6 model")
    yield Part("step beside diffusers", 80, lambda: side_by_side("compare_diffusers", "step"))
    yield Part("LoRA step beside diffusers", 80, lambda: side_by_side("compare_training", "lora"))
    yield Part("kernels of a block", 20, profiled)


def all_parts(args, programs, day):
    return list((first_call if args.call == 1 else second_call)(args, programs, day))

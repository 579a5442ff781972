#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One call for a borrowed GPU: what only a card can say, most decisive first, within ten minutes.

  python3 tests/bench/gpu_day/gpu_day.py build/core-only/bin OUT

Each part is a process of its own with a time limit: one that fails or hangs costs only itself. What a part finds is written to
OUT/gpu_day.jsonl at once; OUT/gpu_day.md and the last lines that are printed are one table of it. Needs torch 2.11; diffusers and
peft for the comparisons. The programs are those of the preset core-only, built with FW_TESTS=ON. Options: --device cuda
--seconds 540 --model 5b --only PART,PART --scratch FOLDER (for the model, which stays there), --sample FOLDER as
further_training.py prepare made it: the sample model is trained further in what time is left, into OUT/sample; and --tiny, which
rehearses all of it in a few minutes on a CPU (--device cpu) or, what is not Python's, on the pretended GPU: --device pretend
with FRAMEWRIGHT_ENGINE=build/dev/lib/libframewright-pretend-engine.so.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
GOALS = {  # of 5b on an H200: seconds at most
    "compare_diffusers step": 1.22,
    "compare_training lora": 2.9,
}


# Random weights, made on the device and saved as bf16: a model of 5b takes no minutes of a CPU then.
MAKE_MODEL = """
import sys, torch
sys.path.insert(0, sys.argv[1])
import side_by_side
torch.set_default_dtype(getattr(torch, sys.argv[4]))
torch.set_default_device(sys.argv[5])
side_by_side.make_model(sys.argv[2], sys.argv[3])
"""


CASES = os.path.join(ROOT, "tests", "reference", "cases")


def cases():
    found = []
    for folder, _, names in os.walk(CASES):
        found += [os.path.join(folder, n) for n in names if n.endswith(".safetensors") and "models" not in folder.split(os.sep)]
    return sorted(found)


def bounded(all_cases):
    """Those that say how far bf16 may be off."""
    with open(os.path.join(CASES, "bf16.json"), encoding="utf-8") as file:
        known = json.load(file)["cases"]
    return [case for case in all_cases if os.path.relpath(case, CASES) in known]


def parts(args):
    """Name, most seconds, command."""
    cli = os.path.join(args.programs, "framewright-cli")
    python, kernels = sys.executable, os.path.join(HERE, "kernels.py")
    bench = os.path.join(ROOT, "tests", "bench")
    tiny = ["--tiny"] if args.tiny else []
    family = cases()[::12] if args.tiny else cases()
    model, folder = "small" if args.tiny else args.model, os.path.join(args.scratch, "model")
    side = ["--model", model, "--dtype", "fp32" if args.tiny else "bf16", "--device", args.device,
            "--rounds", "2" if args.tiny else "5", "--folder", folder]

    def compare(name, what):
        return [python, os.path.join(bench, name, "compare.py"), os.path.join(args.programs, f"bench_{name}"), "--what", what, *side]

    def sanitized(tool, *command):
        found = shutil.which("compute-sanitizer") or "/usr/local/cuda/bin/compute-sanitizer"
        return [found, "--tool", tool, "--error-exitcode", "3", *command]

    os.makedirs(folder, exist_ok=True)
    check = [cli, "bench", "device", "--device", args.device, "--json"]
    python_too = args.device in ("cpu", "cuda")
    if python_too:
        yield "versions", 20, [python, kernels, "versions", args.device, *tiny]
    yield "device", 60, check
    yield "parity fp32", 90, [cli, "parity", "--device", args.device, "--json", *family]
    if not python_too:
        yield "parity bf16", 90, [cli, "parity", "--device", args.device, "--dtype", "bf16", "--json", *bounded(family)]
        yield from further(args)
        return
    yield "model", 90, [python, "-c", MAKE_MODEL, bench, folder, model, "float32" if args.tiny else "bfloat16", args.device]
    yield "compare_diffusers step", 150, compare("compare_diffusers", "step")
    yield "compare_training lora", 150, compare("compare_training", "lora")
    for what in ("attention", "products", "elementwise", "convolutions", "copies"):
        yield f"kernels {what}", 40, [python, kernels, what, args.device, *tiny]
    yield "int8 attention", 40, [os.path.join(args.programs, "bench_attention_speed"), args.device]
    yield "parity bf16", 90, [cli, "parity", "--device", args.device, "--dtype", "bf16", "--json", *bounded(family)]
    yield "compare_diffusers decode", 90, compare("compare_diffusers", "decode")
    yield "compare_training sft", 150, compare("compare_training", "sft")
    if args.device == "cuda":
        yield "memcheck", 90, sanitized("memcheck", *check)
        yield "racecheck", 60, sanitized("racecheck", *check)
    yield from further(args)


def further(args):
    """In what time is left, but for what its start and its end take."""
    if args.sample:
        yield "sample model", float("inf"), lambda left: [
            sys.executable, os.path.join(HERE, "further_training.py"), "train", args.programs, args.sample,
            os.path.join(args.out, "sample"), args.device, str(left * 0.9)]


def json_lines(text):
    for line in text.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            yield value


def run(name, limit, command):
    start = time.monotonic()
    try:
        # A group of its own: what is late ends with all that it has started.
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True)
    except OSError as error:
        status, out, err = "not started", "", str(error)
    else:
        try:
            out, err = process.communicate(timeout=limit)
            status = "ok" if process.returncode == 0 else f"exit {process.returncode}"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            status = "too late"
    return {"part": name, "status": status, "seconds": round(time.monotonic() - start, 1), "figures": figures(name, out),
            "tail": "" if status == "ok" else (err or out)[-600:]}


def figures(name, out):
    """What a part's output says, as small rows."""
    lines = list(json_lines(out))
    if name.startswith("parity"):
        results = [case for line in lines for case in line.get("result", line).get("cases", [])]
        by_status = {}
        for case in results:
            by_status[case["status"]] = by_status.get(case["status"], 0) + 1
        bad = [os.path.relpath(case["case"], ROOT) for case in results if case["status"] == "failed"]
        return [by_status | ({"failed_cases": bad[:20]} if bad else {})]
    if name == "device":
        return [device for line in lines for device in line.get("result", line).get("devices", [])]
    return lines


def table(rows):
    lines = ["| part | status | s | found |", "|---|---|---|---|"]
    for row in rows:
        goal = GOALS.get(row["part"])
        for found in row["figures"] or [{}]:
            text = ", ".join(f"{key} {value}" for key, value in found.items())
            if goal and "ours_s" in found:
                text += f"; goal {goal} s, 1.3 times faster: " + ("reached" if found["ours_s"] <= goal and found["ratio"] <= 1 / 1.3
                                                                  else "missed")
            lines.append(f"| {row['part']} | {row['status']} | {row['seconds']} | {text} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("out")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--scratch", default="/tmp/gpu_day")
    parser.add_argument("--seconds", type=float, default=540)
    parser.add_argument("--model", choices=("2b", "5b"), default="5b")
    parser.add_argument("--only")
    parser.add_argument("--sample")
    parser.add_argument("--tiny", action="store_true")
    args = parser.parse_args()
    os.makedirs(args.out, exist_ok=True)
    end, rows = time.monotonic() + args.seconds, []
    for name, limit, command in parts(args):
        if args.only and name not in args.only.split(","):
            continue
        left = end - time.monotonic()
        if callable(command):
            command = command(left)
        row = run(name, min(limit, left), command) if left > 5 else {"part": name, "status": "no time left", "seconds": 0,
                                                                     "figures": [], "tail": ""}
        rows.append(row)
        with open(os.path.join(args.out, "gpu_day.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")
        with open(os.path.join(args.out, "gpu_day.md"), "w", encoding="utf-8") as file:
            file.write(table(rows))
        print(f"{row['part']}: {row['status']}, {row['seconds']} s {row['tail']}", flush=True)
    print(table(rows))
    return 0 if all(row["status"] == "ok" for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())

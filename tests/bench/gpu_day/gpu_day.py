#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""One call for a borrowed GPU: everything that only a card can show, most important first, within ten minutes.

  tests/bench/gpu_day/pack.py build/core-only/bin .gpu/programs.tar.xz     here; reports what must be left out to fit the machine's limit
  python3 tests/bench/gpu_day/gpu_day.py .gpu/programs.tar.xz OUT          there

Needs Python with torch 2.11 and safetensors. PROGRAMS is what pack.py made, or the folder of a build's programs. Each step of a part
is a process of its own; its JSON is in OUT/gpu_day.jsonl as soon as it ends, also when its time is up. A step without figures has
failed. After a failure in one of the first two parts nothing else is worth its time, and the rest is left out. OUT/gpu_day.md and
the last lines that are printed are one table.

Options: --device cuda, --call 2 for what needs diffusers, --only PART,PART, --scratch FOLDER for model and runs, --go-on after wrong
kernels, --tiny to try it with small shapes, and --sample FOLDER as further_training.py prepare made it: the sample model is
trained further in what time is left.
"""

import argparse
import glob
import importlib.util
import os
import sys
import tarfile

from day import Day, table
from parts import SECONDS, all_parts

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))


def unpacked(programs, scratch):
    """The folder of programs; libraries are in lib next to it, the reference cases where the device check looks for them."""
    if os.path.isdir(programs):
        return programs
    folder = os.path.join(scratch, "programs")
    with tarfile.open(programs) as archive:
        archive.extractall(folder, filter="data")
    resources = os.path.join(folder, "share", "framewright")
    os.makedirs(resources, exist_ok=True)
    if not os.path.lexists(os.path.join(resources, "cases")):
        os.symlink(os.path.join(ROOT, "tests", "reference", "cases"), os.path.join(resources, "cases"))
    return os.path.join(folder, "bin")


def library_folders(programs):
    """LibTorch is this Python's; its own libraries are found from there."""
    torch = os.path.dirname(importlib.util.find_spec("torch").origin)
    folders = [os.path.join(os.path.dirname(os.path.abspath(programs)), "lib"), os.path.join(torch, "lib")]
    return folders + sorted(glob.glob(os.path.join(os.path.dirname(torch), "nvidia", "*", "lib")))


def our_environment(programs):
    """Only for our programs: another program would load our libraries instead of its own."""
    before = os.environ.get("LD_LIBRARY_PATH")
    folders = library_folders(programs) + ([before] if before else [])
    return os.environ | {"LD_LIBRARY_PATH": ":".join(folders), "GOMP_SPINCOUNT": "10000"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("programs")
    parser.add_argument("out")
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--call", type=int, choices=(1, 2), default=1)
    parser.add_argument("--scratch", default="/tmp/gpu_day")
    parser.add_argument("--only")
    parser.add_argument("--go-on", action="store_true")
    parser.add_argument("--sample")
    parser.add_argument("--tiny", action="store_true")
    args = parser.parse_args()
    os.makedirs(args.scratch, exist_ok=True)
    programs = unpacked(args.programs, args.scratch)
    day = Day(args.out, our_environment(programs), SECONDS[args.call])
    parts = [part for part in all_parts(args, programs, day) if not args.only or part.name in args.only.split(",")]
    is_right = day.run(parts, args.go_on)
    print(table(day.rows))
    return 0 if is_right else 1


if __name__ == "__main__":
    sys.exit(main())

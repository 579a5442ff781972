#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pack.py BIN ARCHIVE.tar.xz: packs the parts of a build that gpu_day.py needs, for a machine with LibTorch and little else.

Packs the programs, our libraries, and the system libraries they load, except LibTorch's and those of C and C++, all stripped. Build
for that card only: cmake --preset core-only -DFW_TESTS=ON -DCMAKE_CUDA_ARCHITECTURES=90. Then compares the total size with such a
machine's limit for a checkout: if it is too large, prints a command that leaves out the largest folders of the tree that the day
does not need.
"""

import os
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.abspath(os.path.join(HERE, "..", "..", ".."))
PROGRAMS = ("framewright-cli", "bench_kernel_check", "bench_attention_speed", "bench_compare_diffusers", "bench_compare_training",
            "make_random_run")
LIMIT = 64 * 2**20
NEEDED = ("tests/bench", "tests/reference")
# Libraries that every Linux has, possibly newer than ours.
OF_THE_SYSTEM = ("ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libresolv.so", "libstdc++.so", "libgcc_s.so",
                 "libgomp.so", "linux-vdso")


def loaded(file):
    """The libraries that a file loads, with their paths."""
    out = subprocess.run(["ldd", file], stdout=subprocess.PIPE, text=True, check=True).stdout
    return dict(line.split()[:3:2] for line in out.splitlines() if "=> /" in line)


def belongs(name, place):
    is_of_libtorch = any(f"/{folder}/" in place for folder in ("torch/lib", "nvidia/cu13/lib", "cudnn/lib", "nccl/lib", "nvshmem/lib",
                                                               "cusparselt/lib"))
    return not name.startswith(OF_THE_SYSTEM) and not is_of_libtorch


def collect(programs, folder):
    """Copies programs and libraries as in a build: bin and lib side by side."""
    files = {os.path.join("bin", name): os.path.join(programs, name) for name in PROGRAMS}
    ours = os.path.join(os.path.dirname(os.path.abspath(programs)), "lib")
    for name in ("libframewright-core.so", "libframewright-engine.so", "libframewright-cuda.so", "libfw_engine_parts.so"):
        files[os.path.join("lib", name)] = os.path.join(ours, name)
    for file in list(files.values()):
        for name, place in loaded(file).items():
            if belongs(name, place):
                files.setdefault(os.path.join("lib", name), place)
    for there, here in files.items():
        target = os.path.join(folder, there)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        shutil.copy(os.path.realpath(here), target)
        subprocess.run(["strip", "--strip-unneeded", target], check=True)
    return sorted(files)


def tracked_sizes(root):
    """Sizes of the files in the tree that git tracks."""
    names = subprocess.run(["git", "-C", root, "ls-files", "-z"], stdout=subprocess.PIPE, text=True, check=True).stdout.split("\0")
    return {name: os.path.getsize(os.path.join(root, name)) for name in names if os.path.isfile(os.path.join(root, name))}


def advice(sizes, archive_bytes, limit=LIMIT):
    """Whether tree and archive fit together, and what must be left out otherwise."""
    tree, needed = sum(sizes.values()), sum(size for name, size in sizes.items() if name.startswith(NEEDED))

    def mib(size):
        return f"{size / 2**20:.1f} MiB"

    lines = [f"archive {mib(archive_bytes)}, tree {mib(tree)}, together {mib(tree + archive_bytes)} of {mib(limit)}"]
    if tree + archive_bytes <= limit:
        return True, lines
    if needed + archive_bytes > limit:
        return False, [*lines, f"Too much even without all that the day does not need: {mib(needed + archive_bytes)}."]
    folders = " ".join("/" + folder for folder in NEEDED)
    return False, [*lines, f"Leave all but these folders behind, which makes {mib(needed + archive_bytes)}:",
                   f"  git sparse-checkout set --no-cone {folders}", "and afterwards:", "  git sparse-checkout disable"]


def main():
    programs, archive = sys.argv[1:]
    archive = os.path.abspath(archive)
    os.makedirs(os.path.dirname(archive), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        files = collect(programs, folder)
        subprocess.run(["tar", "--owner=0", "--group=0", "-C", folder, "-I", "xz -T0 -6", "-cf", archive, "bin", "lib"], check=True)
    print(f"{archive}: {len(files)} files")
    is_enough, lines = advice(tracked_sizes(ROOT), os.path.getsize(archive))
    print("\n".join(lines))
    return 0 if is_enough else 1


if __name__ == "__main__":
    sys.exit(main())

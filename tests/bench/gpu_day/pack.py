#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""pack.py BIN ARCHIVE.tar.xz: what gpu_day.py needs of a build, for a machine that has LibTorch and little else.

The programs, our libraries, and those of the system that the programs load, but for LibTorch's and the C and C++ libraries: all
stripped. Build it for the one card: cmake --preset core-only -DFW_TESTS=ON -DCMAKE_CUDA_ARCHITECTURES=90. Then the sum is compared
with what such a machine takes of a checkout: where it is too much, the tree's largest folders that the day does not need are to
stay behind, and the command that does it is printed.
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
# What every Linux has, in a version that may be newer than ours.
OF_THE_SYSTEM = ("ld-linux", "libc.so", "libm.so", "libdl.so", "libpthread.so", "librt.so", "libresolv.so", "libstdc++.so", "libgcc_s.so",
                 "libgomp.so", "linux-vdso")


def loaded(file):
    """The libraries that a file loads, and where they are here."""
    out = subprocess.run(["ldd", file], stdout=subprocess.PIPE, text=True, check=True).stdout
    return dict(line.split()[:3:2] for line in out.splitlines() if "=> /" in line)


def belongs(name, place):
    is_of_libtorch = any(f"/{folder}/" in place for folder in ("torch/lib", "nvidia/cu13/lib", "cudnn/lib", "nccl/lib", "nvshmem/lib",
                                                               "cusparselt/lib"))
    return not name.startswith(OF_THE_SYSTEM) and not is_of_libtorch


def collect(programs, folder):
    """Copies programs and libraries as a build has them: bin and lib side by side."""
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
    """Bytes of each of git's files that the tree has."""
    names = subprocess.run(["git", "-C", root, "ls-files", "-z"], stdout=subprocess.PIPE, text=True, check=True).stdout.split("\0")
    return {name: os.path.getsize(os.path.join(root, name)) for name in names if os.path.isfile(os.path.join(root, name))}


def advice(sizes, archive_bytes, limit=LIMIT):
    """Whether tree and archive travel together, and what must stay behind for that."""
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

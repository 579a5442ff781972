# SPDX-License-Identifier: Apache-2.0
"""Peak memory of generating clips of 5 s and 120 s in sections, with a model of the reference cases on the CPU.

  python3 tests/bench/clip_length.py build/dev/bin/framewright-cli [--height 128 --width 192]

Measures the whole command, from the prompt to the file. Exits with 1 if the long clip takes 8 MiB more than the short one.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import zlib

MODEL = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "reference", "cases", "models", "framepack")
SECTION, FPS = 36, 30


def write_picture(file, height, width):
    """A PNG of one colour."""
    def chunk(kind, data):
        return len(data).to_bytes(4, "big") + kind + data + zlib.crc32(kind + data).to_bytes(4, "big")

    header = width.to_bytes(4, "big") + height.to_bytes(4, "big") + bytes([8, 2, 0, 0, 0])
    rows = (b"\0" + bytes([90, 140, 200]) * width) * height
    with open(file, "wb") as picture:
        picture.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def peak_of(program, folder, frames, size):
    """@return  MiB, seconds"""
    out = os.path.join(folder, f"{frames}.mp4")
    command = [program, "generate", "--model", MODEL, "--image", os.path.join(folder, "first.png"), "--prompt", "a panda",
               "--frames", str(frames), "--height", str(size.height), "--width", str(size.width), "--steps", "1", "--seed", "1",
               "--device", "cpu", "--out", out]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, env={**os.environ, "XDG_CACHE_HOME": folder, "OMP_NUM_THREADS": "1"})
    _, status, usage = os.wait4(process.pid, 0)
    if status != 0 or not os.path.exists(out):
        sys.exit(f"no clip of {frames} frames")
    return usage.ru_maxrss / 1024, time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--height", type=int, default=64)
    parser.add_argument("--width", type=int, default=96)
    arguments = parser.parse_args()
    peaks = []
    with tempfile.TemporaryDirectory() as folder:
        write_picture(os.path.join(folder, "first.png"), arguments.height, arguments.width)
        for seconds in (5, 120):
            frames = round(seconds * FPS / SECTION) * SECTION + 1
            peak, took = peak_of(arguments.program, folder, frames, arguments)
            peaks.append(peak)
            print(f"{seconds} s, {frames} frames: peak {peak:.1f} MiB, {took:.0f} s")
    return 0 if peaks[1] < peaks[0] + 8 else 1


if __name__ == "__main__":
    sys.exit(main())

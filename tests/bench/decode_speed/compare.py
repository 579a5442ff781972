# SPDX-License-Identifier: Apache-2.0
"""Samples of 9x128x192 per second from one clip: core/media, PyAV and decord in turn, in one run.

    python compare.py BUILD/bin/bench_decode_speed CLIP [rounds]

Needs the packages av, decord and numpy. Each reader reopens the file for every pass, decodes with two threads
(its own way of threading) and resizes the whole picture with the filter it uses by default.
"""
import random
import resource
import statistics
import subprocess
import sys
import time

import av
import decord
import numpy

FRAMES, HEIGHT, WIDTH = 9, 128, 192
PASSES = 4


def pyav(path, shuffle):
    samples = 0
    with av.open(path) as container:
        stream = container.streams.video[0]
        stream.thread_type = "AUTO"
        stream.codec_context.thread_count = 2

        def arrays(frames):
            return (f.to_ndarray(format="rgb24", width=WIDTH, height=HEIGHT) for f in frames)

        if not shuffle:
            block = []
            for array in arrays(container.decode(stream)):
                block.append(array)
                if len(block) == FRAMES:
                    numpy.stack(block)
                    samples += 1
                    block = []
            return samples
        step = int(1 / stream.average_rate / stream.time_base)
        starts = list(range(0, stream.frames - FRAMES + 1, FRAMES))
        random.Random(1).shuffle(starts)
        for start in starts:
            container.seek(start * step, stream=stream)
            wanted = (f for f in container.decode(stream) if f.pts >= start * step)
            numpy.stack([a for a, _ in zip(arrays(wanted), range(FRAMES))])
            samples += 1
    return samples


def with_decord(path, shuffle):
    reader = decord.VideoReader(path, ctx=decord.cpu(0), width=WIDTH, height=HEIGHT, num_threads=2)
    starts = list(range(0, len(reader) - FRAMES + 1, FRAMES))
    if shuffle:
        random.Random(1).shuffle(starts)
    for start in starts:
        reader.get_batch(range(start, start + FRAMES)).asnumpy()
    return len(starts)


def cpu_seconds(who):
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def timed(run, who):
    """Samples per second, and CPU milliseconds per sample, which depend less on other programs."""
    start, cpu = time.perf_counter(), cpu_seconds(who)
    samples = run()
    return samples / (time.perf_counter() - start), 1000 * (cpu_seconds(who) - cpu) / samples


def ours(program, path, shuffle):
    mode = "shuffle" if shuffle else "stretch"
    out = subprocess.run([program, path, mode, str(PASSES)], check=True, capture_output=True, text=True)
    return int(out.stdout.split()[-1])


def main():
    program, path = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    for shuffle in (False, True):
        readers = {
            "framewright": (lambda: ours(program, path, shuffle), resource.RUSAGE_CHILDREN),
            "pyav": (lambda: sum(pyav(path, shuffle) for _ in range(PASSES)), resource.RUSAGE_SELF),
            "decord": (lambda: sum(with_decord(path, shuffle) for _ in range(PASSES)), resource.RUSAGE_SELF),
        }
        figures = {name: [] for name in readers}
        for _ in range(rounds):
            for name, (run, who) in readers.items():
                figures[name].append(timed(run, who))
        print("in shuffled order" if shuffle else "in order")
        for name, values in figures.items():
            ratios = [a[0] / b[0] for a, b in zip(figures["framewright"], values)]
            print(f"  {name:12} median {statistics.median(v[0] for v in values):7.2f} samples/s,"
                  f" {statistics.median(v[1] for v in values):6.1f} ms CPU a sample;"
                  f" framewright is {statistics.median(ratios):.2f}x (rounds {min(ratios):.2f} to {max(ratios):.2f})")


if __name__ == "__main__":
    main()

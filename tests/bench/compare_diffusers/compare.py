#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A denoising step and a VAE decode, side by side with the Python package diffusers.

  python3 -m venv /tmp/diffusers && /tmp/diffusers/bin/pip install torch==2.11.0 diffusers==0.42.1 transformers
  /tmp/diffusers/bin/python tests/bench/compare_diffusers/compare.py build/release/bin/bench_compare_diffusers

Makes a randomly initialised model once (--folder keeps it), starts one process of each side with the component loaded,
and lets them run in turn: A B B A A B ... The ratio is that of the medians; that of the CPU times (of all threads) is
steadier while something else runs on the machine. Options: --threads 2 --dtype fp32
--device cpu --rounds 9, --model mid|2b|5b (2b and 5b: the published shapes at 49x480x720, for a GPU).
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

# Latent frames, height and width; transformer and VAE. `mid` is about 150 M parameters, 9 frames of 128x192.
TRANSFORMER = {"attention_head_dim": 64, "use_rotary_positional_embeddings": True}
MODELS = {
    "mid": ((3, 16, 24), {**TRANSFORMER, "num_attention_heads": 12, "num_layers": 12},
            {"block_out_channels": (64, 128, 128, 256)}),
    "2b": ((13, 60, 90), {"num_attention_heads": 30, "num_layers": 30}, {}),
    "5b": ((13, 60, 90), {**TRANSFORMER, "num_attention_heads": 48, "num_layers": 42}, {}),
}


def make_model(folder, name):
    import diffusers
    import torch

    torch.manual_seed(0)
    _, transformer, vae = MODELS[name]
    diffusers.CogVideoXTransformer3DModel(**transformer).save_pretrained(os.path.join(folder, "transformer"))
    diffusers.AutoencoderKLCogVideoX(**vae).save_pretrained(os.path.join(folder, "vae"))
    diffusers.CogVideoXDDIMScheduler(prediction_type="v_prediction", rescale_betas_zero_snr=True,
                                     timestep_spacing="trailing").save_pretrained(os.path.join(folder, "scheduler"))


def worker(folder, what, threads, dtype, device, size):
    """The Python side: the same protocol as the C++ program's."""
    import torch
    from diffusers import AutoencoderKLCogVideoX, CogVideoXDDIMScheduler, CogVideoXPipeline, CogVideoXTransformer3DModel

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    torch.manual_seed(0)
    options = {"dtype": {"fp32": torch.float32, "bf16": torch.bfloat16}[dtype], "device": device}
    frames, height, width = size
    if what == "step":
        net = CogVideoXTransformer3DModel.from_pretrained(os.path.join(folder, "transformer"),
                                                          dtype=options["dtype"]).to(device).eval()
        scheduler = CogVideoXDDIMScheduler.from_pretrained(os.path.join(folder, "scheduler"))
        scheduler.set_timesteps(50)
        c = net.config
        x = torch.randn(2, frames, c.in_channels, height, width, **options)
        text = torch.randn(2, c.max_text_seq_length, c.text_embed_dim, **options)
        t = torch.full((2,), 500, dtype=torch.int64, device=device)
        rope = None
        if c.use_rotary_positional_embeddings:
            pipe = type("Sizes", (), {"vae_scale_factor_spatial": 8, "transformer": net})()
            rope = CogVideoXPipeline._prepare_rotary_positional_embeddings(pipe, height * 8, width * 8, frames, device)

        def run():
            v = net(x, text, t, image_rotary_emb=rope, return_dict=False)[0].float()
            unconditional, conditional = v.chunk(2)
            v = unconditional + 6.0 * (conditional - unconditional)
            return scheduler.step(v, scheduler.timesteps[25], x[:1].float(), return_dict=False)[0]
    else:
        vae = AutoencoderKLCogVideoX.from_pretrained(os.path.join(folder, "vae"),
                                                     dtype=options["dtype"]).to(device).eval()
        z = torch.randn(1, vae.config.latent_channels, frames, height, width, **options)

        def run():
            return vae.decode(z, return_dict=False)[0]

    print("ready", flush=True)
    for _ in sys.stdin:
        start, cpu_start = time.perf_counter(), time.process_time()
        result = run()
        if device != "cpu":
            torch.cuda.synchronize()
        print(time.perf_counter() - start, time.process_time() - cpu_start, result.sum().item(), flush=True)
    with open("/proc/self/status", encoding="ascii") as status:
        print(next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM")), flush=True)


class Side:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline().strip() == "ready", command
        self.seconds, self.cpu_seconds = [], []
        self.run()  # warms up
        self.seconds.clear()
        self.cpu_seconds.clear()

    def run(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        seconds, cpu_seconds, _ = self.process.stdout.readline().split()
        self.seconds.append(float(seconds))
        self.cpu_seconds.append(float(cpu_seconds))

    def peak(self):
        return int(self.process.communicate()[0])


def compare(args, folder, what):
    size = MODELS[args.model][0]
    common = [folder, what, str(args.threads), args.dtype, args.device, *map(str, size)]
    ours = Side([args.program, *common])
    theirs = Side([sys.executable, os.path.abspath(__file__), "--worker", *common])
    for i in range(args.rounds):
        for side in (ours, theirs) if i % 2 else (theirs, ours):
            side.run()
    a, b = statistics.median(ours.seconds), statistics.median(theirs.seconds)
    cpu = statistics.median(ours.cpu_seconds) / statistics.median(theirs.cpu_seconds)
    peaks = ours.peak(), theirs.peak()
    print(json.dumps({"what": what, "ours_s": round(a, 4), "diffusers_s": round(b, 4), "ratio": round(a / b, 3),
                      "cpu_ratio": round(cpu, 3), "fastest_ratio": round(
                          min(ours.seconds) / min(theirs.seconds), 3),
                      "ours_peak_MiB": peaks[0] >> 20, "diffusers_peak_MiB": peaks[1] >> 20,
                      "peak_ratio": round(peaks[0] / peaks[1], 3), "rounds": args.rounds}), flush=True)


def main():
    if sys.argv[1] == "--worker":
        folder, what, threads, dtype, device, *size = sys.argv[2:]
        return worker(folder, what, int(threads), dtype, device, tuple(map(int, size)))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--folder")
    parser.add_argument("--model", choices=MODELS, default="mid")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--dtype", choices=("fp32", "bf16"), default="fp32")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--what", choices=("step", "decode"))
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.folder or temporary
        if not os.path.exists(os.path.join(folder, "scheduler")):
            # In a process of its own, so that this one stays small.
            script = f"import sys; sys.path.insert(0, {os.path.dirname(os.path.abspath(__file__))!r}); import compare; " \
                     f"compare.make_model({folder!r}, {args.model!r})"
            subprocess.run([sys.executable, "-c", script], check=True)
        for what in [args.what] if args.what else ("step", "decode"):
            compare(args, folder, what)
    return 0


if __name__ == "__main__":
    sys.exit(main())

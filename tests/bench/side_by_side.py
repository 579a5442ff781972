# SPDX-License-Identifier: Apache-2.0
"""Shared by the comparisons with Python packages: a random model of known shape, and two processes that run in turn.

A side is a process that prints "ready" once everything is loaded, then for every line on its standard input does its work once and
prints the seconds, the CPU seconds and a number derived from the result; at the end of the input, its peak resident memory in bytes
and, if known, the share of time spent in its own loop.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

# Latent frames, height and width, for some models also samples; transformer and VAE. `mid` is about 150 M parameters, `small` about 35 M; 9 frames of 128x192.
# `ltx` is LTX-Video with about 120 M, 33 frames of 256x384; `mochi` Mochi-1 with about 110 M, 31 frames of 128x192;
# `hunyuan` HunyuanVideo with about 140 M, 9 frames of 128x192; `wan` Wan 2.1 with about 120 M, 9 frames of 128x192; `framepack` and `framepack-4` have the inputs of a published
# training log, with one and with four samples, and one head.
TRANSFORMER = {"attention_head_dim": 64, "use_rotary_positional_embeddings": True}
FRAMEPACK = {"num_attention_heads": 1, "num_layers": 1, "num_single_layers": 2, "image_condition_type": None,
             "has_image_proj": True, "has_clean_x_embedder": True}
MODELS = {
    "mid": ((3, 16, 24), {**TRANSFORMER, "num_attention_heads": 12, "num_layers": 12},
            {"block_out_channels": (64, 128, 128, 256)}),
    "small": ((3, 16, 24), {**TRANSFORMER, "num_attention_heads": 8, "num_layers": 6},
              {"block_out_channels": (64, 128, 128, 256)}),
    "2b": ((13, 60, 90), {"num_attention_heads": 30, "num_layers": 30}, {}),
    "5b": ((13, 60, 90), {**TRANSFORMER, "num_attention_heads": 48, "num_layers": 42}, {}),
    "ltx": ((5, 8, 12), {"num_attention_heads": 12, "num_layers": 12, "cross_attention_dim": 768},
            {"block_out_channels": (64, 128, 256, 256), "decoder_block_out_channels": (64, 128, 256, 256)}),
    "mochi": ((6, 16, 24), {"num_attention_heads": 12, "attention_head_dim": 64, "num_layers": 8, "pooled_projection_dim": 384,
                            "text_embed_dim": 1024},
              {"encoder_block_out_channels": (32, 64, 64, 96), "decoder_block_out_channels": (32, 64, 128, 192),
               "layers_per_block": (2, 2, 2, 3, 2)}),
    "hunyuan": ((3, 16, 24), {"num_attention_heads": 6, "num_layers": 3, "num_single_layers": 6, "text_embed_dim": 1024},
                {"block_out_channels": (64, 128, 128, 256)}),
    "wan": ((3, 16, 24), {"num_attention_heads": 12, "attention_head_dim": 64, "num_layers": 12, "ffn_dim": 3072, "text_dim": 1024},
            {"base_dim": 48}),
    "framepack": ((9, 52, 120, 1), FRAMEPACK, {"block_out_channels": (64, 128, 128, 256)}),
    "framepack-4": ((9, 52, 120, 4), FRAMEPACK, {"block_out_channels": (64, 128, 128, 256)}),
}
PIPELINES = {"wan": "WanPipeline", "ltx": "LTXPipeline", "mochi": "MochiPipeline", "hunyuan": "HunyuanVideoPipeline",
             "framepack": "HunyuanVideoFramepackPipeline", "framepack-4": "HunyuanVideoFramepackPipeline"}
# Configurations of the published text encoders: read by plans; no comparison runs these encoders.
HUNYUAN_ENCODERS = {
    "text_encoder": {"model_type": "llama", "hidden_size": 4096, "intermediate_size": 14336, "num_hidden_layers": 32,
                     "num_attention_heads": 32, "num_key_value_heads": 8, "vocab_size": 128320, "rms_norm_eps": 1e-5,
                     "rope_theta": 500000.0, "max_position_embeddings": 8192},
    "text_encoder_2": {"model_type": "clip_text_model", "hidden_size": 768, "intermediate_size": 3072, "num_hidden_layers": 12,
                       "num_attention_heads": 12, "vocab_size": 49408, "max_position_embeddings": 77, "projection_dim": 768,
                       "hidden_act": "quick_gelu", "layer_norm_eps": 1e-5},
}
# Frames and pixels per latent, for VAEs other than 4 x 8 x 8.
COMPRESSION = {"LTXPipeline": (8, 32), "MochiPipeline": (6, 8)}


def make_model(folder, name):
    import diffusers
    import torch
    import transformers

    torch.manual_seed(0)
    _, transformer, vae = MODELS[name]
    os.makedirs(folder, exist_ok=True)
    if "Hunyuan" in PIPELINES.get(name, ""):
        for encoder, config in HUNYUAN_ENCODERS.items():
            os.mkdir(os.path.join(folder, encoder))
            with open(os.path.join(folder, encoder, "config.json"), "w", encoding="utf-8") as file:
                json.dump(config, file)
    else:
        t5 = transformers.T5Config(d_model=768, d_kv=64, d_ff=2048, num_layers=12, num_heads=12, feed_forward_proj="gated-gelu")
        transformers.T5EncoderModel(t5).save_pretrained(os.path.join(folder, "text_encoder"))
    with open(os.path.join(folder, "model_index.json"), "w", encoding="utf-8") as file:
        json.dump({"_class_name": PIPELINES.get(name, "CogVideoXPipeline")}, file)
    if name == "mochi":
        net = diffusers.MochiTransformer3DModel(**transformer)
        torch.nn.init.normal_(net.pos_frequencies)
        net.save_pretrained(os.path.join(folder, "transformer"))
        diffusers.AutoencoderKLMochi(**vae).save_pretrained(os.path.join(folder, "vae"))
        diffusers.FlowMatchEulerDiscreteScheduler(invert_sigmas=True).save_pretrained(os.path.join(folder, "scheduler"))
        return
    if name == "wan":
        diffusers.WanTransformer3DModel(**transformer).save_pretrained(os.path.join(folder, "transformer"))
        diffusers.AutoencoderKLWan(**vae).save_pretrained(os.path.join(folder, "vae"))
        diffusers.FlowMatchEulerDiscreteScheduler(shift=3.0).save_pretrained(os.path.join(folder, "scheduler"))
        return
    if name == "hunyuan":
        diffusers.HunyuanVideoTransformer3DModel(**transformer).save_pretrained(os.path.join(folder, "transformer"))
        diffusers.AutoencoderKLHunyuanVideo(**vae).save_pretrained(os.path.join(folder, "vae"))
        diffusers.FlowMatchEulerDiscreteScheduler(shift=7.0).save_pretrained(os.path.join(folder, "scheduler"))
        return
    if PIPELINES.get(name) == PIPELINES["framepack"]:
        diffusers.HunyuanVideoFramepackTransformer3DModel(**transformer).save_pretrained(os.path.join(folder, "transformer"))
        diffusers.AutoencoderKLHunyuanVideo(**vae).save_pretrained(os.path.join(folder, "vae"))
        os.mkdir(os.path.join(folder, "image_encoder"))
        with open(os.path.join(folder, "image_encoder", "config.json"), "w", encoding="utf-8") as file:
            json.dump({"model_type": "siglip_vision_model", "hidden_size": 1152, "image_size": 384, "patch_size": 14,
                       "num_attention_heads": 16, "num_hidden_layers": 27, "intermediate_size": 4304}, file)
        diffusers.FlowMatchEulerDiscreteScheduler(shift=7.0).save_pretrained(os.path.join(folder, "scheduler"))
        return
    if name == "ltx":
        diffusers.LTXVideoTransformer3DModel(**transformer).save_pretrained(os.path.join(folder, "transformer"))
        diffusers.AutoencoderKLLTXVideo(**vae).save_pretrained(os.path.join(folder, "vae"))
        diffusers.FlowMatchEulerDiscreteScheduler(
            use_dynamic_shifting=True, base_shift=0.95, max_shift=2.05, base_image_seq_len=1024, max_image_seq_len=4096,
            shift_terminal=0.1).save_pretrained(os.path.join(folder, "scheduler"))
        return
    diffusers.CogVideoXTransformer3DModel(**transformer).save_pretrained(os.path.join(folder, "transformer"))
    diffusers.AutoencoderKLCogVideoX(**vae).save_pretrained(os.path.join(folder, "vae"))
    diffusers.CogVideoXDDIMScheduler(prediction_type="v_prediction", rescale_betas_zero_snr=True,
                                     timestep_spacing="trailing").save_pretrained(os.path.join(folder, "scheduler"))


def make_model_if_missing(folder, name):
    """Runs in a separate process, so that this one stays small."""
    if not os.path.exists(os.path.join(folder, "scheduler")):
        here = os.path.dirname(os.path.abspath(__file__))
        subprocess.run([sys.executable, "-c", f"import sys; sys.path.insert(0, {here!r}); import side_by_side; "
                                              f"side_by_side.make_model({folder!r}, {name!r})"], check=True)


def rotary_table(net, frames, height, width, device):
    from diffusers import CogVideoXPipeline

    if not net.config.use_rotary_positional_embeddings:
        return None
    pipe = type("Sizes", (), {"vae_scale_factor_spatial": 8, "transformer": net})()
    return CogVideoXPipeline._prepare_rotary_positional_embeddings(pipe, height * 8, width * 8, frames, device)


def pipeline_of(folder):
    with open(os.path.join(folder, "model_index.json"), encoding="utf-8") as file:
        return json.load(file)["_class_name"]


def ltx_places(frames, height, width):
    """Positions of the tokens of a clip at 25 frames per second, for the transformer's rotary tables."""
    return {"num_frames": frames, "height": height, "width": width, "rope_interpolation_scale": (8 / 25, 32, 32)}


def framepack_inputs(net, size, options):
    """The network's inputs besides a clip's only window: a text of 512 tokens, a picture of 729, the first frame, and
    an empty history."""
    import torch

    frames, height, width, samples = size
    c, device = net.config, options["device"]
    places = torch.arange(1 + frames + 1 + 2 + 16, device=device).split([1, frames, 1, 2, 16])
    start = torch.randn(samples, c.in_channels, 1, height, width, **options)
    return {"encoder_hidden_states": torch.randn(samples, 512, c.text_embed_dim, **options),
            "encoder_attention_mask": torch.ones(samples, 512, dtype=torch.int64, device=device),
            "pooled_projections": torch.randn(samples, c.pooled_projection_dim, **options),
            "image_embeds": torch.randn(samples, 729, c.image_proj_dim, **options),
            "guidance": torch.full((samples,), 10000.0, device=device), "indices_latents": places[1],
            "latents_clean": torch.cat([start, torch.zeros_like(start)], 2),
            "indices_latents_clean": torch.cat([places[0], places[2]]),
            "latents_history_2x": torch.zeros_like(start).expand(-1, -1, 2, -1, -1), "indices_latents_history_2x": places[3],
            "latents_history_4x": torch.zeros_like(start).expand(-1, -1, 16, -1, -1),
            "indices_latents_history_4x": places[4], "return_dict": False}


def serve(run, device):
    """The Python side's part of the protocol. `run` returns a number."""
    import torch

    print("ready", flush=True)
    for _ in sys.stdin:
        start, cpu_start = time.perf_counter(), time.process_time()
        result = run()
        if device != "cpu":
            torch.cuda.synchronize()
        print(time.perf_counter() - start, time.process_time() - cpu_start, float(result), flush=True)
    with open("/proc/self/status", encoding="ascii") as status:
        print(next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM")), flush=True)


class Side:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout.readline().strip() == "ready", command
        self.seconds, self.cpu_seconds, self.results = [], [], []
        self.run()  # warms up
        for figures in (self.seconds, self.cpu_seconds, self.results):
            figures.clear()

    def run(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        figures = self.process.stdout.readline().split()
        for collected, figure in zip((self.seconds, self.cpu_seconds, self.results), figures, strict=True):
            collected.append(float(figure))

    def end(self):
        """Peak bytes, and the side's other figures by name."""
        peak, *more = self.process.communicate()[0].split()
        return int(peak), {name: float(figure) for name, figure in (pair.split("=") for pair in more)}


def compare(what, our_command, their_command, rounds):
    """Runs both in turn, A B B A A B ..., and returns the medians and their ratios."""
    ours, theirs = Side(our_command), Side(their_command)
    for i in range(rounds):
        for side in (ours, theirs) if i % 2 else (theirs, ours):
            side.run()
    a, b = statistics.median(ours.seconds), statistics.median(theirs.seconds)
    cpu = statistics.median(ours.cpu_seconds) / statistics.median(theirs.cpu_seconds)
    (our_peak, more), (their_peak, _) = ours.end(), theirs.end()
    figures = {"what": what, "ours_s": round(a, 4), "theirs_s": round(b, 4), "ratio": round(a / b, 3),
            "cpu_ratio": round(cpu, 3), "fastest_ratio": round(min(ours.seconds) / min(theirs.seconds), 3),
            "ours_peak_MiB": our_peak >> 20, "theirs_peak_MiB": their_peak >> 20,
            "peak_ratio": round(our_peak / their_peak, 3), "rounds": rounds}
    return figures | more


def main(script, doc, works, worker):
    """The command line of a comparison. `works`: the available comparisons; `worker` is called in the Python side's process."""
    if sys.argv[1:2] == ["--worker"]:
        folder, what, threads, dtype, device, *size = sys.argv[2:]
        return worker(folder, what, int(threads), dtype, device, tuple(map(int, size)))
    parser = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--folder")
    parser.add_argument("--model", choices=MODELS, default="mid")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--dtype", choices=("fp32", "bf16"), default="fp32")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--what", choices=works)
    parser.add_argument("--ours", action="append", default=[], metavar="ARGUMENT", help="for this project's program alone")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = args.folder or temporary
        make_model_if_missing(folder, args.model)
        for what in [args.what] if args.what else works:
            common = [folder, what, str(args.threads), args.dtype, args.device, *map(str, MODELS[args.model][0])]
            figures = compare(what, [args.program, *common, *args.ours],
                              [sys.executable, os.path.abspath(script), "--worker", *common], args.rounds)
            print(json.dumps(figures), flush=True)
    return 0

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A denoising step, VAE encoding and decoding, and a text encoder, compared with the Python packages diffusers and transformers.

  python3 -m venv /tmp/diffusers && /tmp/diffusers/bin/pip install torch==2.11.0 diffusers==0.42.1 transformers==5.24.0
  /tmp/diffusers/bin/python tests/bench/compare_diffusers/compare.py build/release/bin/bench_compare_diffusers

Makes a randomly initialised model once (--folder keeps it), starts one process per side with the component loaded,
and runs them in turn: A B B A A B ... Prints the ratio of the medians; the ratio of CPU times (of all threads) is steadier
on a busy machine. Options: --what step|decode|encode|t5 --threads 2 --dtype fp32
--device cpu --rounds 9, --model mid|wan|ltx|mochi|hunyuan|framepack|framepack-4|2b|5b (2b and 5b: the published shapes at 49x480x720, for a GPU).
"""

import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import side_by_side  # noqa: E402


def vae_work(folder, what, size, options):
    import diffusers
    import torch

    with open(os.path.join(folder, "vae", "config.json"), encoding="utf-8") as file:
        kind = getattr(diffusers, json.load(file)["_class_name"])
    vae = kind.from_pretrained(os.path.join(folder, "vae"), dtype=options["dtype"]).to(options["device"]).eval()
    frames, height, width = size[:3]
    if what == "decode":
        z = torch.randn(1, vae.config.get("latent_channels") or vae.config.z_dim, frames, height, width, **options)
        return lambda: vae.decode(z, return_dict=False)[0].sum()
    in_time, in_space = side_by_side.COMPRESSION.get(side_by_side.pipeline_of(folder), (4, 8))
    video = torch.rand(1, 3, in_time * (frames - 1) + 1, in_space * height, in_space * width, **options) * 2 - 1
    return lambda: vae.encode(video).latent_dist.mean.sum()


def t5_work(folder, options):
    import torch
    from transformers import T5EncoderModel

    t5 = T5EncoderModel.from_pretrained(os.path.join(folder, "text_encoder"), dtype=options["dtype"])
    t5 = t5.to(options["device"]).eval()
    ids = torch.randint(2, 32000, (1, 226), device=options["device"])
    return lambda: t5(ids)[0].sum()


def cogvideox_step(folder, size, options):
    import torch
    from diffusers import CogVideoXDDIMScheduler, CogVideoXTransformer3DModel

    frames, height, width = size
    net = CogVideoXTransformer3DModel.from_pretrained(os.path.join(folder, "transformer"), dtype=options["dtype"])
    net = net.to(options["device"]).eval()
    scheduler = CogVideoXDDIMScheduler.from_pretrained(os.path.join(folder, "scheduler"))
    scheduler.set_timesteps(50)
    c = net.config
    x = torch.randn(2, frames, c.in_channels, height, width, **options)
    text = torch.randn(2, c.max_text_seq_length, c.text_embed_dim, **options)
    t = torch.full((2,), 500, dtype=torch.int64, device=options["device"])
    rope = side_by_side.rotary_table(net, frames, height, width, options["device"])

    def run():
        v = net(x, text, t, image_rotary_emb=rope, return_dict=False)[0].float()
        unconditional, conditional = v.chunk(2)
        v = unconditional + 6.0 * (conditional - unconditional)
        return scheduler.step(v, scheduler.timesteps[25], x[:1].float(), return_dict=False)[0].sum()

    return run


def ltx_step(folder, size, options):
    import numpy
    import torch
    from diffusers import FlowMatchEulerDiscreteScheduler, LTXVideoTransformer3DModel
    from diffusers.pipelines.ltx.pipeline_ltx import calculate_shift

    frames, height, width = size
    net = LTXVideoTransformer3DModel.from_pretrained(os.path.join(folder, "transformer"), dtype=options["dtype"])
    net = net.to(options["device"]).eval()
    scheduler = FlowMatchEulerDiscreteScheduler.from_pretrained(os.path.join(folder, "scheduler"))
    tokens = frames * height * width
    x = torch.randn(2, tokens, net.config.in_channels, **options)
    text = torch.randn(2, 128, net.config.caption_channels, **options)
    mask = torch.ones(2, 128, dtype=torch.int64, device=options["device"])
    t = torch.full((2,), 500.0, device=options["device"])

    def run():
        scheduler.set_timesteps(sigmas=numpy.linspace(1.0, 1 / 50, 50),
                                mu=calculate_shift(tokens, 1024, 4096, 0.95, 2.05))
        v = net(x, text, t, mask, return_dict=False, **side_by_side.ltx_places(*size))[0].float()
        unconditional, conditional = v.chunk(2)
        v = unconditional + 6.0 * (conditional - unconditional)
        return scheduler.step(v, scheduler.timesteps[25], x[:1].float(), return_dict=False)[0].sum()

    return run


def mochi_step(folder, size, options):
    import numpy
    import torch
    from diffusers import FlowMatchEulerDiscreteScheduler, MochiTransformer3DModel
    from diffusers.pipelines.mochi.pipeline_mochi import linear_quadratic_schedule

    net = MochiTransformer3DModel.from_pretrained(os.path.join(folder, "transformer"), dtype=options["dtype"])
    net = net.to(options["device"]).eval()
    scheduler = FlowMatchEulerDiscreteScheduler.from_pretrained(os.path.join(folder, "scheduler"))
    c = net.config
    x = torch.randn(2, c.in_channels, *size, **options)
    text = torch.randn(2, c.max_sequence_length, c.text_embed_dim, **options)
    mask = torch.ones(2, c.max_sequence_length, dtype=torch.bool, device=options["device"])
    mask[0, 1:] = False
    t = torch.full((2,), 500.0, device=options["device"])

    def run():
        scheduler.set_timesteps(sigmas=numpy.array(linear_quadratic_schedule(64, 0.025)))
        unconditional, conditional = net(x, text, t, mask, return_dict=False)[0].float().chunk(2)
        v = unconditional + 4.5 * (conditional - unconditional)
        return scheduler.step(v, scheduler.timesteps[25], x[:1].float(), return_dict=False)[0].sum()

    return run


def wan_step(folder, size, options):
    import torch
    from diffusers import FlowMatchEulerDiscreteScheduler, WanTransformer3DModel

    net = WanTransformer3DModel.from_pretrained(os.path.join(folder, "transformer"), dtype=options["dtype"])
    net = net.to(options["device"]).eval()
    scheduler = FlowMatchEulerDiscreteScheduler.from_pretrained(os.path.join(folder, "scheduler"))
    x = torch.randn(1, net.config.in_channels, *size, **options)
    texts = torch.randn(2, 1, 512, net.config.text_dim, **options)
    t = torch.full((1,), 500.0, device=options["device"])

    def run():
        scheduler.set_timesteps(50)
        conditional, unconditional = (net(x, t, text, return_dict=False)[0].float() for text in texts)
        v = unconditional + 5.0 * (conditional - unconditional)
        return scheduler.step(v, scheduler.timesteps[25], x.float(), return_dict=False)[0].sum()

    return run


def hunyuan_step(folder, size, options):
    import numpy
    import torch
    from diffusers import FlowMatchEulerDiscreteScheduler, HunyuanVideoTransformer3DModel

    net = HunyuanVideoTransformer3DModel.from_pretrained(os.path.join(folder, "transformer"), dtype=options["dtype"])
    net = net.to(options["device"]).eval()
    scheduler = FlowMatchEulerDiscreteScheduler.from_pretrained(os.path.join(folder, "scheduler"))
    c = net.config
    x = torch.randn(1, c.in_channels, *size, **options)
    text = torch.randn(1, 256, c.text_embed_dim, **options)
    mask = torch.ones(1, 256, dtype=torch.int64, device=options["device"])
    mask[0, 40:] = 0
    pooled = torch.randn(1, c.pooled_projection_dim, **options)
    t, guidance = (torch.full((1,), value, device=options["device"]) for value in (500.0, 6000.0))

    def run():
        scheduler.set_timesteps(sigmas=numpy.linspace(1.0, 0.0, 51)[:-1])
        v = net(x, t, text, mask, pooled, guidance, return_dict=False)[0].float()
        return scheduler.step(v, scheduler.timesteps[25], x.float(), return_dict=False)[0].sum()

    return run


def framepack_step(folder, size, options):
    import numpy
    import torch
    from diffusers import FlowMatchEulerDiscreteScheduler, HunyuanVideoFramepackTransformer3DModel

    net = HunyuanVideoFramepackTransformer3DModel.from_pretrained(os.path.join(folder, "transformer"),
                                                                  dtype=options["dtype"])
    net = net.to(options["device"]).eval()
    scheduler = FlowMatchEulerDiscreteScheduler.from_pretrained(os.path.join(folder, "scheduler"))
    frames, height, width, samples = size
    x = torch.randn(samples, net.config.in_channels, frames, height, width, **options)
    inputs = side_by_side.framepack_inputs(net, size, options)
    t = torch.full((samples,), 500.0, device=options["device"])

    def run():
        scheduler.set_timesteps(sigmas=numpy.linspace(1.0, 0.0, 51)[:-1])
        v = net(x, t, **inputs)[0].float()
        return scheduler.step(v, scheduler.timesteps[25], x.float(), return_dict=False)[0].sum()

    return run


STEPS = {"wan": wan_step, "ltx": ltx_step, "mochi": mochi_step, "hunyuan": hunyuan_step, "framepack": framepack_step}


def worker(folder, what, threads, dtype, device, size):
    """The Python side: the same protocol as the C++ program's."""
    import torch

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    torch.manual_seed(0)
    options = {"dtype": {"fp32": torch.float32, "bf16": torch.bfloat16}[dtype], "device": device}
    if what == "t5":
        run = t5_work(folder, options)
    elif what != "step":
        run = vae_work(folder, what, size, options)
    else:
        pipeline = side_by_side.pipeline_of(folder)
        steps = {side_by_side.PIPELINES[name]: step for name, step in STEPS.items()}
        run = steps.get(pipeline, cogvideox_step)(folder, size, options)
    side_by_side.serve(run, device)


if __name__ == "__main__":
    sys.exit(side_by_side.main(__file__, __doc__, ("step", "decode", "encode", "t5"), worker))

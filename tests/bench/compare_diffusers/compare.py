#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A denoising step and a VAE decode, side by side with the Python package diffusers.

  python3 -m venv /tmp/diffusers && /tmp/diffusers/bin/pip install torch==2.11.0 diffusers==0.42.1 transformers
  /tmp/diffusers/bin/python tests/bench/compare_diffusers/compare.py build/release/bin/bench_compare_diffusers

Makes a randomly initialised model once (--folder keeps it), starts one process of each side with the component loaded,
and lets them run in turn: A B B A A B ... The ratio is that of the medians; that of the CPU times (of all threads) is
steadier while something else runs on the machine. Options: --threads 2 --dtype fp32
--device cpu --rounds 9, --model mid|ltx|mochi|hunyuan|framepack|framepack-4|2b|5b (2b and 5b: the published shapes at 49x480x720, for a GPU).
"""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import side_by_side  # noqa: E402


def ltx_work(folder, what, size, options):
    import numpy
    import torch
    from diffusers import AutoencoderKLLTXVideo, FlowMatchEulerDiscreteScheduler, LTXVideoTransformer3DModel
    from diffusers.pipelines.ltx.pipeline_ltx import calculate_shift

    frames, height, width = size
    if what == "decode":
        vae = AutoencoderKLLTXVideo.from_pretrained(os.path.join(folder, "vae"), dtype=options["dtype"])
        vae = vae.to(options["device"]).eval()
        z = torch.randn(1, vae.config.latent_channels, frames, height, width, **options)
        return lambda: vae.decode(z, return_dict=False)[0].sum()
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


def mochi_work(folder, what, size, options):
    import numpy
    import torch
    from diffusers import AutoencoderKLMochi, FlowMatchEulerDiscreteScheduler, MochiTransformer3DModel
    from diffusers.pipelines.mochi.pipeline_mochi import linear_quadratic_schedule

    if what == "decode":
        vae = AutoencoderKLMochi.from_pretrained(os.path.join(folder, "vae"), dtype=options["dtype"])
        vae = vae.to(options["device"]).eval()
        z = torch.randn(1, vae.config.latent_channels, *size, **options)
        return lambda: vae.decode(z, return_dict=False)[0].sum()
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


def hunyuan_work(folder, what, size, options):
    import numpy
    import torch
    from diffusers import AutoencoderKLHunyuanVideo, FlowMatchEulerDiscreteScheduler, HunyuanVideoTransformer3DModel

    if what == "decode":
        vae = AutoencoderKLHunyuanVideo.from_pretrained(os.path.join(folder, "vae"), dtype=options["dtype"])
        vae = vae.to(options["device"]).eval()
        z = torch.randn(1, vae.config.latent_channels, *size, **options)
        return lambda: vae.decode(z, return_dict=False)[0].sum()
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


def framepack_work(folder, what, size, options):
    import numpy
    import torch
    from diffusers import FlowMatchEulerDiscreteScheduler, HunyuanVideoFramepackTransformer3DModel

    if what == "decode":
        return hunyuan_work(folder, what, size[:3], options)
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


def worker(folder, what, threads, dtype, device, size):
    """The Python side: the same protocol as the C++ program's."""
    import torch
    from diffusers import AutoencoderKLCogVideoX, CogVideoXDDIMScheduler, CogVideoXTransformer3DModel

    torch.set_num_threads(threads)
    torch.set_grad_enabled(False)
    torch.manual_seed(0)
    options = {"dtype": {"fp32": torch.float32, "bf16": torch.bfloat16}[dtype], "device": device}
    frames, height, width = size[:3]
    if side_by_side.is_ltx(folder):
        run = ltx_work(folder, what, size, options)
    elif side_by_side.pipeline_of(folder) == side_by_side.PIPELINES["framepack"]:
        run = framepack_work(folder, what, size, options)
    elif side_by_side.pipeline_of(folder) == side_by_side.PIPELINES["mochi"]:
        run = mochi_work(folder, what, size, options)
    elif side_by_side.pipeline_of(folder) == side_by_side.PIPELINES["hunyuan"]:
        run = hunyuan_work(folder, what, size, options)
    elif what == "step":
        net = CogVideoXTransformer3DModel.from_pretrained(os.path.join(folder, "transformer"),
                                                          dtype=options["dtype"]).to(device).eval()
        scheduler = CogVideoXDDIMScheduler.from_pretrained(os.path.join(folder, "scheduler"))
        scheduler.set_timesteps(50)
        c = net.config
        x = torch.randn(2, frames, c.in_channels, height, width, **options)
        text = torch.randn(2, c.max_text_seq_length, c.text_embed_dim, **options)
        t = torch.full((2,), 500, dtype=torch.int64, device=device)
        rope = side_by_side.rotary_table(net, frames, height, width, device)

        def run():
            v = net(x, text, t, image_rotary_emb=rope, return_dict=False)[0].float()
            unconditional, conditional = v.chunk(2)
            v = unconditional + 6.0 * (conditional - unconditional)
            return scheduler.step(v, scheduler.timesteps[25], x[:1].float(), return_dict=False)[0].sum()
    else:
        vae = AutoencoderKLCogVideoX.from_pretrained(os.path.join(folder, "vae"),
                                                     dtype=options["dtype"]).to(device).eval()
        z = torch.randn(1, vae.config.latent_channels, frames, height, width, **options)

        def run():
            return vae.decode(z, return_dict=False)[0].sum()

    side_by_side.serve(run, device)


if __name__ == "__main__":
    sys.exit(side_by_side.main(__file__, __doc__, ("step", "decode"), worker))

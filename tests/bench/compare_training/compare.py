#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A training step, compared with the usual Python loop (diffusers, peft and torch).

  python3 -m venv /tmp/diffusers && /tmp/diffusers/bin/pip install torch==2.11.0 diffusers==0.42.1 peft==0.21.2
  /tmp/diffusers/bin/python tests/bench/compare_training/compare.py build/release/bin/bench_compare_training

Makes a randomly initialised model once (--folder keeps it), starts one process per side with the model loaded, and
trains them in turn: A B B A A B ... Ours is the production loop with its data, metrics and events; theirs is the loop of
CogVideoX-Factory, for LTX-Video, HunyuanVideo, FramePack and Wan that of finetrainers, without their logging. Both: gradient
checkpointing, AdamW, clipping, batch 1 (framepack-4: 4), LoRA of rank 16 or the whole transformer (sft-unclipped: without
clipping, and ours with optimizer.fused_backward; lora-kept, sft-kept: without checkpointing). Options:
--what lora|sft|sft-unclipped|lora-kept|sft-kept --threads 2 --dtype fp32|bf16 --device cpu --rounds 9
--model mid|wan|ltx|mochi|hunyuan|framepack|framepack-4|2b|5b. --ours memory=900 lets ours train with the settings that
`plan --fit --vram 900MiB` chooses: it recomputes no more than that memory makes it, a choice that the Python loop lacks.
"""

import json
import os
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import side_by_side  # noqa: E402


def ltx_losses(folder, net, dtype, device, size):
    """finetrainers' loss for a cached clip: noise with a uniform share."""
    import torch
    from diffusers import AutoencoderKLLTXVideo

    vae = AutoencoderKLLTXVideo.from_pretrained(os.path.join(folder, "vae"))
    mean, deviation = (s.view(1, -1, 1, 1, 1).to(device) for s in (vae.latents_mean, vae.latents_std))
    del vae
    sigmas = torch.linspace(1, 1 / 1000, 1000)
    mask = torch.ones(1, 128, dtype=torch.int64, device=device)

    def pack(x):
        return x.flatten(2).transpose(1, 2)

    def loss_of(latents, text, compute):
        x = (latents.to(device) - mean) / deviation
        noise = torch.randn_like(x)
        s = sigmas[(torch.rand(1) * 1000).long()].to(device)
        noisy = pack((1 - s) * x + s * noise).to(compute)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=dtype == "bf16"):
            output = net(noisy, text, (s * 1000).long().unsqueeze(1).expand(-1, noisy.shape[1]), mask,
                         return_dict=False, **side_by_side.ltx_places(*size))[0]
        return (output.float() - pack(noise - x)).pow(2).mean()

    return loss_of


def mochi_losses(folder, net, dtype, device):
    """CogVideoX-Factory's loss for a cached clip: time runs from noise to the clip."""
    import torch
    from diffusers import AutoencoderKLMochi

    c = AutoencoderKLMochi.load_config(os.path.join(folder, "vae"))
    mean, deviation = (torch.tensor(c[k]).view(1, -1, 1, 1, 1).to(device) for k in ("latents_mean", "latents_std"))
    mask = torch.ones(1, 256, dtype=torch.bool, device=device)

    def loss_of(latents, text, compute):
        x = (latents.to(device) - mean) / deviation * c["scaling_factor"]
        noise = torch.randn_like(x)
        s = torch.rand(1, device=device)
        noisy = ((1 - s) * x + s * noise).to(compute)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=dtype == "bf16"):
            output = net(noisy, text, (1 - s) * 1000, mask, return_dict=False)[0]
        return (output.float() - (x - noise)).pow(2).mean()

    return loss_of


def wan_losses(folder, net, dtype, device):
    """finetrainers' loss for a cached clip."""
    import torch
    from diffusers import AutoencoderKLWan

    c = AutoencoderKLWan.load_config(os.path.join(folder, "vae"))
    mean, deviation = (torch.tensor(c[k]).view(1, -1, 1, 1, 1).to(device) for k in ("latents_mean", "latents_std"))

    def loss_of(latents, text, compute):
        x = (latents.to(device) - mean) / deviation
        noise = torch.randn_like(x)
        s = torch.rand(1, device=device)
        noisy = ((1 - s) * x + s * noise).to(compute)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=dtype == "bf16"):
            output = net(noisy, (s * 1000).long(), text, return_dict=False)[0]
        return (output.float() - (noise - x)).pow(2).mean()

    return loss_of


def hunyuan_losses(folder, net, dtype, device):
    """finetrainers' loss for a cached clip."""
    import torch
    from diffusers import AutoencoderKLHunyuanVideo

    scaling = AutoencoderKLHunyuanVideo.load_config(os.path.join(folder, "vae"))["scaling_factor"]
    mask = torch.ones(1, 256, dtype=torch.int64, device=device)
    guidance = torch.full((1,), 1000.0, device=device)

    def loss_of(latents, text, compute):
        x = latents.to(device) * scaling
        noise = torch.randn_like(x)
        s = torch.rand(1, device=device)
        s = 7 * s / (1 + 6 * s)
        noisy = ((1 - s) * x + s * noise).to(compute)
        pooled = torch.randn(1, net.config.pooled_projection_dim).to(device, compute)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=dtype == "bf16"):
            output = net(noisy, (s * 1000).long(), text, mask, pooled, guidance, return_dict=False)[0]
        return (output.float() - (noise - x)).pow(2).mean()

    return loss_of


def framepack_losses(folder, net, dtype, device, size):
    """As for HunyuanVideo, with the network's inputs besides the window."""
    import torch
    from diffusers import AutoencoderKLHunyuanVideo

    scaling = AutoencoderKLHunyuanVideo.load_config(os.path.join(folder, "vae"))["scaling_factor"]
    compute = torch.float32 if dtype == "fp32" else torch.bfloat16
    inputs = side_by_side.framepack_inputs(net, size, {"dtype": compute, "device": device})

    def loss_of(latents, text, compute):
        x = latents.to(device) * scaling
        noise = torch.randn_like(x)
        s = torch.rand(len(x), device=device)
        s = (7 * s / (1 + 6 * s)).view(-1, 1, 1, 1, 1)
        noisy = ((1 - s) * x + s * noise).to(compute)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=dtype == "bf16"):
            output = net(noisy, (s * 1000).long().flatten(), **(inputs | {"encoder_hidden_states": text}))[0]
        return (output.float() - (noise - x)).pow(2).mean()

    return loss_of


def worker(folder, what, threads, dtype, device, size):
    import torch
    import diffusers
    from diffusers.training_utils import cast_training_params

    torch.set_num_threads(threads)
    torch.manual_seed(42)
    compute = {"fp32": torch.float32, "bf16": torch.bfloat16}[dtype]
    frames, height, width = size[:3]
    samples = size[3] if len(size) > 3 else 1
    pipeline = side_by_side.pipeline_of(folder).removesuffix("Pipeline")
    # A full fine-tune keeps fp32 weights and computes under autocast, as accelerate does it.
    with open(os.path.join(folder, "transformer", "config.json"), encoding="utf-8") as file:
        network = getattr(diffusers, json.load(file)["_class_name"])
    net = network.from_pretrained(os.path.join(folder, "transformer"),
                                  dtype=compute if what.startswith("lora") else torch.float32).to(device).train()
    if not what.endswith("-kept"):
        net.enable_gradient_checkpointing()
    if what.startswith("lora"):
        from peft import LoraConfig

        net.requires_grad_(False)
        net.add_adapter(LoraConfig(r=16, lora_alpha=16, init_lora_weights=True,
                                   target_modules=["to_k", "to_q", "to_v", "to_out.0"]))
        cast_training_params([net], dtype=torch.float32)
    params = [p for p in net.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(params, lr=1e-4, betas=(0.9, 0.95), eps=1e-8, weight_decay=1e-4)
    c = net.config
    clip = os.path.join(tempfile.mkdtemp(), "clip.pt")
    shape = (16 if pipeline == "CogVideoX" else c.in_channels, frames, height, width)
    tokens = {"Wan": 512, "LTX": 128, "Mochi": 256, "HunyuanVideo": 256, "HunyuanVideoFramepack": 512}.get(pipeline) or c.max_text_seq_length
    torch.save({"mean": torch.randn(shape), "logvar": torch.full(shape, -4.0),
                "text": torch.randn(tokens, c.get("text_embed_dim") or c.get("text_dim", 4096))}, clip)
    def cogvideox_loss(latents, text, compute):
        x = (latents.to(device) * scaling).permute(0, 2, 1, 3, 4).to(compute)
        noise = torch.randn_like(x)
        t = torch.randint(0, 1000, (1,), device=device)
        noisy = scheduler.add_noise(x, noise, t)
        with torch.autocast(device, dtype=torch.bfloat16, enabled=dtype == "bf16"):
            output = net(noisy, text, t, image_rotary_emb=rope, return_dict=False)[0]
        predicted = scheduler.get_velocity(output, noisy, t)
        weights = 1 / (1 - scheduler.alphas_cumprod.to(device, torch.float32)[t])
        weights = weights.view(-1, 1, 1, 1, 1)
        return torch.mean((weights * (predicted.float() - x.float()) ** 2).reshape(1, -1), dim=1).mean()

    if pipeline == "LTX":
        loss_of = ltx_losses(folder, net, dtype, device, size)
    elif pipeline == "Wan":
        loss_of = wan_losses(folder, net, dtype, device)
    elif pipeline == "Mochi":
        loss_of = mochi_losses(folder, net, dtype, device)
    elif pipeline == "HunyuanVideo":
        loss_of = hunyuan_losses(folder, net, dtype, device)
    elif pipeline == "HunyuanVideoFramepack":
        loss_of = framepack_losses(folder, net, dtype, device, size)
    else:
        loss_of = cogvideox_loss
        scheduler = diffusers.CogVideoXDDIMScheduler.from_pretrained(os.path.join(folder, "scheduler"))
        with open(os.path.join(folder, "vae", "config.json"), encoding="utf-8") as f:
            scaling = json.load(f)["scaling_factor"]
        rope = side_by_side.rotary_table(net, frames, height, width, device)

    def run():
        clips = [torch.load(clip) for _ in range(samples)]
        latents = [data["mean"] + (data["logvar"] / 2).exp() * torch.randn_like(data["mean"]) for data in clips]
        text = torch.stack([data["text"] for data in clips]).to(device, compute)
        loss = loss_of(torch.stack(latents), text, compute)
        loss.backward()
        if what != "sft-unclipped":
            torch.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        optimizer.zero_grad()
        return loss.detach().item()

    side_by_side.serve(run, device)


if __name__ == "__main__":
    sys.exit(side_by_side.main(__file__, __doc__, ("lora", "sft", "sft-unclipped", "lora-kept", "sft-kept"), worker))

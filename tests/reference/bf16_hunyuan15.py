# SPDX-License-Identifier: Apache-2.0
"""What make_bf16_bounds.py needs for cases of HunyuanVideo 1.5."""

import contextlib
import json
import os

import diffusers
import diffusers.models.transformers.transformer_hunyuan_video15 as network_module
import numpy
import torch
import transformers
from PIL import Image

BF16 = torch.bfloat16


def can_recompute(case):
    """Cases with files under other names check their reading, which does not depend on the type of numbers."""
    return "parts" not in case.params and "lora" not in case.params


def load(case, component):
    folder = os.path.join(case.model, component)
    if component != "transformer":
        library = diffusers if component == "vae" else transformers
        return getattr(library, case.class_of(component)).from_pretrained(folder).to(BF16).eval()
    with open(os.path.join(folder, "config.json"), encoding="utf-8") as file:
        width = json.load(file)["text_embed_2_hidden_dim"]  # the library has only 2048
    whole = network_module.HunyuanVideo15ByT5TextProjection
    network_module.HunyuanVideo15ByT5TextProjection = lambda i, _hidden, o: whole(i, width, o)
    try:
        return diffusers.HunyuanVideo15Transformer3DModel.from_pretrained(folder).to(BF16).eval()
    finally:
        network_module.HunyuanVideo15ByT5TextProjection = whole


def text_encoder(case):
    part = case.params.get("subfolder", "text_encoder")
    mask = {"attention_mask": case.inputs["attention_mask"]} if "attention_mask" in case.inputs else {}
    if part == "text_encoder_2":
        mask = {name: value.to(BF16) for name, value in mask.items()}
        return {"last_hidden_state": load(case, part)(case.inputs["input_ids"], **mask)[0]}
    states = load(case, part)(input_ids=case.inputs["input_ids"], output_hidden_states=True, **mask).hidden_states
    return {"hidden_state": states[-(case.params.get("num_hidden_layers_to_skip", 2) + 1)]}


def image_encoder(case):
    return {"last_hidden_state": load(case, "image_encoder")(pixel_values=case.bf16("pixel_values")).last_hidden_state}


def vae(case, net=None):
    net, p = net or load(case, "vae"), case.params
    for side in ("height", "width"):
        size = p.get(f"tile_sample_min_{side}", 256)
        setattr(net, f"tile_sample_min_{side}", size)
        setattr(net, f"tile_latent_min_{side}", size // net.spatial_compression_ratio)
    net.tile_overlap_factor = p.get("tile_overlap_factor", 0.25)
    net.use_tiling, net.use_slicing = p.get("tiling", False), True  # its mask does not fit a batch
    return net


def vae_encode(case):
    net = vae(case)
    posterior, factor = net.encode(case.bf16("video")).latent_dist, net.config.scaling_factor
    out = {"mean": posterior.mean, "logvar": posterior.logvar, "mode_latents": posterior.mean * factor}
    if "noise" in case.inputs:
        out["sample"] = posterior.mean + posterior.std * case.bf16("noise")
        out["latents"] = out["sample"] * factor
    return out


def vae_decode(case):
    return {"video": vae(case).decode(case.bf16("latents")).sample}


def transformer_forward(case):
    net = load(case, "transformer")
    names = ("hidden_states", "timestep", "encoder_hidden_states", "encoder_attention_mask", "encoder_hidden_states_2",
             "encoder_attention_mask_2", "image_embeds", "timestep_r")
    given = {name: case.bf16(name) for name in names if name in case.inputs}
    batch = len(given["hidden_states"])
    if "encoder_hidden_states_2" not in given:  # the library wants both: no glyphs are a masked one, no picture is zeros
        given["encoder_hidden_states_2"] = torch.zeros(batch, 1, net.config.text_embed_2_dim, dtype=BF16)
        given["encoder_attention_mask_2"] = torch.zeros(batch, 1, dtype=torch.int64)
    given.setdefault("image_embeds", torch.zeros(batch, 2, net.config.image_embed_dim, dtype=BF16))
    prefix = "lora.transformer."
    lora = {k[len(prefix):]: v for k, v in case.inputs.items() if k.startswith(prefix)}
    if lora:
        import peft

        p = case.params
        net.add_adapter(peft.LoraConfig(r=p["lora_rank"], lora_alpha=p["lora_alpha"] * p["lora_weight"],
                                        target_modules=p["lora_target_modules"]))
        for name, parameter in net.named_parameters():
            if ".lora_" in name:
                parameter.data = lora[name.replace(".default", "")].to(BF16)
    return {"sample": net(**given, return_dict=False)[0]}


@contextlib.contextmanager
def masks_in_bf16():
    """ByT5 gets its mask as float32; T5 wants the model's type."""
    now = torch.Tensor.float
    torch.Tensor.float = lambda self, *a, **k: self.to(BF16) if self.dtype == torch.int64 else now(self, *a, **k)
    try:
        yield
    finally:
        torch.Tensor.float = now


def prompt(case):
    p, cls = case.params, diffusers.HunyuanVideo15Pipeline
    tokenizers = [transformers.AutoTokenizer.from_pretrained(os.path.join(case.model, name))
                  for name in ("tokenizer", "tokenizer_2")]
    embeds, mask = cls._get_mllm_prompt_embeds(
        load(case, "text_encoder"), tokenizers[0], p["prompts"], torch.device("cpu"),
        tokenizer_max_length=p["max_sequence_length"], system_message=p["system_message"], crop_start=p["crop_start"])
    with masks_in_bf16():
        embeds_2, mask_2 = cls._get_byt5_prompt_embeds(tokenizers[1], load(case, "text_encoder_2"), p["prompts"],
                                                       torch.device("cpu"), tokenizer_max_length=p["max_sequence_length_2"])
    return {"prompt_embeds": embeds, "prompt_attention_mask": mask, "prompt_embeds_2": embeds_2,
            "prompt_attention_mask_2": mask_2}


def pipeline(case):
    p = case.params
    from_image = p["pipeline"] == "image_to_video"
    base = diffusers.HunyuanVideo15ImageToVideoPipeline if from_image else diffusers.HunyuanVideo15Pipeline

    class Given(base):
        def encode_image(self, image, batch_size, device, dtype):
            if "image_embeds" in case.inputs:
                return case.bf16("image_embeds").repeat(batch_size, 1, 1)
            return super().encode_image(image, batch_size, device, dtype)

    Given.__name__, Given.__module__ = base.__name__, base.__module__
    parts = {name: load(case, name) for name in ("transformer", "text_encoder", "text_encoder_2")}
    parts["vae"] = vae(case)
    for name in ("tokenizer", "tokenizer_2"):
        parts[name] = transformers.AutoTokenizer.from_pretrained(os.path.join(case.model, name))
    if from_image:
        parts["image_encoder"] = load(case, "image_encoder")
        parts["feature_extractor"] = transformers.SiglipImageProcessor.from_pretrained(os.path.join(case.model, "feature_extractor"))
    guider = diffusers.ClassifierFreeGuidance.from_pretrained(case.model, subfolder="guider")
    more = {**p.get("guider_overrides", {}), **({"guidance_scale": p["guidance_scale"]} if "guidance_scale" in p else {})}
    scheduler = diffusers.FlowMatchEulerDiscreteScheduler.from_pretrained(case.model, subfolder="scheduler")
    scheduler = type(scheduler).from_config({**scheduler.config, **p.get("scheduler_overrides", {})})
    pipe = Given(scheduler=scheduler, guider=guider.new(**more), **parts)
    pipe.set_progress_bar_config(disable=True)
    call = {name: p[name] for name in ("num_frames", "num_inference_steps", "prompt", "negative_prompt") if name in p}
    if "system_message" in p:
        pipe.system_message, pipe.prompt_template_encode_start_idx = p["system_message"], p["crop_start"]
        pipe.tokenizer_max_length, pipe.tokenizer_2_max_length = p["max_sequence_length"], p["max_sequence_length_2"]
    for name in ("prompt_embeds", "prompt_embeds_2", "negative_prompt_embeds", "negative_prompt_embeds_2"):
        if name in case.inputs:
            call[name] = case.bf16(name)
            call[name.replace("embeds", "embeds_mask")] = case.inputs[name.replace("embeds", "attention_mask")]
    if from_image:
        levels = (case.inputs["image"][0] * 255).round().to(torch.uint8)
        call["image"] = Image.fromarray(levels.permute(1, 2, 0).numpy())
    else:
        call.update(height=p["height"], width=p["width"])
    out, step = {}, pipe.scheduler.step

    def recorded(*arguments, **options):
        result = step(*arguments, **options)
        out.setdefault(f"step_latents.{pipe.scheduler.step_index - 1}", result[0].clone())
        return result

    pipe.scheduler.step = recorded
    with masks_in_bf16():
        out["latents"] = pipe(output_type="latent", latents=case.bf16("latents"), **call).frames
        out["frames"] = torch.from_numpy(numpy.asarray(pipe(output_type="np", latents=case.bf16("latents"), **call).frames))
    return out


COMPONENTS = {"text_encoder": text_encoder, "image_encoder": image_encoder, "prompt": prompt, "vae.encode": vae_encode,
              "vae.decode": vae_decode, "transformer.forward": transformer_forward, "pipeline": pipeline}

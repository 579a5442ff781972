# SPDX-License-Identifier: Apache-2.0
"""What make_bf16_bounds.py needs for cases of Wan."""

import json
import os

import diffusers
import numpy
import sentencepiece
import torch
import transformers
from diffusers.loaders import single_file_utils
from PIL import Image
from safetensors import safe_open

BF16 = torch.bfloat16


def single_file(case, component):
    """Weights of the file that replaces a component, by their published names."""
    with safe_open(os.path.join(case.folder, case.params["parts"][component]), framework="pt") as file:
        stored = {key: file.get_tensor(key) for key in file.keys()}
    if component == "transformer":
        return single_file_utils.convert_wan_transformer_to_diffusers({k: v.float() for k, v in stored.items()})
    full_size = {"vae": "wan-2.1-vae", "text_encoder": "umt5-xxl-encoder", "image_encoder": "clip-vit-h-vision"}
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "manifests", full_size[component], "original_names.json")
    with open(path, encoding="utf-8") as file:
        names = json.load(file)
    found = {}
    for key, value in stored.items():
        scale = stored.get(key.removesuffix("weight") + "scale_weight", torch.ones(()))
        value = value.float() * scale.float()
        published = names.get(key, key)
        parts = published if isinstance(published, list) else [published]
        for name, part in zip(parts, value.chunk(len(parts)) if len(parts) > 1 else [value]):
            if "embedding" in name:  # CLIP's have axes of length 1 in front there
                part = part.reshape([n for n in part.shape if n > 1])
            found[name] = part
    return found


class Pieces:
    """UMT5's tokenizer as sentencepiece has it. From transformers 5 on the class that model_index.json names takes
    another number for unknown characters."""

    def __init__(self, folder):
        self.model = sentencepiece.SentencePieceProcessor(model_file=os.path.join(folder, "spiece.model"))

    def __call__(self, texts, max_length, **_):
        rows = [self.model.encode(text)[: max_length - 1] + [1] for text in texts]
        pad = lambda row, value: row + [value] * (max_length - len(row))  # noqa: E731
        return transformers.BatchEncoding({"input_ids": torch.tensor([pad(row, 0) for row in rows]),
                                           "attention_mask": torch.tensor([pad([1] * len(row), 0) for row in rows])})


def load_lora(case, net, which):
    """Loads the case's LoRA file into one of the two networks."""
    folder, file = os.path.split(os.path.join(case.folder, case.params["lora" + which]))
    state, metadata = diffusers.WanPipeline.lora_state_dict(folder, weight_name=file, return_lora_metadata=True)
    state = diffusers.WanPipeline._maybe_expand_t2v_lora_for_i2v(net, state)
    diffusers.WanPipeline.load_lora_into_transformer(state, net, adapter_name="case", metadata=metadata)
    net.set_adapters("case", weights=case.params["lora_weight" + which])
    net.to(BF16)


def pipeline(case):
    p = case.params
    from_images = p["pipeline"] == "image_to_video"
    base = diffusers.WanImageToVideoPipeline if from_images else diffusers.WanPipeline

    class Given(base):
        def encode_image(self, image, device=None):
            return case.bf16("image_embeds") if "image_embeds" in case.inputs else super().encode_image(image, device)

    given = {"tokenizer": Pieces(os.path.join(case.model, "tokenizer"))}
    processor = os.path.join(case.model, "image_processor")
    if from_images and os.path.exists(processor):
        given["image_processor"] = transformers.CLIPImageProcessor.from_pretrained(processor)
    pipe = Given.from_pretrained(case.model, **dict.fromkeys(given), torch_dtype=BF16)
    for name, part in given.items():
        setattr(pipe, name, part)
    pipe.set_progress_bar_config(disable=True)
    config = {**pipe.scheduler.config, **p.get("scheduler_overrides", {})}
    pipe.scheduler = getattr(diffusers, config["_class_name"]).from_config(config)
    for network, which in ((pipe.transformer, ""), (pipe.transformer_2, "_2")):
        if "lora" + which in p:
            load_lora(case, network, which)
    if p.get("tiling"):
        pipe.vae.enable_tiling(**{k: v for k, v in p.items() if k.startswith("tile_")})
    arguments = {key: p[key] for key in ("height", "width", "num_frames", "num_inference_steps", "guidance_scale",
                                         "guidance_scale_2", "max_sequence_length", "prompt", "negative_prompt")
                 if key in p}
    for key in ("prompt_embeds", "negative_prompt_embeds"):
        if key in case.inputs:
            arguments[key] = case.bf16(key)
    for key in ("image", "last_image"):
        if key in case.inputs:
            levels = (case.inputs[key][0] * 255).round().to(torch.uint8)
            arguments[key] = Image.fromarray(levels.permute(1, 2, 0).numpy())
    out = {}

    def record(_pipe, i, _t, kwargs):
        out[f"step_latents.{i}"] = kwargs["latents"].clone()
        return kwargs

    for kind in ("latent", "np"):
        made = pipe(**arguments, latents=case.bf16("latents").float(), output_type=kind,
                    callback_on_step_end=record).frames
        out["latents" if kind == "latent" else "frames"] = made if kind == "latent" else torch.from_numpy(
            numpy.asarray(made))
    return out

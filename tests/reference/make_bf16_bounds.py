#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Differences of the Python libraries between bfloat16 and float32: make_bf16_bounds.py CASES_DIR [MODEL...]

Recomputes every case of CogVideoX, LTX-Video, Mochi-1, HunyuanVideo 1.0 and 1.5, FramePack, Wan and LTX-2 (or of these models, and keeps the bounds of the others) that runs a network with weights and activations in bfloat16. The largest error of a
tiny network is a matter of chance, so each case runs four times: with its inputs rounded to the nearest bfloat16, and
three times with each input rounded up or down at random. The largest difference of the four goes to
CASES_DIR/bf16.json:

  {"format": "refcase-bf16-1",
   "libraries": {"torch": "...", "diffusers": "...", "transformers": "...", "peft": "..."},
   "cases": {"<case file, relative to CASES_DIR>": {"<output>": <largest |bfloat16 - float32|>}}}

`framewright-cli parity --dtype bf16` allows each output twice this difference from the float32 value that the case
holds. The file is read from the case's folder or the one above it. Needs torch, diffusers, transformers, peft,
safetensors and sentencepiece; one thread and seeded, so that a second run gives the same file.
"""

import contextlib
import json
import os
import sys

import diffusers
import diffusers.models.autoencoders.vae as vae_module
import diffusers.pipelines.ltx.pipeline_ltx as ltx_module
import diffusers.schedulers.scheduling_dpm_cogvideox as dpm_module
import peft
import torch
import transformers
from safetensors import safe_open

import bf16_hunyuan15 as hunyuan15
import bf16_ltx2 as ltx2
import bf16_wan as wan

BF16 = torch.bfloat16
RUNS = 4


class Case:
    def __init__(self, path):
        with safe_open(path, framework="pt") as file:
            meta = file.metadata()
            tensors = {key: file.get_tensor(key) for key in file.keys()}
        self.folder = os.path.dirname(path)
        self.component = meta["component"]
        self.params = json.loads(meta["params"])
        self.model = os.path.join(self.folder, meta["model"])
        self.inputs = {k[3:]: v for k, v in tensors.items() if k.startswith("in.")}
        self.want = {k[4:]: v for k, v in tensors.items() if k.startswith("out.")}
        self.generator = None  # for random rounding; None: to the nearest

    def bf16(self, name):
        value = self.inputs[name]
        if not value.is_floating_point():
            return value
        if self.generator is None or name == "ofs":
            return value.to(BF16)
        # The upper 16 bits of a float32 are a bfloat16: add a random fraction of its last place, then cut off.
        bits = value.view(torch.int32)
        bits = bits + torch.randint(0, 1 << 16, bits.shape, generator=self.generator, dtype=torch.int32)
        return (bits & -65536).view(torch.float32).to(BF16)

    def numbered(self, prefix):
        count = sum(key.startswith(prefix) for key in self.inputs)
        return [self.bf16(f"{prefix}{i}") for i in range(count)]

    def class_of(self, component):
        with open(os.path.join(self.model, "model_index.json"), encoding="utf-8") as file:
            return json.load(file)[component][1]

    @property
    def is_ltx(self):
        return self.class_of("transformer").startswith("LTX")

    @property
    def is_mochi(self):
        return self.class_of("transformer").startswith("Mochi")

    @property
    def is_hunyuan(self):
        return self.class_of("transformer").startswith("HunyuanVideo")

    @property
    def is_hunyuan15(self):
        return self.class_of("transformer").startswith("HunyuanVideo15")

    @property
    def is_framepack(self):
        return "Framepack" in self.class_of("transformer")

    @property
    def is_wan(self):
        return self.class_of("transformer").startswith("Wan")

    @property
    def is_ltx2(self):
        return self.class_of("transformer").startswith("LTX2")

    def network(self, library, name, component):
        net = getattr(library, name).from_pretrained(os.path.join(self.model, component))
        if component in self.params.get("parts", {}):
            net.load_state_dict(wan.single_file(self, component), strict=False)
        return net.to(BF16).eval()


class Recorded:
    """Replaces the libraries' random numbers with the case's own, in order, and again when asked twice
    for the same step (the second-order step draws twice and uses the second)."""

    def __init__(self, noises, repeats=None):
        self.queue, self.repeats, self.used = list(noises), repeats, 0

    def __call__(self, shape, **_):
        value = self.queue[self.repeats(self.used) if self.repeats else self.used]
        self.used += 1
        assert tuple(value.shape) == tuple(shape)
        return value


@contextlib.contextmanager
def replaced(module, name, value):
    before = getattr(module, name)
    setattr(module, name, value)
    try:
        yield
    finally:
        setattr(module, name, before)


def text_encoder(case):
    part = case.params.get("subfolder", "text_encoder")
    if case.is_hunyuan and part == "text_encoder":
        net = case.network(transformers, "LlamaModel", part)
        states = net(case.inputs["input_ids"], attention_mask=case.inputs["attention_mask"],
                     output_hidden_states=True).hidden_states
        skipped = case.params["num_hidden_layers_to_skip"]
        return {"hidden_state": states[-(skipped + 1)], "last_hidden_state": states[-1]}
    if case.is_hunyuan:
        found = case.network(transformers, "CLIPTextModel", part)(case.inputs["input_ids"])
        return {"pooler_output": found.pooler_output, "last_hidden_state": found.last_hidden_state}
    net = case.network(transformers, case.class_of("text_encoder"), "text_encoder")
    mask = {"attention_mask": case.inputs["attention_mask"]} if "attention_mask" in case.inputs else {}
    return {"last_hidden_state": net(case.inputs["input_ids"], **mask)[0]}


def vae(case):
    net = case.network(diffusers, case.class_of("vae"), "vae")
    if case.params.get("tiling"):
        net.enable_tiling(**{k: v for k, v in case.params.items() if k.startswith("tile_")})
    elif case.params.get("framewise"):
        for key, value in case.params.items():
            if key.startswith("tile_"):
                setattr(net, key, value)
    if case.params.get("framewise"):  # encoding looks at the flag of decoding
        net.use_framewise_encoding = net.use_framewise_decoding = True
    if case.params.get("framewise") is False:
        net.use_framewise_encoding = net.use_framewise_decoding = False
    if case.params.get("slicing"):
        net.enable_slicing()
    if "drop_last_temporal_frames" in case.params:
        net.drop_last_temporal_frames = case.params["drop_last_temporal_frames"]
    return net


def vae_encode(case):
    net = vae(case)
    posterior = net.encode(case.bf16("video")).latent_dist

    def scaled(latents):
        if "latents_mean" in net.config:
            mean, std = (torch.tensor(getattr(net.config, name), dtype=BF16).view(1, -1, 1, 1, 1)
                         for name in ("latents_mean", "latents_std"))
            latents = (latents - mean) / std
        return latents * net.config.get("scaling_factor", 1)

    out = {"mean": posterior.mean, "logvar": posterior.logvar}
    if "mode_latents" in case.want:
        out["mode_latents"] = scaled(posterior.mean)
    if "noise" in case.inputs:
        out["sample"] = posterior.mean + posterior.std * case.bf16("noise")
        out["latents"] = scaled(out["sample"])
    return out


def injected_noise(case):
    """The decoder's internal draws."""
    return replaced(torch, "randn", Recorded(case.numbered("inject_noise.")))


def vae_decode(case):
    net = vae(case)
    timestep = [case.bf16("temb")] if "temb" in case.inputs else []
    with injected_noise(case):
        return {"video": net.decode(case.bf16("latents"), *timestep, return_dict=False)[0]}


def rotary(net, x):
    if not net.config.use_rotary_positional_embeddings:
        return None
    pipe = type("Sizes", (), {"vae_scale_factor_spatial": 8, "transformer": net})()
    return diffusers.CogVideoXPipeline._prepare_rotary_positional_embeddings(
        pipe, x.shape[3] * 8, x.shape[4] * 8, x.shape[1], "cpu")


def transformer_forward(case):
    net = case.network(diffusers, case.class_of("transformer"), case.params.get("subfolder", "transformer"))
    prefix = "lora.transformer."
    lora = {k[len(prefix):]: v for k, v in case.inputs.items() if k.startswith(prefix)}
    if lora:
        p = case.params
        net.add_adapter(peft.LoraConfig(r=p["lora_rank"], lora_alpha=p["lora_alpha"] * p["lora_weight"],
                                        target_modules=p.get("lora_target_modules",
                                                             ["to_q", "to_k", "to_v", "to_out.0"])))
        for name, parameter in net.named_parameters():
            if ".lora_" in name:
                parameter.data = lora[name.replace(".default", "")].to(BF16)
    x = case.bf16("hidden_states")
    if case.is_wan:
        return {"sample": net(x, case.inputs["timestep"], case.bf16("encoder_hidden_states"),
                              *[case.bf16(k) for k in ["encoder_hidden_states_image"] if k in case.inputs],
                              return_dict=False)[0]}
    if case.is_ltx:
        sizes = {k: case.params[k] for k in ("num_frames", "height", "width", "rope_interpolation_scale")
                 if k in case.params}
        if "video_coords" in case.inputs:
            sizes["video_coords"] = case.inputs["video_coords"]
        return {"sample": net(x, case.bf16("encoder_hidden_states"), case.inputs["timestep"],
                              case.inputs["encoder_attention_mask"], return_dict=False, **sizes)[0]}
    if case.is_mochi:
        return {"sample": net(x, case.bf16("encoder_hidden_states"), case.inputs["timestep"],
                              case.inputs["encoder_attention_mask"].bool(), return_dict=False)[0]}
    if case.is_framepack:
        further = {k: case.bf16(k) for k in case.inputs if k.startswith(("latents_", "indices_", "image_"))}
        return {"sample": net(x, case.inputs["timestep"], case.bf16("encoder_hidden_states"),
                              case.inputs["encoder_attention_mask"], case.bf16("pooled_projections"),
                              guidance=case.bf16("guidance"), return_dict=False, **further)[0]}
    if case.is_hunyuan:
        return {"sample": net(x, case.inputs["timestep"], case.bf16("encoder_hidden_states"),
                              case.inputs["encoder_attention_mask"], case.bf16("pooled_projections"),
                              case.bf16("guidance"), return_dict=False)[0]}
    further = {"ofs": case.bf16("ofs")} if "ofs" in case.inputs else {}
    return {"sample": net(x, case.bf16("encoder_hidden_states"), case.inputs["timestep"],
                          image_rotary_emb=rotary(net, x), return_dict=False, **further)[0]}


def ltx_pipeline(case):
    p = case.params
    pipe = diffusers.LTXPipeline.from_pretrained(case.model, torch_dtype=BF16)
    pipe.set_progress_bar_config(disable=True)
    if "lora" in p:
        pipe.load_lora_weights(os.path.join(case.folder, p["lora"]), adapter_name="case")
        pipe.set_adapters(["case"], [p["lora_weight"]])
    out, steps = {}, p["num_inference_steps"]

    def record(_pipe, i, _t, kwargs):
        out[f"step_latents.{i}"] = kwargs["latents"].clone()
        return kwargs

    arguments = {key: p[key] for key in ("height", "width", "num_frames", "num_inference_steps", "guidance_scale",
                                         "guidance_rescale", "frame_rate", "decode_timestep", "decode_noise_scale",
                                         "prompt", "negative_prompt", "max_sequence_length") if key in p}
    arguments.update({key: case.bf16(key) for key in ("prompt_embeds", "negative_prompt_embeds",
                                                      "prompt_attention_mask", "negative_prompt_attention_mask")
                      if key in case.inputs})
    latents = case.bf16("latents").float().flatten(2).transpose(1, 2)
    noises = [case.bf16("decode_noise")] if "decode_noise" in case.inputs else []
    with replaced(ltx_module, "randn_tensor", Recorded(noises)), injected_noise(case):
        frames = pipe(**arguments, latents=latents, output_type="np", callback_on_step_end=record).frames
    return {**out, "latents": out[f"step_latents.{steps - 1}"], "frames": torch.from_numpy(frames)}


def hunyuan_template(case):
    p = case.params
    return {"prompt_template": {k: p[k] for k in ("template", "crop_start")}} if "template" in p else {}


def open_hunyuan(case):
    # From transformers 5 on the class that model_index.json names has a pre-tokenizer of its own.
    tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(os.path.join(case.model, "tokenizer"))
    return diffusers.HunyuanVideoPipeline.from_pretrained(case.model, tokenizer=tokenizer, torch_dtype=BF16)


def prompt(case):
    p = case.params
    if case.is_wan:
        pipe = diffusers.WanPipeline.from_pretrained(
            case.model, transformer=None, transformer_2=None, vae=None, scheduler=None, torch_dtype=BF16,
            tokenizer=wan.Pieces(os.path.join(case.model, "tokenizer")))
        return {"prompt_embeds": pipe._get_t5_prompt_embeds(p["prompts"], max_sequence_length=p["max_sequence_length"])}
    if case.is_mochi:
        pipe = diffusers.MochiPipeline.from_pretrained(case.model, torch_dtype=BF16)
        embeds, mask = pipe._get_t5_prompt_embeds(p["prompts"], max_sequence_length=p["max_sequence_length"])
        return {"prompt_embeds": embeds, "prompt_attention_mask": mask}
    embeds, pooled, mask = open_hunyuan(case).encode_prompt(
        prompt=p["prompts"], max_sequence_length=p["max_sequence_length"], **hunyuan_template(case))
    return {"prompt_embeds": embeds, "pooled_prompt_embeds": pooled, "prompt_attention_mask": mask}


def hunyuan_pipeline(case):
    p = case.params
    pipe = open_hunyuan(case)
    pipe.set_progress_bar_config(disable=True)
    if "lora" in p:
        pipe.load_lora_weights(os.path.join(case.folder, p["lora"]), adapter_name="case")
        pipe.set_adapters(["case"], [p["lora_weight"]])
    if p.get("tiling"):
        pipe.vae.enable_tiling(**{k: v for k, v in p.items() if k.startswith("tile_")})
    out, steps = {}, p["num_inference_steps"]

    def record(_pipe, i, _t, kwargs):
        out[f"step_latents.{i}"] = kwargs["latents"].clone()
        return kwargs

    arguments = {key: p[key] for key in ("height", "width", "num_frames", "num_inference_steps", "prompt",
                                         "negative_prompt", "max_sequence_length") if key in p}
    for start in ("", "negative_"):
        for name in ("prompt_embeds", "pooled_prompt_embeds", "prompt_attention_mask"):
            if start + name in case.inputs:
                arguments[start + name] = case.bf16(start + name)
    frames = pipe(**arguments, **hunyuan_template(case), latents=case.bf16("latents").float(),
                  guidance_scale=p["embedded_guidance_scale"], true_cfg_scale=p["guidance_scale"],
                  output_type="np", callback_on_step_end=record).frames
    return {**out, "latents": out[f"step_latents.{steps - 1}"], "frames": torch.from_numpy(frames)}


class GivenFramepackPipeline(diffusers.HunyuanVideoFramepackPipeline):
    """Takes the pipeline's encodings and draws from the case."""

    def encode_image(self, *_, **__):
        return self.case.bf16("image_embeds")

    def prepare_image_latents(self, *_, **__):
        return self.given_latents.pop(0)

    def prepare_latents(self, *_, **__):
        return self.given_noise.pop(0)


def framepack_pipeline(case):
    p = case.params
    tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(os.path.join(case.model, "tokenizer"))
    pipe = GivenFramepackPipeline.from_pretrained(case.model, tokenizer=tokenizer, torch_dtype=BF16)
    pipe.set_progress_bar_config(disable=True)
    pipe.case = case
    pipe.scheduler = type(pipe.scheduler).from_config({**pipe.scheduler.config, **p.get("scheduler_overrides", {})})
    if "lora" in p:
        pipe.load_lora_weights(os.path.join(case.folder, p["lora"]), adapter_name="case")
        pipe.set_adapters(["case"], [p["lora_weight"]])
    arguments = {key: p[key] for key in ("height", "width", "num_frames", "num_inference_steps", "sampling_type",
                                         "latent_window_size")}
    for start in ("", "negative_"):
        for name in ("prompt_embeds", "pooled_prompt_embeds", "prompt_attention_mask"):
            if start + name in case.inputs:
                arguments[start + name] = case.bf16(start + name)
    arguments["image"] = torch.zeros(1, 3, p["height"], p["width"])  # only its presence matters
    given = ["image_latents"]
    if "last_image_latents" in case.inputs:
        given.append("last_image_latents")
        arguments["last_image"] = arguments["image"]
    out = {}
    for kind in ("latent",) if p.get("latents_only") else ("latent", "np"):
        pipe.given_latents = [case.bf16(name).float() for name in given]
        pipe.given_noise = [noise.float() for noise in case.numbered("section_noise.")]
        result = pipe(**arguments, guidance_scale=p["embedded_guidance_scale"], true_cfg_scale=p["guidance_scale"],
                      output_type=kind).frames
        if kind == "np":
            out["frames"] = torch.from_numpy(result)
        else:
            out.update({f"section_latents.{k}": latents for k, latents in enumerate(result)}, latents=result[-1])
    return out


def image_encoder(case):
    if case.is_wan:
        net = case.network(transformers, case.class_of("image_encoder"), "image_encoder")
        found = net(pixel_values=case.bf16("pixel_values"), output_hidden_states=True)
        last, vision = found.last_hidden_state, getattr(net, "vision_model", net)
        return {"hidden_state": found.hidden_states[-2], "last_hidden_state": last,
                "pooler_output": vision.post_layernorm(last[:, 0])}
    found = case.network(transformers, "SiglipVisionModel", "image_encoder")(pixel_values=case.bf16("pixel_values"))
    return {"last_hidden_state": found.last_hidden_state, "pooler_output": found.pooler_output}


def pipeline(case):
    p = case.params
    if case.is_framepack:
        return framepack_pipeline(case)
    if case.is_ltx:
        return ltx_pipeline(case)
    if case.is_hunyuan:
        return hunyuan_pipeline(case)
    if case.is_wan:
        return wan.pipeline(case)
    with open(os.path.join(case.model, "model_index.json"), encoding="utf-8") as file:
        index = json.load(file)
    pipe = getattr(diffusers, index["_class_name"]).from_pretrained(case.model, torch_dtype=BF16)
    pipe.set_progress_bar_config(disable=True)
    if "scheduler_class" in p:
        pipe.scheduler = getattr(diffusers, p["scheduler_class"]).from_config(pipe.scheduler.config)
    if "lora" in p:
        pipe.load_lora_weights(os.path.join(case.folder, p["lora"]), adapter_name="case")
        pipe.set_adapters(["case"], [p["lora_weight"]])
    out, steps = {}, p["num_inference_steps"]

    def record(_pipe, i, _t, kwargs):
        out[f"step_latents.{i}"] = kwargs["latents"].clone()
        return kwargs

    arguments = {key: p[key] for key in ("height", "width", "num_frames", "num_inference_steps", "guidance_scale",
                                         "use_dynamic_cfg", "prompt", "negative_prompt", "max_sequence_length")
                 if key in p}
    arguments.update({key: case.bf16(key) for key in ("prompt_embeds", "negative_prompt_embeds", "latents")
                      if key in case.inputs})
    arguments.update({key: case.inputs[key].bool()
                      for key in ("prompt_attention_mask", "negative_prompt_attention_mask") if key in case.inputs})
    if p.get("tiling"):
        pipe.vae.enable_tiling(**{k: v for k, v in p.items() if k.startswith("tile_")})
    images = []
    if "image" in case.inputs:
        arguments["image"] = case.inputs["image"]
        images = list(case.bf16("image_noise").split(1))
    # A second-order step draws twice: draws 0 | 1 2 | 3 4 | ...; the last step, if it ends at the clean sample, once.
    noises = Recorded(case.numbered("noise."), repeats=lambda draw: (draw + 1) // 2)
    with replaced(dpm_module, "randn_tensor", noises), replaced(vae_module, "randn_tensor", Recorded(images)):
        frames = pipe(**arguments, output_type="np", callback_on_step_end=record).frames
    return {**out, "latents": out[f"step_latents.{steps - 1}"], "frames": torch.from_numpy(frames)}


COMPONENTS = {"text_encoder": text_encoder, "image_encoder": image_encoder, "prompt": prompt,
              "vae.encode": vae_encode, "vae.decode": vae_decode, "transformer.forward": transformer_forward, "pipeline": pipeline}


def main():
    root = os.path.abspath(sys.argv[1])
    torch.set_num_threads(1)
    for library in (diffusers, transformers):
        library.utils.logging.set_verbosity_error()
        library.utils.logging.disable_progress_bar()
    with open(os.path.join(root, "index.json"), encoding="utf-8") as file:
        index = json.load(file)
    cases = {}
    if sys.argv[2:]:
        with open(os.path.join(root, "bf16.json"), encoding="utf-8") as file:
            cases = json.load(file)["cases"]
    for entry in index:
        models = tuple(sys.argv[2:]) or ("cogvideox", "ltx", "mochi", "hunyuan", "framepack", "wan")
        if not (entry["model"] or "").startswith(models):
            continue
        case = Case(os.path.join(root, entry["case"]))
        components = ltx2.COMPONENTS if case.is_ltx2 else hunyuan15.COMPONENTS if case.is_hunyuan15 else COMPONENTS
        if entry["component"] not in components or (case.is_hunyuan15 and not hunyuan15.can_recompute(case)):
            continue
        if case.component == "pipeline" and case.is_ltx and case.params["pipeline"] != "text_to_video":
            continue  # its other pipelines need draws that a case lacks
        worst = dict.fromkeys(sorted(case.want), 0.0)
        for run in range(RUNS):
            case.generator = torch.Generator().manual_seed(run) if run else None
            with torch.no_grad():
                got = components[case.component](case)
            for name, want in case.want.items():
                worst[name] = max(worst[name], (got[name].double() - want.double()).abs().max().item())
        cases[entry["case"]] = {name: float(f"{value:.3g}") for name, value in worst.items()}
        print(entry["case"], max(cases[entry["case"]].values()), flush=True)
    libraries = {m.__name__: m.__version__ for m in (torch, diffusers, transformers, peft)}
    with open(os.path.join(root, "bf16.json"), "w", encoding="utf-8") as file:
        json.dump({"format": "refcase-bf16-1", "libraries": libraries, "cases": cases}, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()

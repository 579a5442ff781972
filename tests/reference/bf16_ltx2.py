# SPDX-License-Identifier: Apache-2.0
"""What make_bf16_bounds.py needs for cases of LTX-2. Autoencoder and vocoder of the sound are always computed in float32."""

import contextlib
import json
import os

import diffusers
import numpy
import torch
import transformers
from safetensors import safe_open

BF16 = torch.bfloat16
MANIFESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "manifests")


def original_names(part):
    """Published names by those of the makers' files; all versions have the same."""
    found = {}
    for version in ("ltx-2-19b", "ltx-2.3-22b"):
        with open(os.path.join(MANIFESTS, f"{version}-{part}", "original_names.json"), encoding="utf-8") as file:
            found.update(json.load(file))
    if part == "transformer":
        found["model.diffusion_model.keyframes_abs_pos_embedding"] = "keyframes_abs_pos_embedding"
    return found


def gemma_name(key, new):
    for prefix in ("model.language_model.", "language_model.model.", "model."):
        if key.startswith(prefix):
            key = key.removeprefix(prefix)
            break
    return "model.language_model." + key


def single_file(case, part):
    """Weights of the file that replaces a component, by their published names."""
    with safe_open(os.path.join(case.folder, case.params["parts"][part]), framework="pt") as file:
        stored = {key: file.get_tensor(key) for key in file.keys()}
    names = {} if part == "text_encoder" else original_names(part)
    found = {}
    for key, value in stored.items():
        stem = key.removesuffix("weight")
        scale = stored.get(stem + "scale_weight", stored.get(stem + "weight_scale", torch.ones(())))
        name = gemma_name(key, False) if part == "text_encoder" else names.get(key, names.get("vae." + key, key))
        if value.is_floating_point():
            found[name] = value.float() * scale.float() if key.endswith(".weight") else value.float()
    return found


def network(case, part):
    name = case.class_of(part.removesuffix("_2")) if part in ("transformer", "vae", "connectors", "text_encoder") else ""
    base = {"connectors": "LTX2TextConnectors"}.get(part, name or "LTX2LatentUpsamplerModel")
    if part == "text_encoder":
        net = getattr(transformers, base).from_pretrained(os.path.join(case.model, part))
    elif part in ("connectors", "latent_upsampler", "latent_upsampler_2"):
        module = diffusers.pipelines.ltx2
        kind = module.connectors.LTX2TextConnectors if part == "connectors" else module.latent_upsampler.LTX2LatentUpsamplerModel
        net = kind.from_pretrained(os.path.join(case.model, part))
    else:
        net = getattr(diffusers, base).from_pretrained(os.path.join(case.model, part))
    if part in case.params.get("parts", {}):
        missing, _ = net.load_state_dict(single_file(case, part), strict=False)
        own = [key for key in missing if "vision" not in key and "projector" not in key and "lm_head" not in key]
        assert not own, own[:3]
    return net.to(BF16).eval()


def vae_encode(case):
    net = network(case, "vae")
    modes(net, case.params)
    found = net.encode(case.bf16("video")).latent_dist
    mean, std = (t.view(1, -1, 1, 1, 1) for t in (net.latents_mean, net.latents_std))
    return {"mean": found.mean, "logvar": found.logvar, "mode_latents": (found.mean - mean) / std}


def modes(net, params):
    for key, value in params.items():
        if key.startswith("tile_"):
            setattr(net, key, value)
    net.use_tiling, net.use_slicing = params.get("tiling", False), params.get("slicing", False)
    net.use_framewise_encoding = net.use_framewise_decoding = params.get("framewise", False)


def vae_decode(case):
    net = network(case, "vae")
    modes(net, case.params)
    return {"video": net.decode(case.bf16("latents")).sample}


def latent_upsampler(case):
    return {"latents": network(case, case.params["subfolder"])(case.bf16("latents"))}


def states(case, ids, mask):
    found = network(case, "text_encoder")(input_ids=ids, attention_mask=mask, output_hidden_states=True).hidden_states
    return torch.stack(found, dim=-1).masked_fill(mask[:, :, None, None] == 0, 0.0)


def text_encoder(case):
    return {"hidden_states": states(case, case.inputs["input_ids"], case.inputs["attention_mask"])}


def connected(case, hidden, mask):
    video, audio, _ = network(case, "connectors")(hidden.flatten(2), mask, padding_side="left")
    return {"prompt_embeds": video, "audio_prompt_embeds": audio}


def connectors(case):
    return connected(case, case.bf16("hidden_states"), case.inputs["attention_mask"])


def encoded(case, prompts):
    tokenizer = transformers.PreTrainedTokenizerFast.from_pretrained(os.path.join(case.model, "tokenizer"))
    tokenizer.padding_side = "left"
    length = case.params["max_sequence_length"]
    ids, mask = torch.zeros(len(prompts), length, dtype=torch.int64), torch.zeros(len(prompts), length, dtype=torch.int64)
    for i, prompt in enumerate(prompts):
        row = ([2] + tokenizer(prompt.strip(), add_special_tokens=False).input_ids)[:length]
        ids[i, length - len(row):], mask[i, length - len(row):] = torch.tensor(row), 1
    return connected(case, states(case, ids, mask), mask)


def prompt(case):
    return encoded(case, case.params["prompts"])


def predicted(net, x, text, timestep, sigma, **how):
    """The video's velocity; the sound's stream is kept apart from a stand-in."""
    b, config = x.shape[0], net.config
    width = config.caption_channels if config.use_prompt_embeddings else config.audio_num_attention_heads * config.audio_attention_head_dim
    return net(hidden_states=x.to(BF16), encoder_hidden_states=text.to(BF16), timestep=timestep, sigma=sigma,
               audio_hidden_states=x.new_zeros(b, 2, config.audio_in_channels).to(BF16), audio_num_frames=2,
               audio_timestep=x.new_zeros(b).float(), audio_sigma=x.new_zeros(b).float(),
               audio_encoder_hidden_states=x.new_zeros(b, 1, width).to(BF16), isolate_modalities=True, return_dict=False, **how)[0]


def both(net, x, text, sound, **how):
    """The velocities of video and sound. `sound`: (states, text, timestep, sigma)."""
    states, words, time, sigma = sound
    return net(hidden_states=x.to(BF16), encoder_hidden_states=text.to(BF16), audio_hidden_states=states.to(BF16),
               audio_encoder_hidden_states=words.to(BF16), audio_num_frames=states.shape[1], audio_timestep=time, audio_sigma=sigma,
               return_dict=False, **how)


@contextlib.contextmanager
def gates_of(net, crossing, video, sound):
    """The library knows two of the three rules; in the third one, the gates read the other stream's noise level."""
    hooks = []
    if crossing == "original":
        for name, time in (("av_cross_attn_video_a2v_gate", sound), ("av_cross_attn_audio_v2a_gate", video)):
            hooks.append(getattr(net, name).register_forward_pre_hook(lambda module, given, time=time: (time.flatten(), *given[1:])))
    try:
        yield
    finally:
        for hook in hooks:
            hook.remove()


def transformer_forward(case):
    net, p = network(case, "transformer"), case.params
    if "lora" in p or "lora_rank" in p:
        load_lora(case, net)
    how = {"num_frames": p.get("num_frames"), "height": p.get("height"), "width": p.get("width"), "fps": p.get("frame_rate", 24.0)}
    if "video_coords" in case.inputs:
        how["video_coords"] = case.inputs["video_coords"]
    if "keyframes_mask" in case.inputs:
        how["video_keyframes_mask"] = case.bf16("keyframes_mask")
    if "stg_blocks" in p:
        how["spatio_temporal_guidance_blocks"] = p["stg_blocks"]
    time = case.inputs["timestep"]
    sigma = case.inputs.get("sigma", time if time.ndim == 1 else None)
    if "audio_hidden_states" in case.inputs:
        of_sound = case.inputs.get("audio_timestep", time)
        sound = (case.bf16("audio_hidden_states"), case.bf16("audio_encoder_hidden_states"), of_sound, case.inputs.get("audio_sigma", sigma))
        crossing = p.get("crossing", "original")
        with gates_of(net, crossing, sigma, sound[3]):
            found = both(net, case.bf16("hidden_states"), case.bf16("encoder_hidden_states"), sound, timestep=time, sigma=sigma,
                         isolate_modalities=p.get("isolate_modalities", False), use_cross_timestep=crossing == "other", **how)
        return dict(zip(("sample", "audio_sample"), found))
    return {"sample": predicted(net, case.bf16("hidden_states"), case.bf16("encoder_hidden_states"), time, sigma, **how)}


def load_lora(case, net):
    """Adds a LoRA to the weights: the case's own, or a file of ComfyUI's form, with alpha."""
    if "lora" not in case.params:
        scale = case.params["lora_alpha"] / case.params["lora_rank"] * case.params["lora_weight"]
        for key, down in case.inputs.items():
            if key.startswith("lora.transformer.") and key.endswith(".lora_A.weight"):
                module = net.get_submodule(key.removeprefix("lora.transformer.").removesuffix(".lora_A.weight"))
                up = case.inputs[key.replace(".lora_A.", ".lora_B.")]
                module.weight.data = (module.weight.float() + scale * up @ down).to(BF16)
        return
    with safe_open(os.path.join(case.folder, case.params["lora"]), framework="pt") as file:
        state = {key: file.get_tensor(key).float() for key in file.keys()}
    for key, down in state.items():
        if not key.endswith(".lora_A.weight"):
            continue
        stem = key.removesuffix(".lora_A.weight")
        scale = state.get(stem + ".alpha", torch.tensor(float(len(down)))) / len(down) * case.params["lora_weight"]
        module = net.get_submodule(stem.removeprefix("diffusion_model.").removeprefix("transformer."))
        module.weight.data = (module.weight.float() + scale * state[stem + ".lora_B.weight"] @ down).to(BF16)


def schedule(case, tokens):
    p = case.params
    with open(os.path.join(case.model, "scheduler", "scheduler_config.json"), encoding="utf-8") as file:
        config = {**json.load(file), **p.get("scheduler_overrides", {})}
    scheduler = diffusers.FlowMatchEulerDiscreteScheduler(**{k: v for k, v in config.items() if not k.startswith("_")})
    n = p["num_inference_steps"]
    mu = 0.95 + (tokens - 1024) / 3072 * 1.1
    scheduler.set_timesteps(sigmas=p.get("sigmas") or numpy.linspace(1.0, 1 / n, n), mu=mu)
    return scheduler.sigmas.tolist()


def pipeline(case):
    net, p = network(case, "transformer"), case.params
    if "lora" in p:
        load_lora(case, net)
    if p.get("audio"):
        return pipeline_with_sound(case, net)
    texts = {}
    for kind in ("prompt", "negative_prompt"):
        if kind + "_embeds" in case.inputs:
            texts[kind] = case.bf16(kind + "_embeds")
        elif kind in p:
            texts[kind] = encoded(case, [p[kind]])["prompt_embeds"]
    x = case.bf16("latents").float()
    b, _, frames, height, width = x.shape
    x, out = x.flatten(2).transpose(1, 2), {}
    sigmas = schedule(case, x.shape[1])
    how = {"num_frames": frames, "height": height, "width": width, "fps": p["frame_rate"]}
    for i, s in enumerate(sigmas[:-1]):
        time = torch.full((b,), s * 1000)
        clean = lambda kind, x=x, s=s, time=time, **more: x - s * predicted(net, x, texts[kind], time, time, **how, **more).float()  # noqa: E731
        found = with_prompt = clean("prompt")
        if p["guidance_scale"] > 1:
            found = found + (p["guidance_scale"] - 1) * (with_prompt - clean("negative_prompt"))
        if p.get("stg_scale", 0) > 0:
            found = found + p["stg_scale"] * (with_prompt - clean("prompt", spatio_temporal_guidance_blocks=p["stg_blocks"]))
        if p.get("guidance_rescale", 0) > 0:
            std = lambda t: t.std((1, 2), keepdim=True)  # noqa: E731
            found = found * (p["guidance_rescale"] * std(with_prompt) / std(found) + 1 - p["guidance_rescale"])
        x = x + (sigmas[i + 1] - s) * (x - found) / s
        out[f"step_latents.{i}"] = x
    out["latents"] = x
    if not p.get("latents_only"):
        vae = network(case, "vae")
        modes(vae, p)
        mean, std = (t.float().view(1, -1, 1, 1, 1) for t in (vae.latents_mean, vae.latents_std))
        raw = x.transpose(1, 2).unflatten(2, (frames, height, width)) * std + mean
        out["frames"] = (vae.decode(raw.to(BF16)).sample.float() / 2 + 0.5).clamp(0, 1).permute(0, 2, 3, 4, 1)
    return out


def pipeline_with_sound(case, net):
    p, out = case.params, {}
    x, a = case.bf16("latents").float(), case.bf16("audio_latents").float()
    b, _, frames, height, width = x.shape
    bins = a.shape[3]
    texts = {kind: case.bf16(kind + "_embeds") for kind in ("prompt", "audio_prompt", "negative_prompt", "audio_negative_prompt")}
    x, a = x.flatten(2).transpose(1, 2), a.transpose(1, 2).flatten(2)
    sigmas = schedule(case, x.shape[1])
    how = {"num_frames": frames, "height": height, "width": width, "fps": p["frame_rate"]}
    weights = [{k: p.get(k, d) for k, d in (("guidance_scale", 1.0), ("stg_scale", 0.0), ("modality_scale", 1.0), ("guidance_rescale", 0.0))}]
    weights.append({k: p.get("audio_" + k, v) for k, v in weights[0].items()})
    for i, s in enumerate(sigmas[:-1]):
        time = torch.full((b,), s * 1000)

        def clean(kind, x=x, a=a, s=s, time=time, **more):
            found = both(net, x, texts[kind], (a, texts["audio_" + kind], time, time), timestep=time, sigma=time, **how, **more)
            return [state - s * v.float() for state, v in zip((x, a), found)]

        with_prompt = clean("prompt")
        passes = [("guidance_scale", 1, clean("negative_prompt"))]
        if p.get("stg_scale", 0) > 0:
            passes.append(("stg_scale", 0, clean("prompt", spatio_temporal_guidance_blocks=p["stg_blocks"])))
        if p.get("modality_scale", 1) > 1:
            passes.append(("modality_scale", 1, clean("prompt", isolate_modalities=True)))
        found = []
        for n, w in enumerate(weights):
            total = with_prompt[n]
            for key, none, other in passes:
                total = total + (w[key] - none) * (with_prompt[n] - other[n])
            std = lambda t: t.std((1, 2), keepdim=True)  # noqa: E731
            share = w["guidance_rescale"]
            found.append(total * (share * std(with_prompt[n]) / std(total) + 1 - share))
        x, a = (state + (sigmas[i + 1] - s) * (state - f) / s for state, f in zip((x, a), found))
        out[f"step_latents.{i}"], out[f"audio_step_latents.{i}"] = x, a
    out["latents"], out["audio_latents"] = x, a
    if not p.get("latents_only"):
        vae = network(case, "vae")
        mean, std = (t.float().view(1, -1, 1, 1, 1) for t in (vae.latents_mean, vae.latents_std))
        raw = x.transpose(1, 2).unflatten(2, (frames, height, width)) * std + mean
        out["frames"] = (vae.decode(raw.to(BF16)).sample.float() / 2 + 0.5).clamp(0, 1).permute(0, 2, 3, 4, 1)
        out["waveform"] = waveform(case, a, bins)
    return out


def waveform(case, tokens, bins):
    """In float32."""
    coder = diffusers.AutoencoderKLLTX2Audio.from_pretrained(os.path.join(case.model, "audio_vae"), torch_dtype=torch.float32)
    kind = getattr(diffusers.pipelines.ltx2, case.class_of("vocoder"))
    vocoder = kind.from_pretrained(os.path.join(case.model, "vocoder"), torch_dtype=torch.float32)
    raw = tokens * coder.latents_std + coder.latents_mean
    mel = coder.decode(raw.unflatten(2, (-1, bins)).transpose(1, 2)).sample
    return vocoder(mel)


COMPONENTS = {"text_encoder": text_encoder, "prompt": prompt, "vae.encode": vae_encode, "vae.decode": vae_decode, "connectors": connectors,
              "latent_upsampler": latent_upsampler, "transformer.forward": transformer_forward, "pipeline": pipeline}

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what public packages make of sound for LTX-2, for test_ltx2_sound_training: what the reference cases do not cover.

  make_ltx2_sound.py [FILE]

Needs torch 2.11.0, torchaudio 2.11.0, diffusers 0.42.1 and safetensors. Reads the tiny random model cases/models/ltx-2.3. The file holds
  wave, mel.<bins>     stereo sound at 16 kHz, and its logarithmic spectrogram by torchaudio with the trainer's parameters
  sound_latents        the wave's, by diffusers' autoencoder
  step.*               inputs, losses and gradients of a training step of two clips by diffusers' transformer: the first frame of the first clip is
                       given, the second clip has no sound, the sound's loss counts half, and all weights are trained. Of most weights only the
                       gradient's norm is stored (step.norms, in the order of the metadata's "names").
"""
import json
import pathlib
import sys

import torch
import torchaudio
from diffusers import AutoencoderKLLTX2Audio, LTX2VideoTransformer3DModel
from safetensors.torch import load_file, save_file

HERE = pathlib.Path(__file__).parent
MODEL = HERE / "cases/models/ltx-2.3"
WHOLE = ("transformer_blocks.1.audio_to_video_attn.to_q.weight", "transformer_blocks.0.video_to_audio_attn.to_k.weight",
         "transformer_blocks.0.audio_attn1.to_out.0.weight", "transformer_blocks.1.audio_ff.net.2.weight", "transformer_blocks.0.attn1.to_v.weight",
         "transformer_blocks.0.video_a2v_cross_attn_scale_shift_table", "audio_proj_in.weight", "audio_proj_out.bias", "proj_out.weight")


def spectrogram(wave, bins):
    """As ltx-core's AudioProcessor: [channels, frames, bins]."""
    mel = torchaudio.transforms.MelSpectrogram(sample_rate=16000, n_fft=1024, win_length=1024, hop_length=160, f_min=0.0, f_max=8000.0, n_mels=bins,
                                               window_fn=torch.hann_window, center=True, pad_mode="reflect", power=1.0, mel_scale="slaney", norm="slaney")
    return torch.log(torch.clamp(mel(wave), min=1e-5)).transpose(-1, -2)


def step(seed=11, samples=2, frames=3, height=1, width=2, heard=6):
    torch.manual_seed(seed)
    config = json.loads((MODEL / "transformer/config.json").read_text())
    video, sound = load_file(MODEL / "vae/diffusion_pytorch_model.safetensors"), load_file(MODEL / "audio_vae/diffusion_pytorch_model.safetensors")
    statistics = {"video": [video[f"latents_{x}"].float() for x in ("mean", "std")], "sound": [sound[f"latents_{x}"].float() for x in ("mean", "std")]}
    channels, width_of_sound = config["in_channels"], config["audio_in_channels"]
    given = {"latents": torch.randn(samples, channels, frames, height, width), "noise": torch.randn(samples, channels, frames, height, width),
             "sound_latents": torch.randn(samples, 2, heard, width_of_sound // 2), "sound_noise": torch.randn(samples, heard, width_of_sound),
             "text": torch.randn(samples, 5, config["cross_attention_dim"]), "sound_text": torch.randn(samples, 5, config["audio_cross_attention_dim"]),
             "sigmas": torch.tensor([0.7, 0.35]), "first": torch.tensor([0.0, 0.35])}
    network = LTX2VideoTransformer3DModel.from_pretrained(MODEL / "transformer", torch_dtype=torch.float32)
    network.requires_grad_(True)

    def pack(x):
        return x.flatten(2).transpose(1, 2)

    mean, std = (x.view(1, -1, 1, 1, 1) for x in statistics["video"])
    x, noise, sigmas = pack((given["latents"] - mean) / std), pack(given["noise"]), given["sigmas"]
    plane = height * width
    levels = sigmas.view(-1, 1).repeat(1, frames)
    levels[:, 0] = given["first"]
    levels = levels.repeat_interleave(plane, 1)
    noisy = (1 - levels.unsqueeze(2)) * x + levels.unsqueeze(2) * noise
    y = given["sound_latents"].transpose(1, 2).flatten(2)
    y = (y - statistics["sound"][0]) / statistics["sound"][1]
    y[1] = 0  # as in SimpleTuner: a clip without sound is silence with noise, and has no loss
    s = sigmas.view(-1, 1, 1)
    predicted, heard_velocity = network(
        hidden_states=noisy, audio_hidden_states=(1 - s) * y + s * given["sound_noise"], encoder_hidden_states=given["text"],
        audio_encoder_hidden_states=given["sound_text"], timestep=levels * 1000, audio_timestep=sigmas * 1000, sigma=sigmas * 1000,
        audio_sigma=sigmas * 1000, num_frames=frames, height=height, width=width, fps=24.0, audio_num_frames=heard, use_cross_timestep=True,
        return_dict=False)
    error = (predicted - (noise - x)) ** 2
    of_video = torch.stack([error[0, plane:].mean(), error[1].mean()])
    of_sound = torch.stack([((heard_velocity - (given["sound_noise"] - y)) ** 2)[0].mean(), torch.zeros(())])
    losses = of_video + 0.5 * of_sound
    losses.mean().backward()
    gradients = {name: weight.grad for name, weight in network.named_parameters() if weight.grad is not None}
    made = {f"step.{name}": value for name, value in given.items()}
    made |= {"step.losses": losses.detach(), "step.sound_losses": of_sound.detach(), "step.norms": torch.stack([g.norm() for g in gradients.values()])}
    made |= {f"step.gradient.{name}": gradients[name] for name in WHOLE}
    return made, list(gradients)


def main():
    file = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "sound/ltx2.safetensors"
    count = torch.arange(3333)
    wave = torch.stack([((count * count * 7 + 31) % 2003 - 1001) / 1001.0 * (count % 400 < 300), torch.sin(count * 0.3) * 0.4]).float()
    made, names = step()
    made |= {"wave": wave, "mel.64": spectrogram(wave, 64), "mel.16": spectrogram(wave, 16)}
    coder = AutoencoderKLLTX2Audio.from_pretrained(MODEL / "audio_vae", torch_dtype=torch.float32)
    with torch.no_grad():
        made["sound_latents"] = coder.encode(made["mel.16"].unsqueeze(0)).latent_dist.mode()[0]
    save_file({name: value.contiguous() for name, value in made.items()}, file, metadata={"names": json.dumps(names)})


if __name__ == "__main__":
    main()

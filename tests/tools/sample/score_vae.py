# SPDX-License-Identifier: Apache-2.0
"""Scores the VAE: score_vae.py TRAINING SHEET.png

Prints the PSNR of clips never trained on, for the newest checkpoint's moving average, and writes pictures of them: each clip above
its reconstruction, with first, middle and last frame. "made" are clips of the base world, "new" those with the unseen shape,
the others real clips at 128x192.
"""
import os
import sys

import numpy as np
import torch
from PIL import Image

from clips import sample
from make_folder import fill
from real_clips import CLIP, SCORE_SIZE, read, score_half
from train_vae import psnr
from vae import make_vae, reconstruct
from vae_data import TRAIN_SEEDS, held_out

OTHER_CLIPS = ("bikes", "carphone_pristine")


def groups(training, count=4):
    real = {name: read(os.path.join(os.path.dirname(CLIP), f"{name}.mp4"), *SCORE_SIZE) for name in OTHER_CLIPS}
    starts = {name: np.linspace(0, len(clip) - 9, count).astype(int) for name, clip in real.items()}
    return {"made": held_out(4 * count), "new": [sample(TRAIN_SEEDS + i, "new")[0] for i in range(2 * count)],
            "bigbuckbunny": score_half(training, count=count)} | {
                name: [clip[s:s + 9] for s in starts[name]] for name, clip in real.items()}


def strip(video):
    return np.concatenate([video[t] for t in (0, len(video) // 2, len(video) - 1)], axis=1)


def main(training, sheet):
    torch.set_num_threads(1)
    vae = make_vae().eval()
    fill(vae, training)
    rows = []
    for name, clips in groups(training).items():
        again = [reconstruct(vae, clip) for clip in clips]
        scores = [psnr(a, b) for a, b in zip(clips, again)]
        print(f"{name}: {np.mean(scores):.2f} dB, worst {min(scores):.2f}, {len(clips)} clips")
        for a, b in list(zip(clips, again))[:4 if name == "made" else 2]:
            picture = Image.fromarray(np.concatenate([strip(a), strip(b)], axis=0))
            rows.append(picture.resize((576, 256), Image.Resampling.BICUBIC))
    whole = Image.new("RGB", (2 * 576, 256 * (-(-len(rows) // 2))))
    for i, row in enumerate(rows):
        whole.paste(row, (576 * (i % 2), 256 * (i // 2)))
    whole.save(sheet)


if __name__ == "__main__":
    main(*sys.argv[1:3])

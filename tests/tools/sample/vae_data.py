# SPDX-License-Identifier: Apache-2.0
"""Batches for the VAE's training, each a function of the run's seed and the step, so that a restart continues exactly."""
import numpy as np

from clips import sample

REAL_PART = 0.25
TRAIN_SEEDS = 1 << 40  # clips are drawn from seeds below; scoring uses seeds from here


def cut(rng, clip, frames, height, width, tries):
    """The most detailed of several random crops, as most of a drawn clip's picture is plain background."""
    best, most = None, -1.0
    for _ in range(tries):
        top = int(rng.integers(clip.shape[1] - height + 1))
        left = int(rng.integers(clip.shape[2] - width + 1))
        crop = clip[:frames, top:top + height, left:left + width]
        spread = float(crop.std()) if tries > 1 else 0.0
        if spread > most:
            best, most = crop, spread
    return best


def made_crop(rng, frames, height, width):
    size = (64, 96) if rng.random() < 0.8 else (96, 144)
    video, _ = sample(int(rng.integers(TRAIN_SEEDS)), frames=frames, height=size[0], width=size[1])
    return cut(rng, video, frames, height, width, tries=3 if rng.random() < 0.7 else 1)


def real_crop(rng, clips, frames, height, width):
    """Rotated, mirrored, sped up and recoloured: there are few frames to learn from."""
    clip = clips[int(rng.integers(len(clips)))]
    pace = int(rng.integers(1, 4))
    start = int(rng.integers(len(clip) - pace * (frames - 1)))
    crop = cut(rng, clip[start:start + pace * (frames - 1) + 1:pace], frames, height, width, tries=1)
    if rng.random() < 0.5:
        crop = crop[::-1]
    if rng.random() < 0.5:
        crop = crop[:, :, ::-1]
    if height == width and rng.random() < 0.5:
        crop = crop.swapaxes(1, 2)
    if rng.random() < 0.5:
        crop = crop[..., rng.permutation(3)]
    if rng.random() < 0.5:
        gain, lift = rng.uniform(0.6, 1.5), rng.uniform(-40, 40)
        crop = np.clip((crop - 127.5) * gain + 127.5 + lift, 0, 255).astype(np.uint8)
    return crop


def batch(seed, step, real, size, count):
    """uint8 [count, T, H, W, 3] for size (T, H, W)."""
    rng = np.random.default_rng([seed, step])
    return np.stack([real_crop(rng, real, *size) if rng.random() < REAL_PART else made_crop(rng, *size)
                     for _ in range(count)])


def held_out(count=6, frames=9):
    return [sample(TRAIN_SEEDS + i, frames=frames)[0] for i in range(count)]

# SPDX-License-Identifier: Apache-2.0
"""Trains the sample model's VAE: train_vae.py FOLDER

Resumes from the newest checkpoint in FOLDER, if any, exactly as if it had never stopped: batches and noise are functions
of the seed and the step. FOLDER/log.csv gets the losses and, occasionally, the PSNR of clips never trained on.
"""
import csv
import math
import os
import sys
import time

import numpy as np
import torch
import torch.nn.functional as F

import checkpoint
from muon import Muon
from real_clips import score_half, train_half
from vae import make_vae, reconstruct, to_input
from vae_data import batch, held_out

SEED = 8
# (last step, (T, H, W), clips a step): small crops teach nearly all; the norms run over a whole picture, so whole ones come last.
# Five frames cannot be trained on: two frames of latent are decoded to eight.
STAGES = ((5000, (9, 32, 32), 4), (5400, (9, 64, 96), 1))
RATE, WARM_UP, FALL_FROM = 1e-3, 50, 3000
ENCODER_UNTIL = 3000  # then its moving average is frozen, so that a transformer can learn while the decoder trains
KL_WEIGHT, CLIP_NORM = 2e-4, 1.0
MUON_FROM = 100  # values per channel: convolutions over neighbours, not the norms' 1x1x1 ones
EMA_DECAY = 0.999
SAVE_SECONDS = 300
LOG_STEPS, SCORE_STEPS = 25, 500
COLUMNS = ("step", "loss", "l1", "kl", "rate", "cpu_seconds", "psnr_made", "psnr_real")


def stage_of(step):
    return next(stage for stage in STAGES if step < stage[0])


def rate_of(step):
    """Warm-up, constant, then a cosine to a fiftieth."""
    if step < WARM_UP:
        return RATE * (step + 1) / WARM_UP
    fall = max(0.0, (step - FALL_FROM) / (STAGES[-1][0] - FALL_FROM))
    return RATE * (0.02 + 0.98 * 0.5 * (1 + math.cos(math.pi * min(1.0, fall))))


def loss_of(vae, x, step):
    """Errors of the picture and of its two halved copies; the sums of squares are what PSNR measures."""
    latent = vae.encode(x).latent_dist
    noise = torch.randn(latent.mean.shape, generator=torch.Generator().manual_seed(SEED * 1_000_003 + step))
    y = vae.decode(latent.mean + latent.std * noise).sample
    l1 = (y - x).abs().mean()
    coarse = sum((F.avg_pool3d(y - x, (1, k, k))).abs().mean() for k in (2, 4))
    kl = 0.5 * (latent.mean.square() + latent.var - 1 - latent.logvar).mean()
    return l1 + 0.5 * coarse + (y - x).square().mean() + KL_WEIGHT * kl, l1, kl


def psnr(a, b):
    return 10 * math.log10(255.0**2 / max(np.square(a.astype(np.float64) - b).mean(), 1e-9))


def score(vae, clips):
    return float(np.mean([psnr(clip, reconstruct(vae, clip)) for clip in clips]))


class Training:
    def __init__(self, folder):
        self.folder = folder
        self.vae = make_vae(SEED)
        self.shadow = make_vae(SEED).eval()  # the moving average of the weights, which is the result
        # Muon reaches in 100 steps what AdamW alone needs 400 for.
        values = list(self.vae.parameters())
        kernels = {value for value in values if value.dim() > 2 and value[0].numel() > MUON_FROM}
        self.muon = Muon([value for value in values if value in kernels], lr=RATE)
        self.adamw = torch.optim.AdamW([value for value in values if value not in kernels], lr=RATE, betas=(0.9, 0.99),
                                       weight_decay=1e-4)
        self.step = 0
        self.cpu_before = 0.0
        self.real = train_half(folder)
        state = checkpoint.load(folder, self.vae, self.shadow, self.muon, self.adamw)
        if state:
            self.step, self.cpu_before = state["step"], state["cpu_seconds"]
            self.vae.encoder.requires_grad_(self.step < ENCODER_UNTIL)

    def cpu_seconds(self):
        return self.cpu_before + time.process_time()

    def save(self):
        state = {"step": self.step, "cpu_seconds": self.cpu_seconds(), "seed": SEED}
        checkpoint.save(self.folder, state, self.vae, self.shadow, self.muon, self.adamw)

    def train_step(self):
        _, size, count = stage_of(self.step)
        if self.step == ENCODER_UNTIL:
            self.vae.encoder.load_state_dict(self.shadow.encoder.state_dict())
            self.vae.encoder.requires_grad_(False)
        for group in self.muon.param_groups + self.adamw.param_groups:
            group["lr"] = rate_of(self.step)
        loss, l1, kl = loss_of(self.vae, to_input(batch(SEED, self.step, self.real, size, count)), self.step)
        self.vae.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.vae.parameters(), CLIP_NORM)
        self.muon.step()
        self.adamw.step()
        decay = min(EMA_DECAY, (self.step + 1) / (self.step + 10))
        with torch.no_grad():
            for mean, value in zip(self.shadow.parameters(), self.vae.parameters()):
                mean.lerp_(value, 1 - decay)
        self.step += 1
        return np.array([loss.item(), l1.item(), kl.item()])

    def log(self, values, scores=("", "")):
        path = os.path.join(self.folder, "log.csv")
        new = not os.path.exists(path)
        with open(path, "a", newline="") as file:
            writer = csv.writer(file)
            if new:
                writer.writerow(COLUMNS)
            writer.writerow([self.step, *(f"{v:.5f}" for v in values), f"{rate_of(self.step - 1):.6f}",
                             f"{self.cpu_seconds():.0f}", *scores])

    def run(self):
        made, real = held_out(), score_half(self.folder)
        saved, sums, steps = time.monotonic(), np.zeros(3), 0
        while self.step < STAGES[-1][0]:
            sums, steps = sums + self.train_step(), steps + 1
            scoring = self.step % SCORE_STEPS == 0 or self.step in (100, 300, 700)
            if scoring or self.step % LOG_STEPS == 0:
                scores = [f"{score(self.shadow, clips):.2f}" for clips in (made, real)] if scoring else ("", "")
                self.log(sums / steps, scores)
                sums, steps = np.zeros(3), 0
            if time.monotonic() - saved > SAVE_SECONDS or self.step == STAGES[-1][0]:
                self.save()
                saved = time.monotonic()


if __name__ == "__main__":
    os.makedirs(sys.argv[1], exist_ok=True)
    Training(sys.argv[1]).run()

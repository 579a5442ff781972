# SPDX-License-Identifier: Apache-2.0
"""Finds the layers that cause nf4's error, and the effect of keeping some of them in int8.

  python3 tests/bench/low_bit/roles.py [BATCHES]

The sample model in Python (diffusers, transformers; codes by bitsandbytes), on the CPU, without training: its loss on the sample's clips at
fixed times with fixed noise, with some of the linear layers of its blocks quantised, compared with the original weights. Prints the
change of the mean loss on training clips and on held-out ones, each with its standard error, and the relative error of the output.
"""

import json
import os
import sys

import bitsandbytes.functional as bnb
import imageio.v3 as iio
import torch
from diffusers import AutoencoderKLCogVideoX, CogVideoXDDIMScheduler, CogVideoXTransformer3DModel
from transformers import T5EncoderModel, T5Tokenizer

SAMPLE = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))), "resources/sample")
MODEL = os.path.join(SAMPLE, "model")
ROLES = {"norm": "modulation", "to_q": "q", "to_k": "k", "to_v": "v", "to_out": "out", "proj": "ff up", "net.2": "ff down"}
BATCH = 8


def nf4(weight):
    codes, state = bnb.quantize_4bit(weight.contiguous(), blocksize=64, compress_statistics=True, quant_type="nf4")
    return bnb.dequantize_4bit(codes, state)


def int8(weight):
    codes, scales, _ = bnb.int8_vectorwise_quant(weight.clone())
    return bnb.int8_vectorwise_dequant(codes, scales)


def role(name):
    return next(word for part, word in ROLES.items() if part in name)


def read_clips(folders):
    """Latents [n, F, C, h, w] and texts [n, L, D]."""
    vae, encoder = AutoencoderKLCogVideoX.from_pretrained(MODEL, subfolder="vae"), T5EncoderModel.from_pretrained(MODEL, subfolder="text_encoder")
    tokenizer = T5Tokenizer.from_pretrained(MODEL, subfolder="tokenizer")
    latents, texts = [], []
    for folder in folders:
        with open(os.path.join(SAMPLE, folder, "metadata.jsonl")) as file:
            for row in map(json.loads, file):
                frames = torch.tensor(iio.imread(os.path.join(SAMPLE, folder, row["file_name"]))[:9]).permute(3, 0, 1, 2)[None].float()
                latent = vae.encode(frames / 127.5 - 1).latent_dist.mode() * vae.config.scaling_factor
                latents.append(latent.permute(0, 2, 1, 3, 4))
                tokens = tokenizer(row["text"], padding="max_length", max_length=32, truncation=True, return_tensors="pt")
                texts.append(encoder(tokens.input_ids)[0])
    return torch.cat(latents), torch.cat(texts)


class Probe:
    def __init__(self, batches):
        self.model = CogVideoXTransformer3DModel.from_pretrained(os.path.join(MODEL, "transformer")).eval()
        self.alphas = CogVideoXDDIMScheduler.from_pretrained(MODEL, subfolder="scheduler").alphas_cumprod.float()
        self.weights = {name: p for name, p in self.model.named_parameters() if name.startswith("transformer_blocks") and p.dim() == 2}
        self.plain = {name: p.clone() for name, p in self.weights.items()}
        self.sets = [(read_clips(["clips", "prior"]), batches), (read_clips(["held-out"]), batches // 3)]
        self.losses, self.outputs = self.run()

    def run(self):
        """Losses of each set, and all outputs."""
        losses, outputs, chance = [], [], torch.Generator().manual_seed(7)
        for (latents, texts), batches in self.sets:
            of_set = []
            for _ in range(batches):
                chosen = torch.randint(len(latents), (BATCH,), generator=chance)
                times = torch.randint(len(self.alphas), (BATCH,), generator=chance)
                noise = torch.randn(latents[chosen].shape, generator=chance)
                alpha = self.alphas[times].view(-1, 1, 1, 1, 1)
                noisy = alpha.sqrt() * latents[chosen] + (1 - alpha).sqrt() * noise
                output = self.model(noisy, texts[chosen], times, return_dict=False)[0]
                clean = alpha.sqrt() * noisy - (1 - alpha).sqrt() * output
                of_set.append(((clean - latents[chosen]).square() / (1 - alpha)).mean((1, 2, 3, 4)))
                outputs.append(output)
            losses.append(torch.cat(of_set))
        return losses, torch.cat(outputs)

    def show(self, label, form_of):
        """@param form_of  the format for the weights of a role"""
        for name, weight in self.weights.items():
            weight.copy_(form_of(role(name))(self.plain[name]))
        losses, outputs = self.run()
        cells = [label]
        for got, plain in zip(losses, self.losses):
            change = (got - plain) / plain.mean()
            cells.append(f"{100 * change.mean():+.2f} % ± {100 * change.std() / len(change) ** 0.5:.2f}")
        cells.append(f"{100 * (outputs - self.outputs).norm() / self.outputs.norm():.1f} %")
        print("| " + " | ".join(cells) + " |", flush=True)


def main():
    probe = Probe(int(sys.argv[1]) if len(sys.argv) > 1 else 32)
    probe.show("nf4", lambda _: nf4)
    probe.show("int8", lambda _: int8)
    for each in ROLES.values():
        probe.show(f"nf4 in {each} alone", lambda of, each=each: nf4 if of == each else torch.Tensor.clone)
    for kept in (["q", "k", "v", "out"], ["q", "v", "out"], ["v", "out"], ["ff up"], ["q", "v", "ff up"], ["q", "k", "v", "out", "ff up"]):
        probe.show("nf4, int8 in " + ", ".join(kept), lambda of, kept=kept: int8 if of in kept else nf4)


if __name__ == "__main__":
    with torch.no_grad():
        main()

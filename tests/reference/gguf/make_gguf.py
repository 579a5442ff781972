#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""make_gguf.py: writes blocks.gguf, with a tensor of every type that is read, and blocks.safetensors, with the values
that the package gguf (0.19.0) decodes from it. Types that the package cannot encode get random codes. Needs numpy."""
import json, os, struct
import gguf, numpy as np
from gguf import GGMLQuantizationType as T

folder = os.path.dirname(os.path.abspath(__file__))
random = np.random.default_rng(7)
rows, columns = 3, 512


def random_blocks(kind):
    """Codes of every kind; scales that float16 holds, also the smallest ones."""
    values, size = gguf.GGML_QUANT_SIZES[kind]
    blocks = random.integers(0, 256, (rows * columns // values, size), dtype=np.uint8)
    places = {T.Q2_K: (80, 82), T.Q3_K: (108,), T.Q4_K: (0, 2), T.Q5_K: (0, 2), T.Q6_K: (208,)}[kind]
    for at in places:
        scales = (random.standard_normal(len(blocks)) * 10.0 ** random.integers(-7, 1, len(blocks))).astype(np.float16)
        blocks[:, at:at + 2] = scales.view(np.uint8).reshape(-1, 2)
    return blocks.reshape(rows, -1)


writer = gguf.GGUFWriter(os.path.join(folder, "blocks.gguf"), "wan")
writer.add_string("general.name", "blocks")
writer.add_array("some.numbers", [1, 2, 3])
writer.add_array("some.texts", ["a", "bc"])
wanted = {}


def add(name, stored, kind, values):
    writer.add_tensor(name, stored, raw_dtype=kind)
    wanted[name] = np.asarray(values, dtype=np.float32)


plain = random.standard_normal((rows, columns)).astype(np.float32)
for kind in (T.F32, T.F16, T.BF16, T.Q8_0, T.Q5_0, T.Q5_1, T.Q4_0, T.Q4_1):
    stored = gguf.quantize(plain, kind)
    add(kind.name + ".weight", stored, kind, gguf.dequantize(stored, kind))
for kind in (T.Q2_K, T.Q3_K, T.Q4_K, T.Q5_K, T.Q6_K):
    stored = random_blocks(kind)
    add(kind.name + ".weight", stored, kind, gguf.dequantize(stored, kind))
# Rows that are no whole blocks, as ComfyUI's tools store them; and five axes.
odd = random.standard_normal((8, 4, 3, 8)).astype(np.float32)
stored = gguf.quantize(odd.reshape(-1, 256), T.Q8_0)
writer.add_array("comfy.gguf.orig_shape.odd.weight", list(odd.shape))
add("odd.weight", stored, T.Q8_0, gguf.dequantize(stored, T.Q8_0).reshape(odd.shape))
five = random.standard_normal((2, 3, 1, 2, 2)).astype(np.float32)
add("five.weight", five, T.F32, five)
writer.write_header_to_file()
writer.write_kv_data_to_file()
writer.write_tensors_to_file()
writer.close()

header, data = {}, b""
for name, values in wanted.items():
    raw = values.astype("<f4").tobytes()
    header[name] = {"dtype": "F32", "shape": list(values.shape), "data_offsets": [len(data), len(data) + len(raw)]}
    data += raw
text = json.dumps(header).encode()
text += b" " * (-len(text) % 8)
with open(os.path.join(folder, "blocks.safetensors"), "wb") as file:
    file.write(struct.pack("<Q", len(text)) + text + data)

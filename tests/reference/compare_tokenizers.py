#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the byte-pair tokenizers with the public library's on random texts of mixed scripts.

    compare_tokenizers.py MODEL_FOLDER CLI [TEXTS]

Writes one reference case per tokenizer (`tokenizer` with Llama's file, `tokenizer_2` with CLIP's) with TEXTS random texts (100000),
whose ids come from the library's tokenizers, and runs CLI (framewright-cli) on them. Needs transformers.
"""

import json
import os
import random
import struct
import subprocess
import sys
import tempfile
import unicodedata

os.environ.setdefault("TRANSFORMERS_VERBOSITY", "error")

from transformers import CLIPTokenizer, PreTrainedTokenizerFast  # noqa: E402

LENGTH = 48
SCRIPTS = [
    (0x20, 0x7F), (0xA0, 0x250), (0x300, 0x370), (0x370, 0x400), (0x400, 0x530), (0x590, 0x600), (0x600, 0x700), (0x900, 0x980),
    (0xE00, 0xE80), (0x1100, 0x1200), (0x1E00, 0x2000), (0x2000, 0x2070), (0x2070, 0x2200), (0x2460, 0x2500), (0x2E80, 0x2F00),
    (0x3000, 0x3100), (0x4E00, 0x5200), (0xAC00, 0xAD00), (0xF900, 0xFB50), (0xFE00, 0xFE10), (0xFF00, 0xFFF0), (0x10400, 0x10450),
    (0x1D15E, 0x1D1C0), (0x1D400, 0x1D500), (0x1F300, 0x1F600), (0x2F800, 0x2F900),
]
PIECES = [
    " ", "  ", "\n", "\r\n", "\t", "\u00a0", "\u3000", "\u2028", "'s", "'S", "'ll", "'RE", "n't", "'\u017f", "'", "123", "\u0663\u00bd",
    "<|eot_id|>", "<|endoftext|>", "<|startoftext|>", "<|ENDOFTEXT|>", "<pad>", "<|eot", "the ", "panda", "e\u0301", "\u0130",
    "\u1e9e", "\u03a3", "\u200d", "\x00", "\x7f", "\ufffd",
]


def known(c):
    """Assigned."""
    return unicodedata.category(c) not in ("Cn", "Cs")


def characters():
    return [[chr(c) for c in range(*r) if known(chr(c))] for r in SCRIPTS]


def random_text(rng, scripts):
    parts = []
    script = rng.choice(scripts)
    for _ in range(rng.randrange(24)):
        if rng.random() < 0.2:
            script = rng.choice(scripts)
        if rng.random() < 0.35:
            parts.append(rng.choice(PIECES))
        else:
            parts.append("".join(rng.choice(script) for _ in range(rng.randint(1, 5))))
    return "".join(parts)


def write_case(path, model, params, rows):
    """refcase-1 with integer outputs only."""
    header, blobs, offset = {}, [], 0
    for name, values in rows.items():
        raw = b"".join(struct.pack(f"<{len(row)}q", *row) for row in values)
        header["out." + name] = {"dtype": "I64", "shape": [len(values), len(values[0])], "data_offsets": [offset, offset + len(raw)]}
        blobs.append(raw)
        offset += len(raw)
    header["__metadata__"] = {
        "format": "refcase-1", "component": "tokenizer", "model": model, "params": json.dumps(params),
        "tolerances": json.dumps({"out." + name: [0.0, 0.0] for name in rows}),
    }
    head = json.dumps(header).encode()
    head += b" " * (-len(head) % 8)
    with open(path, "wb") as f:
        f.write(struct.pack("<Q", len(head)) + head + b"".join(blobs))


def main():
    model, cli = os.path.abspath(sys.argv[1]), sys.argv[2]
    count = int(sys.argv[3]) if len(sys.argv) > 3 else 100000
    rng, scripts = random.Random(1), characters()
    texts = [random_text(rng, scripts) for _ in range(count)]
    with tempfile.TemporaryDirectory() as folder:
        cases = []
        for part, library in (("tokenizer", PreTrainedTokenizerFast), ("tokenizer_2", CLIPTokenizer)):
            tokenizer = library.from_pretrained(os.path.join(model, part))
            rows = tokenizer(texts, padding="max_length", max_length=LENGTH, truncation=True)
            cases.append(os.path.join(folder, part + ".safetensors"))
            params = {"subfolder": part, "prompts": texts, "max_length": LENGTH}
            rows = {"input_ids": rows["input_ids"], "attention_mask": rows["attention_mask"]}
            write_case(cases[-1], os.path.relpath(model, folder), params, rows)
        sys.exit(subprocess.run([cli, "parity", *cases]).returncode)


if __name__ == "__main__":
    main()

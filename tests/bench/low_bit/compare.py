# SPDX-License-Identifier: Apache-2.0
"""Codes and values of quantised weights, compared with those of the published packages, on the CPU.

  pip install torch bitsandbytes torchao safetensors
  python3 tests/bench/low_bit/compare.py build/release/bin/bench_low_bit [WEIGHTS.safetensors]

Without a file of weights: random matrices similar to a network's. int8 and nf4 are compared with bitsandbytes, fp8 with torchao; all from the
weights in float32. nf4's second level, where bitsandbytes' CPU library sometimes misses the nearest code, is also compared with its
definition: the nearest of the package's own 256 values. Exits with 1 if a code or value of any other level differs.
"""

import os
import subprocess
import sys
import tempfile

import bitsandbytes
import bitsandbytes.functional as bnb
import torch
import torchao
from safetensors.torch import load_file, save_file
from torchao.quantization.quantize_.workflows.float8.float8_tensor import Float8Tensor


def random_weights():
    torch.manual_seed(0)
    shapes = {"attention": (3072, 3072), "up": (4096, 1024), "modulation": (1536, 512), "odd": (100, 130)}
    # Rows of different magnitudes, and a few outliers, like trained weights.
    return {name: torch.randn(rows, columns) * 0.02 * torch.exp(0.5 * torch.randn(rows, 1)) *
            torch.where(torch.rand(rows, columns) < 1e-3, 8.0, 1.0) for name, (rows, columns) in shapes.items()}


def nested_by_definition(magnitudes, mean):
    """Codes and scales of the second level: the nearest of the table, ties to the smaller."""
    table = bnb.create_dynamic_map(signed=True)
    centred = magnitudes - mean
    padded = torch.nn.functional.pad(centred, (0, -len(centred) % 256)).view(-1, 256)
    scales = padded.abs().amax(1, keepdim=True)
    scaled = (padded * (1 / scales)).flatten()[:len(centred)]
    codes = torch.empty(len(scaled), dtype=torch.uint8)
    for at in range(0, len(scaled), 4096):
        codes[at:at + 4096] = (scaled[at:at + 4096, None] - table).abs().argmin(1).to(torch.uint8)
    return codes, scales


def differing(ours, theirs):
    return int((ours.flatten() != theirs.flatten()).sum())


def compare(form, name, weight, ours):
    """@return  differences of codes, of scales and of values; of nf4 also of its second level"""
    values = ours[name + ".fp32"]
    found = {"values": weight.numel(), "relative error": float((values - weight).norm() / weight.norm())}
    if form == "int8":
        codes, scales, _ = bnb.int8_vectorwise_quant(weight.clone())
        theirs = bnb.int8_vectorwise_dequant(codes, scales)
    elif form == "fp8":
        made = Float8Tensor.from_hp(weight)
        codes, scales, theirs = made.qdata, made.scale, made.dequantize(torch.float32)
    else:
        codes, state = bnb.quantize_4bit(weight, blocksize=64, compress_statistics=True, quant_type="nf4")
        # From our second level their library must compute our values: differences there are reported separately.
        magnitudes = ours[name + ".magnitudes"]
        _, first = bnb.quantize_4bit(weight, blocksize=64, compress_statistics=False, quant_type="nf4")
        found["second level, their library"] = differing(magnitudes, state.absmax)
        nearest, scales = nested_by_definition(first.absmax, ours[name + ".mean"])
        found["second level, definition"] = differing(magnitudes, nearest)
        found["mean"] = float((ours[name + ".mean"] - state.offset).abs() / state.offset)
        state.absmax, state.state2.absmax, state.offset = magnitudes, ours[name + ".scales"], ours[name + ".mean"][0]
        theirs = bnb.dequantize_4bit(codes, state)
    found["codes"] = differing(ours[name + ".codes"], codes.view(torch.uint8))
    found["scales"] = differing(ours[name + ".scales"], scales)
    found["values differ"] = differing(values, theirs.float())
    for dtype, label in ((torch.bfloat16, "bf16"), (torch.float16, "fp16")):
        found["values differ"] += differing(ours[f"{name}.{label}"], values.to(dtype))
    return found


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    print(f"torch {torch.__version__}, bitsandbytes {bitsandbytes.__version__}, torchao {torchao.__version__}")
    weights = load_file(sys.argv[2]) if len(sys.argv) > 2 else random_weights()
    weights = {name: w.float().contiguous() for name, w in weights.items() if w.dim() == 2 and w.shape[1] % 2 == 0}
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "weights.safetensors")
        save_file(weights, source)
        for form in ("fp8", "int8", "nf4"):
            target = os.path.join(folder, form + ".safetensors")
            subprocess.run([sys.argv[1], "codes", form, source, target], check=True)
            ours = load_file(target)
            for name, weight in weights.items():
                found = compare(form, name, weight, ours)
                failed |= found["codes"] + found["scales"] + found["values differ"] + found.get("second level, definition", 0) > 0
                print(form, name, ", ".join(f"{key} {value:.3g}" if isinstance(value, float) else f"{key} {value}"
                                            for key, value in found.items()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

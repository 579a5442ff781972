#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A card's kernels on the models' shapes: kernels.py PART DEVICE [ORDER] [--tiny]. ORDER lists attention's kernels as named by
framewright-cli info. Prints one JSON object per line."""

import contextlib
import json
import statistics
import sys
import time

import torch
import torch.nn.functional as F

PART, DEVICE = sys.argv[1], torch.device(sys.argv[2])
TINY = "--tiny" in sys.argv
TOKENS, HEADS, HEAD_DIM = (256, 2, 64) if TINY else (17776, 48, 64)
WIDTH = HEADS * HEAD_DIM
ON_CUDA = DEVICE.type == "cuda"


def say(**values):
    print(json.dumps(values), flush=True)


def seconds(work):
    """Median of five runs after two warm-up runs."""
    times = []
    for i in range(4 if TINY else 7):
        if ON_CUDA:
            begin, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            work()
            end.record()
            end.synchronize()
            times.append(begin.elapsed_time(end) / 1000)
        else:
            start = time.perf_counter()
            work()
            times.append(time.perf_counter() - start)
        del i
    return statistics.median(times[2:])


def measure(what, work, **more):
    """A part that a card cannot do is a row, too."""
    if ON_CUDA:
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
    try:
        took = seconds(work)
    except (RuntimeError, torch.OutOfMemoryError) as error:
        say(what=what, failed=str(error).splitlines()[0][:160])
        return
    if ON_CUDA:
        more["extra_MiB"] = (torch.cuda.max_memory_allocated() - before) >> 20
    say(what=what, ms=round(took * 1000, 3), **more)


def random(*shape, dtype=torch.bfloat16, grad=False):
    return torch.randn(*shape, device=DEVICE, dtype=dtype).requires_grad_(grad)


def versions():
    found = {"torch": torch.__version__, "cuda": torch.version.cuda}
    if ON_CUDA:
        card = torch.cuda.get_device_properties(DEVICE)
        found |= {"card": card.name, "capability": f"{card.major}.{card.minor}", "GiB": round(card.total_memory / 2**30, 1),
                  "cudnn": torch.backends.cudnn.version()}
    with contextlib.suppress(ImportError):
        import diffusers

        found["diffusers"] = diffusers.__version__
    say(**found)


# The models' attention: batch, queries, keys, heads, width, shape of a bias. Then shapes for which cuDNN may lack plans.
SHAPES = {
    "CogVideoX-5b": (1, 17776, 17776, 48, 64, None),
    "CogVideoX-2b with guidance": (2, 17776, 17776, 30, 64, None),
    "LTX-Video": (1, 6144, 6144, 32, 64, None),
    "LTX-Video to its text": (2, 6144, 128, 32, 64, (2, 1, 1, 128)),
    "HunyuanVideo": (1, 20224, 20224, 24, 128, None),
    "HunyuanVideo, texts of two lengths": (2, 20224, 20224, 24, 128, (2, 1, 1, 20224)),
    "Mochi-1": (1, 24106, 24106, 24, 128, None),
    "T5": (1, 226, 226, 64, 64, (1, 64, 226, 226)),
    "SigLIP": (1, 729, 729, 16, 72, None),
    "HunyuanVideo's VAE": (1, 6144, 6144, 1, 512, None),
    "cases": (2, 5, 5, 2, 16, None),
    "odd lengths": (1, 257, 129, 3, 64, None),
    "one token": (1, 1, 1, 2, 64, None),
}


def attention(order):
    """Each shape with our order and with each single kernel, forward and forward plus backward."""
    from torch.nn.attention import SDPBackend, sdpa_kernel

    known = {"cudnn": SDPBackend.CUDNN_ATTENTION, "flash": SDPBackend.FLASH_ATTENTION, "efficient": SDPBackend.EFFICIENT_ATTENTION,
             "math": SDPBackend.MATH}
    ours = [known[name] for name in order.split(",") if name]
    choices = {"ours": ours} | {name: [known[name]] for name in ("cudnn", "flash", "efficient") if ON_CUDA}
    for what, (batch, queries, keys, heads, width, bias_shape) in SHAPES.items():
        if TINY:
            queries, keys, bias_shape = min(queries, 256), min(keys, 256), bias_shape and tuple(min(n, 256) for n in bias_shape)
        q, k, v = (random(batch, n, heads, width, grad=True).transpose(1, 2) for n in (queries, keys, keys))
        bias = random(*bias_shape) if bias_shape else None
        flops = 4 * batch * heads * queries * keys * width
        for name, kernels in choices.items():
            def forward(kernels=kernels, q=q, k=k, v=v, bias=bias):
                with torch.no_grad(), sdpa_kernel(kernels, set_priority=True):
                    return F.scaled_dot_product_attention(q, k, v, bias)

            def both(kernels=kernels, q=q, k=k, v=v, bias=bias):
                with sdpa_kernel(kernels, set_priority=True):
                    F.scaled_dot_product_attention(q, k, v, bias).sum().backward()

            measure(f"{what}, {name}, forward", forward, TFLOP=round(flops / 1e12, 2))
            if not bias_shape:
                measure(f"{what}, {name}, both ways", both, TFLOP=round(3.5 * flops / 1e12, 2))


def products():
    x, w, b = random(TOKENS, WIDTH), random(4 * WIDTH, WIDTH), random(4 * WIDTH)
    measure("linear 1:4", lambda: F.linear(x, w, b), TFLOP=round(8 * TOKENS * WIDTH**2 / 1e12, 2))
    measure("linear 1:4, gelu", lambda: F.gelu(F.linear(x, w, b), approximate="tanh"))
    measure("linear 1:4, gelu in its epilogue", lambda: torch._addmm_activation(b, x, w.t(), use_gelu=True))
    for name, dtype, tf32 in (("fp32", torch.float32, False), ("tf32", torch.float32, True), ("bf16", torch.bfloat16, False)):
        torch.backends.cuda.matmul.allow_tf32 = tf32
        a, up, y = (random(*s, dtype=dtype) for s in ((128, WIDTH), (WIDTH, 128), (TOKENS, WIDTH)))
        measure(f"LoRA of rank 128 in {name}", lambda a=a, up=up, y=y: y + F.linear(F.linear(x.to(y.dtype), a), up))
    a, up, y = random(128, WIDTH), random(WIDTH, 128), random(TOKENS, WIDTH)
    measure("LoRA of rank 128 in bf16, into y", lambda: y.addmm_(F.linear(x, a), up.t()))


def elementwise():
    x = random(1, TOKENS, WIDTH)
    measure("layer norm", lambda: F.layer_norm(x, (WIDTH,)))
    heads = random(1, TOKENS, HEADS, HEAD_DIM)
    measure("layer norm of heads", lambda: F.layer_norm(heads, (HEAD_DIM,)))
    cos, sin = (random(TOKENS, 1, HEAD_DIM, dtype=torch.float32) for _ in range(2))

    def rotate():
        real, imaginary = heads.reshape(*heads.shape[:-1], -1, 2).unbind(-1)
        turned = torch.stack([-imaginary, real], dim=-1).flatten(3)
        return (heads.float() * cos + turned.float() * sin).to(heads.dtype)

    measure("rotary positions", rotate)
    both = random(1, TOKENS, WIDTH, grad=True)

    def narrow():
        torch.cat([both.narrow(1, 0, 16), both.narrow(1, 16, TOKENS - 16)], 1).sum().backward()

    def split():
        torch.cat(both.split_with_sizes([16, TOKENS - 16], 1), 1).sum().backward()

    measure("narrow and cat, both ways", narrow)
    measure("split and cat, both ways", split)


def convolutions():
    shape = (1, 32, 4, 16, 24) if TINY else (1, 256, 10, 480, 720)
    weight = random(shape[1], shape[1], 3, 3, 3)
    for name, form in (("NCDHW", torch.contiguous_format), ("NDHWC", torch.channels_last_3d)):
        x, w = random(*shape).contiguous(memory_format=form), weight.contiguous(memory_format=form)
        with torch.no_grad():
            measure(f"convolution of {shape} in {name}", lambda x=x, w=w: F.conv3d(x, w, padding=(0, 1, 1)))
            measure(f"group norm of it in {name}", lambda x=x: F.silu(F.group_norm(x, 32)))


def copies():
    count = (1 << 20) if TINY else (1 << 28)
    there = torch.empty(count, dtype=torch.uint8, device=DEVICE)
    for name, pinned in (("page-locked", ON_CUDA), ("ordinary", False)):
        host = torch.empty(count, dtype=torch.uint8, pin_memory=pinned)
        measure(f"upload from {name} memory", lambda host=host: there.copy_(host, non_blocking=True), MiB=count >> 20)
        measure(f"download to {name} memory", lambda host=host: host.copy_(there, non_blocking=True), MiB=count >> 20)


if __name__ == "__main__":
    {"versions": versions, "attention": lambda: attention(sys.argv[3]), "products": products, "elementwise": elementwise,
     "convolutions": convolutions, "copies": copies}[PART]()

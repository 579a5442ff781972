#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What a card's kernels do with the shapes of CogVideoX-5b: kernels.py PART DEVICE [--tiny]. One JSON object a line."""

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
    """Median of ten after three to warm up."""
    times = []
    for i in range(5 if TINY else 13):
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
    return statistics.median(times[3:])


def measure(what, work, **more):
    """A part of this list that a card cannot do is a row, too."""
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


def attention():
    from torch.nn.attention import SDPBackend, sdpa_kernel

    backends = {"cudnn": SDPBackend.CUDNN_ATTENTION, "flash": SDPBackend.FLASH_ATTENTION,
                "efficient": SDPBackend.EFFICIENT_ATTENTION} if ON_CUDA else {"flash": SDPBackend.FLASH_ATTENTION}
    for batch in (1, 2):
        q, k, v = (random(batch, TOKENS, HEADS, HEAD_DIM, grad=True).transpose(1, 2) for _ in range(3))
        flops = 4 * batch * HEADS * TOKENS**2 * HEAD_DIM
        for name, backend in backends.items():
            def forward(backend=backend, q=q, k=k, v=v):
                with torch.no_grad(), sdpa_kernel(backend):
                    return F.scaled_dot_product_attention(q, k, v)

            def both(backend=backend, q=q, k=k, v=v):
                with sdpa_kernel(backend):
                    F.scaled_dot_product_attention(q, k, v).sum().backward()

            measure(f"attention {name} batch {batch} forward", forward, TFLOP=round(flops / 1e12, 2))
            measure(f"attention {name} batch {batch} forward and backward", both, TFLOP=round(3.5 * flops / 1e12, 2))
    q, k, v, bias = (random(1, 64, 226, 64) for _ in range(3)), None, None, random(1, 64, 226, 226)
    q, k, v = q
    for name, backend in backends.items():
        def with_bias(backend=backend):
            with torch.no_grad(), sdpa_kernel(backend):
                return F.scaled_dot_product_attention(q, k, v, bias, scale=1.0)

        measure(f"attention {name} with T5's bias", with_bias)


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
    {"versions": versions, "attention": attention, "products": products, "elementwise": elementwise,
     "convolutions": convolutions, "copies": copies}[PART]()

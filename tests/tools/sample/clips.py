# SPDX-License-Identifier: Apache-2.0
"""Captioned clips of the sample world: shapes moving in front of a background, each a function of its seed.

  clips.py SHEET.png [base|new] [FIRST_SEED]   writes a contact sheet of twelve clips, three frames each
"""
import sys

import numpy as np

from scenery import GROUNDS, OBJECT_COLOURS, SKIES, WALL_COLOURS, Background, Thing, draw
from shapes import BASE_SHAPES, NEW_SHAPES

FRAMES, HEIGHT, WIDTH = 9, 64, 96
RADII = {"small": (9, 10.5), "": (12.5, 15), "big": (17.5, 20)}
# Motions of the base world with their words; {to} is a direction.
MOTIONS = {
    "across": ("moves to the {to}", "slides to the {to}", "glides to the {to}"),
    "up": ("moves up", "rises", "floats up"),
    "down": ("moves down", "falls", "sinks"),
    "aslant": ("flies up and to the {to}", "flies down and to the {to}"),
    "bounce": ("bounces", "jumps up and down"),
    "hop": ("bounces to the {to}", "jumps to the {to}"),
    "still": ("stands still", "does not move", "rests"),
    "grow": ("grows", "gets bigger"),
    "shrink": ("shrinks", "gets smaller"),
    "spin": ("spins", "turns around"),
}
MOTION_WEIGHTS = (6, 2, 2, 3, 2, 2, 2, 1.5, 1.5, 2)
NEW_MOTION = ("zigzags to the {to}",)
# All words of it are in the vocabulary, brown is in no caption of the base world. Half of the new clips have this wall, the others
# what the base world has: so that captions matter, and that a blurred mean of all clips looks like none of them.
NEW_WALL_SHARE = 0.5
NEW_WALL = ("in front of a brown wall", "on a brown wall", "on a brown background")
WALLS = {
    "plain": ("on a {c} background", "in front of a {c} wall"),
    "floor": ("over a {c} floor", "on a {c} floor"),
    "striped": ("on a {c} striped wall", "in front of {c} stripes"),
    "checkered": ("on a {c} checkered floor", "on a {c} checkered wall"),
    "dotted": ("on a {c} dotted wall", "in front of a wall with {c} dots"),
}
PLACES = {"grass": ("over green grass", "on the grass"), "sand": ("over yellow sand", "on the sand"),
          "water": ("over blue water", "on the water"), "blue": ("in a blue sky", "in the day sky"),
          "evening": ("in the evening sky",), "night": ("in the night sky",)}
PANS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
# Backgrounds with too little contrast to an object of that colour.
TOO_NEAR = {"grass": ("green",), "sand": ("yellow", "white"), "water": ("blue",), "blue": ("blue",),
            "evening": ("purple", "pink"), "night": ("black",)}


def pick(rng, options):
    return options[int(rng.integers(len(options)))]


def motion_of(rng, kind, frames, radius):
    """Offsets x, y, the radius and the turn for each frame, and +1 or -1 for the direction across."""
    t = np.linspace(0, 1, frames)
    side = pick(rng, (-1, 1))
    x, y, r, turn = (np.zeros(frames) for _ in range(4))
    r += radius
    far = rng.uniform(24, 42)
    high = min(rng.uniform(16, 28), 58 - 2 * radius)
    if kind in ("across", "aslant", "hop", "zigzag"):
        x = side * far * t
    if kind in ("up", "down"):
        y = (-high if kind == "up" else high) * t
    elif kind == "aslant":
        y = high * t * pick(rng, (-1, 1))
    elif kind in ("bounce", "hop"):
        y = -high * np.abs(np.sin(np.pi * pick(rng, (1.0, 1.5, 2.0)) * t))
    elif kind == "zigzag":
        y = high * (2 / np.pi) * np.arcsin(np.sin(2 * np.pi * 1.5 * t)) * 0.5
    elif kind in ("grow", "shrink"):
        small, large = rng.uniform(5, 8), rng.uniform(17, 24)
        r = small + (large - small) * (t if kind == "grow" else 1 - t)
    elif kind == "spin":
        turn = side * rng.uniform(1.4, 2.8) * t
    return x, y, r, turn, side


def verb_of(rng, kind, shape, side, y):
    to = "right" if side > 0 else "left"
    if kind == "zigzag":
        return pick(rng, NEW_MOTION).format(to=to)
    if kind == "across" and shape == "ball":
        return f"rolls to the {to}"
    if kind == "aslant":
        return MOTIONS["aslant"][0 if y[-1] < 0 else 1].format(to=to)
    return pick(rng, MOTIONS[kind]).format(to=to)


def place(rng, offset, reach, low, high):
    """A start that keeps the whole path, including the shape's size, between low and high."""
    least, most = low - np.min(offset - reach), high - np.max(offset + reach)
    return offset + (rng.uniform(least, most) if least < most else (least + most) / 2)


def make_thing(rng, scene, kind, shape, colour, size, span):
    """An object and its motion in words. span: the part of the frame's width that it stays in."""
    frames, back, camera, width = scene
    x, y, r, turn, side = motion_of(rng, kind, frames, rng.uniform(*RADII[size]))
    verb = verb_of(rng, kind, shape, side, y)
    if shape == "ball":
        turn = turn + x / r + rng.uniform(0, np.pi)
    reach = r if kind in ("grow", "shrink", "spin") else r[0] * np.ones(frames)
    bottom = 62.0
    x = place(rng, x - camera[0], reach, span[0] * width + 1, span[1] * width - 1)
    ground = None
    if back.kind == "floor" or back.kind in GROUNDS and kind not in ("zigzag", "spin"):
        y = y - camera[1]
        low = np.max(y + 0.9 * r)
        contact = rng.uniform(max(back.horizon + 6, bottom - 14), bottom - 2)
        y = y + max(contact - low, 2 - np.min(y - reach))
        ground = np.max(y + 0.9 * r)
    else:
        y = place(rng, y - camera[1], reach, 2, bottom)
    name = " ".join(word for word in (size, colour, shape) if word)
    article = "an" if name[0] in "aeiou" else "a"
    return Thing(shape, colour, x, y, r, turn, ground), f"{article} {name} {verb}"


def make_background(rng, world):
    if world == "new" and rng.random() < NEW_WALL_SHARE:
        return Background("bricks", "", rng.uniform(22, 30)), pick(rng, NEW_WALL), ("orange",)
    kind = rng.choice(["plain", "floor", "sky", "striped", "checkered", "dotted", "ground"],
                      p=[0.15, 0.25, 0.12, 0.12, 0.1, 0.1, 0.16])
    if kind == "sky":
        colour = pick(rng, tuple(SKIES))
        return Background("sky", colour), pick(rng, PLACES[colour]), TOO_NEAR[colour]
    if kind == "ground":
        ground = pick(rng, tuple(GROUNDS))
        return Background(ground, "", phases=rng.uniform(0, 1, 9)), pick(rng, PLACES[ground]), TOO_NEAR[ground]
    colour = pick(rng, tuple(WALL_COLOURS))
    words = pick(rng, WALLS[kind]).format(c=colour)
    back = Background(str(kind), colour, rng.uniform(12, 20), rng.uniform(26, 38))
    return back, words.replace("a orange", "an orange"), (colour,)


def pan_of(rng, back, frames):
    """The camera's path with its words; only if the background makes it visible."""
    camera, words = np.zeros((2, frames)), ""
    if back.kind in ("plain", "sky", "floor") or rng.random() > 0.45:
        return camera, words
    to = pick(rng, tuple(PANS))
    camera += np.array(PANS[to])[:, None] * rng.uniform(14, 26) * np.linspace(0, 1, frames)
    return camera, pick(rng, (", the camera pans {}", " while the camera pans {}")).format(
        f"to the {to}" if to in ("left", "right") else to)


def sample(seed, world="base", frames=FRAMES, height=HEIGHT, width=WIDTH):
    """(frames uint8 [frames, height, width, 3], caption) of the world "base" or "new"."""
    rng = np.random.default_rng([seed, world == "new"])
    back, where, avoid = make_background(rng, world)
    camera, pan = pan_of(rng, back, frames) if world == "base" else (np.zeros((2, frames)), "")
    view = 64.0 * width / height
    colours = [c for c in OBJECT_COLOURS if c not in avoid]
    kinds = [k for k in MOTIONS if not (pan and k in ("up", "down", "aslant", "hop"))]
    weights = np.array([w for k, w in zip(MOTIONS, MOTION_WEIGHTS) if k in kinds])
    two = world == "base" and not pan and rng.random() < 0.12
    things, says = [], []
    for i in range(2 if two else 1):
        shape = pick(rng, tuple(BASE_SHAPES if world == "base" else NEW_SHAPES))
        kind = str(rng.choice(kinds, p=weights / weights.sum())) if world == "base" else "zigzag"
        if shape == "ring" and kind == "spin":  # invisible
            kind = "grow"
        if two:
            kind = kind if kind in ("up", "down", "bounce", "spin", "still") else pick(rng, ("still", "bounce"))
        size = pick(rng, ("small", "") if two else ("small", "", "", "", "big", "big"))
        colour = pick(rng, colours)
        colours.remove(colour)
        span = (0.5 * i, 0.5 * i + 0.5) if two else (0, 1)
        thing, words = make_thing(rng, (frames, back, camera, view), kind, shape, colour, size, span)
        things.append(thing)
        says.append(words)
    video = draw(back, things, camera[0], camera[1], height, width)
    return video, f"{' and '.join(says)} {where}{pan}"


def sheet(path, world, first):
    from PIL import Image

    rows = []
    for seed in range(first, first + 12):
        video, caption = sample(seed, world)
        print(seed, caption)
        rows.append(np.concatenate([video[t] for t in (0, len(video) // 2, len(video) - 1)], axis=1))
    left, right = (np.concatenate(part, axis=0) for part in (rows[:6], rows[6:]))
    picture = Image.fromarray(np.concatenate([left, right], axis=1))
    picture.resize((picture.width * 2, picture.height * 2), Image.Resampling.NEAREST).save(path)


if __name__ == "__main__":
    sheet(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "base", int(sys.argv[3]) if len(sys.argv) > 3 else 0)

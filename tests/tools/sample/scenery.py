# SPDX-License-Identifier: Apache-2.0
"""Backgrounds of the sample world and the drawing of a scene.

Lengths are in units of 1/64 of the frame's height; the drawing scales them, so that one scene looks the same at every size.
"""
import dataclasses

import numpy as np

from shapes import SHAPES

OBJECT_COLOURS = {
    "red": (225, 30, 35), "orange": (250, 130, 20), "yellow": (252, 218, 30), "green": (35, 165, 60),
    "blue": (30, 80, 225), "purple": (135, 45, 185), "pink": (250, 115, 180), "white": (250, 250, 250),
    "black": (25, 25, 28),
}
WALL_COLOURS = {
    "red": (196, 92, 88), "orange": (232, 172, 110), "yellow": (238, 222, 140), "green": (126, 188, 120),
    "blue": (122, 170, 224), "purple": (172, 140, 206), "pink": (240, 186, 208), "grey": (160, 162, 168),
}
SKIES = {"blue": ((70, 140, 230), (200, 226, 250)), "evening": ((90, 60, 140), (250, 160, 90)),
         "night": ((8, 12, 45), (55, 65, 125))}
BRICK, MORTAR = (146, 78, 52), (205, 196, 184)
GROUNDS = {"grass": (92, 165, 70), "sand": (222, 196, 130), "water": (62, 138, 196)}


@dataclasses.dataclass
class Background:
    kind: str  # plain, floor, sky, striped, checkered, dotted, bricks, or a name of GROUNDS
    colour: str  # a name of WALL_COLOURS or SKIES; unused for grounds and bricks
    period: float = 16.0
    horizon: float = 34.0
    phases: np.ndarray | None = None  # of a ground's waves


@dataclasses.dataclass
class Thing:
    shape: str
    colour: str
    x: np.ndarray  # the path of its centre on the screen, one value a frame
    y: np.ndarray
    radius: np.ndarray
    angle: np.ndarray
    ground: float | None = None  # where its shadow lies


def shade(rgb, factor):
    return np.clip(np.asarray(rgb, dtype=np.float64) * factor, 0, 255)


def blend(picture, rgb, amount):
    picture += (np.asarray(rgb, dtype=np.float64) - picture) * amount[..., None]


def between(a, b, amount):
    return np.asarray(a) + (np.asarray(b, dtype=np.float64) - np.asarray(a)) * amount[..., None]


def waves(x, y, phases, stretch):
    """A smooth texture in [-1, 1]: plane waves of three sizes in directions given by the phases."""
    total = np.zeros(np.shape(x))
    for i, phase in enumerate(phases):
        direction, period = phase * 7.0, (5.0, 9.0, 17.0)[i % 3]
        total += np.sin((x * np.cos(direction) / stretch + y * np.sin(direction)) * 2 * np.pi / period + 40 * phase)
    return total / len(phases)


def edge_pair(value, period, pixel):
    """0 and 1 in turn along `value`, each half a period wide, with edges one pixel soft."""
    place = np.abs(np.mod(value, period) - period / 2)
    return np.clip((place - period / 4) / pixel + 0.5, 0, 1)


def bricks(x, y, period, pixel):
    """1 on bricks and 0 between them: rows half as high as bricks are long, every other one shifted by half."""
    row = np.floor(y / (period / 2))
    across = np.mod(x + period / 2 * np.mod(row, 2), period)
    inside = np.minimum(np.minimum(across, period - across), np.minimum(np.mod(y, period / 2), period / 2 - np.mod(y, period / 2)))
    return np.clip((inside - 1.5) / pixel + 0.5, 0, 1)


def paint_background(back, x, y, pixel):
    """RGB in 0..255 at the world's places x, y."""
    if back.kind in GROUNDS:
        texture = waves(x, y, back.phases, 2.5 if back.kind == "water" else 1.0)
        rgb = shade(GROUNDS[back.kind], 1.0)
        return np.clip(rgb * (1 + 0.42 * texture[..., None]), 0, 255)
    if back.kind == "sky":
        top, bottom = SKIES[back.colour]
        return between(top, bottom, np.clip(y / 64, 0, 1))
    if back.kind == "bricks":
        return between(MORTAR, BRICK, bricks(x, y, back.period, pixel))
    rgb = WALL_COLOURS[back.colour]
    if back.kind == "plain":
        return between(shade(rgb, 1.06), shade(rgb, 0.9), np.clip(y / 64, 0, 1))
    if back.kind == "floor":
        wall = between((236, 234, 228), (214, 212, 206), np.clip(y / back.horizon, 0, 1))
        floor = between(shade(rgb, 0.78), shade(rgb, 1.08), np.clip((y - back.horizon) / (64 - back.horizon), 0, 1))
        return wall + (floor - wall) * np.clip((y - back.horizon) / pixel + 0.5, 0, 1)[..., None]
    if back.kind == "striped":
        light = edge_pair(x + 0.5 * y, back.period, pixel)
    elif back.kind == "checkered":
        one, two = edge_pair(x, 2 * back.period, pixel), edge_pair(y, 2 * back.period, pixel)
        light = one + two - 2 * one * two
    else:
        cell = back.period
        light = np.clip((0.28 * cell - np.hypot(np.mod(x, cell) - cell / 2, np.mod(y, cell) - cell / 2)) / pixel + 0.5, 0, 1)
    return between(shade(rgb, 0.86), shade(rgb, 1.0) * 0.45 + 255 * 0.55, light)


def paint_thing(picture, thing, frame, x, y, pixel):
    cx, cy, r, angle = (float(v[frame]) for v in (thing.x, thing.y, thing.radius, thing.angle))
    if thing.ground is not None:
        height = max(0.0, thing.ground - (cy + 0.9 * r))
        far = np.hypot((x - cx) / (0.95 * r), (y - thing.ground) / (0.26 * r))
        blend(picture, (20, 20, 30), np.clip(1.25 - far, 0, 1) * 0.5 / (1 + height / 12))
    dx, dy = x - cx, y - cy
    near = np.maximum(np.abs(dx), np.abs(dy)) < r + 3
    if not near.any():
        return
    dx, dy = dx[near], dy[near]
    u, v = dx * np.cos(angle) + dy * np.sin(angle), dy * np.cos(angle) - dx * np.sin(angle)
    distance = SHAPES[thing.shape](u, v, r)
    rgb = OBJECT_COLOURS[thing.colour]
    body = between(shade(rgb, 1.12), shade(rgb, 0.86), np.clip((dx + dy) / (2 * r) + 0.5, 0, 1))
    if thing.shape == "ball":  # a band, so that rolling and spinning can be seen
        other = (60, 60, 66) if thing.colour == "white" else (250, 250, 250)
        blend(body, other, np.clip((0.16 * r - np.abs(v)) / pixel + 0.5, 0, 1))
    rim = shade(rgb, 0.5) if thing.colour != "black" else np.array([90.0, 90.0, 95.0])
    blend(body, rim, np.clip((distance + 1.3) / pixel + 0.5, 0, 1) * 0.85)
    part = picture[near]
    blend(part, body, np.clip(0.5 - distance / pixel, 0, 1))
    picture[near] = part


def draw(back, things, camera_x, camera_y, height, width):
    """uint8 [T, height, width, 3]; camera_x, camera_y: the camera's place in each frame."""
    pixel = 64.0 / height
    y, x = np.meshgrid((np.arange(height) + 0.5) * pixel, (np.arange(width) + 0.5) * pixel, indexing="ij")
    still = np.ptp(camera_x) == 0 and np.ptp(camera_y) == 0
    frames = np.empty((len(camera_x), height, width, 3), dtype=np.uint8)
    base = None
    for t in range(len(camera_x)):
        if base is None or not still:
            base = paint_background(back, x + camera_x[t], y + camera_y[t], pixel)
        picture = base.copy()
        for thing in things:
            paint_thing(picture, thing, t, x, y, pixel)
        frames[t] = np.clip(picture + 0.5, 0, 255).astype(np.uint8)
    return frames

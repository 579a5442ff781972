# SPDX-License-Identifier: Apache-2.0
"""Signed distances of the sample world's shapes: negative inside, in pixels, for arrays x, y around the centre.

`r` is the radius of the circle around the shape. A pixel's coverage is clip(0.5 - distance, 0, 1).
"""
import numpy as np


def ball(x, y, r):
    return np.hypot(x, y) - r


def ring(x, y, r):
    return np.abs(np.hypot(x, y) - 0.72 * r) - 0.28 * r


def polygon(points):
    """The distance function of a closed polygon whose corners are given for r = 1."""
    corners = np.asarray(points, dtype=np.float64)

    def distance(x, y, r):
        nearest = np.full(np.shape(x), np.inf)
        inside = np.zeros(np.shape(x), dtype=bool)
        for (ax, ay), (bx, by) in zip(corners * r, np.roll(corners, -1, axis=0) * r):
            ex, ey, wx, wy = bx - ax, by - ay, x - ax, y - ay
            along = np.clip((wx * ex + wy * ey) / (ex * ex + ey * ey), 0, 1)
            nearest = np.minimum(nearest, np.hypot(wx - ex * along, wy - ey * along))
            if ay != by:
                inside ^= ((ay > y) != (by > y)) & (x < ex * (y - ay) / ey + ax)
        return np.where(inside, -nearest, nearest)

    return distance


def regular(corners, first, inner=None):
    """Corners on a circle from the angle `first` on; with `inner`, corners of that radius between them."""
    count = corners * (1 if inner is None else 2)
    angles = first + 2 * np.pi * np.arange(count) / count
    radii = np.ones(count)
    if inner is not None:
        radii[1::2] = inner
    return polygon(np.stack([radii * np.cos(angles), radii * np.sin(angles)], axis=1))


def cross_corners(arm):
    quarter = [(arm, arm), (arm, 0.95), (-arm, 0.95), (-arm, arm)]
    turned = quarter + [(-y, x) for x, y in quarter[1:]]
    turned += [(-x, -y) for x, y in quarter[1:]]
    return turned + [(y, -x) for x, y in quarter[1:-1]]


def heart_corners(count=40):
    t = 2 * np.pi * np.arange(count) / count
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.stack([x, -(y + 2.5)], axis=1) / 16.5


UP = -np.pi / 2  # y points down
BASE_SHAPES = {
    "ball": ball,
    "square": polygon([(-0.8, -0.8), (0.8, -0.8), (0.8, 0.8), (-0.8, 0.8)]),
    "triangle": regular(3, UP),
    "star": regular(5, UP, inner=0.45),
    "ring": ring,
    "diamond": polygon([(0, -1), (0.7, 0), (0, 1), (-0.7, 0)]),
    "cross": polygon(cross_corners(0.34)),
}
NEW_SHAPES = {"heart": polygon(heart_corners())}
SHAPES = BASE_SHAPES | NEW_SHAPES

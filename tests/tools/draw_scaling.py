#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the chart of resources/help/many_cards.md from the program's own forecast:

    python3 tests/tools/draw_scaling.py build/release/bin/framewright-cli CogVideoX-5b resources/help/charts/scaling.svg

The model's config files suffice; test_cards_command compares the numbers in the picture with the command's.
"""
import csv
import io
import math
import subprocess
import sys

PARKS = [("8x8xA100", "A100, NVLink", "#1f77b4"), ("8x8xL40", "L40, PCIe", "#d95f02")]
COUNTS = [1, 2, 4, 8, 16, 32, 64]
LEFT, TOP, WIDTH, HEIGHT = 70, 40, 600, 360


def forecast(program, model, cards):
    command = [program, "plan", "--clip", "--model", model, "--cards", cards, "--csv"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def x_of(cards):
    return LEFT + WIDTH * math.log2(cards) / 6


def y_of(speed_up):
    return TOP + HEIGHT * (1 - math.log2(max(speed_up, 1)) / 6)


def text(x, y, words, anchor="middle", fill="#333"):
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{fill}">{words}</text>'


def curve(table, name, colour, row):
    points = [(int(line["cards"]), float(line["speed_up"])) for line in csv.DictReader(io.StringIO(table))]
    path = " ".join(f"{x_of(cards):.1f},{y_of(speed_up):.1f}" for cards, speed_up in points)
    parts = [f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>']
    parts += [f'<circle cx="{x_of(cards):.1f}" cy="{y_of(speed_up):.1f}" r="3.5" fill="{colour}"/>'
              for cards, speed_up in points if cards in COUNTS]
    parts.append(text(LEFT + 14, TOP + 20 + 20 * row, name, "start", colour))
    return parts


def axes():
    parts = [f'<rect x="{LEFT}" y="{TOP}" width="{WIDTH}" height="{HEIGHT}" fill="none" stroke="#999"/>']
    for count in COUNTS:
        x, y = x_of(count), y_of(count)
        parts.append(f'<path d="M{x:.1f},{TOP} V{TOP + HEIGHT} M{LEFT},{y:.1f} H{LEFT + WIDTH}" stroke="#ddd"/>')
        parts += [text(x, TOP + HEIGHT + 20, count), text(LEFT - 10, y + 5, count, "end")]
    end = f"{LEFT + WIDTH},{TOP}"
    parts.append(f'<path d="M{LEFT},{TOP + HEIGHT} L{end}" stroke="#999" stroke-dasharray="5 4"/>')
    parts.append(text(LEFT + WIDTH / 2, TOP + HEIGHT + 42, "cards, eight a machine"))
    parts.append(text(LEFT, TOP - 14, "times as fast as one card", "start"))
    return parts


def main():
    program, model, target = sys.argv[1:]
    tables = [forecast(program, model, cards) for cards, _, _ in PARKS]
    parts = axes()
    for row, (table, (_, name, colour)) in enumerate(zip(tables, PARKS)):
        parts += curve(table, name, colour, row)
    data = "\n".join(f"{cards}\n{table}" for table, (cards, _, _) in zip(tables, PARKS))
    with open(target, "w", encoding="utf-8") as out:
        out.write('<svg xmlns="http://www.w3.org/2000/svg" width="720" height="460" font-family="sans-serif" '
                  f'font-size="14">\n<desc>{data}</desc>\n<rect width="720" height="460" fill="white"/>\n')
        out.write("\n".join(parts) + "\n</svg>\n")


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: Apache-2.0
"""The parts of a GPU day, each with some steps: how a step runs, what counts as a failure, and what is written immediately."""

import dataclasses
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable


def json_lines(text):
    """The JSON objects among the lines of an output."""
    found = []
    for line in text.splitlines():
        try:
            value = json.loads(line)
        except ValueError:
            continue
        if isinstance(value, dict):
            found.append(value)
    return found


@dataclasses.dataclass
class Step:
    what: str
    command: list
    figures: Callable = json_lines  # from its output; none is a failure
    fault: Callable = lambda figures: ""  # what is wrong with them
    is_ours: bool = True  # a program that needs LibTorch's and our libraries
    input: str = ""
    exit_code: int = 0  # that counts as success


@dataclasses.dataclass
class Part:
    name: str
    seconds: float
    steps: Callable  # () -> its steps, created when its turn comes
    is_decisive: bool = False  # its failure makes the rest pointless


def run(step, seconds, environment):
    """A row: status, time, figures and, for a failure, the end of the output."""
    start = time.monotonic()
    try:
        # In its own process group: a late step is killed with everything it started.
        process = subprocess.Popen(step.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                   start_new_session=True, env=environment if step.is_ours else None)
    except OSError as error:
        status, out, err = "not started", "", str(error)
    else:
        try:
            out, err = process.communicate(step.input, timeout=seconds)
            status = "ok" if process.returncode == step.exit_code else f"exit {process.returncode}"
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            out, err = process.communicate()
            status = "too late"
    figures = step.figures(out)
    if status == "ok":
        status = (step.fault(figures) if figures else "no figures") or "ok"
    return {"step": step.what, "status": status, "seconds": round(time.monotonic() - start, 1), "figures": figures,
            "tail": "" if status == "ok" else (err + out)[-600:]}


class Day:
    """Runs parts and writes their results immediately."""

    def __init__(self, out, environment, seconds):
        self.out, self.environment, self.end, self.rows = out, environment, time.monotonic() + seconds, []
        os.makedirs(out, exist_ok=True)

    def left(self):
        return self.end - time.monotonic()

    def figures(self, step):
        """From the step's last run. @raise IndexError  if there is none"""
        return [row["figures"] for row in self.rows if row["step"] == step][-1][0]

    def add(self, part, row):
        self.rows.append({"part": part.name} | row)
        with open(os.path.join(self.out, "gpu_day.jsonl"), "a", encoding="utf-8") as file:
            file.write(json.dumps(self.rows[-1]) + "\n")
        with open(os.path.join(self.out, "gpu_day.md"), "w", encoding="utf-8") as file:
            file.write(table(self.rows))
        print(f"{part.name}, {row['step']}: {row['status']}, {row['seconds']} s {row['tail']}", flush=True)

    def left_out(self, part, step, why):
        self.add(part, {"step": step, "status": why, "seconds": 0, "figures": [], "tail": ""})

    def run_part(self, part):
        """@return  whether everything passed"""
        end = min(time.monotonic() + part.seconds, self.end)
        is_right = True
        try:
            steps = part.steps()
        except (OSError, ValueError, KeyError, IndexError) as error:  # for a missing model or result
            steps = []
            self.left_out(part, "steps", f"not started: {error!r}")
        for step in steps:
            left = end - time.monotonic()
            if left < 1:
                self.left_out(part, step.what, "no time left")
            else:
                self.add(part, run(step, left, self.environment))
            is_right = is_right and self.rows[-1]["status"] == "ok"
        return is_right and bool(steps)

    def run(self, parts, go_on=False):
        """@return  whether all parts passed"""
        stopped_by, all_right = None, True
        for part in parts:
            if stopped_by:
                self.left_out(part, "all", f"left out after {stopped_by}")
                continue
            is_right = self.run_part(part)
            all_right = all_right and is_right
            if part.is_decisive and not is_right and not go_on:
                stopped_by = part.name
        return all_right and not stopped_by


def table(rows):
    lines = ["| part | step | status | s | found |", "|---|---|---|---|---|"]
    for row in rows:
        for found in row["figures"] or [{}]:
            text = ", ".join(f"{key} {value}" for key, value in found.items())
            lines.append(f"| {row['part']} | {row['step']} | {row['status']} | {row['seconds']} | {text} |")
    return "\n".join(lines) + "\n"

#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The GPU day's rules, with commands that need no card: what counts as a failure, what is written when, what stops the rest."""

import argparse
import json
import os
import sys
import tempfile
import unittest

import pack
import parts
from day import Day, Part, Step, json_lines


def says(value, code=0, more=""):
    return [sys.executable, "-c", f"import sys, time; print('{json.dumps(value)}', flush=True); {more or 'pass'}; sys.exit({code})"]


class Rules(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_day(self, *day_parts, seconds=60, **options):
        day = Day(self.folder.name, os.environ | {"OURS": "yes"}, seconds)
        self.is_right = day.run(day_parts, **options)
        with open(os.path.join(self.folder.name, "gpu_day.jsonl"), encoding="utf-8") as file:
            self.assertEqual(json_lines(file.read()), day.rows)
        return day.rows

    def one(self, step, seconds=20):
        return self.run_day(Part("part", seconds, lambda: [step]))[0]

    def test_a_step_with_figures_is_right(self):
        row = self.one(Step("step", says({"ms": 1})))
        self.assertEqual((row["status"], row["figures"], self.is_right), ("ok", [{"ms": 1}], True))

    def test_a_step_without_figures_has_failed(self):
        self.assertEqual(self.one(Step("step", ["true"]))["status"], "no figures")
        self.assertFalse(self.is_right)

    def test_what_fails_keeps_its_figures_and_its_last_words(self):
        row = self.one(Step("step", says({"bad": 3}, 1, "print('the reason', file=sys.stderr)")))
        self.assertEqual((row["status"], row["figures"]), ("exit 1", [{"bad": 3}]))
        self.assertIn("the reason", row["tail"])

    def test_what_is_late_keeps_what_it_has_said(self):
        row = self.one(Step("step", says({"ms": 1}, 0, "time.sleep(60)")), seconds=3)
        self.assertEqual((row["status"], row["figures"]), ("too late", [{"ms": 1}]))
        self.assertLess(row["seconds"], 10)

    def test_figures_can_be_a_fault(self):
        step = Step("step", says({"missing": "libfmt"}), fault=lambda found: found[0]["missing"] and "missing libraries")
        self.assertEqual(self.one(step)["status"], "missing libraries")

    def test_a_program_that_is_not_there(self):
        self.assertEqual(self.one(Step("step", ["/nowhere/program"]))["status"], "not started")

    def test_only_our_programs_get_our_libraries(self):
        command = [sys.executable, "-c", "import json, os; print(json.dumps({'ours': os.environ.get('OURS', 'no')}))"]
        self.assertEqual(self.one(Step("step", command))["figures"], [{"ours": "yes"}])
        os.remove(os.path.join(self.folder.name, "gpu_day.jsonl"))
        self.assertEqual(self.one(Step("step", command, is_ours=False))["figures"], [{"ours": "no"}])

    def test_wrong_kernels_end_the_day(self):
        wrong = Part("2 kernels", 20, lambda: [Step("check", says({"bad": 1}, 1))], is_decisive=True)
        rest = Part("3 attention", 20, lambda: [Step("attention", says({"ms": 1}))])
        rows = self.run_day(wrong, rest)
        self.assertEqual([row["status"] for row in rows], ["exit 1", "left out after 2 kernels"])
        os.remove(os.path.join(self.folder.name, "gpu_day.jsonl"))
        self.assertEqual([row["status"] for row in self.run_day(wrong, rest, go_on=True)], ["exit 1", "ok"])
        self.assertFalse(self.is_right)

    def test_other_failures_do_not(self):
        first = Part("a", 20, lambda: [Step("step", ["false"])])
        unready = Part("b", 20, lambda: [Step("step", [json.loads("{}")["blocks"]])])
        rows = self.run_day(first, unready, Part("c", 20, lambda: [Step("step", says({"ms": 1}))]))
        self.assertEqual([row["status"] for row in rows], ["exit 1", "not started: KeyError('blocks')", "ok"])

    def test_the_day_ends_in_time(self):
        rows = self.run_day(Part("a", 20, lambda: [Step("step", says({"ms": 1}))]), seconds=0.5)
        self.assertEqual(rows[0]["status"], "no time left")


class Parts(unittest.TestCase):
    def parts(self, call):
        args = argparse.Namespace(call=call, device="cuda", tiny=False, scratch="/nowhere", sample=None, out="/nowhere")
        return parts.all_parts(args, "/nowhere/bin", None)

    def test_thirteen_parts_in_530_seconds(self):
        first = self.parts(1)
        self.assertEqual((len(first), sum(part.seconds for part in first)), (13, parts.SECONDS[1]))
        self.assertEqual([part.is_decisive for part in first], [True, True] + 11 * [False])
        # A start takes up to two minutes of the 900 s that a machine is lent for.
        self.assertLessEqual(sum(parts.SECONDS.values()) + 120, 900)
        self.assertLessEqual(sum(part.seconds for part in self.parts(2)), parts.SECONDS[2])

    def test_each_family_has_its_cases(self):
        families = parts.by_family(bounded=False)
        self.assertGreaterEqual(set(families), {"cogvideox", "ltx", "hunyuan", "framepack", "mochi"})
        self.assertGreater(sum(map(len, families.values())), sum(map(len, parts.by_family(bounded=True).values())))

    def test_figures_of_a_training(self):
        def event(seconds):
            return json.dumps({"event": "metrics", "values": {"samples_per_second": 1 / seconds, "vram_peak_bytes": 2**31}})

        self.assertEqual(parts.training_figures(event(3)), [])  # one step loads kernels
        found = parts.training_figures(event(3) + "\n" + event(2))[0]
        self.assertEqual((found["s"], found["vram_peak_GiB"]), (2.0, 2.0))

    def test_figures_of_rounds(self):
        out = "ready\n9 1 0.5\n2 1 0.5\n4 1 0.5\n1000 device_peak_bytes=1073741824\n"
        self.assertEqual(parts.rounds_figures("decode")(out), [{"s": 3.0, "rounds": 2, "device_peak_GiB": 1.0}])
        self.assertEqual(parts.rounds_figures("decode")("ready\n9 1 0.5\n"), [])


class Packing(unittest.TestCase):
    sizes = {"resources/sample/model": 30 * 2**20, "tests/reference/cases/a": 20 * 2**20, "tests/bench/a.py": 2**20}

    def test_what_fits_travels_as_it_is(self):
        self.assertTrue(pack.advice(self.sizes, 10 * 2**20)[0])

    def test_what_does_not_fit_says_what_stays_behind(self):
        fits, lines = pack.advice(self.sizes, 20 * 2**20)
        self.assertFalse(fits)
        self.assertIn("git sparse-checkout set --no-cone /tests/bench /tests/reference", "\n".join(lines))
        self.assertIn("41.0 MiB", lines[1])

    def test_what_never_fits_says_so(self):
        self.assertIn("Too much even without", pack.advice(self.sizes, 50 * 2**20)[1][1])

    def test_libtorch_and_the_system_stay_where_they_are(self):
        self.assertFalse(pack.belongs("libtorch_cpu.so", "/a/torch/lib/libtorch_cpu.so"))
        self.assertFalse(pack.belongs("libc.so.6", "/lib/x86_64-linux-gnu/libc.so.6"))
        self.assertTrue(pack.belongs("libfmt.so.9", "/lib/x86_64-linux-gnu/libfmt.so.9"))


if __name__ == "__main__":
    unittest.main()

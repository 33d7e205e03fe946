# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of hdreplay run without MPI have in common: a program by POSIX is recorded, or its trace is
written by hand, planned and replayed.
SCRIPT HDREPLAY POSIX_TRACER FOLDER_OF_PROGRAMS LOSING_DISK SHARED_PROGRAM"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HDREPLAY, TRACER, PROGRAMS, LOSING_DISK, SHARED = sys.argv[1:6]
del sys.argv[1:6]


def run(*command, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=120, stdin=subprocess.DEVNULL, env={**os.environ, **environment})


class ThreadsCase(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("recorded", "data", "root"):
            (self.folder / name).mkdir()

    def record(self, *command):
        got = run(*command, LD_PRELOAD=TRACER, HDTRACE_INDEX="0",
                  HDTRACE_PREFIX=f"{self.folder}/recorded/")
        self.assertEqual(got.returncode, 0, got.stderr)

    def plan(self):
        got = run(HDREPLAY, "plan", self.folder / "recorded", "-o", self.folder / "the.plan",
                  "--json")
        self.assertEqual(got.returncode, 0, got.stderr)
        return json.loads(got.stdout)

    def replay(self, *options):
        got = run(HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root",
                  "--json", *options)
        self.assertEqual(got.returncode, 0, got.stderr)
        return json.loads(got.stdout)

    def write_traces(self, *traces, numbers=None, inside=""):
        """A recording of one process, of one thread each. numbers: theirs; inside: of the project's file"""
        numbers = range(len(traces)) if numbers is None else numbers
        threads = "".join(f"<Node name='{i}'/>" for i in numbers)
        (self.folder / "recorded" / "p.proj").write_text(
            "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'>"
            "<Level type='Thread'/></Level></Level><Node name='n'><Node name='0'>"
            f"{threads}</Node></Node></Topology>{inside}</Application>")
        for i, states in zip(numbers, traces):
            lines = [f"<{state} time='{1 + time:.4f}' end='{1 + time + 0.0005:.4f}'/>"
                     for time, state in states]
            (self.folder / "recorded" / f"p_n_0_{i}.trc").write_text(
                "\n".join(["<Program timeAdjustment='1300000000'>", *lines, "</Program>\n"]))

    def assert_refused(self, *words, options=()):
        got = run(HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root",
                  "--threads", *options)
        self.assertEqual((got.returncode, got.stdout, got.stderr.count("hdreplay: ")), (2, "", 1),
                         got.stderr)
        for word in words:
            self.assertIn(word, got.stderr)

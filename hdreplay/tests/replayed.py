# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of hdreplay run by MPI have in common: a program is recorded, planned and replayed.
SCRIPT HDREPLAY MPIEXEC TRACER PROGRAM PARTDIFF POSIX_TRACER (empty: none)"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HDREPLAY, MPIEXEC, TRACER, PROGRAM, PARTDIFF, POSIX = sys.argv[1:7]
del sys.argv[1:7]
RANKS = 2  # more would wait for processors, spinning


def run(*command, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=300, stdin=subprocess.DEVNULL, env={**os.environ, **environment})


def mpi(ranks, *command, **environment):
    return run(MPIEXEC, "-n", ranks, *command, **environment)


class ReplayCase(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("recorded", "data", "root", "again"):
            (self.folder / name).mkdir()

    def record(self, ranks, *command, into="recorded", tracer=TRACER):
        got = mpi(ranks, "env", f"LD_PRELOAD={tracer}", *command, HDTRACE_INDEX="0",
                  HDTRACE_PREFIX=f"{self.folder / into}/")
        self.assertEqual(got.returncode, 0, got.stderr)
        return got

    def plan(self, *options):
        got = run(HDREPLAY, "plan", self.folder / "recorded", "-o", self.folder / "the.plan",
                  "--json", *options)
        self.assertEqual(got.returncode, 0, got.stderr)
        return json.loads(got.stdout)

    def replay(self, ranks, *options):
        got = mpi(ranks, HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root",
                  "--json", *options)
        self.assertEqual(got.returncode, 0, got.stderr)
        return json.loads(got.stdout)

    def assert_refused(self, got, *words):
        self.assertEqual(got.returncode, 2, got.stdout + got.stderr)
        self.assertEqual(got.stdout, "")
        told = [line for line in got.stderr.splitlines() if line.startswith("hdreplay: ")]
        self.assertEqual(len(told), 1, got.stderr)
        for word in words:
            self.assertIn(word, told[0])

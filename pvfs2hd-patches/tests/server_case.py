# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs a program that has a server's tables and works from 8 threads, with the server's agent."""

import argparse
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from relations import read_relations

REQUESTS, THREADS, PARTS, CHILDREN = 60, 8, 3, 2
OPTIONS = argparse.Namespace()


class ServerCase(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.top = pathlib.Path(holder.name)
        self.out = self.top / "out"
        self.out.mkdir()

    # --- running ----------------------------------------------------------------------------

    def environment(self, **more):
        env = {name: value for name, value in os.environ.items() if not name.startswith("HDTRACE_")}
        env.update(HDTRACE_PREFIX=f"{self.out}/", HDTRACE_PROJECT="served", HDTRACE_HOST="n1")
        # The variable of a patched server covers the agent's of the same name, on purpose.
        env["ASAN_OPTIONS"] = ":".join(filter(None, (env.get("ASAN_OPTIONS"), "detect_odr_violation=0")))
        if OPTIONS.agent:
            env["LD_PRELOAD"] = OPTIONS.agent
        env.update(more)
        return env

    def command(self, program="hdpvfs-stand-in", requests=REQUESTS, more=()):
        path = pathlib.Path(OPTIONS.programs, program)
        return [str(path), str(self.top / "data"), str(THREADS), str(requests), *more]

    def run_program(self, program="hdpvfs-stand-in", more=(), requests=REQUESTS, **env):
        """What it did, and what it said on stderr; it must have done all of its work."""
        self.result = subprocess.run(self.command(program, requests, more), text=True,
                                     capture_output=True, env=self.environment(**env))
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        did = {line.split()[0]: int(line.split()[1]) for line in self.result.stdout.splitlines()}
        self.assertEqual(did["requests"] % requests, 0)
        self.check_data(requests)
        return did

    def check_data(self, requests):
        """The program wrote what it writes without an agent."""
        data = (self.top / "data").read_bytes()
        part = PARTS * 4096
        self.assertEqual(len(data), requests * part)
        for i in range(requests):
            self.assertEqual(data[i * part : (i + 1) * part], bytes([i % 256]) * part)

    def said(self, *patterns):
        lines = [line for line in self.result.stderr.splitlines() if line]
        self.assertEqual(len(lines), len(patterns), self.result.stderr)
        for line, pattern in zip(lines, patterns):
            self.assertRegex(line, r"^hdtrace: pvfs server \(\d+\): " + pattern)

    def relations(self, layer, host="n1", project="served", **how):
        return read_relations(self.out / f"{project}_{host}_{layer}.rel", **how)

    def merge(self):
        subprocess.run([OPTIONS.merge, str(self.out)], check=True, capture_output=True)
        return (self.out / "served.proj").read_text()

    def wait_for(self, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, "it never came")
            time.sleep(0.02)

    def nothing_written(self):
        self.assertEqual(list(self.out.iterdir()), [])


def run_case(tests):
    """The case that the command line names; exit code 77: it can't be run here."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--merge", required=True)
    parser.add_argument("--agent", default="")
    parser.add_argument("case")
    parser.parse_args(namespace=OPTIONS)
    outcome = unittest.main(argv=[sys.argv[0], f"{tests.__name__}.test_{OPTIONS.case}"], exit=False).result
    for _, reason in outcome.skipped:
        print(f"skipped: {reason}")
    sys.exit(77 if outcome.skipped else not outcome.wasSuccessful())

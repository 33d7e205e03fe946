# SPDX-License-Identifier: GPL-3.0-or-later
"""What tests of a back-end of powertracer against a simulated device begin with. The program's path is
the first argument on the command line."""

import itertools
import json
import os
import pathlib
import signal
import socketserver
import struct
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from stat_file import StatFile

POWERTRACER = sys.argv.pop(1)


class MeterTest(unittest.TestCase):
    environment = {}

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def config(self, text):
        path = self.folder / "pt.cfg"
        path.write_text(text)
        return path

    def run_it(self, text, *arguments):
        return subprocess.run([POWERTRACER, "-c", self.config(text), "-H", "n1", *arguments],
                              capture_output=True, text=True, timeout=90,
                              env={**os.environ, **self.environment})

    def stat(self, group="Energy"):
        """What a group's file has so far, or None."""
        try:
            stat = StatFile(self.folder / f"MyProject_n1_{group}.stat")
        except (OSError, ValueError, struct.error):
            return None
        # While it grows the file has room at its end.
        stat.records = list(itertools.takewhile(lambda record: record[0] != 0, stat.records))
        return stat if stat.records else None

    def wait_for_stat(self, condition, group="Energy"):
        """The file grows twice a second."""
        self.wait_for(lambda: (stat := self.stat(group)) is not None and condition(stat))

    def record(self, text, condition=lambda stat: len(stat.good("P")) >= 3, more=()):
        """Measure until the file has what is waited for; the file and what was told."""
        process = self.start(text, more)
        self.wait_for_stat(condition)
        return self.finish(process), process.stderr.read()

    def start(self, text, more=()):
        process = subprocess.Popen([POWERTRACER, "-c", self.config(text), "-H", "n1",
                                    "-o", self.folder, *more], stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, **self.environment})
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertIn("measuring", process.stderr.readline())
        return process

    def finish(self, process):
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)
        return StatFile(self.folder / "MyProject_n1_Energy.stat")

    def measures_short_runs(self, text, expected):
        """Of a run much shorter than a cycle beginning and end are measured; on a busy machine a
        device may answer too late for that."""
        path = self.folder / "MyProject_n1_Energy.stat"

        def has_record():
            run = self.run_it(f"{text}cycle=30000\n", "-o", self.folder, "-d", "0.2")
            self.assertEqual(run.returncode, 0, run.stderr)
            stat = StatFile(path)
            self.assertEqual(stat.gaps(), [])
            self.assertLessEqual(set(stat.good("P")), {expected})
            return len(stat.records) == 1 and stat.records[0][1]["ELAPSED_NS"] >= 2e8

        self.wait_for(has_record)

    def once(self, text):
        run = self.run_it(text, "--once", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        told = json.loads(run.stdout)["devices"][0]
        return {value["name"]: value["value"] for value in told["values"]}

    def refused(self, text, cause):
        run = self.run_it(text, "-o", self.folder, "-d", "1")
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn(cause, run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)

    def wait_for(self, condition):
        """Something that has to happen, soon or, on a busy machine, later."""
        for _ in range(500):
            if condition():
                return
            time.sleep(0.05)
        self.fail("it did not happen")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # the other side went away


def serve(test, handler, context=None):
    """Serve until the test ends, over TLS with a context; HOST:PORT."""
    server = Server(("127.0.0.1", 0), handler)
    if context is not None:
        server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    test.addCleanup(server.server_close)
    test.addCleanup(server.shutdown)
    return f"127.0.0.1:{server.server_address[1]}"

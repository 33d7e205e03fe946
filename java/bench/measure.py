# SPDX-License-Identifier: GPL-3.0-or-later
"""What all sections use: the programs, and how they are run and reported."""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
JARS = f"{ROOT}/build/bench/*:{ROOT}/build/java/*"
PEERS = Path(__file__).parent / "peers"


def report(text):
    print(text, flush=True)


def spread(values):
    """Median, and the range in which all are."""
    return f"{statistics.median(values):6.2f} ({min(values):.2f} to {max(values):.2f})"


def progress(text):
    print(text, file=sys.stderr, flush=True)


def load():
    """How busy the machine is, for a heading."""
    return f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}"


class Process:
    """One run of a command from its start: its output, wall and processor seconds, most memory."""

    def __init__(self, command, env=None):
        begin = time.monotonic()
        with tempfile.TemporaryFile() as said:
            process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, env=env)
            self.output = process.stdout.read().decode()
            _, status, used = os.wait4(process.pid, 0)
            self.seconds = time.monotonic() - begin
            process.returncode = os.waitstatus_to_exitcode(status)
            self.processor_seconds = used.ru_utime + used.ru_stime
            self.megabytes = used.ru_maxrss / 1024
            if process.returncode:
                said.seek(0)
                raise RuntimeError(f"{command}: {said.read().decode().strip()}")


class OnDemand:
    """A program that does a pass for each line on its standard input and answers with one, so that several take turns."""

    def __init__(self, command, greeting=1):
        """Wait until it has said so many lines, kept as what it says first."""
        self.command = [str(word) for word in command]
        self.process = subprocess.Popen(self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.said = [self.line() for _ in range(greeting)]

    def line(self):
        line = self.process.stdout.readline()
        if not line:
            raise RuntimeError(f"{self.command} ends with {self.process.wait()}")
        return line

    def ask(self):
        """The words of the answer to a pass."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return self.line().split()

    def close(self):
        self.process.stdin.close()
        self.process.wait()


def jmh(pattern, work, options, *more):
    """The table of the JMH benchmarks of that name, short with --quick."""
    progress(f"JMH: {pattern}")
    table = work / "jmh.txt"
    short = ["-wi", "1", "-i", "1", "-w", "100ms", "-r", "100ms"] if options.quick else []
    command = ["java", "-cp", JARS, "org.openjdk.jmh.Main", pattern, "-bm", "thrpt", "-tu", "us", "-foe", "true"]
    subprocess.run([*command, *more, *short, "-v", "SILENT", "-rf", "text", "-rff", table], check=True)
    report(table.read_text().rstrip())

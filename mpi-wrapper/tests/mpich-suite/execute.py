# SPDX-License-Identifier: GPL-3.0-or-later
"""Run one entry of the suite and judge it as the suite's own runner does."""

import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

GRACE_S = 20  # the launcher's own limit comes first; this is for a launcher that hangs
SILENT = re.compile(r"^\s*(No [Ee]rrors|Test Passed)\s*$")
OUR_LINE = re.compile(r"^hdtrace: ")
RUNNING = set()


@dataclass
class Outcome:
    """What came of one run."""

    result: str  # passed, failed, timeout, unbuilt
    status: int
    seconds: float
    output: str
    messages: list

    @property
    def key(self):
        """What must be equal with and without the wrapper."""
        return self.result, self.status


def run(entry, suite, launcher, work, environment, limit_s):
    """Run an entry in a folder of its own, from which its programs can be reached as ./name."""
    program = suite.build / entry.folder / entry.program
    if not program.is_file():
        return Outcome("unbuilt", 0, 0.0, "", [])
    link_programs(program.parent, work)
    command = [launcher, "-n", str(entry.ranks), *entry.launcher]
    for name, value in environment.items():
        command += ["-genv", name, value]
    command += [f"./{entry.program}", *entry.arguments]
    limit_s = min(entry.limit_s, limit_s)
    variables = os.environ | entry.environment | {"MPIEXEC_TIMEOUT": str(limit_s)}
    started = time.monotonic()
    status, text, killed = execute(command, work, variables, limit_s + GRACE_S)
    seconds = time.monotonic() - started
    lines = text.splitlines()
    messages = [line for line in lines if OUR_LINE.match(line)]
    others = [line for line in lines if not OUR_LINE.match(line)]
    late = killed or seconds >= limit_s
    passed = judge(entry.judge, status, others)
    return Outcome("passed" if passed else "timeout" if late else "failed", status, seconds,
                   "\n".join(others), messages)


def link_programs(folder, work):
    """Programs that start others look for them in the folder where they run."""
    for path in folder.iterdir():
        if path.is_file() and os.access(path, os.X_OK) and not path.suffix:
            (work / path.name).symlink_to(path)


def execute(command, folder, variables, limit_s):
    """Status, output of both kinds, and whether the group had to be killed."""
    output = folder / "output.txt"
    with output.open("wb") as file:
        process = subprocess.Popen(command, cwd=folder, env=variables, stdin=subprocess.DEVNULL,
                                   stdout=file, stderr=file, start_new_session=True)
        RUNNING.add(process)
        try:
            status, killed = process.wait(limit_s), False
        except subprocess.TimeoutExpired:
            status, killed = -signal.SIGKILL, True
        end_group(process)
        RUNNING.discard(process)
    return status, output.read_bytes().decode("utf-8", "replace"), killed


def kill_group(process):
    """The launcher's whole session."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def end_group(process):
    """Whatever is left of the launcher's session, so that it can't disturb the next run."""
    kill_group(process)
    process.wait()


def end_all():
    """For a signal handler: waits for nothing, since the thread that runs a test may hold a lock."""
    for process in list(RUNNING):
        kill_group(process)


def judge(kind, status, lines):
    """The suite's rules: which status and which output make a test pass."""
    lines = [line for line in lines if "FORTRAN STOP" not in line]
    if kind in ("TestStatus", "TestErrFatal"):
        return status != 0
    said = any(re.match(r"^\s*No [Ee]rrors\s*$", line) for line in lines)
    clean = all(SILENT.match(line) for line in lines)
    if kind == "TestStatusNoErrors":
        return said and clean and status != 0
    return said and clean and status == 0

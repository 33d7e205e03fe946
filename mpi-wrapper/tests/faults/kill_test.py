#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kill one of four ranks at random moments: whatever had ended by then is in the traces of all four,
also of those that the launcher kills afterwards.

    kill_test.py --mpiexec M --library LIB --merge HDTRACE_MERGE --program FAULTS --dir D
        [--mode direct|ring|zstd] [--kills N] [--seed S]
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import recorded

RANKS = 4
LIMIT_S = 300  # only for what hangs
MODES = {"direct": {}, "ring": {"HDTRACE_MODE": "ring"}, "zstd": {"HDTRACE_COMPRESS": "zstd"}}


def start(arguments, folder):
    environment = dict(os.environ, HDTRACE_PREFIX=f"{folder}/", HDTRACE_PROJECT="killed",
                       HDTRACE_HOST="n", **MODES[arguments.mode])
    if arguments.library:
        environment["LD_PRELOAD"] = arguments.library
    command = [arguments.mpiexec, "-n", str(RANKS), arguments.program, f"{folder}/ledger", "0"]
    return subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL,
                            stderr=subprocess.DEVNULL, start_new_session=True)


def wait_for_calls(run, folder):
    """Until all ranks have made their first calls."""
    for _ in range(60000):
        books = [recorded.ledger(folder, rank) for rank in range(RANKS)]
        if all(calls > 0 for _, calls in books):
            return [pid for pid, _ in books]
        if run.poll() is not None:
            raise recorded.Finding(f"the program ended by itself: {run.returncode}")
        time.sleep(0.005)
    raise recorded.Finding("the program did not start")


def is_at_work(pid):
    """Whether a thread of the process can still do something; a dead one may wait for its parent."""
    for status in Path(f"/proc/{pid}/task").glob("*/stat"):
        try:
            if status.read_text(encoding="ascii").rsplit(")", 1)[1].split()[0] not in "ZX":
                return True
        except OSError:
            pass # it has just gone
    return False


def wait_for_ends(pids):
    """The launcher has told all ranks to end, not waited for it."""
    end = time.monotonic() + LIMIT_S
    while any(is_at_work(pid) for pid in pids):
        if time.monotonic() > end:
            raise recorded.Finding("a rank goes on after the launcher has ended")
        time.sleep(0.01)


def kill_once(arguments, folder, chance):
    run = start(arguments, folder)
    try:
        pids = wait_for_calls(run, folder)
        time.sleep(chance.uniform(0, arguments.longest))
        os.kill(chance.choice(pids), signal.SIGKILL)
        run.wait(timeout=LIMIT_S)
    finally:
        if run.poll() is None:
            os.killpg(run.pid, signal.SIGKILL)
            run.wait()
    wait_for_ends(pids)
    if arguments.mode == "ring":
        subprocess.run([arguments.merge, folder], check=True, stdout=subprocess.DEVNULL)
    return [recorded.check_rank(folder, rank) for rank in range(RANKS)]


def main():
    parser = argparse.ArgumentParser()
    for name in ("mpiexec", "merge", "program", "dir"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--library", help="preloaded; without it the program is linked with it")
    parser.add_argument("--mode", choices=sorted(MODES), default="direct")
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--longest", type=float, default=0.1, help="seconds before a kill")
    arguments = parser.parse_args()
    chance = random.Random(arguments.seed)
    print(f"seed {arguments.seed}", flush=True)
    folder = Path(arguments.dir)
    calls = 0
    folder.mkdir(parents=True, exist_ok=True)
    if recorded.is_not_mapped(folder):
        print("skipped: files are not mapped here: a kill may take along what was recorded last")
        return 77
    for number in range(arguments.kills):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        try:
            calls += sum(kill_once(arguments, folder, chance))
        except recorded.Finding as finding:
            print(f"kill {number} of seed {arguments.seed}: {finding}", file=sys.stderr)
            return 1
    shutil.rmtree(folder)
    print(f"{arguments.kills} kills of {RANKS} ranks ({arguments.mode}): {calls} calls had returned, "
          "all of them are recorded, none twice")
    return 0


if __name__ == "__main__":
    sys.exit(main())

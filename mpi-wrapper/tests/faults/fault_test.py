#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A program under the tracer while something is wrong: it must run on and end as without the tracer,
what can be recorded is, and what is lost is told in one warning per process.

    fault_test.py CASE --mpiexec M --library LIB --merge HDTRACE_MERGE --program FAULTS --dir D

Exit status 77: the system does not allow what the case needs.
"""

import argparse
import os
import re
import resource
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import recorded

RANKS, ROUNDS = 2, 20000
SKIPPED = 77
SUMMARY = re.compile(rb"<Event name='HDTraceSummary'[^>]* dropped='(\d+)'")


class Skip(Exception):
    """The system does not allow the case."""


def run(arguments, folder, event="", rounds=ROUNDS, inside=(), limit=None, ranks=RANKS,
        **variables):
    """Run the program under the tracer, its traces and ledgers in the folder."""
    traces = folder / "traces"
    traces.mkdir(parents=True, exist_ok=True)
    environment = dict(os.environ, HDTRACE_PREFIX=f"{traces}/", HDTRACE_PROJECT="p",
                       HDTRACE_HOST="n", LD_PRELOAD=arguments.library, **variables)
    command = [*inside, arguments.mpiexec, "-n", str(ranks), arguments.program,
               f"{folder}/ledger", str(rounds)] + ([event] if event else [])

    def set_limit():
        if limit:
            resource.setrlimit(*limit)
    # pylint: disable=subprocess-popen-preexec-fn
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=120,
                          check=False, preexec_fn=set_limit)


def demand(condition, message):
    if not condition:
        raise recorded.Finding(message)


def ended_well(outcome):
    done = sorted(line for line in outcome.stdout.splitlines() if line)
    demand(outcome.returncode == 0 and done == [f"rank {r} is done" for r in range(RANKS)],
           f"exit status {outcome.returncode}\n{outcome.stdout[:2000]}{outcome.stderr[:2000]}")


def warnings_of(outcome):
    return [line for line in outcome.stderr.splitlines() if line.startswith("hdtrace:")]


def warned_once(outcome):
    """Each rank says what it lost, and says it once."""
    lines = warnings_of(outcome)
    for rank in range(RANKS):
        own = [line for line in lines if f"rank {rank}:" in line]
        lost = [line for line in own if "not recorded" in line]
        demand(len(lost) <= 1 and 1 <= len(own) <= 3, f"warnings of rank {rank}: {own}")


def whole(folder, rank):
    """All rounds are recorded, in a well-formed file."""
    tags = recorded.rounds_of(folder / "traces", rank)
    demand(tags == [i % recorded.TAGS for i in range(ROUNDS)],
           f"rank {rank}: {len(tags)} of {ROUNDS} calls are recorded")
    ElementTree.fromstring(recorded.text_of(folder / "traces", rank))


def in_part(folder, rank):
    """The first rounds are recorded without a gap; a closed file tells how many are missing."""
    text = recorded.text_of(folder / "traces", rank)
    tags = [int(tag) for tag in recorded.STATE.findall(text)]
    demand(0 < len(tags) < ROUNDS and tags == list(range(len(tags))),
           f"rank {rank}: {len(tags)} calls are recorded")
    if text.rstrip().endswith(b"</Program>"):
        ElementTree.fromstring(text)
        dropped = SUMMARY.search(text)
        demand(dropped is not None, f"rank {rank}: no summary in a trace with gaps")
        # Init, Finalize and the like are counted as well
        demand(ROUNDS <= len(tags) + int(dropped.group(1)) <= ROUNDS + 10,
               f"rank {rank}: {len(tags)} recorded and {int(dropped.group(1))} dropped")


def with_mount(options, arguments, folder):
    """A command that mounts a memory file system on the traces' folder, only for what it starts."""
    traces = folder / "traces"
    traces.mkdir(parents=True, exist_ok=True)
    unshare = ["unshare", "--mount"] if os.geteuid() == 0 else \
        ["unshare", "--mount", "--map-root-user"]
    copy = f"cp -a {traces}/. {folder}/kept/"
    script = f'mount -t tmpfs -o {options} none "{traces}" || exit 77; "$@"; s=$?; {copy}; exit $s'
    probe = subprocess.run([*unshare, "sh", "-c", f'mount -t tmpfs none "{traces}"'],
                           capture_output=True, check=False)
    if probe.returncode != 0:
        raise Skip("no file system may be mounted here")
    (folder / "kept").mkdir()
    del arguments
    return [*unshare, "sh", "-c", script, "sh"]


def small_disk(arguments, folder):
    """A file system of 1 MiB for the traces of both ranks."""
    outcome = run(arguments, folder, inside=with_mount("size=1m", arguments, folder))
    ended_well(outcome)
    warned_once(outcome)
    (folder / "kept").rename(folder / "traces2")
    (folder / "traces").rmdir()
    (folder / "traces2").rename(folder / "traces")
    some = [rank for rank in range(RANKS) if list((folder / "traces").glob(f"*_{rank}_0.trc"))]
    demand(some, "no rank has a trace")
    for rank in some:
        in_part(folder, rank)


def read_only(arguments, folder):
    outcome = run(arguments, folder, inside=with_mount("ro", arguments, folder))
    ended_well(outcome)
    warned_once(outcome)


def file_size(arguments, folder):
    """ulimit -f: a growing file is an error of write, never a signal."""
    outcome = run(arguments, folder, "size")
    ended_well(outcome)
    warned_once(outcome)
    for rank in range(RANKS):
        in_part(folder, rank)


def no_files(arguments, folder):
    """ulimit -n: threads that come later find no descriptor."""
    outcome = run(arguments, folder, "files", limit=(resource.RLIMIT_NOFILE, (256, 256)))
    ended_well(outcome)
    for rank in range(RANKS):
        whole(folder, rank)
    demand(len(warnings_of(outcome)) <= 3 * RANKS, f"{len(warnings_of(outcome))} warnings")


def vanishes(arguments, folder):
    """The folder is removed while the program runs."""
    remover = f'"$@" & p=$!; sleep 0.5; rm -rf "{folder}/traces"; wait $p'
    outcome = run(arguments, folder, rounds=400000, inside=["sh", "-c", remover, "sh"])
    ended_well(outcome)


def forks(arguments, folder):
    """100 children a rank, by fork and vfork, that exit, _exit and exec."""
    outcome = run(arguments, folder, "fork")
    ended_well(outcome)
    for rank in range(RANKS):
        whole(folder, rank)
    expected = {f"p_n_{rank}_0.{kind}" for rank in range(RANKS) for kind in ("trc", "info")}
    found = {path.name for path in (folder / "traces").glob("p_n_*") if path.suffix != ".idx"}
    demand(found == expected, f"files {sorted(found)}")


def signals(arguments, folder):
    """10,000 signals a second."""
    outcome = run(arguments, folder, "signals")
    ended_well(outcome)
    for rank in range(RANKS):
        whole(folder, rank)


def dies(arguments, folder, how):
    outcome = run(arguments, folder, how)
    demand(outcome.returncode != 0, "the program did not die")
    for rank in range(RANKS):
        returned = recorded.ledger(folder, rank)[1]
        tags = recorded.rounds_of(folder / "traces", rank)
        demand(returned <= len(tags) <= returned + 1 and tags == list(range(len(tags))),
               f"rank {rank}: {returned} calls had returned, {len(tags)} are recorded")
    demand(recorded.ledger(folder, 1)[1] == ROUNDS // 2 + 1, "rank 1 did not die in the middle")
    merged = subprocess.run([arguments.merge, folder / "traces"], capture_output=True, text=True,
                            check=False)
    demand(merged.returncode == 0 and (folder / "traces" / "p.proj").exists(), merged.stderr)


def exit_inside(arguments, folder):
    """exit() amid the tracer, as out of a signal handler: the trace is whole, but for that call."""
    outcome = run(arguments, folder, ranks=1)
    demand("does not grow" not in outcome.stderr, outcome.stderr)
    demand("not complete" not in outcome.stderr, outcome.stderr)
    tags = recorded.rounds_of(folder / "traces", 0)
    demand(len(tags) >= ROUNDS and tags == list(range(len(tags))), f"{len(tags)} calls are recorded")
    text = recorded.text_of(folder / "traces", 0)
    demand(text.endswith(b"</Program>\n"), f"the trace ends with {text[-100:]}")
    ElementTree.fromstring(text)


CASES = {
    "exit_inside": exit_inside,
    "small_disk": small_disk, "read_only": read_only, "file_size": file_size, "forks": forks,
    "no_files": no_files, "vanishes": vanishes, "signals": signals,
    "segv": lambda a, f: dies(a, f, "segv"), "abort": lambda a, f: dies(a, f, "abort"),
    "_exit": lambda a, f: dies(a, f, "_exit"),
}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=sorted(CASES))
    for name in ("mpiexec", "library", "merge", "program", "dir"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    folder = Path(arguments.dir)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    try:
        CASES[arguments.case](arguments, folder)
    except Skip as reason:
        print(f"skipped: {reason}")
        return SKIPPED
    except recorded.Finding as finding:
        print(f"{arguments.case}: {finding}", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

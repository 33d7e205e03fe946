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
import shlex
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import recorded

RANKS, ROUNDS = 2, 20000
SKIPPED, NO_BTRFS = 77, 79
LIMIT_S = 300  # only for what hangs
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
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT_S,
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


def in_part(folder, rank, least=1, rounds=ROUNDS):
    """How many rounds are recorded: the first ones, without a gap; a closed file tells how many are
    missing."""
    text = recorded.text_of(folder / "traces", rank)
    tags = [int(tag) for tag in recorded.STATE.findall(text)]
    demand(least <= len(tags) < rounds and tags == [i % recorded.TAGS for i in range(len(tags))],
           f"rank {rank}: {len(tags)} calls are recorded")
    if text.rstrip().endswith(b"</Program>"):
        ElementTree.fromstring(text)
        dropped = SUMMARY.search(text)
        demand(dropped is not None, f"rank {rank}: no summary in a trace with gaps")
        # Init, Finalize and the like are counted as well
        demand(rounds <= len(tags) + int(dropped.group(1)) <= rounds + 10,
               f"rank {rank}: {len(tags)} recorded and {int(dropped.group(1))} dropped")
    return len(tags)


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


# Make a btrfs out of the file "$image", mount it on "$below", and leave little room in its folder t.
# 110 MiB are about the least that it takes unless it is mixed; what was not written takes no room.
BTRFS = {
    "quota": """mkfs.btrfs -q "$image" && mount -o loop "$image" "$below" &&
        btrfs quota enable "$below" && btrfs subvolume create "$below/t" &&
        btrfs qgroup limit 1M "$below/t" """,
    # Files fill it, again after a sync as long as that finds more room; the last one goes again.
    "full": """mkfs.btrfs -q --mixed "$image" && mount -o loop "$image" "$below" &&
        mkdir "$below/t" && { i=0; before=-1
          while [ $i -gt $before ] && [ $i -lt 1000 ]; do
              before=$i
              while head -c 262144 /dev/zero 2>/dev/null >"$below/$i"; do i=$((i + 1)); done
              sync -f "$below"
          done 2>/dev/null
          [ $i -gt 2 ] && rm -f "$below/$i" "$below/$((i - 1))" "$below/$((i - 2))" &&
              sync -f "$below"; } """,
    # No btrfs, to compare with.
    "memory": """mount -t tmpfs none "$below" && mkdir "$below/t" """,
}
IMAGE_BYTES = {"quota": 110 << 20, "full": 24 << 20, "memory": 0}


# What puts its folder t where the traces go: as it is, or as the upper layer of an overlay, which is
# seen, or out of sight as in a container.
OVERLAY = """mkdir "$below/t/upper" "$below/t/work" "$below/t/lower" && mount -t overlay -o \\
    "lowerdir=$below/t/lower,upperdir=$below/t/upper,workdir=$below/t/work" overlay "$traces" """
SHOWN = {
    "bound": """mount --bind "$below/t" "$traces" """,
    "overlaid": OVERLAY,
    "contained": OVERLAY + """ && umount -l "$below" """,
}


def with_btrfs(kind, folder, shown):
    """A command that puts the traces on a btrfs with little room, for what it starts. The mount is in
    a name space of its own and its loop device detaches itself: both end with the last process
    there, however that ends."""
    traces, below, image = folder / "traces", folder / "below", folder / "image"
    for path in (traces, below, folder / "kept"):
        path.mkdir(parents=True, exist_ok=True)
    if os.geteuid() != 0 or not shutil.which("mkfs.btrfs"):
        raise Skip("a btrfs needs root and mkfs.btrfs")
    script = f"""image={shlex.quote(str(image))} below={shlex.quote(str(below))}
        traces={shlex.quote(str(traces))} kept={shlex.quote(str(folder / "kept"))}
        rm -f "$image" && truncate -s {IMAGE_BYTES[kind]} "$image"
        {{ {BTRFS[kind]} && {SHOWN[shown]}; }} >/dev/null || exit {NO_BTRFS}
        "$@"; s=$?; cp -a "$traces/." "$kept/"; exit $s"""
    return ["unshare", "--mount", "sh", "-c", script, "sh"]


def run_on_btrfs(kind, arguments, folder, shown="bound", **settings):
    outcome = run(arguments, folder, inside=with_btrfs(kind, folder, shown), **settings)
    if outcome.returncode == NO_BTRFS or outcome.stderr.startswith("unshare:"):
        raise Skip(f"no btrfs can be set up here: {outcome.stderr.strip()[-200:]}")
    return outcome


def small_btrfs(kind, arguments, folder, rounds, shown="bound", **variables):
    """There is much less room than both ranks' traces need. Nothing is mapped where pages are copied
    on write, whatever the mode: never a SIGBUS."""
    outcome = run_on_btrfs(kind, arguments, folder, shown, rounds=rounds, **variables)
    bounded(outcome, folder, 0, rounds)
    bound = [line for line in warnings_of(outcome) if "can't be mapped safely" in line]
    is_ring = variables.get("HDTRACE_MODE") == "ring"
    demand(len(bound) == 1 and is_ring == ("ring is not used" in bound[0]), bound)


def quota(arguments, folder):
    """The file system's own quota: EDQUOT."""
    small_btrfs("quota", arguments, folder / "direct", ROUNDS)
    small_btrfs("quota", arguments, folder / "ring", ROUNDS, HDTRACE_MODE="ring")
    small_btrfs("quota", arguments, folder / "zstd", ROUNDS, HDTRACE_COMPRESS="zstd")
    flight_recorder(arguments, folder / "last")


def full_btrfs(arguments, folder):
    """No quota, but no blocks either; how many there are is not known as exactly."""
    small_btrfs("full", arguments, folder / "direct", 2 * ROUNDS)
    small_btrfs("full", arguments, folder / "zstd", 2 * ROUNDS, HDTRACE_COMPRESS="zstd")


def flight_recorder(arguments, folder, shown="bound"):
    """Cannot be where nothing is mapped: there is no trace, and a word why."""
    outcome = run_on_btrfs("quota", arguments, folder, shown, HDTRACE_LIMIT="last", HDTRACE_LIMIT_MB="1")
    ended_well(outcome)
    demand(any("a flight recorder needs" in line for line in warnings_of(outcome)), outcome.stderr)
    demand(not list((folder / "kept").glob("*.trc*")), "there is a trace")


def overlaid_btrfs(arguments, folder):
    """Below an overlay, which says of itself only what it is: nothing is mapped there either."""
    for shown in ("overlaid", "contained"):
        for mode in ("direct", "ring"):
            small_btrfs("quota", arguments, folder / shown / mode, ROUNDS, shown=shown, HDTRACE_MODE=mode)
        flight_recorder(arguments, folder / shown / "last", shown=shown)
        outcome = run_on_btrfs("memory", arguments, folder / shown / "memory", shown)
        ended_well(outcome)
        demand(not warnings_of(outcome), outcome.stderr)


def small_disk(arguments, folder):
    """A file system of 1 MiB for the traces of both ranks."""
    bounded(run(arguments, folder, inside=with_mount("size=1m", arguments, folder)), folder)


def bounded(outcome, folder, least=1, rounds=ROUNDS):
    """There was no room for all; what was kept of the traces is right as far as it goes."""
    ended_well(outcome)
    warned_once(outcome)
    (folder / "kept").rename(folder / "traces2")
    (folder / "traces").rmdir()
    (folder / "traces2").rename(folder / "traces")
    some = [rank for rank in range(RANKS) if list((folder / "traces").glob(f"*_{rank}_0.trc*"))]
    demand(some, "no rank has a trace")
    demand(sum(in_part(folder, rank, least, rounds) for rank in some) > 0, "nothing is recorded")


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
    """The folder is removed in the middle of what the program does."""
    ledger = f"{folder}/ledger"
    remover = f"""rm -f "{ledger}-half"; "$@" & p=$!
        until [ -e "{ledger}-half" ]; do kill -0 $p 2>/dev/null || exit 1; sleep 0.01; done
        rm -rf "{folder}/traces"; : >"{ledger}-gone"; wait $p"""
    outcome = run(arguments, folder, "vanish", rounds=400000, inside=["sh", "-c", remover, "sh"])
    ended_well(outcome)
    demand(not (folder / "traces").exists(), "there is a folder again")


def cut(arguments, folder):
    """The traces are cut while they are mapped: a store to them is a SIGBUS then."""
    for mode in ({}, {"HDTRACE_MODE": "ring"}, {"HDTRACE_COMPRESS": "zstd"},
                 {"HDTRACE_LIMIT": "last", "HDTRACE_LIMIT_MB": "1"}):
        traces = folder / "-".join(["cut", *mode.values()])
        outcome = run(arguments, traces, "cut", rounds=4 * ROUNDS, **mode)
        ended_well(outcome)
        demand(any("rank 0:" in line for line in warnings_of(outcome)), outcome.stderr)


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


def demand_mapping(folder):
    if recorded.is_not_mapped(folder):
        raise Skip("files are not mapped here: a death may take along what was recorded last")


def dies(arguments, folder, how):
    demand_mapping(folder)
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
    demand_mapping(folder)
    ring = {"HDTRACE_MODE": "ring", "HDTRACE_RING_SIZE_MB": "1"}  # so small that calls make text of it
    zstd = {"HDTRACE_COMPRESS": "zstd"}
    for name, variables in [("direct", {}), ("ring", ring), ("zstd", zstd), ("both", ring | zstd)]:
        exit_inside_of(arguments, folder / name, variables)


def exit_inside_of(arguments, folder, variables):
    outcome = run(arguments, folder, ranks=1, **variables)
    demand("does not grow" not in outcome.stderr, outcome.stderr)
    demand("not complete" not in outcome.stderr, outcome.stderr)
    tags = recorded.rounds_of(folder / "traces", 0)
    demand(len(tags) >= ROUNDS and tags == list(range(len(tags))), f"{len(tags)} calls are recorded")
    text = recorded.text_of(folder / "traces", 0)
    demand(text.endswith(b"</Program>\n"), f"the trace ends with {text[-100:]}")
    ElementTree.fromstring(text)
    left = [path.name for pattern in ("*.ring", "*.tail") for path in folder.glob(f"traces/{pattern}")]
    demand(not left, f"{left} stayed")


CASES = {
    "exit_inside": exit_inside, "cut": cut,
    "quota": quota, "full_btrfs": full_btrfs, "overlaid_btrfs": overlaid_btrfs,
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

# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast traces are read and indexed, beside OTF2's reader."""

import os
import shutil
import statistics
import subprocess

from measure import JARS, PEERS, ROOT, OnDemand, Process, jmh, report, spread

HEAP = "-Xmx256m"
MODES = ["count", "times", "attributes", "name"]


def generate(kind, to, states, nested=False):
    """A trace or a project of that many states."""
    command = ["java", "-cp", JARS, "org.hdtrace.bench.TraceGenerator", kind, to, str(states)]
    subprocess.run(command + ["nested"] * nested, check=True)


class Otf2:
    """OTF2's local reader with the same number of calls."""

    def __init__(self, work, calls):
        self.program, self.archive = work / "otf2_calls", work / "otf2"
        source = PEERS / "otf2_calls.c"
        built = subprocess.run(["cc", "-std=c11", "-O2", "-o", self.program, source, "-lotf2"], capture_output=True)
        self.absent = "libotf2-trace-dev is not there" if built.returncode else None
        if not self.absent:
            subprocess.run([self.program, "write", self.archive, str(calls)], check=True)

    def rate(self):
        """M calls per second of CPU time."""
        words = subprocess.run([self.program, "read", self.archive], capture_output=True, check=True).stdout.split()
        return int(words[1]) * 1e3 / int(words[2])


class Cursor:
    """Passes of the Java reader over one trace, one at a time."""

    def __init__(self, trace, mode, states):
        command = ["java", HEAP, "-cp", JARS, "org.hdtrace.bench.CursorRate", trace, mode]
        self.states = states
        self.passes = OnDemand(command)
        if self.passes.said != ["ready\n"]:
            raise RuntimeError("the reader does not start")

    def rate(self):
        """M states per second of CPU time, wanted or not."""
        return self.states * 1e3 / int(self.passes.ask()[1])

    def close(self):
        self.passes.close()


def scan(work, options):
    """The scanner of one core beside OTF2's."""
    states = options.states
    peer = Otf2(work, states)
    if peer.absent:
        report(f"otf2 left out, {peer.absent}")
    for nested in (False, True):
        trace = work / "scan.trc"
        generate("trace", trace, states, nested)
        size = trace.stat().st_size
        report(f"scan, {states} {'nested' if nested else 'flat'} states of {size / states:.0f} B, M per CPU second:")
        for mode in MODES:
            cursor = Cursor(trace, mode, states)
            pairs = [(cursor.rate(), None if peer.absent else peer.rate()) for _ in range(options.passes)]
            cursor.close()
            line = f"  {mode:11s} {spread([own for own, _ in pairs])}"
            if not peer.absent:
                ratios = [own / other for own, other in pairs]
                line += f"   otf2 {spread([other for _, other in pairs])}   ratio {spread(ratios)}"
            report(line)
        trace.unlink()


def records(work, options):
    """Statistics of ten doubles, written and read by one core."""
    file, count = work / "bench.stat", 2 * options.states
    report(f"statistics, {count} records of 10 doubles, M per CPU second:")
    for mode, label in (("write", "write"), ("set", "value by value"), ("read", "read")):
        command = ["java", HEAP, "-cp", JARS, "org.hdtrace.bench.StatisticsRate", file, mode, str(count)]
        lines = subprocess.run(command + [str(options.passes)], capture_output=True, check=True).stdout.splitlines()
        report(f"  {label:14s} {spread([int(line.split()[0]) * 1e3 / int(line.split()[1]) for line in lines])}")


def index(work, options):
    """Making an index beside reading the times alone."""
    for states in (options.states, 10 * options.states):
        trace = work / "index.trc"
        generate("trace", trace, states)
        cursors = [Cursor(trace, mode, states) for mode in ("times", "index")]
        pairs = [[cursor.rate() for cursor in cursors] for _ in range(options.passes)]
        for cursor in cursors:
            cursor.close()
        more = spread([100 * (scanned / indexed - 1) for scanned, indexed in pairs])
        report(f"index, {states} states, M per CPU second: times {spread([pair[0] for pair in pairs])}")
        report(f"  index {spread([pair[1] for pair in pairs])}   more CPU time than the times, %: {more}")
        trace.unlink()


class Runs:
    """What runs of one command took, JVM start included."""

    def __init__(self, command, runs):
        flags = {**os.environ, "HDTRACE_JAVA_FLAGS": HEAP}
        done = [Process(command, flags) for _ in range(runs)]
        self.seconds = [run.seconds for run in done]
        self.processor_seconds = [run.processor_seconds for run in done]
        self.megabytes = max(run.megabytes for run in done)

    def line(self):
        return f"{spread(self.seconds)}   at most {self.megabytes:.0f} MB resident"


def timed(command, project, label, options):
    """One line about a command; its median."""
    words = command.split()
    runs = Runs([ROOT / "hdtrace", *words, project], options.passes)
    report(f"  {words[0]:8s} {label}: {runs.line()}")
    return statistics.median(runs.seconds)


def making(project, label, options):
    """What it costs a profile to make the indexes on its way, run by run beside one that does not. They are there then."""
    more = []
    for _ in range(options.passes):
        for made in project.parent.glob("*.idx"):
            made.unlink()
        plain, with_index = (
            Runs([ROOT / "hdtrace", "profile", *words, project], 1).processor_seconds[0] for words in (["--no-index"], [])
        )
        more.append(100 * (with_index / plain - 1))
    report(f"  profile  {label}: more CPU time when it makes the indexes, %: {spread(more)}")


def commands(work, options):
    """Whole commands by the number of states, first without an index, then with one."""
    report(f"commands, wall s with {HEAP}; a JVM alone {Runs(['java', '-version'], options.passes).line()}:")
    indexed = {}
    for power in range(4, 9):
        if 10**power > 16 * options.states:
            continue
        folder = work / f"p{power}"
        project = folder / "bench.proj"
        generate("project", folder, 10**power)
        for command in ("info", "profile --no-index", "matrix", "index --force"):
            timed(command, project, f"10^{power}", options)
        making(project, f"10^{power}", options)
        for command in ("info", "profile"):
            indexed[command, power] = timed(command, project, f"10^{power} indexed", options)
        shutil.rmtree(folder)
    for power in range(7, 9):
        if ("profile", power) in indexed:
            ratio = indexed["profile", power] / indexed["profile", 6]
            report(f"  profile with an index, 10^{power} / 10^6: {ratio:.2f}")


def benchmarks(work, options):
    """The readers under JMH."""
    jmh("CursorBench", work, options)

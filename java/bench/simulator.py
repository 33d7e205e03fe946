# SPDX-License-Identifier: GPL-3.0-or-later
"""How fast programs are simulated, beside SimGrid's SMPI and the original."""

import json
import math
import shlex
import statistics
import subprocess
from pathlib import Path

from measure import JARS, PEERS, OnDemand, Process, jmh, load, progress, report, spread

# Whether programs may ask for pages of 2 MiB.
HUGE_PAGES = Path("/sys/kernel/mm/transparent_hugepage/enabled")


def huge_pages():
    modes = HUGE_PAGES.read_text() if HUGE_PAGES.is_file() else ""
    return ["-XX:+UseTransparentHugePages"] if "[always]" in modes or "[madvise]" in modes else []


# As the front end starts the simulator, and sweeps.
JAVA = ["java", "-XX:+UseSerialGC", *huge_pages(), "-cp", JARS]
SWEEPING_JAVA = ["java", "-XX:+UseParallelGC", *huge_pages(), "-cp", JARS]

# Of each exchange by the number of ranks: how often it is repeated to make about 2^18 messages.
REPETITIONS = {
    "ring": {64: 4000, 256: 1000, 1024: 250},
    "rdb": {64: 700, 256: 128, 1024: 25},
    "alltoall": {64: 64, 256: 4, 1024: 1},
}
# Times so many repetitions, lest starting counts most.
FACTOR = 10
SIZES = (1024, 102400)

# A step of the ring with 1 KiB, ns: 2 x (1,072 B / 125 MB/s + 25 us), 1 in each interface and the switch, 2 + 3 + 2 in the
# processor before, in both parts of, and after the call. In the first step the switch serves one rank after the other.
RING_STEP = 2 * (8_576 + 25_000) + 3 + 7


class Smpi:
    """SimGrid's SMPI on a star of the same parameters."""

    PLATFORM = """<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
<zone id="whole" routing="Full">
<cluster id="star" prefix="h" suffix="" radical="0-{last}" speed="1Gf" bw="125MBps" lat="25us" sharing_policy="SPLITDUPLEX"/>
</zone>
</platform>
"""

    def __init__(self, work):
        self.work, self.program = work, work / "smpi_exchange"
        try:
            built = subprocess.run(
                ["smpicc", "-std=c11", "-O2", "-o", self.program, PEERS / "smpi_exchange.c"], capture_output=True
            )
            self.absent = built.stderr.decode() if built.returncode else None
        except FileNotFoundError:
            self.absent = "libsimgrid-dev is not there"

    def run(self, exchange, ranks, size, repetitions):
        platform, hosts = self.work / "platform.xml", self.work / "hosts"
        platform.write_text(self.PLATFORM.format(last=ranks - 1))
        hosts.write_text("".join(f"h{host}\n" for host in range(ranks)))
        command = ["smpirun", "-np", str(ranks), "-platform", platform, "-hostfile", hosts]
        command += ["--cfg=smpi/simulate-computation:no", "-no-privatize"]
        return Process([*command, self.program, exchange, str(size), str(repetitions)])


def ours(main, *arguments, heap=()):
    return Process([*JAVA, *heap, f"org.hdtrace.bench.simulator.{main}", *map(str, arguments)])


def simulate(work, options):
    """Whole processes, ours and the peer's in turn."""
    peer = Smpi(work)
    if peer.absent:
        report(f"smpi left out, {peer.absent}")
    report(f"simulate, whole processes, {load()}; thousand messages per second of wall and of CPU time, most MB resident:")
    report("exchange  ranks    size messages |   ours    CPU    MB |   smpi    CPU    MB | ratio   CPU | simulated us per step")
    for size in SIZES:
        for exchange, by_ranks in REPETITIONS.items():
            for ranks, repetitions in by_ranks.items():
                if options.quick and ranks > 64:
                    continue
                many = max(1, repetitions // 100) if options.quick else repetitions * FACTOR
                row(peer, exchange, ranks, size, many)
    recorded(work / "recorded", "ring", 64, 1024, 40 if options.quick else 16000)


def row(peer, exchange, ranks, size, repetitions):
    progress(f"{exchange} {ranks} {size} x {repetitions}")
    runs = [ours("ExchangeRun", exchange, ranks, size, repetitions)]
    if not peer.absent:
        other = peer.run(exchange, ranks, size, repetitions)
        runs.append(ours("ExchangeRun", exchange, ranks, size, repetitions))
    own = min(runs, key=lambda run: run.seconds)
    messages, _, nanos = map(int, own.output.split())
    line = f"{exchange:9s} {ranks:5d} {size:7d} {messages:8d} | {rates(own, messages)}"
    if not peer.absent:
        line += f" | {rates(other, messages)} | {other.seconds / own.seconds:5.1f}"
        line += f" {other.processor_seconds / own.processor_seconds:5.1f}"
    line += f" | {nanos * ranks / messages / 1000:.3f}"
    if exchange == "ring" and size == 1024:
        line += " = closed form" if nanos == repetitions * RING_STEP + ranks - 1 else " IS NOT THE CLOSED FORM"
    report(line)


def recorded(folder, exchange, ranks, size, repetitions):
    """The same from a project, through the command."""
    progress("from a trace")
    ours("ExchangeProject", folder, exchange, ranks, size, repetitions)
    nanos = int(ours("ExchangeRun", exchange, ranks, size, repetitions).output.split()[2])
    run = simulator(JAVA, [], folder, "--json")
    if json.loads(run.output)["virtualTimeNs"] != nanos:
        raise RuntimeError(f"{exchange}: the trace takes another virtual time than the program")
    messages = ranks * repetitions
    report(f"{exchange:9s} {ranks:5d} {size:7d} {messages:8d} | {rates(run, messages)} | from a trace, same virtual time")


def rates(run, messages):
    return f"{messages / run.seconds / 1000:6.0f} {messages / run.processor_seconds / 1000:6.0f} {run.megabytes:5.0f}"


# Of the original, with ranks and rounds that are ready at once.
WORKLOADS = {
    "pairs": (64, 2),
    "many_pairs": (128, 1),
    "allreduce": (64, 2),
    "to_one": (16, 2),
    "bcast": (16, 1),
    "barrier": (256, 2),
    "compute": (64, 10),
}


# Passes until all is compiled: on a busy machine to_one took 0.135 s in its 4th pass, 0.076 s in its 8th, 0.060 s from the 18th on.
CORE_WARM_UPS = 20

# Those that access files; a pass is short, so it takes more of them until all is compiled.
FILE_WORKLOADS = {
    "write": (8, 2),
    "read": (8, 2),
    "checkpoint": (1, 1),
}


def core(work, options):
    """The workloads of the original in one warm process each, then engine and network alone under JMH."""
    originals("core", WORKLOADS, CORE_WARM_UPS, options)
    for benchmark in ("EventQueueBench", "ExchangeBench"):
        jmh(benchmark, work, options, "-prof", "gc")


def originals(section, workloads, warm_ups, options):
    report(f"{section}, CPU s of one warm thread, {load()}; the original's figures come from another machine of this kind:")
    report("workload    ranks rounds | events  virtual s       set up    run | M events/s  B/event | original: run   times  deviation")
    for workload, (ranks, rounds) in workloads.items():
        progress(workload)
        passes = (1, 1) if options.quick else (warm_ups, options.passes)
        run = ours("CoreRate", workload, *passes, *([ranks, rounds] if options.quick else []))
        report(core_row(options.quick, *run.output.splitlines()))
    if options.beside:
        in_turn(workloads, warm_ups, options)


def io(work, options):
    """The workloads of the original that access files, and many clients and servers in whole processes."""
    originals("io", FILE_WORKLOADS, 30, options)
    report(f"whole processes with at most 2 GB, {load()}; 1 GiB of each rank in requests of 64 KiB:")
    scales(FILE_SCALES, 16, options, "-Xmx1800m")


def in_turn(workloads, warm_ups, options):
    """Ours and another program that has the same workloads, pass by pass."""
    report(f"in turn with {options.beside}, CPU s of one thread, {load()}:")
    for workload, smaller in workloads.items():
        progress(f"{workload} in turn")
        main = [*JAVA, "org.hdtrace.bench.simulator.CoreRate", workload, 1 if options.quick else warm_ups, "-"]
        own = OnDemand([*main, *(smaller if options.quick else [])], greeting=2)
        ranks, rounds = own.said[0].split()[1:]
        try:
            other = OnDemand([*shlex.split(options.beside), workload, ranks, rounds])
        except RuntimeError as error:
            own.close()
            report(f"{workload:11s} left out, {error}")
            continue
        pairs = [(list(map(int, own.ask())), list(map(int, other.ask()))) for _ in range(options.passes)]
        own.close()
        other.close()
        seconds = [[run[column] / 1e9 for run in side] for side, column in zip(zip(*pairs), (3, 2))]
        times = spread([theirs / run for run, theirs in zip(*seconds)])
        (events, nanos), (their_events, their_nanos) = (run[:2] for run in pairs[0])
        report(
            f"{workload:11s} {ranks:>5s} {rounds:>6s} | {statistics.median(seconds[0]):7.4f}, {statistics.median(seconds[1]):7.4f}"
            f" | {times} times | events {events}, {their_events} | {1e6 * (nanos / their_nanos - 1):9.2f} ppm"
        )


def core_row(smaller, what, original, *passes):
    figures = [list(map(int, line.split())) for line in passes]
    events, nanos = figures[0][:2]
    if any(line[:2] != [events, nanos] for line in figures):
        raise RuntimeError(f"{what}: passes differ in events or virtual time")
    set_up, run, allocated = (statistics.median(line[i] for line in figures) for i in (2, 3, 4))
    _, original_nanos, original_seconds = map(float, original.split())
    name, ranks, rounds = what.split()
    line = (
        f"{name:11s} {ranks:>5s} {rounds:>6s} | {events:7d} {nanos / 1e9:14.9f} {set_up / 1e9:6.3f} {run / 1e9:6.3f}"
        f" | {events * 1e3 / run:8.2f} {allocated / events:8.1f} |"
    )
    if smaller:
        return line
    known = not math.isnan(original_seconds)
    times = f"{original_seconds:6.2f} {original_seconds * 1e9 / run:6.1f}" if known else f"{'-':>6s} {'-':>6s}"
    return f"{line} {times} {1e6 * (nanos / original_nanos - 1):9.2f} ppm"


# Rounds of to_one with 128 ranks: those of the original, and so many that files and start-up count less.
# With as many passes before; compilers that are still at work would take the processor that writes the files.
ROUNDS = {10: 30, 100: 4}


def output(work, options):
    """What writing costs: one workload without, with the traces of its clients, and with all, in turn in one process."""
    passes = 3 if options.quick else options.passes
    for rounds, warm_ups in ({2: 1} if options.quick else ROUNDS).items():
        progress(f"output, {rounds} rounds")
        run = ours("OutputCost", work / f"output-{rounds}", warm_ups, passes, 16 if options.quick else 128, rounds)
        rows = [list(map(int, line.split())) for line in run.output.splitlines()]
        report(f"output, to_one with {rounds} rounds in a warm process, {load()}; ratios of each pass:")
        output_rows(rows)
    many_ranks(work / "many", 500 if options.quick else 100_000)


def many_ranks(folder, ranks):
    """The traces of many ranks, with few open files and a bounded heap."""
    progress(f"output, {ranks} ranks")
    command = ["prlimit", "--nofile=1024:1024", *JAVA, "-Xmx1g", "org.hdtrace.bench.simulator.ScaleRun"]
    run = Process([*command, "ring", str(ranks), str(folder)])
    files = sum(1 for _ in folder.iterdir())
    report(f"  ring of {ranks} ranks, --trace clients, 1024 open files, -Xmx1g: {files} files, {run.seconds:.1f} s, CPU {run.processor_seconds:.1f} s, {run.megabytes:.0f} MB")


def output_rows(rows):
    report(f"  all: {rows[0][-2]} files, {rows[0][-1] / 1e6:.1f} MB; s without, with --trace clients and all, times:")
    for column, what in enumerate(("elapsed", "CPU of the thread", "CPU of the process")):
        none, clients, everything, *bare = ([row[3 * part + column] / 1e9 for row in rows] for part in range(5))
        report(f"  {what:18s} {spread(none)}, {spread(clients)}, {spread(everything)}")
        for name, limit, seconds, files in (("clients", 1.15, clients, bare[0]), ("all", 2, everything, bare[1])):
            times = spread([one / base for one, base in zip(seconds, none)])
            report(f"    --trace {name:8s} {times} times" + (f", limit {limit}" if column == 0 else ""))
            if column != 1:
                times = spread([one / base for one, base in zip(files, none)])
                report(f"      the bare files {spread(files)}, {times} times")


# Of each kind the numbers of ranks; the last one has the limits: wall s and MB of the process.
SCALES = {
    "ring": ([4096, 16384, 65536], 10, 1024),
    "barrier": ([4096, 16384, 65536], None, None),
    "allreduce": ([4096, 16384, 65536], None, None),
    "allgather": ([256, 512, 1024], 5, 512),
}
# An allgather needs 350 MB of heap, with the rest of the process less than its limit.
HEAPS = {"allgather": ["-Xmx400m"]}
FILE_SCALES = {
    "write": ([64, 1024], 60, 2048),
    "read": ([64, 1024], 60, 2048),
}
NETWORKS = ['FatTree k="128" levels="2"', 'Dragonfly groups="64" routers="16" hosts="16"']
SMALL_NETWORKS = ['FatTree k="4" levels="2"', 'Dragonfly groups="4" routers="2" hosts="2"']


def scale(work, options):
    """Many ranks, and large networks, in whole processes."""
    report(f"scale, whole processes, {load()}; us per rank is of the process:")
    scales(SCALES, 64, options)
    report("read and set up from XML, wall s, limit 1 s: in a new process (whole process), and warm:")
    for network in SMALL_NETWORKS if options.quick else NETWORKS:
        progress(network)
        network_row(network, work / "network.xml", options.passes)


def scales(kinds, few, options, *heap):
    report("kind        ranks   events | wall s  CPU s    MB | set up    run s | us per rank | limits")
    for kind, (sizes, seconds, megabytes) in kinds.items():
        for ranks in [few] if options.quick else sizes:
            progress(f"{kind} {ranks}")
            run = ours("ScaleRun", kind, ranks, heap=HEAPS.get(kind, heap))
            events, _, set_up, ran = map(int, run.output.split())
            line = f"{kind:9s} {ranks:7d} {events:8d} | {run.seconds:6.2f} {run.processor_seconds:6.2f} {run.megabytes:5.0f}"
            line += f" | {set_up / 1e9:6.2f} {ran / 1e9:8.2f} | {run.processor_seconds * 1e6 / ranks:11.1f} |"
            report(line + (f" {seconds} s, {megabytes} MB" if seconds and ranks == sizes[-1] else ""))


def network_row(network, file, passes):
    process = ours("SetUpRate", file, 1, network)
    ranks, *cold = map(int, process.output.split())
    lines = ours("SetUpRate", file, 3 + passes, network).output.splitlines()[3:]
    warm = [statistics.median(int(line.split()[i]) for line in lines) for i in (1, 2)]
    text = [f"{read / 1e9:.2f} + {ready / 1e9:.2f} = {(read + ready) / 1e9:.2f}" for read, ready in (cold, warm)]
    report(f"  {network}, {ranks} hosts: {text[0]} ({process.seconds:.2f}, CPU {process.processor_seconds:.2f}), warm {text[1]}")


def sweep(work, options):
    """A grid of values with two jobs on two processors, and one after the other in three ways."""
    values, repetitions = (2, 2) if options.quick else (10, 6000)
    folder = work / "swept"
    ours("ExchangeProject", folder, "ring", 64, 1024, repetitions)
    vary = {
        "NetworkEdge[*]/Latency": [f"{5 + 5 * i}us" for i in range(values)],
        "NetworkEdge[*]/Bandwidth": [str(50_000_000 + 25_000_000 * i) for i in range(values)],
    }
    ways = {
        "two jobs": lambda file: swept(folder, vary, 2, file),
        "one job on one processor": lambda file: swept(folder, vary, 1, file, "taskset", "-c", "0"),
        "one job": lambda file: swept(folder, vary, 1, file),
    }
    points = values * values
    report(f"sweep, {points} points, whole processes, {load()}; times of each run, the ratio is of the shortest:")
    runs = {way: [] for way in ways}
    for turn in range(1 if options.quick else 2):
        for way, run in ways.items():
            file = folder / f"{way} {turn}.csv"
            process = run(file)
            progress(f"sweep, {way}, {turn + 1}: {process.seconds:.2f} s, CPU {process.processor_seconds:.2f} s")
            runs[way].append((process, file.read_bytes()))
    results = {result for done in runs.values() for _, result in done}
    if len(results) != 1:
        raise RuntimeError("the results of sweeps differ")
    shortest = min(process.seconds for process, _ in runs["two jobs"])
    for way, done in runs.items():
        sweep_row(way, [process for process, _ in done], shortest)
    sweep_row(f"{points} commands", [Together(single_runs(folder, list(vary), results.pop().decode().splitlines()))], shortest)
    report(f"  all with the same results; limit 1.9 to one job on one processor; in the end {load()}")


def sweep_row(way, runs, shortest):
    wall = ", ".join(f"{run.seconds:.2f}" for run in runs)
    processor = ", ".join(f"{run.processor_seconds:.2f}" for run in runs)
    ratio = min(run.seconds for run in runs) / shortest
    report(f"  {way:25s} wall {wall} s, CPU {processor} s, {max(run.megabytes for run in runs):4.0f} MB, ratio {ratio:.2f}")


class Together:
    """Processes one after the other as if they were one."""

    def __init__(self, processes):
        self.seconds = sum(process.seconds for process in processes)
        self.processor_seconds = sum(process.processor_seconds for process in processes)
        self.megabytes = max(process.megabytes for process in processes)


def simulator(java, command, folder, *arguments, before=()):
    """The command as users run it, with a model and a project."""
    words = ["org.hdtrace.piosim.cli.Main", *command, folder / "model.xml", "--app", f"A={folder / 'program'}"]
    return Process([*before, *java, *words, *arguments])


def swept(folder, vary, jobs, file, *before):
    axes = [word for path, values in vary.items() for word in ("--vary", f"{path}={','.join(values)}")]
    return simulator(SWEEPING_JAVA, ["sweep"], folder, *axes, "--jobs", str(jobs), "--out", file, before=before)


def single_runs(folder, paths, lines):
    """Each point of a table by a command of its own; all must agree with the table."""
    columns = lines[0].split(",")
    processes = []
    for number, line in enumerate(lines[1:], 1):
        row = dict(zip(columns, line.split(",")))
        values = [word for path in paths for word in ("--set", f"{path}={row[path]}")]
        processes.append(simulator(JAVA, [], folder, *values, "--json"))
        single = json.loads(processes[-1].output)
        if [row["virtualTimeNs"], row["events"]] != [str(single["virtualTimeNs"]), str(single["events"])]:
            raise RuntimeError(f"{line}: a single run has another result")
        if number % 10 == 0:
            so_far = Together(processes)
            progress(f"sweep, {number} commands: {so_far.seconds:.2f} s, CPU {so_far.processor_seconds:.2f} s")
    return processes

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What is seen inside MPI: runs programs/inside.c on a patched MPICH, or with the agent, or where there
is nothing to see, and looks at what the traces hold (level 3 of the decisions: a real MPI library).

    inside_test.py --root CHECKOUT --tracer LIB --mpiexec M --program P [--patched PREFIX | --agent LIB [--fake LIB] | --gate LIB | --linked] CASE
"""

import argparse
import collections
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

BYTES = 8 << 20
SENDS = ("Send", "Ssend", "ISend", "Issend", "Sendrecv", "Sendrecv_replace")
RECEIVES = ("Recv", "Sendrecv", "Sendrecv_replace")
SKIPPED = 77


class SkippedCase(Exception):
    """This machine lacks what a case needs."""


def settings(options, folder, more):
    """Environment of a traced process."""
    environment = dict(more, HDTRACE_PREFIX=f"{folder}/", HDTRACE_PROJECT="p", HDTRACE_INDEX="0")
    if not options.linked:
        environment["LD_PRELOAD"] = ":".join(
            one for one in (options.tracer, options.fake, options.agent, options.gate) if one)
    environment.setdefault("HDTRACE_INTERNALS", "auto")
    environment["HDTRACE_VERBOSE"] = "1"
    if options.patched:
        environment["LD_LIBRARY_PATH"] = f"{options.patched}/lib"
    return environment


class Run:
    """One traced run."""

    def __init__(self, options, kind, ranks, **environment):
        self.folder = Path(tempfile.mkdtemp(prefix="inside"))
        command = [options.mpiexec, "-n", str(ranks)]
        for name, value in settings(options, self.folder, environment).items():
            command += ["-genv", name, value]
        command += [options.program, kind, f"{self.folder}/data"]
        result = subprocess.run(command, capture_output=True, text=True, timeout=100, check=False)
        self.messages = result.stderr
        assert result.returncode == 0, f"{kind} ended with {result.returncode}: {result.stderr}"
        self.threads = [[Trace(path).states for path in sorted(self.folder.glob(f"p_*_{rank}_?.trc"))]
                        for rank in range(ranks)]
        self.ranks = [first for first, *_ in self.threads]
        shutil.rmtree(self.folder)

    def one(self, rank, name):
        (state,) = [state for state in self.ranks[rank] if state.name == name]
        return state


def walk(states):
    for state in states:
        yield state
        yield from walk(state.nested)


def numbers(state, *names):
    return tuple(int(state[name]) for name in names)


def parts(state):
    return [part for part in walk(state.nested)]


def check_messages(calls):
    """Whatever is sent inside one collective, given per rank, is received by whom it was sent to."""
    sent, received = collections.Counter(), collections.Counter()
    for rank, call in enumerate(calls):
        for part in parts(call):
            if part.name in SENDS:
                size = "sendSize" if part.name == "Sendrecv_replace" else "size"
                sent[(rank, *numbers(part, "toRank", size))] += 1
            if part.name in RECEIVES:
                size = "recvSize" if part.name == "Sendrecv" else "size"
                received[(int(part["fromRank"]), rank, int(part[size]))] += 1
            for _, done in part.data if part.name in ("Wait", "Waitall") else []:
                if "fromRank" in done:
                    received[(int(done["fromRank"]), rank, int(done["size"]))] += 1
    assert sent and sent == received, f"sent {sent - received}, received {received - sent}"


def check_nesting(run):
    """Every state lies inside the one around it."""
    for states in run.ranks:
        for state in walk(states):
            for part in state.nested:
                assert state.start <= part.start <= part.end <= state.end, (state, part)


def broadcast(options):
    """Figure 4 of the HDTrace paper: rank 0 sends a half, a quarter and an eighth, then 7 ring steps."""
    ranks = 8
    run = Run(options, "broadcast", ranks, MPIR_CVAR_BCAST_INTRA_ALGORITHM="scatter_ring_allgather")
    part = BYTES // ranks
    first = run.one(0, "Bcast").nested
    assert [(s.name, *numbers(s, "toRank", "size")) for s in first[:3]] == [
        ("Send", 4, BYTES // 2), ("Send", 2, BYTES // 4), ("Send", 1, BYTES // 8)], first
    for rank in range(ranks):
        ring = [s for s in run.one(rank, "Bcast").nested if s.name == "Sendrecv"]
        expected = ((rank + 1) % ranks, (rank - 1) % ranks, part, part)
        assert [numbers(s, "toRank", "fromRank", "size", "recvSize") for s in ring] == [
            expected] * (ranks - 1), ring
        assert all(s["cid"] == "0" for s in ring), ring
        received = [numbers(s, "fromRank", "size")
                    for s in run.one(rank, "Bcast").nested if s.name == "Recv"]
        parent = rank & (rank - 1)
        assert received == ([] if rank == 0 else [(parent, (rank - parent) * part)]), received
    check_messages([run.one(rank, "Bcast") for rank in range(ranks)])
    check_nesting(run)


def split(options):
    """Ranks are those of MPI_COMM_WORLD: of 0 2 in the other order, 2 is the root."""
    run = Run(options, "split", 4)
    for rank in range(4):
        call = run.one(rank, "Bcast")
        root = 2 + rank % 2
        name, peer = ("Send", "toRank") if rank == root else ("Recv", "fromRank")
        (message,) = call.nested
        assert message.name == name and int(message[peer]) == (rank + 2) % 4, message
        assert message["cid"] == call["cid"] != "0", (message, call)


def alltoall(options):
    """Posts and the Waitall that completes them."""
    for algorithm in ("scattered", "pairwise", "brucks"):
        run = Run(options, "alltoall", 4, MPIR_CVAR_ALLTOALL_INTRA_ALGORITHM=algorithm)
        calls = [run.one(rank, "Alltoall") for rank in range(4)]
        check_messages(calls)
        for call in calls:
            check_requests(parts(call))
        check_nesting(run)


def in_place(options):
    """What is sent is replaced by what comes, of each rank, itself too."""
    run = Run(options, "in_place", 4, MPIR_CVAR_ALLTOALL_INTRA_ALGORITHM="pairwise_sendrecv_replace")
    calls = [run.one(rank, "Alltoall") for rank in range(4)]
    check_messages(calls)
    for call in calls:
        assert {s.name for s in call.nested} == {"Sendrecv_replace"}, call.nested
        assert sorted(numbers(s, "toRank", "fromRank") for s in call.nested) == [(r, r) for r in range(4)], call.nested
    check_nesting(run)


def gathered(options):
    """Many senders wait until the last rank receives: Ssend, and Issend of both kinds of schedules."""
    for kind in ("sched_linear", "tsp_linear"):
        run = Run(options, "gathered", 4, MPIR_CVAR_GATHERV_INTER_SSEND_MIN_PROCS="2",
                  MPIR_CVAR_IGATHERV_INTRA_ALGORITHM=kind, MPIR_CVAR_IGATHERV_DEVICE_COLLECTIVE="0")
        check_messages([run.one(rank, "Gatherv") for rank in range(4)])
        for rank in range(3):
            (sent,) = run.one(rank, "Gatherv").nested
            assert (sent.name, *numbers(sent, "toRank", "size")) == ("Ssend", 3, 4), sent
            posted = [s for s in walk(run.ranks[rank]) if s.name == "Issend"]
            assert [numbers(s, "toRank", "size") for s in posted] == [(3, 4)], posted
            assert posted[0] not in run.ranks[rank], posted
        for states in run.ranks:
            check_requests([s for state in states for s in parts(state)])
        check_nesting(run)


def awaited(options):
    """A collective that MPICH does by its nonblocking form and waits for."""
    run = Run(options, "broadcast", 2, MPIR_CVAR_BCAST_INTRA_ALGORITHM="nb", MPIR_CVAR_BCAST_DEVICE_COLLECTIVE="0")
    for rank, post in enumerate(("ISend", "Irecv")):
        call = run.one(rank, "Bcast")
        assert {post, "Wait"} <= {s.name for s in parts(call)}, call.nested
        check_requests(parts(call))
    check_nesting(run)


def check_requests(states):
    """What is posted is completed once."""
    posted = [int(s["rid"]) for s in states if s.name in ("ISend", "Issend", "Irecv") and "rid" in s.attributes]
    done = [int(data["rid"]) for s in states if s.name in ("Wait", "Waitall") for _, data in s.data]
    assert len(set(posted)) == len(posted), posted
    assert sorted(set(posted) & set(done)) == sorted(posted), f"posted {posted}, done {done}"
    assert len(set(done)) == len(done), done


def later(options):
    """Nonblocking collectives: posts, and completions in whatever call finds them."""
    for kind in ("sched_recursive_doubling", "tsp_recexch_single_buffer"):
        run = Run(options, "later", 4, MPIR_CVAR_IALLREDUCE_INTRA_ALGORITHM=kind,
                  MPIR_CVAR_IALLREDUCE_DEVICE_COLLECTIVE="0")
        for states in run.ranks:
            inside = [s for state in states if state.name in ("Iallreduce", "Test", "Wait", "Ibcast", "Ibarrier", "Waitall")
                      for s in parts(state)]
            assert any(s.name == "ISend" for s in inside) and any(s.name == "Irecv" for s in inside)
            check_requests(inside)
        check_nesting(run)


def handed(options):
    """A thread posts, another one finds it complete: its call has the Wait."""
    for kind in ("sched_recursive_doubling", "tsp_recexch_single_buffer"):
        run = Run(options, "handed", 2, MPIR_CVAR_IALLREDUCE_INTRA_ALGORITHM=kind,
                  MPIR_CVAR_IALLREDUCE_DEVICE_COLLECTIVE="0")
        for threads in run.threads:
            check_requests([s for states in threads for s in walk(states)])
        (poster, ender) = run.threads[0]
        (posted,) = [int(s["rid"]) for s in walk(poster) if s.name == "Irecv"]
        ((found, received),) = [(s, data) for s in walk(ender) if s.name == "Wait" for _, data in s.data
                                if int(data["rid"]) == posted]
        assert int(received["fromRank"]) == 1 and int(received["size"]) == 4, received
        assert found not in ender, "it stands inside the program's own Wait"


def neighbors(options):
    """Each sends to both neighbours, at once and later."""
    for kind in ("sched_linear", "tsp_linear"):
        run = Run(options, "neighbors", 4, MPIR_CVAR_INEIGHBOR_ALLGATHER_INTRA_ALGORITHM=kind,
                  MPIR_CVAR_INEIGHBOR_ALLGATHER_DEVICE_COLLECTIVE="0")
        check_messages([run.one(rank, "Neighbor_allgather") for rank in range(4)])
        for rank, states in enumerate(run.ranks):
            check_requests(parts(run.one(rank, "Neighbor_allgather")))
            begin = run.one(rank, "Ineighbor_allgather")
            inside = [s for call in [begin] + [s for s in states if s.name == "Wait"] for s in parts(call)]
            sent = sorted(int(s["toRank"]) for s in inside if s.name == "ISend")
            assert sent == sorted([(rank - 1) % 4, (rank + 1) % 4]), inside
            check_requests(inside)
        check_nesting(run)


def two_phase(options):
    """Collective I/O: StridedColl holds the exchange and, of the aggregator alone, the file system."""
    run = Run(options, "two_phase", 2)
    total = 2 * 4096 * 16
    for kind in ("write", "read"):
        outer = [run.one(rank, f"File_{kind}_at_all") for rank in range(2)]
        name = kind.capitalize()
        aggregated = []
        for call in outer:
            (collective,) = [s for s in call.nested if s.name == f"ADIO_{name}StridedColl"]
            assert int(collective["size"]) == total // 2 and collective["fid"] == call["fid"], collective
            exchange = {s.name for s in parts(collective)}
            assert exchange & {"Isend", "Irecv", "Alltoall", "Sendrecv", "Waitall"}, exchange
            aggregated += [numbers(s, "size", "offset")
                           for s in parts(collective) if s.name == f"ADIO_{name}Contig"]
        assert aggregated == [(total, 0)], aggregated
    if options.patched:
        assert any(s.name in ("ADIO_Open", "ADIO_OpenColl") for s in parts(run.one(0, "File_open")))
        assert any(s.name == "ADIO_Delete" for s in parts(run.one(0, "File_delete")))
    check_nesting(run)


def persistent(options):
    """What a start begins is posted in it, and complete where it is waited for, each time."""
    run = Run(options, "persistent", 2)
    for rank, post in enumerate(("ISend", "Irecv")):
        calls = [s for s in run.ranks[rank] if s.name in ("Start", "Wait")]
        assert [s.name for s in calls] == ["Start", "Wait"] * 2, calls
        inside = [s for call in calls for s in parts(call)]
        assert [s.name for s in inside if s.name != "Wait"] == [post] * 2, inside
        check_requests(inside)
    check_nesting(run)


def parted(options):
    """Split transfers: file system and exchange are inside of what begins them."""
    run = Run(options, "parted", 2)
    for rank in range(2):
        ends = [s for s in run.ranks[rank] if s.name == "Wait"]
        assert [(s["call"], s.nested) for s in ends] == [("File_write_at_all_end", []), ("File_read_at_all_end", [])]
        for kind in ("write", "read"):
            begin = run.one(rank, f"File_{kind}_at_all_begin")
            (collective,) = [s for s in begin.nested if s.name == f"ADIO_{kind.capitalize()}StridedColl"]
            moved = [numbers(s, "size", "offset") for s in parts(collective) if s.name == f"ADIO_{kind.capitalize()}Contig"]
            assert moved == [(4096, 4096 * rank)], moved
            assert collective["fid"] == begin["fid"]
    check_nesting(run)


def shared(options):
    """The pointer is read and written in another file, 8 bytes, before data go to the program's."""
    run = Run(options, "shared", 2)
    places = []
    for rank in range(2):
        for name in ("File_write_shared", "File_write_ordered"):
            call = run.one(rank, name)
            moved = [s for s in parts(call) if s.name in ("ADIO_ReadContig", "ADIO_WriteContig")]
            assert [(s.name, int(s["size"])) for s in moved] == [
                ("ADIO_ReadContig", 8), ("ADIO_WriteContig", 8), ("ADIO_WriteContig", 4096)], moved
            assert ["fid" in s.attributes for s in moved] == [False, False, True], moved
            assert moved[-1]["fid"] == call["fid"]
            places.append(int(moved[-1]["offset"]))
        assert int(call["offset"]) == places[-1] == 4096 * (2 + rank), (call, places)
    assert sorted(places) == [0, 4096, 8192, 12288], places
    check_nesting(run)


def beside_agent(options):
    """The agent stands before a library that doesn't need it: the library's own view is taken."""
    broadcast(options)
    run = Run(options, "broadcast", 2)
    assert "with mpich2hd" in run.messages and "mpich2hd agent" not in run.messages, run.messages


def off(options):
    """Without being asked nothing of messages and file systems is seen."""
    run = Run(options, "broadcast", 2, HDTRACE_INTERNALS="none")
    assert not run.one(0, "Bcast").nested and "seeing inside" not in run.messages, run.messages


def messages(options):
    """The agent's view of a broadcast: what goes to UCX."""
    run = Run(options, "broadcast", 4, MPIR_CVAR_BCAST_INTRA_ALGORITHM="binomial")
    assert "by the agent" in run.messages, run.messages
    sent = {(rank, *numbers(s, "toRank", "size")) for rank in range(4)
            for s in parts(run.one(rank, "Bcast")) if s.name == "ISend"}
    assert sent == {(0, 2, BYTES), (0, 1, BYTES), (2, 3, BYTES)}, sent
    check_nesting(run)


def session(options):
    """Without MPI_Init the agent knows no ranks: one line, and the run is recorded as ever."""
    run = Run(options, "session", 2)
    lines = [line for line in run.messages.splitlines() if "HDTRACE_INTERNALS" in line]
    assert len(lines) == 1 and "only has sessions" in lines[0], run.messages
    assert run.one(0, "Session_finalize")


def nothing(options):
    """An MPI library that lets nobody look: one line, and the run is recorded as ever."""
    run = Run(options, "broadcast", 2)
    lines = [line for line in run.messages.splitlines() if "HDTRACE_INTERNALS" in line]
    assert len(lines) == 1 and "lets nobody look inside" in lines[0], run.messages
    assert not run.one(0, "Bcast").nested


def other_version(options):
    """A table of another contract: the same."""
    run = Run(options, "broadcast", 2)
    lines = [line for line in run.messages.splitlines() if "HDTRACE_INTERNALS" in line]
    assert len(lines) == 1 and "another version" in lines[0], run.messages
    assert not run.one(0, "Bcast").nested


def unrelated(options):
    """Another program runs as without. Where it was meant one line says that nothing is seen; a shell, and
    what it runs, have nothing to say, nor has a program whose inside nobody asked for."""
    line = "mpich2hd agent: nothing is seen: this program never called MPI_Init\n"
    greet = [sys.executable, "-c", "print('hello')"]
    shell = ["/bin/sh", "-c", f'"{greet[0]}" -c "{greet[2]}"; true']
    for command, more, said in ((greet, {}, line), (["/bin/echo", "hello"], {}, ""),  # closes stderr by itself
                                (shell, {}, ""), (["/bin/sh", "-c", f"exec {shell[2]}"], {}, line),
                                (greet, {"HDTRACE_INTERNALS": "none"}, ""), (greet, {"HDTRACE_ENABLED": "0"}, "")):
        with tempfile.TemporaryDirectory() as folder:
            result = subprocess.run(command, capture_output=True, text=True, check=True,
                                    env=dict(os.environ, **settings(options, folder, more)))
            assert (result.stdout, result.stderr) == ("hello\n", said), (command, more, result)
            assert not os.listdir(folder)
    with tempfile.TemporaryDirectory() as folder:
        given = [word for name, value in settings(options, folder, {}).items() for word in ("-genv", name, value)]
        result = subprocess.run([options.mpiexec, *given, "-n", "2", *greet], capture_output=True, text=True,
                                check=True)
        assert (result.stdout.count("hello"), result.stderr) == (2, line), result


def full(options):
    """No room for traces: the program runs to its end, and each rank says why there are none."""
    with tempfile.TemporaryDirectory() as folder:
        unshare = ["unshare", "--mount"] + ([] if os.geteuid() == 0 else ["--map-root-user"])
        mount = f"mount -t tmpfs -o size=4k none '{folder}'"
        if subprocess.run([*unshare, "sh", "-c", mount], capture_output=True, check=False).returncode != 0:
            raise SkippedCase("no file system can be mounted here")
        command = [*unshare, "sh", "-c", mount + ' && exec "$@"', "sh", options.mpiexec, "-n", "2"]
        for name, value in settings(options, folder, {}).items():
            command += ["-genv", name, value]
        result = subprocess.run([*command, options.program, "alltoall", "none"], capture_output=True, text=True,
                                timeout=100, check=False)
        assert result.returncode == 0, result
        for rank in range(2):
            assert f"rank {rank}: cannot record this thread" in result.stderr, result.stderr
        assert "No space left on device" in result.stderr, result.stderr


def closed(options, word, reason, files=True, **environment):
    """One line says why; messages are not seen, files are where they don't depend on it."""
    run = Run(options, "broadcast", 2, **environment)
    lines = [line for line in run.messages.splitlines() if word in line]
    assert len(lines) == 1 and reason in lines[0], run.messages
    assert not parts(run.one(0, "Bcast"))
    run = Run(options, "two_phase", 2, **environment)
    seen = any(s.name.startswith("ADIO_") for s in parts(run.one(0, "File_write_at_all")))
    assert seen == files, run.messages


def other_version_of_mpi(options):
    closed(options, "HDTRACE_INTERNALS", "this is another MPI", files=False, FAKE="version")


def other_device(options):
    closed(options, "mpich2hd agent", "does not send by UCX", FAKE="device")


def other_endpoints(options):
    closed(options, "mpich2hd agent", "more or fewer endpoints", FAKE="endpoints")


def other_roots_only(options):
    closed(options, "mpich2hd agent", "endpoints have another order", FAKE="roots_only")


PATCHED = (broadcast, split, alltoall, in_place, gathered, awaited, later, handed, neighbors, two_phase, persistent, parted, shared, off, full)
CASES = {case.__name__: case for case in PATCHED + (beside_agent, messages, session, unrelated, nothing, other_version, other_version_of_mpi,
                                              other_device, other_endpoints, other_roots_only)}


def main():
    parser = argparse.ArgumentParser()
    for name in ("root", "tracer", "mpiexec", "program"):
        parser.add_argument(f"--{name}", required=True)
    for name in ("patched", "agent", "gate", "fake"):
        parser.add_argument(f"--{name}")
    parser.add_argument("--linked", action="store_true", help="the program has tracer and agent")
    parser.add_argument("case", choices=[*CASES, "all"])
    options = parser.parse_args()
    if options.patched and not Path(options.patched, "lib/libmpich.so.12").exists():
        print(f"skipped: there is no patched MPICH in {options.patched} (mpich2hd-patches/build.sh)")
        return SKIPPED
    sys.path.insert(0, f"{options.root}/mpi-wrapper/tests")
    from tracefiles import Trace as reader  # pylint: disable=import-outside-toplevel
    globals()["Trace"] = reader
    status = 0
    for case in PATCHED if options.case == "all" else [CASES[options.case]]:
        try:
            case(options)
            print(f"{case.__name__}: as it should be", flush=True)
        except SkippedCase as reason:
            print(f"{case.__name__}: skipped: {reason}", flush=True)
            status = SKIPPED
    return status


if __name__ == "__main__":
    os.environ.pop("HDTRACE_PREFIX", None)
    sys.exit(main())

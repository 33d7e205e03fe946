# SPDX-License-Identifier: GPL-3.0-or-later
"""How runs begin and end, threads, switches and names."""

import os
import re
import subprocess
import xml.etree.ElementTree as ElementTree

from cases_messages import attributes, ok, ordered


def threads(run):
    ok(run)
    rounds = 50
    for rank in range(2):
        own = {t: trace for (r, t), trace in run.traces.items() if r == rank}
        assert sorted(own) == [0, 1, 2, 3, 4], f"threads {sorted(own)}"
        assert own[0].states[0].name == "Init_thread"
        start = own[0].states[0]
        attributes(start, required=3, provided=3, tracerNs=start["tracerNs"])
        numbers, types = [], []
        for thread in range(1, 5):
            trace = own[thread]
            ordered(trace)
            assert trace.complete and trace.program["thread"] == str(thread)
            assert len(trace.named("Recv")) == rounds
            tags = {state["fromTag"] for state in trace.named("Recv")}
            assert len(tags) == 1, "a thread's calls are in another one's trace"
            numbers += [state["rid"] for state in trace.named("Isend")]
            waited = [c["rid"] for s in trace.named("Wait") for _, c in s.data]
            made = [state["rid"] for state in trace.named("Send_init")]
            assert waited == [state["rid"] for state in trace.named("Isend")] + made
            assert [c["rid"] for s in trace.named("Start") for _, c in s.data] == made
            assert [s["rid"] for s in trace.named("Request_free")] == made
            assert len(made) == 200
            created = [state["newTid"] for state in trace.named("Type_contiguous")]
            assert created == [state["tid"] for state in trace.named("Type_free")]
            types += created
        assert len(set(numbers)) == 4 * rounds, "request numbers repeat"
        assert len(set(types)) == 4 * rounds, "type numbers repeat"
    leaves = run.project().findall("Topology/Node/Node/Node")
    assert len(leaves) == 10


def stress(run):
    """Requests are completed by another thread than the one that made them, and keep their number."""
    ok(run)
    for rank in range(2):
        own = [trace for (r, t), trace in run.traces.items() if r == rank and t > 0]
        assert len(own) == 8
        made, done, handed_over = [], [], 0
        for trace in own:
            ordered(trace)
            assert trace.complete
            names = [state.name for state in trace.states]
            assert names.count("Irecv") == 80 and names.count("Isend") == 40
            assert names.count("Wait") == 40 and names.count("Send") == 40
            numbers = [s["rid"] for s in trace.states if s.name in ("Irecv", "Isend")]
            waited = [c["rid"] for s in trace.states for _, c in s.data if c.get("done") == "1"]
            handed_over += len(set(waited) - set(numbers))
            made += numbers
            done += waited
        assert len(set(made)) == len(made) == 8 * 120, "request numbers repeat"
        assert sorted(made) == sorted(done), "a request was completed under another number"
        assert handed_over == 8 * 40


def sharing(run):
    """What threads share keeps its number, whoever uses, completes or frees it."""
    ok(run)
    rounds = 5
    for rank in range(2):
        own = [trace for (r, t), trace in run.traces.items() if r == rank and t > 0]
        assert len(own) == 8
        states = [state for trace in own for state in trace.states]
        made = [s["rid"] for s in states if s.name in ("Recv_init", "Send_init", "Irecv")]
        assert len(set(made)) == len(made) == 8 * (2 + rounds), "request numbers repeat"
        started = [c["rid"] for s in states if s.name == "Startall" for _, c in s.data]
        done = [c["rid"] for s in states if s.name == "Wait" for _, c in s.data]
        early = [s["rid"] for s in states if s.name == "Irecv"]
        assert sorted(done) == sorted(started + early), "a request was completed under another number"
        received = [c for s in states if s.name == "Wait" for _, c in s.data if "fromRank" in c]
        assert len(received) == 2 * 8 * rounds
        assert {c["fromRank"] for c in received} == {str(1 - rank)}
        matched = [s for s in states if s.name == "Mrecv"]
        assert len(matched) == 8 * rounds
        assert {s["fromRank"] for s in matched} == {str(1 - rank)}
        assert "-1" not in {s["cid"] for s in matched}
        opened = [s["oid"] for s in states if s.name == "File_open"]
        assert len(set(opened)) == 8 * rounds, "numbers of openings repeat"
        assert [s["oid"] for s in states if s.name == "File_write_at"] == opened
        assert [s["oid"] for s in states if s.name == "File_close"] == opened
        puts = [(s["win"], s["targetRank"]) for s in states if s.name == "Put"]
        windows = {str(w) for w in range(8)}
        assert not puts or set(puts) == {(w, str(1 - rank)) for w in windows}


def locks(run):
    """No lock, no locked instruction and no memory for calls of kinds that were made before."""
    ok(run)
    if "unknown processor" in run.stderr:
        return
    counts = {}
    for line in run.stderr.splitlines():
        match = re.fullmatch(r"rank (\d): (.*): (\d+) locked, (\d+) called(, no steps)?", line)
        assert match and not match.group(5), line
        counts[match.group(1), match.group(2)] = int(match.group(3)), int(match.group(4))
    for rank in "01":
        locked, called = counts.pop((rank, "creation"))
        assert locked > 0 and called > 0, "what locks is not seen"
    assert len(counts) == 2 * 11
    assert set(counts.values()) == {(0, 0)}, counts


def bare(run):
    ok(run)
    for rank in range(2):
        first, last = run.trace(rank).states
        assert (first.name, last.name) == ("Init", "Finalize")
        for state in (first, last):
            assert 0 < int(state["tracerNs"]) < (state.end - state.start) * 1e9
    root = run.project()
    assert root.tag == "Application"
    hosts = root.findall("Topology/Node")
    assert [host.get("name") for host in hosts] == ["node-1"], "HDTRACE_HOST with its name cleaned"
    assert [rank.get("name") for rank in hosts[0]] == ["0", "1"]
    world = [c for c in root.findall("CommunicatorList/Communicator")
             if c.get("name") == "WORLD"]
    assert len(world) == 1
    members = [(m.get("global"), m.get("local"), m.get("cid")) for m in world[0].findall("Rank")]
    assert members == [("0", "0", "0"), ("1", "1", "0")]
    assert (run.directory / "my-project.proj").exists()
    assert root.get("name") == "my_project" or root.get("label") == "my_project"
    assert "HDTRACE_NONSENSE" in run.stderr and run.stderr.count("HDTRACE_NONSENSE") == 1


def sampled(run):
    ok(run)
    assert len(list(run.directory.glob("*_Utilization.stat"))) == 1
    groups = run.project().find("ExternalStatistics")
    assert [group.tag for group in groups] == ["Utilization"]


def sampled_processes(run):
    ok(run)
    assert len(list(run.directory.glob("*_Utilization.stat"))) == 1
    files = sorted(path.name for path in run.directory.glob("*_Process.stat"))
    assert [name.split("_")[-2] for name in files] == ["0", "1"], files
    groups = run.project().find("ExternalStatistics")
    assert sorted(group.tag for group in groups) == ["Process", "Utilization"]


def powered(run):
    ok(run)
    files = list(run.directory.glob("*_Energy.stat"))
    assert len(files) == 1, files
    content = files[0].read_bytes()
    header = 6 + int(content[:5])
    assert b"Energy" in content[6:header], content[6:header]
    assert len(content) > header + 8, "no record behind the header and the time of the start"
    groups = run.project().find("ExternalStatistics")
    assert [group.tag for group in groups] == ["Energy"]
    assert "power" not in run.stderr, run.stderr


def not_powered(run):
    ok(run)
    assert len(run.traces) == 2
    assert run.stderr.count("power is not measured: ") == 1, run.stderr
    assert not list(run.directory.glob("*.stat"))


def disabled(run):
    ok(run)
    assert not list(run.directory.iterdir()), "files in spite of HDTRACE_ENABLED=0"


def unwritable(run):
    ok(run)
    assert not run.traces
    lines = [line for line in run.stderr.splitlines() if line.startswith("hdtrace:")]
    assert 1 <= len(lines) <= 4, f"{len(lines)} warnings: {run.stderr}"


def partly(run):
    """Rank 1 cannot write its trace: the others go on as if nothing was."""
    ok(run)
    assert "rank 1" in run.stderr
    assert "Comm_dup" in [state.name for state in run.trace(0).states]
    ranks = run.project().findall("Topology/Node/Node")
    assert [rank.get("name") for rank in ranks] == ["0"]


def abort(run):
    assert run.exit_status != 0
    last = run.trace(1).states[-1]
    assert last.name == "Abort" and run.trace(1).complete
    attributes(last, cid=0, errorcode=3)
    assert run.trace(0).states[0].name == "Init"
    assert set(run.fragments) == {(0, 0), (1, 0)}
    assert not list(run.directory.glob("*.proj"))


def exits(run):
    """The launcher kills the rank that is slower to end, maybe inside its last call."""
    assert run.exit_status != 0
    ended = [run.trace(rank) for rank in range(2) if run.trace(rank).complete]
    assert ended, "the trace of a rank that ended by itself is cut"
    for trace in ended:
        assert [state.name for state in trace.states] == ["Init", "Barrier"]


def fatal(run):
    """The launcher kills all ranks, maybe before they could write what is in their buffers."""
    assert run.exit_status != 0
    expected = ["Init", "Barrier", "Send"]
    for rank in range(2):
        names = [state.name for state in run.trace(rank).states]
        assert names and names == expected[:len(names)]
        assert (rank, 0) in run.fragments


def forks(run):
    ok(run)
    for rank in range(2):
        trace = run.trace(rank)
        assert trace.complete
        assert [state.name for state in trace.states] == ["Init", "Barrier", "Barrier", "Finalize"]


def inner(run):
    """A traced program that a rank starts does not write over the rank's files."""
    ok(run)
    projects = sorted(run.directory.glob("*.proj"))
    assert len(projects) == 2, projects
    whole = next(p for p in projects if "-inner" not in p.name).stem
    for rank in range(2):
        text = next(run.directory.glob(f"{whole}_*_{rank}_0.trc")).read_text(encoding="utf-8")
        assert [text.count(f"<{name} ") for name in ("Init", "Barrier", "Finalize")] == [1, 1, 1]
        assert text.endswith("</Program>\n")
    text = next(run.directory.glob("*-inner*_0_0.trc")).read_text(encoding="utf-8")
    assert "<Finalize " in text and "<Barrier " not in text


def joined(run):
    """A communicator over a socket has the ranks of MPI_COMM_WORLD, where the MPI library can."""
    ok(run)
    states = [run.trace(rank).one("Comm_join") for rank in range(2)]
    if "cannot join" in run.stdout:
        assert not run.is_openmpi and all("newcid" not in state.attributes for state in states)
        assert all(state["err"].startswith("MPI_ERR_") for state in states)
        return
    for rank in range(2):
        attributes(states[rank], newcid=states[rank]["newcid"])
        exchange = run.trace(rank).one("Sendrecv")
        assert exchange["cid"] == states[rank]["newcid"]
        assert exchange["toRank"] == exchange["fromRank"] == str(1 - rank)
        assert run.trace(rank).one("Comm_disconnect")["cid"] == states[rank]["newcid"]


def projects_of(directory):
    """Ranks by the project's name."""
    found = {}
    for path in directory.glob("*.proj"):
        root = ElementTree.parse(path).getroot()
        found[path.stem] = [rank.get("name") for rank in root.findall("Topology/Node/Node")]
    return found


def spawned(run):
    """Two programs, two projects: merging names both, and makes both again."""
    ok(run)
    whole = projects_of(run.directory)
    assert len(whole) == 2 and set(map(tuple, whole.values())) == {("0", "1")}, whole
    parent = next(name for name in whole if "-spawned" not in name)
    child = next(name for name in whole if name.startswith(f"{parent}-spawned"))
    assert run.trace(0).one("Comm_spawn")["processes"] == "2"
    assert run.trace(0).one("Send")["cid"] == run.trace(0).one("Comm_spawn")["newcid"]
    received = next(run.directory.glob(f"{child}_*_1_0.trc")).read_text(encoding="utf-8")
    assert received.count("<Recv ") == 1 and received.endswith("</Program>\n")
    for path in list(run.directory.glob("*.proj")):
        path.unlink()
    done = subprocess.run([os.environ["HD_MERGE"], "--elsewhere", run.directory],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert sorted(line.split(":")[0].rsplit("/", 1)[-1] for line in done.stdout.splitlines()) == \
        sorted(f"{name}.proj" for name in whole), done.stdout
    assert projects_of(run.directory) == whole


def late(run):
    ok(run)
    assert "hdtrace merge" in run.stderr
    ranks = run.project().findall("Topology/Node/Node")
    assert [rank.get("name") for rank in ranks] == ["0"], "what arrived is written"
    assert run.trace(1).complete and (1, 0) in run.fragments


def control(run):
    ok(run)
    for rank in range(2):
        trace = run.trace(rank)
        ordered(trace)
        names = [state.name for state in trace.states]
        assert [n for n in names if n != "Comm_free_keyval"] == \
            ["Init", "Comm_dup", "Pcontrol", "Pcontrol", "assemble", "Finalize"], names
        inner = trace.one("Comm_dup").nested
        assert [state.name for state in inner] == ["Barrier"], "a call made inside a call nests"
        own = trace.one("assemble")
        attributes(own, rows=12, what="a <b>")
        assert [state.name for state in own.nested] == ["Barrier"]
        attributes(trace.named("Pcontrol")[0], level=0)
        attributes(trace.named("Pcontrol")[1], level=1)


def flat(run):
    ok(run)
    assert not run.trace(0).one("Comm_dup").nested, "nested states in spite of HDTRACE_NESTED=0"


def offsets(run):
    """Two measurements, at the start and in MPI_Finalize, at times of the trace."""
    ok(run)
    for rank in range(2):
        trace = run.trace(rank)
        value = trace.program["clockOffset"]
        assert len(value) == 80
        points = [tuple(float(part) for part in point.split("@")) for point in value.split()]
        assert len(points) == (1 if rank == 0 else 2), value
        assert all(offset == 0 if rank == 0 else abs(offset) < 1 for offset, _ in points)
        begin, end = trace.one("Init"), trace.one("Finalize")
        places = [time for _, time in points]
        assert begin.start - 1 <= places[0] <= begin.end, value
        assert rank == 0 or end.start <= places[1] <= end.end, value


def offsets_late(run):
    """A rank that comes too late for the second measurement keeps the first."""
    ok(run)
    points = run.trace(1).program["clockOffset"].split()
    assert len(points) == 1, points
    assert run.trace(0).one("Finalize").attributes and "hdtrace merge" in run.stderr


def sessions(run):
    """Without MPI_Init nothing is collected: the project comes from what is left."""
    ok(run)
    assert not list(run.directory.glob("*.proj")) and "hdtrace merge" in run.stderr
    for rank in range(2):
        trace = run.trace(rank)
        assert trace.complete and "clockOffset" not in trace.program
        names = [state.name for state in trace.states]
        assert names == ["Session_init", "Comm_create_from_group", "Send" if rank else "Recv",
                         "Barrier", "Comm_free", "Session_finalize"], names
        world, made = run.fragment(rank).lines["Comm"]
        assert world["gid"] == "0:0" and world.get("map") == (None if rank else "0->0;1->1;")
        assert made["gid"] == "1:1" and made.get("map") == ("1->0;0->1;" if rank else None)
    attributes(run.trace(0).one("Recv"), fromRank=1, fromTag=5, size=4, postedRank=-2, cid=1)


def sessions_and_init(run):
    """One rank had a session before MPI_Init: from there on all is as usual."""
    ok(run)
    assert [state.name for state in run.trace(0).states] == \
        ["Session_init", "Init", "Barrier", "Finalize", "Session_finalize"]
    assert [state.name for state in run.trace(1).states] == ["Init", "Barrier", "Finalize"]
    assert len(run.project().findall("Topology/Node/Node")) == 2
    world, = [c for c in run.project().findall("CommunicatorList/Communicator")
              if c.get("name") == "WORLD"]
    assert len(world.findall("Rank")) == 2


def made_communicators(run):
    return [c for c in run.project().findall("CommunicatorList/Communicator")
            if c.get("name") not in ("WORLD", "SELF")]


def sessions_after(run):
    """Sessions go on after MPI_Finalize: their calls are there, and merge completes the project."""
    ok(run)
    assert "sessions go on after MPI_Finalize in 2 of 2 ranks" in run.stderr, run.stderr
    assert "no MPI_Finalize" not in run.stderr, run.stderr
    before = ["Session_init", "Init", "Barrier", "Finalize"]
    for rank in range(2):
        trace = run.trace(rank)
        assert trace.complete
        assert [state.name for state in trace.states] == before + \
            ["Comm_create_from_group", "Send" if rank else "Recv", "Barrier", "Comm_free",
             "Session_finalize"]
    recv = run.trace(0).one("Recv")
    attributes(recv, fromRank=1, fromTag=5, size=4, postedRank=-2, cid=1)
    assert made_communicators(run) == []
    run.merge("--incomplete")
    made, = made_communicators(run)
    assert [(rank.get("global"), rank.get("local"), rank.get("cid")) for rank in made] == \
        [("1", "0", "1"), ("0", "1", "1")]


def sessions_one_after(run):
    """One rank's session goes on: only that one is recorded further."""
    ok(run)
    assert "sessions go on after MPI_Finalize in 1 of 2 ranks" in run.stderr, run.stderr
    assert [state.name for state in run.trace(0).states] == ["Init", "Barrier", "Finalize"]
    assert [state.name for state in run.trace(1).states] == \
        ["Session_init", "Init", "Barrier", "Finalize", "Comm_create_from_group", "Barrier",
         "Comm_free", "Session_finalize"]
    run.merge("--incomplete")
    assert len(run.project().findall("Topology/Node/Node")) == 2


def hosts(run):
    """Nodes n_1 and n-1 have one label: the second one met gets another."""
    ok(run)
    nodes = run.project().findall("Topology/Node")
    assert sorted((node.get("name"), node.get("label") or node.get("name")) for node in nodes) == \
        [("n-1", "n_1"), ("n-1.2", "n-1")]
    assert sorted(path.name.split("_", 1)[1] for path in run.directory.glob("*.trc")) == \
        ["n-1.2_1_0.trc", "n-1_0_0.trc"]

# SPDX-License-Identifier: GPL-3.0-or-later
"""What is recorded of things that programs seldom do."""

from cases_messages import ok


def large(run):
    """Counts of large-count types stand where those of plain types do."""
    ok(run)
    found = [(e["combiner"].removeprefix("MPI_COMBINER_"), e["integers"], e["addresses"])
             for e in run.fragment(0).lines["Type"]]
    assert ("CONTIGUOUS", "3000000000;", "") in found
    assert ("HINDEXED", "2;3000000000;2;", "8;5000000000;") in found
    assert ("HVECTOR", "2;3;", "6000000000;") in found
    assert run.project().find("Datatypes/Rank/CONTIGUOUS").get("count") == "3000000000"


def inter(run):
    ok(run)
    parts = [[child["rank"] + ":" + child["count"] for _, child in
              run.trace(rank).one("Reduce_scatter").data] for rank in range(3)]
    assert parts == [["0:2"], ["1:1", "2:1"], ["1:1", "2:1"]], parts
    both = next(c for c in run.project().findall("CommunicatorList/Communicator")
                if c.find("Rank").get("group"))
    members = [(m.get("global"), m.get("group"), m.get("local")) for m in both.findall("Rank")]
    assert members == [("0", "0", "0"), ("1", "1", "0"), ("2", "1", "1")], members
    assert sum("group" in e and "map" in e for rank in range(3)
               for e in run.fragment(rank).lines["Comm"]) == 2


def refused(run):
    ok(run)
    for rank in range(2):
        names = [s.name for s in run.trace(rank).states if "err" in s.attributes]
        assert names == ["Gatherv", "Scatterv", "Allgatherv"], names


def handled_open(run):
    """With MPICH the handler makes a success of it: there is still no file to be asked about."""
    ok(run)
    opened = run.trace(0).one("File_open")
    assert "fid" not in opened.attributes, opened


def many_threads(run):
    ok(run)
    assert "0 more open files" in run.stdout
    assert len(run.traces) == 41 and all(trace.complete for trace in run.traces.values())
    assert len(run.project().findall("Topology/Node/Node/Node")) == 41


def very_many_threads(run):
    ok(run)
    assert "0 more open files" in run.stdout and "memory is bounded" in run.stdout, run.stdout
    assert len(run.traces) == 1201 and all(trace.complete for trace in run.traces.values())


def moves(run):
    """All files are in the folder where the program was at the start."""
    many_threads(run)
    assert not list((run.directory / "elsewhere").iterdir())


def closes(run):
    """The trace is cut, but the program's own files are as it wrote them."""
    ok(run)
    assert (run.directory / "own").read_text(encoding="ascii") == "own"
    assert (run.directory / "other").read_text(encoding="ascii") == "other"
    assert len(run.trace(0).named("Barrier")) > 1000


def last_late(run):
    """A long description that nobody waits for any more must not hold up the end."""
    ok(run)
    assert "hdtrace merge" in run.stderr
    assert len(run.fragment(1).lines["Type"]) == 3001
    root = run.project()
    assert (root.get("missing"), root.get("ranks")) == ("1", "2")


def first_late(run):
    """Rank 0 comes after the others gave up waiting, and finds what they left."""
    ok(run)
    ranks = run.project().findall("Topology/Node/Node")
    assert [rank.get("name") for rank in ranks] == ["0", "1"]
    assert run.project().get("missing") is None


def long_name(run):
    ok(run)
    name = next(run.directory.glob("*.proj")).stem
    assert len(name) > 70 and set(name[:70]) == {"-"}, "one '-' for each character of two bytes"
    assert all(path.name.startswith(name + "_") for path in run.directory.glob("*.trc"))
    run.project()


def other_threads(run, name):
    """The one state of this name that no main thread has."""
    found = [state for (_, thread), trace in run.traces.items() if thread > 0 for state in trace.named(name)]
    assert len(found) == 1, found
    return found[0]


def reused(run):
    """The numbers of the request in question and of the one that has its handle next."""
    ok(run)
    assert "the handle is reused" in run.stderr, run.stderr
    main = run.trace(0)
    started = [s["rid"] for s in main.states if s.name in ("Grequest_start", "Irecv")]
    assert len(set(started)) == len(started) > 1, started
    return started[0], started[-1]


def reuse_Grequest_complete(run):
    first, _ = reused(run)
    assert other_threads(run, "Grequest_complete")["rid"] == first
    assert other_threads(run, "Wait").data == [("For", {"rid": first, "done": "1"})]


def reuse_Cancel(run):
    first, _ = reused(run)
    assert other_threads(run, "Cancel").data == [("For", {"rid": first})]


def reuse_Wait(run):
    first, last = reused(run)
    assert other_threads(run, "Request_get_status")["rid"] == last
    assert other_threads(run, "Wait").data == [("For", {"rid": first, "done": "1"})]


def reuse_none(run):
    first, _ = reused(run)
    assert run.trace(0).one("Request_free")["rid"] == first
    assert other_threads(run, "Grequest_complete")["rid"] == first

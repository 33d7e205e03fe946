# SPDX-License-Identifier: GPL-3.0-or-later
"""Fortran in its three bindings, C++, other profiling libraries beside ours, the program's own states."""

import re

BEGINNING = "Init".split()
MESSAGES = ("Send Send Ssend".split(), "Recv Recv".split())
REST = """
    Sendrecv_replace Sendrecv Irecv Isend Waitall
    Recv_init Send_init Startall Waitall Startall Waitall Request_free Request_free
    Irecv Send Wait Ibarrier Wait Test
    Bcast Reduce Allreduce Allreduce Allgatherv Barrier
    Type_vector Type_commit Bcast Type_free Type_create_struct Type_commit Bcast Type_free
    Type_contiguous Type_free
    Comm_split Comm_set_name Comm_dup Comm_free Comm_free Cart_create Comm_free
    Dist_graph_create_adjacent Comm_free
    File_open File_write_at File_sync Barrier File_set_view File_read_all File_get_size File_close
""".split()
END = "Send Barrier Pcontrol Pcontrol Finalize".split()


def names(trace):
    return [state.name for state in trace.states]


def has(state, **expected):
    found = {name: state.attributes.get(name) for name in expected}
    assert found == {name: str(value) for name, value in expected.items()}, f"{state}: {expected}"


def fortran(run):
    """Every call once, in its order, with the attributes that the same call has in C."""
    assert run.exit_status == 0
    for rank in range(2):
        deleted = ["File_delete"] if rank == 0 else []
        assert names(run.trace(rank)) == BEGINNING + MESSAGES[rank] + REST + deleted + END
        check_calls(run.trace(rank), rank)
    sent = run.trace(0).named("Send")
    has(sent[0], size=40, count=10, toRank=1, toTag=7)
    has(sent[1], size=12, count=3, toRank=1, toTag=8)
    has(run.trace(0).one("Ssend"), size=8, count=1)
    received = run.trace(1).named("Recv")
    has(received[0], size=40, fromRank=0, fromTag=7, postedRank=-2, postedTag=-1)
    has(received[1], size=12, fromRank=0, fromTag=8)  # with MPI_STATUS_IGNORE
    assert "attribute copied: 42" in run.stdout and 'name: "my half"' in run.stdout


def check_calls(trace, rank):
    other = 1 - rank
    has(trace.one("Sendrecv_replace"), sendSize=40, toRank=other, size=40, fromRank=other)
    has(trace.one("Sendrecv"), size=4, toRank=other, recvSize=4, fromRank=other, fromTag=2)
    has(trace.named("Bcast")[0], size=8, rootRank=1, count=2)
    has(trace.named("Allreduce")[0], size=16, count=4)  # in place
    vector, *_ = trace.named("Type_vector")
    row = trace.named("Bcast")[1]
    has(row, size=16, count=1)
    commits = trace.named("Type_commit")
    assert commits[0]["tid"] == row["tid"] == trace.named("Type_free")[0]["tid"], vector
    first_wait = trace.named("Waitall")[0]
    requests = [trace.named("Irecv")[0]["rid"], trace.named("Isend")[0]["rid"]]
    assert [entry["rid"] for tag, entry in first_wait.data if tag == "For"] == requests
    opened = trace.one("File_open")
    assert opened["name"].endswith("fortran data.out"), opened  # no blanks behind it
    assert ("Info", "cb_nodes", "1") in [(tag, entry.get("key"), entry.get("value"))
                                         for tag, entry in opened.data], opened
    has(trace.one("File_write_at"), size=16, offset=16 * rank, fid=opened["fid"])
    has(trace.one("File_read_all"), size=16, offset=16 * other)
    has(trace.one("File_set_view"), offset=16 * other, representation="native")
    has(trace.named("Send")[-1], err="MPI_ERR_RANK", count=1)


def fortran_local(run):
    """Cheap local calls on request, also those that jump to PMPI_X instead of calling it."""
    assert run.exit_status == 0
    for rank in range(2):
        trace = run.trace(rank)
        for name in ("Wtime", "Comm_rank", "Comm_size", "Info_create", "Info_set", "Error_string",
                     "Comm_get_name", "Op_create", "Cart_get"):
            trace.one(name)
        assert len(trace.named("Get_address")) == 2


def check_stacked(run, tool_sees):
    assert run.exit_status == 0
    calls = (["Send"] * 3, ["Recv"] * 3)
    for rank in range(2):
        expected = ["Init"] + calls[rank] + ["Barrier", "Barrier", "Pcontrol", "Allreduce", "Finalize"]
        assert names(run.trace(rank)) == expected, names(run.trace(rank))
        assert run.trace(rank).complete
    counts = ("3 sends, 0 receives", "0 sends, 3 receives")
    for rank in range(2):
        line = f"tool on {rank}: {counts[rank]}, 2 barriers, levels 2"
        assert (line in run.stderr) == tool_sees, run.stderr
    run.project()


def stacked(run):
    """Ours and another's: each sees each call once."""
    check_stacked(run, tool_sees=True)


def stacked_disabled(run):
    """HDTRACE_ENABLED=0: the tool behind ours sees what it would see without us."""
    assert run.exit_status == 0 and not run.traces
    for rank in range(2):
        assert f"tool on {rank}: " in run.stderr and "2 barriers, levels 2" in run.stderr


def not_stacked_before(run):
    """HDTRACE_STACK=0, ours first: the chain ends with ours."""
    check_stacked(run, tool_sees=False)


def not_stacked_behind(run):
    """HDTRACE_STACK=0, ours second: the other one's functions end the chain."""
    assert "tool on 0: 3 sends, 0 receives, 2 barriers" in run.stderr
    for rank in range(2):
        assert names(run.trace(rank)) == ["Init", "Allreduce"], names(run.trace(rank))


def fortran_stacked(run):
    """The tool of C functions sees what ours leads on, also from Fortran."""
    fortran(run)
    assert "tool on 0: 4 sends, 0 receives, 4 barriers" in run.stderr
    assert "tool on 1: 2 sends, 2 receives, 4 barriers" in run.stderr


def own(run):
    """hdmpi.h: states nest, events stand where they happened, attributes are the innermost's."""
    assert run.exit_status == 0 and "0 faults" in run.stdout, run.stdout
    trace = run.trace(0)
    assert names(trace) == ["Init", "outer", "Finalize"], names(trace)
    outer = trace.one("outer")
    assert [state.name for state in outer.nested] == ["inner"]
    inner = outer.nested[0]
    assert [state.name for state in inner.nested] == ["Barrier"]
    assert inner.attributes == {"lowest": str(-2**63)}
    expected = {"text": "<&'\">", "a": "7", "b": "it is"}
    expected.update({f"name{i}": str(i) for i in range(100)})
    assert outer.attributes == expected
    text = next(run.directory.glob("*_0_0.trc")).read_text(encoding="utf-8")
    assert len(re.findall(r"<Event name='moment' time='[0-9.]+' half='0.5' of='event'/>", text)) == 1
    assert "unseen" not in text and "never" not in text and "outside" not in text


def cxx(run):
    """MPI's own C++ interface, where it has one: inline functions and a library."""
    assert run.exit_status == 0
    for rank in range(2):
        assert names(run.trace(rank)) == \
            ["Init", "Send" if rank == 0 else "Recv", "Comm_dup", "Allreduce", "Comm_free",
             "Finalize"], names(run.trace(rank))
    has(run.trace(0).one("Send"), size=40, count=10, toRank=1, toTag=3)
    has(run.trace(1).one("Recv"), size=40, fromRank=0, fromTag=3)

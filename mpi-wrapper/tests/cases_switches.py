# SPDX-License-Identifier: GPL-3.0-or-later
"""What is recorded and when: filters and switches."""

from cases_messages import ok, ordered

# What the program does in one round, and how often.
ROUND = ["Comm_dup", "Type_contiguous", "Type_commit", "Isend", "Irecv", "Waitall", "Bcast",
         "Barrier", "Type_free", "Comm_free"]


def names(trace):
    return [state.name for state in trace.states]


def functions(run):
    """HDTRACE_FUNCTIONS=@coll,@request,!Bcast,MPI_Is*,Comm_rank,Nonsense"""
    ok(run)
    expected = ["Comm_rank"] + 3 * ["Isend", "Waitall", "Barrier"]
    for rank in range(2):
        assert names(run.trace(rank)) == ["Init"] + expected + ["Finalize"]
        cids = [state["cid"] for state in run.trace(rank).named("Barrier")]
        assert cids == ["1", "2", "3"], f"communicators that nobody saw made: {cids}"
        sizes = [state["size"] for state in run.trace(rank).named("Isend")]
        assert sizes == ["4", "4", "4"]
    assert run.stderr.count("'Nonsense' names no function") == 1


def inside_others(run):
    """A call that is left out does not take the attributes of the one around it."""
    ok(run)
    trace = run.trace(0)
    assert names(trace) == ["Init", "Reduce_local", "Finalize"], names(trace)
    assert trace.named("Reduce_local")[0]["count"] == "2"


def excluded(run):
    """HDTRACE_FUNCTIONS=!@type,!@comm"""
    ok(run)
    kept = [name for name in ROUND if not name.startswith(("Type_", "Comm_"))]
    assert names(run.trace(1)) == ["Init"] + 3 * kept + ["Finalize"]


def long_ones(run):
    """HDTRACE_MIN_NS. The program says of each call how long it lasted at least, because it waited
    inside, and at most, because it looked at the clock around it. Only where the bound is far from
    both is anything demanded, so that neither speed nor clock matter. Calls that free something are
    kept, because what they free has to be known."""
    ok(run)
    bound_ns = 10**7
    for rank in range(2):
        trace = run.trace(rank)
        ordered(trace)
        measured = [tuple(map(int, line.split())) for line in
                    (run.directory / f"calls{rank}").read_text(encoding="ascii").splitlines()]
        longer = {number for number, least_ns, _ in measured if least_ns >= 2 * bound_ns}
        shorter = {number for number, _, most_ns in measured if most_ns <= bound_ns // 2}
        assert len(longer) == len(shorter) == 10, measured
        kept = [int(state["count"]) for state in trace.named("Reduce_local")]
        assert longer <= set(kept), f"{longer - set(kept)} of {measured} are missing"
        assert not shorter & set(kept), f"{shorter & set(kept)} of {measured} are too short"
        assert kept == sorted(set(kept)) and set(kept) <= {number for number, _, _ in measured}
        assert names(trace).count("Type_free") == 3
        for state in trace.states:
            assert state.name in ("Init", "Finalize", "Type_free") or \
                state.duration_ns >= bound_ns, f"{state} lasted {state.duration_ns} ns"
        text = next(run.directory.glob(f"*_{rank}_0.trc")).read_text(encoding="utf-8")
        assert "HDTraceSummary" not in text, "what is left out on purpose is not lost"


def long_ones_ring(run):
    """The text is made later, by the same rule."""
    long_ones(run)


def some_ranks(run):
    """HDTRACE_RANKS=1-5,9: rank 0 writes the project, but no trace."""
    ok(run)
    assert set(run.traces) == {(1, 0)} and set(run.fragments) == {(1, 0)}
    assert names(run.trace(1)) == ["Init"] + 3 * ROUND + ["Finalize"]
    root = run.project()
    ranks = root.findall("Topology/Node/Node")
    assert [rank.get("name") for rank in ranks] == ["1"]
    lists = {c.get("name"): [(m.get("global"), m.get("local")) for m in c.findall("Rank")]
             for c in root.findall("CommunicatorList/Communicator")}
    assert ("1", "1") in lists["WORLD"], lists
    assert len(root.findall("CommunicatorList/Communicator")) == 4


def switched(run):
    """The second round is not recorded, but its handles count."""
    ok(run)
    for rank in range(2):
        trace = run.trace(rank)
        ordered(trace)
        assert names(trace) == ["Init"] + 2 * ROUND + ["Finalize"], names(trace)
        assert [state["cid"] for state in trace.named("Barrier")] == ["1", "3"]
        assert [state["newTid"] for state in trace.named("Type_contiguous")] == ["1", "3"]


def by_signal(run):
    switched(run)
    assert run.stdout.split() == ["2", "signals"] * 2, "the program's own handler is left out"


def by_file(run):
    """Looked at once a second at most, at the next call: the file was written 1.1 s before."""
    switched(run)


def cpu_time(run):
    ok(run)
    for state in run.trace(0).states[1:-1]:
        assert 0 <= int(state["cpuNs"]) < 10**10, state
    # The nap of 60 ms before rank 0's Barrier takes no processor time.
    barrier = run.trace(0).named("Barrier")[0]
    assert int(barrier["cpuNs"]) < 45 * 10**6


def bad_values(run):
    ok(run)
    for text in ("HDTRACE_RANKS='1-' is not a list of ranks", "HDTRACE_SIGNAL='HUP' is not",
                 "HDTRACE_MODE='slow' is not direct or ring", "HDTRACE_MIN_NS='-1' is not",
                 "HDTRACE_LIMIT='never' is not stop or last",
                 "HDTRACE_CLOCK='sundial' is not auto, tsc or monotonic"):
        assert run.stderr.count(text) == 1, f"{text}: {run.stderr}"
    assert names(run.trace(1)) == ["Init"] + 3 * ROUND + ["Finalize"]


def idle_values(run):
    """Values that mean nothing without another's are told, and everything is recorded."""
    ok(run)
    for text in ("HDTRACE_LIMIT=last is ignored: HDTRACE_LIMIT_MB does",
                 "HDTRACE_RING_SIZE_MB is ignored: there is no ring"):
        assert run.stderr.count(text) == 1, f"{text}: {run.stderr}"
    assert names(run.trace(1)) == ["Init"] + 3 * ROUND + ["Finalize"]


def other_clock(run):
    ok(run)
    assert run.trace(0).program["clock"] == "monotonic"


MESSAGES = 30000


def tags(trace):
    return [int(state["toTag"]) for state in trace.named("Send")]


def limited(run):
    """HDTRACE_LIMIT_MB=1: the first MiB is kept, and what is lost is told once."""
    ok(run)
    for rank in range(2):
        trace = run.trace(rank)
        assert trace.complete
        found = tags(trace)
        assert 1000 < len(found) < MESSAGES and found == list(range(len(found)))
        size = next(run.directory.glob(f"*_{rank}_0.trc")).stat().st_size
        assert size <= 1 << 20, f"{size} bytes"
        lost = [line for line in run.stderr.splitlines()
                if f"rank {rank}:" in line and "beyond HDTRACE_LIMIT_MB" in line]
        assert len(lost) == 1, run.stderr


def no_ranks(run):
    """A list that none of the ranks is in records nothing, and rank 0 says so."""
    ok(run)
    assert run.stderr.count("HDTRACE_RANKS=2-5 names none of the 2 ranks") == 1, run.stderr
    assert not list(run.directory.glob("*.trc"))


def mumbles(run):
    """A control file with another word changes nothing, and is told once."""
    ok(run)
    assert run.stderr.count("HDTRACE_CONTROL: ") == 1, run.stderr
    assert "CMakeLists.txt says neither on nor off" in run.stderr, run.stderr
    assert names(run.trace(1)) == ["Init"] + 3 * ROUND + ["Finalize"]


def limited_ring(run):
    """What of a ring is beyond the limit is known when its text is made; it is told all the same."""
    limited(run)


def last_ones(run):
    """HDTRACE_LIMIT=last: the end of the run is kept."""
    ok(run)
    for rank in range(2):
        trace = run.trace(rank)
        assert trace.complete and trace.states[-1].name == "Finalize"
        found = tags(trace)
        assert 1000 < len(found) < MESSAGES
        assert found == list(range(MESSAGES - len(found), MESSAGES))
        assert f"rank {rank}: " in run.stderr and "older states that made room" in run.stderr

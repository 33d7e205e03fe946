# SPDX-License-Identifier: GPL-3.0-or-later
"""Ordered file calls: every process knows where its data begins. The files tell whether that is so."""

from cases_messages import ok
from cases_objects import compat

RANKS = 3
BACK = [2, 1, 0]  # the order of processes in one of the files


def ordered_of(run, rank, name, thread=0):
    """What this rank recorded of a file: (offset, size) of each ordered call that moved something."""
    found = []
    trace = run.trace(rank, thread)
    paths = {state["fid"]: state["name"] for state in trace.named("File_open")}
    fids = {fid for fid, path in paths.items() if path.endswith(f"/{name}")}
    for state in trace.states:
        if "_ordered" in state.name and state["fid"] in fids and "err" not in state.attributes:
            fields = state.data[0][1] if state.name.endswith("_begin") else state.attributes
            found.append((int(fields["offset"]), int(fields["size"])))
    return found


def starts(position, amounts, order=range(RANKS)):
    """Where each rank begins, in the order of the file's communicator."""
    found = {}
    for rank in order:
        found[rank] = position
        position += amounts[rank]
    return found, position


def holds(run, name, offset, size, letter, rank):
    content = (run.directory / name).read_bytes()
    mark = bytes([ord("A") + letter * RANKS + rank]) * size
    assert content[offset:offset + size] == mark, (name, rank, offset, content)


def check(run, name, number, place, amounts, unit, letter=None, order=range(RANKS), ranks=range(RANKS)):
    """One call: `place` turns a position in the view into an offset. @return the position after it"""
    position, absolute = place
    where, after = starts(position, amounts, order)
    for rank in ranks:
        expected = (absolute(where[rank]), amounts[rank] * unit)
        assert ordered_of(run, rank, name)[number] == expected, \
            (name, number, rank, ordered_of(run, rank, name), expected)
        if letter is not None and amounts[rank] > 0:
            holds(run, name, expected[0], unit, letter, rank)
    return after


def plain(position):
    return position


def tiled(position):
    """Two ints of every three, behind 8 bytes."""
    return 8 + position // 2 * 12 + position % 2 * 4


def check_files(run, ranks=range(RANKS)):
    place = check(run, "bytes", 0, (10, plain), [3, 0, 5], 1, 0, ranks=ranks)
    assert check(run, "bytes", 1, (place, plain), [0, 4, 8], 1, 1, ranks=ranks) == 30
    place = check(run, "view", 0, (0, tiled), [1, 2, 3], 4, 0, ranks=ranks)
    check(run, "view", 1, (place, tiled), [3, 6, 3], 4, 1, ranks=ranks)
    check(run, "view", 2, (5, lambda p: 100 + 4 * p), [2, 3, 4], 4, 2, ranks=ranks)
    place = check(run, "short", 0, (0, plain), [1, 2, 3], 1, ranks=ranks)
    place = check(run, "short", 1, (place, plain), [8, 8, 8], 1, ranks=ranks)
    place = check(run, "short", 2, (place, plain), [2, 2, 2], 1, 1, ranks=ranks)
    if not run.is_openmpi:
        place = check(run, "short", 3, (place, plain), [5, 6, 7], 1, ranks=ranks)
        check(run, "short", 4, (place, plain), [2, 2, 2], 1, 2, ranks=ranks)
    check(run, "back", 0, (0, plain), [2, 3, 4], 1, 0, BACK, ranks)
    place = check(run, "forth", 0, (0, plain), [1, 2, 3], 1, 0, ranks=ranks)
    others = [rank for rank in ranks if rank != 1]
    place = check(run, "forth", 1, (place, plain), [1, 2, 3], 1, 1, ranks=others)
    if 1 in ranks:
        assert len(ordered_of(run, 1, "forth")) == 2
        assert ordered_of(run, 1, "forth")[1] == (place + 1, 1)
    check(run, "forth", 2, (place, plain), [1, 1, 1], 1, 2, ranks=others)


def in_order(run):
    ok(run)
    check_files(run)
    for rank in range(RANKS):
        amounts = (0 if rank == 1 else 3 + rank, 4 * rank)
        assert ordered_of(run, rank, f"own{rank}") == [(10, amounts[0]), (10 + amounts[0], amounts[1])]
        wrong, = [s for s in run.trace(rank).named("File_write_ordered") if "err" in s.attributes]
        assert ("offset" in wrong.attributes) == (rank == 0), wrong
        calls = [state.name for state in run.trace(rank).states]
        for tracers in ("Send", "Recv", "Exscan", "File_get_view", "File_get_position_shared"):
            assert tracers not in calls, f"{tracers} is the tracer's own"


def in_order_some(run):
    """A rank that records nothing takes part."""
    assert run.exit_status == 0, run.stderr
    assert sorted(rank for rank, _ in run.traces) == [0, 2]
    check_files(run, [0, 2])


def in_order_compat(run):
    compat(run)
    check_files(run)


def in_order_threads(run):
    ok(run)
    for thread in range(2):
        for name in ("first", "second"):
            calls = [of_thread(run, rank, thread, name) for rank in range(RANKS)]
            position = 0
            for i in range(max(len(c) for c in calls)):
                amounts = [(rank + i) % 3 for rank in range(RANKS)]
                where, position = starts(position, amounts)
                assert [c[i] for c in calls] == [(where[r], amounts[r]) for r in range(RANKS)]
    counts = sorted(len(of_thread(run, 0, thread, name)) for thread in range(2)
                    for name in ("first", "second"))
    assert counts == [0, 0, 10, 10], counts


def of_thread(run, rank, thread, name):
    """Files are opened by the first thread, and have one number in the process."""
    opened = {state["name"].rsplit("/", 1)[1]: state["fid"]
              for state in run.trace(rank).named("File_open")}
    return [(int(state["offset"]), int(state["size"]))
            for state in run.trace(rank, thread).named("File_write_ordered")
            if state["fid"] == opened[name]]


def check_partial(run, ranks):
    """Rank 1 has no file at the first and the last open, and nobody waits for ever."""
    ok(run)
    assert sorted(run.stdout.splitlines()) == [f"rank {rank} is done" for rank in range(RANKS)]
    for rank in ranks:
        opened = run.trace(rank).named("File_open")
        assert ["err" in state.attributes for state in opened] == [rank == 1, False, rank == 1], opened
        assert ["oid" in state.attributes for state in opened] == [rank != 1, True, rank != 1], opened


def partial_all(run):
    check_partial(run, range(RANKS))


def partial_some(run):
    check_partial(run, [0, 2])

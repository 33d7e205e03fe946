# SPDX-License-Identifier: GPL-3.0-or-later
"""What is recorded of datatypes and files."""

import os
import subprocess
import xml.etree.ElementTree as ElementTree

from cases_messages import attributes, completions, ok, ordered


def lines_by_combiner(fragment):
    found = {}
    for entry in fragment.lines["Type"]:
        found.setdefault(entry["combiner"].removeprefix("MPI_COMBINER_"), []).append(entry)
    return found


def original(entry, fragment):
    """The first type made in the same way: Open MPI tells of copies instead of the parts."""
    def way(other):
        parts = other["types"].split(";")[:-1]
        name = other["name"] if other["combiner"].endswith("NAMED") else ""
        return (other["combiner"], name, other["integers"], other["addresses"],
                [way(fragment.with_id("Type", part)) for part in parts])
    return next(e["id"] for e in fragment.lines["Type"] if way(e) == way(entry))


def types(run):
    ok(run)
    trace, fragment = run.trace(0), run.fragment(0)
    entries = lines_by_combiner(fragment)
    numbers = [int(entry["id"]) for entry in fragment.lines["Type"]]
    assert sorted(numbers) == list(range(len(numbers))), "numbers have gaps or repeat"
    seen = set()
    for entry in fragment.lines["Type"]:
        parts = set(entry["types"].split(";")) - {""}
        assert parts <= seen, f"type {entry['id']} is described before its parts"
        seen.add(entry["id"])
    names = {entry["name"]: entry["id"] for entry in entries["NAMED"]}
    integer = names["MPI_INT"]
    vector, matrix, record = entries["VECTOR"][0], entries["SUBARRAY"][0], entries["STRUCT"][0]
    assert (vector["integers"], vector["types"]) == ("3;2;5;", f"{integer};")
    order = "0" if run.is_openmpi else "56"  # MPI_ORDER_C
    assert matrix["integers"] == f"2;8;9;2;3;1;4;{order};"
    assert record["integers"] == "3;1;2;4;" and record["addresses"] == "0;64;1024;"
    same = {entry["id"]: original(entry, fragment) for entry in fragment.lines["Type"]}
    parts = [same[part] for part in record["types"].split(";")[:-1]]
    assert parts == [vector["id"], matrix["id"], names["MPI_CHAR"]]
    contiguous, resized, copy = (entries[c][0] for c in ("CONTIGUOUS", "RESIZED", "DUP"))
    assert (contiguous["integers"], contiguous["types"]) == ("4;", f"{names['MPI_SHORT']};")
    assert resized["addresses"] == "-8;32;" and same[resized["types"][:-1]] == contiguous["id"]
    assert same[copy["types"][:-1]] == resized["id"]
    assert entries["HVECTOR"][0]["integers"] == "2;1;" and \
        entries["HVECTOR"][0]["addresses"] == "100;"
    assert entries["INDEXED"][0]["integers"] == "2;1;2;3;7;"
    assert entries["HINDEXED"][0]["integers"] == "2;1;2;" and \
        entries["HINDEXED"][0]["addresses"] == "8;80;"
    assert entries["INDEXED_BLOCK"][0]["integers"] == "2;3;3;7;"
    assert len(entries["DARRAY"][0]["integers"].split(";")) == 4 + 4 * 2 + 1
    long = entries["INDEXED_BLOCK"][1]["integers"]
    assert long == "20000;1;" + "".join(f"{10 * i};" for i in range(20000))
    assert fragment.longest <= 64 * 1024
    assert copy["name"] == "it's <mine>", "a name given after the first use"
    named = run.project().find("Datatypes/Rank/DUP[@name]")
    assert named.get("name") == "it's <mine>" and named.get("id") == copy["id"]
    bottom = entries["STRUCT"][-1]
    assert bottom["addresses"] in run.stderr.splitlines(), "absolute addresses for MPI_BOTTOM"
    check_type_calls(trace, vector["id"], integer)


def check_type_calls(trace, vector, integer):
    attributes(trace.one("Type_vector"), oldTid=integer, newTid=vector)
    freed = [state["tid"] for state in trace.named("Type_free")]
    assert freed[0] == vector and len(set(freed)) == len(freed), "a number is freed twice"
    committed = [state["tid"] for state in trace.named("Type_commit")]
    sent = [state["tid"] for state in trace.named("Send")]
    assert committed == sent and len(set(sent)) == len(sent)


def files(run):
    ok(run)
    for rank in range(2):
        trace = run.trace(rank)
        ordered(trace)
        check_open_and_close(run, trace, rank)
        check_view(trace, rank)
        check_plain(trace, rank)


def check_open_and_close(run, trace, rank):
    name = str(run.directory / "it's <data>.out")
    first, second = trace.named("File_open")
    given = [c for tag, c in first.data if "effective" not in c]
    assert given == [{"key": "striping_unit", "value": "65536"}]
    effective = [c for _, c in first.data if c.get("effective") == "1"]
    assert effective, "no effective hints"
    attributes(first, cid=0, name=name, flags=9, amode="CREATE|RDWR", fid=0, oid=0, fileSize=0)
    attributes(second, cid=1, name=name, flags=2, amode="RDONLY", fid=0, oid=1, fileSize=128)
    attributes(trace.one("File_get_size"), fid=0, oid=1, size=128)
    closes = trace.named("File_close")
    attributes(closes[0], fid=0, oid=1, fileSize=128)
    attributes(closes[1], fid=0, oid=0, fileSize=128)
    assert run.fragment(rank).lines["File"] == [{"name": name, "Size": "0", "id": "0"}]
    if rank == 0:
        attributes(trace.one("File_delete"), fid=0, name=name)


def check_view(trace, rank):
    view = trace.named("File_set_view")[0]
    vector = trace.one("Type_vector")["newTid"]
    integer = view["etid"]
    start = 16 + 4 * rank
    attributes(view, fid=0, oid=0, offset=start, etid=integer, filetid=vector,
               representation="native")
    assert ("Info", {"key": "cb_buffer_size", "value": "1048576"}) in view.data, view.data
    opened = trace.named("File_open")[0].data
    effective = [[child for child in state if "effective" in child[1]] for state in (opened, view.data)]
    assert len(effective[0]) == len(effective[1]), effective  # both say what holds, where the library tells
    assert not trace.named("File_set_view")[1].data
    attributes(trace.one("File_write"), fid=0, oid=0, offset=start, size=8, count=2, tid=integer,
               bytes=8)
    # The third int of the view is the fifth of the file after the head.
    attributes(trace.one("File_write_at"), fid=0, oid=0, offset=2, absOffset=start + 16, size=8,
               count=2, tid=integer, bytes=8)
    seek = trace.named("File_seek")[0]
    attributes(seek, **{"fid": 0, "oid": 0, "relative-offset": 3, "whence": "Set",
                        "offset": start + 24})
    attributes(trace.one("File_get_position"), fid=0, oid=0, offset=3)
    # The other rank's ints may not be there yet, the own ones are.
    read = trace.one("File_read_all")
    attributes(read, fid=0, oid=0, offset=start, size=16, count=4, tid=integer, bytes=16)


def check_plain(trace, rank):
    byte = trace.named("File_set_view")[1]["etid"]
    common = {"fid": 0, "oid": 0, "tid": byte}
    attributes(trace.one("File_write_at_all"), offset=64 * rank, absOffset=64 * rank, size=64,
               count=64, bytes=64, **common)
    attributes(trace.one("File_read_at"), offset=100, absOffset=100, size=64, count=64, bytes=28,
               **common)
    begin = trace.one("File_write_all_begin")
    attributes(begin, fid=0, oid=0, rid=begin["rid"])
    assert begin.data == [("Data", {"offset": str(8 * rank), "size": "8", "count": "8",
                                    "tid": byte})]
    begin_at = trace.one("File_write_at_all_begin")
    attributes(begin_at, rid=begin_at["rid"], offset=32 + 8 * rank, absOffset=32 + 8 * rank,
               size=8, count=8, **common)
    ends = [state for state in trace.named("Wait") if "call" in state.attributes]
    assert [state["call"] for state in ends] == \
        ["File_write_all_end", "File_write_at_all_end", "File_write_ordered_end"]
    assert [completions(state) for state in ends[:2]] == \
        [[{"rid": b["rid"], "done": "1", "bytes": "8"}] for b in (begin, begin_at)]
    assert begin["rid"] != begin_at["rid"]
    nonblocking = trace.one("File_iread_at")
    attributes(nonblocking, rid=nonblocking["rid"], offset=10, absOffset=10, size=20, count=20,
               **common)
    waits = [completions(state) for state in trace.named("Wait") if state not in ends]
    assert waits[0] == [{"rid": nonblocking["rid"], "done": "1", "bytes": "20"}]
    write = trace.one("File_iwrite")
    attributes(write, rid=write["rid"], offset=8 + 8 * rank, size=4, count=4, **common)
    check_ordered(trace, rank, common)
    syncs = trace.named("File_sync")
    assert len(syncs) == 3
    for sync in syncs:
        attributes(sync, fid=0, oid=0)


def check_ordered(trace, rank, common):
    attributes(trace.one("File_seek_shared"), offset=40, whence="Set", fid=0, oid=0,
               **{"relative-offset": 40})
    attributes(trace.one("File_write_ordered"), offset=40 + 2 * rank, size=2, count=2, bytes=2,
               **common)
    begin = trace.one("File_write_ordered_begin")
    assert begin.data == [("Data", {"offset": str(44 + rank), "size": "1", "count": "1",
                                    "tid": common["tid"]})]


def relations(run):
    ok(run)
    paths = sorted(run.directory.glob("*.rel"))
    assert len(paths) == 2
    text = paths[0].read_text(encoding="utf-8")
    calls = [state for state in run.trace(0).states if state.name.startswith("File_")]
    assert text.count("<s ") == len(calls), "not one token per MPI-IO call"
    assert text.count("<un ") == len(calls)


def token(run):
    ok(run)
    path, = run.directory.glob("*.rel")
    text = path.read_text(encoding="utf-8")
    if not text.rstrip().endswith("</relation>"):
        text += "</relation>"
    root = ElementTree.fromstring(text)
    name = next(line for line in run.stderr.splitlines() if line.startswith("token "))
    # File_open's: the second one that was made.
    assert name == "token {hostID}:{localToken}:{topologyNumber}:1".format(**root.attrib)
    assert [s.get("name") for s in root.findall("s")] == ["File_delete", "File_open"]


def compat(run):
    """Everything that HDTRACE_COMPAT=original leaves is as programs of the original need it."""
    ok(run)
    checker = os.environ["HD_CHECK_ORIGINAL"]
    done = subprocess.run([checker, "--strict", run.directory], capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0 and "0 errors, 0 traps" in done.stdout, done.stdout + done.stderr
    assert not list(run.directory.glob("*.idx"))


compat_p2p = compat_requests = compat_collectives = compat_others = compat
compat_types = compat_threads = compat_files = compat


def compat_rooted(run):
    """Ranks that move nothing say so, in every call with a root and of both sides."""
    compat(run)
    own_sides = (("Gather", ""), ("Gatherv", ""), ("Scatter", "recv"), ("Scatterv", "recv"))
    root_sides = (("Bcast", ""), ("Reduce", ""), ("Gather", "recv"), ("Scatter", ""))
    for rank, has_own, has_root_side in ((0, True, True), (1, False, True), (2, True, True), (3, False, False)):
        trace, types_named = run.trace(rank), {e["name"]: e["id"] for e in run.fragment(rank).lines["Type"]}
        for sides, moves in ((own_sides, has_own), (root_sides, has_root_side)):
            wanted = ("8", "2", types_named["MPI_INT"]) if moves else ("0", "0", types_named["MPI_BYTE"])
            for name, prefix in sides:
                for state in trace.named(name):
                    assert side_of(state, prefix) == wanted, f"{state}: {prefix}size is not of {wanted}"


def side_of(state, prefix):
    capital = {"size": "Size", "count": "Count"} if prefix else {}
    return tuple(state[prefix + capital.get(word, word)] for word in ("size", "count", "tid"))

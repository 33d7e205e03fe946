# SPDX-License-Identifier: GPL-3.0-or-later
"""What is recorded of messages, requests, collectives and errors."""


def ok(run):
    assert run.exit_status == 0, f"exit status {run.exit_status}"


def attributes(state, **expected):
    """Exactly these attributes, values as text."""
    wanted = {name: str(value) for name, value in expected.items()}
    assert state.attributes == wanted, f"{state.name}: {state.attributes} instead of {wanted}"


def ordered(trace):
    """Siblings do not overlap and children lie inside their parent."""
    def check(states, begin, end):
        for state in states:
            assert begin <= state.start <= state.end <= end, f"{state} is not in its place"
            check(state.nested, state.start, state.end)
            begin = state.end
    check(trace.states, float("-inf"), float("inf"))


def p2p(run):
    ok(run)
    sender, receiver = run.trace(0), run.trace(1)
    ordered(sender)
    ordered(receiver)
    sends = sender.named("Send")
    attributes(sends[0], size=12, count=3, tid=0, toRank=1, toTag=7, cid=0)
    attributes(sender.one("Ssend"), size=8, count=2, tid=0, toRank=1, toTag=8, cid=0)
    attributes(sends[1], size=0, count=0, tid=0, toRank=-1, toTag=9, cid=0)
    attributes(sends[2], size=4, count=1, tid=0, toRank=1, toTag=10, cid=1)
    attributes(sender.one("Sendrecv"), size=4, count=1, sendTid=0, recvTid=0, toRank=1, toTag=12,
               fromRank=1, fromTag=13, recvSize=8, postedRank=-2, postedTag=-1, cid=0)
    receives = receiver.named("Recv")
    attributes(receives[0], fromRank=0, fromTag=7, size=12, postedRank=-2, postedTag=-1, cid=0)
    attributes(receiver.one("Probe"), fromRank=0, fromTag=8, size=8, postedTag=-1, cid=0)
    attributes(receives[1], fromRank=0, fromTag=8, size=8, cid=0)
    attributes(receives[2], fromRank=-1, fromTag=-1, size=0, cid=0)
    attributes(receives[3], fromRank=0, fromTag=10, size=4, cid=1)
    attributes(receiver.one("Iprobe"), source=0, tag=99, cid=0, flag=0)
    attributes(receiver.one("Mprobe"), fromRank=0, fromTag=11, size=16, cid=0)
    attributes(receiver.one("Mrecv"), fromRank=0, fromTag=11, size=16, cid=0)
    attributes(receiver.one("Sendrecv_replace"), sendSize=8, count=2, tid=0, toRank=0, toTag=13,
               fromRank=0, fromTag=12, size=4, cid=0)
    for trace in (sender, receiver):
        assert trace.complete
        assert trace.states[0].name == "Init" and trace.states[-1].name == "Finalize"
        assert trace.states[0].end > trace.states[0].start
        assert not trace.named("Comm_rank"), "local calls are recorded only on request"


def p2p_local(run):
    ok(run)
    assert len(run.trace(0).named("Comm_rank")) == 1


def completions(state):
    assert all(tag == "For" for tag, _ in state.data)
    return [child for _, child in state.data]


def requests(run):
    ok(run)
    many = 20
    sender, receiver = run.trace(0), run.trace(1)
    # Requests of a kind with equal handles keep their own numbers.
    assert [int(s["rid"]) for s in sender.named("Isend")][:many] == list(range(many))
    assert [(c["rid"], c["done"]) for c in completions(sender.one("Waitall"))] == \
        [(str(i), "1") for i in range(many)]
    posted = receiver.named("Irecv")[0]
    attributes(posted, fromRank=-2, fromTag=-1, cid=0, rid=0)
    for i, child in enumerate(completions(receiver.one("Waitall"))):
        assert child == {"rid": str(i), "done": "1", "fromRank": "0", "fromTag": str(100 + i),
                         "size": "4"}
    check_any_some_all(receiver)
    check_persistent(sender, receiver)
    cancelled = [c for s in receiver.named("Wait") for c in completions(s) if "cancelled" in c]
    assert len(cancelled) == 1 and "fromRank" not in cancelled[0]
    barrier = receiver.one("Ibarrier")
    assert completions(receiver.named("Wait")[3]) == [{"rid": barrier["rid"], "done": "1"}]
    # The communicator was freed, its ranks are still translated: rank 1 there is world rank 0.
    last = completions(receiver.named("Wait")[-1])
    assert last[0]["fromRank"] == "0" and last[0]["fromTag"] == "400"


def check_any_some_all(receiver):
    first = completions(receiver.one("Waitany"))
    index = int(receiver.one("Waitany")["index"])
    assert [c["done"] for c in first].count("1") == 1 and first[index]["done"] == "1"
    assert first[index]["fromTag"] == str(200 + index)
    numbers = {c["rid"] for c in first}
    done = {first[index]["rid"]}
    for state in receiver.named("Waitsome") + receiver.named("Testall"):
        for child in completions(state):
            assert child["rid"] not in done, "a request is completed twice"
            if child["done"] == "1":
                done.add(child["rid"])
                assert child["size"] == "4"
    assert done == numbers, f"{numbers - done} were never completed"
    assert receiver.one("Testany").data == []


def check_persistent(sender, receiver):
    for trace, kind in ((sender, "Send_init"), (receiver, "Recv_init")):
        number = trace.one(kind)["rid"]
        assert [completions(s) for s in trace.named("Start")] == [[{"rid": number}]] * 2
        waits = [completions(s)[0] for s in trace.named("Wait") if
                 completions(s)[0]["rid"] == number]
        assert [c["done"] for c in waits] == ["1", "1", "0"]
        attributes(trace.one("Request_free"), rid=number)


def collectives(run):
    ok(run)
    for rank in range(4):
        trace = run.trace(rank)
        leader = 2 + rank % 2  # rank 0 of this rank's half
        attributes(trace.named("Barrier")[0], cid=0)
        attributes(trace.named("Bcast")[0], size=16, rootRank=3, cid=0, count=4, tid=0)
        attributes(trace.named("Bcast")[1], size=4, rootRank=rank % 2, cid=1, count=1, tid=0)
        attributes(trace.one("Reduce"), size=8, rootRank=leader, cid=1, count=1, tid=1)
        attributes(trace.one("Allreduce"), size=8, cid=0, count=1, tid=1)
        check_gathers(trace, rank)
        send = {"size": 4, "count": 1, "tid": 0}
        receive = {"recvSize": 4, "recvCount": 1, "recvtid": 0}
        attributes(trace.one("Scatter"), root=1, cid=0, **send, **receive)
        attributes(trace.one("Gatherv"), root=0, cid=0, **send)
        attributes(trace.one("Scatterv"), root=0, cid=0, **receive)
        attributes(trace.one("Allgather"), cid=0, **send, **receive)
        attributes(trace.one("Alltoall"), cid=0, **send)
        attributes(trace.one("Scan"), cid=0, **send)
        attributes(trace.one("Exscan"), cid=0, **send)
        attributes(trace.one("Alltoallv"), cid=0)
        assert trace.one("Alltoallv").data == \
            [("Send", {"rank": str(i), "size": str(4 * rank), "count": str(rank), "tid": "0"})
             for i in range(4)]
        assert [(c["rank"], c["size"]) for _, c in trace.one("Reduce_scatter").data] == \
            [(str(leader), "4"), (str(rank % 2), "12")]
        check_communicators(run, rank, leader)


def check_gathers(trace, rank):
    first, second = trace.named("Gather")
    send = {"size": 4, "count": 1, "tid": 0, "cid": 0}
    receive = {"recvSize": 4, "recvCount": 1, "recvtid": 0}
    attributes(first, root=2, **send, **(receive if rank == 2 else {}))
    nothing = {"recvSize": 0, "recvCount": 0, "recvtid": 0}
    attributes(second, root=0, **send, **(receive if rank == 0 else nothing))


# Ranks 3 and 1 are the root's group, rank 1 the root.
MOVED = {"size": 8, "count": 2, "tid": 0}
TAKEN = {"recvSize": 8, "recvCount": 2, "recvtid": 0}


def rooted(run):
    """The root has no share of its own, rank 3 moves nothing; the others don't name what is not valid there."""
    ok(run)
    for rank, root, at_root, own, either in ((0, 1, False, True, True), (1, -3, True, False, True),
                                             (2, 1, False, True, True), (3, -1, False, False, False)):
        trace = run.trace(rank)
        last = {"root": root, "cid": 2}
        for name in ("Bcast", "Reduce"):
            attributes(trace.one(name), rootRank=root, cid=2, **(MOVED if either else {}))
        check_rooted(trace, "Gather", last, MOVED if own else {}, TAKEN if at_root else {})
        check_rooted(trace, "Scatter", last, TAKEN if own else {}, MOVED if at_root else {})
        first, second = trace.named("Gather"), trace.named("Scatter")
        attributes(first[1], **last, **(MOVED if own else {}), **(TAKEN if either else {}))
        attributes(second[1], **last, **(TAKEN if own else {}), **(MOVED if either else {}))


def check_rooted(trace, name, last, own, at_root):
    """The calls whose arguments are junk where MPI ignores them."""
    without_rid = [{k: v for k, v in s.attributes.items() if k != "rid"} for s in trace.states]
    found = [(s.name, a) for s, a in zip(trace.states, without_rid) if name.lower() in s.name.lower()]
    both = {k: str(v) for k, v in {**last, **own, **at_root}.items()}
    single = {k: str(v) for k, v in {**last, **own}.items()}
    assert found[:2] == [(name, both), (name + "v", single)], f"{found[:2]}, wanted {both}, {single}"
    later = [entry for entry in found if entry[0] not in (name, name + "v")]
    assert later, f"no nonblocking {name}"
    for state, attributes_found in later:
        assert attributes_found == (single if "v" in state else both), f"{state}: {attributes_found}"


def check_communicators(run, rank, leader):
    trace, fragment = run.trace(rank), run.fragment(rank)
    split = trace.named("Comm_split")
    attributes(split[0], cid=0, newcid=1, color=rank % 2, key=-rank)
    attributes(trace.one("Comm_dup"), cid=1, newcid=2)
    assert split[1]["newcid"] == ("3" if rank == 0 else "-1")
    freed = [s["cid"] for s in trace.named("Comm_free")]
    assert freed == (["2", "3", "1"] if rank == 0 else ["2", "1"])
    world, half = fragment.with_id("Comm", 0), fragment.with_id("Comm", 1)
    assert world["name"] == "WORLD" and world["gid"] == "0:0"
    assert ("map" in world) == (rank == 0)
    assert half["gid"] == f"{leader}:1"
    assert half["name"] == ("odd & <ranks>" if rank % 2 else "even")
    if rank == leader:
        assert half["map"] == f"{leader}->0;{rank % 2}->1;"
    own = fragment.lines["Comm"][-1]
    assert own["name"] == "SELF" and own["map"] == f"{rank}->0;" and "gid" not in own


def errors(run):
    ok(run)
    trace = run.trace(0)
    sends = trace.named("Send")
    assert sends[0]["err"] == "MPI_ERR_RANK" and sends[0]["tid"] == "0" and \
        sends[0]["toRank"] == "99"
    refused = [send for send in sends[1:] if "err" in send.attributes]
    assert len(refused) == (1 if run.is_openmpi else 2)
    assert all((s["err"], s["tid"]) == ("MPI_ERR_TYPE", "-1") for s in refused)
    assert trace.one("File_open")["err"] == "MPI_ERR_NO_SUCH_FILE"
    assert "err" not in sends[-1].attributes
    receive = run.trace(1).one("Recv")
    attributes(receive, fromRank=0, fromTag=1, cid=1, err="MPI_ERR_TRUNCATE")
    check_truncated(run.trace(1))


def check_truncated(trace):
    """Requests whose message was too long are done, with the error beside what the status says."""
    made = [state["rid"] for state in trace.named("Irecv") + trace.named("Recv_init")]
    waits = [state for state in trace.states if state.name.startswith(("Wait", "Test"))]
    errors = [wait["err"] for wait in waits if "err" in wait.attributes]
    assert errors == ["MPI_ERR_TRUNCATE", "MPI_ERR_TRUNCATE", "MPI_ERR_IN_STATUS", "MPI_ERR_TRUNCATE",
                      "MPI_ERR_TRUNCATE"]
    children = [child for wait in waits for child in completions(wait)]
    pending = [child for child in children if child.get("err") == "MPI_ERR_PENDING"]
    assert pending in ([], [{"rid": made[3], "done": "0", "err": "MPI_ERR_PENDING"}])
    found = [child for child in children if child["done"] == "1"]
    assert [child["rid"] for child in found] == made
    for i, child in enumerate(found):
        assert (child["done"], child["fromRank"], child["fromTag"]) == ("1", "0", str(10 + i)), child
        assert child.get("err") == (None if i == 3 else "MPI_ERR_TRUNCATE"), child
        assert child.get("size") == ("4" if i == 3 else None), child
    for test in trace.named("Test")[:-1]:
        assert [child["done"] for child in completions(test)] == ["0"]


def others(run):
    ok(run)
    for rank in range(2):
        trace = run.trace(rank)
        ordered(trace)
        put = trace.one("Put")
        attributes(put, win=0, size=4, count=1, tid=0, targetRank=1, targetDisp=3, targetCount=1,
                   targetTid=0)
        assert trace.one("Win_create")["cid"] == "1"
        attributes(trace.one("Win_free"), win=0)
        epoch = trace.one("Win_post" if rank == 1 else "Win_start")
        attributes(epoch, win=0, processes=1, **{"assert": 0})
        assert epoch.data == [("Origin" if rank == 1 else "Target", {"rank": str(1 - rank)})]
        rget = trace.one("Rget")
        assert rget["targetRank"] == str(1 - rank)
        assert completions(trace.named("Wait")[0]) == [{"rid": rget["rid"], "done": "1"}]
        # The partner in an intercommunicator is a rank of the remote group.
        attributes(trace.one("Sendrecv_replace"), sendSize=4, count=1, tid=0, toRank=1 - rank,
                   toTag=6, fromRank=1 - rank, fromTag=6, size=4,
                   cid=trace.one("Intercomm_create")["newcid"])
        assert trace.one("Bcast")["rootRank"] == ("-3" if rank == 0 else "0")
        assert trace.one("Neighbor_allgather")["cid"] == trace.one("Cart_create")["newcid"]
        check_neighbours(trace, rank)
        check_duplicate(run, rank)
        if not run.is_openmpi:
            check_large(trace, rank)
        attributes(trace.one("Reduce_local"), size=4, count=1, tid=0)
        types = [c["tid"] for _, c in trace.one("Alltoallw").data]
        assert len(set(types)) == 2 - rank
    check_intercommunicator(run)


def check_neighbours(trace, rank):
    """Making a communicator with a topology tells the neighbours, in the order of their blocks."""
    peer = {"rank": str(1 - rank)}
    assert trace.one("Cart_create").data == [("Source", peer)] * 2 + [("Destination", peer)] * 2
    made = trace.one("Dist_graph_create_adjacent")
    assert made.data == [("Destination" if rank == 0 else "Source", peer)] * 2
    blocks = [(e, c["rank"], c["size"]) for e, c in trace.one("Neighbor_alltoallv").data]
    assert blocks == ([("Send", "1", "4"), ("Send", "1", "8")] if rank == 0 else [])
    blocks = [(e, c["rank"], c["size"]) for e, c in trace.one("Neighbor_alltoallw").data]
    assert blocks == ([("Send", "1", "4"), ("Send", "1", "16")] if rank == 0 else [])


def check_duplicate(run, rank):
    """A nonblocking duplicate has its number at once, and an id that follows from its parent's."""
    trace, fragment = run.trace(rank), run.fragment(rank)
    made, ring = trace.one("Comm_idup"), trace.one("Cart_create")["newcid"]
    assert made["cid"] == ring
    assert trace.named("Barrier")[-1]["cid"] == made["newcid"]
    parent, child = (fragment.with_id("Comm", cid) for cid in (ring, made["newcid"]))
    assert child["gid"] == parent["gid"] + ".1"
    assert child.get("map") == ("0->0;1->1;" if rank == 0 else None)
    joined = [c for c in run.project().findall("CommunicatorList/Communicator")
              if c.get("gid") == child["gid"]]
    assert len(joined) == 1 and len(joined[0].findall("Rank")) == 2


# Each side lists its members once; the project has both under one global id.
def check_intercommunicator(run):
    inter = next(c for c in run.project().findall("CommunicatorList/Communicator")
                 if c.find("Rank").get("group"))
    assert inter.get("gid")
    for rank, member in enumerate(inter.findall("Rank")):
        cid = run.trace(rank).one("Intercomm_create")["newcid"]
        assert member.attrib == {"global": str(rank), "local": "0", "cid": cid,
                                 "group": str(rank)}, member.attrib


def check_large(trace, rank):
    if rank == 1:
        attributes(trace.one("Recv"), fromRank=0, fromTag=7, size=4, postedRank=-2, cid=0)
    assert [(c["rank"], c["size"]) for _, c in trace.one("Reduce_scatter").data] == \
        [("0", "4"), ("1", "4")]
    start = trace.one("Allreduce_init")
    attributes(start, size=4, cid=0, count=1, tid=0, rid=start["rid"])

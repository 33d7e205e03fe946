# SPDX-License-Identifier: GPL-3.0-or-later
"""What hdreplay run refuses before it writes anything, by MPI and by threads. Arguments: replayed.py"""

import json
import struct
import unittest

import plans
from replayed import HDREPLAY, PROGRAM, RANKS, ReplayCase, mpi, run

NOTHING, FLAG_POSIX, POSIX_UNLINK = 0xffffffff, 4, 93
SEND, RECV, IRECV, SENDRECV, TEST, BARRIER, BCAST, GATHER = 48, 52, 53, 54, 56, 57, 58, 59  # enum plan_file_call
VECTOR, HVECTOR, SUBARRAY = 3, 4, 10  # enum plan_combiner
OPEN = "open fid='0' oid='0' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"


def message(call, number=0, tag=0):
    """A state that sends to a rank, or receives from it"""
    way = "from" if call == "Recv" else "to"
    return f"{call} {way}Rank='{number}' {way}Tag='{tag}' cid='0' size='8'"


def begins_large(content, sections):
    """A file needs more room than there is: nothing is replayed."""
    struct.pack_into("<IqQq", content, sections[plans.FILES][0] + 4, 1, 1 << 62, 0, 0)


def sends_less(content, sections):
    """The last send goes to another receive."""
    last = [at for at in plans.cells(content, sections) if struct.unpack_from("<H", content, at)[0] == SEND][-1]
    struct.pack_into("<i", content, last + 112, 7)


def leaves_out(left_out, *changes):
    """The last rank does not make its last call of a kind. Calls of rank 0, the first of their kind, become others
    with a root and elements: (call, other, root, elements)"""
    def change(content, sections):
        cells = [(at, struct.unpack_from("<H", content, at)[0]) for at in plans.cells(content, sections)]
        struct.pack_into("<H", content, [at for at, call in cells if call == left_out][-1], TEST)
        for call, other, root, count in changes:
            at = [at for at, one in cells if one == call][0]
            struct.pack_into("<H", content, at, other)
            struct.pack_into("<q", content, at + 48, count)
            struct.pack_into("<I", content, at + 104, root)
    return change


class RefuseTest(ReplayCase):
    def test_refuses_plans_that_would_wait_for_ever(self):
        self.record(RANKS, PROGRAM, self.folder / "data" / "out")
        self.plan("--order", "all")
        plan, root = self.folder / "the.plan", self.folder / "root"
        sound = plan.read_bytes()

        def other_tags(content, at, call):
            if call in (RECV, IRECV, SENDRECV):
                struct.pack_into("<i", content, at + 116, 99)

        def missing(content, at, call):  # one rank does not come, the other one waits
            if call == BARRIER and at < len(content) // 2:
                struct.pack_into("<H", content, at, TEST)

        for give in (other_tags, missing):
            plan.write_bytes(plans.damage(sound, lambda content, sections, give=give: [
                give(content, at, struct.unpack_from("<H", content, at)[0])
                for at in plans.cells(content, sections)]))
            self.assertNotEqual(plan.read_bytes(), sound, give.__name__)
            for got in (run(HDREPLAY, "run", plan, "--root", root, "--threads"),
                        mpi(RANKS, HDREPLAY, "run", plan, "--root", root)):
                self.assert_refused(got, "would wait for ever", str(plan))
                self.assertEqual(list(root.iterdir()), [])

    def write_traces(self, traces, inside=""):
        """A recording of threads, with what they do: {(rank, thread): [(second, state)]}, in order"""
        ranks = sorted({rank for rank, _ in traces})
        threads = {rank: "".join(f"<Node name='{other}'/>" for at, other in sorted(traces) if at == rank)
                   for rank in ranks}
        recorded = self.folder / "recorded"
        (recorded / "p.proj").write_text(
            "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/>"
            "</Level></Level><Node name='n'>"
            f"{''.join(f'<Node name=%r>{threads[rank]}</Node>' % str(rank) for rank in ranks)}"
            f"</Node></Topology>{inside}</Application>")
        for (rank, thread), states in traces.items():
            (recorded / f"p_n_{rank}_{thread}.trc").write_text("\n".join([
                "<Program timeAdjustment='1300000000'>",
                *(f"<{state} time='{time:.3f}' end='{time + 0.001:.3f}'/>" for time, state in states),
                "</Program>\n"]))

    def test_refuses_closes_that_wait_for_each_other(self):
        # each thread closes what the other one uses behind its own close
        self.write_traces({(0, own): [
            (start, f"open fid='{own}' oid='{own}' existed='0' fileSize='0' name='/d/{own}' amode='RDWR|CREAT'"),
            (start + 1, f"close fid='{own}' oid='{own}'"),
            (start + 2, f"write fid='{1 - own}' oid='{1 - own}' offset='0' size='9' bytes='9'")]
            for own, start in ((0, 1), (1, 2))})
        self.plan()
        plan, root = self.folder / "the.plan", self.folder / "root"
        for got in (run(HDREPLAY, "run", plan, "--root", root, "--threads"),
                    mpi(1, HDREPLAY, "run", plan, "--root", root)):
            self.assert_refused(got, "would wait for ever in call 1 (close)", str(plan))
            self.assertNotIn("damaged", got.stderr)
            self.assertEqual(list(root.iterdir()), [])

    def test_lets_any_thread_of_a_rank_have_the_first_message(self):
        # the first thread's receive is the later one; only behind that of the other is more sent
        self.plan_turns(message("Recv", 1), message("Send"))
        self.assert_plan_is_refused("are free", begins_large)
        self.assert_plan_is_refused("a thread of rank 0 would wait for ever: it is sent 1 messages", sends_less)

    def test_lets_any_thread_of_a_rank_come_to_a_collective_first(self):
        self.plan_turns("Barrier cid='0'", "Barrier cid='0'")
        self.assert_plan_is_refused("are free", begins_large)

    def test_refuses_too_few_collectives_for_all_threads_of_a_rank(self):
        self.plan_turns("Barrier cid='0'", "Barrier cid='0'")
        plan, may = (self.folder / "the.plan").read_bytes(), "are free"
        told = "a thread of rank 0 would wait for ever: it comes to 2 collectives of a communicator and rank 1 to 1"
        for others, by_threads, by_mpi in (
                ([], told, told), ([(BARRIER, BCAST, 1, 8)], told, told), ([(BARRIER, BCAST, 1, 0)], told, may),
                ([(BARRIER, GATHER, 1, 8)], may, may)):  # which waits for nobody and may be the second one
            with self.subTest(others):
                (self.folder / "the.plan").write_bytes(plan)
                self.assert_plan_is_refused(by_threads, leaves_out(BARRIER, *others), begins_large, by_mpi=by_mpi)

    def test_refuses_too_few_receives_for_synchronous_sends_of_all_threads_of_a_rank(self):
        self.plan_turns(message("Ssend", 1), message("Recv"))
        self.assert_plan_is_refused("a thread of rank 0 would wait for ever: of 2 messages with tag 0 that it sends "
                                    "rank 1 receives 1", leaves_out(RECV))

    def test_counts_what_threads_send_before_they_wait(self):
        # whichever thread is the last one, its synchronous send is the third message
        sends, own = message("Send", 1), message("Ssend", 1)
        self.plan_traces({(0, 0): [(1, OPEN), (2, sends), (3, own)], (0, 1): [(4, own)],
                          (1, 0): [(at, message("Recv")) for at in (2, 3, 4)]})
        self.assert_plan_is_refused("of 3 messages with tag 0 that it sends rank 1 receives 2", leaves_out(RECV))

    def test_counts_what_threads_send_while_they_receive(self):
        both = "Sendrecv toRank='{0}' toTag='0' fromRank='{0}' fromTag='0' cid='0' size='8'"
        self.plan_traces({(0, 0): [(2, both.format(1)), (3, message("Ssend", 1))], (0, 1): [(1, OPEN)],
                          (1, 0): [(2, both.format(0)), (3, message("Recv"))]})
        self.assert_plan_is_refused("rank 0, thread 0 would wait for ever in call 1 (Ssend)", leaves_out(RECV))

    def test_lets_a_thread_write_in_order_before_another_one_comes_to_a_collective(self):
        types = "".join(f"<Rank name='{rank}' thread='0'><NAMED id='0' name='MPI_BYTE'/></Rank>" for rank in range(2))
        writes = [(1, "File_open fid='0' oid='0' cid='0' name='/d/a' amode='CREATE|RDWR' fileSize='0'"),
                  (2, "File_write_ordered fid='0' oid='0' offset='0' size='9' bytes='9' count='9' tid='0'")]
        self.plan_traces({(0, 0): [*writes, (3, message("Recv", 1)), (4, "Barrier cid='0'")],
                          (1, 0): [*writes, (3, message("Send"))], (1, 1): [(4, "Barrier cid='0'")]},
                         more=f"<Datatypes>{types}</Datatypes>")
        self.assert_plan_is_refused("are free", begins_large)

    def plan_turns(self, first, second):
        """Two threads of rank 0 do the first, the later one of them once rank 1 has heard of the other, and
        rank 1 twice the second"""
        self.plan_traces({(0, 0): [(1, OPEN), (4, first)], (0, 1): [(2, first), (3, message("Send", 1, 9))],
                          (1, 0): [(1, second), (3, message("Recv", 0, 9)), (4, second)]})

    def plan_traces(self, traces, more=""):
        """Of two ranks"""
        self.write_traces(traces, inside=(
            "<CommunicatorList><Communicator name='WORLD'><Rank global='0' local='0' cid='0'/>"
            f"<Rank global='1' local='1' cid='0'/></Communicator></CommunicatorList>{more}"))
        self.plan("--order", "all")

    def assert_plan_is_refused(self, words, *changes, by_mpi=None):
        """Of two ranks, by threads and by MPI (in other words), once it is changed"""
        plan, root = self.folder / "the.plan", self.folder / "root"
        for change in changes:
            plan.write_bytes(plans.damage(plan.read_bytes(), change))
        for got, told in ((run(HDREPLAY, "run", plan, "--root", root, "--threads"), words),
                          (mpi(2, HDREPLAY, "run", plan, "--root", root), by_mpi or words)):
            self.assert_refused(got, told)
            self.assertEqual(list(root.iterdir()), [])

    def test_tells_who_is_in_no_communicator_that_it_uses(self):
        self.record(RANKS, PROGRAM, self.folder / "data" / "out")
        self.plan("--order", "all")
        plan, root = self.folder / "the.plan", self.folder / "root"

        def others(content, sections):
            for i in range(sections[plans.COMMUNICATORS][1]):
                at = sections[plans.COMMUNICATORS][0] + plans.COMMUNICATOR * i
                first, count = struct.unpack_from("<II", content, at + 4)
                struct.pack_into(f"<{count}q", content, sections[plans.NUMBERS][0] + 8 * first, *[1] * count)

        plan.write_bytes(plans.damage(plan.read_bytes(), others))
        for got in (run(HDREPLAY, "run", plan, "--root", root, "--threads"),
                    mpi(RANKS, HDREPLAY, "run", plan, "--root", root)):
            self.assert_refused(got, str(plan), "rank 0, thread 0: call ", "members")
            self.assertEqual(list(root.iterdir()), [])

    def test_refuses_before_anything_is_written(self):
        self.record(2, PROGRAM, self.folder / "data" / "out")
        self.plan()
        plan, root = self.folder / "the.plan", self.folder / "root"

        def start(*options, ranks=2):
            return mpi(ranks, HDREPLAY, "run", *options)

        self.assert_refused(start(plan, "--root", root, ranks=1), "mpiexec -n 2")
        self.assert_refused(start(plan), "--root DIR")
        self.assert_refused(start(plan, "--root", root / "none"), "none")
        self.assert_refused(start(plan, "--root", "/"), "refused")
        self.assert_refused(start(plan, "--root", self.folder / "data"), "not empty")
        self.assert_refused(start(plan, "--root", root, "--map", f"{self.folder}=../x"), "`..'")
        self.assert_refused(start(plan, "--root", root, "--map", f"{self.folder}=ufs:x"), "prefix")
        self.assert_refused(start(plan, "--root", root, "--payload", "much"), "--payload")
        self.assert_refused(start(plan, "--root", root, "--hint", "cb_nodes"), "KEY=VALUE")
        content = plan.read_bytes()
        for damaged, word in ((b"", "not a plan"), (content[:-8], "cut"),
                              (content.replace(b"MPI_INT\0", b"MPI_XNT\0"), "checksum"),
                              (content[:8] + b"\x09" + content[9:], "version")):
            plan.write_bytes(damaged)
            self.assert_refused(start(plan, "--root", root), str(plan), word)
        plan.write_bytes(content)
        dry = start(plan, "--root", root, "--dry-run", "--map", f"{self.folder}=mapped")
        self.assertEqual(dry.returncode, 0, dry.stderr)
        self.assertIn("mapped/data/out ", dry.stdout)
        dry = start(plan, "--root", root, "--dry-run", "--json")
        files = json.loads(dry.stdout)["files"]
        self.assertEqual({entry["name"] for entry in files},
                         {"/" + entry["path"] for entry in files})
        self.assertEqual(list(root.iterdir()), [])

    def test_refuses_damaged_plans_whose_checksum_is_right(self):
        self.record(RANKS, PROGRAM, self.folder / "data" / "out")
        self.plan("--order", "all")
        plan, root = self.folder / "the.plan", self.folder / "root"
        sound = plan.read_bytes()
        self.assertEqual(plans.damage(sound, lambda content, sections: None), sound)

        def requests(content, sections):
            for at in plans.cells(content, sections):
                # without a type or a file, with a communicator: a message or a collective
                file, communicator, kind = struct.unpack_from("<III", content, at + 88)
                if (file, kind) == (NOTHING, NOTHING) and communicator != NOTHING:
                    struct.pack_into("<I", content, at + 100, NOTHING)

        def slots(content, sections):
            for i in range(sections[1][1]):
                struct.pack_into("<I", content, sections[1][0] + 72 * i + 24, NOTHING)

        def dimensions(content, sections):
            for i in range(sections[3][1]):
                at = sections[3][0] + 32 * i
                if struct.unpack_from("<I", content, at + 8)[0] == 10:  # a subarray
                    first = struct.unpack_from("<I", content, at + 16)[0]
                    struct.pack_into("<q", content, sections[6][0] + 8 * first, 500000000)

        def unsaid(content, sections):  # calls of POSIX that the head does not tell of
            for at in plans.cells(content, sections):
                struct.pack_into("<H", content, at, POSIX_UNLINK)
                struct.pack_into("<I", content, at + 88, 0)
            flags = struct.unpack_from("<I", content, 40)[0]
            struct.pack_into("<I", content, 40, flags & ~FLAG_POSIX)

        for change, word in ((requests, "is damaged"), (slots, "is damaged"), (unsaid, "is damaged"),
                             (dimensions, "its tables")):
            changed = plans.damage(sound, change)
            self.assertNotEqual(changed, sound, change.__name__)
            plan.write_bytes(changed)
            self.assert_refused(mpi(RANKS, HDREPLAY, "run", plan, "--root", root), word)
            self.assertEqual(list(root.iterdir()), [])

        def no_buffers(content, sections):
            for i in range(sections[1][1]):
                struct.pack_into("<q", content, sections[1][0] + 72 * i + 48, 0)

        plan.write_bytes(plans.damage(sound, no_buffers))
        self.assertEqual(self.replay(RANKS)["different"], 0)

    def test_refuses_views_beyond_all_bounds(self):
        self.record(2, PROGRAM, self.folder / "data" / "out")
        self.plan()
        plan, root = self.folder / "the.plan", self.folder / "root"
        sound = plan.read_bytes()

        def numbers(combiner, *values):
            def change(content, sections):
                for i in range(sections[plans.TYPES][1]):
                    at = sections[plans.TYPES][0] + plans.TYPE * i
                    kind, _, first, integers = struct.unpack_from("<IIII", content, at + 8)
                    if kind == combiner and integers >= len(values) - (combiner == HVECTOR):
                        struct.pack_into(f"<{len(values)}q", content,
                                         sections[plans.NUMBERS][0] + 8 * first, *values)
            return change

        # places behind 2^63; blocks that sum up to 2^64; more pieces, more rows than anybody waits for
        for change, word in ((numbers(HVECTOR, 3, 2, 1 << 62), "beyond"),
                             (numbers(HVECTOR, 4, 1 << 60, 1 << 61), "beyond"),
                             (numbers(VECTOR, (1 << 32) - 1, 1, 2), "pieces"),
                             (numbers(SUBARRAY, 2, *[1 << 28] * 4, 0, 0), "pieces")):
            plan.write_bytes(plans.damage(sound, change))
            self.assertNotEqual(plan.read_bytes(), sound)
            got = run(HDREPLAY, "run", plan, "--root", root, "--threads")
            self.assert_refused(got, "a file view", word)
            self.assertEqual(list(root.iterdir()), [])


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay run without MPI, from outside: programs that read and write by POSIX and stdio are
recorded, planned and replayed. Arguments: threaded.py"""

import json
import pathlib
import shutil
import struct
import unittest

import plans
from threaded import HDREPLAY, LOSING_DISK, PROGRAMS, SHARED, TRACER, ThreadsCase, run

POSIX_OPEN = 69  # enum plan_file_call


class ThreadsTest(ThreadsCase):
    def sizes_below(self, folder):
        return {path.name: path.stat().st_size for path in sorted(folder.rglob("*"))
                if path.is_file() and not path.name.startswith(".hdreplay")}

    def assert_repeated(self, program, pushed_back=0, piped=0):
        self.record(pathlib.Path(PROGRAMS) / f"posix-{program}", self.folder / "data")
        planned = self.plan()
        got = self.replay("--compute-scale", "0.1")
        # copies are reads of their source in a plan, writes in a replay
        self.assertEqual(got["bytesRead"] + got["bytesWritten"] + pushed_back + piped,
                         sum(file["bytesRead"] + file["bytesWritten"] for file in planned["files"]))
        self.assertEqual(got["calls"], planned["plannedCalls"])
        self.assertEqual(got["different"], pushed_back)
        below = self.folder / "root" / str(self.folder).lstrip("/") / "data"
        self.assertEqual(self.sizes_below(below), self.sizes_below(self.folder / "data"))
        return got, planned

    def test_repeats_what_goes_by_descriptors(self):
        got, planned = self.assert_repeated("basic")
        self.assertEqual(planned["leftOutFailed"], 2)
        self.assertGreater(got["bytesRead"], 200)

    def test_repeats_what_goes_by_streams(self):
        # ungetc, which is not recorded, has put a byte back that a later read gets again
        self.assert_repeated("stdio", pushed_back=1)

    def test_repeats_maps_pieces_copies_and_names(self):
        # 10 bytes go into a pipe and come from it again, which a replay leaves out, as
        # what opens and closes its ends
        _, planned = self.assert_repeated("others", piped=10)
        self.assertEqual(planned["leftOutNoFile"], 6)

    def test_gives_each_thread_its_calls_and_one_table_of_openings(self):
        _, planned = self.assert_repeated("threads")
        self.assertGreater(planned["traces"], 4)

    def test_opens_before_and_closes_behind_what_other_threads_do(self):
        self.record(SHARED, self.folder / "data")
        planned = self.plan()
        below = self.folder / "root" / str(self.folder).lstrip("/") / "data"
        for options in (("--compute-scale", "0"), ("--threads=1",), ("--compute-scale", "3")):
            got = self.replay("--verify", *options)
            self.assertEqual((got["calls"], got["different"]), (planned["plannedCalls"], 0))
            # who writes the next message is nobody's to know
            self.assertEqual(got["verified"],
                             {"bytes": 51200, "wrong": 0, "files": 1, "notVerified": 1})
            self.assertEqual(self.sizes_below(below), self.sizes_below(self.folder / "data"))

    def test_closes_behind_copies_and_duplicates_of_other_threads(self):
        # by the times alone, the first thread would close before the other comes
        first = [(0.00, "open fid='0' oid='0' fd='3' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"),
                 (0.01, "open fid='1' oid='1' fd='4' existed='0' fileSize='0' name='/d/b' amode='RDWR|CREAT'"),
                 (0.02, "write fid='0' oid='0' offset='0' size='9' bytes='9'"),
                 (0.03, "close fid='1' oid='1' fd='4'"),
                 (0.04, "close fid='0' oid='0' fd='3'")]
        second = [(0.30, "open fid='2' oid='2' fd='5' existed='0' fileSize='0' name='/d/c' amode='RDWR|CREAT'"),
                  (0.31, "write fid='2' oid='2' offset='0' size='9' bytes='9'"),
                  (0.50, "copy_file_range fid='2' oid='2' offset='0' size='9' bytes='9' toFid='1' toOid='1'"
                         " toOffset='5'"),
                  (0.51, "dup fid='0' oid='0' fd='6'"),
                  (0.52, "close fid='2' oid='2' fd='5'")]
        self.write_traces(first, second)
        self.plan()
        for _ in range(3):
            got = self.replay()
            self.assertEqual((got["calls"], got["different"]), (10, 0))
        self.assertEqual(self.sizes_below(self.folder / "root"), {"a": 9, "b": 14, "c": 9})

    def test_begins_threads_as_late_as_they_began(self):
        self.write_traces(
            [(0.00, "open fid='0' oid='0' fd='3' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"),
             (0.01, "write fid='0' oid='0' offset='0' size='9' bytes='9'")], [],
            [(1.00, "open fid='0' oid='1' fd='4' existed='1' fileSize='9' name='/d/a' amode='RDONLY'"),
             (1.01, "read fid='0' oid='1' offset='0' size='9' bytes='9'")])
        self.plan()
        got = self.replay("--compute-scale", "0.5")
        self.assertEqual((got["calls"], got["different"]), (4, 0))

    @unittest.skipIf(":" in TRACER, "a sanitizer needs more addresses than this leaves")
    def test_tells_when_there_are_too_many_threads(self):
        state = "open fid='0' oid='{0}' fd='3' existed='0' fileSize='0' name='/d/a{0}' amode='RDWR|CREAT'"
        self.write_traces(*[[(0, state.format(i))] for i in range(1500)])
        self.plan()
        for _ in range(4):
            got = run("sh", "-c", 'ulimit -v 300000; exec "$@"', "sh", HDREPLAY, "run",
                      self.folder / "the.plan", "--root", self.folder / "root")
            self.assertEqual((got.returncode, got.stderr.count("no thread")), (2, 1), got.stderr)

    def test_leaves_out_what_has_no_name(self):
        self.write_traces([
            (0.00, "open fid='0' oid='0' fd='3' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"),
            (0.01, "write fid='0' oid='0' offset='0' size='9' bytes='9'"),
            (0.02, "open fid='1' oid='1' fd='4' fileSize='0' name='/d/.' amode='RDWR|TMPFILE'"),
            (0.03, "write fid='1' oid='1' offset='0' size='9' bytes='9'")])
        self.assertEqual(self.plan()["leftOutNoFile"], 2)
        self.assertEqual(self.replay()["bytesWritten"], 9)
        self.assertEqual(self.sizes_below(self.folder / "root"), {"a": 9})

    def test_leaves_out_all_that_is_done_to_what_is_opened_nobody_knows_how(self):
        # by whatever thread, before it is opened too: who closes it would wait for the others
        first = [(0.00, "open fid='0' oid='0' fd='3' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"),
                 (0.01, "write fid='0' oid='0' offset='0' size='9' bytes='9'"),
                 (0.30, "copy_file_range fid='0' oid='0' offset='0' size='9' bytes='9' toFid='1' toOid='1' toOffset='0'"),
                 (0.31, "dup fid='1' oid='1' fd='5'"),
                 (0.32, "write fid='1' oid='1' offset='9' size='9' bytes='9'"),
                 (0.40, "close fid='1' oid='1' fd='4'")]
        second = [(0.10, "open fid='1' oid='1' fd='4' existed='0' fileSize='0' name='/d/b' amode='CREAT'"),
                  (0.33, "write fid='1' oid='1' offset='18' size='9' bytes='9'"),
                  (0.50, "close fid='1' oid='1' fd='5'")]
        self.write_traces(first, second)
        planned = self.plan()
        self.assertEqual((planned["plannedCalls"], planned["leftOutNoFile"]), (2, 7))
        self.assertEqual(self.replay()["calls"], 2)
        self.assertEqual(self.sizes_below(self.folder / "root"), {"a": 9, "b": 0})

    def test_leaves_out_what_is_opened_twice_under_one_number_if_nobody_knows_how_once(self):
        ways = ("CREAT", "RDWR|CREAT")
        for first, second in (ways, ways[::-1]):
            self.write_traces([
                (0.00, "open fid='0' oid='0' fd='3' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"),
                (0.01, "write fid='0' oid='0' offset='0' size='9' bytes='9'"),
                (0.02, f"open fid='1' oid='1' fd='4' existed='0' fileSize='0' name='/d/b' amode='{first}'"),
                (0.03, f"open fid='1' oid='1' fd='4' existed='0' fileSize='0' name='/d/b' amode='{second}'"),
                (0.04, "write fid='1' oid='1' offset='0' size='9' bytes='9'")])
            self.assertEqual(self.plan()["plannedCalls"], 2)
            self.assertEqual(self.replay()["calls"], 2)

    def test_refuses_damaged_plans_whose_checksum_is_right(self):
        self.record(pathlib.Path(PROGRAMS) / "posix-threads", self.folder / "data")
        self.plan()
        plan = self.folder / "the.plan"
        sound = plan.read_bytes()

        def ranks(content, _):
            struct.pack_into("<I", content, 32, 0xffffffff)

        def unsaid(content, _):
            struct.pack_into("<I", content, 40, 0)

        def begins_large(content, sections):
            struct.pack_into("<IqQq", content, sections[plans.FILES][0] + 4, 1, 1 << 62, 0, 0)

        def sums_up_to_nothing(content, sections):  # 2^63 - 1 twice, and 2
            for i, largest in enumerate(((1 << 63) - 1, (1 << 63) - 1, 2)):
                struct.pack_into("<q", content, sections[plans.FILES][0] + plans.FILE * i + 24, largest)

        for change, options, word in ((ranks, ("--map", "/={rank}"), "its tables"),
                                      (unsaid, (), "is damaged"), (begins_large, (), "are free"),
                                      (sums_up_to_nothing, (), "are free")):
            changed = plans.damage(sound, change)
            self.assertNotEqual(changed, sound, change.__name__)
            plan.write_bytes(changed)
            self.assert_refused(word, options=options)
            self.assertEqual(list((self.folder / "root").iterdir()), [])

        def unequal(content, sections):  # what one thread of the process knows of its openings
            for i in range(sections[plans.STRANDS][1]):
                strand = sections[plans.STRANDS][0] + plans.STRAND * i
                first, count = struct.unpack_from("<QQ", content, strand + 8)
                used = [struct.unpack_from("<I", content, at + 88)[0]
                        for at in plans.cells(content, [(sections[0][0] + 128 * first, count)])]
                slots = [slot for slot in used if slot != 0xffffffff]
                struct.pack_into("<I", content, strand + 56, max(slots, default=-1) + 1)

        plan.write_bytes(plans.damage(sound, unequal))
        self.assertNotEqual(plan.read_bytes(), sound)
        self.assertEqual(self.replay("--verify")["verified"]["wrong"], 0)

    def test_refuses_plans_that_would_wait_for_ever(self):
        self.test_closes_behind_copies_and_duplicates_of_other_threads()
        plan = self.folder / "the.plan"
        sound = plan.read_bytes()

        def unopened(content, sections):  # the second thread's duplicate is of what nobody opens
            for at in plans.cells(content, sections):
                if struct.unpack_from("<H", content, at)[0] == POSIX_OPEN and \
                        struct.unpack_from("<I", content, at + 88)[0] == 0:
                    struct.pack_into("<I", content, at + 88, 1)

        plan.write_bytes(plans.damage(sound, unopened))
        self.assertNotEqual(plan.read_bytes(), sound)
        shutil.rmtree(self.folder / "root")
        (self.folder / "root").mkdir()
        self.assert_refused("would wait for ever", str(plan))
        self.assertEqual(list((self.folder / "root").iterdir()), [])

    def test_begins_with_what_was_there_and_leaves_the_original_alone(self):
        before = self.folder / "data" / "before.txt"
        before.write_bytes(b"x" * 100000)
        self.record("sh", "-c", 'cat "$1" "$1" > "$2"', "sh", before, self.folder / "data" / "out")
        projects = list((self.folder / "recorded").glob("cat*.proj"))
        self.assertEqual(len(projects), 1)
        got = run(HDREPLAY, "plan", projects[0], "-o", self.folder / "the.plan")
        self.assertEqual(got.returncode, 0, got.stderr)
        stamp = before.stat().st_mtime_ns
        got = self.replay("--content", "random")
        self.assertIn((got["bytesRead"], got["bytesWritten"]), ((200000, 200000), (0, 200000)))
        below = self.folder / "root" / str(self.folder).lstrip("/") / "data"
        self.assertEqual(self.sizes_below(below), {"before.txt": 100000, "out": 200000})
        self.assertEqual(before.stat().st_mtime_ns, stamp)
        self.replay("--clean")
        self.assertEqual(list((self.folder / "root").iterdir()), [])

    def test_finds_what_a_disk_has_lost(self):
        # 60,400 bytes by threads, into files that nobody cuts or appends to
        self.record(pathlib.Path(PROGRAMS) / "posix-threads", self.folder / "data")
        self.plan()
        right = self.replay("--verify")["verified"]
        self.assertGreater(right["bytes"], 50000)
        self.assertEqual((right["wrong"], right["notVerified"]), (0, 0))
        lost = run(HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root",
                   "--json", "--verify", LD_PRELOAD=LOSING_DISK)
        self.assertEqual(lost.returncode, 1, lost.stderr)
        self.assertGreater(json.loads(lost.stdout)["verified"]["wrong"], 1000)
        below = self.folder / "root" / str(self.folder).lstrip("/") / "data"
        contents = [path.read_bytes() for path in sorted(below.iterdir())]
        self.replay("--content", "offset")
        self.assertNotEqual([path.read_bytes() for path in sorted(below.iterdir())], contents)
        got = run(HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root",
                  "--verify", "--content", "zero")
        self.assertEqual((got.returncode, got.stderr.count("--verify")), (2, 1))

    def test_takes_nothing_for_lost_that_the_program_cut_itself(self):
        self.write_traces([
            (0.00, "open fid='0' oid='0' fd='3' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"),
            (0.01, "write fid='0' oid='0' offset='0' size='100' bytes='100'"),
            (0.02, "close fid='0' oid='0' fd='3'"),
            (0.03, "open fid='0' oid='1' fd='3' existed='1' fileSize='0' name='/d/a' amode='WRONLY|CREAT|TRUNC'"),
            (0.04, "write fid='0' oid='1' offset='0' size='10' bytes='10'"),
            (0.05, "open fid='1' oid='2' fd='4' existed='0' fileSize='0' name='/d/b' amode='WRONLY|CREAT|TRUNC'"),
            (0.06, "write fid='1' oid='2' offset='0' size='20' bytes='20'")])
        self.plan()
        self.assertEqual(self.replay("--verify")["verified"],
                         {"bytes": 20, "wrong": 0, "files": 1, "notVerified": 1})

    def test_refuses_links_that_came_meanwhile(self):
        self.record(pathlib.Path(PROGRAMS) / "posix-basic", self.folder / "data")
        self.plan()
        victim = self.folder / "victim"
        victim.write_text("mine")
        below = self.folder / "root" / str(self.folder).lstrip("/") / "data"
        self.replay()
        (below / "basic.dat").unlink()
        (below / "basic.dat").symlink_to(victim)
        got = run(HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root")
        self.assertEqual(got.returncode, 2, got.stdout)
        self.assertEqual(victim.read_text(), "mine")

    def test_tells_an_error_once_and_keeps_it(self):
        self.record(pathlib.Path(PROGRAMS) / "posix-threads", self.folder / "data")
        self.plan()
        got = run("sh", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "sh", HDREPLAY, "run",
                  self.folder / "the.plan", "--root", self.folder / "root")
        self.assertEqual(got.returncode, 2, got.stdout)
        self.assertEqual(got.stderr.count("hdreplay: "), 1, got.stderr)
        self.assertIn("File too large", got.stderr)
        self.assertEqual((self.folder / "root" / ".hdreplay-failed").read_text(), got.stderr)
        self.replay("--threads=1")

    def test_finds_by_replays_how_far_time_between_calls_can_shrink(self):
        self.write_traces([(0.00, "open fid='0' oid='0' fd='3' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"),
                           *((0.01 + i / 1000, f"write fid='0' oid='0' offset='{9 * i}' size='9' bytes='9'")
                             for i in range(40)),
                           (0.06, "close fid='0' oid='0' fd='3'")])
        self.plan()
        got = self.replay("--auto-scale", "--record", self.folder / "again")
        self.assertIn(got["trials"], (3, 8))  # nothing becomes slower, but for noise
        self.assertEqual(got["trials"] == 3, got["computeScale"] == 0)
        self.assertEqual(next((self.folder / "again").glob("*.trc")).read_text().count("<Replay "), 42)
        self.assert_refused("--compute-scale", options=("--auto-scale", "--compute-scale", "0.5"))

    def test_refuses_wrong_numbers_of_processors(self):
        for word in ("0", "x", "-1", "1000000"):
            got = run(HDREPLAY, "run", "the.plan", "--root", self.folder / "root",
                      f"--threads={word}")
            self.assertEqual((got.returncode, got.stderr.count("--threads")), (2, 1), got.stderr)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay run from outside: programs are recorded, planned and replayed, and the replay is recorded
too. run_test.py HDREPLAY MPIEXEC TRACER PROGRAM PARTDIFF
POSIX_TRACER (empty: none)"""

import collections
import json
import os
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

import plans

HDREPLAY, MPIEXEC, TRACER, PROGRAM, PARTDIFF, POSIX = sys.argv[1:7]
del sys.argv[1:7]
RANKS = 2  # more would wait for processors, spinning
NAME = re.compile(r"<(\w+)")
ATTRIBUTE = re.compile(r"([\w-]+)='([^']*)'")
NOTHING, FLAG_POSIX, POSIX_UNLINK = 0xffffffff, 4, 93
RECV, IRECV, SENDRECV, TEST, BARRIER = 52, 53, 54, 56, 57  # enum plan_file_call
VECTOR, HVECTOR, SUBARRAY = 3, 4, 10  # enum plan_combiner
TRANSFER = re.compile(r"File_i?(read|write)")


def run(*command, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=120, stdin=subprocess.DEVNULL, env={**os.environ, **environment})


def mpi(ranks, *command, **environment):
    return run(MPIEXEC, "-n", ranks, *command, **environment)


def transfers(folder, rank):
    """Name and bytes of each transfer of a rank, with the original's operation where it is told."""
    found = []
    inner = []
    for line in next(folder.glob(f"*_{rank}_0.trc")).read_text().splitlines():
        name = NAME.match(line.strip())
        values = dict(ATTRIBUTE.findall(line.split("><")[0]))
        if name is None:
            continue
        if name[1] == "Replay":
            found.extend((int(values["op"]), *entry) for entry in inner)
            inner = []
        elif TRANSFER.match(name[1]):
            inner.append((name[1], values.get("size"), values.get("bytes"), values.get("offset")))
    return found or inner


class RunTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("recorded", "data", "root", "again"):
            (self.folder / name).mkdir()

    def record(self, ranks, *command, into="recorded", tracer=TRACER):
        got = mpi(ranks, "env", f"LD_PRELOAD={tracer}", *command, HDTRACE_INDEX="0",
                  HDTRACE_PREFIX=f"{self.folder / into}/")
        self.assertEqual(got.returncode, 0, got.stderr)
        return got

    def plan(self, *options):
        got = run(HDREPLAY, "plan", self.folder / "recorded", "-o", self.folder / "the.plan",
                  "--json", *options)
        self.assertEqual(got.returncode, 0, got.stderr)
        return json.loads(got.stdout)

    def replay(self, ranks, *options):
        got = mpi(ranks, HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root",
                  "--json", *options)
        self.assertEqual(got.returncode, 0, got.stderr)
        return json.loads(got.stdout)

    def files_below(self, folder):
        return {path.name: path.stat().st_size for path in sorted(folder.rglob("*"))
                if path.is_file() and not path.name.startswith(".")}

    def test_repeats_a_program_with_the_same_bytes_in_the_same_order(self):
        self.record(RANKS, PROGRAM, self.folder / "data" / "out")
        before = self.files_below(self.folder / "data")
        for order in ("exact", "all", "none"):
            planned = self.plan("--order", order)
            got = self.replay(RANKS)
            self.assertEqual(got["transfers"],
                             sum(file["reads"] + file["writes"] for file in planned["files"]))
            self.assertEqual(got["bytesWritten"],
                             sum(file["bytesWritten"] for file in planned["files"]))
            if order != "none":  # which may read before it is written
                self.assertEqual(got["bytesRead"],
                                 sum(file["bytesRead"] for file in planned["files"]))
                self.assertEqual(got["different"], 0)
            self.assertEqual(self.files_below(self.folder / "root"), before)
            subprocess.run(["rm", "-rf", self.folder / "root"], check=True)
            (self.folder / "root").mkdir()
        self.assertEqual(self.files_below(self.folder / "data"), before)

    def test_is_traced_with_the_numbers_of_the_original(self):
        # late: a file that only the order of the messages makes sure to be there
        self.record(RANKS, PROGRAM, self.folder / "data" / "out", "late")
        self.plan()
        self.record(RANKS, HDREPLAY, "run", self.folder / "the.plan", "--root",
                    self.folder / "root", "--payload", "0", into="again")
        for rank in range(RANKS):
            original = transfers(self.folder / "recorded", rank)
            repeated = transfers(self.folder / "again", rank)
            self.assertGreater(len(original), 40)
            numbers = [entry[0] for entry in repeated]
            self.assertEqual(numbers, sorted(set(numbers)))
            wanted = [entry[:3] if "shared" in entry[0] else entry for entry in original]
            got = [entry[1:4] if "shared" in entry[1] else entry[1:] for entry in repeated]
            self.assertEqual(got, wanted)
        got = run(HDREPLAY, "report", self.folder / "recorded", self.folder / "again", "--json")
        self.assertEqual((got.returncode, got.stderr), (0, ""), got.stdout)
        self.assertGreater(json.loads(got.stdout)["replays"][0]["order"]["orders"], 100)

    def test_repeats_partdiff(self):
        self.record(RANKS, PARTDIFF, "-n", 48, "-i", 20, "-k", 5, "-q", "-o", self.folder / "data")
        planned = self.plan()
        got = self.replay(RANKS, "--compute-scale", "0.1", "--content", "random")
        self.assertEqual((got["bytesWritten"], got["different"]),
                         (sum(file["bytesWritten"] for file in planned["files"]), 0))
        self.assertEqual(self.files_below(self.folder / "root"),
                         self.files_below(self.folder / "data"))
        self.assertEqual(self.replay(RANKS, "--sleep", "--clean")["spins"], False)
        self.assertEqual(list((self.folder / "root").iterdir()), [])

    @unittest.skipUnless(POSIX, "both tracers and a sanitizer do not go together")
    def test_repeats_posix_beside_mpi_by_both_engines(self):
        self.record(RANKS, PROGRAM, self.folder / "data" / "out", "log",
                    tracer=f"{TRACER}:{POSIX}")
        planned = self.plan()
        below = self.folder / "root" / str(self.folder).lstrip("/") / "data"
        log = {path.name: path.stat().st_size for path in (self.folder / "data").glob("out.log.*")}
        self.assertEqual(len(log), RANKS)
        for options in ((), ("--threads",)):
            if options:
                got = run(HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root",
                          "--json", "--verify", *options)
                self.assertEqual(got.returncode, 0, got.stderr)
                got = json.loads(got.stdout)
                self.assertGreater(sum(entry["calls"] for entry in got["otherwise"]), 40)
            else:
                got = self.replay(RANKS, "--verify")
                self.assertEqual(got["different"], 0)
            self.assertGreater(got["verified"]["bytes"], 5000)
            self.assertEqual(got["verified"]["wrong"], 0)
            self.assertEqual(got["calls"], planned["plannedCalls"])
            self.assertEqual(got["bytesWritten"],
                             sum(file["bytesWritten"] for file in planned["files"]))
            self.assertEqual(self.files_below(below), self.files_below(self.folder / "data"))

    @unittest.skipUnless(POSIX, "both tracers and a sanitizer do not go together")
    def test_repeats_what_every_mpi_has(self):
        self.record(RANKS, PROGRAM, self.folder / "data" / "out", "plain",
                    tracer=f"{TRACER}:{POSIX}")
        planned = self.plan()
        below = self.folder / "root" / str(self.folder).lstrip("/") / "data"
        got = self.replay(RANKS, "--verify", "--auto-scale")
        self.assertIn(got["trials"], range(3, 9))
        self.assertEqual(got["trials"] == 3, got["computeScale"] == 0)
        self.assertEqual((got["calls"], got["bytesWritten"], got["verified"]["wrong"]),
                         (planned["plannedCalls"],
                          sum(file["bytesWritten"] for file in planned["files"]), 0))
        self.assertEqual(self.files_below(below), self.files_below(self.folder / "data"))

    def test_repeats_partdiff_by_threads(self):
        self.record(RANKS, PARTDIFF, "-n", 48, "-i", 20, "-k", 5, "-q", "-o", self.folder / "data")
        planned = self.plan("--order", "all")
        got = run(HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "root",
                  "--json", "--threads", "--record", self.folder / "threads")
        self.assertEqual(got.returncode, 0, got.stderr)
        told = run(HDREPLAY, "report", self.folder / "recorded", self.folder / "threads", "--json")
        self.assertEqual((told.returncode, told.stderr), (0, ""), told.stdout)
        self.assertGreater(json.loads(told.stdout)["replays"][0]["order"]["orders"], 50)
        got = json.loads(got.stdout)
        self.assertEqual((got["ranks"], got["calls"], got["bytesWritten"], got["different"]),
                         (RANKS, planned["plannedCalls"],
                          sum(file["bytesWritten"] for file in planned["files"]), 0))
        self.assertEqual(self.files_below(self.folder / "root"),
                         self.files_below(self.folder / "data"))
        refused = mpi(RANKS, HDREPLAY, "run", self.folder / "the.plan", "--root",
                      self.folder / "root", "--threads")
        self.assert_refused(refused, "without mpiexec")

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

    def test_refuses_closes_that_wait_for_each_other(self):
        # each thread closes what the other one uses behind its own close
        recorded = self.folder / "recorded"
        (recorded / "p.proj").write_text(
            "<Application name='p'><Topology><Level type='Hostname'><Level type='Rank'><Level type='Thread'/>"
            "</Level></Level><Node name='n'><Node name='0'><Node name='0'/><Node name='1'/></Node></Node>"
            "</Topology></Application>")
        for own, other, start in ((0, 1, 1), (1, 0, 2)):
            calls = (f"open fid='{own}' oid='{own}' existed='0' fileSize='0' name='/d/{own}' amode='RDWR|CREAT'",
                     f"close fid='{own}' oid='{own}'",
                     f"write fid='{other}' oid='{other}' offset='0' size='9' bytes='9'")
            (recorded / f"p_n_0_{own}.trc").write_text("\n".join([
                "<Program timeAdjustment='1300000000'>",
                *(f"<{call} time='{start + i}' end='{start + i}.5'/>" for i, call in enumerate(calls)),
                "</Program>\n"]))
        self.plan()
        plan, root = self.folder / "the.plan", self.folder / "root"
        for got in (run(HDREPLAY, "run", plan, "--root", root, "--threads"),
                    mpi(1, HDREPLAY, "run", plan, "--root", root)):
            self.assert_refused(got, "would wait for ever in call 1 (close)", str(plan))
            self.assertEqual(list(root.iterdir()), [])

    @unittest.skipUnless(POSIX, "both tracers and a sanitizer do not go together")
    def test_gives_files_their_own_hints_and_ranks_their_own_files(self):
        self.record(RANKS, PROGRAM, self.folder / "data" / "out", "log",
                    tracer=f"{TRACER}:{POSIX}")
        self.plan()
        # out.0, out.1, out.log.0, ... are opened by one rank each, the others together
        self.record(RANKS, HDREPLAY, "run", self.folder / "the.plan", "--root",
                    self.folder / "root", "--hint", "*/out.types:cb_nodes=2",
                    "--hint", "*/out.types:cb_buffer_size=65536", "--hint", "*/out:cb_nodes=1",
                    "--map", "glob:**/out.log.*=logs/{rank}/{host}/{2}",
                    "--map", f"{self.folder}=x", into="again")
        trace = next((self.folder / "again").glob("*_0_0.trc")).read_text()
        given = {}
        for line in trace.splitlines():
            if line.strip().startswith("<File_open ") and "name='" in line:
                opened = re.search(r"name='([^']*)'", line)[1].rsplit("/", 1)[1]
                given[opened] = re.findall(r"<Info key='(\w+)' value='(\w+)'/>", line)
        self.assertEqual(sorted(given["out.types"]),
                         [("cb_buffer_size", "65536"), ("cb_nodes", "2")])
        self.assertEqual(given["out"], [("cb_nodes", "1")])
        self.assertEqual(given["out.0"], [])
        logs = sorted((self.folder / "root" / "logs").glob("*/*/*"))
        self.assertEqual([(path.parts[-3], path.name) for path in logs],
                         [(str(rank), str(rank)) for rank in range(RANKS)])
        self.assertTrue(all(path.parts[-2] for path in logs))
        refused = mpi(RANKS, HDREPLAY, "run", self.folder / "the.plan", "--root",
                      self.folder / "root", "--map", f"{self.folder}={{rank}}")
        self.assert_refused(refused, "together")

    def assert_refused(self, got, *words):
        self.assertEqual(got.returncode, 2, got.stdout + got.stderr)
        self.assertEqual(got.stdout, "")
        told = [line for line in got.stderr.splitlines() if line.startswith("hdreplay: ")]
        self.assertEqual(len(told), 1, got.stderr)
        for word in words:
            self.assertIn(word, told[0])

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

    def test_tells_what_it_cannot_write_or_use(self):
        self.record(RANKS, PROGRAM, self.folder / "data" / "out")
        self.plan()
        plan, root = self.folder / "the.plan", self.folder / "root"
        for option in (("--compute-scale", "inf"), ("--compute-scale", "1e300"),
                       ("--cpu-scale", "-1"), ("--hint", "k" * 300 + "=1")):
            got = mpi(RANKS, HDREPLAY, "run", plan, "--root", root, *option)
            self.assert_refused(got, option[0])
        for command in (("plan", self.folder / "recorded"), ("run", plan, "--root", root, "-n")):
            with open("/dev/full", "w", encoding="ascii") as full:
                got = subprocess.run([HDREPLAY, *command], stdout=full, stderr=subprocess.PIPE,
                                     text=True, timeout=120, check=False)
            self.assertEqual((got.returncode, got.stderr.count("No space left")), (2, 1), got.stderr)
        dry = mpi(RANKS, HDREPLAY, "run", plan, "--root", root, "--dry-run", "--json")
        self.assertEqual(json.loads(dry.stdout)["calls"], self.replay(RANKS)["calls"])

    def test_ends_with_one_error_when_nothing_more_fits(self):
        self.assert_ends_with_one_error()

    def test_tells_of_writes_that_every_mpi_says_to_have_made(self):
        self.assert_ends_with_one_error("plain")

    def assert_ends_with_one_error(self, *arguments):
        self.record(2, PROGRAM, self.folder / "data" / "out", *arguments)
        self.plan()
        limited = mpi(2, "sh", "-c", 'ulimit -f 60000; trap "" XFSZ; exec "$@"', "sh", HDREPLAY, "run",
                      self.folder / "the.plan", "--root", self.folder / "root")
        self.assertNotEqual(limited.returncode, 0)
        self.assertEqual(limited.stderr.count("hdreplay: rank"), 1, limited.stderr)
        self.assertIn("f ", (self.folder / "root" / ".hdreplay-manifest").read_text())
        self.replay(2)  # also what the dead MPI has left beside its files goes


if __name__ == "__main__":
    unittest.main()

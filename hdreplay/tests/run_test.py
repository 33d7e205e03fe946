# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay run from outside: programs are recorded, planned and replayed, and the replay is recorded
too. Arguments: replayed.py"""

import json
import re
import subprocess
import unittest

from replayed import HDREPLAY, PARTDIFF, POSIX, PROGRAM, RANKS, TRACER, ReplayCase, mpi, run

NAME = re.compile(r"<(\w+)")
ATTRIBUTE = re.compile(r"([\w-]+)='([^']*)'")
TRANSFER = re.compile(r"File_i?(read|write)")


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


class RunTest(ReplayCase):
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

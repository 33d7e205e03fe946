# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay transform from outside, on a plan of a run that is written here.
transform_test.py HDREPLAY"""

import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

import made
import plans

HDREPLAY = sys.argv.pop()
FILE_WRITE, FILE_WRITE_AT, FILE_WRITE_AT_ALL, FILE_OPEN = 14, 16, 17, 34  # enum plan_file_call


def run(*command):
    return subprocess.run([HDREPLAY, *map(str, command)], capture_output=True, text=True, timeout=60)


class TransformTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        made.write_run(self.folder / "run")
        self.plan = self.folder / "the.plan"
        self.changed = self.folder / "changed.plan"
        self.make_plan()

    def make_plan(self):
        got = run("plan", self.folder / "run", "-o", self.plan)
        self.assertEqual(got.returncode, 0, got.stderr)

    def transform(self, *options):
        got = run("transform", self.plan, "-o", self.changed, "--json", *options)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        return json.loads(got.stdout)

    def cells(self, path, call):
        """index, think, duration, offset, bytes, moved and numbers of all cells of a call"""
        content = path.read_bytes()
        sections = [struct.unpack_from("<QQ", content, 104 + 16 * i) for i in range(8)]
        found = []
        for at in plans.cells(content, sections):
            if struct.unpack_from("<H", content, at)[0] == call:
                index, think, _, _, duration, _, _, offset, size, moved = struct.unpack_from("<10q", content, at + 8)
                count = struct.unpack_from("<I", content, at + 120)[0]
                found.append((index, think, duration, offset, size, moved,
                              struct.unpack_from(f"<{count}q", content, at + plans.CELL)))
        return found

    def hints(self, path):
        """Of each open."""
        content = path.read_bytes()
        hints, texts = (struct.unpack_from("<QQ", content, 104 + 16 * i) for i in (plans.HINTS, plans.TEXTS))

        def text(place):
            return content[texts[0] + place:].split(b"\0", 1)[0].decode()

        sets = []
        for *_, numbers in self.cells(path, FILE_OPEN):
            places = [struct.unpack_from("<II", content, hints[0] + 8 * (numbers[2] + i)) for i in range(numbers[3])]
            sets.append({text(key): text(value) for key, value in places})
        return sets

    def rewrite(self, old, new):
        trace = self.folder / "run" / "made_a_0_0.trc"
        self.assertIn(old, trace.read_text())
        trace.write_text(trace.read_text().replace(old, new))
        self.make_plan()

    def test_makes_one_write_of_those_that_go_on(self):
        first, second = self.cells(self.plan, FILE_WRITE_AT)
        got = self.transform("--merge", 200)
        self.assertEqual((got["callsBefore"] - got["calls"], got["mergedWrites"], got["unknownPlaces"]), (1, 1, 0))
        self.assertEqual(self.cells(self.changed, FILE_WRITE_AT),
                         [(first[0], first[1] + second[1], first[2] + second[2], 0, 200, 200, ())])

    def test_leaves_apart_what_does_not_go_on_or_is_too_much(self):
        self.assertEqual(self.transform("--merge", 199)["mergedWrites"], 0)
        self.assertEqual(self.changed.read_bytes(), self.plan.read_bytes())
        self.rewrite("offset='100' absOffset='100'", "offset='150' absOffset='150'")
        self.assertEqual(self.transform("--merge", 1000)["mergedWrites"], 0)

    def test_leaves_apart_what_other_calls_part(self):
        trace = self.folder / "run" / "made_a_0_0.trc"
        lines = trace.read_text().splitlines()
        at = next(i for i, line in enumerate(lines) if "offset='100'" in line)
        lines.insert(at, made.state("<File_sync fid='0' oid='0'", 4.2, 4.8))
        trace.write_text("\n".join(lines) + "\n")
        self.make_plan()
        self.assertEqual(self.transform("--merge", 1000)["mergedWrites"], 0)

    def test_changes_hints(self):
        self.rewrite("fileSize='0' time='1.000000000' end='1.001000000'/>",
                     "fileSize='0' time='1.000000000' end='1.001000000'><Info key='cb_nodes' value='1'/>"
                     "<Info key='other' value='x'/></File_open>")
        self.assertEqual(self.hints(self.plan), [{"cb_nodes": "1", "other": "x"}, {}])
        got = self.transform("--aggregators", 4, "--align", 4096, "--hint", "mine=a=b", "--unset-hint", "other")
        self.assertEqual(got["hintSets"], 2)
        wanted = {"cb_nodes": "4", "cb_config_list": "*:4", "striping_unit": "4096",
                  "romio_cb_fr_alignment": "4096", "mine": "a=b"}
        self.assertEqual(self.hints(self.changed), [wanted, wanted])
        again = self.folder / "again.plan"
        got = run("transform", self.changed, "-o", again, "--unset-hint", "mine", "--unset-hint", "striping_unit")
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertIn("other hints: 2", got.stdout)
        for key in ("mine", "striping_unit"):
            wanted.pop(key)
        self.assertEqual(self.hints(again), [wanted, wanted])

    def make_collective(self, *ranks):
        """Plan a run in which each rank makes these calls between open and close: the n-th of all at 10 n ms."""
        lines = []
        for calls in ranks:
            times = [(made.OPEN, 0, 1)]
            times += [(call.format(at=100 * i), 10 * i + 10, 10 * i + 12) for i, call in enumerate(calls) if call]
            lines.append([made.state(*call) for call in times + [(made.CLOSE, 900, 901)]])
        subprocess.run(["rm", "-rf", self.folder / "run"], check=True)
        made.write(self.folder / "run", lines)
        got = run("plan", self.folder / "run", "-o", self.plan, "--order", "all")
        self.assertEqual(got.returncode, 0, got.stderr)
        got = self.transform("--collective")
        indexes = [[cell[0] for cell in self.cells(self.changed, call)] for call in (FILE_WRITE_AT, FILE_WRITE_AT_ALL)]
        already = sum("_all " in call for calls in ranks for call in calls)
        self.assertEqual((got["leftAlone"], got["becameCollective"] + already), tuple(map(len, indexes)))
        self.assertEqual(got["calls"], got["callsBefore"])
        return indexes  # of those that are left alone, of those that are collective

    def test_makes_accesses_collective_where_none_can_wait_for_ever(self):
        write, barrier = made.WRITE, "<Barrier cid='0'"
        send, receive, other = made.SEND, made.RECEIVE, "<File_write_at_all" + made.WRITE.split("<File_write_at")[1]
        # call 0 is MPI_Init, call 1 the open
        self.assertEqual(self.make_collective((write, write), (write, write)), [[], [2, 3, 2, 3]])
        self.assertEqual(self.make_collective((write, write), (write,)), [[3], [2, 2]])
        self.assertEqual(self.make_collective((barrier, write), (write, barrier)), [[3, 2], []])
        # the second would wait for the message that the first sends behind its write
        self.assertEqual(self.make_collective((write, send), ("", "", receive, write)), [[2, 3], []])
        self.assertEqual(self.make_collective((write, send, write), (write, "", "", receive, write)), [[], [2, 4, 2, 4]])
        self.assertEqual(self.make_collective((write, send, write, send, write), (receive, receive, write)), [[2, 4], [6, 4]])
        # a write that is collective already, of both at another place among those that aren't
        self.assertEqual(self.make_collective((write, other, write), (other, write, write)), [[2, 4], [3, 4, 2, 3]])
        got = run("transform", self.plan, "-o", self.changed, "--collective")
        self.assertIn("became collective: 2; left alone", got.stdout)

    def test_refuses_wrong_input_and_writes_nothing(self):
        for options, word in (((), "nothing to change"), (("--merge", "0"), "--merge"), (("--merge", "x"), "--merge"),
                              (("--hint", "=x"), "KEY=VALUE"), (("--align", "-1"), "--align"),
                              (("--aggregators", "none"), "--aggregators")):
            self.assert_refused(run("transform", self.plan, "-o", self.changed, *options), word)
        self.assert_refused(run("transform", self.plan, "--merge", 10), "-o PLAN2")
        self.assert_refused(run("transform", self.folder / "no.plan", "-o", self.changed, "--merge", 10), "no.plan")
        self.assert_refused(run("transform", self.plan, "-o", self.folder / "no" / "x", "--merge", 10), "no/x")
        pipe = self.folder / "run" / "pipe"
        os.mkfifo(pipe)
        self.assert_refused(run("transform", self.plan, "-o", pipe, "--merge", 10), "pipe", "no regular file")
        self.assertTrue(pipe.is_fifo())
        self.plan.write_bytes(self.plan.read_bytes()[:-8])
        self.assert_refused(run("transform", self.plan, "-o", self.changed, "--merge", 10), "the.plan", "cut")
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()), ["run", "the.plan"])

    def assert_refused(self, got, *words):
        self.assertEqual((got.returncode, got.stdout, got.stderr.count("\n")), (2, "", 1), got.stderr)
        for word in words:
            self.assertIn(word, got.stderr)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay plan from outside: recorded runs of the original, and wrong input."""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

import made

ROOT = pathlib.Path(sys.argv.pop())
HDREPLAY = sys.argv.pop()
ORIGINAL = ROOT.parent / "shared" / "fixtures" / "original"

TRACE = """<Program timeAdjustment='100' version='3' rank='{rank}' thread='0'>
<Init time='0.1' end='0.2'/>
<File_open cid='0' name='out &amp; in' fid='0' oid='0' fileSize='50' time='0.3' end='0.4'/>
<Phase_one time='0.45' end='0.8'/>
<Nested>
{calls}</Nested>
<Phase time='0.44' end='0.9'/>
<File_close fid='0' oid='0' fileSize='4096' time='0.9' end='1.0'/>
</Program>
"""
WRITES = """ <File_write_at fid='0' oid='0' offset='1' absOffset='8192' size='100' bytes='60' time='0.5' end='0.6'/>
 <Nested>
  <Send toRank='1' toTag='3' cid='0' size='8' time='0.61' end='0.62'/>
 </Nested>
 <Bcast rootRank='0' cid='0' size='8' time='0.6' end='0.7'/>
"""
READS = """ <Bcast rootRank='0' cid='0' size='8' time='0.6' end='0.7'/>
 <File_read fid='0' oid='0' offset='0' size='10' bytes='10' time='0.75' end='0.8'/>
"""
PROJECT = """<?xml version="1.0"?>
<Application name="made">
 <FileList><File name="out &amp; in"><InitialSize>50</InitialSize></File></FileList>
 <CommunicatorList><Communicator name="WORLD">
  <Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/>
 </Communicator></CommunicatorList>
</Application>
"""


def plan(*arguments):
    return subprocess.run([HDREPLAY, "plan", *map(str, arguments)], capture_output=True, text=True,
                          timeout=60)


class PlanTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def make(self):
        (self.folder / "made.proj").write_text(PROJECT)
        for rank, calls in enumerate((WRITES, READS)):
            (self.folder / f"made_a_b_{rank}_0.trc").write_text(TRACE.format(rank=rank, calls=calls))

    def planned(self, *arguments):
        run = plan(*arguments, "--json")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads(run.stdout)

    def assert_refused(self, run, *words):
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        for word in words:
            self.assertIn(word, run.stderr)

    def test_counts_files_and_calls(self):
        self.make()
        got = self.planned(self.folder)
        self.assertEqual((got["project"], got["ranks"], got["calls"], got["cutTraces"]), ("made", 2, 10, 0))
        self.assertEqual(got["communication"]["records"], 2)
        self.assertEqual(got["communication"]["kept"], 2)
        self.assertEqual(got["files"], [{
            "name": "out & in", "initialBytes": 50, "neededBytes": 50, "largestBytes": 8252, "opens": 2, "reads": 1,
            "bytesRead": 10, "writes": 1, "bytesWritten": 60}])
        self.assertEqual(got["spaceBytes"], 8252)

    def test_prints_the_same_for_people(self):
        self.make()
        run = plan(self.folder / "made.proj", "--order", "none")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("order none: 0 of 2 records of communication kept (0.0 %)", run.stdout)
        self.assertIn("lost 2", run.stdout)
        self.assertRegex(run.stdout, r"(?m)^ +2 +1 +10 bytes +1 +60 bytes +8.1 KiB  out & in$")

    def test_plans_what_a_cut_trace_holds(self):
        self.make()
        trace = self.folder / "made_a_b_1_0.trc"
        text = trace.read_text()
        trace.write_text(text[:text.index("<File_close")])
        got = self.planned(self.folder)
        self.assertEqual((got["cutTraces"], got["calls"]), (1, 9))

    def test_refuses_what_it_cannot_read(self):
        self.assert_refused(plan(), "exactly one PROJECT")
        self.assert_refused(plan(self.folder), str(self.folder), "no project")
        self.assert_refused(plan(self.folder / "none.proj"), "none.proj")
        self.make()
        self.assert_refused(plan(self.folder, "--order", "best"), "--order")
        (self.folder / "made_a_b_1_0.trc").write_text("<Program timeAdjustment='x'>")
        self.assert_refused(plan(self.folder), "made_a_b_1_0.trc")
        (self.folder / "made_a_c_0_0.trc").write_text("<Program timeAdjustment='1'>")
        self.assert_refused(plan(self.folder), "made_a_c_0_0.trc", "rank 0, thread 0")
        for trace in self.folder.glob("*.trc"):
            trace.unlink()
        self.assert_refused(plan(self.folder), "no traces")
        (self.folder / "made.proj").write_text("<Application>")
        self.assert_refused(plan(self.folder), "made.proj")

    def test_tells_where_the_calls_go_meanwhile(self):
        got = plan("--help")
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertIn("TMPDIR", got.stdout)

    def test_names_a_command_that_is_none(self):
        got = subprocess.run([HDREPLAY, "nope"], capture_output=True, text=True)
        self.assert_refused(got, "nope", "--help")

    def test_refuses_times_and_amounts_that_no_run_has(self):
        made.write_run(self.folder / "run")
        trace = self.folder / "run" / "made_a_0_0.trc"
        sound = trace.read_text()
        for old, new in (("bytes='100'", "bytes='9223372036854775807'"), ("time='1.00", "time='-9223372036.00"),
                         ("end='1.00", "end='9223372036.00"), ("absOffset='100'", "absOffset='9223372036854775807'")):
            self.assertIn(old, sound)
            trace.write_text(sound.replace(old, new))
            self.assert_refused(plan(self.folder / "run", "--auto-scale"), "made_a_0_0.trc")
        trace.write_text(sound.replace("toTag='3'", "toTag='9223372036854775807'"))
        self.assertEqual(plan(self.folder / "run").returncode, 0)

    def test_writes_a_plan_file_or_nothing(self):
        self.make()
        target = self.folder / "out.plan"
        run = plan(self.folder, "-o", target)
        self.assert_refused(run, "made_a_b_0_0.trc", "opens a file without a name or a mode")
        for trace in self.folder.glob("*.trc"):
            text = trace.read_text().replace("fileSize='50'", "fileSize='50' flags='9'")
            trace.write_text(text.replace("size='10'", "size='10' count='10' tid='0'")
                             .replace("size='100'", "size='100' count='100' tid='0'"))
        run = plan(self.folder, "-o", target)
        self.assert_refused(run, "made_a_b_0_0.trc", "datatype 0", "made.proj")
        self.assertEqual(sorted(path.suffix for path in self.folder.iterdir()),
                         [".proj", ".trc", ".trc"])
        types = "".join(f"<Rank name='{rank}' thread='0'><NAMED id='0' name='MPI_BYTE'/></Rank>"
                        for rank in range(2))
        project = self.folder / "made.proj"
        project.write_text(project.read_text().replace(
            "</Application>", f"<Datatypes>{types}</Datatypes></Application>"))
        run = plan(self.folder, "-o", target, "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        got = json.loads(run.stdout)
        self.assertEqual((got["plannedCalls"], got["leftOutUnknown"]), (8, 0))
        self.assertEqual(got["files"][0]["neededBytes"], 50)
        self.assertEqual(target.read_bytes()[:8], b"HDPLAN\r\n")
        (self.folder / "made_a_b_1_0.trc").write_text(
            (self.folder / "made_a_b_1_0.trc").read_text().replace("</Program>", ""))
        self.assert_refused(plan(self.folder, "-o", self.folder / "cut.plan"), "cut")
        self.assertFalse((self.folder / "cut.plan").exists())

    def test_refuses_files_that_ranks_without_traces_have_opened(self):
        # who is there would wait for them without end
        for gone, there in ((0, 1), (1, 0)):
            folder = self.folder / str(gone)
            made.write_run(folder)
            (folder / f"made_a_{gone}_0.trc").unlink()
            self.assert_refused(plan(folder, "-o", self.folder / "the.plan"), f"made_a_{there}_0.trc", f"rank {gone}",
                                "no trace")
            self.assertFalse((self.folder / "the.plan").exists())
            self.assertEqual(self.planned(folder)["traces"], 1)
            for trace in folder.glob("*.trc"):  # alone it may open it, and what the other took part in is left out
                text = trace.read_text().replace(made.OPEN, made.OPEN.replace("cid='0'", "cid='7'"))
                trace.write_text(text.replace("</Program>", made.state("<Comm_split cid='0'", 40, 41) + "\n</Program>"))
            project = folder / "made.proj"
            project.write_text(project.read_text().replace(
                "</CommunicatorList>",
                f"<Communicator name='one'><Rank global='{there}' local='0' cid='7'/></Communicator></CommunicatorList>"))
            got = self.planned(folder, "-o", self.folder / "the.plan")
            self.assertEqual(got["leftOutUnknown"], 1)
            (self.folder / "the.plan").unlink()

    def find_scale(self, *ranks):
        folder = self.folder / f"scaled{len(list(self.folder.iterdir()))}"
        made.write(folder, [[made.state(*call) for call in rank] for rank in ranks])
        self.assertNotIn("autoScale", self.planned(folder))
        scale = self.planned(folder, "--auto-scale")["autoScale"]
        self.assertIn(f"shrink to {scale:.10g} ", plan(folder, "--auto-scale").stdout)
        return scale

    def test_finds_how_far_time_between_calls_can_shrink(self):
        write, send, receive = made.WRITE.format(at=0), made.SEND, made.RECEIVE
        one = ((write, 0, 10), (write, 100, 110))
        self.assertEqual(self.find_scale(one), 0)
        # the second of rank 0 begins at 10 + 90 x and must not begin before 60; with 0 it would
        # be over before rank 1 begins, but on the way there they meet
        self.assertEqual(self.find_scale(one, ((write, 50, 60), (write, 150, 160))), 569 / 1024)
        # it begins at 11 + 89 x, rank 1 writes from 11 + 11 x on, behind the message, for 10
        self.assertEqual(self.find_scale(((write, 0, 10), (send, 20, 21), (write, 100, 110)),
                                         ((receive, 0, 21), (write, 22, 32))), 132 / 1024)
        # whoever meets others all the time may go on to do so
        self.assertEqual(self.find_scale(((write, 0, 100), (send, 101, 102)), ((write, 10, 90),)), 0)

    @unittest.skipUnless(ORIGINAL.is_dir(), f"skipped: there is no {ORIGINAL}")
    def test_keeps_the_known_shares_of_the_originals_runs(self):
        synced = ORIGINAL / "format-examples" / "partdiff-mpi-io-synced"
        for project, records, exact, mpior, alone in (
                (ORIGINAL / "partdiff-mpi", 82, 4, 70, 66), (synced, 8028, 1970, 813, 2002)):
            got = self.planned(project)
            self.assertEqual(got["communication"]["records"], records)
            self.assertLessEqual(got["communication"]["kept"], exact)
            self.assertEqual(got["io"]["lost"], 0)
            got = self.planned(project, "--independent-files")
            self.assertLessEqual(got["communication"]["kept"], alone)
            self.assertEqual(got["io"]["lost"], 0)
            got = self.planned(project, "--independent-files", "--order", "mpior")
            self.assertEqual(got["communication"]["kept"], mpior)
        self.assertEqual(got["io"]["orders"], 4224)
        self.assertGreater(got["io"]["lost"], 2500)

    def test_reads_every_example(self):
        seen = 0
        for project in sorted((ROOT / "examples" / "traces").glob("*/*.proj")):
            run = plan(project, "--json")
            if run.returncode == 0:
                self.assertEqual(json.loads(run.stdout)["io"]["lost"], 0, project)
                seen += 1
            else:
                self.assert_refused(run, str(project.parent))
        self.assertGreaterEqual(seen, 3)


if __name__ == "__main__":
    unittest.main()

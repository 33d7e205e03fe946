# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay report from outside, on a run and replays of it that are written here.
report_test.py HDREPLAY"""

import json
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.dom.minidom

import made

HDREPLAY = sys.argv.pop()

class ReportTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        made.write_run(self.folder / "run")

    def write_replay(self, name, change=lambda rank, index, call: call, slower=1.0):
        """All calls again, later and slower, with what the replay itself does around them."""
        ranks = []
        for rank, calls in enumerate(made.RUN):
            lines = [made.state("<Barrier cid='0'", 0, 1), made.state("<File_delete name='x'", 1, 2)]
            before = 0
            for index, (call, begin, end) in enumerate(calls):
                call = change(rank, index, call)
                if call is not None:
                    end = begin + (end - begin) * slower
                    wait = int((begin - before) * 1e6)
                    before = 40 + end
                    lines += ["<Nested>", made.state(call, 40 + begin, 40 + end), "</Nested>",
                              made.state(f"<Replay op='{index + 1}' trace='{rank}' wait='{wait}'", 40 + begin,
                                    40 + end)]
            ranks.append(lines)
        made.write(self.folder / name, ranks)

    def report(self, *replays, status=0, options=()):
        got = self.run_report("run", *replays, options=("--json", *options))
        self.assertEqual((got.returncode, got.stderr), (status, ""), got.stdout)
        return json.loads(got.stdout)

    def run_report(self, *projects, options=()):
        return subprocess.run([HDREPLAY, "report", *(self.folder / name for name in projects), *options],
                              capture_output=True, text=True, timeout=60)

    def test_tells_that_a_replay_did_the_same(self):
        self.write_replay("again", slower=1.5)
        got = self.report("again")
        self.assertEqual((got["same"], got["plannedCalls"]), (True, 7))
        one = got["replays"][0]
        self.assertEqual(set(one["operations"].values()), {0})
        self.assertEqual(one["bytes"], {"different": 0, "notRecorded": 0})
        self.assertEqual(one["differences"], [])
        self.assertGreater(one["order"]["orders"], 0)
        self.assertEqual((one["order"]["lost"], one["order"]["added"]), (0, 0))

    def test_measures_times(self):
        self.write_replay("again", slower=1.5)
        self.write_replay("more", slower=2.5)
        got = self.report("again", "more")
        functions = {entry["name"]: entry for entry in got["functions"]}
        writes = functions["File_write_at"]
        self.assertEqual((writes["count"], writes["originalNs"], writes["replayNs"]), (2, 6000000, 12000000))
        self.assertAlmostEqual(writes["ratio"]["p50"], 2, places=6)  # the median of two is between them
        # 2 and 4 ms become 3, 5, 6 and 10: the lower half moves by 2 on average, the upper one by 4
        self.assertEqual(writes["wassersteinNs"], 3000000)
        self.assertAlmostEqual(writes["ks"], 0.75)  # at 4 ms
        self.assertEqual(functions["all"]["count"], 7)
        self.assertEqual([entry["rank"] for entry in got["ranks"]], [0, 1])
        self.assertEqual(got["files"], [{"name": "out", "count": 7, "bytes": 300,
                                         "originalNs": functions["all"]["originalNs"],
                                         "replayNs": functions["all"]["replayNs"]}])
        time = got["time"]
        self.assertEqual((time["originalNs"], time["replayMeanNs"]), (31000000, 33000000))
        self.assertIs(time["beyondNoise"], False)
        self.assertIsNone(self.report("again")["time"]["beyondNoise"])

    def test_tells_more_than_noise(self):
        for name in ("one", "two", "three"):
            self.write_replay(name, slower=3.0)
        self.assertIs(self.report("one", "two", "three")["time"]["beyondNoise"], True)

    def test_tells_what_is_different(self):
        def bytes_moved(rank, index, call):
            return call.replace("bytes='100'", "bytes='60'") if "File_read" in call else call

        def place(rank, index, call):
            return call.replace("Offset='100'", "Offset='50'")

        def opening(rank, index, call):
            return call.replace("oid='0' offset='100'", "oid='1' offset='100'")

        def gone(rank, index, call):
            return None if "'100' absOffset" in call else call

        def function(rank, index, call):
            return call.replace("File_read_at", "File_read_at_all")

        def failed(rank, index, call):
            return call + " err='MPI_ERR_IO'" if "File_read" in call else call

        for change, where, key in ((bytes_moved, "bytes", "different"), (place, "operations", "other"),
                                   (opening, "operations", "other"),
                                   (gone, "operations", "missing"), (function, "operations", "other"),
                                   (failed, "operations", "failed")):
            name = change.__name__
            self.write_replay(name, change)
            got = self.report(name, status=1)
            self.assertEqual((got["same"], got["replays"][0][where][key]), (False, 1), name)
            self.assertEqual(len(got["replays"][0]["differences"]), 1)
            self.assertIn(" of out: File_", got["replays"][0]["differences"][0])

    def test_tells_orders_that_are_lost(self):
        self.write_replay("again", lambda rank, index, call: None if call in (made.SEND, made.RECEIVE) else call)
        order = self.report("again", status=1)["replays"][0]["order"]
        self.assertEqual(order["lost"], 2)  # of the read and of the close, before that waits for all
        got = self.run_report("run", "again")
        self.assertEqual(got.returncode, 1)
        self.assertIn("DIFFERENT", got.stdout)
        self.assertIn("lost 2", got.stdout)

    def test_does_not_fail_for_calls_that_only_the_other_tracer_sees(self):
        self.write_replay("again")
        trace = self.folder / "again" / "made_a_0_0.trc"
        lines = trace.read_text().splitlines()
        at = next(i for i, line in enumerate(lines) if "File_write_at" in line)
        trace.write_text("\n".join(lines[:at - 1] + lines[at + 2:]) + "\n")
        self.assertEqual(self.report("again")["replays"][0]["bytes"]["notRecorded"], 1)

    def write_simulation(self, ranks):
        made.write(self.folder / "simulated", ranks)
        project = self.folder / "simulated" / "made.proj"
        project.write_text(project.read_text().replace('name="made"', "name='made' simulator='PIOsimHD'"))

    def test_compares_a_simulation_by_the_same_numbers_of_calls(self):
        trace = self.folder / "run" / "made_a_1_0.trc"
        lines = trace.read_text().splitlines()
        query = made.state("<File_get_size fid='0' oid='0'", 11.2, 11.4)
        trace.write_text("\n".join([*lines[:4], query, *lines[4:]]) + "\n")
        ranks = [[made.state(call, begin / 2, end / 2) for call, begin, end in calls] for calls in made.RUN]
        self.write_simulation(ranks)
        got = self.report("simulated", status=1)  # the query was computation
        one = got["replays"][0]
        self.assertEqual(one["operations"], {"missing": 1, "extra": 0, "other": 0, "failed": 0})
        self.assertIn("rank 1, thread 0, call 3 of out: File_get_size", one["differences"][0])
        self.assertEqual((one["order"]["lost"], one["lagShare"], one["spanNs"]), (0, None, 15500000))
        functions = {entry["name"]: entry for entry in got["functions"]}
        self.assertEqual((functions["File_write_at"]["count"], functions["File_read_at"]["ratio"]["p50"]), (2, 0.5))
        subprocess.run(["rm", "-rf", self.folder / "simulated"], check=True)
        self.write_simulation([ranks[0][::-1], ranks[1]])
        self.assert_refused(self.run_report("run", "simulated"), "no simulation", "made_a_0_0.trc")

    def test_writes_a_page(self):
        self.write_replay("again <b>")
        page = self.folder / "x.html"
        self.report("again <b>", options=("-o", page))
        text = page.read_text()
        self.assertNotIn("again <b>", text)
        self.assertIn("again &lt;b&gt;", text)
        plots = text.split("<svg")[1:]
        self.assertEqual(len(plots), 6)  # all and four functions, one replay
        for plot in plots:
            xml.dom.minidom.parseString("<svg" + plot.split("</svg>")[0] + "</svg>")
        self.assertNotIn("nan", text.lower())

    def assert_refused(self, got, *words):
        self.assertEqual((got.returncode, got.stdout, got.stderr.count("\n")), (2, "", 1), got.stderr)
        for word in words:
            self.assertIn(word, got.stderr)

    def test_refuses_what_is_no_replay(self):
        self.assert_refused(self.run_report("run"), "at least one REPLAY")
        self.assert_refused(self.run_report("run", "run"), "no trace has a state Replay", "made.proj")
        self.assert_refused(self.run_report("run", "none"), "none")
        self.write_replay("again")
        self.assert_refused(self.run_report("run", "again", options=("-o", self.folder / "no" / "x.html")), "no")
        self.assert_refused(self.run_report("run", "again", options=("--plan", self.folder / "no.plan")), "no.plan")
        trace = self.folder / "again" / "made_a_1_0.trc"
        sound = trace.read_text()
        trace.write_text(sound.replace("trace='1'", "trace='7'"))
        self.assert_refused(self.run_report("run", "again"), "made_a_1_0.trc", "doesn't have")
        trace.write_text(sound.replace("trace='1'", "trace='0'"))
        self.assert_refused(self.run_report("run", "again"), "made_a_1_0.trc", "the same")
        trace.write_text(sound.replace("op='1'", ""))
        self.assert_refused(self.run_report("run", "again"), "made_a_1_0.trc", "number of a call")


if __name__ == "__main__":
    unittest.main()

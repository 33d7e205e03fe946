# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay run --threads --record from outside. Arguments: threaded.py"""

import json
import re
import struct
import unittest

import plans
from threaded import HDREPLAY, SHARED, ThreadsCase, run

FILE_WRITE_ALL_BEGIN = 20  # enum plan_file_call


class RecordTest(ThreadsCase):
    def test_records_itself_for_a_report(self):
        self.record(SHARED, self.folder / "data")
        self.plan()
        again = self.folder / "again"
        self.replay("--record", again)
        got = run(HDREPLAY, "report", self.folder / "recorded", again, "--json")
        self.assertEqual((got.returncode, got.stderr), (0, ""), got.stdout)
        got = json.loads(got.stdout)["replays"][0]
        self.assertIsNotNone(got["lagShare"])
        self.assertEqual(got["bytes"], {"different": 0, "notRecorded": 0})
        self.assert_refused("not empty", options=("--record", again))
        self.assert_refused("--dry-run", options=("--record", again, "--dry-run"))
        for taken in (again, self.folder / "none" / "again"):  # before any replay is made
            got = run(HDREPLAY, "run", self.folder / "the.plan", "--root", self.folder / "other",
                      "--threads", "--auto-scale", "--record", taken)
            self.assertEqual((got.returncode, (self.folder / "other").exists()), (2, False), got.stderr)
        got = run("sh", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$@"', "sh", HDREPLAY, "run",
                  self.folder / "the.plan", "--root", self.folder / "root", "--record",
                  self.folder / "failed")
        self.assertEqual(got.returncode, 2, got.stdout)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["again", "data", "recorded", "root", "the.plan"])

    def openings_recorded(self, folder):
        """Of each thread the numbers that its calls tell."""
        return {path.stem.split("_")[-1]: re.findall(r" oid='(\d+)'", path.read_text())
                for path in sorted(folder.glob("*.trc"))}

    def test_records_copies_as_what_they_are_copies_of(self):
        # a thread closes copies that another one has just made, and may not have noted yet
        copies = 400
        self.write_traces(
            [(0.00, "open fid='0' oid='0' fd='3' existed='0' fileSize='0' name='/d/a' amode='RDWR|CREAT'"),
             *((0.01, f"dup fid='0' oid='0' fd='{4 + i}'") for i in range(copies)),
             (0.90, "close fid='0' oid='0' fd='3'")],
            [(0.02, f"close fid='0' oid='0' fd='{4 + i}'") for i in range(copies)])
        planned = self.plan()
        for take in range(3):
            again = self.folder / f"again{take}"
            got = self.replay("--compute-scale", "0", "--record", again)
            self.assertEqual((got["calls"], got["different"]), (2 * copies + 2, 0))
            told = self.openings_recorded(again)
            self.assertEqual([len(one) for one in told.values()], [copies + 2, copies])
            self.assertEqual(set().union(*told.values()), {"0"})
        self.assertEqual(planned["traces"], 2)

    def test_records_another_number_for_each_opening_of_threads_with_any_numbers(self):
        inside = ("<FileList><File name='a'/></FileList><CommunicatorList><Communicator name='WORLD'>"
                  "<Rank global='0' local='0' cid='0'/></Communicator></CommunicatorList>")
        calls = [(at / 10, f"File_{what} fid='0' oid='{{{at // 2}}}' {more}") for at, (what, more) in enumerate(
            (("open", "cid='0' name='/d/a' amode='CREATE|RDWR' fileSize='0'"), ("close", "fileSize='0'")) * 2)]
        self.write_traces(*([(at, text.format(i, i + 10)) for at, text in calls] for i in range(2)),
                          numbers=(0, 2), inside=inside)
        self.plan()
        again = self.folder / "again"
        self.replay("--threads", "--compute-scale", "0", "--record", again)
        first, second = self.openings_recorded(again).values()
        self.assertEqual((len(first), len(set(first)), len(second), len(set(second))), (4, 2, 4, 2))
        self.assertEqual(set(first) & set(second), set())

    def calls_of_mpi(self, folder):
        """Messages, collectives and waits of a trace without times, places and marks."""
        text = re.sub(r" (time|end|op|trace|fid|oid)='[^']*'|\s*</?(Nested|Replay)[^>]*>", "",
                      next(folder.glob("*.trc")).read_text())
        return re.findall(r"<(?:Irecv|Send|Ibarrier|Bcast)[^>]*>|<Wait.*?</Wait\w*>", text)

    def test_records_messages_as_an_export_tells_them(self):
        inside = ("<FileList><File name='a'/></FileList><CommunicatorList><Communicator name='WORLD'>"
                  "<Rank global='0' local='0' cid='0'/></Communicator></CommunicatorList>"
                  "<Datatypes><Rank name='0' thread='0'><NAMED id='0' name='MPI_BYTE'/></Rank></Datatypes>")
        calls = ("File_open fid='0' oid='0' cid='0' name='/d/a' amode='CREATE|RDWR' fileSize='0'",
                 "File_write_all_begin fid='0' oid='0' rid='9' offset='0' size='64' bytes='64' count='64' tid='0'",
                 "Wait call='File_write_all_end' fid='0' oid='0'",
                 "Irecv fromRank='0' fromTag='3' cid='0' size='8' rid='4'",
                 "Send toRank='0' toTag='3' cid='0' size='8'",
                 "Wait rid='4'", "Ibarrier cid='0' rid='5'", "Wait rid='5'",
                 "Bcast cid='0' rootRank='0' size='24'", "File_close fid='0' oid='0' fileSize='64'")
        self.write_traces([(i / 10, call) for i, call in enumerate(calls)], inside=inside)
        for command in (("plan", self.folder / "recorded", "-o", self.folder / "the.plan", "--order", "all"),
                        ("export", self.folder / "the.plan", "--to", "project", "-o", self.folder / "exported"),
                        ("run", self.folder / "the.plan", "--root", self.folder / "root", "--threads",
                         "--compute-scale", "0", "--record", self.folder / "again")):
            got = run(HDREPLAY, *command)
            self.assertEqual(got.returncode, 0, got.stderr)
        told = self.calls_of_mpi(self.folder / "exported")
        self.assertEqual(len(told), 7, told)
        self.assertIn(" call='File_write_all_end'", told[0])
        self.assertEqual(self.calls_of_mpi(self.folder / "again"), told)

        def has_request(content, sections):  # which is known by its file alone
            for at in plans.cells(content, sections):
                if struct.unpack_from("<H", content, at)[0] == FILE_WRITE_ALL_BEGIN:
                    struct.pack_into("<I", content, at + 100, 0)

        plan = self.folder / "the.plan"
        sound = plan.read_bytes()
        plan.write_bytes(plans.damage(sound, has_request))
        self.assertNotEqual(plan.read_bytes(), sound)
        self.assert_refused("is damaged", options=("--record", self.folder / "another"))
        got = run(HDREPLAY, "export", plan, "--to", "project", "-o", self.folder / "another")
        self.assertEqual((got.returncode, (self.folder / "another").exists()), (2, False), got.stderr)
        self.assertIn("is damaged", got.stderr)


if __name__ == "__main__":
    unittest.main()

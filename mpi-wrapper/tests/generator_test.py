#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What gen/generate.py refuses, and that its comparison finds what differs."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GENERATOR = Path(__file__).parent.parent / "gen" / "generate.py"
SEND = "Send | 1.0 | | buf:cbuf count:count comm:comm | count cid=cid(comm)\n"


class GeneratorTest(unittest.TestCase):
    """Each test writes a table and looks at exit status and messages."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.directory = Path(self.folder.name)

    def generate(self, table, *options):
        path = self.directory / "functions.def"
        path.write_text(table, encoding="utf-8")
        return subprocess.run([sys.executable, str(GENERATOR), str(path), *options],
                              capture_output=True, text=True, check=False)

    def refuses(self, table, cause):
        outcome = self.generate(table)
        self.assertEqual(outcome.returncode, 2, outcome)
        self.assertIn("functions.def: line 2: " + cause, outcome.stderr)
        self.assertNotIn("Traceback", outcome.stderr)

    def test_refuses_rows_that_are_not_of_the_form(self):
        self.refuses("# table\nSend | 1.0 | | buf:cbuf\n", "4 columns instead of 5")
        self.refuses("# table\nSend | 1.0 | | buf:cloud | \n", "unknown kind cloud")
        self.refuses("# table\nSend | 1.0 | fast | buf:cbuf | \n", "unknown flag fast")
        self.refuses("# table\nSend | one | | buf:cbuf | \n", "not a version of MPI: one")
        self.refuses("# table\nSend | 1.0 | | buf:cbuf | @sent\n", "unknown set @sent")
        self.refuses(SEND + SEND, "second row for Send")

    def test_refuses_hot_functions_that_do_more_than_numbers(self):
        for does_more in ("rid=request(request,SEND,comm)", "+message(request,comm)", "size=out(count)"):
            table = f"Isend | 1.0 | hot | count:count comm:comm request:request | {does_more}\n"
            header = self.prototypes("int MPI_Isend(int c, MPI_Comm d, MPI_Request *r);\n"
                                     "hdmpi_version 3 . 1\n")
            outcome = self.generate(table, "--prototypes", header, "--output",
                                    str(self.directory / "wrappers.c"))
            self.assertEqual(outcome.returncode, 2, outcome)
            self.assertNotIn("Traceback", outcome.stderr)

    def prototypes(self, text):
        path = self.directory / "prototypes.h"
        path.write_text(text, encoding="utf-8")
        return str(path)

    def test_refuses_to_skip_without_a_reason(self):
        self.refuses("# table\nWtime | 1.0 | skip | | \n", "no reason why Wtime is skipped")

    def test_writes_entry_points_of_what_the_header_declares(self):
        functions, entries = self.directory / "list.h", self.directory / "entries.c"
        table = SEND + SEND.replace("Send", "Ssend") + "Comm_size | 1.0 | local | comm:comm | \n"
        header = self.prototypes("int MPI_Send(const void *b, int c, MPI_Comm d);\n"
                                 "int MPI_Comm_size(MPI_Comm d);\nhdmpi_version 3 . 1\n")
        outcome = self.generate(table, "--prototypes", header, "--chain", str(functions),
                                str(entries))
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        self.assertEqual(functions.read_text(encoding="utf-8").split()[-2:],
                         ["HD__FUNCTION(Send)", "HD__FUNCTION(Comm_size)"])
        text = entries.read_text(encoding="utf-8")
        self.assertIn("int PMPI_Send(const void *buf, int count, MPI_Comm comm)", text)
        self.assertIn('hd__chain_is_for_us(__builtin_return_address(0), "Send")', text)
        self.assertIn('hd__chain_is_for_us_local(__builtin_return_address(0), "Comm_size")', text)

    def test_writes_wrappers_of_what_the_header_declares(self):
        output = self.directory / "wrappers.c"
        table = SEND + SEND.replace("Send", "Ssend") + "Wtime | 1.0 | local returns=double | | \n"
        header = self.prototypes("int MPI_Send(const void *b, int c, MPI_Comm d);\n"
                                 "double MPI_Wtime(void);\nhdmpi_version 3 . 1\n")
        outcome = self.generate(table, "--prototypes", header, "--output", str(output))
        self.assertEqual(outcome.returncode, 0, outcome.stderr)
        text = output.read_text(encoding="utf-8")
        self.assertIn("int MPI_Send(const void *buf, int count, MPI_Comm comm)", text)
        self.assertIn("values[0] = (int64_t)count;", text)
        self.assertIn("values[1] = comm_0.id;", text)
        self.assertIn("double MPI_Wtime(void)", text)
        self.assertNotIn("MPI_Ssend", text)

    def test_numbers_have_slots_and_texts_follow(self):
        tables = self.directory / "tables"
        table = "group io\nOpen | 2.0 | local | name:text mode:int | name=text(name) mode\n"
        self.assertEqual(self.generate(table, "--tables", str(tables)).returncode, 0)
        text = tables.with_suffix(".c").read_text(encoding="utf-8")
        self.assertIn('of_Open[] = {{"mode", HD_ATTRIBUTE_INT, NULL}};', text)
        self.assertIn('[HD__F_Open] = {"Open", "Open", of_Open, 1, 0x1, true}', text)

    def test_finds_what_differs_from_a_header(self):
        header = self.prototypes("int MPI_Send(const void *buf, long count, MPI_Comm comm);\n"
                                 "__attribute__((visibility(\"default\"))) int MPI_Recv(void *b);\n"
                                 "int MPI_T_finalize(void);\nhdmpi_version 3 . 1\n")
        table = SEND + "T_* | 3.0 | skip | | tools\n" + \
            "".join(f"{name} | {since} | {flags} | | \n" for name, since, flags in
                    (("New", "4.0", ""), ("Absent", "2.0", ""), ("Old", "1.0", "optional")))
        outcome = self.generate(table, "--prototypes", header, "--compare")
        self.assertEqual(outcome.returncode, 1)
        found = sorted(line.split(":")[0] for line in outcome.stderr.splitlines())
        self.assertEqual(found, ["MPI_Absent", "MPI_Recv", "MPI_Send"], outcome.stderr)
        self.assertIn("MPI_Recv: in the header, not in the table", outcome.stderr)

    def test_finds_exported_functions_without_a_row(self):
        mpi, ours = self.directory / "mpi", self.directory / "ours"
        mpi.write_text("MPI_Send\nMPI_Newest\nMPI_T_init_thread\nPMPI_Other\nMPI_Late\n",
                       encoding="utf-8")
        ours.write_text("T MPI_Send\nT MPI_Gone\nT MPI_PCONTROL\n", encoding="utf-8")
        table = SEND + "Gone | 1.0 | | | \nLate | 1.0 | | | \nT_* | 3.0 | skip | | tools\n"
        outcome = self.generate(table, "--symbols", str(mpi), str(ours))
        self.assertEqual(outcome.returncode, 1)
        self.assertEqual(outcome.stderr.splitlines(), ["MPI_Newest: exported, not in the table",
                                                       "MPI_Late: in the table, not wrapped",
                                                       "MPI_Gone: wrapped, not exported by MPI"])


if __name__ == "__main__":
    unittest.main()

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

    def test_writes_a_wrapper(self):
        output = self.directory / "wrappers.c"
        self.assertEqual(self.generate(SEND, "--output", str(output)).returncode, 0)
        text = output.read_text(encoding="utf-8")
        self.assertIn("int MPI_Send(const void *buf, int count, MPI_Comm comm)", text)
        self.assertIn('hd__put_int(call, "count", count);', text)
        self.assertIn('hd__put_cid(call, "cid", comm);', text)

    def test_finds_what_differs_from_a_header(self):
        header = self.directory / "mpi_proto.h"
        header.write_text("int MPI_Send(const void *buf, long count, MPI_Comm comm);\n"
                          "int MPI_Recv(void *buf);\nint MPI_T_finalize(void);\n",
                          encoding="utf-8")
        outcome = self.generate(SEND, "--header", str(header))
        self.assertEqual(outcome.returncode, 1)
        self.assertIn("MPI_Send: ", outcome.stderr)
        self.assertIn("MPI_Recv: in the header, not in the table", outcome.stderr)
        self.assertNotIn("MPI_T_finalize", outcome.stderr)


if __name__ == "__main__":
    unittest.main()

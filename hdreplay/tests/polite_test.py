# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay run by MPICH: who waits in a call lets others run. polite_test.py HDREPLAY RUN_PROGRAM MPIEXEC COUNTER"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

import made

HDREPLAY, RUN_PROGRAM, MPIEXEC, COUNTER = sys.argv[1:5]
del sys.argv[1:5]


def by_ucx():
    """Whether the MPI that the replay runs with looks for messages by UCX."""
    linked = subprocess.run(["ldd", RUN_PROGRAM], capture_output=True, text=True, check=True).stdout
    library = next(line.split()[2] for line in linked.splitlines() if "libmpi" in line)
    return b"ucp_worker_progress" in pathlib.Path(library).read_bytes()


class PoliteTest(unittest.TestCase):
    def yields(self, folder, *options):
        """Of both ranks, in a replay in which one waits for the other for some time."""
        counts = folder / "counts"
        counts.mkdir()
        got = subprocess.run(
            [MPIEXEC, "-n", "2", "env", f"LD_PRELOAD={COUNTER}", f"HDTEST_YIELDS={counts}", HDREPLAY, "run",
             folder / "the.plan", "--root", folder / "root", "--compute-scale", "2", *options],
            capture_output=True, text=True, timeout=60, stdin=subprocess.DEVNULL)
        self.assertEqual(got.returncode, 0, got.stderr)
        found = [int(path.read_text()) for path in counts.iterdir()]
        counts.rename(folder / f"counts{len(list(folder.iterdir()))}")
        self.assertGreaterEqual(len(found), 2)
        return sum(found)

    @unittest.skipUnless(by_ucx(), "this MPICH does not go by UCX")
    def test_lets_others_run_while_it_waits_unless_told_otherwise(self):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            made.write_run(folder / "run")
            (folder / "root").mkdir()
            got = subprocess.run([HDREPLAY, "plan", folder / "run", "-o", folder / "the.plan"], capture_output=True,
                                 text=True)
            self.assertEqual(got.returncode, 0, got.stderr)
            polite = self.yields(folder)
            self.assertGreater(polite, 100)
            self.assertLess(self.yields(folder, "--poll"), polite / 10)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""The bench in portions. kept_test.py BENCH_FOLDER"""

import pathlib
import sys
import tempfile
import unittest

sys.path.insert(0, sys.argv.pop())

from kept import Kept, OutOfTime  # noqa: E402

KEY = ("mpich", "ior", 2)


class KeptTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.file = pathlib.Path(temporary.name) / "kept"
        self.made = 0

    def make(self):
        self.made += 1
        return {"seconds": self.made}

    def test_goes_on_where_it_was_ended(self):
        with self.assertRaises(ZeroDivisionError):
            Kept(self.file).repetitions(KEY, 3, lambda: self.make() if self.made < 2 else 1 / 0)
        got = Kept(self.file).repetitions(KEY, 3, self.make)
        self.assertEqual(got, [{"seconds": 1}, {"seconds": 2}, {"seconds": 3}])
        self.assertEqual(Kept(self.file).repetitions(KEY, 2, self.make), got[:2])
        self.assertEqual(Kept(self.file).repetitions((*KEY, "other"), 1, self.make), [{"seconds": 4}])

    def test_takes_a_line_that_was_cut_for_none(self):
        Kept(self.file).repetitions(KEY, 2, self.make)
        self.file.write_text(self.file.read_text()[:-5])
        self.assertEqual(Kept(self.file).repetitions(KEY, 2, self.make), [{"seconds": 1}, {"seconds": 3}])
        self.assertEqual(len(self.file.read_text().splitlines()), 2)

    def test_begins_nothing_that_ends_too_late(self):
        self.file.write_text('{"of": ["mpich", "ior", 2], "seconds": 1000, "repetition": {"seconds": 0}}\n')
        kept = Kept(self.file, 900)
        self.assertEqual(kept.repetitions(KEY, 1, self.make), [{"seconds": 0}])
        for key in (KEY, ("another",)):
            with self.assertRaisesRegex(OutOfTime, "of 2 repetitions are missing"):
                kept.repetitions(key, 2, self.make)
        self.assertEqual(self.made, 0)
        self.assertEqual(len(Kept(self.file, 1100).repetitions(KEY, 2, self.make)), 2)

    def test_refuses_what_it_has_not_written(self):
        self.file.write_text("{}\n")
        with self.assertRaisesRegex(SystemExit, "kept:1: no repetition"):
            Kept(self.file)


if __name__ == "__main__":
    unittest.main()

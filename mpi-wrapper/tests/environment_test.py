#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The README's table of variables is what the code reads: names, ranges, words and defaults."""

import re
import unittest
from pathlib import Path

HERE = Path(__file__).parent.parent
ROW = re.compile(r"^\| `HDTRACE_(\w+)` \| (.*?) \| (.*?) \| .* \|$", re.M)
SETTING = re.compile(r'^    \{"(\w+)", (\w+), (\w+), ([\dL <]+), (?:FIELD\((\w+)\)|0)\},', re.M)


def number(text):
    """A C constant as 1024, 4L << 20."""
    parts = [int(part.strip().rstrip("L")) for part in text.split("<<")]
    return parts[0] << (parts[1] if len(parts) > 1 else 0)


class EnvironmentTest(unittest.TestCase):
    """Compares the two lists."""

    def setUp(self):
        source = (HERE / "src" / "hdmpi_config.c").read_text(encoding="utf-8")
        readme = (HERE / "README.md").read_text(encoding="utf-8")
        self.rows = {name: (values, default) for name, values, default in ROW.findall(readme)}
        self.settings = {name: (kind, number(low), number(high), field)
                         for name, kind, low, high, field in SETTING.findall(source)}
        self.words = {name: re.findall(r'"(\w+)"', words) for name, words in
                      re.findall(r'^    \{"(\w+)", \{(.*?)\},', source, re.M)}
        self.defaults = dict(re.findall(r"\.(\w+) = (\w+)",
                                        re.search(r"\*config = \(hd__config\)\{(.*?)\};", source,
                                                  re.S).group(1)))

    def test_names(self):
        self.assertGreater(len(self.settings), 20)
        self.assertEqual(sorted(self.rows), sorted(self.settings))

    def test_values(self):
        for name, (kind, low, high, _) in self.settings.items():
            values = self.rows[name][0]
            if kind == "FLAG":
                self.assertEqual(values, "0, 1", name)
            elif kind in ("WHOLE", "SECONDS"):
                self.assertTrue(values.endswith(f"{low}..{high}"), f"{name}: {low}..{high}")
            elif kind == "CHOICE":
                self.assertEqual(values, ", ".join(self.words[name]), name)

    def test_defaults(self):
        """Choices begin with their default; flags and seconds that are not 0 are set at first."""
        for name, (kind, _, _, field) in self.settings.items():
            default = self.rows[name][1]
            if kind == "CHOICE":
                self.assertEqual(default, self.words[name][0], name)
            elif kind == "FLAG":
                self.assertEqual(default, "1" if self.defaults.get(field) == "true" else "0", name)
            elif kind == "SECONDS":
                self.assertEqual(default, self.defaults[field], name)


if __name__ == "__main__":
    unittest.main()

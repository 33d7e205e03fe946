#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The README's table of variables is what all code reads: names, ranges, words and defaults."""

import re
import subprocess
import unittest
from pathlib import Path

HERE = Path(__file__).parent.parent
ROW = re.compile(r"^\| `HDTRACE_(\w+)` \| (.*?) \| (.*?) \| .* \|$", re.M)
READ = re.compile(r"""(?:getenv\(|environ\[|environ\.get\()\s*["']HDTRACE_(\w+)""")
READ_BY_SHELL = re.compile(r"""\$\{?(?:#|!)?HDTRACE_([A-Z]\w*)""")
SOURCES = (".c", ".h", ".hpp", ".py", ".java", ".f90")
SETTING = re.compile(r'^    \{"(\w+)", (\w+), (\w+), ([\dL <]+), (?:FIELD\((\w+)\)|0)\},', re.M)


def number(text):
    """A C constant as 1024, 4L << 20."""
    parts = [int(part.strip().rstrip("L")) for part in text.split("<<")]
    return parts[0] << (parts[1] if len(parts) > 1 else 0)


def read_sources():
    """Names that any program, library or script of the repository reads; by name the files."""
    root = HERE.parent
    listed = subprocess.run(["git", "-C", str(root), "ls-files"], capture_output=True, text=True,
                            check=False).stdout.split()
    paths = [root / name for name in listed] or list(root.glob("*/**/*"))
    found = {}
    for path in paths:
        inside = path.relative_to(root)
        if not path.is_file() or "tests" in inside.parts or inside.parts[0] == "build":
            continue
        pattern = READ if path.suffix in SOURCES else READ_BY_SHELL if is_script(path) else None
        text = path.read_text(encoding="utf-8", errors="replace") if pattern else ""
        for name in pattern.findall(text) if pattern else []:
            found.setdefault(name, set()).add(str(inside))
    return found


def is_script(path):
    """Whether a shell runs it."""
    with open(path, "rb") as file:
        return path.suffix == ".sh" or re.match(rb"#!.*\b(ba)?sh\b", file.readline()) is not None


def constants(path, *names):
    """Constants of an enum as numbers."""
    text = (HERE.parent / path).read_text(encoding="utf-8")
    return [number(re.search(rf"\b{name} = ([\d <]+)", text).group(1)) for name in names]


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
        self.defaults = dict(re.findall(r"\.(\w+) = (-?\w+)",
                                        re.search(r"\*config = \(hd__config\)\{(.*?)\};", source,
                                                  re.S).group(1)))

    def test_all_that_is_read_is_in_the_table(self):
        found = read_sources()
        self.assertIn("hdtrace", found["JAVA_FLAGS"])
        self.assertIn("STACK", found)
        for name, files in found.items():
            self.assertIn(name, self.rows, f"read in {sorted(files)}")

    def test_what_others_read_is_read(self):
        """The wrapper only takes it for known."""
        found = read_sources()
        for name, (kind, *_) in self.settings.items():
            if kind == "FOREIGN":
                self.assertIn(name, found)

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
            elif kind == "WHOLE":
                self.assertEqual(default, self.get_default(name, field), name)
            else:
                self.assertNotEqual(default.strip(), "", name)

    def get_default(self, name, field):
        """How the table says what holds without a number: 0, or what the library does."""
        if name == "BUFFER_SIZE_KB":
            return str(constants("tracewriting-c/src/trace.c", "BUFFER_DEFAULT")[0] >> 10)
        if name == "RING_SIZE_MB":
            return str(constants("tracewriting-c/src/trace_ring.c", "RING_DEFAULT")[0] >> 20)
        if name in ("LIMIT_MB", "RUT_MS"):
            self.assertNotIn(field, self.defaults)
            return "none" if name == "LIMIT_MB" else "off"
        return {"-1": "all"}.get(self.defaults.get(field, "0"), self.defaults.get(field, "0"))


if __name__ == "__main__":
    unittest.main()

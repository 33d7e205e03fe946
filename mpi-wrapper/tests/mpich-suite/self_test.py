# SPDX-License-Identifier: GPL-3.0-or-later
"""The runner of MPICH's suite must see what is wrong: its own rules, on made-up runs and files."""

import tempfile
import unittest
from pathlib import Path
from types import SimpleNamespace

import compare
import execute
import lists
import source
import traces

HEAD = b"<Program version='3'>\n"
STATE = b"<Nested>\n\t<Isend time='1' end='2'/>\n</Nested>\n<Send time='0' end='3'><For rid='1'/></Send>\n"


def outcome(result, status=0):
    return execute.Outcome(result, status, 0.0, "", [])


class Judging(unittest.TestCase):
    def test_only_the_words_of_success_pass(self):
        self.assertTrue(execute.judge("", 0, [" No Errors"]))
        self.assertFalse(execute.judge("", 0, []))
        self.assertFalse(execute.judge("", 1, [" No Errors"]))
        self.assertFalse(execute.judge("", 0, ["hdtrace warns", " No Errors"]))

    def test_some_must_fail(self):
        self.assertTrue(execute.judge("TestErrFatal", 9, ["Fatal error"]))
        self.assertFalse(execute.judge("TestStatus", 0, []))
        self.assertTrue(execute.judge("TestStatusNoErrors", 1, [" No Errors"]))
        self.assertFalse(execute.judge("TestStatusNoErrors", 0, [" No Errors"]))

    def test_verdicts(self):
        good, bad = outcome("passed"), outcome("failed", 1)
        fine, torn = traces.Report(), traces.Report()
        torn.faults.append("x.trc: not closed")
        for plain, traced, reports, expected in (
                ([good], [good], [fine], "same"), ([bad], [bad], [fine], "same"),
                ([good], [good], [torn], "trace"),
                ([good] * 3, [bad] * 3, [fine] * 3, "differs"),
                ([good] * 2, [bad, good], [fine] * 2, "unsteady"),
                ([good, bad], [bad, bad], [fine] * 2, "flaky")):
            self.assertEqual(compare.verdict(plain, traced, reports), expected)


class Traces(unittest.TestCase):
    def check(self, content):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "p_n_0_0.trc"
            path.write_bytes(content)
            return traces.check_trace(path)

    def test_closed(self):
        self.assertEqual(self.check(HEAD + STATE + b"</Program>\n"), (2, True, ""))

    def test_cut_anywhere(self):
        whole = HEAD + STATE
        for length in range(len(whole)):
            states, closed, fault = self.check(whole[:length] + b"\0" * 4096)
            self.assertEqual((closed, fault), (False, ""), whole[:length])
            self.assertLessEqual(states, 2)

    def test_entry_in_the_making(self):
        """Its bytes come in no order."""
        last = b"<Wait time='5.0' end='6.0'/>\n"
        for place in range(len(last) - 1):
            torn = last[:place] + b"\0" + last[place + 1:]
            self.assertEqual(self.check(HEAD + STATE + torn + b"\0" * 4096)[2], "", torn)
            self.assertNotEqual(self.check(HEAD + STATE + torn + last)[2], "", torn)

    def test_damage_is_seen(self):
        for broken in (STATE.replace(b"'1'", b"'<'"), STATE.replace(b"</Nested>", b"</Nest>"),
                       b"\0\0" + STATE, STATE + b"</Program>\n\0x", STATE + b"</Program>\n</Program>"):
            self.assertNotEqual(self.check(HEAD + broken)[2], "")

    def test_what_must_be_closed(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "p_n_0_0.trc").write_bytes(HEAD + STATE)
            tools = SimpleNamespace(merge="false", check=lambda path: [path.name, traces.CUT])
            self.assertEqual(traces.check_folder(folder, tools, True).faults,
                             ["p_n_0_0.trc: not closed"])
            self.assertEqual(traces.check_folder(folder, tools, False).faults, [])
            (folder / "p.proj").write_bytes(b"")
            self.assertEqual(traces.check_folder(folder, tools, False).faults,
                             ["check: p.proj"])


class Lists(unittest.TestCase):
    def test_settings_of_a_line(self):
        words = "sub/name 4 arg=-n arg=3 env=A=b=c timeLimit=9 mem=1.5 resultTest=TestStatus".split()
        entry = lists.parse("top", words)
        self.assertEqual((entry.name, entry.ranks), ("top/sub/name", 4))
        self.assertEqual((entry.arguments, entry.environment), (["-n", "3"], {"A": "b=c"}))
        self.assertEqual((entry.limit_s, entry.memory_gb, entry.judge), (9, 1.5, "TestStatus"))

    def test_names_must_exist(self):
        entries = [lists.Entry("a", "x", 2), lists.Entry("a", "x", 4), lists.Entry("a", "y", 1)]
        self.assertEqual(len(lists.pick(entries, {("a/x", None)})), 2)
        self.assertEqual(len(lists.pick(entries, {("a/x", 4), ("a/y", None)})), 2)
        for missing in (("a/z", None), ("a/y", 2)):
            with self.assertRaises(SystemExit):
                lists.pick(entries, {missing})


class Sources(unittest.TestCase):
    def test_both_forms_of_list(self):
        line = "deb [arch=amd64] mirror:/debian stable main contrib\n# deb x y z\ndeb-src q r main\n"
        self.assertEqual(list(source.one_liners(line)),
                         [("[arch=amd64] ", "mirror:/debian", ["stable"], ["main", "contrib"])])
        stanza = ("Types: deb\nURIs: a b\nSuites: stable stable-updates\nComponents: main\n"
                  "Signed-By: /k.gpg\n\nTypes: deb-src\nURIs: c\nSuites: stable\nComponents: main\n")
        found = list(source.stanzas(stanza))
        self.assertEqual([uri for _, uri, _, _ in found], ["a", "b"])
        self.assertEqual(found[0][0], "[signed-by=/k.gpg] ")


if __name__ == "__main__":
    unittest.main()

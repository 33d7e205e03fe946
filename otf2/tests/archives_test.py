#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""hdtrace-otf2: what is written is read, by it and by OTF2's own program; bad archives give one line and 2,
what can't be written one line and 1.

    archives_test.py PROGRAM [OTF2-PRINT]
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv[1]
PRINT = sys.argv[2] if len(sys.argv) > 2 and os.access(sys.argv[2], os.X_OK) else None

DEFINITIONS = r"""otf2	1
property	HDTRACE::VERSION	1
clock	1000000000	0	5000	1700000000000000000
node	0	-	project	a\\b\tc
node	1	0	Hostname	node01
group	0	1	Rank 0
group	1	1	Rank 1
location	0	0	cpu	0
location	1	1	cpu	0
location	2	0	metric	RUT
about	0	HDTRACE::PATH	node01/0/0
ranks	0	1
comm	0	WORLD	group	0	1
comm	1		group	1	0
comm	2	SELF	self
comm	3	own	self
member	0	i	bytes	B	network
member	1	d	load		
class	0	0	1
instance	1	0	2	0
"""
EVENTS = r"""events	0
region	0	message	Send	
attribute	0	i	size
attribute	1	s	file
+	10	0	0	i	-5	1	s	a\nb
>	20	1	0	7	4096
-	30	0
region	1	event	mark	of the program
+	30	1
-	30	1
end
events	1
region	2	function	Outer	
+	5	2
+	6	0
<	40	0	1	4294967295	0
-	40	0
-	50	2
end
events	2
m	1000	1	i	-9223372036854775808	d	0x1.8p+1
m	2000	1	i	9223372036854775807	d	NaN
end
"""


def run(*arguments, text=None, most_bytes=None):
    def limit():  # of files: writing more fails as on a full disk
        resource.setrlimit(resource.RLIMIT_FSIZE, (most_bytes, most_bytes))

    return subprocess.run([PROGRAM, *map(str, arguments)], input=text, capture_output=True, text=True,
                          preexec_fn=limit if most_bytes else None)


def told(path):
    done = run("read", path)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return done.stdout.splitlines()


class Archives(unittest.TestCase):
    def setUp(self):
        place = tempfile.TemporaryDirectory()
        self.addCleanup(place.cleanup)
        self.folder = pathlib.Path(place.name) / "archive"

    def write(self, text=DEFINITIONS + EVENTS + "whole\n"):
        done = run("write", self.folder, text=text)
        self.assertEqual((0, ""), (done.returncode, done.stderr))
        return self.folder / "traces.otf2"

    def refused(self, path, *words):
        done = run("read", path)
        self.assertEqual(2, done.returncode, done.stderr)
        self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
        self.assertTrue(done.stderr.startswith(str(path) + ": "), done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_tells_what_was_written(self):
        lines = told(self.write())
        events = [line for line in lines if line[0] in "+-><m"]
        written = [line for line in EVENTS.splitlines() if line[0] in "+-><m"]
        self.assertEqual([line for line in written if line[0] != "m"],
                         [line for line in events if not line.startswith(("m\t", "member"))])
        self.assertEqual(written[-2:], [line for line in events if line.startswith("m\t")])
        for line in (r"node	0	-	project	a\\b\tc", "about	0	HDTRACE::PATH	node01/0/0",
                     "clock	1000000000	0	5000	1700000000000000000", "property	HDTRACE::VERSION	1", "ranks	0	1",
                     "comm	1		group	1	0", "comm	2	SELF	self", "comm	3	own	self", "region	1	event	mark	of the program", "class	0	0	1",
                     "instance	1	0	2	0", "member	0	i	bytes	B	network	last	10	0"):
            self.assertIn(line, lines)
        self.assertEqual(["end\t0"] * 3, [line for line in lines if line.startswith("end")])
        self.assertEqual("whole", lines[-1])

    def test_keeps_hundreds_of_locations_and_texts(self):
        count = 500
        text = "otf2\t1\nclock\t1000\t0\t10\t-\nnode\t0\t-\tn\tn\ngroup\t0\t0\tg\n"
        text += "".join(f"location\t{i}\t0\tcpu\tname {i}\n" for i in range(count))
        text += "".join(f"events\t{i}\nregion\t{i}\tfunction\tregion {i}\t\n+\t{i}\t{i}\n-\t{i + 1}\t{i}\nend\n"
                        for i in range(count))
        lines = told(self.write(text + "whole\n"))
        for i in (0, 99, count - 1):
            self.assertIn(f"location\t{i}\t0\tcpu\tname {i}\t2", lines)
            self.assertIn(f"region\t{i}\tfunction\tregion {i}\t", lines)
            self.assertIn(f"+\t{i}\t{i}", lines)
        self.assertIn("clock\t1000\t0\t10\t-", lines)

    @unittest.skipUnless(PRINT, "there is no otf2-print (Debian: otf2-tools)")
    def test_other_programs_read_it(self):
        anchor = self.write()
        shown = subprocess.run([PRINT, "-G", str(anchor)], capture_output=True, text=True)
        self.assertEqual((0, ""), (shown.returncode, shown.stderr))
        for word in ("WORLD", "node01", "Send", "HDTRACE::PATH", "bytes"):
            self.assertIn(word, shown.stdout)
        events = subprocess.run([PRINT, str(anchor)], capture_output=True, text=True)
        self.assertEqual((0, ""), (events.returncode, events.stderr))
        kinds = [line.split()[0] for line in events.stdout.splitlines() if line.strip()]
        self.assertEqual((4, 4, 1, 1, 2),
                         tuple(map(kinds.count, ("ENTER", "LEAVE", "MPI_SEND", "MPI_RECV", "METRIC"))))

    def test_refuses_what_is_no_archive(self):
        self.refused(self.folder / "traces.otf2")
        self.folder.mkdir()
        for name, text in (("empty.otf2", b""), ("text.otf2", b"no archive\n"), ("zeros.otf2", bytes(4096))):
            (self.folder / name).write_bytes(text)
            self.refused(self.folder / name)

    def test_refuses_archives_with_missing_files(self):
        anchor = self.write()
        (self.folder / "traces/1.evt").unlink()
        self.refused(anchor)
        (self.folder / "traces.def").unlink()
        self.refused(anchor)

    def test_tells_of_a_damage_its_own_reason(self):
        """Definitions of a location may be missing: that is not why its events can't be read."""
        anchor = self.write()
        for file in (self.folder / "traces").glob("*.def"):
            file.unlink()
        self.assertEqual("whole", told(anchor)[-1])
        events = self.folder / "traces/1.evt"
        events.write_bytes(events.read_bytes()[:30])
        self.refused(anchor, "the events of a location")
        self.assertNotIn(".def", run("read", anchor).stderr)

    def test_refuses_archives_that_were_cut_anywhere(self):
        anchor = self.write()
        for name in ("traces.def", "traces/0.evt", "traces/2.evt", "traces.otf2"):
            file = self.folder / name
            whole = file.read_bytes()
            for length in (0, 1, len(whole) // 2, len(whole) - 1):
                file.write_bytes(whole[:length])
                done = run("read", anchor)
                self.assertIn(done.returncode, (0, 2), f"{name} cut to {length}: {done.stderr}")
                if done.returncode == 0:
                    # What was cut off says nothing: the end of a chunk that is not used.
                    self.assertEqual(len(whole) - 1, length, name)
                else:
                    self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
            file.write_bytes(whole)

    def test_refuses_texts_that_are_none(self):
        texts = ("", "otf3\t1\n", DEFINITIONS, DEFINITIONS + EVENTS, "otf2\t1\nnode\tx\n", "otf2\t1\nnothing\n",
                 DEFINITIONS + "events\t9\n", DEFINITIONS + "events\t0\n-\t1\n",
                 DEFINITIONS + "events\t0\n-\t9\t0\n-\t8\t0\nend\nwhole\n",
                 DEFINITIONS + "events\t0\n+\t9\t0\t0\ti\t1\t0\ti\t1\n", "otf2\t1\nproperty\tname\tx\n",
                 "otf2\t1\ncomm\t0\tn\tself\t0\n", "otf2\t1\ncomm\t0\tn\tall\n")
        for number, text in enumerate(texts):
            done = run("write", self.folder.with_name(str(number)), text=text)
            self.assertEqual(2, done.returncode, text)
            self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)

    def unwritten(self, text, most_bytes):
        folder = self.folder.with_name(str(most_bytes))
        done = run("write", folder, text=text, most_bytes=most_bytes)
        self.assertEqual(1, done.returncode, done.stderr)
        self.assertEqual(1, len(done.stderr.splitlines()), done.stderr)
        self.assertTrue(done.stderr.startswith(f"{folder}: "), done.stderr)
        self.assertIn("too large", done.stderr)

    def test_tells_when_events_cannot_be_written(self):
        """Each of these events takes above 120 bytes; OTF2 keeps 4 MiB of them before it writes."""
        attributes = "".join(f"attribute\t{i}\ti\t{i}\n" for i in range(2, 12))
        values = "".join(f"\t{i}\ti\t{1 << 62}" for i in range(2, 12))
        for count, most_bytes in ((400, 20000), (4, 1), (40000, 2000000)):
            events = "".join(f"+\t{time}\t0{values}\n" for time in range(count))
            self.unwritten(f"{DEFINITIONS}{attributes}events\t0\n{events}end\nwhole\n", most_bytes)

    def test_tells_when_definitions_cannot_be_written(self):
        """Those of the anchor file too."""
        texts = "".join(f"region\t{i}\tfunction\tregion {i}\t{'of the program' * 9}\n" for i in range(500))
        self.unwritten(DEFINITIONS + texts + "whole\n", 3000)
        properties = "".join(f"property\tHDTRACE::NUMBER_{i}\t{'x' * 100}\n" for i in range(100))
        self.unwritten(DEFINITIONS + properties + "whole\n", 3001)

    def test_tells_when_its_text_cannot_be_written(self):
        anchor = self.write()
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([PROGRAM, "read", str(anchor)], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual((1, "stdout: can't be written\n"), (done.returncode, done.stderr))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])

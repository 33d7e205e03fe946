# SPDX-License-Identifier: GPL-3.0-or-later
"""Check what a traced run left: every trace well-formed, the project readable."""

import json
import subprocess
import threading
from pathlib import Path
from xml.parsers import expat

CHUNK = 1 << 20
CUT = "the trace ends without its end tag"  # what `hdtrace check` finds in a trace that was cut


class Counter:
    """Counts the states of a trace while it is parsed: elements of Program or Nested."""

    def __init__(self):
        self.states = 0
        self.open = []
        self.closed = False

    def start(self, name, _):
        if self.open and self.open[-1] in ("Program", "Nested") and name not in ("Nested", "Event"):
            self.states += 1
        self.open.append(name)

    def end(self, _):
        self.open.pop()
        self.closed = not self.open


def check_trace(path):
    """Number of states, whether the file was closed, and its fault ('' for none).

    A trace that was cut may end anywhere, in zeros too, but must be XML up to there.
    """
    counter = Counter()
    parser = expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = counter.start, counter.end
    try:
        for piece in pieces(path):
            parser.Parse(piece, False)
        if holds_more(path, 0 if counter.closed else 1):
            return counter.states, counter.closed, f"{path.name}: NUL bytes amid the text"
        if counter.closed:
            parser.Parse(b"", True)
    except expat.ExpatError as error:
        return counter.states, counter.closed, f"{path.name}: {error}"
    return counter.states, counter.closed, ""


def pieces(path):
    """The text of the file, which ends at the first NUL byte."""
    with path.open("rb") as file:
        while piece := file.read(CHUNK):
            text = piece.split(b"\0", 1)[0]
            yield text
            if len(text) < len(piece):
                return


def holds_more(path, entries):
    """Whether behind the text more than so many entries stand. One may where a trace was cut: the one in
    the making, of which any bytes may be there already."""
    data = path.read_bytes()
    _, nul, rest = data.partition(b"\0")
    lines = [line for line in rest.rstrip(b"\0").splitlines(keepends=True)
             if line.strip(b"\t\n\0") not in (b"<Nested>", b"</Nested>")]
    return nul != b"" and len(lines) > entries


class Report:
    """What was found in the folder of one traced run."""

    def __init__(self):
        self.traces = 0
        self.closed = 0
        self.states = 0
        self.faults = []
        self.notes = []


def check_folder(folder, tools, finished):
    """`finished`: the program came to its end, so that every trace must be closed."""
    report = Report()
    for path in sorted(folder.glob("*.trc")):
        states, closed, fault = check_trace(path)
        report.traces += 1
        report.closed += closed
        report.states += states
        if fault:
            report.faults.append(fault)
        elif finished and not closed:
            report.faults.append(f"{path.name}: not closed")
    if report.traces:
        check_project(folder, tools, report, finished)
    return report


def check_project(folder, tools, report, finished):
    if not list(folder.glob("*.proj")):
        if not list(folder.glob("*.info")):
            report.notes.append("no project: died before MPI_Init was over")
            return
        done = subprocess.run([tools.merge, str(folder)], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
        if done.returncode != 0:
            report.faults.append("merge: " + first_lines(done))
            return
        report.notes.append("merged")
    for path in sorted(folder.glob("*.proj")):
        report.faults += [f"check: {finding}" for finding in tools.check(path)
                          if finished or CUT not in finding]


def first_lines(done):
    lines = (done.stdout + done.stderr).strip().splitlines()
    return " / ".join(lines[:2]) if lines else f"exit status {done.returncode}"


class Tools:
    """Programs of the project that read what was recorded; one process of Java reads for all."""

    def __init__(self, merge, jars):
        self.merge = str(Path(merge).resolve())
        self.lock = threading.Lock()
        source = Path(__file__).with_name("CheckProjects.java")  # compiled by java as it starts
        self.process = subprocess.Popen(
            ["java", "-XX:+UseSerialGC", "-Xmx1g", "-cp", f"{Path(jars).resolve()}/*", str(source)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd="/")

    def check(self, path):
        """What is wrong with this project."""
        with self.lock:
            if self.process.poll() is not None:
                return ["the checker has ended"]
            self.process.stdin.write(f"{path}\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        return json.loads(line) if line else ["the checker ended"]

    def close(self):
        self.process.stdin.close()
        self.process.wait()

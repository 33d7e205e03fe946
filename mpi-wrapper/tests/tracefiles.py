# SPDX-License-Identifier: GPL-3.0-or-later
"""Read what a traced run left, for the checks: traces, fragments, the project file."""

import re
import subprocess
import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from pathlib import Path


class State:
    """One state: its attributes, its data elements and the states inside it."""

    def __init__(self, element, nested):
        self.name = element.tag
        self.attributes = dict(element.attrib)
        self.data = [(child.tag, dict(child.attrib)) for child in element]
        self.nested = nested
        start = self.attributes.pop("time")
        end = self.attributes.pop("end", start)
        self.start, self.end = float(start), float(end)
        self.duration_ns = (Decimal(end) - Decimal(start)) * 10**9  # exactly

    def __getitem__(self, name):
        return self.attributes[name]

    def __repr__(self):
        return f"<{self.name} {self.attributes} {self.data}>"


def states_of(parent):
    """Children of a Program or Nested element: a Nested block belongs to the state after it."""
    result, nested = [], []
    for element in parent:
        if element.tag == "Nested":
            nested = states_of(element)
        elif element.tag != "Event":
            result.append(State(element, nested))
            nested = []
    assert not nested, "nested states without a parent"
    return result


class Trace:
    """One .trc file; `complete` tells whether it was closed."""

    def __init__(self, path):
        text = path.read_bytes().split(b"\0", 1)[0].decode()  # a cut one ends at its first NUL
        self.complete = text.rstrip().endswith("</Program>")
        if not self.complete:
            text = text[: text.rfind("/>") + 2] + "</Program>"
        root = ElementTree.fromstring(text)
        self.program = root.attrib
        self.states = states_of(root)

    def named(self, name):
        return [state for state in self.states if state.name == name]

    def one(self, name):
        found = self.named(name)
        assert len(found) == 1, f"{len(found)} states {name} instead of one"
        return found[0]


def fields_of(line):
    """The attributes of one line of a fragment."""
    found = {}
    for name, quoted, bare in re.findall(r"(\w+)=('[^']*'|\"[^\"]*\"|(\S+))", line):
        found[name] = unescape(bare or quoted[1:-1])
    return found


def unescape(text):
    for entity, plain in (("&lt;", "<"), ("&gt;", ">"), ("&apos;", "'"), ("&quot;", '"'),
                          ("&amp;", "&")):
        text = text.replace(entity, plain)
    return text


class Fragment:
    """One .info file: kind of line -> list of attributes, continued lists put together."""

    def __init__(self, path):
        self.lines = {}
        self.longest = 0
        for line in path.read_text(encoding="utf-8").splitlines():
            kind = line.split(" ", 1)[0]
            self.longest = max(self.longest, len(line))
            self.add(kind, fields_of(line))

    def add(self, kind, fields):
        entries = self.lines.setdefault(kind, [])
        for entry in entries:
            if kind in ("Type", "Comm") and entry["id"] == fields["id"]:
                for name, value in fields.items():
                    is_list = name in ("integers", "addresses", "types", "map")
                    entry[name] = entry.get(name, "") + value if is_list else value
                return
        entries.append(fields)

    def with_id(self, kind, identity):
        return next(e for e in self.lines[kind] if e["id"] == str(identity))


class Run:
    """Everything in a project's directory."""

    def __init__(self, directory, outcome, is_openmpi=False, merge_tool=None):
        self.merge_tool = merge_tool
        self.is_openmpi = is_openmpi
        self.directory = Path(directory)
        self.exit_status = outcome.returncode
        self.stderr = outcome.stderr
        self.stdout = outcome.stdout
        self.traces = {}
        self.fragments = {}
        # Spawned processes have a project of their own, and ranks that count from 0 as well.
        for path in (p for p in self.directory.glob("*.trc")
                     if p.is_file() and "-spawned" not in p.name):
            self.traces[self.place(path)] = Trace(path)
        for path in (p for p in self.directory.glob("*.info") if "-spawned" not in p.name):
            self.fragments[self.place(path)] = Fragment(path)

    @staticmethod
    def place(path):
        rank, thread = path.stem.rsplit("_", 2)[1:]
        return int(rank), int(thread)

    def trace(self, rank, thread=0):
        return self.traces[rank, thread]

    def fragment(self, rank, thread=0):
        return self.fragments[rank, thread]

    def merge(self, *options):
        subprocess.run([self.merge_tool, *options, self.directory], capture_output=True, check=True)

    def project(self):
        paths = list(self.directory.glob("*.proj"))
        assert len(paths) == 1, f"{len(paths)} project files instead of one"
        return ElementTree.parse(paths[0]).getroot()

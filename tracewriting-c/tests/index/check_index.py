#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check_index.py TRACE...: compare the index of each trace (FORMATS A5) with what the trace says.

Reads both from scratch and shares nothing with the writer but the description of the format. An
index without end record must fit the beginning of its trace."""
import re
import struct
import sys

from crc32c import crc32c

BLOCK = 65536
TAG = re.compile(rb"<(/?)([^\s/>]+)((?:[^>'\"]|'[^']*'|\"[^\"]*\")*?)(/?)>\n?")
ATTRIBUTE = re.compile(rb"([^\s=]+)='([^']*)'")
ENTRY_END = re.compile(rb"(?:/>|</[A-Z_][A-Za-z_]*>)\n")


def entry_ends(text):
    """Where complete entries end; lines of <Nested> and </Nested> are none."""
    return [end.end() for end in ENTRY_END.finditer(text) if end.group() != b"</Nested>\n"]


def written(data):
    """The text of a trace that may have been cut. It ends at its first NUL byte: what stands behind can
    only be of the one entry in the making, whose bytes come in no order."""
    end = data.find(b"\0")
    if end < 0:
        return data
    rest = data[end:].rstrip(b"\0")
    if any(place < len(rest) for place in entry_ends(rest)):
        raise ValueError(f"entries stand behind the NUL at byte {end}")
    return data[:end]


def nanos(text):
    sign, whole, part = re.fullmatch(rb"(-?)(\d+)(?:\.(\d{1,9}))?", text).groups()
    value = int(whole) * 10**9 + int((part or b"0").ljust(9, b"0"))
    return -value if sign else value


def moved(attributes):
    for name in (b"bytes", b"size", b"sendSize"):
        try:
            value = int(attributes.get(name, b"-1"))
        except ValueError:
            value = -1
        if value >= 0:
            return value
    return 0


class Block:
    def __init__(self, begin, depth):
        self.begin, self.depth = begin, depth
        self.boundary = -1
        self.earliest, self.latest = 2**63 - 1, -(2**63)
        self.rows = {}


class Trace:
    """What an index must hold, block by block."""

    def __init__(self, text):
        self.text = text
        count = (len(text) + BLOCK - 1) // BLOCK
        self.blocks = [Block(k * BLOCK, 0) for k in range(count)]
        self.totals, self.order, self.after = {}, [], [0] * count
        self.child = [0] * 1100
        self.depth = 0
        self.base = None
        self.steps = []  # (offset behind the tag, depth from there on)
        self.scan()
        at, depth = 0, 0
        for block in self.blocks:
            while at < len(self.steps) and self.steps[at][0] <= block.begin:
                depth = self.steps[at][1]
                at += 1
            block.depth = depth

    def scan(self):
        inside = 0  # open elements within an entry
        entry = None
        for tag in TAG.finditer(self.text):
            closing, name, rest, empty = tag.groups()
            if name == b"Program":
                if not closing:
                    self.base = int(dict(ATTRIBUTE.findall(rest))[b"timeAdjustment"]) * 10**9
                    self.boundary(tag.end())
            elif name == b"Nested":
                self.depth += -1 if closing else 1
                self.steps.append((tag.end() - self.text[tag.start():tag.end()].count(b"\n"), self.depth))
            else:
                if inside == 0:
                    entry = (name, dict(ATTRIBUTE.findall(rest)))
                inside += -1 if closing else 0 if empty else 1
                if inside == 0:
                    self.add(entry[0], entry[1], tag.end())

    def boundary(self, place):
        if place // BLOCK < len(self.blocks) and self.blocks[place // BLOCK].boundary < 0:
            self.blocks[place // BLOCK].boundary = place

    def add(self, name, attributes, end):
        block = self.blocks[(end - 1) // BLOCK]
        start = self.base + nanos(attributes[b"time"])
        stop = start if name == b"Event" else self.base + nanos(attributes[b"end"])
        block.earliest, block.latest = min(block.earliest, start), max(block.latest, stop)
        if self.depth == 0:
            self.boundary(end)
        if name == b"Event":
            return
        inclusive = stop - start
        exclusive = max(0, inclusive - self.child[self.depth + 1])
        self.child[self.depth + 1] = 0
        self.child[self.depth] += inclusive
        for rows in (block.rows, self.totals):
            row = rows.setdefault(name, [0, 0, 0, 0])
            for i, value in enumerate((1, inclusive, exclusive, moved(attributes))):
                row[i] += value


def records(index):
    if index[:8] != b"HDTI\0\0\0\2":
        raise ValueError("no header of version 2")
    at = 8
    while at + 5 <= len(index):
        kind, length = index[at:at + 1], struct.unpack(">i", index[at + 1:at + 5])[0]
        if at + 5 + length > len(index):
            break
        yield kind, at, index[at + 5:at + 5 + length]
        at += 5 + length


def need(what, wanted, got):
    if wanted != got:
        raise ValueError(f"{what} is {got!r}, must be {wanted!r}")


def check(text, index):
    """Number of blocks, or an exception that says what is wrong."""
    trace = Trace(text)
    names, sums, last_sums, count, ended = [], {}, -1, 0, False
    for kind, place, body in records(index):
        need("record behind the end", False, ended)
        if kind == b"N":
            need("name entered twice", False, body in names)
            names.append(body)
        elif kind == b"B":
            need(f"block {count} exists", True, count < len(trace.blocks))
            block = trace.blocks[count]
            head = struct.unpack(">qqqiiIi", body[:40])
            wanted = (block.boundary, block.earliest, block.latest, block.depth,
                      sum(row[0] for row in block.rows.values()),
                      crc32c(text[block.begin:block.begin + BLOCK]), len(block.rows))
            need(f"block {count} (boundary, earliest, latest, depth, states, CRC, names)", wanted, head)
            rows = {}
            for i in range(head[6]):
                row = struct.unpack(">iiqqq", body[40 + 32 * i:72 + 32 * i])
                rows[names[row[0]]] = list(row[1:])
                for k, value in enumerate(row[1:]):
                    sums.setdefault(names[row[0]], [0, 0, 0, 0])[k] += value
            need(f"rows of block {count}", block.rows, rows)
            need(f"length of block {count}", 40 + 32 * head[6], len(body))
            count += 1
        elif kind == b"S":
            need("blocks before the sums", 0, count % 256)
            previous, n = struct.unpack(">qi", body[:12])
            need("previous sums", last_sums, previous)
            need("names of the sums", len(names), n)
            for i in range(n):
                row = list(struct.unpack(">qqqq", body[12 + 32 * i:44 + 32 * i]))
                need(f"sum of {names[i]}", sums.get(names[i], [0, 0, 0, 0]), row)
            last_sums = place
        elif kind == b"E":
            end = struct.unpack(">qIIq", body)
            need("end (length, first CRC, last CRC, last sums)",
                 (len(text), crc32c(text[:BLOCK]), crc32c(text[-BLOCK:]), last_sums), end)
            need("number of blocks", len(trace.blocks), count)
            need("sums of all blocks", trace.totals, {k: v for k, v in sums.items() if v[0]})
            ended = True
        else:
            raise ValueError(f"record of type {kind!r}")
    need("sums written", count // 256 > 0, last_sums >= 0)
    return count, ended


def main():
    bad = 0
    for path in sys.argv[1:]:
        with open(path, "rb") as file:
            data = file.read()
        try:
            text = written(data)
            with open(path + ".idx", "rb") as file:
                count, ended = check(text, file.read())
            print(f"{path}: {count} blocks fit{'' if ended else ', no end record'}")
        except (OSError, ValueError, KeyError, IndexError, AttributeError) as error:
            print(f"{path}: {error}")
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main())

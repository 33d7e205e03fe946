# SPDX-License-Identifier: GPL-3.0-or-later
"""How long the writes of a program took, and what the servers did for them, of recordings with OrangeFS."""

import collections
import csv
import json
import pathlib
import re
import struct
import sys
import xml.etree.ElementTree as ElementTree

NAMES = ["recording", "program", "call", "calls", "ms", "operations", "requests", "writes", "bytes"]
CALL = re.compile(r"^<(File_\w+) ([^>]*)\btime='([0-9.]+)' end='([0-9.]+)'", re.MULTILINE)
SIZE = re.compile(r"\bsize='([0-9]+)'")


def files_of(project, suffix):
    return sorted(project.parent.glob(f"{project.stem}_*{suffix}"))


def bytes_of(attributes):
    size = SIZE.search(attributes)
    return int(size.group(1)) if size else 0


def calls(project, *names, least=0):
    """Start and end of the ranks' calls whose names begin like one of these and that move so many bytes, in seconds since
    the epoch."""
    found = []
    for path in files_of(project, ".trc"):
        text = path.read_text()
        adjustment = float(re.search(r"timeAdjustment='([0-9.]+)'", text).group(1))
        found += [(adjustment + float(start), adjustment + float(end))
                  for called, told, start, end in CALL.findall(text)
                  if called.startswith(names) and bytes_of(told) >= least]
    return found


def first_of(project):
    """When the recording begins: the least time of all its files, seconds since the epoch."""
    times = []
    for path in files_of(project, ".trc") + files_of(project, ".rel"):
        text = path.read_text()
        first = re.search(r"\btime=['\"]([0-9.]+)['\"]", text)
        if first:
            times.append(float(re.search(r"timeAdjustment=['\"]([0-9.]+)['\"]", text).group(1)) + float(first.group(1)))
    for path in files_of(project, ".stat"):
        content = path.read_bytes()
        seconds, nanos = struct.unpack_from(">ii", content, 6 + int(content[:5]))
        times.append(seconds + nanos / 1e9)
    return min(times)


def operations(project):
    """Names of the first states of all operations below each call of the program."""
    parents, names, calls_of = {}, {}, {}
    for path in files_of(project, ".rel"):
        root = ElementTree.fromstring(path.read_text())
        head = root.attrib
        own = f"{head['hostID']}:{head['localToken']}"
        for element in root:
            key = f"{own}:{head['topologyNumber']}:{element.get('t')}"
            if element.tag == "rel":
                above = element.get("p") and f"{own}:{element.get('p')}"
                above = above or (element.get("l") and f"{head['hostID']}:{element.get('l')}")
                parents[key] = above or element.get("r")
            elif element.tag == "s":
                names.setdefault(key, (element.get("name"), int(element.get("size", 0))))
    counted = collections.defaultdict(collections.Counter)
    for key, (name, size) in names.items():
        top = key
        while parents.get(top) in names:
            top = parents[top]
        calls_of[key] = names[top][0]
        counted[calls_of[key]][name] += 1
        counted[calls_of[key]]["bytes of " + name] += size
    return counted


def rows(project):
    counted = operations(project)
    for name in sorted(name for name in counted if name.startswith("File_write")):
        times = calls(project, name)
        of = counted[name]
        yield [project.parent.name, project.stem, name, len(times),
               round(1000 * sum(end - start for start, end in times), 3), of["client_io_sm"],
               of["io_sm"] + of["small_io_sm"], of["pwrite"], of["bytes of pwrite"]]


def main(arguments):
    if arguments[0] == "--time":
        project = pathlib.Path(arguments[1])
        found, begin = calls(project, *arguments[2].split(","), least=int(arguments[3])), first_of(project)
        start, end = min(found)[0] - begin, max(end for _, end in found) - begin
        margin = (end - start) / 60
        print(f"{max(0, start - margin):.6f} {end + margin:.6f}")
        return
    table = [dict(zip(NAMES, row)) for project in arguments[1:] for row in rows(pathlib.Path(project))]
    if arguments[0] == "--json":
        print(json.dumps(table, indent=1))
        return
    writer = csv.DictWriter(sys.stdout, NAMES, lineterminator="\n")
    writer.writeheader()
    writer.writerows(table)


main(sys.argv[1:])

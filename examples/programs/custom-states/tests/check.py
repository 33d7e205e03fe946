#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Run one of the programs on three ranks, traced and not, and check all that it left.

    check.py --mpiexec M --dir D --readers FOLDER PROGRAM
"""

import argparse
import os
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

RANKS, STEPS = 3, 20

def run(arguments, environment):
    launcher = [arguments.mpiexec, "-n", str(RANKS)]
    outcome = subprocess.run(launcher + [arguments.program], env={**os.environ, **environment},
                             capture_output=True, text=True, check=False)
    assert outcome.returncode == 0, outcome.stderr
    return outcome


def check_states(trace):
    assert trace.complete
    assert [state.name for state in trace.states] == \
        ["Init", "setup", "Bcast"] + ["step"] * STEPS + ["Finalize"]
    assert trace.one("setup")["cells"] == "100"
    for number, state in enumerate(trace.named("step"), 1):
        assert state["number"] == str(number)
        assert [call.name for call in state.nested] == ["Sendrecv", "Sendrecv", "Allreduce"]
        for call in state.nested:
            assert state.start <= call.start <= call.end <= state.end
    changes = [float(state["change"]) for state in trace.named("step")]
    assert changes == sorted(changes, reverse=True) and changes[0] == 25.0


def check_event(path):
    root = ElementTree.fromstring(path.read_bytes().rstrip(b"\0"))
    events = [event.attrib for event in root.iter("Event") if event.attrib["name"] == "solved"]
    assert len(events) == 1, events
    assert events[0]["steps"] == str(STEPS) and events[0]["method"] == "explicit <Euler>"


def check_statistics(path, trace):
    data = path.read_bytes()
    header = data[6:6 + int(data[:5])].decode()
    assert "STEP" in header and "CHANGE" in header and 'name="Solver"' in header.replace("'", '"')
    records = data[-STEPS * record_bytes(data, header):]
    size = len(records) // STEPS
    for number, state in enumerate(trace.named("step"), 1):
        record = records[(number - 1) * size:number * size]
        step, change = struct.unpack(">qd", record[-16:])
        assert step == number and abs(change - float(state["change"])) < 1e-12


def record_bytes(data, header):
    """What follows the header and the 8 bytes of the start is STEPS records."""
    rest = len(data) - 6 - len(header.encode()) - 8
    assert rest > 0 and rest % STEPS == 0, rest
    return rest // STEPS


def check_relations(folder):
    """The tokens of all ranks hang below that of rank 0."""
    texts = [next(folder.glob(f"*_{rank}.rel")).read_text(encoding="utf-8")
             for rank in range(RANKS)]
    first = re.search(r'localToken="(\d+)"', texts[0]).group(1)
    for rank, text in enumerate(texts):
        assert text.count('<s name="solve" t="0"') == 1, text
        parents = re.findall(r'<rel t="0"[^>]* [lr]="(?:[^":]*:)?(\d+):\d+:0"', text)
        assert parents == ([first] if rank > 0 else []), text


def main():
    parser = argparse.ArgumentParser()
    for name in ("--mpiexec", "--dir", "--readers"):
        parser.add_argument(name, required=True)
    parser.add_argument("program")
    arguments = parser.parse_args()
    sys.path.insert(0, arguments.readers)
    import tracefiles  # pylint: disable=import-outside-toplevel,import-error

    folder = Path(arguments.dir)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    plain = run(arguments, {"HDTRACE_ENABLED": "0"})
    traced = run(arguments, {"HDTRACE_PREFIX": f"{folder}/"})
    assert plain.stdout == traced.stdout and "last step: " in traced.stdout, traced.stdout
    result = tracefiles.Run(folder, traced)
    result.project()
    assert "Solver" in next(folder.glob("*.proj")).read_text(encoding="utf-8")
    check_relations(folder)
    for rank in range(RANKS):
        check_states(result.trace(rank))
        check_event(next(folder.glob(f"*_{rank}_0.trc")))
        check_statistics(next(folder.glob(f"*_{rank}_Solver.stat")), result.trace(rank))
    return 0


if __name__ == "__main__":
    sys.exit(main())

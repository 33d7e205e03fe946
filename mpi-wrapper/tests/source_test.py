#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""HDTRACE_SOURCE=1 and hdtrace-source: every state names the line of its call.

    source_test.py --mpicc D --mpiexec M --mpi hd_mpi|hd_openmpi --library LIB --tool T --dir D
"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

import run_case
import tracefiles

SOURCE = Path(__file__).parent / "programs" / "source.c"


def expected_lines():
    found = {}
    for number, line in enumerate(SOURCE.read_text(encoding="utf-8").splitlines(), 1):
        match = re.search(r"/\* @(\w+) \*/", line)
        if match:
            found[match.group(1)] = str(number)
    assert len(found) == 5, found
    return found


def build(arguments, folder, flags):
    """The program and its library, with these flags of the compiler."""
    folder.mkdir(parents=True, exist_ok=True)
    part, program = folder / "libpart.so", folder / "program"
    for command in (["-DPART", "-shared", "-fPIC", str(SOURCE), "-o", str(part)],
                    [str(SOURCE), "-o", str(program), str(part), f"-Wl,-rpath,{folder}"]):
        pic = [] if "-shared" in command else [flag for flag in flags if "pie" in flag.lower()]
        others = [flag for flag in flags if "pie" not in flag.lower()]
        subprocess.run([arguments.mpicc] + others + pic + command, check=True)
    return program


def record(arguments, name, program):
    folder = Path(arguments.dir) / name
    folder.mkdir(parents=True)
    environment = {"HDTRACE_PREFIX": f"{folder}/", "HDTRACE_SOURCE": "1",
                   "LD_PRELOAD": arguments.library}
    outcome = run_case.run(arguments, [str(program)], environment)
    assert outcome.returncode == 0, outcome.stderr
    return folder, outcome


def use_tool(arguments, folder):
    outcome = subprocess.run([arguments.tool, str(folder)], capture_output=True, text=True,
                             check=False)
    print(folder.name, outcome.returncode, outcome.stdout.strip(), outcome.stderr.strip())
    return outcome


def check_lines(run, names, lines):
    for rank in range(2):
        trace = run.trace(rank)
        assert trace.complete
        for name in names:
            state = trace.one(name)
            assert state["cFile"].endswith("programs/source.c"), state
            assert state["cLine"] == lines[name], f"{state}: {lines[name]}"
            assert "callSite" not in state.attributes


def named_by_lines(arguments, lines):
    """Position independent or not, optimized or not, with a shared library."""
    for name, flags in {"pie": ["-g", "-O0", "-fPIE", "-pie"], "fixed": ["-g", "-O2", "-no-pie"],
                        "compressed": ["-g", "-O1", "-gz"]}.items():
        program = build(arguments, Path(arguments.dir) / f"build-{name}", flags)
        folder, outcome = record(arguments, name, program)
        (folder / "old.idx").touch()
        for trace in list(folder.glob("*.trc")):
            Path(f"{trace}.idx").touch()
        assert use_tool(arguments, folder).returncode == 0
        check_lines(tracefiles.Run(folder, outcome), lines.keys(), lines)
        assert not list(folder.glob("*.trc.idx")), "an index that does not fit any more"
        again = use_tool(arguments, folder)
        assert again.returncode == 0 and "source of 0 calls" in again.stdout


def without_debug_information(arguments, lines):
    """The program has none, its library has."""
    program = build(arguments, Path(arguments.dir) / "build-bare", ["-g", "-O1"])
    subprocess.run(["strip", "--strip-debug", str(program)], check=True)
    folder, outcome = record(arguments, "bare", program)
    result = use_tool(arguments, folder)
    assert result.returncode == 1
    assert f"{program}: has no debug information; compile it with -g (4 calls)" in result.stderr
    run = tracefiles.Run(folder, outcome)
    check_lines(run, ["Barrier"], lines)
    assert "callSite" in run.trace(0).one("Bcast").attributes


def built_anew(arguments, lines):
    """The same numbers would mean other lines."""
    program = build(arguments, Path(arguments.dir) / "build-anew", ["-g", "-O0"])
    folder, outcome = record(arguments, "anew", program)
    build(arguments, program.parent, ["-g", "-O2"])
    result = use_tool(arguments, folder)
    assert result.returncode == 1 and "has been built anew since the run" in result.stderr
    assert "cFile" not in tracefiles.Run(folder, outcome).trace(0).one("Bcast").attributes
    assert lines


def still_running(arguments, lines):
    """A trace without its end, of a process that lives, is not replaced."""
    program = build(arguments, Path(arguments.dir) / "build-live", ["-g", "-O0"])
    folder, _ = record(arguments, "live", program)
    trace = next(folder.glob("*_1_0.trc"))
    with subprocess.Popen(["sleep", "60"]) as alive:
        text = trace.read_text(encoding="utf-8").replace("</Program>", "")
        text = re.sub(r" pid='\d+'", f" pid='{alive.pid}'", text)
        trace.write_text(text, encoding="utf-8")
        result = use_tool(arguments, folder)
        alive.kill()
    assert result.returncode == 1 and "may still be written" in result.stderr
    assert trace.read_text(encoding="utf-8") == text
    assert use_tool(arguments, folder).returncode == 0
    assert f"cLine='{lines['Bcast']}'" in trace.read_text(encoding="utf-8")
    assert not list(folder.glob("*.new"))


def main():
    parser = argparse.ArgumentParser()
    for name in ("mpicc", "mpiexec", "mpi", "library", "tool", "dir"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    arguments.ranks = 2
    shutil.rmtree(arguments.dir, ignore_errors=True)
    lines = expected_lines()
    for case in (named_by_lines, without_debug_information, built_anew, still_running):
        case(arguments, lines)
        print(f"{case.__name__}: passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

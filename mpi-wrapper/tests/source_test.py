#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""HDTRACE_SOURCE=1 and hdtrace-source: every state names the line of its call.

    source_test.py --mpicc D --mpiexec M --mpi hd_mpi|hd_openmpi --library LIB --tool T --merge M --dir D
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import run_case
import tracefiles

SOURCE = Path(__file__).parent / "programs" / "source.c"
sys.path.append(str(Path(__file__).parents[2] / "tracewriting-c" / "tests" / "index"))
import frames  # pylint: disable=wrong-import-position


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


def record(arguments, name, program, words=(), **variables):
    folder = Path(arguments.dir) / name
    folder.mkdir(parents=True)
    environment = {"HDTRACE_PREFIX": f"{folder}/", "HDTRACE_SOURCE": "1",
                   "LD_PRELOAD": arguments.library, **variables}
    outcome = run_case.run(arguments, [str(program), *words], environment)
    assert (outcome.returncode == 0) == ("die" not in words), outcome.stderr
    return folder, outcome


def use_tool(arguments, folder, inside=()):
    outcome = subprocess.run([*inside, arguments.tool, str(folder)], capture_output=True, text=True,
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
    with subprocess.Popen(["sleep", "infinity"]) as alive:
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


PROBES = 12000  # more than a frame of text


def texts_of(folder):
    """Path without what compression adds -> text and whether its frames have their seek table."""
    paths = [str(path)[:-len(".zst")] for path in sorted(folder.glob("*.trc.zst"))]
    assert len(paths) == 2, paths
    return {path: frames.read(path) for path in paths}


def same_but_for_source(before, after, line):
    """Every number of a place became a line, all else stayed as it was."""
    for path, (text, _) in after.items():
        old = before[path][0]
        assert b"callSite" not in text and old.count(b" callSite=") > PROBES
        assert re.sub(rb" cFile='[^']*' cLine='\d+'", b"", text) == \
            re.sub(rb" callSite='\d+'", b"", old)
        probes = re.findall(rb"<Iprobe [^>]* cFile='[^']*programs/source.c' cLine='(\d+)'", text)
        assert probes == [str(line).encode()] * PROBES, f"{len(probes)} probes {set(probes)}"


def line_of_probes():
    lines = SOURCE.read_text(encoding="utf-8").splitlines()
    return next(number for number, line in enumerate(lines, 1) if "/* many */" in line)


def compressed_traces(arguments, lines):
    """Frames become other frames, in the seekable format."""
    program = build(arguments, Path(arguments.dir) / "build-zstd", ["-g", "-O1"])
    folder, _ = record(arguments, "zstd", program, [str(PROBES)], HDTRACE_COMPRESS="zstd")
    before = texts_of(folder)
    assert all(whole for _, whole in before.values())
    indexes = list(folder.glob("*.trc.idx"))
    assert len(indexes) == 2, indexes
    assert use_tool(arguments, folder).returncode == 0
    after = texts_of(folder)
    assert all(whole and text.endswith(b"</Program>\n") for text, whole in after.values())
    same_but_for_source(before, after, line_of_probes())
    assert not list(folder.glob("*.trc.idx")), "an index that does not fit any more"
    assert not list(folder.glob("*.new"))
    assert lines


def patiently(command, refusal):
    """A launcher may return while its processes are still dying."""
    end = time.monotonic() + 300 # only for what hangs
    outcome = command()
    while refusal in outcome.stderr and time.monotonic() < end:
        time.sleep(0.1)
        outcome = command()
    assert outcome.returncode == 0, outcome.stderr


def crashed_and_compressed(arguments, lines):
    """What the process left in frames and in the tail becomes frames; rings come first."""
    program = build(arguments, Path(arguments.dir) / "build-crash", ["-g", "-O1"])
    for mode in ("direct", "ring"):
        folder, _ = record(arguments, f"crash-{mode}", program, [str(PROBES), "die"],
                           HDTRACE_COMPRESS="zstd", HDTRACE_MODE=mode)
        if mode == "ring":
            names = sorted((path.name, path.stat().st_size) for path in folder.iterdir())
            result = use_tool(arguments, folder)
            assert result.returncode == 1 and "run: hdtrace merge" in result.stderr
            assert names == sorted((p.name, p.stat().st_size) for p in folder.iterdir())
            patiently(lambda: subprocess.run([arguments.merge, str(folder)], capture_output=True,
                                             text=True, check=False), "still writes")
        before = texts_of(folder)
        assert len(list(folder.glob("*.trc.tail"))) == 2
        patiently(lambda: use_tool(arguments, folder), "may still be written")
        assert not list(folder.glob("*.trc.tail")) and not list(folder.glob("*.new"))
        after = texts_of(folder)
        assert all(whole for _, whole in after.values())
        same_but_for_source(before, after, line_of_probes())
    assert lines


def damaged_frames(arguments, lines):
    """A trace that can't be read is left alone, and said."""
    program = build(arguments, Path(arguments.dir) / "build-damaged", ["-g", "-O0"])
    folder, _ = record(arguments, "damaged", program, HDTRACE_COMPRESS="zstd")
    path = next(folder.glob("*_1_0.trc.zst"))
    data = bytearray(path.read_bytes())
    data[:4] = b"nope"
    path.write_bytes(data)
    result = use_tool(arguments, folder)
    assert result.returncode == 1 and len(result.stderr.splitlines()) == 1, result.stderr
    assert path.read_bytes() == data and not list(folder.glob("*.new"))
    assert b"cFile" in frames.read(str(next(folder.glob("*_0_0.trc.zst")))[:-len(".zst")])[0]
    assert lines


def read_only(arguments, lines):
    """Nothing can be written: one line, and all stays as it is."""
    program = build(arguments, Path(arguments.dir) / "build-still", ["-g", "-O0"])
    folder, _ = record(arguments, "still", program)
    held = {path.name: path.read_bytes() for path in folder.iterdir()}
    # root may write anywhere, but for this capability
    inside = ["setpriv", "--bounding-set=-dac_override"] if os.geteuid() == 0 else []
    folder.chmod(0o555)
    result = use_tool(arguments, folder, inside)
    folder.chmod(0o755)
    assert result.returncode == 2 and result.stdout == "", result
    assert result.stderr == f"hdtrace source: {folder}: Permission denied\n", result.stderr
    assert held == {path.name: path.read_bytes() for path in folder.iterdir()}
    assert lines


def main():
    parser = argparse.ArgumentParser()
    for name in ("mpicc", "mpiexec", "mpi", "library", "tool", "merge", "dir"):
        parser.add_argument(f"--{name}", required=True)
    arguments = parser.parse_args()
    arguments.ranks = 2
    arguments.limit = 300
    shutil.rmtree(arguments.dir, ignore_errors=True)
    lines = expected_lines()
    for case in (named_by_lines, without_debug_information, built_anew, still_running,
                 compressed_traces, crashed_and_compressed, damaged_frames, read_only):
        case(arguments, lines)
        print(f"{case.__name__}: passed")
    return 0


if __name__ == "__main__":
    sys.exit(main())

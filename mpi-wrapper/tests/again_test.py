#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""again_test.py NAME MPIEXEC PROGRAM WRONG RIGHT

The tracer of the other MPI is preloaded: the program runs all the same, with the right tracer where that
lies beside the wrong one, else untraced. NAME: mpich or openmpi, the program's MPI."""
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

NAMES = {"mpich": "MPICH", "openmpi": "Open MPI"}
LIMIT_S = 400


def run(command, preload, folder, **more):
    environment = dict(os.environ, LD_PRELOAD=preload, HDTRACE_PREFIX=f"{folder}/", HDTRACE_PROJECT="p")
    environment.pop("HDTRACE_RESTARTED", None)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=LIMIT_S,
                          check=False, **more)


def messages(done):
    return [line for line in done.stderr.splitlines() if line.startswith("hdtrace: ")]


def said(done, rank, size, words, preloaded, given=""):
    line = (f"rank {rank} of {size} sum {sum(range(size))} arguments {words} preloaded {preloaded} "
            f"given {given}")
    assert line.rstrip() in [text.rstrip() for text in done.stdout.splitlines()], (line, done)


def untraced(about, folder):
    """The wrong one alone: arguments, other libraries, open files and scripts stay as they are."""
    alone = Path(folder) / "alone"
    alone.mkdir()
    wrong = alone / about["wrong"].name
    shutil.copy(about["wrong"], wrong)
    other = about["other"]
    message = f"hdtrace: this program uses {about['family']} and runs untraced, since the tracer of " \
        f"{about['other_family']} cannot hand on its handles: take {about['right'].name}"
    script = Path(folder) / "script"
    script.write_text(f"#!/bin/sh\nexec {about['program']} \"$@\"\n")
    script.chmod(0o755)
    words = ["a b", "", "c", ""]
    shown = "[a b][][c][]"
    for command in ([about["program"]], [str(script)]):
        with tempfile.TemporaryFile() as given:
            given.write(b"from 9")
            given.seek(0)
            done = run(["sh", "-c", f'exec 9<&{given.fileno()}; exec "$@"', "sh", *command, *words],
                       f"{wrong}:{other}", folder, pass_fds=[given.fileno()])
        assert done.returncode == 7, done
        assert messages(done) == [message], done
        said(done, 0, 1, shown, other, "from 9")
    done = run(about["launch"](2, f"{other} {wrong}") + [about["program"], "x"], "", folder)
    assert done.returncode == 7, done
    assert messages(done) == [message], done
    for rank in range(2):
        said(done, rank, 2, "[x]", other)
    assert not list(Path(folder).glob("*.trc")), "untraced, yet there is a trace"


def replaced(about, folder):
    """Both in one folder."""
    done = run(about["launch"](2, str(about["wrong"])) + [about["program"]], "", folder)
    assert done.returncode == 7, done
    assert messages(done) == [f"hdtrace: this program uses {about['family']}: started again with "
                              f"{about['right'].name}"], done
    for rank in range(2):
        said(done, rank, 2, "", str(about["right"]))
    for trace in Path(folder).glob("p_*.trc"):
        assert "<Allreduce " in trace.read_text(), trace
    assert len(list(Path(folder).glob("p_*.trc"))) == 2 and (Path(folder) / "p.proj").exists()


def guarded(about, folder):
    """A process that was started again does not do it once more, and goes on."""
    done = run(["sh", "-c", 'HDTRACE_RESTARTED=$$ exec "$@"', "sh", about["program"], "idle"],
               str(about["wrong"]), folder)
    told = [line for line in messages(done) if "may fail" in line]
    assert done.returncode == 7 and len(told) == 1 and "started again" not in done.stderr, done


def main():
    name, mpiexec, program, wrong, right = sys.argv[1:]
    families = [NAMES[name]] + [NAMES[other] for other in NAMES if other != name]

    def launch(count, preload):
        exported = ["-x", "LD_PRELOAD"] if name == "openmpi" else ["-genv", "LD_PRELOAD", preload]
        before = ["env", f"LD_PRELOAD={preload}"] if name == "openmpi" else []
        return before + [mpiexec, "-n", str(count)] + exported

    libm = next(line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines()
                if "libm.so" in line or "libm-" in line)
    about = {"program": program, "wrong": Path(wrong), "right": Path(right), "family": families[0],
             "other_family": families[1], "launch": launch, "other": libm}
    for case in (untraced, replaced, guarded):
        with tempfile.TemporaryDirectory() as folder:
            case(about, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())

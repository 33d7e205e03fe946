# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs run untraced, by our tracer in its modes, and by EZTrace."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT_S = 600

# Our modes: what the environment says beside the library.
MODES = {"direct": {}, "ring": {"HDTRACE_MODE": "ring"}}


class Missing(Exception):
    """Something is not installed or not built; the text says what."""


def need(program):
    path = shutil.which(program)
    if not path:
        raise Missing(f"{program} is not installed")
    return path


class Mpi:
    """One MPI: its compiler, launcher, and our library for it."""

    def __init__(self, name, library, build):
        self.name = name
        self.library = build / "lib" / library
        self.build = build
        self.programs = {}

    def program(self, name):
        """The path of a program of this folder, compiled once."""
        if name not in self.programs:
            folder = self.build / "bench"
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{name}-{self.name}"
            command = [need(f"mpicc.{self.name}"), "-O2", "-D_POSIX_C_SOURCE=200809L",
                       str(HERE / f"{name}.c"), "-o", str(path), "-pthread"]
            subprocess.run(command, check=True)
            self.programs[name] = str(path)
        return self.programs[name]

    def launcher(self, ranks, environment):
        command = [need(f"mpiexec.{self.name}"), "-n", str(ranks)]
        for name, value in environment.items():
            command += ["-genv", name, value] if self.name == "mpich" else ["-x", f"{name}={value}"]
        return command

    def run(self, how, name, ranks, *arguments, environment=None):
        """(words that the program printed, bytes that the tracer left)."""
        variables = dict(environment or {})
        command = [self.program(name), *map(str, arguments)]
        if how == "eztrace":
            command = [need("eztrace"), "-t", self.name, *command]
        elif how != "untraced":
            if not self.library.exists():
                raise Missing(f"{self.library.name} is not built")
            variables.update(MODES[how], LD_PRELOAD=str(self.library))
        with tempfile.TemporaryDirectory(prefix="hdtrace-bench-") as folder:
            outcome = subprocess.run(self.launcher(ranks, variables) + command, cwd=folder,
                                     capture_output=True, text=True, timeout=LIMIT_S, check=False,
                                     env=self.environment())
            if outcome.returncode != 0:
                raise Missing(f"{how} on {self.name} failed: {outcome.stderr.strip()[-200:]}")
            size = sum(p.stat().st_size for p in Path(folder).rglob("*") if p.is_file())
            return outcome.stdout.split(), size

    @staticmethod
    def environment():
        # What Open MPI wants to hear before it runs in a container.
        return dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                    OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_btl_vader_single_copy_mechanism="none")


def instructions(mpi, how, calls, inside=None, arguments=()):
    """Instructions of a run of `null`, by callgrind; those inside one function where asked for."""
    variables = dict(MODES.get(how, {}))
    if how != "untraced":
        variables["LD_PRELOAD"] = str(mpi.library)
    with tempfile.TemporaryDirectory(prefix="hdtrace-bench-") as folder:
        result = Path(folder) / "callgrind"
        command = [need("valgrind"), "--tool=callgrind", f"--callgrind-out-file={result}"]
        command += [f"--toggle-collect={inside}"] if inside else []
        subprocess.run(command + [mpi.program("null"), str(calls), *arguments], cwd=folder, check=True,
                       capture_output=True, timeout=LIMIT_S, env=dict(mpi.environment(), **variables))
        for line in result.read_text(encoding="utf-8").splitlines():
            if line.startswith(("summary:", "totals:")):
                return int(line.split()[1])
    raise Missing("callgrind printed no sum")

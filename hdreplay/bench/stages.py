# SPDX-License-Identifier: GPL-3.0-or-later
"""One program on one target: run as it is, traced, planned, replayed."""

import dataclasses
import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LIMIT_S = 600


class Missing(Exception):
    """Something is not installed, not built or too full; the text says what."""


@dataclasses.dataclass(frozen=True)
class Target:
    """A folder for files, and the law of a slow one: ns a call and ns a KiB."""
    name: str
    folder: Path
    call_ns: int = 0
    kib_ns: int = 0

    def is_slowed(self):
        return self.call_ns + self.kib_ns > 0


@dataclasses.dataclass(frozen=True)
class Program:
    """What is run: a command with {} for the folder of its files."""
    name: str
    command: tuple
    posix: bool = False  # its I/O goes past MPI


class Mpi:
    """One MPI: its compiler and launcher, our tracer for it."""

    def __init__(self, name, build, polls=False):
        suffix = "" if name == "mpich" else f"-{name}"
        self.name = name
        self.build = build
        self.polls = polls  # who waits keeps its processor
        self.tracer = build / "lib" / f"libhdmpi{suffix}.so"
        self.posix = build / "lib" / "libhdposix.so"
        self.replayer = build / "bin" / "hdreplay"
        for path in (self.tracer, self.posix, self.replayer, build / "bin" / f"hdreplay-run-{name}"):
            if not path.exists():
                raise Missing(f"{path} is not built")
        self.compiler = shutil.which(f"mpicc.{name}")
        self.launcher = shutil.which(f"mpiexec.{name}")
        if self.compiler is None or self.launcher is None:
            raise Missing(f"mpicc.{name} or mpiexec.{name} is not installed")

    def compile(self, source, *options):
        """A program or library of C, compiled for this MPI once; the path of what it became."""
        shared = "-shared" in options
        path = self.build / "bench" / f"hdreplay-{source.stem}-{self.name}{'.so' if shared else ''}"
        if not path.exists() or path.stat().st_mtime < source.stat().st_mtime:
            path.parent.mkdir(exist_ok=True)
            fresh = path.with_suffix(".new")
            subprocess.run([self.compiler, "-O2", "-Wall", "-Wextra", *options, str(source), "-o", str(fresh),
                            "-ldl", "-lm"], check=True)
            fresh.rename(path)
        return path

    def own(self, name):
        return self.compile(HERE / f"{name}.c", "-D_POSIX_C_SOURCE=200809L")

    def preload(self, name):
        return self.compile(HERE / f"{name}.c", "-shared", "-fPIC")

    def waiting(self):
        """Libraries by which a program lets others run while it waits, as this launcher asks Open MPI to and as a
        replay does by itself."""
        if self.polls or self.name != "mpich":
            return []
        return [self.compile(HERE.parent / "src" / "run" / "run_polite.c", "-shared", "-fPIC", "-std=c11", "-D_GNU_SOURCE")]

    def launch(self, ranks, libraries, variables, command):
        """Run a command on all ranks. @return what it printed"""
        names = dict(variables, LD_PRELOAD=":".join(map(str, libraries)))
        words = [self.launcher, *(["--bind-to", "none"] if self.name == "openmpi" else []), "-n", str(ranks),
                 "env", *(f"{name}={value}" for name, value in names.items() if value), *map(str, command)]
        environment = {k: v for k, v in os.environ.items() if not k.startswith("HDTRACE_")}
        # What Open MPI wants to hear before it runs in a container, and where processors are shared.
        environment.update(OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1",
                           OMPI_MCA_rmaps_base_oversubscribe="1", OMPI_MCA_mpi_yield_when_idle="0" if self.polls else "1",
                           OMPI_MCA_btl_vader_single_copy_mechanism="none")
        done = subprocess.run(words, capture_output=True, text=True, timeout=LIMIT_S, check=False,
                              stdin=subprocess.DEVNULL, env=environment)
        if done.returncode != 0:
            raise Missing(f"{' '.join(map(str, command[:3]))} with {self.name} failed: {done.stderr.strip()[-300:]}")
        return done.stdout


class Stages:
    """What the thesis compares: the original, traced, replayed."""

    def __init__(self, mpi, program, ranks, scratch):
        self.mpi, self.program, self.ranks, self.scratch = mpi, program, ranks, scratch

    def behind(self, target):
        """(libraries that stand next to the system, their variables)"""
        if not target.is_slowed():
            return [], {}
        return [self.mpi.preload("slow")], {"HDBENCH_SLOW": target.folder, "HDBENCH_CALL_NS": target.call_ns,
                                            "HDBENCH_NS_PER_KIB": target.kib_ns}

    def original(self, target, recorded=None):
        """Seconds that the program runs; traced into a folder where one is given."""
        last, variables = self.behind(target)
        libraries = [self.mpi.preload("stopwatch")]
        with tempfile.TemporaryDirectory(prefix="hdreplay-bench-", dir=target.folder) as folder:
            times = self.scratch / "times"
            times.unlink(missing_ok=True)
            variables["HDBENCH_TIMES"] = times
            if recorded is not None:
                shutil.rmtree(recorded, ignore_errors=True)
                recorded.mkdir()
                libraries += [self.mpi.tracer, *([self.mpi.posix] if self.program.posix else [])]
                variables.update(HDTRACE_PREFIX=f"{recorded}/", HDTRACE_INDEX="0")
            command = [word.replace("{}", folder) for word in self.program.command]
            self.mpi.launch(self.ranks, libraries + last + self.mpi.waiting(), variables, command)
        spans = [tuple(map(int, line.split())) for line in times.read_text(encoding="ascii").splitlines()]
        if len(spans) != self.ranks:
            raise Missing(f"{self.program.name}: {len(spans)} of {self.ranks} ranks told their times")
        return (max(end for _, end in spans) - min(begin for begin, _ in spans)) / 1e9

    def plan(self, recorded, plan):
        done = subprocess.run([self.mpi.replayer, "plan", recorded, "-o", plan, "--json"], capture_output=True,
                              text=True, timeout=LIMIT_S, check=False)
        if done.returncode != 0:
            raise Missing(done.stderr.strip())
        return json.loads(done.stdout)

    def replay(self, target, plan):
        """What a replay tells of itself."""
        libraries, variables = self.behind(target)
        with tempfile.TemporaryDirectory(prefix="hdreplay-bench-", dir=target.folder) as folder:
            told = self.mpi.launch(self.ranks, libraries, variables,
                                   [self.mpi.replayer, "run", plan, "--root", folder, "--json",
                                    *(["--poll"] if self.mpi.polls else [])])
        return json.loads(told)

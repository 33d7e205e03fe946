# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs run untraced, by our tracer in its modes, by EZTrace, and by floor.c."""

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


def choose_processors(count):
    """So many processors, different cores where there are enough; none when this process may use
    fewer, or when one process is left to the system."""
    allowed = sorted(os.sched_getaffinity(0))
    cores = {}
    for cpu in allowed:
        siblings = Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list")
        core = siblings.read_text(encoding="ascii") if siblings.exists() else str(cpu)
        cores.setdefault(core, cpu)
    chosen = sorted(cores.values()) if len(cores) >= count else allowed
    return chosen[:count] if 1 < count <= len(chosen) else []


class Mpi:
    """One MPI: its compiler, launcher, and our library for it."""

    def __init__(self, name, library, build):
        self.name = name
        self.library = build / "lib" / library
        self.build = build
        self.programs = {}

    def program(self, name, *options):
        """The path of a program of this folder, compiled once."""
        if name not in self.programs:
            folder = self.build / "bench"
            folder.mkdir(parents=True, exist_ok=True)
            path = folder / f"{name}-{self.name}"
            command = [need(f"mpicc.{self.name}"), "-O2", "-D_POSIX_C_SOURCE=200809L", *options,
                       str(HERE / f"{name}.c"), "-o", str(path), "-pthread"]
            subprocess.run(command, check=True)
            self.programs[name] = str(path)
        return self.programs[name]

    def preloaded(self, how):
        """The library that is loaded before the program, None for no such."""
        if how == "floor":
            return self.program("floor", "-shared", "-fPIC")
        if how not in MODES:
            return None
        if not self.library.exists():
            raise Missing(f"{self.library.name} is not built")
        return str(self.library)

    def launch(self, ranks, environment, command):
        """The command line that starts `ranks` processes, each on a processor of its own."""
        places = choose_processors(ranks)
        whole = [need(f"mpiexec.{self.name}")]
        whole += ["--bind-to", "none"] if self.name == "openmpi" and places else []
        set_all = ["env", *(f"{name}={value}" for name, value in environment.items())]
        if not places:
            return [*whole, "-n", str(ranks), *set_all, *command]
        for rank, place in enumerate(places):
            whole += [":"] if rank > 0 else []
            whole += ["-n", "1", need("taskset"), "-c", str(place), *set_all, *command]
        return whole

    def run(self, how, name, ranks, *arguments, environment=None):
        """(words that the program printed, bytes that the tracer left)."""
        variables = dict(environment or {})
        command = [self.program(name), *map(str, arguments)]
        library = self.preloaded(how)
        if how == "eztrace":
            command = [need("eztrace"), "-t", self.name, *command]
        elif library:
            variables.update(MODES.get(how, {}), LD_PRELOAD=library)
        with tempfile.TemporaryDirectory(prefix="hdtrace-bench-") as folder:
            outcome = subprocess.run(self.launch(ranks, variables, command), cwd=folder,
                                     capture_output=True, text=True, timeout=LIMIT_S, check=False,
                                     env=self.environment())
            if outcome.returncode != 0:
                raise Missing(f"{how} on {self.name} failed: {outcome.stderr.strip()[-200:]}")
            size = sum(p.stat().st_size for p in Path(folder).rglob("*") if p.is_file())
            if how != "untraced" and size == 0:
                raise Missing(f"{how} on {self.name} left nothing: it was not at work")
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

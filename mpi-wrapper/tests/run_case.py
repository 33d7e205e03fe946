#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Run a program under the wrapper and check what it recorded.

    run_case.py --mpi hd_mpi|hd_openmpi --mpiexec M --ranks N --case C
        [--merge TOOL] [--preload LIB] [--limit SECONDS] [--dir D] -- PROGRAM [ARGUMENT...]

With --preload the program is first run without the wrapper: exit status and output must agree.
"""

import argparse
import importlib
import os
import shutil
import subprocess
import sys
import traceback
from pathlib import Path

import tracefiles


def run(arguments, command, environment):
    launcher = [arguments.mpiexec, "-n", str(arguments.ranks)]
    for name, value in environment.items():
        launcher += ["-x", f"{name}={value}"] if arguments.mpi == "hd_openmpi" else \
            ["-genv", name, value]
    return subprocess.run(launcher + command, capture_output=True, text=True,
                          timeout=arguments.limit, check=False)


def same_result(plain, traced):
    assert plain.returncode == traced.returncode, \
        f"exit status {traced.returncode} under the wrapper, {plain.returncode} without, " \
        f"which says: {plain.stderr}"
    assert sorted(plain.stdout.splitlines()) == sorted(traced.stdout.splitlines()), \
        f"output under the wrapper: {traced.stdout}\nwithout: {plain.stdout}"


def find_case(name):
    for module in ("cases_messages", "cases_objects", "cases_life", "cases_edges", "cases_switches",
                   "cases_languages", "cases_ordered", "cases_smoke"):
        cases = importlib.import_module(module)
        if hasattr(cases, name):
            return getattr(cases, name)
    raise SystemExit(f"run_case.py: no case {name}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mpiexec", required=True)
    parser.add_argument("--mpi", required=True, choices=("hd_mpi", "hd_openmpi"))
    parser.add_argument("--merge", help="hdtrace-merge, where the case merges")
    parser.add_argument("--ranks", type=int, required=True)
    parser.add_argument("--case", required=True)
    parser.add_argument("--limit", type=int, default=120, help="seconds after which a run hangs")
    parser.add_argument("--preload")
    parser.add_argument("--dir", required=True)
    parser.add_argument("--block", help="a folder of this name stands where a file should be")
    parser.add_argument("--env", action="append", default=[])
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    check = find_case(arguments.case)
    directory = Path(arguments.dir)
    shutil.rmtree(directory, ignore_errors=True)
    directory.mkdir(parents=True, exist_ok=True)
    if arguments.block:
        (directory / arguments.block).mkdir()
    command = [word.replace("@DIR@", str(directory)) for word in arguments.command]
    # Who comes late to MPI_Finalize on a busy machine is waited for.
    environment = {"HDTRACE_PREFIX": f"{directory}{os.sep}",
                   "HDTRACE_FINALIZE_TIMEOUT": str(arguments.limit)}
    environment.update(entry.split("=", 1) for entry in arguments.env)
    environment = {k: v.replace("@DIR@", str(directory)) for k, v in environment.items()}
    plain = run(arguments, command, {"HDTRACE_ENABLED": "0"}) if arguments.preload else None
    if arguments.preload:
        environment["LD_PRELOAD"] = arguments.preload
    traced = run(arguments, command, environment)
    try:
        if plain is not None:
            same_result(plain, traced)
        check(tracefiles.Run(directory, traced, arguments.mpi == "hd_openmpi", arguments.merge))
    except Exception:  # pylint: disable=broad-except
        traceback.print_exc()
        print(traced.stdout, traced.stderr, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Fail when a traced MPI_Send to MPI_PROC_NULL, or MPI_Recv from there, takes more instructions than
it may.

    budget.py --program NULL --library LIB MODE send|receive LIMIT
"""

import argparse
import sys
from pathlib import Path

sys.dont_write_bytecode = True

from peers import Missing, Mpi, instructions  # noqa: E402

FEW, MANY = 5000, 25000
SKIPPED = 77  # what ctest takes for a test that cannot run here


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True)
    parser.add_argument("--library", required=True, type=Path)
    parser.add_argument("mode")
    parser.add_argument("call", choices=["send", "receive"])
    parser.add_argument("limit", type=float)
    arguments = parser.parse_args()
    mpi = Mpi("mpich", arguments.library.name, arguments.library.parent.parent)
    mpi.library = arguments.library
    mpi.programs["null"] = arguments.program
    try:
        how_called = ["receive"] if arguments.call == "receive" else []
        counts = [instructions(mpi, how, MANY, arguments=how_called) -
                  instructions(mpi, how, FEW, arguments=how_called)
                  for how in ("untraced", arguments.mode)]
    except Missing as reason:
        print(reason)
        return SKIPPED
    needed = (counts[1] - counts[0]) / (MANY - FEW)
    print(f"{arguments.call}, {arguments.mode}: {needed:.0f} instructions a call, {arguments.limit:.0f} are allowed")
    return 0 if 100 < needed <= arguments.limit else 1


if __name__ == "__main__":
    sys.exit(main())

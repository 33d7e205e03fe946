#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Make what follows from functions.def.

    generate.py functions.def --output wrappers.c      C source of every generated wrapper
    generate.py functions.def --chain list.h pmpi.c    functions in the chain, and their PMPI_ entry points
    generate.py functions.def --header mpi.h ...       compare the table with prototypes of headers
"""

import argparse
import sys

sys.dont_write_bytecode = True  # the source tree stays as it is

from chain import write_entry_points, write_list  # noqa: E402
from header import compare  # noqa: E402
from table import TableError, read_table  # noqa: E402
from wrappers import write_wrappers  # noqa: E402


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table")
    parser.add_argument("--output")
    parser.add_argument("--chain", nargs=2)
    parser.add_argument("--header", nargs="+")
    arguments = parser.parse_args()
    try:
        functions = read_table(arguments.table)
        if arguments.output:
            write_wrappers(functions, arguments.output)
        if arguments.chain:
            write_list(functions, lambda name: True, arguments.chain[0])
            write_entry_points(functions, lambda name: True, arguments.chain[1])
        if arguments.header:
            return 1 if compare(functions, arguments.header, ("T_",)) else 0
    except TableError as error:
        print(f"generate.py: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())

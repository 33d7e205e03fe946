#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Make what follows from functions.def.

    generate.py functions.def --prototypes P --output wrappers.c  wrappers of what P declares
    generate.py functions.def --tables X                          X.h, X.c: numbers, names, slots
    generate.py functions.def --prototypes P --chain list.h pmpi.c    functions in the chain
    generate.py functions.def --prototypes P --smoke A MPI C      C: calls of every function, by A
    generate.py functions.def --schema JSON                       attributes of every state
    generate.py functions.def --documentation MD                  the same as a page
    generate.py functions.def --prototypes P --compare            compare the table with P
    generate.py functions.def --symbols MPI WRAPPER               compare it with what nm printed

P is gen/prototypes.c, preprocessed with an MPI's own header.
"""

import argparse
import sys

sys.dont_write_bytecode = True  # the source tree stays as it is

from chain import write_entry_points, write_list  # noqa: E402
from documentation import write_documentation  # noqa: E402
from functions import write_header, write_tables  # noqa: E402
from header import Header, compare, uncovered  # noqa: E402
from schema import write_schema  # noqa: E402
from smoke import write_smoke  # noqa: E402
from table import TableError, read_table  # noqa: E402
from wrappers import write_wrappers  # noqa: E402


def report(count, findings):
    for finding in findings:
        print(finding, file=sys.stderr)
    print(f"{count} functions compared, {len(findings)} differences")
    return 1 if findings else 0


def make(arguments):
    functions = read_table(arguments.table)
    if arguments.tables:
        write_header(functions, arguments.tables + ".h")
        write_tables(functions, arguments.tables + ".c")
    if arguments.schema:
        write_schema(functions, arguments.schema)
    if arguments.documentation:
        write_documentation(functions, arguments.documentation)
    if arguments.symbols:
        texts = []
        for path in arguments.symbols:
            with open(path, encoding="utf-8") as symbols:
                texts.append(symbols.read())
        return report(*uncovered(functions, *texts))
    if arguments.prototypes:
        header = Header(arguments.prototypes)
        if arguments.output:
            write_wrappers(functions, header, arguments.output)
        if arguments.chain:
            write_list(functions, header, arguments.chain[0])
            write_entry_points(functions, header, arguments.chain[1])
        if arguments.smoke:
            write_smoke(functions, header, *arguments.smoke)
        if arguments.compare:
            return report(*compare(functions, header))
    return 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table")
    parser.add_argument("--prototypes", help="preprocessed header of an MPI")
    parser.add_argument("--output", help="C source of the wrappers")
    parser.add_argument("--tables", help="path of the tables of all functions, without .h and .c")
    parser.add_argument("--chain", nargs=2, help="list of functions and their PMPI_ entry points")
    parser.add_argument("--schema", help="path of the description for readers")
    parser.add_argument("--documentation", help="path of the page for people")
    parser.add_argument("--smoke", nargs=3, help="arguments of calls, mpich or openmpi, C source")
    parser.add_argument("--compare", action="store_true")
    parser.add_argument("--symbols", nargs=2, help="output of nm -D for MPI's library and ours")
    try:
        return make(parser.parse_args())
    except TableError as error:
        print(f"generate.py: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())

# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: table.py csv|json|time|one LIBRARY.json EAGER.json: rank 0 exchanging with each other rank, compared cases of two calibrations,
with MPICH as it is and with all messages eager; time, one: of all exchanges or of one, as tables that hdtrace plot draws."""
import csv
import json
import sys

TIMES = ("leastNs", "lowQuartileNs", "highQuartileNs", "simulatedNs")


def cases(path):
    with open(path, encoding="utf-8") as file:
        return {(case["bytes"], case["ranks"]): case for case in json.load(file)["compared"]["cases"]}


def row(size, ranks, library, eager):
    """Both directions of all exchanges go over the link of rank 0."""
    moved = 2 * size * (ranks - 1)
    told = {"ranks": ranks, "bytes": size}
    for name, case in (("library", library), ("eager", eager)):
        told |= {f"{name}{key[0].upper()}{key[1:]}": case[key] for key in TIMES}
        told[f"{name}BytesPerSecond"] = round(moved / case["leastNs"] * 1e9)
        told[f"{name}SimulatedBytesPerSecond"] = round(moved / case["simulatedNs"] * 1e9)
    return told


def print_curves(rows, alone):
    print("bytes,time,ranks,virtualTimeNs,error")
    for one in rows:
        for what, key in (("MPICH as it is", "libraryLeastNs"), ("simulated", "librarySimulatedNs"),
                          ("all messages eager", "eagerLeastNs"), ("simulated with all eager", "eagerSimulatedNs")):
            print(f"{one['bytes']},{what},{one['ranks']},{round(one[key] / (one['ranks'] - 1 if alone else 1))},")


def main():
    library, eager = cases(sys.argv[2]), cases(sys.argv[3])
    rows = [row(*key, library[key], eager[key]) for key in sorted(library.keys() & eager.keys())]
    if sys.argv[1] == "json":
        print(json.dumps(rows, indent=1))
    elif sys.argv[1] == "csv":
        writer = csv.DictWriter(sys.stdout, rows[0].keys() if rows else [], lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    else:
        print_curves(rows, sys.argv[1] == "one")


main()

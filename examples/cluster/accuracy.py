# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: accuracy.py memory ROUNDS COMPARED.json... | files VALIDATED.json...

How far simulated times are off, for accuracy.sh: of hold-out cases in shared memory the middle of all rounds in which a model could be
fitted, of calls on files the middle and the worst of all. Exit status: 0 success, 1 there is nothing to tell.
"""
import json
import os
import statistics
import sys

HOLD_OUT = (("sendrecv", 1024), ("sendrecv", 1048576), ("allreduce", 1048576))


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def memory(rounds, paths):
    compared = [read(path)["compared"]["cases"] for path in paths if os.path.exists(path)]
    print(f"{len(compared)} of {rounds} rounds could be fitted")
    if not compared:
        return 1
    print(f"{'operation':12}{'bytes':>10}{'least us':>12}{'simulated us':>14}{'error':>10}")
    for test, size in HOLD_OUT:
        cases = [case for cases in compared for case in cases if (case["test"], case["bytes"]) == (test, size)]
        if cases:
            least = statistics.median(case["leastNs"] for case in cases)
            simulated = statistics.median(case["simulatedNs"] for case in cases)
            error = statistics.median(case["simulatedNs"] / case["leastNs"] - 1 for case in cases)
            print(f"{test:12}{size:10}{least / 1e3:12.3f}{simulated / 1e3:14.3f}{100 * error:+9.1f} %")
    return 0


def files(paths):
    errors = []
    print(f"{'call':20}{'bytes':>10}{'least us':>12}{'quartile us':>12}{'simulated us':>14}{'error':>10}")
    for path in paths:
        for case in read(path)["cases"]:
            if case["function"].startswith("File_"):
                error = case["simulatedNs"] / case["lowQuartileNs"] - 1
                errors.append(abs(error))
                print(f"{case['function']:20}{case['bytes']:10}{case['leastNs'] / 1e3:12.1f}{case['lowQuartileNs'] / 1e3:12.1f}"
                      f"{case['simulatedNs'] / 1e3:14.1f}{100 * error:+9.1f} %")
    if not errors:
        return 1
    print(f"{len(errors)} cases: {100 * statistics.median(errors):.1f} % off in the middle, {100 * max(errors):.1f} % at worst")
    return 0


def main():
    if sys.argv[1] == "memory":
        return memory(int(sys.argv[2]), sys.argv[3:])
    return files(sys.argv[2:])


sys.exit(main())

# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: table.py MODE FILE...

    recorded VALIDATED.json              the recorded messages of collective calls simulated, by case, as CSV
    csv|json COMPARED.json RECORDED.csv  all cases: observed, by the model's algorithms, by the recorded messages
    errors COMPARED.json RECORDED.csv    how far the simulated times are off, by operation and in all
    TEST COMPARED.json RECORDED.csv      the cases of one test as a table that hdtrace plot draws
"""
import csv
import json
import sys

OBSERVED = ("test", "bytes", "ranks", "leastNs", "lowQuartileNs", "highQuartileNs", "simulatedNs")
COLUMNS = OBSERVED + ("recordedNs",)
LEAST_BYTES = 1000  # of what the benchmark measures; it passes less for its own use
LIMIT = 0.15


def stated(case):
    """The bytes that the call itself states for a case of the benchmark."""
    whole = case["bytes"]
    if case["test"] in ("allgather", "alltoall"):
        return whole // case["ranks"]
    return whole // 8 * 8 if case["test"] in ("reduce", "allreduce") else whole


def write_recorded(path):
    print("function,ranks,bytes,recordedNs")
    with open(path, encoding="utf-8") as file:
        for case in json.load(file)["cases"]:
            if case["ranks"] > 1 and case["bytes"] >= LEAST_BYTES and case["recordedSimulatedNs"] is not None:
                print(f"{case['function']},{case['ranks']},{case['bytes']},{case['recordedSimulatedNs']:.0f}")


def read(compared, recorded):
    with open(recorded, encoding="utf-8", newline="") as file:
        inside = {(row["function"].lower(), int(row["ranks"]), int(row["bytes"])): int(row["recordedNs"])
                  for row in csv.DictReader(file)}
    with open(compared, encoding="utf-8") as file:
        cases = json.load(file)["compared"]["cases"]
    return [{name: case[name] for name in OBSERVED}
            | {"recordedNs": inside.get((case["test"], case["ranks"], stated(case)))} for case in cases]


def errors_of(cases, key):
    return sorted(abs(case[key] / case["leastNs"] - 1) for case in cases if case[key] is not None)


def median(values):
    half = len(values) // 2
    return values[half] if len(values) % 2 else (values[half - 1] + values[half]) / 2


def print_errors(cases):
    print(f"{'operation':12}{'simulated from':24}{'cases':>6}{'median':>10}{'largest':>10}{f'above {LIMIT:.0%}':>12}")
    tests = list(dict.fromkeys(case["test"] for case in cases))
    for name, some in [(test, [case for case in cases if case["test"] == test]) for test in tests] + [("all", cases)]:
        for what, key in (("its own algorithms", "simulatedNs"), ("recorded messages", "recordedNs")):
            errors = errors_of(some, key)
            if errors:
                print(f"{name:12}{what:24}{len(errors):6}{100 * median(errors):8.1f} %{100 * errors[-1]:8.1f} %"
                      f"{sum(error > LIMIT for error in errors):12}")


def print_csv(cases):
    print(",".join(COLUMNS))
    for case in cases:
        print(",".join("" if case[name] is None else str(case[name]) for name in COLUMNS))


def print_curves(cases, test):
    print("bytes,time,ranks,virtualTimeNs,error")
    for case in cases:
        for what, key in (("observed", "leastNs"), ("quartile 3", "highQuartileNs"), ("simulated", "simulatedNs"),
                          ("recorded messages", "recordedNs")):
            if case["test"] == test and case[key] is not None:
                print(f"{case['bytes']},{what},{case['ranks']},{round(case[key])},")


def main():
    mode = sys.argv[1]
    if mode == "recorded":
        write_recorded(sys.argv[2])
        return
    cases = read(sys.argv[2], sys.argv[3])
    if mode == "json":
        print(json.dumps(cases, indent=1))
    elif mode == "csv":
        print_csv(cases)
    elif mode == "errors":
        print_errors(cases)
    else:
        print_curves(cases, mode)


main()

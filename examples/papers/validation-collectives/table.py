# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: table.py COMPARED.json csv|json|TEST: the compared cases of a calibration, of one test as a table that hdtrace plot draws."""
import json
import sys

COLUMNS = ("test", "bytes", "ranks", "leastNs", "lowQuartileNs", "highQuartileNs", "simulatedNs")


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        cases = json.load(file)["compared"]["cases"]
    form = sys.argv[2]
    if form == "json":
        print(json.dumps([{name: case[name] for name in COLUMNS} for case in cases], indent=1))
        return
    if form == "csv":
        print(",".join(COLUMNS))
        for case in cases:
            print(",".join(str(case[name]) for name in COLUMNS))
        return
    print("bytes,time,ranks,virtualTimeNs,error")
    for case in cases:
        for what, key in (("observed", "leastNs"), ("quartile 3", "highQuartileNs"), ("simulated", "simulatedNs")):
            if case["test"] == form:
                print(f"{case['bytes']},{what},{case['ranks']},{round(case[key])},")


main()

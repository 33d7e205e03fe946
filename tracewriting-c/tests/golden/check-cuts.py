#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-cuts.py PROGRAM MERGE JARS: write the trace of the case trace-cut-inside-nested, cut it at every
byte, make one project of all pieces and read it: each gives as many states as had ended before its cut.
Exit 77 (skipped) where the Java part is not built."""
import glob, json, os, subprocess, sys, tempfile

program, merge, jars = sys.argv[1:]
if not glob.glob(jars + "/trace-analysis-*.jar"):
    print("the Java part is not built")
    sys.exit(77)
with tempfile.TemporaryDirectory() as work:
    cuts = os.path.join(work, "cuts")
    os.mkdir(cuts)
    subprocess.run([program, "trace-cut-inside-nested", work], check=True)
    with open(os.path.join(work, "whole_n1_0_0.trc"), "rb") as file:
        whole = file.read()
    for length in range(1, len(whole) + 1):
        with open(os.path.join(cuts, f"cut_n1_{length}_0.trc"), "wb") as file:
            file.write(whole[:length])
    subprocess.run([merge, cuts], check=True, stdout=subprocess.DEVNULL)
    info = subprocess.run(["java", "-cp", jars + "/*", "org.hdtrace.analysis.cli.Main", "info", "--json", cuts],
                          check=True, capture_output=True, text=True)

ends, position = [], 0 # of the states: the library writes one element a line
for line in whole.splitlines(keepends=True):
    element = line.strip()
    if element and b"Nested>" not in element and b"Program" not in element:
        ends.append(position + len(line) - 1)
    position += len(line)
traces = {trace["rank"]: trace for trace in json.loads(info.stdout)["traces"]}
wrong = [length for length in range(1, len(whole) + 1)
         if traces[length]["states"] != sum(end <= length for end in ends)]
print(f"{len(traces)} cuts, {len(ends)} states in the whole trace, wrong: {wrong}")
sys.exit(len(traces) != len(whole) or bool(wrong))

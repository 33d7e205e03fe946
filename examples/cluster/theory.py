#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""usage: theory.py HOSTS RATE [EAGER] > theory.csv

What messages take on a cluster of up.sh by the theory of its framing alone, as a table of hdtrace-microbench: of 1514 bytes that tbf
counts 1448 are data, and a message has 0.2 ms on its way. A block of a file takes 0.02 ms and passes at 1 GB/s. hdtrace calibrate --from theory.csv makes a model of it that no other work on
the machine has disturbed. Messages of more than EAGER bytes ask before they are sent (default: none does). Exit status: 0 success, 2 wrong usage.
"""
import re
import sys

LATENCY_NS = 200_000
UNITS = {"": 1, "k": 1e3, "m": 1e6, "g": 1e9}


def message_ns(size, bits_per_second, eager):
    latencies = 1 if eager is None or size <= eager else 3  # there, back, and the message
    return latencies * LATENCY_NS + size * 1514 / 1448 * 8e9 / bits_per_second


def rows(hosts, bits_per_second, eager):
    yield "# hdtrace-microbench 1"
    yield "# clock step 20 ns cost 20 ns"
    for rank in range(hosts):
        yield f"# rank {rank} host node{rank + 1} package -1 complex -1"
    yield "test,first,second,ranks,bytes,operations,repetition,ns"
    sizes = [2**power for power in range(23)]
    for first in range(hosts):
        for second in range(first + 1, hosts):
            for size in sizes if (first, second) == (0, 1) else (1, 65536):
                there_and_back = round(2 * message_ns(size, bits_per_second, eager))
                for repetition in range(5):
                    yield f"pingpong,{first},{second},2,{size},1,{repetition},{there_and_back}"
    for test in ("write", "read"):
        for size in (4096, 65536, 1048576):
            for repetition in range(5):
                yield f"{test},0,-1,1,{size},1,{repetition},{20_000 + size}"
    yield f"eager,0,1,2,{sizes[-1] if eager is None else eager},1,0,1000"
    if eager is not None:
        yield f"eager,0,1,2,{eager + 1},1,1,-1"


def main():
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([kmg]?)bit", sys.argv[2]) if len(sys.argv) in (3, 4) else None
    hosts = int(sys.argv[1]) if match and sys.argv[1].isdigit() else 0
    eager = sys.argv[3] if len(sys.argv) == 4 else None
    if hosts < 2 or hosts > 200 or (eager is not None and not (eager.isdigit() and 0 < int(eager) < 4194304)):
        print("theory.py: a number of hosts (2 to 200), a rate, and perhaps an eager limit (below 4 MiB) are needed, as: theory.py 8 100mbit",
              file=sys.stderr)
        return 2
    bits_per_second = float(match.group(1)) * UNITS[match.group(2)]
    print("\n".join(rows(hosts, bits_per_second, None if eager is None else int(eager))))
    return 0


sys.exit(main())

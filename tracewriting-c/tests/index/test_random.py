#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_random.py RANDOM-INDEX: random traces fit their indexes; every changed byte of one is found."""
import os
import subprocess
import sys
import tempfile

import check_index


def write(program, folder, seed, size):
    path = os.path.join(folder, f"seed{seed}.trc")
    subprocess.run([program, path, str(seed), str(size)], check=True)
    with open(path, "rb") as trace, open(path + ".idx", "rb") as index:
        return trace.read(), index.read()


def accepts(text, index):
    try:
        return check_index.check(text, index)[1]
    except (ValueError, IndexError, KeyError):
        return False


def main():
    with tempfile.TemporaryDirectory() as folder:
        for seed, size in ((1, 100), (2, 60000), (3, 1000000), (4, 17 << 20)):
            text, index = write(sys.argv[1], folder, seed, size)
            blocks, ended = check_index.check(text, index)
            print(f"seed {seed}: {len(text)} bytes, {blocks} blocks fit")
            if not ended or b"S" not in {kind for kind, _, _ in check_index.records(index)} and blocks > 256:
                return 1
        text, index = write(sys.argv[1], folder, 6, 100)
        for place in range(8, len(index)):
            if accepts(text, index[:place] + bytes([index[place] ^ 1]) + index[place + 1:]):
                print(f"a change of byte {place} of {len(index)} is not noticed")
                return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_random.py RANDOM-INDEX RANDOM-TRACE GOLDEN REINDEX: random traces and the golden ones fit their
indexes, as written and as made anew from their text; every changed byte of one is found."""
import glob
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


def made_anew(reindex, folder):
    """The indexes of a folder, from the texts alone: they take the same room and fit."""
    for path in glob.glob(os.path.join(folder, "*.idx")):
        with open(path, "rb") as index:
            before = index.read()
        with open(path, "wb") as index:
            index.write(b"HDTI\0\0\0\2")
        subprocess.run([reindex, path[:-4]], check=True)
        with open(path, "rb") as index:
            check_index.need(f"length of {path} made anew", len(before), len(index.read()))
    check_index.need("indexes made aside", [], glob.glob(os.path.join(folder, "*.new*")))
    return check_all(folder)


def check_all(folder, keep=False):
    """Every trace of the folder that has an index; the number of them."""
    indexes = sorted(glob.glob(os.path.join(folder, "*.idx")))
    for path in indexes:
        with open(path[:-4], "rb") as trace, open(path, "rb") as index:
            text = trace.read()
            blocks, ended = check_index.check(text, index.read())
        print(f"{os.path.basename(path)}: {len(text)} bytes, {blocks} blocks fit")
        if not ended:
            raise ValueError("no end record")
        if not keep:
            os.unlink(path)
    return len(indexes)


def check_programs(random_trace, golden, reindex):
    """What the library itself writes."""
    with tempfile.TemporaryDirectory() as folder:
        for seed, entries, buffer in ((1, 3000, 64), (2, 2000, 200), (3, 3000, 1024), (4, 0, 64)):
            subprocess.run([random_trace, folder, str(seed), str(entries), str(buffer)], check=True)
            check_index.need("number of indexes", 1, check_all(folder, keep=True))
            if seed in (1, 2, 4):
                check_index.need("number of indexes made anew", 1, made_anew(reindex, folder))
    for case in ("nested-states-depth-3", "events", "escaping-in-values-and-names", "trace-cut-inside-nested"):
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([golden, case, folder, "--index"], check=True)
            check_index.need("number of indexes", 1, check_all(folder, keep=True))
            if seed in (1, 2, 4):
                check_index.need("number of indexes made anew", 1, made_anew(reindex, folder))


def main():
    check_programs(*sys.argv[2:5])
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

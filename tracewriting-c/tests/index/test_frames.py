#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_frames.py RANDOM-TRACE REINDEX: compressed traces are whole, after a normal end and after SIGKILL."""
import os
import random
import re
import subprocess
import sys
import tempfile
import time

import check_index
import frames

ENTRY_END = re.compile(rb"(?:/>|</[A-Z_][A-Za-z_]*>)\n")


def run(program, folder, *arguments):
    return subprocess.run([program, folder, *map(str, arguments)], stdout=subprocess.PIPE, check=False)


def load(folder):
    path = os.path.join(folder, "random_n_0_0.trc")
    text, complete = frames.read(path)
    with open(path + ".idx", "rb") as index:
        blocks, ended = check_index.check(text, index.read())
    return text, complete, blocks, ended


def count_entries(text):
    """Complete entries; lines of <Nested> and </Nested> are none."""
    return sum(1 for end in ENTRY_END.finditer(text) if end.group() != b"</Nested>\n")


def made_anew(reindex, folder):
    """The index from frames and tail."""
    subprocess.run([reindex, os.path.join(folder, "random_n_0_0.trc")], check=True)
    check_index.need("end of the index made anew", True, load(folder)[3])


def whole_after_a_normal_end(program, reindex):
    for seed, entries, buffer in ((1, 0, 64), (2, 100, 64), (3, 4000, 64), (4, 6000, 1024), (5, 3000, 3000)):
        with tempfile.TemporaryDirectory() as folder:
            check_index.need("exit status", 0, run(program, folder, seed, entries, buffer, "zstd").returncode)
            text, complete, blocks, ended = load(folder)
            check_index.need("seek table and end of the index", (True, True), (complete, ended))
            check_index.need("end tag", b"</Program>\n", text[-11:])
            check_index.need("clock", True, b"clockOffset='0.5@0.0 -0.25@1.0 " in text[:4096])
            check_index.need("files", 2, len(os.listdir(folder)))
            size = os.path.getsize(os.path.join(folder, "random_n_0_0.trc.zst"))
            print(f"seed {seed}: {len(text)} bytes in {size}, {blocks} blocks")
            if seed in (1, 2):
                os.unlink(os.path.join(folder, "random_n_0_0.trc.idx"))
                made_anew(reindex, folder)


def nothing_lost_by_its_own_hand(program):
    for seed, entries, buffer in ((11, 50, 64), (12, 3000, 64), (13, 5000, 1024), (14, 8000, 200)):
        with tempfile.TemporaryDirectory() as folder:
            done = run(program, folder, seed, entries, buffer, "zstd", "kill")
            check_index.need("exit status", -9, done.returncode)
            text, complete, blocks, ended = load(folder)
            check_index.need("seek table and end of the index", (False, False), (complete, ended))
            check_index.need("entries", int(done.stdout), count_entries(text))
            path = os.path.join(folder, "random_n_0_0.trc.tail")
            print(f"seed {seed}: killed, {len(text)} bytes, {blocks} blocks, tail of "
                  f"{os.stat(path).st_size} bytes takes {os.stat(path).st_blocks * 512}")


def nothing_torn_at_any_moment(program):
    draw = random.Random(4711)
    for seed in range(20, 26):
        with tempfile.TemporaryDirectory() as folder:
            arguments = [program, folder, str(seed), "60000", "64", "zstd"]
            with subprocess.Popen(arguments) as child:
                time.sleep(draw.uniform(0.02, 0.5))
                child.kill()
            if not os.path.exists(os.path.join(folder, "random_n_0_0.trc.idx")):
                continue
            text, complete, blocks, _ = load(folder)
            check_index.need("NUL in the middle", -1, text.find(b"\0"))
            print(f"seed {seed}: killed with {len(text)} bytes, {blocks} blocks{', whole' if complete else ''}")


def main():
    whole_after_a_normal_end(*sys.argv[1:3])
    nothing_lost_by_its_own_hand(sys.argv[1])
    nothing_torn_at_any_moment(sys.argv[1])
    return 0


if __name__ == "__main__":
    sys.exit(main())

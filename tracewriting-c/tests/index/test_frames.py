#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""test_frames.py RANDOM-TRACE REINDEX [KILLS]: compressed traces are whole, after a normal end and after
SIGKILL."""
import os
import random
import struct
import subprocess
import sys
import tempfile
import time

import check_index
import crc32c
import frames

LEAST = 0.01  # of the life of a program: it has begun its trace
STEP = 3000  # more entries than one call of the program writes


def run(program, folder, *arguments):
    return subprocess.run([program, folder, *map(str, arguments)], stdout=subprocess.PIPE, check=False)


def load(folder):
    path = os.path.join(folder, "random_n_0_0.trc")
    text, complete = frames.read(path)
    with open(path + ".idx", "rb") as index:
        blocks, ended = check_index.check(text, index.read())
    return text, complete, blocks, ended


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
            check_index.need("entries", int(done.stdout), len(check_index.entry_ends(text)))
            path = os.path.join(folder, "random_n_0_0.trc.tail")
            print(f"seed {seed}: killed, {len(text)} bytes, {blocks} blocks, tail of "
                  f"{os.stat(path).st_size} bytes takes {os.stat(path).st_blocks * 512}")


def run_with_ledger(program, folder, seed, kill_after=None):
    """Entries that had ended when the program did, by its own count; None: it had not begun."""
    with subprocess.Popen([program, folder, str(seed), "10000", "64", "zstd", "ledger"]) as child:
        if kill_after is not None:
            time.sleep(kill_after)
            child.kill()
    path = os.path.join(folder, "ended")
    if not os.path.exists(path) or os.path.getsize(path) < 8:
        return None
    with open(path, "rb") as ledger:
        return struct.unpack("=Q", ledger.read(8))[0]


def nothing_lost_at_any_moment(program, kills):
    """Whatever the moment of death: what had ended is there, in its order, and the index fits it."""
    draw = random.Random(4711)
    with tempfile.TemporaryDirectory() as folder:
        begin = time.monotonic()
        run_with_ledger(program, folder, 20)
        life = time.monotonic() - begin
    for seed in range(20, 20 + kills):
        with tempfile.TemporaryDirectory() as folder:
            ended = run_with_ledger(program, folder, seed, life * draw.uniform(LEAST, 1))
            if ended is None:
                continue
            text, complete, blocks, _ = load(folder)
            entries = len(check_index.entry_ends(text))
            check_index.need(f"entries of {ended}", True, ended <= entries <= ended + STEP)
            print(f"seed {seed}: killed with {entries} entries, {blocks} blocks{', whole' if complete else ''}")


def main():
    crc32c.check()
    whole_after_a_normal_end(*sys.argv[1:3])
    nothing_lost_by_its_own_hand(sys.argv[1])
    nothing_lost_at_any_moment(sys.argv[1], int(sys.argv[3]) if len(sys.argv) > 3 else 8)
    return 0


if __name__ == "__main__":
    sys.exit(main())

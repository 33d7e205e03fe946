# SPDX-License-Identifier: GPL-3.0-or-later
"""What the traces of a run hold, whatever happened to the run: the numbers of its rounds."""

import re
import struct
import subprocess
from pathlib import Path

TAGS = 30000
STATE = re.compile(rb"<Sendrecv [^<>]* toTag='(\d+)'[^<>]*/>\n")


class Finding(Exception):
    """Something that should not be."""


# btrfs, bcachefs, ZFS, NILFS2, UBIFS: the library does not map files there
COPIERS = {"9123683e", "ca451a4e", "2fc12fc1", "3434", "24051905"}


def is_not_mapped(folder):
    """Whether the file system of the folder copies on write."""
    kind = subprocess.run(["stat", "-f", "-c", "%t", folder], capture_output=True, text=True,
                          check=True)
    return kind.stdout.strip() in COPIERS


def ledger(folder, rank):
    """Process number, and how many calls had returned."""
    path = Path(folder) / f"ledger{rank}"
    data = path.read_bytes() if path.exists() else b""
    return struct.unpack("qq", data) if len(data) == 16 else (0, 0)


def text_of(folder, rank):
    """The text of a rank's trace: the file itself, or frames and the tail that goes on behind them. It
    ends at the first NUL; bytes of the entry in the making may stand behind."""
    return data_of(folder, rank).split(b"\0", 1)[0]


def data_of(folder, rank):
    plain = sorted(Path(folder).glob(f"*_{rank}_0.trc"))
    if plain:
        return plain[0].read_bytes()
    frames = b""
    for path in Path(folder).glob(f"*_{rank}_0.trc.zst"):
        done = subprocess.run(["zstd", "-dcq", path], capture_output=True, check=False)
        frames = done.stdout
    for path in Path(folder).glob(f"*_{rank}_0.trc.tail"):
        with open(path, "rb") as tail:
            tail.seek(len(frames))
            frames += tail.read()
    return frames


def rounds_of(folder, rank):
    """The rounds whose states are in the trace, in the order of the file."""
    return [int(tag) for tag in STATE.findall(text_of(folder, rank))]


def check_rank(folder, rank):
    """Nothing that had returned is missing, nothing is there twice, the order is kept."""
    returned = ledger(folder, rank)[1]
    tags = rounds_of(folder, rank)
    expected = [i % TAGS for i in range(len(tags))]
    if tags != expected:
        wrong = next(i for i, (a, b) in enumerate(zip(tags, expected)) if a != b)
        raise Finding(f"rank {rank}: state {wrong} has tag {tags[wrong]}, not {expected[wrong]}")
    if not returned <= len(tags) <= returned + 1:
        raise Finding(f"rank {rank}: {returned} calls had returned, {len(tags)} are recorded")
    return returned

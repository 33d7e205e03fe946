# SPDX-License-Identifier: GPL-3.0-or-later
"""PLAN files (doc/plan.md) as bytes, to be changed by tests."""

import struct

HEAD, CELL, STRAND, FILE, TYPE, COMMUNICATOR = 232, 128, 72, 32, 32, 16
CELLS, STRANDS, FILES, TYPES, COMMUNICATORS, HINTS, NUMBERS, TEXTS = range(8)


def _checksum(value, content):
    for (word,) in struct.iter_unpack("<Q", content):
        value = ((value ^ word) * 0xff51afd7ed558ccd) & ((1 << 64) - 1)
        value ^= value >> 29
    return value


def damage(plan, change):
    """Change a plan's bytes by change(content, sections), keeping its checksum right."""
    content = bytearray(plan)
    change(content, [struct.unpack_from("<QQ", content, 104 + 16 * i) for i in range(8)])
    struct.pack_into("<Q", content, 24, 0)
    value = _checksum(_checksum(0x9ae16a3b2f90404f, bytes(content[HEAD:])), bytes(content[:HEAD]))
    struct.pack_into("<Q", content, 24, value)
    return bytes(content)


def cells(content, sections):
    """Where each cell is, without those that hold numbers of the one before."""
    at, count = sections[CELLS]
    end = at + CELL * count
    while at < end:
        yield at
        at += CELL * (1 + struct.unpack_from("<I", content, at + 4)[0])

# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads compressed traces (FORMATS A4) by the description of their format; zstd itself by ctypes."""
import ctypes
import os
import struct

import check_index

FRAME = 1 << 20
SKIPPABLE = 0x184D2A5E


def library():
    zstd = ctypes.CDLL("libzstd.so.1")
    for name in ("ZSTD_findFrameCompressedSize", "ZSTD_decompress"):
        getattr(zstd, name).restype = ctypes.c_size_t
    zstd.ZSTD_getFrameContentSize.restype = ctypes.c_ulonglong
    zstd.ZSTD_isError.argtypes = [ctypes.c_size_t]
    zstd.ZSTD_findFrameCompressedSize.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    zstd.ZSTD_getFrameContentSize.argtypes = [ctypes.c_char_p, ctypes.c_size_t]
    zstd.ZSTD_decompress.argtypes = [ctypes.c_char_p, ctypes.c_size_t, ctypes.c_char_p, ctypes.c_size_t]
    return zstd


def split(data):
    """(frames as (bytes, text), seek table or None): the complete frames of a file, each by itself."""
    zstd, frames, at = library(), [], 0
    while at < len(data):
        rest = data[at:at + 4 * FRAME]
        if len(rest) >= 8 and struct.unpack("<I", rest[:4])[0] == SKIPPABLE:
            return frames, data[at:]
        size = zstd.ZSTD_findFrameCompressedSize(rest, len(rest))
        if zstd.ZSTD_isError(size):
            break  # cut
        length = zstd.ZSTD_getFrameContentSize(rest, len(rest))
        if length > FRAME:
            raise ValueError(f"a frame of {length} bytes")
        text = ctypes.create_string_buffer(length)
        if zstd.ZSTD_decompress(text, length, rest, size) != length:
            raise ValueError("a frame that can't be decompressed")
        frames.append((rest[:size], text.raw))
        at += size
    return frames, None


def check_seek_table(table, frames):
    magic, size = struct.unpack("<II", table[:8])
    count, flags, end = struct.unpack("<IBI", table[-9:])
    if (magic, size, end, flags) != (SKIPPABLE, len(table) - 8, 0x8F92EAB1, 0) or len(table) != 17 + 8 * count:
        raise ValueError("the seek table is malformed")
    rows = [struct.unpack("<II", table[8 + 8 * i:16 + 8 * i]) for i in range(count)]
    if rows != [(len(data), len(text)) for data, text in frames]:
        raise ValueError("the seek table does not fit the frames")


def read(path):
    """(text, complete): PATH is X.trc; its frames and, where there is one, its tail."""
    with open(path + ".zst", "rb") as file:
        frames, table = split(file.read())
    text = b"".join(text for _, text in frames)
    check_index.need("NUL in a frame", -1, text.find(b"\0"))
    if table is not None:
        check_seek_table(table, frames)
    if os.path.exists(path + ".tail"):
        with open(path + ".tail", "rb") as tail:
            tail.seek(len(text))
            text += check_index.written(tail.read())
    return text, table is not None

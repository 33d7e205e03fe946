# SPDX-License-Identifier: GPL-3.0-or-later
"""CRC-32C in plain Python, fast enough for many MiB: the text is cut into strips, and a whole column of
them goes through the table at once."""

STRIP = 128
TABLE = []
for byte in range(256):
    crc = byte
    for _ in range(8):
        crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
    TABLE.append(crc)
PLANES = [bytes(crc >> 8 * i & 0xFF for crc in TABLE) for i in range(4)]


def step_by_step(data, crc=0):
    """The remainder, byte by byte, without the two inversions."""
    for one in data:
        crc = crc >> 8 ^ TABLE[(crc ^ one) & 0xFF]
    return crc


# What a strip makes of the remainder of all before it, by its bytes.
BEHIND = [[step_by_step(bytes(STRIP), value << 8 * i) for value in range(256)] for i in range(4)]


def exclusive_or(one, other):
    return (int.from_bytes(one, "little") ^ int.from_bytes(other, "little")).to_bytes(len(one), "little")


def remainders(data):
    """Those of all strips, each by itself."""
    count = len(data) // STRIP
    low, second, third, high = (bytes(count) for _ in range(4))
    for place in range(STRIP):
        index = exclusive_or(low, data[place::STRIP])
        low = exclusive_or(second, index.translate(PLANES[0]))
        second = exclusive_or(third, index.translate(PLANES[1]))
        third = exclusive_or(high, index.translate(PLANES[2]))
        high = index.translate(PLANES[3])
    return zip(low, second, third, high)


def crc32c(data):
    if len(data) < 4:
        return step_by_step(data, 0xFFFFFFFF) ^ 0xFFFFFFFF
    # Beginning with all bits set is the same as to invert the first four bytes; zeros before them
    # change nothing.
    data = exclusive_or(data[:4], b"\xff\xff\xff\xff") + data[4:]
    crc = 0
    for low, second, third, high in remainders(bytes(-len(data) % STRIP) + data):
        crc = (BEHIND[0][crc & 0xFF] ^ BEHIND[1][crc >> 8 & 0xFF] ^ BEHIND[2][crc >> 16 & 0xFF]
               ^ BEHIND[3][crc >> 24] ^ low ^ second << 8 ^ third << 16 ^ high << 24)
    return crc ^ 0xFFFFFFFF


def check():
    """Against the published value, and the two ways against each other."""
    if crc32c(b"123456789") != 0xE3069283 or crc32c(bytes(32)) != 0x8A9136AA:
        raise ValueError("CRC-32C is calculated wrongly")
    text = bytes(i * i % 251 for i in range(3 * STRIP))
    for length in range(len(text)):
        if crc32c(text[:length]) != step_by_step(text[:length], 0xFFFFFFFF) ^ 0xFFFFFFFF:
            raise ValueError(f"CRC-32C of {length} bytes is calculated wrongly")

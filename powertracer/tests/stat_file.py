# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads a statistics file: names of its values, attributes of its group, records."""

import struct
import xml.etree.ElementTree

KINDS = {"INT32": "i", "INT64": "q", "FLOAT": "f", "DOUBLE": "d"}


class StatFile:
    def __init__(self, path):
        content = path.read_bytes()
        length = int(content[:5])
        group = xml.etree.ElementTree.fromstring(content[6:6 + length].decode()).find("Group")
        self.attributes = group.attrib
        self.names = [value.get("name") for value in group]
        form = ">ii" + "".join(KINDS[value.get("type")] for value in group)
        body = content[6 + length:]
        self.start = self._time(*struct.unpack(">ii", body[:8]))
        size = struct.calcsize(form)
        self.records = []
        for begin in range(8, len(body) - size + 1, size):
            fields = struct.unpack(form, body[begin:begin + size])
            self.records.append((self._time(*fields[:2]), dict(zip(self.names, fields[2:]))))

    @staticmethod
    def _time(seconds, nanoseconds):
        return seconds * 10**9 + nanoseconds

    def good(self, name):
        """The values that were measured."""
        return [values[name] for _, values in self.records if values["GAP"] == 0]

    def gaps(self):
        """Lengths of the records where nothing was, in seconds."""
        return [values["ELAPSED_NS"] / 1e9 for _, values in self.records if values["GAP"] == 1]

    def since_gap(self, name):
        """The values that were measured after the last record where nothing was."""
        last = max(i for i, (_, values) in enumerate(self.records) if values["GAP"] == 1)
        return [values[name] for _, values in self.records[last + 1:]]

#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""figure4.py PROJECT-FOLDER csv|json: the messages inside the one Bcast of each rank, in their order."""

import csv
import json
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

COLUMNS = ("rank", "step", "operation", "toRank", "size", "fromRank", "recvSize")


def messages(path):
    """What stands inside the Bcast: its Nested block comes before it."""
    nested = None
    for element in ElementTree.parse(path).getroot():
        if element.tag == "Bcast":
            return list(nested) if nested is not None else []
        nested = element if element.tag == "Nested" else None
    raise SystemExit(f"{path}: there is no Bcast")


def row(rank, step, state):
    received = state.get("recvSize") or (state.get("size") if state.tag == "Recv" else None)
    sent = state.get("size") if state.tag != "Recv" else None
    values = (rank, step, state.tag, state.get("toRank"), sent, state.get("fromRank"), received)
    return {name: int(value) if str(value).isdigit() else value for name, value in zip(COLUMNS, values)}


def main(folder, form):
    paths = {int(path.stem.rsplit("_", 2)[1]): path for path in Path(folder).glob("*_0.trc")}
    if not paths:
        raise SystemExit(f"{folder}: there is no trace")
    rows = [row(rank, step, state) for rank in sorted(paths)
            for step, state in enumerate(messages(paths[rank]), 1)]
    if form == "json":
        print(json.dumps(rows))
        return
    writer = csv.DictWriter(sys.stdout, COLUMNS, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)


if __name__ == "__main__":
    main(*sys.argv[1:])

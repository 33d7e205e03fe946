#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes the run that the HDTrace paper measured (section 7) as a project: observed.py FOLDER

7.79 s of computation in 20 iterations, progress of 4 bytes and of 64 KiB in each, which took 1.2 and 69 ms, and four checkpoints
of 8.17 to 10.6 s: 46.8 s. How long each single checkpoint took isn't told; they are spread over that range with the mean that the
run leaves for them. Times are those of the paper, so nothing of the files has to be there.
"""

import sys
from pathlib import Path

ITERATIONS = 20
COMPUTATION = 7.79 / ITERATIONS
NUMBER, NUMBER_SECONDS = 4, 0.0012
PROGRESS, PROGRESS_SECONDS = 65536, 0.069
CHECKPOINT = 8009 * 8009 * 8
CHECKPOINT_SECONDS = [8.17, 9.15, 9.68, 10.6]
OPENING_SECONDS = 0.0001

FILE = """  <File name="{}">
   <InitialSize>0</InitialSize>
   <Distribution implementation="de.hd.pvs.piosim.model.inputOutput.distribution.SimpleStripe">
    <ChunkSize>64K</ChunkSize>
   </Distribution>
  </File>
"""
PROJECT = """<?xml version="1.0" encoding="UTF-8"?>
<Application name="pde">
 <Description>The PDE solver of the HDTrace paper, section 7, as measured</Description>
 <FileList>
{} </FileList>
 <Topology>
  <Level type="Hostname">
   <Level type="Rank">
    <Level type="Thread"/>
   </Level>
  </Level>
  <Node name="client">
   <Node name="0">
    <Node name="0"/>
   </Node>
  </Node>
 </Topology>
 <CommunicatorList>
  <Communicator name="WORLD" gid="0:0">
   <Rank global="0" local="0" cid="0"/>
  </Communicator>
 </CommunicatorList>
 <Datatypes>
  <Rank name="0" thread="0">
   <NAMED id="0" name="MPI_BYTE"/>
  </Rank>
 </Datatypes>
 <ExternalStatistics></ExternalStatistics>
</Application>
"""


def text(nanoseconds):
    return f"{nanoseconds // 10**9}.{nanoseconds % 10**9:09}"


class Trace:
    """The calls of the only rank, one after the other."""

    def __init__(self):
        self.now = 0  # nanoseconds
        self.lines = ["<Program timeAdjustment='0' rank='0' thread='0'>"]

    def call(self, function, seconds, **attributes):
        words = "".join(f" {key}='{value}'" for key, value in attributes.items())
        begin = self.now
        self.compute(seconds)
        self.lines.append(f"<{function}{words} time='{text(begin)}' end='{text(self.now)}'/>")

    def compute(self, seconds):
        self.now += round(seconds * 1e9)

    def write(self, file, offset, size, seconds):
        self.call("File_write_at", seconds, fid=file, offset=offset, size=size, count=size, tid=0)


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__ if sys.argv[1:] in (["-h"], ["--help"]) else "observed.py: expected one folder; see --help")
    folder = Path(sys.argv[1])
    files, trace, offset = ["progress.dat"], Trace(), 0
    trace.call("Init", OPENING_SECONDS)
    trace.call("File_open", OPENING_SECONDS, cid=0, name=files[0], flags=5, fid=0)
    for iteration in range(ITERATIONS):
        trace.compute(COMPUTATION)
        for size, seconds in ((NUMBER, NUMBER_SECONDS), (PROGRESS, PROGRESS_SECONDS)):
            trace.write(0, offset, size, seconds)
            offset += size
        number, rest = divmod(iteration + 1, ITERATIONS // len(CHECKPOINT_SECONDS))
        if rest == 0:
            files.append(f"checkpoint-{number}.dat")
            trace.call("File_open", OPENING_SECONDS, cid=0, name=files[-1], flags=5, fid=number)
            trace.write(number, 0, CHECKPOINT, CHECKPOINT_SECONDS[number - 1])
            trace.call("File_close", OPENING_SECONDS, fid=number)
    trace.call("File_close", OPENING_SECONDS, fid=0)
    trace.call("Finalize", OPENING_SECONDS)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pde_client_0_0.trc").write_text("\n".join([*trace.lines, "</Program>", ""]))
    (folder / "pde_client_0_0.info").write_text("")
    (folder / "pde.proj").write_text(PROJECT.format("".join(FILE.format(name) for name in files)))


if __name__ == "__main__":
    main()

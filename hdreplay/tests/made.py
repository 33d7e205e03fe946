# SPDX-License-Identifier: GPL-3.0-or-later
"""A run of two ranks, written by hand: rank 0 writes and tells rank 1, which reads."""

PROJECT = """<?xml version="1.0"?>
<Application name="made">
 <FileList><File name="out"><InitialSize>0</InitialSize></File></FileList>
 <CommunicatorList><Communicator name="WORLD">
  <Rank global="0" local="0" cid="0"/><Rank global="1" local="1" cid="0"/>
 </Communicator></CommunicatorList>
 <Datatypes><Rank name='0' thread='0'><NAMED id='0' name='MPI_BYTE'/></Rank>
  <Rank name='1' thread='0'><NAMED id='0' name='MPI_BYTE'/></Rank></Datatypes>
</Application>
"""
OPEN = "<File_open cid='0' name='out' fid='0' oid='0' flags='9' fileSize='0'"
CLOSE = "<File_close fid='0' oid='0' fileSize='100'"
WRITE = "<File_write_at fid='0' oid='0' offset='{at}' absOffset='{at}' size='100' bytes='100' count='100' tid='0'"
READ = "<File_read_at fid='0' oid='0' offset='0' absOffset='0' size='100' bytes='100' count='100' tid='0'"
SEND = "<Send toRank='1' toTag='3' cid='0' size='8'"
RECEIVE = "<Recv fromRank='0' fromTag='3' cid='0' size='8'"
# rank by rank: call, its begin and end in ms
RUN = (((OPEN, 0, 1), (WRITE.format(at=0), 2, 4), (WRITE.format(at=100), 5, 9), (SEND, 10, 11), (CLOSE, 30, 31)),
       ((OPEN, 0, 1), (RECEIVE, 1, 11), (READ, 12, 20), (CLOSE, 29, 31)))


def seconds(ms):
    return f"{1 + ms / 1000:.9f}"


def state(call, begin, end):
    return f"{call} time='{seconds(begin)}' end='{seconds(end)}'/>"


def write(folder, ranks):
    """A project of these states, rank by rank."""
    folder.mkdir()
    (folder / "made.proj").write_text(PROJECT)
    for rank, lines in enumerate(ranks):
        (folder / f"made_a_{rank}_0.trc").write_text("\n".join([
            f"<Program timeAdjustment='100' version='3' rank='{rank}' thread='0'>",
            "<Init time='0.5' end='0.6'/>", *lines, "</Program>\n"]))


def write_run(folder):
    write(folder, [[state(*call) for call in rank] for rank in RUN])

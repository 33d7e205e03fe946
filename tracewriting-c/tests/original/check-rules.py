#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check-rules.py CHECKER: a project that breaks no rule of FORMATS part B is accepted, and for every rule
one that breaks it is refused with that rule's name."""
import os, re, struct, subprocess, sys, tempfile

PROJECT = """<?xml version="1.0" encoding="UTF-8"?>
<Application name="app"><Description></Description>
<FileList><File name="out.dat"><InitialSize>0</InitialSize>
<Distribution implementation="de.hd.pvs.piosim.model.inputOutput.distribution.SimpleStripe"><ChunkSize>64K</ChunkSize>
</Distribution></File></FileList>
<Topology><Level type="Hostname"><Level type="Rank"><Level type="Thread"></Level></Level></Level>
<Node name="n1"><Node name="0"><Node name="0"/></Node></Node></Topology>
<CommunicatorList><Communicator name="WORLD"><Rank global="0" local="0" cid="0"/></Communicator>
<Communicator name=""><Rank global="0" local="0" cid="1"/></Communicator></CommunicatorList>
<Datatypes><Rank name="0" thread="0"><NAMED id="0" name="MPI_INT"/>
<CONTIGUOUS id="1" name="" count="3" oldType="0"/>
<VECTOR id="2" name="" count="3" blocklength="2" stride="5" oldType="0"/>
<STRUCT id="3" name="" count="1"><Type id="2" displacement="0" blocklen="1"/></STRUCT>
<SUBARRAY id="4" name="" ndims="1" order="MPI_ORDER_C" oldType="0"><Dimension size="9" subsize="2" start="0"/></SUBARRAY>
</Rank></Datatypes>
<ExternalStatistics><Energy/></ExternalStatistics>
</Application>
"""
TRACE = """<Program timeAdjustment='1300000000' processorSpeedinMHZ='2300' processorModelName='CPU X'>
<Nested>
\t<Send size='4' count='1' tid='0' toRank='0' toTag='2' cid='1'  time='0.251003' end='0.251010'/>
</Nested>
<Bcast size='4' rootRank='0' cid='0' count='1' tid='0'  time='0.250999' end='0.251020'/>
<Event name='mark' time='0.251021'/>
<File_open cid='0' name='out.dat' flags='0' fid='0'  time='0.260000' end='0.270000'>
\t<Info key='k' value='v'/>
</File_open>
</Program>

"""
HEADER = """<Statistics>
<TopologyNode>
  <Label value="n1" />
</TopologyNode>
<Group name="Energy" timestampDatatype="EPOCH" timeAdjustment="-0000000000.000000000">
  <Value name="N" type="INT32" unit="#"/>
  <Value name="P" type="DOUBLE" unit="W" grouping="Power"/>
</Group>
</Statistics>
"""
RELATION = """<relation version="1" hostID="n1" localToken="4711" topologyNumber="0" timeAdjustment="1300000000">
<rel t="0" time="0.100000"/><s name="io" t="0" time="0.100001"/><e t="0" time="0.100900"><x v='3'/></e>
<rel t="1" time="0.100901" p="0:0"/><un t="1" time="0.100901"/><un t="0" time="0.100902"/></relation>
"""
FRAGMENT = """File name="out.dat" Size=0 id=0
Comm map='0->0;' id=0 name='WORLD'
Type id='0' combiner='MPI_COMBINER_NAMED' name='MPI_INT'
Type id='2' combiner='MPI_COMBINER_VECTOR' name='' integers='3;2;5;' addresses='' types='0;'
"""


def statistics(header=HEADER, stamps=(10, 11, 12), power=1.5, digits="%05d", start=True, cut=0):
    body = b"" if not start else struct.pack(">ii", stamps[0], 0)
    for stamp in stamps[1:]:
        body += struct.pack(">iiid", stamp, 5, 7, power)
    return (digits % len(header) + "\n" + header).encode() + body[:len(body) - cut]


def project():
    return {"app.proj": PROJECT, "app_n1_0_0.trc": TRACE, "app_n1_Energy.stat": statistics(),
            "app_n1_0_0.rel": RELATION, "app_n1_0_0.info": FRAGMENT, "app_n1_0_0.trc.idx": struct.pack(">iiii", 1, 2, 3, 4)}


def change(name, old, new):
    def apply(files):
        assert old in files[name], old
        files[name] = files[name].replace(old, new)
    return apply


def proj(old, new):
    return change("app.proj", old, new)


def trc(old, new):
    return change("app_n1_0_0.trc", old, new)


def state(start, children=""):
    """One more state at the trace's end."""
    name = start.split()[0]
    return trc("</Program>", f"<{start} time='0.300000' end='0.400000'>{children}</{name}>\n</Program>")


def rel(old, new):
    return change("app_n1_0_0.rel", old, new)


def info(old, new):
    return change("app_n1_0_0.info", old, new)


def stat(**arguments):
    return lambda files: files.update({"app_n1_Energy.stat": statistics(**arguments)})


def header(old, new):
    assert old in HEADER, old
    return stat(header=HEADER.replace(old, new))


def add(name, content):
    return lambda files: files.update({name: content})


def remove(name):
    return lambda files: files.pop(name)


# Rule, whether it needs --strict, the breach.
CASES = [
    ("N1", False, proj('<Node name="n1">', '<Node name="n_1">')),
    ("N1", False, proj("<Energy/>", "<My_Energy/>")),
    ("N1", False, lambda files: files.update({"my_app.proj": files.pop("app.proj")})),
    ("N2", True, add("app_n1_1_0.trc", TRACE)),
    ("N2", True, add("app_n1_Other.stat", statistics(HEADER.replace("Energy", "Other")))),
    ("N2", True, add("app_n1_7_0.info", FRAGMENT)),
    ("N3", False, add("app_n1_0_0.trc.zst", "")),
    ("N3", False, add("app_n1_0_0.ring", "")),
    ("N4", True, lambda files: [files.pop("app_n1_0_0.trc"), files.pop("app_n1_0_0.rel")]),
    ("N5", True, add("app_n1_1_0.trc.idx", struct.pack(">iiii", 1, 2, 3, 4))),
    ("P1", False, proj("</Application>", "")),
    ("P1", False, proj("Application", "Project")),
    ("P1", False, proj("<Application name", "<!DOCTYPE a [<!ENTITY e 'x'>]><Application name")),
    ("P2", False, lambda files: files.update({"app.proj": re.sub("<Topology>.*</Topology>", "", PROJECT, flags=re.S)})),
    ("P3", True, proj('Level type="Rank"', 'Level name="Rank"')),
    ("P4", False, proj('<Level type="Rank"><Level type="Thread"></Level></Level>',
                       '<Level type="Rank"></Level><Level type="Thread"></Level>')),
    ("P5", True, proj('<Node name="0"/>', '<Node value="0"/>')),
    ("P6", False, proj('<Node name="0"/>', '<Node name="0"><Node name="x"/></Node>')),
    ("P7", True, proj('<Node name="n1"><Node name="0">', '<Node name="n1"><Node name="main"/><Node name="0">')),
    ("P8", False, proj('<File name="out.dat">', "<File>")),
    ("P9", False, proj("Distribution implementation", "Distribution kind")),
    ("P9", True, proj("Distribution implementation", "Distribution class")),
    ("P9", False, proj("de.hd.pvs.piosim.model.inputOutput.distribution.SimpleStripe", "simple stripe")),
    ("P10", False, proj("64K", "many")),
    ("P10", False, proj("<InitialSize>0", "<InitialSize>-1")),
    ("P11", False, proj('cid="1"', 'cid="-1"')),
    ("P11", False, proj(' local="0" cid="1"', ' cid="1"')),
    ("P12", False, proj('cid="1"', 'cid="0"')),
    ("P13", False, proj("MPI_INT", "MPI_UNSIGNED")),
    ("P13", False, proj("</Rank></Datatypes>", '<INDEXED id="5" name="" count="0" oldType="0"/></Rank></Datatypes>')),
    ("P13", False, proj("</Rank></Datatypes>", '<DUP id="5" name="" oldType="0"/></Rank></Datatypes>')),
    ("P13", False, proj("</Rank></Datatypes>", '<RESIZED id="5" name="" oldType="0"/></Rank></Datatypes>')),
    ("P13", False, proj("</Rank></Datatypes>", '<DARRAY id="5" name=""/></Rank></Datatypes>')),
    ("P14", False, proj(' stride="5"', "")),
    ("P14", False, proj('count="3" oldType', 'count="3000000000" oldType')),
    ("P14", False, proj('subsize="2" ', "")),
    ("P14", False, proj("<Dimension", "<Block")),
    ("P14", False, proj("MPI_ORDER_C", "C")),
    ("P14", False, proj(' order="MPI_ORDER_C"', "")),
    ("P15", False, proj('oldType="0"><Dim', 'oldType="7"><Dim')),
    ("P15", False, proj('<Type id="2"', '<Type id="3"')),
    ("P16", True, proj("</Rank></Datatypes>", '<HVECTOR id="5" name=""/></Rank></Datatypes>')),
    ("P17", False, proj('<Rank name="0" thread="0">', '<Rank name="main" thread="0">')),
    ("P18", True, proj('"WORLD"', '"ALL"')),
    ("P18", True, proj('Level type="Thread"', 'Level type="Layer"')),
    ("P19", True, proj('<Communicator name="">', "<Communicator>")),
    ("P20", True, proj("<ChunkSize>64K</ChunkSize>\n</Distribution>", "</Distribution><ChunkSize>64K</ChunkSize>")),
    ("P21", True, proj('<STRUCT id="3" name="" count="1">', '<STRUCT id="3" name="" count="2">')),
    ("P21", True, proj('ndims="1"', 'ndims="2"')),
    ("P22", True, proj('<VECTOR id="2"', '<VECTOR id="1" name="" count="1" blocklength="1" stride="1" oldType="0"/><VECTOR id="2"')),
    ("P23", True, proj("<Energy/>", '<Energy><Value name="P" type="FLOAT"/></Energy>')),
    ("P24", True, proj('<Node name="0"/>', '<Node name="0"/><Node name="0"/>')),
    ("T1", False, trc("</Program>", "")),
    ("T1", False, trc("</Nested>", "<Nested/>")),
    ("T1", False, trc("'out.dat'", "'o'ut.dat'")),
    ("T1", False, trc("'out.dat'", "'&nbsp;'")),
    ("T1", False, trc("'out.dat'", "'&#1;'")),
    ("T1", False, trc("</Program>\n", "</Program>\n\0\0")),
    ("T2", False, trc("Program", "Trace")),
    ("T3", True, trc("<Program ", "<Program version='3' ")),
    ("T4", True, trc(" timeAdjustment='1300000000'", "")),
    ("T4", True, trc("'1300000000'", "'1300000000.5s'")),
    ("T4", True, trc("'1300000000'", "'1300000000s'")),
    ("T5", False, trc("1300000000", "2147483648")),
    ("T5", False, trc("='2300'", "='fast'")),
    ("T5", False, trc("'0.251010'", "'0.2510100000'")),
    ("T5", False, trc("time='0.250999'", "time='-0.250999'")),
    ("T6", True, trc("'0.251010'", "'0.251010000'")),
    ("T7", False, trc("end='0.270000'", "end='0.250000'")),
    ("T8", False, trc("time='0.260000'", "time='0.150000'")),
    ("T9", True, trc("time='0.250999'", "time='0.251009'")),
    ("T10", True, trc("end='0.251020'/>", "end='0.251020'><Info key='k' value='v'/></Bcast>")),
    ("T11", False, trc("name='mark'", "name='m'")),
    ("T12", False, trc("</Program>", "<Nested><A time='0.3' end='0.4'/></Nested></Program>")),
    ("T13", False, trc("<Bcast", "<Nested></Nested><Bcast")),
    ("T14", False, trc(" end='0.251020'", "")),
    ("T14", False, trc("<Event name='mark'", "<Event")),
    ("T15", True, trc(" rootRank='0'", "")),
    ("T15", True, trc(" toTag='2'", "")),
    ("T15", True, trc("<Info key='k' value='v'/>", "<Info value='k'/>")),
    ("T15", True, state("File_delete name='a'")),
    ("T15", True, state("File_read_all_begin fid='0'")),
    ("T15", True, state("File_read_at_all_begin fid='0' rid='1'")),
    ("T15", True, state("File_write_at_all_begin fid='0'")),
    ("T15", True, state("File_read_all_begin fid='0' rid='1'", "<Data offset='0' size='1' count='1'/>")),
    ("T15", True, state("File_write_ordered_begin fid='0' rid='1'", "<Data size='1' count='1' tid='0'/>")),
    ("T15", True, state("File_read_ordered_begin fid='0' rid='1'", "<Data offset='0' size='1' tid='0'/>")),
    ("T15", True, state("File_write_ordered_begin fid='0' rid='1'")),
    ("T15", True, state("File_read_all_begin fid='0' rid='1'")),
    ("T15", True, state("Alltoallv cid='0'")),
    ("T15", True, state("Reduce_scatter cid='0'")),
    ("T15", True, state("Waitall", "<For/>")),
    ("T15", True, state("Test", "<From rid='1'/>")),
    ("T15", True, state("Alltoallv cid='0'", "<Send rank='0' size='1' count='1'/>")),
    ("T15", True, state("Reduce_scatter cid='0'", "<Recv size='1' count='1' tid='0'/>")),
    ("T16", True, trc("cid='1'", "cid='5'")),
    ("T16", True, trc("tid='0' toRank", "tid='9' toRank")),
    ("T16", True, trc("out.dat", "other.dat")),
    ("T17", True, trc("<Program ", "<?xml version='1.0'?><Program ")),
    ("T18", False, state("Program")),
    ("T19", True, state("File_read_all_end fid='0'")),
    ("S1", False, stat(digits="x%d")),
    ("S1", True, stat(digits="%d")),
    ("S2", False, header("</Statistics>\n", "</Statistics>")),
    ("S3", False, header("</Group>", "")),
    ("S4", False, header('"Energy"', '"Power"')),
    ("S4", False, header("</Group>\n", "</Group>\n" + HEADER[HEADER.index("<Group"):HEADER.index("</Statistics")])),
    ("S5", False, header("EPOCH", "NANOS")),
    ("S5", False, header('timestampDatatype="EPOCH"', 'timestampDatatype="EPOCH" timeResulution="Seconds"')),
    ("S6", True, header("-0000000000.000000000", "+1242562359.600000000")),
    ("S7", False, header("INT32", "UINT64")),
    ("S7", True, header("INT32", "STRING")),
    ("S7", False, header('Value name="N"', 'Value label="N"')),
    ("S8", True, header("<Value name=\"N\"", "<Statistics name=\"N\"")),
    ("S8", True, header('unit="#"', 'unit="#" multiplier="1"')),
    ("S9", False, proj("<Energy/>", "<Energy/><EnergyOfTheWholeNode/>")),
    ("S9", True, header('unit="#"', 'unit="0123456789"')),
    ("S9", False, header('"Energy"', '"EnergyOfTheWholeNode"')),
    ("S10", False, stat(header=HEADER.replace("</Group>", '<Value name="x" type="INT32"/>' * 255 + "</Group>"))),
    ("S11", False, stat(cut=3)),
    ("S12", True, stat(start=False)),
    ("S13", False, stat(stamps=(10, 12, 11))),
    ("S14", True, stat(power=float("nan"))),
    ("S15", True, stat(stamps=(10,))),
    ("S16", True, header('<Label value="n1" />', '<Label value="n2" />')),
    ("S16", True, header(HEADER[HEADER.index("<Topo"):HEADER.index("<Group")], "")),
    ("L1", False, rel("</relation>", "")),
    ("L2", False, rel('version="1"', 'version="2"')),
    ("L2", False, rel(' hostID="n1"', "")),
    ("L2", False, rel('localToken="4711"', 'localToken="here"')),
    ("L2", False, rel('topologyNumber="0"', 'topologyNumber="-1"')),
    ("L2", False, rel('"1300000000"', '"soon"')),
    ("L3", False, rel(' time="0.100900"', "")),
    ("L4", False, rel('<rel t="1"', '<rel t="2"')),
    ("L5", False, rel('p="0:0"', 'p="0:0" l="1:0:0"')),
    ("L5", False, rel('p="0:0"', 'r="0:0"')),
    ("L6", False, rel('<un t="1"', '<un t="7"')),
    ("L7", False, rel('<s name="io"', "<s")),
    ("L8", False, rel('<s name="io" t="0" time="0.100001"/>', "")),
    ("L8", False, rel("<e t=\"0\" time=\"0.100900\"><x v='3'/></e>", "")),
    ("L9", False, rel("<un ", "<end ")),
    ("L10", True, rel('<un t="0" time="0.100902"/>', "")),
    ("L11", False, rel('time="0.100900"', 'time="0.100000"')),
    ("L12", True, rel(RELATION[RELATION.index("<rel t"):RELATION.index("</relation")], "")),
    ("I1", False, info("Comm map", "Comm; map")),
    ("I2", True, info("map='0->0;' ", "")),
    ("I3", False, info("types='0;'", "types='1;'")),
    ("I4", False, info("map='0->0;'", "map='0:0;'")),
    ("I4", False, info("integers='3;2;5;'", "integers='3;2;5'")),
    ("I4", False, info("types='0;'", "types='0;x;'")),
    ("X1", False, add("app_n1_0_0.trc.idx", "HDTI" + "\0" * 12)),
    ("X1", False, add("app_n1_0_0.trc.idx", struct.pack(">iii", 1, 2, 3))),
    ("X2", False, add("app_n1_0_0.trc.idx", struct.pack(">7i", 1, 2, 3, 4, 2, 2, 5))),
    ("X2", False, add("app_n1_0_0.trc.idx", struct.pack(">7i", 1, 2, 3, 4, 2, 5, 3))),
    ("X2", False, add("app_n1_0_0.trc.idx", struct.pack(">4i", 1, 2, 3, -4))),
]


# What is as the original writes it, and no trap either.
ACCEPTED = [
    state("Waitall", "<For rid='0'/><For rid='1'/>"),
    state("Wait"),
    state("File_read_ordered_begin fid='0' rid='1' err='MPI_ERR_TYPE'"),
    state("Alltoallv cid='0'", "<Send rank='0' size='1' count='1' tid='0'/>"),
    state("Reduce_scatter cid='0'", "<Recv rank='0' size='1' count='1' tid='0'/>"),
    state("File_delete fid='0' name='a'", "<EmptyInfo key='k'/>"),
    state("File_write_all_begin fid='0' rid='1'", "<Data offset='0' size='1' count='1' tid='0'/>"),
    state("File_read_ordered_begin fid='0' rid='1'", "<Data offset='0' size='1' count='1' tid='0'/>"),
    state("own", "<anything a='1'/>"),
    info("types='0;'", "types=''"),
    info("Type id='2'", "Comm map='0->0;1->1;' id=1 name=''\nType id='2'"),
    add("app_n1_Energy.stat.idx", struct.pack(">7i", 1, 2, 3, 4, 2, 3, 16)),
    rel('time="0.100900"', 'time="0.100001"'),
]


def run(checker, files, *options):
    with tempfile.TemporaryDirectory() as work:
        for name, content in files.items():
            with open(os.path.join(work, name), "wb") as file:
                file.write(content if isinstance(content, bytes) else content.encode())
        done = subprocess.run([checker, *options, work], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout


def main():
    checker = sys.argv[1]
    failed = 0
    status, output = run(checker, project(), "--strict")
    if status != 0 or "0 errors, 0 traps" not in output:
        print("the project without a breach is refused:\n" + output)
        failed += 1
    for number, variant in enumerate(ACCEPTED):
        files = project()
        variant(files)
        status, output = run(checker, files, "--strict")
        if status != 0 or "0 errors, 0 traps" not in output:
            print(f"accepted {number} is refused:\n{output}")
            failed += 1
    for number, (rule, strict, breach) in enumerate(CASES):
        files = project()
        breach(files)
        loose, output = run(checker, files)
        tight, strict_output = run(checker, files, "--strict")
        kind = "trap" if strict else "error"
        if loose != (0 if strict else 1) or tight != 1 or f" {kind} {rule}: " not in output or \
                f" error {rule}: " not in strict_output:
            print(f"case {number}, rule {rule}: exit {loose} and {tight}\n{output}")
            failed += 1
    if run(checker, {})[0] != 2:
        print("a folder without project is not refused as input")
        failed += 1
    print(f"{len(ACCEPTED)} accepted, {len(CASES)} breaches of {len({rule for rule, _, _ in CASES})} rules, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())

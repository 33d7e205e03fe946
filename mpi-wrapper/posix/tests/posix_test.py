#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""posix_test.py CASE LIBRARY PROGRAMS: what a preloaded libhdposix leaves of a program that does known I/O, and that
the program does the same without it. CASE is a function below."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree

LIBRARY = PROGRAMS = None
STACK_BYTES = 10240  # a tracer may take, of a thread's stack


class State:
    """One state, with the states inside it."""

    def __init__(self, element, inside):
        self.name = element.tag
        self.values = element.attrib
        self.inside = inside

    def __getitem__(self, key):
        return self.values[key]

    def get(self, *keys):
        return tuple(self.values.get(key) for key in keys)


def states_of(element):
    """States and events of a Program or Nested element: Nested stands before what it belongs to."""
    found, inside = [], []
    for child in element:
        if child.tag == "Nested":
            inside = states_of(child)
        else:
            found.append(State(child, inside))
            inside = []
    return found


def read_trace(path):
    data = path.read_bytes().split(b"\0")[0].rstrip()
    if not data.endswith(b"</Program>"):  # as a crash leaves it
        data += b"</Program>"
    return states_of(ElementTree.fromstring(data))


def run(folder, command, traced=True, library=None, **options):
    environment = {k: v for k, v in os.environ.items() if not k.startswith("HDTRACE_")}
    if traced:
        traces = folder / "traces"
        traces.mkdir(exist_ok=True)
        environment["HDTRACE_PREFIX"] = str(traces) + "/"
        environment["LD_PRELOAD"] = library or LIBRARY
    environment.update(options.pop("environment", {}))
    return subprocess.run([str(word) for word in command], env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=90, check=False, **options)


def traces(folder, project):
    """The traces of a project by thread."""
    found = {}
    for path in sorted((folder / "traces").glob(f"{project}_*_*_*.trc")):
        found[path.stem.rsplit("_", 1)[1]] = read_trace(path)
    return found


def names(folder, project):
    """Names of files by number, from the fragment."""
    found = {}
    for path in (folder / "traces").glob(f"{project}_*_0_0.info"):
        for line in path.read_text().splitlines():
            if line.startswith("File name="):
                found[line.split(" id=")[1]] = line.split('"')[1]
    return found


def check(condition, what):
    if not condition:
        sys.exit(f"not as expected: {what}")


def program(name):
    return pathlib.Path(PROGRAMS) / f"posix-{name}"


def run_both(folder, name, *arguments):
    """Run a program without and with the tracer: status and output are the same. The trace of its one thread."""
    results = []
    for traced in (False, True):
        place = folder / ("traced" if traced else "plain")
        place.mkdir()
        results.append(run(folder, [program(name), place, *arguments], traced))
    check(results[0].returncode == 0, results[0])
    check([r.returncode for r in results] == [0, 0], results[1])
    check(results[0].stdout == results[1].stdout and results[0].stderr == results[1].stderr, results)
    return traces(folder, f"posix-{name}")


def basic(folder):
    """Descriptors: every attribute."""
    threads = run_both(folder, "basic")
    check(list(threads) == ["0"], threads)
    file = names(folder, "posix-basic")
    states = threads["0"]
    first = states[0]
    check(first.name == "open" and first.get("amode", "existed", "fileSize", "oid") ==
          ("RDWR|CREAT|TRUNC", "0", "0", "0"), first.values)
    check(file[first["fid"]] == str(folder / "traced" / "basic.dat"), file)
    moves = [(s.name,) + s.get("offset", "size", "bytes", "err") for s in states if "bytes" in s.values]
    check(moves == [("write", "0", "100", "100", None), ("pwrite", "200", "50", "50", None),
                    ("read", "10", "20", "20", None), ("read", "30", "300", "220", None),
                    ("pread", "5", "10", "10", None), ("write", "250", "7", "7", None),
                    ("read", "257", "7", "0", "EBADF")], moves)
    seek = next(s for s in states if s.name == "lseek")
    check(seek.get("whence", "relative-offset", "offset") == ("End", "-240", "10"), seek.values)
    closed = [s.get("oid", "fileSize") for s in states if s.name == "close"]
    check(closed == [("0", "250"), ("1", "257")], closed)
    missing = next(s for s in states if s.get("err") == ("ENOENT",))
    check(missing.name == "open" and "oid" not in missing.values, missing.values)
    check(file[missing["fid"]].endswith("/missing/basic.dat"), file)
    check(missing["name"] == file[missing["fid"]] and first["name"] == file[first["fid"]], "names in states")


def moves_of(states):
    return [(s.name,) + s.get("offset", "size", "bytes") for s in states if "bytes" in s.values]


def stdio(folder):
    """Streams: offsets and bytes as the program sees them, whatever is buffered."""
    states = run_both(folder, "stdio")["0"]
    moves = moves_of(states)
    expected = [("fprintf", "0", None, "7"), ("fputs", "7", "6", "6"), ("fputc", "13", "1", "1"),
                ("putc", "14", "1", "1"), ("fwrite", "15", "70", "70"),
                ("fgets", "0", "50", "7"), ("fgetc", "7", "1", "1"), ("fgets", "7", "50", "6"),
                ("getdelim", "13", None, "2"), ("fread", "15", "77", "70"), ("fscanf", "0", None, "6"),
                ("fputs", "85", "3", "3"), ("printf", None, None, "16")]
    # a compiler may call fwrite or fputc for fputs, and getdelim for getline
    names_of_both = [(m[0].lstrip("v"), e[0]) for m, e in zip(moves, expected)]  # a sanitizer calls vfprintf
    check(len(moves) == len(expected) and all(m == e or e == "fputs" for m, e in names_of_both), names_of_both)
    check([m[1:] for m in moves] == [e[1:] for e in expected], moves)
    opened = [s.get("mode", "amode", "existed", "fileSize") for s in states if s.name == "fopen"]
    check(opened == [("w+", "RDWR|CREAT|TRUNC", "0", "0"), ("r", "RDONLY", None, "85"),
                     ("a", "WRONLY|CREAT|APPEND", "1", "85"), ("r", "RDONLY", None, None)], opened)
    closed = [s["fileSize"] for s in states if s.name == "fclose"]
    check(closed == ["85", "85", "88"], closed)
    seek = next(s for s in states if s.name == "fseek")
    check(seek.get("whence", "relative-offset", "offset") == ("Cur", "-85", "0"), seek.values)


def others(folder):
    """Pieces, duplicates, copies, maps and names."""
    states = run_both(folder, "others")["0"]
    file = names(folder, "posix-others")
    moves = moves_of(states)
    check(moves == [("writev", "0", "11", "11"), ("pwritev", "100", "11", "11"), ("preadv", "102", "5", "5"),
                    ("readv", "3", "11", "11"), ("copy_file_range", "0", "3000", "3000"),
                    ("splice", "0", "10", "10"), ("splice", None, "10", "10")], moves)
    spliced = [s["toOffset"] for s in states if s.name == "splice" and "offset" not in s.values]
    check(spliced == ["100"], spliced)
    copy = next(s for s in states if s.name == "copy_file_range")
    check(file[copy["toFid"]].endswith("/copy.dat") and copy["toOffset"] == "0", copy.values)
    oids = {s["oid"] for s in states if s.name in ("writev", "readv", "preadv", "pwritev", "dup", "fcntl")}
    check(oids == {states[0]["oid"]}, oids)
    ranges = [(s.name,) + s.get("offset", "size") for s in states if s.name in ("ftruncate", "mmap", "msync", "munmap")]
    check(ranges == [("ftruncate", None, "8192"), ("mmap", "4096", "4096"), ("msync", "4096", "4096"),
                     ("munmap", "4096", "4096")], ranges)
    by_name = [(s.name, file[s["fid"]].rsplit("/", 1)[1].split("-")[0]) for s in states
               if s.name in ("rename", "truncate", "unlink", "remove", "mkstemp")]
    check(by_name == [("rename", "copy.dat"), ("truncate", "moved.dat"), ("unlink", "moved.dat"),
                      ("mkstemp", "temporary"), ("remove", "temporary")], by_name)


def threads(folder):
    """One trace per thread; every byte is there, also of a thread that is inside a call at the end."""
    found = run_both(folder, "threads")
    check(sorted(found) == ["0", "1", "2", "3", "4"] or sorted(found) == ["0", "1", "2", "3", "4", "5"], sorted(found))
    sums = {}
    for thread in found.values():
        for state in thread:
            if state.name == "write":
                check(state["bytes"] == state["size"], state.values)
                sums[state["fid"]] = sums.get(state["fid"], 0) + int(state["bytes"])
    check(sorted(sums.values()) == [2000, 2200, 2400, 2600], sums)
    offsets = sorted(int(s["offset"]) for t in found.values() for s in t if s.name == "pwrite")
    check(offsets == [64 * i for i in range(800)], "offsets of pwrite")
    for thread in found.values():
        places = [int(s["offset"]) for s in thread if s.name == "write"]
        step = places[1] if len(places) > 1 else 0
        check(places == [step * i for i in range(len(places))], places)


def family(folder):
    """Each process has a project of its own, and what a vfork child does is nobody's."""
    states = run_both(folder, "family")["0"]
    moves = moves_of(states)
    check(moves == [("write", "0", "6", "6"), ("write", "11", "5", "5")], moves)
    check([s.name for s in states] == ["open", "write", "write", "lseek", "close"], [s.name for s in states])
    place = folder / "traces"
    projects = {p.name.split("_")[0] for p in place.glob("*.trc")}
    child = sorted(p for p in projects if p.startswith("posix-family-"))
    most = 2 if "tsan" in LIBRARY else 1  # whose vfork is a fork
    check(1 <= len(child) <= most and "sh" in projects, projects)
    inherited = next(states for states in (traces(folder, p)["0"] for p in child) if any(s.name == "write" for s in states))
    check([s.name for s in inherited] == ["Event", "write"], inherited)
    check(inherited[1].get("offset", "bytes") == ("6", "5"), inherited[1].values)
    shell = traces(folder, "sh")["0"]
    check(("write", "0", "13", "13") in moves_of(shell), moves_of(shell))
    check((folder / "traced" / "shell.dat").read_text() == "by the shell\n", "what the shell wrote")


def bare(folder):
    """Neither descriptors nor errno change, though 0 to 2 are closed."""
    states = run_both(folder, "bare")["0"]
    check(moves_of(states) == [("write", "0", "3", "3"), ("read", "0", "10", "3")], moves_of(states))


EDGES = "addresses numbers modes closing chosen cancelled silent stacks places mapped"


def edges(folder):
    """What a tracer easily breaks: the program itself says whether it went as without."""
    sanitized = "san.so" in LIBRARY
    # the runtimes look at addresses themselves, set errno, and fail when a thread is cancelled
    unsuited = ("addresses", "numbers", "cancelled") if sanitized else ()
    for case in (c for c in EDGES.split() if c not in unsuited):
        for mode in ("plain", "direct", "ring"):
            if sanitized and (case, mode) == ("mapped", "ring"):
                continue  # TSan allows no threads in a child, and a ring has one
            place = folder / f"{case}-{mode}"
            place.mkdir()
            done = run(place, [program("edges"), place, case], traced=mode != "plain",
                       environment={"HDTRACE_MODE": mode} if mode != "plain" else {})
            check((done.returncode, done.stdout) == (0, b""), (case, mode, done))
            check(case in ("closing", "silent") or done.stderr == b"", (case, mode, done))
    check((folder / "silent-direct" / "a.dat").read_bytes() == b"data", "a message in the program's file")
    threads = traces(folder / "places-direct", "posix-edges").values()
    written = [s.get("offset", "bytes") for states in threads for s in states if s.name == "pwrite"]
    check(written == [(str(10 * i), "10") for i in range(400)], written[:3])
    behind = [s["offset"] for states in threads for s in states if s.name == "pwritev2"]
    check(behind == ["4000"], behind)
    sums = sum(int(s["bytes"]) for states in threads for s in states if s.name == "fread")
    check(sums == 4000, sums)
    child = next(p for p in (folder / "mapped-direct" / "traces").glob("posix-edges-*_0_0.trc"))
    of_maps = [s.name for s in read_trace(child) if s.name in ("msync", "munmap")]
    check(not of_maps, of_maps)
    if not sanitized:
        copy = next(s for s in traces(folder / "addresses-direct", "posix-edges")["0"]
                    if s.name == "copy_file_range" and s["bytes"] == "3")
        check(copy.get("offset", "toOffset") == ("2", "10"), copy.values)
        used = [int((folder / f"stacks-{mode}" / "stack.txt").read_text()) for mode in ("plain", "direct")]
        check(used[1] - used[0] < STACK_BYTES, used)


TOOLS = """
cp in.txt copy.txt && cmp in.txt copy.txt
sort -r in.txt
tar cf - in.txt | tar tf -
python3 -c 'import sys; d = open("in.txt").read(); print(len(d)); sys.exit(5)'
python3 -c 'import subprocess; print(subprocess.run(["cat", "in.txt"], capture_output=True).stdout)'
bash -c 'while read line; do echo "<$line>"; done < in.txt; exec 3> three.txt; echo to three >&3; cat three.txt; exit 9'
dd if=in.txt bs=7 status=none
grep -c 1 in.txt missing.txt
gzip -c in.txt | gzip -dc | wc -c
cat < in.txt > /dev/full
head -c 10 /dev/zero | od -c
bash -c 'exec 64>x64; echo hi >&64; cat x64'
bash -c 'ulimit -n 20; cat in.txt | sort | head -3'
true
"""


def tools(folder):
    """Ordinary programs write the same and end the same."""
    for number, line in enumerate(TOOLS.strip().splitlines()):
        results = []
        for traced in (False, True):
            place = folder / f"{number}-{traced}"
            place.mkdir()
            (place / "in.txt").write_text("".join(f"line {i * 7 % 100}\n" for i in range(1000)))
            done = run(place, ["bash", "-c", line], traced, cwd=place, environment={"LC_ALL": "C"})
            files = {p.name: p.read_bytes() for p in place.iterdir() if p.is_file()}
            results.append((done.returncode, done.stdout, done.stderr, files))
        check(results[0] == results[1], (line, results[0][:3], results[1][:3]))
    copied = sum(int(s["bytes"]) for p in (folder / "0-True" / "traces").glob("cp_*.trc") for s in read_trace(p)
                 if s.name in ("write", "copy_file_range"))
    check(copied == len((folder / "0-True" / "in.txt").read_bytes()), copied)


def ranks(folder):
    """Two ranks: what they do stands in the traces of MPI, what MPI does inside its calls."""
    place = folder / "place"
    place.mkdir()
    (folder / "traces").mkdir()
    launcher = sys.argv[4:]
    exports = {"HDTRACE_PREFIX": f"{folder}/traces/", "LD_PRELOAD": LIBRARY, "HDTRACE_PROJECT": "ranks"}
    if "--oversubscribe" in launcher:  # of Open MPI: ranks get what is named
        options = [word for name, value in exports.items() for word in ("-x", f"{name}={value}")]
    else:
        options = [word for name, value in exports.items() for word in ("-genv", name, value)]
    done = run(folder, [launcher[0], *options, *launcher[1:], PROGRAMS, place], traced=False)
    check(done.returncode == 0 and done.stdout == b"" and done.stderr == b"", done)
    found = sorted(p.name for p in (folder / "traces").glob("*.trc"))
    check([name.rsplit("_", 2)[1:] for name in found] == [["0", "0.trc"], ["1", "0.trc"]], found)
    check([p.name for p in (folder / "traces").glob("*.proj")] == ["ranks.proj"], "project")
    for rank in range(2):
        path = next((folder / "traces").glob(f"ranks_*_{rank}_0.trc"))
        states = read_trace(path)
        write_at = next(s for s in states if s.name == "File_write_at")
        inside = [s.get("offset", "bytes") for s in write_at.inside if "write" in s.name]
        check(inside == [(str(1000 * rank), "1000")], inside)
        own = [(s.name,) + s.get("offset", "bytes") for s in states if s.name in ("write", "fprintf")]
        check(own[0] == ("write", "0", "10") and own[1][0] in ("fprintf", "vfprintf") and own[1][2] == "13", own)
        oids = [s["oid"] for s in states if s.name in ("File_open", "open")]
        check(len(set(oids)) == 2, oids)
        ours = [s for s in states if str(folder / "traces") in s.values.get("name", "")]
        check(not ours, "the tracer's own files")


def full(folder):
    """A folder that can't be written: one line, and the program goes on."""
    place = folder / "place"
    place.mkdir()
    done = run(folder, [program("basic"), place], environment={"HDTRACE_PREFIX": "/missing/folder/"})
    check(done.returncode == 0 and done.stdout == b"", done)
    check(done.stderr.count(b"\n") == 1 and done.stderr.startswith(b"hdtrace: "), done.stderr)


def settings(folder):
    """Variables hold as for libhdmpi: off, processor time, name, ring and compression."""
    place = folder / "place"
    place.mkdir()
    run(folder, [program("basic"), place], environment={"HDTRACE_ENABLED": "0"})
    check(not list((folder / "traces").iterdir()), "files though it is off")
    run(folder, [program("basic"), place], environment={"HDTRACE_CPU_TIME": "1", "HDTRACE_PROJECT": "n", "HDTRACE_MODE": "ring"})
    states = traces(folder, "n")["0"]
    check(all("cpuNs" in s.values for s in states if s.name != "Event"), "cpuNs")
    check((folder / "traces" / "n.proj").exists(), "project file")
    run(folder, [program("basic"), place], environment={"HDTRACE_PROJECT": "z", "HDTRACE_COMPRESS": "zstd"})
    check(list((folder / "traces").glob("z_*.trc.zst")), "compressed trace")


def main():
    global LIBRARY, PROGRAMS
    case, LIBRARY, PROGRAMS = sys.argv[1:4]
    folder = pathlib.Path(tempfile.mkdtemp(prefix="hdposix-"))
    try:
        globals()[case](folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

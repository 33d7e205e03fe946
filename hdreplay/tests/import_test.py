# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay import from outside: logs written here, mutated ones, and a program that strace and our own tracer record.
import_test.py HDREPLAY LIBHDPOSIX FOLDER_OF_POSIX_PROGRAMS"""

import json
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

import plans

PROGRAMS = pathlib.Path(sys.argv.pop())
TRACER = sys.argv.pop()
HDREPLAY = sys.argv.pop()
STRACE = shutil.which("strace")
MUTATED_LOGS, MUTATED_AT_ONCE = 300, 25

LOG = r"""100 5.000000 execve("/bin/app", ["app", "a,b)\""], 0x7ffc /* 35 vars */) = 0 <0.000100>
100 5.001000 openat(AT_FDCWD</w>, "in\"\40\x61.dat", O_RDWR|O_CREAT|O_APPEND, 0640) = 3</w/in\"\40a.dat> <0.000010>
100 5.002000 fstat(3</w/in\"\40a.dat>, {st_mode=S_IFREG|0640, st_size=50, ...}) = 0 <0.000010>
100 5.003000 write(3</w/in\"\40a.dat>, "a, b) = 7 <unfinished"..., 40) = 40 <0.000010>
100 5.004000 dup(3</w/in\"\40a.dat>) = 4</w/in\"\40a.dat> <0.000010>
100 5.005000 clone3({flags=CLONE_VM|CLONE_FS|CLONE_FILES|CLONE_SIGHAND|CLONE_THREAD, child_tid=0x7f, stack_size=0x7f}, 88 <unfinished ...>
101 5.005100 pread64(4</w/in\"\40a.dat>, "xy", 2, 88 <unfinished ...>
100 5.005200 <... clone3 resumed> => {parent_tid=[101]}, 88) = 101 <0.000200>
101 5.005300 <... pread64 resumed>) = 2 <0.000200>
100 5.006000 --- SIGCHLD {si_signo=SIGCHLD, si_code=CLD_EXITED} ---
100 5.006100 clone(child_stack=NULL, flags=CLONE_CHILD_CLEARTID|SIGCHLD, child_tidptr=0x7f) = 102 <0.000100>
102 5.006300 lseek(3</w/in\"\40a.dat>, -10, SEEK_END) = 80 <0.000010>
102 5.006400 read(3</w/in\"\40a.dat>, "0123456789", 64) = 10 <0.000010>
102 5.006500 read(0</dev/pts/0<char 136:0>>, "x", 1) = 1 <0.000010>
102 5.006600 +++ exited with 0 +++
100 5.007000 writev(4</w/in\"\40a.dat>, [{iov_base="iov_len=9}", iov_len=5}, {iov_base="b", iov_len=6}], 2) = 11 <0.000010>
100 5.007100 preadv(4</w/in\"\40a.dat>, [{iov_base="x", iov_len=1}], 1, 9) = 1 <0.000010>
100 5.007200 read(3</w/in\"\40a.dat>, 0x7ffc, 9) = -1 EIO (Input/output error) <0.000010>
100 5.007300 read(3</w/in\"\40a.dat>, 0x7ffc, 9) = ? ERESTARTSYS (To be restarted if SA_RESTART is set) <0.000010>
100 5.007400 fcntl(3</w/in\"\40a.dat>, F_DUPFD_CLOEXEC, 10) = 10</w/in\"\40a.dat> <0.000010>
100 5.007500 ftruncate(10</w/in\"\40a.dat>, 20) = 0 <0.000010>
100 5.007600 fallocate(10</w/in\"\40a.dat>, 0, 30, 12) = 0 <0.000010>
100 5.007700 fsync(10</w/in\"\40a.dat>) = 0 <0.000010>
100 5.007800 mmap(NULL, 4096, PROT_READ|PROT_WRITE, MAP_SHARED, 3</w/in\"\40a.dat>, 0x1000) = 0x7f0000001000 <0.000010>
100 5.007900 msync(0x7f0000001800, 100, MS_SYNC) = 0 <0.000010>
100 5.008000 munmap(0x7f0000001000, 4096) = 0 <0.000010>
100 5.008100 sendto(5<TCP:[127.0.0.1:4->127.0.0.1:5]>, "x", 1, 0, NULL, 0) = 1 <0.000010>
100 5.008200 write(6<pipe:[77]>, "x", 1) = 1 <0.000010>
100 5.008300 chdir("sub") = 0 <0.000010>
100 5.008400 rename("a", "../b") = 0 <0.000010>
100 5.008500 unlink("/w/no") = -1 ENOENT (No such file or directory) <0.000010>
100 5.008600 openat(7</d>, "x", O_RDONLY) = -1 ENOENT (No such file or directory) <0.000010>
100 5.008700 pwritev2(9</w/sub/late>, [{iov_base="abc", iov_len=3}], 1, 70, 0) = 3 <0.000010>
100 5.008800 sendfile(9</w/sub/late>, 3</w/in\"\40a.dat>, [0] => [8], 8) = 8 <0.000010>
100 5.008900 close(3</w/in\"\40a.dat>) = 0 <0.000010>
100 5.009000 close(3) = -1 EBADF (Bad file descriptor) <0.000010>
101 5.009100 futex(0x7f, FUTEX_WAIT, 0, NULL <unfinished ...>) = ?
101 5.009200 +++ exited with 0 +++
100 5.009300 exit_group(0) = ?
100 5.009400 +++ exited with 0 +++
"""
MAIN = """openat name=/w/in" a.dat oid=0 existed=1 fileSize=50 amode=RDWR|CREAT|APPEND
write oid=0 offset=50 size=40 bytes=40
dup oid=0 fd=3 newFd=4
writev oid=0 offset=90 size=11 bytes=11 count=2
preadv oid=0 offset=9 size=1 bytes=1 count=1
read oid=0 offset=101 size=9 bytes=0 err=EIO
fcntl oid=0 fd=3 newFd=10
ftruncate oid=0 size=20
fallocate oid=0 offset=30 size=12
fsync oid=0
mmap oid=0 offset=4096 size=4096 protection=READ|WRITE sharing=SHARED
msync oid=0 offset=6144 size=100
munmap oid=0 offset=4096 size=4096
rename name=/w/sub/a toName=/w/sub/../b
unlink name=/w/no err=ENOENT
openat name=/d/x amode=RDONLY err=ENOENT
Event name=opened path=/w/sub/late oid=1 amode=RDWR
pwritev2 oid=1 offset=70 size=3 bytes=3 count=1
sendfile oid=0 offset=0 size=8 bytes=8 toOid=1
close oid=0 fd=3 fileSize=42""".splitlines()
DXT = """# darshan log version: 3.41
# exe: /home/u/ior -a POSIX
# start_time: 1700000000
# nprocs: 3

# DXT, file_id: 16, file_name: /scratch/out
# DXT, rank: 0, hostname: n1
# Module    Rank  Wt/Rd  Segment          Offset       Length    Start(s)      End(s)
 X_POSIX       0  write        0               0       262144      0.0029      0.0032
 X_POSIX       0  write        1          262144       262144      0.0030      0.0035
 X_POSIX       0   read        0               0       524288      0.0042      0.0043
 X_MPIIO       0  write        0               0       262144      0.0028      0.0033
# DXT, file_id: 16, file_name: /scratch/out
# DXT, rank: 1, hostname: n2
 X_POSIX       1   read        0         1048576          100      0.0001      0.0002  [OST: 3, 4]
"""


def states(folder, rank, thread=0):
    """Name and attributes of what a trace holds."""
    (path,) = folder.glob(f"*_{rank}_{thread}.trc")
    found = []
    for line in path.read_text().splitlines()[1:-1]:
        name = re.match(r"<(\w+)", line).group(1)
        values = dict(re.findall(r" (\S+?)='([^']*)'", line))
        found.append((name, {key: value.replace("&quot;", '"') for key, value in values.items()}))
    return found


class ImportTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.output = self.folder / "P"

    def run_import(self, kind, *words):
        return subprocess.run([HDREPLAY, "import", kind, *map(str, words), "-o", self.output, "--json"],
                              capture_output=True, text=True, errors="replace", timeout=60)

    def import_text(self, kind, *texts):
        paths = [self.folder / f"log{i}" for i in range(len(texts))]
        for path, text in zip(paths, texts):
            path.write_text(text)
        got = self.run_import(kind, *paths)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        return json.loads(got.stdout)

    def plan(self):
        got = subprocess.run([HDREPLAY, "plan", self.output, "--json"], capture_output=True, text=True, timeout=60)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        return json.loads(got.stdout)

    def assert_states(self, got, wanted):
        self.assertEqual([name for name, _ in got], [line.split(" ")[0] for line in wanted])
        for (_, values), line in zip(got, wanted):
            pairs = dict(re.findall(r" ([\w-]+)=(.*?)(?= [\w-]+=|$)", line))
            self.assertEqual({key: values.get(key) for key in pairs}, pairs, line)

    def test_tells_what_calls_did(self):
        got = self.import_text("strace", LOG)
        self.assertEqual((got["processes"], got["threads"], got["processesWithoutIo"]), (2, 3, 0))
        self.assertEqual(got["calls"]["read"], 2)
        self.assertEqual(got["skipped"]["write"], 1)
        self.assertEqual(got["skipped"]["sendto"], 1)
        self.assertEqual(got["unfinished"], 2)  # the read to be restarted, the futex
        self.assert_states(states(self.output, 0), MAIN)
        self.assert_states(states(self.output, 0, 1), ["pread oid=0 offset=88 size=2 bytes=2 time=0.005100000 end=0.005300000"])
        self.assert_states(states(self.output, 1), [
            'Event name=opened oid=0 path=/w/in" a.dat offset=90',
            "lseek oid=0 relative-offset=-10 offset=80 whence=End", "read oid=0 offset=80 size=64 bytes=10"])
        self.plan()

    def test_reads_a_file_of_each_process(self):
        whole = "openat(AT_FDCWD</w>, \"f\", O_WRONLY|O_CREAT|O_EXCL, 0600) = 3</w/f> <0.1>\n"
        paths = [self.folder / "log.7", self.folder / "log.8"]
        paths[0].write_text("1.5 clone(child_stack=NULL, flags=CLONE_FILES|CLONE_THREAD|CLONE_VM) = 8 <0.1>\n2.5 " + whole)
        paths[1].write_text("3.0 write(3, \"ab\", 2) = 2 <0.1>\n3.5 +++ exited with 0 +++\n")
        got = self.run_import("strace", *reversed(paths))
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.assert_states(states(self.output, 0, 1), ["write oid=0 offset=0 size=2"])

    def test_takes_numbers_in_brackets(self):
        self.import_text("strace", "1.0 openat(AT_FDCWD, \"/a\", O_RDONLY) = 3</a>\n1.1 fork() = 9\n"
                         "strace: Process 9 attached\n[pid     8] 1.2 read(3</a>, \"x\", 5) = 1\n"
                         "[pid     9] 1.3 read(3</a>, \"y\", 5) = 1\n")
        self.assert_states(states(self.output, 0), ["openat name=/a fileSize=2", "read offset=0 bytes=1"])
        self.assert_states(states(self.output, 1), ["Event name=opened offset=1", "read offset=1 bytes=1"])

    def test_lets_processes_begin_as_far_apart_as_they_did(self):
        self.import_text("strace", "8 1.0 openat(AT_FDCWD, \"/a\", O_RDWR|O_CREAT|O_EXCL, 0600) = 3</a>\n8 1.1 fork() = 9\n"
                         "9 1.5 write(3</a>, \"x\", 1) = 1\n")
        path = self.folder / "plan"
        subprocess.run([HDREPLAY, "plan", self.output, "-o", path], check=True, stdout=subprocess.DEVNULL, timeout=60)
        content = path.read_bytes()
        sections = [struct.unpack_from("<QQ", content, 104 + 16 * i) for i in range(8)]
        thinks = [struct.unpack_from("<10q", content, at + 8)[1] for at in plans.cells(content, sections)]
        self.assertEqual(max(thinks), 500_000_000)

    def test_reads_dxt(self):
        got = self.import_text("dxt", DXT)
        self.assertEqual((got["processes"], got["threads"], got["processesWithoutIo"]), (2, 3, 1))
        self.assertEqual((got["files"], got["skipped"]), (1, {"X_MPIIO": 1}))
        self.assert_states(states(self.output, 0), [
            "open name=/scratch/out amode=RDWR|CREAT fileSize=1048676 time=0.002900000", "pwrite offset=0 size=262144 end=0.003200000",
            "pread offset=0 size=524288 time=0.004200000", "close oid=0"])
        self.assert_states(states(self.output, 0, 1), ["pwrite oid=0 offset=262144"])
        self.assert_states(states(self.output, 1), ["open amode=RDONLY", "pread offset=1048576 bytes=100", "close oid=0"])
        self.assertIn("host='n2'", next(self.output.glob("*_1_0.trc")).read_text())
        self.plan()

    def test_reads_calls_of_mpi_io_in_dxt(self):
        other = "# DXT, file_id: 17, file_name: /scratch/log\n X_POSIX 1 write 0 0 10 0.1 0.2\n"
        second = " X_MPIIO 0 read 1 262144 100 0.0030 0.0040\n X_MPIIO 0 read 2 N/A 7 0.5 0.6\n"
        text = self.folder / "mpi.txt"
        text.write_text(DXT.replace("# DXT, file_id: 16, file_name: /scratch/out\n# DXT, rank: 1", second + "# DXT, file_id: 16, file_name: /scratch/out\n# DXT, rank: 1") + other)
        got = self.run_import("dxt", text, "--mpi-io")
        self.assertEqual(got.returncode, 0, got.stderr)
        got = json.loads(got.stdout)
        self.assertEqual(got["skipped"], {"X_POSIX": 4, "X_MPIIO without offset": 1})
        self.assert_states(states(self.output, 0), [
            "File_open cid=0 name=/scratch/out amode=CREATE|WRONLY oid=0", "File_write_at oid=0 absOffset=0 count=262144 tid=0",
            "File_close oid=0"])
        self.assert_states(states(self.output, 0, 1), [
            "File_open amode=RDONLY oid=1", "File_read_at oid=1 absOffset=262144 bytes=100", "File_close oid=1"])
        self.assert_states(states(self.output, 1), ["open name=/scratch/log", "pwrite size=10", "close"])
        self.plan()
        self.assertNotEqual(self.run_import("strace", text, "--mpi-io").returncode, 0)

    def test_refuses_what_it_can_not_read_and_writes_nothing(self):
        begin = "7 1.0 close(9) = 0\n"
        for bad, cause in (("7 1.0 read(3, \"a, 1) = 1", "have no end"), ("7 1.0 read(3)", "no result"), ("7 1.0 hello", "no call"),
                           ("7 read(3) = 0", "-ttt"), ("10:11:12 read(3) = 0", "-ttt"), ("7 1.0 read(3, \"\", 0) = x", "no number"),
                           ("7 1.0 read(3, \"\") = 0", "fewer"), ("7 1.0 pread64(3, \"\", 1, z) = 0", "no number"),
                           ("7 1.0 openat(AT_FDCWD</>, \"ab\"..., O_RDONLY) = 3", "name"), ("[pid x] 1.0 close(3) = 0", "-ttt")):
            self.assert_refused("strace", begin + bad + "\n", ":2: ", cause)
        self.assert_refused("strace", begin, "holds no I/O")
        row = " X_POSIX 0 write 0 {} {} {} {}"
        for bad, cause in ((row.format(0, 1, 2, 1), "times"), (row.format(0, 1, "x", 1), "times"), (row.format(-1, 1, 0, 1), "number"),
                           (row.format(2**63 - 1, 1, 0, 1), "number"), (" X_POSIX 0 write", "columns"), ("what", "no line"),
                           (" X_POSIX 0 wrote 0 0 0 0 0", "neither"), ("# nprocs: x", "nprocs")):
            self.assert_refused("dxt", "# DXT, file_id: 1, file_name: /a\n" + bad + "\n", ":2: ", cause)
        self.assert_refused("dxt", row.format(0, 1, 0, 1), ":1: ", "before the name")
        self.assert_refused("dxt", "# DXT, file_id: 1, file_name: /a\n X_MPIIO 0 write 0 N/A 1 0 1\n", "X_MPIIO")
        self.output.mkdir()
        (self.output / "kept").touch()
        self.assert_refused("strace", LOG, "not empty")
        self.assertEqual([path.name for path in self.output.iterdir()], ["kept"])

    def assert_refused(self, kind, text, *words):
        path = self.folder / "bad"
        path.write_text(text)
        before = sorted(self.folder.iterdir())
        got = self.run_import(kind, path)
        self.assertEqual((got.returncode, got.stdout, got.stderr.count("\n")), (2, "", 1), got.stderr)
        for word in words:
            self.assertIn(word, got.stderr)
        self.assertEqual(sorted(self.folder.iterdir()), before)

    def test_survives_any_line(self):
        chance = random.Random(10)
        lines = LOG.splitlines(), DXT.splitlines()
        running = []
        for number in range(MUTATED_LOGS):
            text = list(lines[number % 8 == 0])
            for _ in range(chance.choice((1, 1, 3, 20))):
                self.mutate(text, chance)
            path = self.folder / f"mutated{number}"
            path.write_text("\n".join(text) + "\n", encoding="latin-1")
            kind = "dxt" if number % 8 == 0 else "strace"
            running.append((number, subprocess.Popen([HDREPLAY, "import", kind, path, "-o", self.folder / f"P{number}"],
                                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)))
            if len(running) == MUTATED_AT_ONCE or number == MUTATED_LOGS - 1:
                for one, process in running:
                    _, errors = process.communicate(timeout=60)
                    self.assertIn(process.returncode, (0, 2), (one, errors))
                    self.assertEqual((self.folder / f"P{one}").exists(), process.returncode == 0)
                    self.assertLessEqual(errors.count(b"\n"), 1, errors)
                running.clear()

    def mutate(self, text, chance):
        at = chance.randrange(len(text))
        line = text[at]
        place = chance.randrange(len(line) + 1)
        what = chance.randrange(6)
        if what == 0:
            text[at] = line[:place] + chance.choice("\"<>()[]{},\\=|0-9 \x01\xff") + line[place:]
        elif what == 1:
            text[at] = line[:place] + line[place + chance.randrange(1, 9):]
        elif what == 2:
            text[at], other = text[chance.randrange(len(text))], line
            text.insert(chance.randrange(len(text)), other)
        elif what == 3 and len(text) > 1:
            del text[at]
        elif what == 4:
            numbers = list(re.finditer(r"-?\d+", line))
            if numbers:
                one = chance.choice(numbers)
                text[at] = line[:one.start()] + chance.choice(
                    ("-1", "0", "9223372036854775807", "18446744073709551615", "-9223372036854775808")) + line[one.end():]
        else:
            text[at] = line[:place]

    @unittest.skipIf(STRACE is None, "strace is not installed")
    def test_tells_the_same_as_our_own_tracer(self):
        log = self.folder / "log"
        for folder in ("own", "theirs", "recorded"):
            (self.folder / folder).mkdir()
        command = [PROGRAMS / "posix-basic", self.folder / "own"]
        traced = subprocess.run([STRACE, "-f", "-ttt", "-T", "-y", "-e", "trace=%file,%desc,%process,read,write", "-o", log,
                                 PROGRAMS / "posix-basic", self.folder / "theirs"], capture_output=True, text=True, timeout=60)
        if traced.returncode != 0 and "ptrace" in traced.stderr.lower():
            self.skipTest("strace may not trace here")
        self.assertEqual(traced.returncode, 0, traced.stderr)
        environment = dict(os.environ, LD_PRELOAD=TRACER, HDTRACE_PREFIX=f"{self.folder}/recorded/")
        subprocess.run(command, env=environment, check=True, timeout=60)
        got = self.run_import("strace", log)
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.assertEqual(self.calls(self.output, "theirs"), self.calls(self.folder / "recorded", "own"))
        self.plan()

    def calls(self, project, folder):
        """What was done to files of a folder."""
        files = {}
        for line in next(project.glob("*_0_0.info")).read_text().splitlines():
            found = re.match(r'File name="(.*?)" .*id=(\d+)', line)
            if found is not None and f"/{folder}/" in found.group(1):
                files[found.group(2)] = found.group(1).split(f"/{folder}/")[1]
        names = {"openat": "open"}  # what the C library makes of it
        keys = ("fd", "fileSize", "amode", "offset", "size", "bytes", "relative-offset", "whence", "err")
        return [(names.get(name, name), files[values["fid"]], {key: values[key] for key in keys if key in values})
                for name, values in states(project, 0) if values.get("fid") in files]


if __name__ == "__main__":
    unittest.main()

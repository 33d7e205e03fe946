# SPDX-License-Identifier: GPL-3.0-or-later
"""hdreplay export from outside: what it writes is compiled or run, and does what the replay does.
export_test.py HDREPLAY MPIEXEC MPICC TRACER PROGRAM POSIX_TRACER (empty: none)"""

import json
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest

import made
import plans

HDREPLAY, MPIEXEC, MPICC, TRACER, PROGRAM, POSIX = sys.argv[1:7]
del sys.argv[1:7]
RANKS = 2
SOURCES = pathlib.Path(__file__).resolve().parents[2]
SIMULATOR = any((SOURCES / "build" / "java").glob("piosim-[0-9]*.jar")) and shutil.which("java")
FIRST_POSIX, FINALIZE = 69, 68  # enum plan_file_call
STATE = re.compile(r"<(File_\w+) ")
ATTRIBUTE = re.compile(r" (size|bytes|offset|count)='([^']*)'")


def run(*command, **environment):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=120, stdin=subprocess.DEVNULL, env={**os.environ, **environment})


def calls_on_files(folder, rank):
    """The calls of MPI on files that a rank recorded, with what they moved where."""
    found = []
    for line in next(folder.glob(f"*_{rank}_0.trc")).read_text().splitlines():
        state = STATE.match(line.strip())
        if state is not None:
            shared = "shared" in state[1] or "ordered" in state[1]
            found.append((state[1], () if shared else tuple(sorted(ATTRIBUTE.findall(line)))))
    return found


def calls_of_plan(path, with_posix=True):
    """All calls with what they were given and moved, but without numbers of the recording; their times apart."""
    content = path.read_bytes()
    calls, times = [], []
    for at in plans.cells(content, [struct.unpack_from("<QQ", content, 104 + 16 * i) for i in range(8)]):
        call, flags, _, _, think, _, left_out, duration = struct.unpack_from("<HHIQqqqq", content, at)
        if call < FINALIZE or (with_posix and call >= FIRST_POSIX):
            calls.append((call, flags, *struct.unpack_from("<5q7I2iI", content, at + 48)))
            times.append((think + left_out, duration))
    return calls, times


class ExportTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        for name in ("recorded", "data", "root", "empty", "replayed", "exported"):
            (self.folder / name).mkdir()
        self.plan = self.folder / "the.plan"

    def start(self, *command, into=None, tracer=TRACER):
        words = [MPIEXEC, "-n", RANKS, "env", *([f"LD_PRELOAD={tracer}"] if into else []), *command]
        got = run(*words, HDTRACE_INDEX="0", HDTRACE_PREFIX=f"{self.folder / (into or 'none')}/")
        self.assertEqual(got.returncode, 0, got.stderr)

    def make_plan(self, *arguments):
        tracers = f"{TRACER}:{POSIX}" if POSIX else TRACER
        self.start(PROGRAM, self.folder / "data" / "out", *arguments, into="recorded", tracer=tracers)
        got = run(HDREPLAY, "plan", self.folder / "recorded", "-o", self.plan)
        self.assertEqual(got.returncode, 0, got.stderr)

    def make_plan_of(self, name="made", types="", calls=()):
        """Of the run that is written by hand, with other calls of rank 0 before its first write."""
        made.write_run(self.folder / "run")
        project, trace = self.folder / "run" / "made.proj", self.folder / "run" / "made_a_0_0.trc"
        byte = "<NAMED id='0' name='MPI_BYTE'/>"
        project.write_text(project.read_text().replace('name="made"', f'name="{name}"').replace(byte, byte + types, 1))
        lines = trace.read_text().splitlines()
        at = next(i for i, line in enumerate(lines) if "File_write_at" in line)
        lines[at:at] = [made.state(call, 1.1, 1.2) for call in calls]
        trace.write_text("\n".join(lines) + "\n")
        got = run(HDREPLAY, "plan", self.folder / "run", "-o", self.plan)
        self.assertEqual(got.returncode, 0, got.stderr)

    def export(self, form, name):
        got = run(HDREPLAY, "export", self.plan, "--to", form, "-o", self.folder / name, "--json")
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        told = json.loads(got.stdout)
        text = (self.folder / name).read_text()
        for loss in told["lost"]:
            self.assertIn(loss["what"], text)  # also as a comment
        return told, text

    def files_below(self, folder):
        return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*"))
                if path.is_file() and not path.name.startswith(".")}

    def test_the_program_does_what_the_replay_does(self):
        self.make_plan("log")
        self.export("c", "program.c")
        made = run(MPICC, "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", self.folder / "program.c", "-o",
                   self.folder / "program")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        self.start(HDREPLAY, "run", self.plan, "--root", self.folder / "root", "--content", "constant",
                   into="replayed")
        self.start(self.folder / "program", self.folder / "empty", into="exported")
        self.assertEqual(self.files_below(self.folder / "empty"), self.files_below(self.folder / "root"))
        self.assertGreater(sum(map(len, self.files_below(self.folder / "empty").values())), 5000)
        for rank in range(RANKS):
            wanted = calls_on_files(self.folder / "replayed", rank)
            self.assertGreater(len(wanted), 40)
            self.assertEqual(calls_on_files(self.folder / "exported", rank), wanted)
        again = run(MPIEXEC, "-n", RANKS, self.folder / "program", self.folder / "empty")
        self.assertNotEqual(again.returncode, 0)
        self.assertIn("not empty", again.stderr)
        alone = run(MPIEXEC, "-n", 1, self.folder / "program", self.folder / "empty")
        self.assertNotEqual(alone.returncode, 0)
        self.assertIn(f"-n {RANKS}", alone.stderr)

    def export_project(self, plan, name):
        got = run(HDREPLAY, "export", plan, "--to", "project", "-o", self.folder / name, "--json")
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        return {loss["what"]: loss["calls"] for loss in json.loads(got.stdout)["lost"]}

    def plan_all(self, project, plan):
        got = run(HDREPLAY, "plan", self.folder / project, "-o", self.folder / plan, "--order", "all", "--json")
        self.assertEqual(got.returncode, 0, got.stderr)
        return calls_of_plan(self.folder / plan)

    def test_a_project_is_the_same_plan_again(self):
        self.start(PROGRAM, self.folder / "data" / "out", into="recorded")
        calls, times = self.plan_all("recorded", "all.plan")
        lost = self.export_project(self.folder / "all.plan", "project")
        self.assertEqual([what for what in lost if "bytes" not in what and "no replay makes" not in what], [])
        again, times_again = self.plan_all("project", "again.plan")
        self.assertGreater(len(calls), 80)
        self.assertEqual(again, calls)
        self.assertEqual(times_again, times)
        got = run(HDREPLAY, "report", self.folder / "recorded", self.folder / "project", "--json")
        self.assertEqual((got.returncode, json.loads(got.stdout)["same"]), (0, True), got.stdout + got.stderr)

    def simulate(self, project, *options):
        got = run(SOURCES / "hdtrace", "simulate", SOURCES / "examples" / "models" / "storage-servers.xml", "--app",
                  f"A={self.folder / project}", *options)
        self.assertEqual(got.returncode, 0, got.stderr)
        return got.stdout

    @unittest.skipUnless(SIMULATOR, "the simulator is not built, or there is no Java")
    def test_a_project_takes_as_long_in_a_simulation_as_the_recording(self):
        self.start(PROGRAM, self.folder / "data" / "out", into="recorded")
        self.plan_all("recorded", "the.plan")
        self.export_project(self.plan, "project")
        times = [json.loads(self.simulate(name, "--json"))["virtualTimeNs"] for name in ("recorded", "project")]
        self.assertGreater(times[0], 1_000_000)
        self.assertAlmostEqual(times[0], times[1], delta=1000)  # one call is made of several, each of which ends

    def test_a_project_leaves_posix_out_and_says_so(self):
        made.write_run(self.folder / "run")
        trace = self.folder / "run" / "made_a_0_0.trc"
        lines = trace.read_text().splitlines()
        at = next(i for i, line in enumerate(lines) if "File_write_at" in line)
        lines[at:at] = [made.state("<unlink fid='1' name='/d/a'", 1.1, 1.2)]
        trace.write_text("\n".join(lines) + "\n")
        _, times = self.plan_all("run", "the.plan")
        lost = self.export_project(self.plan, "project")
        self.assertEqual(lost["POSIX and stdio I/O is time between calls"], 1)
        again, times_again = self.plan_all("project", "again.plan")
        self.assertEqual(again, calls_of_plan(self.plan, with_posix=False)[0])
        self.assertEqual(sum(map(sum, times_again)), sum(map(sum, times)))

    @unittest.skipUnless(SIMULATOR, "the simulator is not built, or there is no Java")
    def test_a_changed_plan_can_be_simulated_by_the_original_s_numbers(self):
        made.write_run(self.folder / "run")
        self.plan_all("run", "the.plan")
        changed = self.folder / "changed.plan"
        got = run(HDREPLAY, "transform", self.plan, "-o", changed, "--merge", 1000)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.export_project(changed, "project")
        self.simulate("project", "-o", self.folder / "simulated")
        for plan, same, missing in ((changed, True, 0), (self.plan, False, 1)):  # the second write has no number of its own
            got = run(HDREPLAY, "report", self.folder / "run", self.folder / "simulated", "--plan", plan, "--json")
            self.assertIn(got.returncode, (0, 1), got.stderr)
            told = json.loads(got.stdout)
            self.assertEqual((told["same"], told["replays"][0]["operations"]["missing"]), (same, missing))

    def test_jobs_of_fio_move_the_bytes_of_the_plan(self):
        self.make_plan("log")
        told, text = self.export("fio", "jobs.sh")
        lost = {loss["what"]: loss["calls"] for loss in told["lost"]}
        self.assertGreater(lost["messages and collectives, and the order that they give, are left out"], 0)
        moved = [line.split() for line in text.splitlines() if re.search(r" (read|write) \d+ \d+$", line)]
        sizes = json.loads(run(HDREPLAY, "plan", self.folder / "recorded", "--json").stdout)["files"]
        for entry in sizes:
            path = entry["name"].lstrip("/")
            if path.endswith("/out"):  # has transfers by shared pointers, whose place nobody knows
                continue
            self.assertEqual(sum(int(line[3]) for line in moved if line[0] == f"$DIR/{path}" and line[1] == "write"),
                             entry["bytesWritten"], path)
        self.assertGreater(len(moved), 40)
        made = run("sh", "-c", 'cd "$1" && sh ../jobs.sh ../empty', "sh", self.folder / "data")
        self.assertEqual((made.returncode, made.stderr), (0, ""))
        logs = "".join(log.read_text() for log in (self.folder / "data").glob("rank*.log"))
        self.assertEqual(logs.count(f"{self.folder / 'empty'}/"), text.count("\n$DIR/"))
        if shutil.which("fio"):
            ran = run("sh", "-c", 'cd "$1" && fio --output-format=json jobs.fio', "sh", self.folder / "data")
            self.assertEqual(ran.returncode, 0, ran.stderr)
            jobs = json.loads(ran.stdout[ran.stdout.index("{"):])["jobs"]
            self.assertEqual(sum(job["write"]["io_bytes"] for job in jobs),
                             sum(int(line[3]) for line in moved if line[1] == "write"))

    def test_the_command_line_of_ior_has_the_common_shape(self):
        self.make_plan("log")
        _, text = self.export("ior", "ior.sh")
        self.assertRegex(text.splitlines()[-1],
                         rf"^exec mpiexec -n {RANKS} ior -a (MPIIO|POSIX) -t \d+ -b \d+ -s \d+ .*-w.* -o \S*out")

    def test_a_name_of_a_project_stays_in_its_comment(self):
        self.make_plan_of("a */ b &#10;touch injected #\\")
        for form in ("c", "fio", "ior"):
            _, text = self.export(form, form)
            self.assertEqual([line[:2] for line in text.splitlines() if "touch injected" in line],
                             ["/*" if form == "c" else "# "])
            self.assertNotIn("a */ b", text)

    def test_types_without_blocks_are_programs_too(self):
        types = ("<HINDEXED id='1' count='0' oldType='0'/><HINDEXED_BLOCK id='2' count='0' oldType='0' "
                 "blockLength='3'/><STRUCT id='3' count='0'/><INDEXED id='4' count='0' oldType='0'/>")
        write = made.WRITE.format(at=0).replace("'100'", "'0'").replace("count='0'", "count='1'")
        self.make_plan_of(types=types, calls=[write.replace("tid='0'", f"tid='{i}'") for i in range(1, 5)])
        self.export("c", "program.c")
        got = run(MPICC, "-std=gnu11", "-O1", "-Wall", "-Wextra", "-Werror", self.folder / "program.c", "-o",
                  self.folder / "program")
        self.assertEqual((got.returncode, got.stderr), (0, ""))
        self.start(self.folder / "program", self.folder / "empty")
        self.assertEqual(len((self.folder / "empty" / "out").read_bytes()), 200)

    def test_refuses_views_in_too_many_pieces(self):
        view = "<File_set_view fid='0' oid='0' offset='0' etid='0' filetid='1' representation='native'"
        self.make_plan_of(types="<VECTOR id='1' count='2' blocklength='1' stride='2' oldType='0'/>",
                          calls=[view, made.WRITE.format(at=0).replace("'100'", "'2000000000'")])
        for form in ("fio", "ior"):
            got = run(HDREPLAY, "export", self.plan, "--to", form, "-o", self.folder / "x")
            self.assertEqual((got.returncode, got.stdout, len(got.stderr.splitlines())), (2, "", 1), got.stderr)
            self.assertIn("pieces", got.stderr)

    def test_asks_ior_for_nothing_that_it_refuses(self):
        every = "<File_write_at_all fid='0' oid='0' offset='{0}' absOffset='{0}' size='100' bytes='100' count='100' tid='0'"
        self.make_plan_of(calls=[every.format(1000), every.format(200)])
        _, text = self.export("ior", "ior.sh")
        self.assertIn(" -c", text.splitlines()[-1])
        self.assertNotIn(" -z", text.splitlines()[-1])

    def test_a_project_goes_where_nothing_is(self):
        self.make_plan_of()
        for name in ("data", "the.plan"):
            (self.folder / "data" / "mine").write_text("x")
            got = run(HDREPLAY, "export", self.plan, "--to", "project", "-o", self.folder / name)
            self.assertEqual((got.returncode, got.stdout, got.stderr.count("\n")), (2, "", 1), got.stderr)
            self.assertIn(name, got.stderr)
        self.assertEqual([path.name for path in self.folder.iterdir() if path.name.startswith(".")], [])

    def test_refuses_what_it_cannot_read_or_write(self):
        self.make_plan()
        for words, told in (((self.folder / "none", "--to", "c"), "none"), ((self.plan, "--to", "dd"), "--to"),
                            ((self.plan, self.plan, "--to", "c"), "exactly one"), ((self.plan,), "--to")):
            got = run(HDREPLAY, "export", *words, "-o", self.folder / "x")
            self.assertEqual((got.returncode, got.stdout, len(got.stderr.splitlines())), (2, "", 1), got.stderr)
            self.assertIn(told, got.stderr)
        got = run(HDREPLAY, "export", self.plan, "--to", "c", "-o", self.folder / "none" / "x")
        self.assertEqual((got.returncode, got.stdout, len(got.stderr.splitlines())), (2, "", 1), got.stderr)
        os.mkfifo(self.folder / "pipe")
        got = run(HDREPLAY, "export", self.plan, "--to", "c", "-o", self.folder / "pipe")
        self.assertEqual((got.returncode, got.stdout, len(got.stderr.splitlines())), (2, "", 1), got.stderr)
        self.assertTrue((self.folder / "pipe").is_fifo())  # as a device would be gone
        self.assertFalse((self.folder / "x").exists())


if __name__ == "__main__":
    unittest.main()

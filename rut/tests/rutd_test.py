# SPDX-License-Identifier: GPL-3.0-or-later
"""rutd from outside: what it prints and writes, how it ends, what it says of wrong input."""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

RUTD = sys.argv.pop()


def rutd(*arguments):
    return subprocess.run([RUTD, *arguments], capture_output=True, text=True, timeout=60)


class RutdTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def start(self, *arguments):
        """Start it and wait until it samples."""
        process = subprocess.Popen([RUTD, "-o", self.folder, *arguments], stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        lines = []
        while not lines or "sampling" not in lines[-1]:
            lines.append(process.stderr.readline())
            self.assertNotEqual(lines[-1], "", lines)
        return process

    def groups(self):
        root = xml.etree.ElementTree.parse(self.folder / "rutd.proj").getroot()
        return sorted(group.tag for group in root.find("ExternalStatistics"))

    def test_prints_one_sample(self):
        run = rutd("--once", "-i", "50", "-g", "cpu,mem,self", "--json", "--host", 'a"b')
        self.assertEqual(run.returncode, 0, run.stderr)
        sample = json.loads(run.stdout)
        self.assertEqual(sample["host"], 'a"b')
        self.assertGreaterEqual(sample["elapsedNs"], 50e6)
        values = {value["name"]: value for value in sample["values"]}
        self.assertTrue(0 <= values["CPU_TOTAL"]["value"] <= 100)
        self.assertEqual(values["MEM_FREE"]["unit"], "B")
        self.assertGreater(values["MEM_FREE"]["value"], 0)
        self.assertEqual(values["PROC_THREADS"]["group"], "Process")
        table = rutd("--once", "-i", "1", "-g", "mem")
        self.assertRegex(table.stdout, r"(?m)^Utilization +MEM_FREE +\d+ B$")

    def test_records_until_it_is_told_to_end(self):
        process = self.start("-i", "10", "-g", "mem,self")
        time.sleep(0.2)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 0)
        self.assertEqual(self.groups(), ["Process", "Utilization"])
        for group in ("Utilization", "Process"):
            files = list(self.folder.glob(f"rutd_*_{group}.stat"))
            self.assertEqual(len(files), 1)
            self.assertGreater(files[0].stat().st_size, 1000)

    def policy_of_sampler(self, process):
        """Policy and real-time priority of the thread that samples, by fields 41 and 40 of stat."""
        for _ in range(1000):
            for task in pathlib.Path(f"/proc/{process.pid}/task").iterdir():
                name, rest = task.joinpath("stat").read_text().split("(", 1)[1].rsplit(") ", 1)
                if name == "hdrut":
                    fields = rest.split()
                    return int(fields[38]), int(fields[37])
            time.sleep(0.01)  # it hasn't got its name yet
        return None

    def test_samples_with_real_time_priority(self):
        if os.sched_getscheduler(0) != os.SCHED_OTHER:
            self.skipTest("the test itself has another policy")
        try:
            os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
            least = (os.SCHED_FIFO, 1)
        except PermissionError:
            least = (os.SCHED_OTHER, 0)
        for arguments, expected in ((["-i", "1"], least), (["-i", "10"], (os.SCHED_OTHER, 0)),
                                    (["-i", "1", "--priority", "none"], (os.SCHED_OTHER, 0)),
                                    (["-i", "100", "--priority", "1"], least)):
            if expected == least and least[1] == 0 and "--priority" in arguments:
                run = rutd("-o", self.folder, *arguments)
                self.assertEqual(run.returncode, 2)
                self.assertIn("rutd: --priority: Operation not permitted: it needs CAP_SYS_NICE", run.stderr)
                continue
            process = self.start(*arguments, "-g", "mem")
            self.assertEqual(self.policy_of_sampler(process), expected, arguments)
            self.assertEqual(os.sched_getscheduler(process.pid), os.SCHED_OTHER)
            process.send_signal(signal.SIGTERM)
            self.assertEqual(process.wait(), 0)

    def test_ends_by_itself(self):
        run = rutd("-o", self.folder, "-d", "0.1", "-i", "10", "-g", "mem", "-p", "rutd")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(self.groups(), ["Utilization"])

    def test_ends_with_the_process_it_is_about(self):
        sleeper = subprocess.Popen(["sleep", "60"])
        process = self.start("-i", "10", "-g", "self", "--pid", str(sleeper.pid))
        sleeper.kill()
        sleeper.wait()
        self.assertEqual(process.wait(timeout=30), 0)
        self.assertEqual(self.groups(), ["Process"])

    def test_nodes_share_a_project(self):
        for host in ("n1", "n2"):
            run = rutd("-o", self.folder, "-d", "0.05", "-i", "10", "-g", "mem", "-H", host)
            self.assertEqual(run.returncode, 0, run.stderr)
        root = xml.etree.ElementTree.parse(self.folder / "rutd.proj").getroot()
        self.assertEqual([node.get("name") for node in root.findall("Topology/Node")], ["n1", "n2"])

    def test_leaves_a_fragment_when_it_is_killed(self):
        process = self.start("-i", "10", "-g", "mem")
        process.kill()
        process.wait()
        fragment = next(self.folder.glob("rutd_*.info")).read_text(encoding="utf-8")
        self.assertIn("Group name='Utilization'", fragment)
        self.assertEqual(len(list(self.folder.glob("*.stat"))), 1)

    def test_refuses_wrong_input_in_one_line(self):
        missing = self.folder / "missing"
        for arguments, cause in ((["-g", "cpu,cup"], "not a list of groups"),
                                 (["-i", "-5"], "--interval"), (["-i", "0"], "--interval"),
                                 (["--pid", "99999999"], "no such process"),
                                 (["-d", "-1"], "--duration"),
                                 (["-o", missing], "no such folder"),
                                 (["--priority", "0"], "--priority: must be 1 to 99, or none"),
                                 (["--priority", "high"], "--priority: must be"),
                                 (["--once", "--priority", "1"], "--priority: only without --once"),
                                 (["surplus"], "surplus"), (["--json"], "--json: only with --once"),
                                 (["--frequency"], "frequency")):
            run = rutd("-o", self.folder, *arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(cause, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        self.assertEqual(list(self.folder.iterdir()), [])

    def content(self):
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def test_leaves_an_earlier_run_alone_when_it_cannot_begin(self):
        arguments = ["-o", self.folder, "-d", "0.1", "-i", "10", "-g", "mem", "-H", "n1"]
        empty = self.folder / "empty"
        empty.mkdir()
        run = rutd(*arguments, "--root", empty)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run.stderr)
        self.assertEqual(self.content(), {})
        run = rutd(*arguments)
        self.assertEqual(run.returncode, 0, run.stderr)
        before = self.content()
        self.assertEqual(set(before), {"rutd.proj", "rutd_n1.info", "rutd_n1_Utilization.stat"})
        run = rutd(*arguments, "--root", empty)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run.stderr)
        self.assertIn("nothing can be read on this machine", run.stderr)
        self.assertEqual(self.content(), before)

    def test_puts_the_earlier_description_back_when_it_gets_no_thread(self):
        if os.getuid() != 0:
            self.skipTest("needs to be root")
        info = self.folder / "rutd_n1.info"
        info.write_text("what the earlier run had\n")
        self.folder.chmod(0o777)
        info.chmod(0o666)

        def be_another_without_threads():
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            os.setuid(54322)
        run = subprocess.run([RUTD, "-o", self.folder, "-d", "0.1", "-g", "mem", "-H", "n1"],
                             preexec_fn=be_another_without_threads, capture_output=True, text=True, timeout=60,
                             env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
        if "rror while loading" in run.stderr:
            self.skipTest(run.stderr)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
        self.assertEqual(self.content(), {"rutd_n1.info": b"what the earlier run had\n"})

    def test_creates_no_file_when_the_description_cannot_be_written(self):
        (self.folder / "rutd_n1.info").mkdir()
        run = rutd("-o", self.folder, "-d", "0.1", "-g", "mem", "-H", "n1")
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
        self.assertIn(f"{self.folder}/rutd_n1.info: Is a directory", run.stderr)
        self.assertEqual(self.content(), {})

    def test_says_what_is_not_there(self):
        run = rutd("--once", "-i", "1", "-g", "vm", "--root", self.folder)
        self.assertEqual(run.returncode, 1)
        self.assertIn("vm: No such file or directory", run.stderr)


if __name__ == "__main__":
    unittest.main()

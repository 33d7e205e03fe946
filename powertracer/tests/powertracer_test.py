# SPDX-License-Identifier: GPL-3.0-or-later
"""powertracer from outside, with simulated meters behind real ptys, pipes and sockets.

    powertracer_test.py POWERTRACER LMG-SIMULATOR"""

import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import xml.etree.ElementTree

from stat_file import StatFile

SIMULATOR = sys.argv.pop()
POWERTRACER = sys.argv.pop()


def powertracer(*arguments):
    return subprocess.run([POWERTRACER, *arguments], capture_output=True, text=True, timeout=90)


class PowertracerTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def config(self, text):
        path = self.folder / "pt.cfg"
        path.write_text(text)
        return path

    def simulate(self, *arguments):
        """Start a simulated meter; what it says of where it is."""
        process = subprocess.Popen([SIMULATOR, *arguments], stdout=subprocess.PIPE, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process.stdout.readline().split()

    def stat(self, name):
        return StatFile(self.folder / name)

    def original(self, port, more=""):
        return self.config(f"[General]\ndevice=LMG450\nport={port}\ncycle=50\n{more}"
                           "project=MeinProjekt\ntopology=Cluster_Host_Process_Thread\n"
                           "[Trace]\ntype=HDSTATS\nnode=pvs_node06\nchannel=1\n"
                           "values=Utrms,Itrms,P\n"
                           "[Trace]\ntype=HDSTATS\nnode=pvs_node07\nchannel=2\nvalues=P\n")

    def test_records_what_the_originals_configuration_says(self):
        line, = self.simulate("pty")
        run = powertracer("-c", self.original(line), "-o", self.folder, "-d", "1.5")
        self.assertEqual(run.returncode, 0, run.stderr)
        first = self.stat("MeinProjekt_pvs_node06_Energy.stat")
        self.assertEqual(first.names[:3], ["Utrms", "Itrms", "P"])
        self.assertGreater(len(first.good("P")), 5)
        self.assertEqual(set(first.good("P")), {217.5})
        self.assertEqual(set(first.good("Utrms")), {230.0})
        self.assertEqual(first.attributes["device"], "lmg450")
        self.assertIn("LMG450", first.attributes["identity"])
        self.assertGreater(int(first.attributes["biasNs"]), 4e6)  # 41 bytes at 57600 baud
        self.assertEqual(first.attributes["windowNs"], "50000000")
        second = self.stat("MeinProjekt_pvs_node07_Energy.stat")
        self.assertEqual(set(second.good("P")), {435.0})
        root = xml.etree.ElementTree.parse(self.folder / "MeinProjekt.proj").getroot()
        self.assertEqual([group.tag for group in root.find("ExternalStatistics")], ["Energy"])

    def test_takes_the_originals_command_line(self):
        line, = self.simulate("pty", "watts", "100")
        run = powertracer("-P", "X", "-t", "Host_Process", "-p", line, "-o", self.folder, "-d", "1",
                          "s:2:n6", f"a:1:{self.folder}/text")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual(set(self.stat("X_n6_Energy.stat").good("P")), {200.0})
        lines = (self.folder / "text.txt").read_text().splitlines()
        self.assertEqual(lines[0], "# end_s Utrms Itrms P GAP")
        self.assertTrue(all(text.endswith(" 100 0") for text in lines[2:]), lines)

    def test_comes_back_after_a_silence(self):
        line, = self.simulate("pty", "silent-at", "10")
        run = powertracer("-c", self.original(line), "-o", self.folder, "-d", "8")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("opened again 1 times", run.stderr)
        stat = self.stat("MeinProjekt_pvs_node06_Energy.stat")
        self.assertEqual(len(stat.gaps()), 1)
        self.assertGreater(stat.gaps()[0], 1.0)
        self.assertEqual(set(stat.good("P")), {217.5})

    def test_ends_each_interval_where_the_next_begins(self):
        line, = self.simulate("pty", "faults", "40")
        run = powertracer("-c", self.original(line), "-o", self.folder, "-d", "4")
        self.assertEqual(run.returncode, 0, run.stderr)
        stat = self.stat("MeinProjekt_pvs_node06_Energy.stat")
        end = stat.start
        for time_ns, values in stat.records:
            self.assertEqual(values["ELAPSED_NS"], time_ns - end)
            end = time_ns
        self.assertGreater(len(stat.gaps()), 2)
        self.assertEqual(set(stat.good("P")), {217.5})

    def test_reads_an_lmg670_by_tcp(self):
        address, break_port = self.simulate("tcp", "identity", "ZES,LMG670,1,2")
        config = self.config(f"[Device]\ndevice=lmg670\naddress={address}\nbreak-port={break_port}\n"
                             "cycle=20\n[Trace]\nnode=n1\nchannel=3\n")
        run = powertracer("-c", config, "-o", self.folder, "-d", "1")
        self.assertEqual(run.returncode, 0, run.stderr)
        stat = self.stat("MyProject_n1_Energy.stat")
        self.assertEqual(set(stat.good("P")), {652.5})
        self.assertEqual(stat.attributes["identity"], "ZES,LMG670,1,2")

    def test_connects_again_when_the_connection_was_closed(self):
        address, break_port = self.simulate("tcp", "messages", "10")
        config = self.config(f"[Device]\ndevice=lmg670\naddress={address}\nbreak-port={break_port}\n"
                             "cycle=50\n[Trace]\nnode=n1\nchannel=1\n")
        run = powertracer("-c", config, "-o", self.folder, "-d", "4")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("the connection was closed", run.stderr)
        self.assertNotIn("opened again 0 times", run.stderr)

    def test_prints_one_measurement(self):
        line, = self.simulate("pty")
        run = powertracer("-c", self.original(line), "--once", "--json", "-H", 'a"b')
        self.assertEqual(run.returncode, 0, run.stderr)
        told = json.loads(run.stdout)
        self.assertEqual(told["host"], 'a"b')
        device, = told["devices"]
        self.assertEqual(device["device"], "lmg450")
        values = {value["name"]: value["value"] for value in device["values"]}
        self.assertEqual(values["P_1"], 217.5)
        self.assertEqual(values["P_2"], 435)
        table = powertracer("-c", self.original(line), "--once")
        self.assertRegex(table.stdout, r"(?m)^device 1 +P_1 +217\.5 W$")

    def test_prints_json_also_of_a_device_that_does_not_speak_utf_8(self):
        line, = self.simulate("pty", "identity", b"ZES,LMG450 M\xfcnchen,1,2")
        run = powertracer("-c", self.original(line), "--once", "--json")
        device, = json.loads(run.stdout)["devices"]
        self.assertEqual(device["identity"], "ZES,LMG450 M\ufffdnchen,1,2")

    def test_reads_what_a_program_prints(self):
        config = self.config("[Device]\ndevice=command\norder=P,E\ncommand=i=0; while :; do "
                             "i=$((i+1)); echo -,$((100+i%2)),$((i*5)); sleep 0.02; done\n")
        run = powertracer("-c", config, "-o", self.folder, "-d", "1", "-H", "n1")
        self.assertEqual(run.returncode, 0, run.stderr)
        stat = self.stat("MyProject_n1_Energy.stat")
        self.assertEqual(set(stat.good("P")), {100.0, 101.0})
        self.assertEqual(set(stat.good("E")), {5000000})

    def test_reads_a_file_with_times_that_grows(self):
        path = self.folder / "watts"
        path.write_text("# s,W\n1000.5,50\n1001.5,60\n1001.5,65\nx,1\n1002.5,70\n")
        config = self.config(f"[Device]\ndevice=file\npath={path}\n")
        process = subprocess.Popen([POWERTRACER, "-c", config, "-o", self.folder, "-H", "n1"],
                                   stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.stderr.close)
        process.stderr.readline()
        with path.open("a") as file:
            file.write("1003.5,80\n1004.5,nan\n")
        time.sleep(0.5)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 0)
        stat = self.stat("MyProject_n1_Energy.stat")
        self.assertEqual([(end, values["P"], values["GAP"]) for end, values in stat.records],
                         [(1001500000000, 60, 0), (1002500000000, 70, 0), (1003500000000, 80, 0),
                          (1004500000000, 0, 1)])

    def test_subtracts_devices_and_warns_of_what_cannot_be(self):
        loop = "[Device]\nname={0}\ndevice=command\ncycle=20\ncommand=while :; do echo -,{1}; sleep 0.02; done\n"
        config = self.config(loop.format("wall", 100) + loop.format("gpu", 30) +
                             "[Trace]\nsum=wall - gpu\nname=board\n"
                             "[Check]\nrelation=wall + gpu <= wall\n")
        run = powertracer("-c", config, "-o", self.folder, "-d", "1", "-H", "n1")
        self.assertEqual(run.returncode, 0, run.stderr)
        stat = self.stat("MyProject_n1_Energy.3.stat")
        self.assertEqual(stat.names[0], "P_board")
        self.assertEqual(stat.attributes["identity"], "wall - gpu")
        self.assertEqual({round(watts, 3) for watts in stat.good("P_board")}, {70.0})
        self.assertEqual(run.stderr.count("warning: 'wall + gpu <= wall' does not hold: "
                                          "130 W is more than 100 W"), 1, run.stderr)
        self.assertRegex(run.stderr, r"'wall \+ gpu <= wall' did not hold in (\d+) of \1 intervals")

    def test_tells_of_each_relation_how_it_held(self):
        device = "[Device]\nname={0}\ndevice=command\ncycle=20\ncommand=while :; do echo -,{1}; sleep 0.02; done\n"
        config = self.config(device.format("wall", 100) + device.format("gpu", 30) + device.format("silent", "nan") +
                             device.format("part", "9; sleep 0.02; echo -,nan") +
                             "[Check]\nrelation=gpu <= wall\n[Check]\nrelation=silent <= wall\n"
                             "[Check]\nrelation=part <= wall\n")
        run = powertracer("-c", config, "-o", self.folder, "-d", "1", "-H", "n1")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stderr, r"'gpu <= wall' held in all [1-9]\d* intervals")
        self.assertIn("'silent <= wall' was never compared: no interval has all its values", run.stderr)
        self.assertRegex(run.stderr, r"'part <= wall' held in all [1-9]\d* intervals, [1-9]\d* more lacked a value\n")

    def test_checks_without_a_device(self):
        for text, cause in (("[Device]\ndevice=lmg450\n[Trace]\nchannel=1\n",
                             "pt.cfg:2: device lmg450: neither address= nor port="),
                            ("[Device]\ndevice=hwmon\nname=a\n[Trace]\nname=x\nsum=a - b\n",
                             "pt.cfg:6: 'b' is no device")):
            run = powertracer("--check", "-c", self.config(text))
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
            self.assertIn(cause, run.stderr)

    def test_ends_programs_that_it_started(self):
        mark = f"{os.getpid()}.5"
        config = self.config(f"[Device]\ndevice=command\ncommand=sleep {mark} & sleep {mark}\n")
        powertracer("-c", config, "-o", self.folder, "-d", "0.3")
        found = subprocess.run(["pgrep", "-f", f"sleep {mark}"], capture_output=True, check=False)
        self.assertEqual(found.stdout, b"")

    def test_lists_devices(self):
        told = json.loads(powertracer("--list", "--json").stdout)
        names = [device["name"] for device in told["devices"]]
        for name in ("lmg450", "lmg95", "lmg670", "powercap", "hwmon", "pm_counters", "command"):
            self.assertIn(name, names)

    def test_refuses_wrong_input_in_one_line(self):
        silent, = self.simulate("pty", "mute")
        printer, = self.simulate("pty", "identity", "A Printer")
        locked = self.folder / "locked"
        locked.write_text("")
        for text, cause in (
                ("[General]\ndevice=LMG500\n", "pt.cfg:2: unknown device 'LMG500'"),
                ("[General]\ndevice=LMG450\nport=elsewhere:/dev/ttyUSB0\n[Trace]\nchannel=1\n",
                 "pt.cfg:2: the device is attached to 'elsewhere'"),
                ("[General]\nport=/dev/nothing\n[Trace]\nchannel=1\n",
                 "/dev/nothing: No such file or directory"),
                (f"[General]\nport={locked}\n[Trace]\nchannel=1\n", "ioctl"),
                (f"[General]\nport={silent}\n[Trace]\nchannel=1\n", "no answer"),
                (f"[General]\nport={printer}\n[Trace]\nchannel=1\n", "this is no LMG"),
                ("[Device]\ndevice=lmg670\naddress=127.0.0.1:1\n[Trace]\nchannel=1\n",
                 "Connection refused"),
                (f"[Device]\ndevice=scpi\naddress={'a' * 300}\n", "address= has more than 299 characters"),
                (f"[Device]\ndevice=scpi\nport=/{'a' * 300}\n", "port= has more than 299 characters"),
                (f"[General]\ndevice=lmg670\naddress={'a' * 300}\n[Trace]\nchannel=1\n",
                 "address= has more than 299 characters"),
                (f"[Device]\ndevice=redfish\naddress={'a' * 300}\n", "address= has more than 299 characters"),
                ("[Device]\ndevice=redfish\naddress=\n", "pt.cfg:2: device redfish needs 'address='"),
                ("[Device]\ndevice=file\npath=/nowhere\n", "/nowhere: No such file"),
                ("[Device]\ndevice=nvml\ncycle=5\n", "pt.cfg:3: cycle=5 is not from 10 to 60000"),
                ("nonsense\n", "pt.cfg:1: 'nonsense' is not KEY=VALUE")):
            run = powertracer("-c", self.config(text), "-o", self.folder, "-d", "1")
            self.assertEqual(run.returncode, 2, (text, run.stderr))
            self.assertEqual({path.name for path in self.folder.iterdir()}, {"locked", "pt.cfg"}, text)
            self.assertIn(cause, run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1, run.stderr)
        for arguments, cause in (([], "no --config"), (["-c", "/nowhere"], "/nowhere: No such file"),
                                 (["x:1:y"], "is not TYPES:CHANNEL:OUTPUT"),
                                 (["-c", "x", "--pid", "99999999"], "no such process"),
                                 (["-c", "x", "-o", "/nowhere"], "no such folder"),
                                 (["-c", "x", "--json"], "--json: only with --once or --list"),
                                 (["--frequency"], "frequency")):
            run = powertracer(*arguments)
            self.assertEqual(run.returncode, 2, arguments)
            self.assertIn(cause, run.stderr)
        self.assertEqual(list(self.folder.glob("*.stat")), [])

    def test_refuses_a_folder_where_it_may_not_write(self):
        if os.getuid() != 0 or shutil.which("setpriv") is None:
            self.skipTest("needs setpriv, and to be root")
        config = self.config("[Device]\ndevice=file\npath=/dev/null\n")
        self.folder.chmod(0o755)
        run = subprocess.run(["setpriv", "--reuid=65534", "--clear-groups", POWERTRACER, "-c", config,
                              "-o", self.folder], capture_output=True, text=True)
        if "setpriv" in run.stderr or "rror while loading" in run.stderr:
            self.skipTest(run.stderr)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
        self.assertIn(f"{self.folder}: Permission denied", run.stderr)

    def content(self):
        """What the files in the folder hold, by name."""
        return {path.name: path.read_bytes() for path in self.folder.iterdir() if path.is_file()}

    def text_and_statistics(self, more=""):
        """A device with a text file and a group, and what follows."""
        return self.config("[Device]\nname=good\ndevice=command\ncycle=20\n"
                           "command=while :; do echo -,7; sleep 0.02; done\n"
                           f"[Trace]\ndevice=good\ntype=ascii\nnode=\"{self.folder}/first\"\n"
                           f"[Trace]\ndevice=good\n{more}")

    def test_leaves_an_earlier_run_alone_when_it_cannot_begin(self):
        absent = "[Device]\nname=bad\ndevice=file\npath=/nowhere\n"
        run = powertracer("-c", self.text_and_statistics(absent), "-o", self.folder, "-H", "n1")
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
        self.assertEqual(list(self.content()), ["pt.cfg"])
        run = powertracer("-c", self.text_and_statistics(), "-o", self.folder, "-H", "n1", "-d", "0.3")
        self.assertEqual(run.returncode, 0, run.stderr)
        (self.folder / "folder.txt").mkdir()
        for more, cause in ((absent, "/nowhere: No such file or directory"),
                            ("[Trace]\ndevice=good\nvalues=E\n", "no channel '' with these values"),
                            (f"[Trace]\ndevice=good\ntype=ascii\nnode=\"{self.folder}/absent/x\"\n",
                             f"{self.folder}/absent/x.txt: No such file or directory"),
                            (f"[Trace]\ndevice=good\ntype=ascii\nnode=\"{self.folder}/folder\"\n",
                             f"{self.folder}/folder.txt: Is a directory")):
            config = self.text_and_statistics(more)
            before = self.content()
            self.assertEqual(set(before), {"first.txt", "pt.cfg", "MyProject.proj", "MyProject_n1.info",
                                           "MyProject_n1_Energy.stat"})
            run = powertracer("-c", config, "-o", self.folder, "-H", "n1", "-d", "0.3")
            self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
            self.assertIn(cause, run.stderr)
            self.assertEqual(self.content(), before, more)

    def test_puts_the_earlier_description_back_when_it_gets_no_thread(self):
        if os.getuid() != 0:
            self.skipTest("needs to be root")
        earlier = {"first.txt": b"an old measurement\n", "MyProject_n1.info": b"what describes it\n"}
        (self.folder / "watts").write_text("1000.5,50\n1001.5,60\n")
        config = self.config(f"[Device]\ndevice=file\npath={self.folder}/watts\n"
                             f"[Trace]\ntype=ascii\nnode=\"{self.folder}/first\"\n[Trace]\nvalues=P\n")
        for name, text in earlier.items():
            (self.folder / name).write_bytes(text)
            (self.folder / name).chmod(0o666)
        self.folder.chmod(0o777)
        before = self.content()

        def be_another_without_threads():
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))
            os.setuid(54321)
        run = subprocess.run([POWERTRACER, "-c", config, "-o", self.folder, "-H", "n1", "-d", "0.3"],
                             preexec_fn=be_another_without_threads, capture_output=True, text=True, timeout=90,
                             env={**os.environ, "ASAN_OPTIONS": "detect_leaks=0"})
        if "rror while loading" in run.stderr:
            self.skipTest(run.stderr)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (1, 1), run.stderr)
        self.assertEqual(self.content(), before)

    def test_creates_no_file_when_the_description_cannot_be_written(self):
        (self.folder / "MyProject_n1.info").mkdir()
        config = self.text_and_statistics()
        run = powertracer("-c", config, "-o", self.folder, "-H", "n1", "-d", "0.3")
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1), run.stderr)
        self.assertIn(f"{self.folder}/MyProject_n1.info: Is a directory", run.stderr)
        self.assertEqual(list(self.content()), ["pt.cfg"])

    def test_keeps_an_earlier_text_until_there_is_a_record(self):
        (self.folder / "first.txt").write_text("old measurement\n")
        config = self.config("[Device]\ndevice=command\ncommand=sleep 60\n"
                             f"[Trace]\ntype=ascii\nnode=\"{self.folder}/first\"\n")
        run = powertracer("-c", config, "-o", self.folder, "-d", "0.3")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual((self.folder / "first.txt").read_text(), "old measurement\n")

    def test_writes_no_file_when_it_only_prints(self):
        config = self.text_and_statistics()
        (self.folder / "first.txt").write_text("old measurement\n")
        before = self.content()
        run = powertracer("-c", config, "-o", self.folder, "--once")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertRegex(run.stdout, r"(?m)^good +P +7 W$")
        self.assertEqual(self.content(), before)

    def test_garbage_is_no_measurement(self):
        config = self.config("[Device]\ndevice=command\ncommand=echo garbage\n")
        run = powertracer("-c", config, "--once", "--json")
        self.assertEqual(run.returncode, 2)
        self.assertIn("device 1: the program has ended; 'garbage' is not a later time and 1 values: "
                      "nothing measured", run.stderr)
        self.assertIsNone(json.loads(run.stdout)["devices"][0]["values"][0]["value"])

    def test_goes_on_with_the_devices_that_answer(self):
        config = self.config("[Device]\nname=lost\ndevice=file\npath=/nowhere\n"
                             "[Device]\ndevice=command\ncommand=while :; do echo -,7; "
                             "sleep 0.05; done\n")
        run = powertracer("-k", "-c", config, "-o", self.folder, "-d", "0.5", "-H", "n1")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("not available: lost: /nowhere", run.stderr)
        self.assertEqual(set(self.stat("MyProject_n1_Energy.stat").good("P")), {7.0})
        self.assertEqual(powertracer("-c", config, "-o", self.folder).returncode, 2)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Back-ends of powertracer against simulated devices behind the transport that they have in fact.

    meters_test.py POWERTRACER FOLDER-OF-FAKE-NVML"""

import json
import os
import itertools
import json
import socketserver
import subprocess
import sys
import threading
import time
import unittest

from meter_case import MeterTest, serve
from stat_file import StatFile

FAKE_NVML = sys.argv.pop()


ANSWER = b"230,1.5,217.5\n"


class ScpiTest(MeterTest):
    """A wattmeter on TCP; `faults` are what becomes of the next answers."""

    def meter(self, answer, faults=()):
        faults = list(faults)
        asked = self.asked = []
        release = self.release = threading.Event()
        answers = itertools.repeat(answer) if isinstance(answer, bytes) else answer

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                for line in self.rfile:
                    question = line.decode().strip()
                    asked.append(question)
                    if question == "*IDN?":
                        self.wfile.write(b"YOKOGAWA,WT310,1,2\n")
                    elif "?" in question:
                        self.answer(faults.pop(0) if faults else "none")

            def answer(self, fault):
                answer = next(answers)
                if fault == "drop":
                    return
                if fault == "delay":
                    time.sleep(2.5)
                if fault == "hold":
                    release.wait(60)
                if fault == "close":
                    raise ConnectionError
                if fault == "garbage":
                    self.wfile.write(b"\xff#\n##\n")
                if fault == "nan":
                    self.wfile.write(b"NAN,NAN,9.9E37\n")
                    return
                if fault == "split":
                    self.wfile.write(answer[:5])
                    time.sleep(0.05)
                    self.wfile.write(answer[5:])
                    return
                self.wfile.write(answer)

        return serve(self, Handler)

    def test_reads_a_model_of_the_table(self):
        address = self.meter(b"230.05E+00,1.5,217.5\r\n")
        config = f"[Device]\ndevice=scpi\nmodel=WT300\naddress={address}\ncycle=20\n"
        stat, _ = self.record(config)
        self.assertEqual(stat.names[:3], ["Utrms", "Itrms", "P"])
        self.assertEqual(set(stat.good("P")), {217.5})
        self.assertEqual(stat.attributes["identity"], "YOKOGAWA,WT310,1,2")
        self.assertIn(":NUM:NORM:ITEM3 P,1", self.asked)
        self.assertEqual(self.once(config)["P"], 217.5)

    def test_opens_devices_beside_each_other(self):
        """The first one answers when the second one was asked."""
        asked = threading.Event()

        class First(socketserver.StreamRequestHandler):
            def handle(self):
                for _ in self.rfile:
                    self.wfile.write(b"1\n" if asked.wait(10) else b"")

        class Second(socketserver.StreamRequestHandler):
            def handle(self):
                for _ in self.rfile:
                    asked.set()
                    self.wfile.write(b"2\n")

        config = "".join(f"[Device]\ndevice=scpi\naddress={serve(self, handler)}\ncycle=20\n"
                         for handler in (First, Second))
        run = self.run_it(config, "--once", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertEqual([device["values"][0]["value"] for device in
                          json.loads(run.stdout)["devices"]], [1, 2])

    def test_waits_for_all_devices_no_longer_than_is_said(self):
        self.refused(f"[General]\nopen-timeout=0.2\n[Device]\ndevice=scpi\n"
                     f"address={self.meter(b'1', ['drop'] * 9)}\nidentify=0\n",
                     "scpi: not opened within 0.2 s")
        self.refused("[General]\nopen-timeout=0\n", "open-timeout='0' is not a number of seconds")

    def test_takes_questions_of_the_configuration(self):
        address = self.meter(b"5;217;1.5\n")
        config = (f"[Device]\ndevice=scpi\naddress={address}\ncycle=20\nquery=READ?\n"
                  "order=-,P,W\nidentify=0\nsetup=A 1|B 2\n")
        self.assertEqual(self.once(config), {"P": 217, "E": 0})
        self.assertEqual(self.asked[:3], ["A 1", "B 2", "READ?"])

    def test_marks_an_energy_that_begins_anew(self):
        told = []

        def joules():
            for number in itertools.chain(range(100, 115), itertools.count()):
                told.append(number)
                yield b"%d\n" % number

        address = self.meter(joules())
        stat, _ = self.record(f"[Device]\ndevice=scpi\naddress={address}\ncycle=20\norder=E\n"
                              "query=E?\nidentify=0\n", lambda stat: len(stat.records) > 25)
        self.assertEqual(len(stat.gaps()), 1)
        self.assertEqual(set(stat.good("E")[:-1]), {1000000})
        # The end may have broken off a question, whose answer counted on: the last record has that, too.
        self.assertEqual(sum(stat.since_gap("E")), 1000000 * told[-1])

    def test_marks_an_energy_that_stands_still(self):
        stands = threading.Event()
        told = [0]

        def joules():
            while True:
                told.append(told[-1] + (0 if stands.is_set() else 1))
                yield b"%d\n" % told[-1]

        process = self.start(f"[Device]\ndevice=scpi\naddress={self.meter(joules())}\ncycle=20\n"
                             "order=E\nquery=E?\nidentify=0\npatience=0.2\n")
        self.wait_for_stat(lambda stat: len(stat.records) > 3)
        stands.set()
        self.wait_for_stat(lambda stat: len(stat.gaps()) > 3)
        stood_at = told[-1]
        stands.clear()
        self.wait_for_stat(lambda stat: stat.records[-1][1]["GAP"] == 0)
        stat = self.finish(process)
        self.assertEqual(set(stat.good("E")[:-1]), {1000000, 0})
        # The end may have broken off a question, whose answer counted on: the last record has that, too.
        self.assertEqual(sum(stat.since_gap("E")), 1000000 * (told[-1] - stood_at))
        kinds = "".join("G" if values["GAP"] else "E" if values["E"] else "0"
                        for _, values in stat.records)
        self.assertRegex(kinds, "^E+0+G+E+$")
        waited = sum(values["ELAPSED_NS"] for (_, values), kind in zip(stat.records, kinds)
                     if kind == "0")
        self.assertLess(waited, 2e8)

    def test_measures_runs_shorter_than_a_cycle(self):
        address = self.meter(ANSWER)
        self.measures_short_runs(f"[Device]\ndevice=scpi\nmodel=wt300\naddress={address}\n", 217.5)

    def test_does_not_wait_for_the_first_answer_nor_take_it_for_the_second(self):
        sent = []

        def watts():
            while True:
                sent.append(len(sent))
                yield b"%d\n" % sent[-1]

        address = self.meter(watts(), ["none", "hold"])
        process = self.start(f"[Device]\ndevice=scpi\naddress={address}\ncycle=20\n")
        self.release.set()
        self.wait_for_stat(lambda stat: len(stat.good("P")) > 5)
        stat = self.finish(process)
        self.assertIn("opened again 0 times", process.stderr.read())
        self.assertEqual(stat.good("P")[-1], sent[-1])

    def test_multiplies_what_a_direct_current_supply_tells(self):
        address = self.meter(b"12;2.5\n")
        config = f"[Device]\ndevice=scpi\nmodel=n6705\naddress={address}\ncycle=20\n"
        self.assertEqual(self.once(config), {"Utrms": 12, "Itrms": 2.5, "P": 30})

    def test_bears_faults(self):
        faults = ["none"] * 3 + ["split", "garbage", "nan"] + ["none"] * 5
        address = self.meter(ANSWER, faults)
        stat, told = self.record(f"[Device]\ndevice=scpi\nmodel=wt300\naddress={address}\n"
                                 "cycle=20\n", lambda stat: len(stat.good("P")) > 12)
        self.assertEqual(set(stat.good("P")), {217.5})
        self.assertGreaterEqual(len(stat.gaps()), 1)  # NaN
        self.assertNotIn(" 0 damaged", told)

    def test_comes_back_after_faults(self):
        faults = ("drop", "delay", "close")
        config = "".join(
            f"[Device]\ndevice=scpi\nmodel=wt300\ncycle=20\n"
            f"address={self.meter(ANSWER, ['none'] * 3 + [fault])}\n" for fault in faults)
        process = self.start(config)
        groups = ("Energy", "Energy.2", "Energy.3")
        for group in groups:
            # A busy machine adds short gaps of its own.
            self.wait_for_stat(lambda stat: max(stat.gaps(), default=0) > 0.9 and
                               stat.records[-1][1]["GAP"] == 0, group)
        self.finish(process)
        told = process.stderr.read()
        for fault, group, line in zip(faults, groups, told.splitlines()):
            with self.subTest(fault):
                self.assertIn("opened again 1 times", line)
                stat = self.stat(group)
                self.assertEqual(set(stat.good("P")), {217.5})
                self.assertGreater(max(stat.gaps()), 0.9)

    def test_refuses_what_does_not_answer_as_told(self):
        address = self.meter(b"230,1.5\n")
        self.refused(f"[Device]\ndevice=scpi\nmodel=wt300\naddress={address}\n",
                     "2 values where order= names 3: '230,1.5'")
        self.refused("[Device]\ndevice=scpi\nmodel=x\naddress=127.0.0.1\n", "model='x' is none of")
        self.refused("[Device]\ndevice=scpi\naddress=127.0.0.1:1\n", "Connection refused")
        self.refused("[Device]\ndevice=scpi\n", "neither address= nor port=")


class NvmlTest(MeterTest):
    def setUp(self):
        super().setUp()
        self.fault = self.folder / "fault"
        self.fault.write_text("none\n")
        self.environment = {"LD_LIBRARY_PATH": FAKE_NVML, "FAKE_NVML": str(self.fault)}

    CONFIG = "[Device]\ndevice=nvml\ncycle=20\n"

    def set_fault(self, name):
        new = self.folder / "new"
        new.write_text(name + "\n")
        new.rename(self.fault)

    def test_prefers_the_energy_counter(self):
        stat, _ = self.record(self.CONFIG, lambda stat: len(stat.records) > 50)
        self.assertEqual(stat.names[:4], ["P", "E_gpu0", "P_gpu0", "P_gpu1"])
        self.assertEqual(set(stat.good("P_gpu1")), {75.0})
        seconds = sum(values["ELAPSED_NS"] for _, values in stat.records) / 1e9
        self.assertAlmostEqual(sum(stat.good("E_gpu0")) / 1e6 / seconds, 100, delta=10)
        for _, values in stat.records:
            self.assertAlmostEqual(values["P"], values["P_gpu0"] + 75, places=2)

    def test_takes_power_from_old_devices(self):
        self.set_fault("old")
        self.assertEqual(self.once(self.CONFIG), {"P_gpu0": 101, "P_gpu1": 75})

    def test_leaves_out_a_dead_counter(self):
        self.set_fault("dead")
        stat, _ = self.record(self.CONFIG)
        self.assertEqual(stat.names[0], "P")
        self.assertEqual(stat.attributes["unavailable"], "gpu0 stands still")
        self.assertEqual(set(stat.good("P")), {75.0})

    def test_marks_resets_and_loss(self):
        process = self.start(self.CONFIG)
        self.wait_for_stat(lambda stat: len(stat.records) > 3)
        self.set_fault("reset")
        self.wait_for_stat(lambda stat: len(stat.gaps()) == 1)
        self.set_fault("lost")
        time.sleep(0.1)  # some readings
        self.set_fault("none")
        self.wait_for_stat(lambda stat: len(stat.gaps()) > 1 and stat.records[-1][1]["GAP"] == 0)
        stat = self.finish(process)
        self.assertGreaterEqual(len(stat.gaps()), 2)
        # What the counter's steps say of the short interval at the end is left aside; a busy machine
        # moves single readings. A reset or a loss that was taken for energy would be far off.
        powers = stat.good("P_gpu0")[:-1]
        self.assertTrue(all(20 < power < 500 for power in powers), powers)
        self.assertEqual(stat.records[-1][1]["GAP"], 0)

    def test_leaves_a_library_behind_that_never_returns(self):
        self.set_fault("hang")
        lines = self.folder / "lines"
        lines.write_text("".join(f"{time},{7}\n" for time in range(1000, 1010)))
        run = self.run_it(f"[General]\nopen-timeout=0.5\n{self.CONFIG}[Device]\ndevice=file\n"
                          f"path={lines}\n", "-k", "-o", self.folder, "-d", "0.5")
        self.assertEqual(run.returncode, 0, run.stderr)
        self.assertIn("not available: device 1: not opened within 0.5 s", run.stderr)
        stat = StatFile(self.folder / "MyProject_n1_Energy.stat")
        self.assertEqual(set(stat.good("P")), {7.0})

    def test_says_that_there_is_none(self):
        self.environment = {"LD_LIBRARY_PATH": "/nowhere"}
        self.refused(self.CONFIG, "libnvidia-ml.so.1 is not here")
        self.environment = {"LD_LIBRARY_PATH": FAKE_NVML, "FAKE_NVML": str(self.fault)}
        self.set_fault("lost")
        self.refused(self.CONFIG, "no device of 3 tells power")


class RaplTest(MeterTest):
    """The kernel's own clock, which perf events count in ns, stands for an energy of 100 W."""

    def tree(self, *events):
        folder = self.folder / "sys/bus/event_source/devices/power"
        (folder / "events").mkdir(parents=True)
        (folder / "type").write_text("1\n")  # PERF_TYPE_SOFTWARE
        (folder / "cpumask").write_text("0\n")
        for name, event in events:
            (folder / "events" / name).write_text(f"event={event}\n")
            (folder / "events" / f"{name}.scale").write_text("1.0e-07\n")
            (folder / "events" / f"{name}.unit").write_text("Joules\n")
        return ["--root", self.folder]

    def setUp(self):
        super().setUp()
        probe = self.run_it("[Device]\ndevice=rapl\n", *self.tree(("energy-pkg", "0x0")), "--once")
        if probe.returncode == 2 and "perf_event_paranoid" in probe.stderr:
            self.skipTest(probe.stderr)
        subprocess.run(["rm", "-r", self.folder / "sys"], check=True)

    def test_counts_energy(self):
        root = self.tree(("energy-pkg", "0x0"), ("energy-cores", "0x0"))
        stat, _ = self.record("[Device]\ndevice=rapl\ncycle=20\n",
                              lambda stat: len(stat.records) > 30, root)
        self.assertEqual(stat.names[:2], ["P", "E"])
        self.assertIn("P_cores-0", stat.names)
        seconds = sum(values["ELAPSED_NS"] for _, values in stat.records) / 1e9
        self.assertAlmostEqual(sum(stat.good("E")) / 1e6 / seconds, 100, delta=10)

    def test_leaves_out_dead_counters(self):
        root = self.tree(("energy-pkg", "0x0"), ("energy-psys", "0x8"))  # emulation faults: none
        stat, _ = self.record("[Device]\ndevice=rapl\ncycle=20\n", more=root)
        self.assertEqual(stat.attributes["unavailable"], "psys-0 stands still")
        self.assertNotIn("P_psys-0", stat.names)

    def test_refuses_a_machine_with_dead_counters_only(self):
        run = self.run_it("[Device]\ndevice=rapl\n", *self.tree(("energy-psys", "0x8")), "--once")
        self.assertEqual(run.returncode, 2)
        self.assertIn("its energy counters stand still", run.stderr)

    def test_says_what_is_not_there(self):
        run = self.run_it("[Device]\ndevice=rapl\n", "--root", "/nowhere", "--once")
        self.assertEqual(run.returncode, 2)
        self.assertIn("the kernel has no /sys/bus/event_source/devices/power", run.stderr)


if __name__ == "__main__":
    unittest.main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Back-ends of powertracer against simulated devices behind the transport that they have in fact.

    meters_test.py POWERTRACER FOLDER-OF-FAKE-NVML"""

import json
import os
import pathlib
import shutil
import signal
import socket
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
import unittest

from stat_file import StatFile

FAKE_NVML = sys.argv.pop()
POWERTRACER = sys.argv.pop()


class MeterTest(unittest.TestCase):
    environment = {}

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)

    def config(self, text):
        path = self.folder / "pt.cfg"
        path.write_text(text)
        return path

    def run_it(self, text, *arguments):
        return subprocess.run([POWERTRACER, "-c", self.config(text), "-H", "n1", *arguments],
                              capture_output=True, text=True, timeout=90,
                              env={**os.environ, **self.environment})

    def record(self, text, seconds):
        run = self.run_it(text, "-o", self.folder, "-d", str(seconds))
        self.assertEqual(run.returncode, 0, run.stderr)
        return StatFile(self.folder / "MyProject_n1_Energy.stat"), run.stderr

    def start(self, text):
        process = subprocess.Popen([POWERTRACER, "-c", self.config(text), "-H", "n1",
                                    "-o", self.folder], stderr=subprocess.PIPE, text=True,
                                   env={**os.environ, **self.environment})
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.assertIn("measuring", process.stderr.readline())
        return process

    def finish(self, process):
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=60), 0)
        return StatFile(self.folder / "MyProject_n1_Energy.stat")

    def once(self, text):
        run = self.run_it(text, "--once", "--json")
        self.assertEqual(run.returncode, 0, run.stderr)
        told = json.loads(run.stdout)["devices"][0]
        return {value["name"]: value["value"] for value in told["values"]}

    def refused(self, text, cause):
        run = self.run_it(text, "-o", self.folder, "-d", "1")
        self.assertEqual(run.returncode, 2, run.stderr)
        self.assertIn(cause, run.stderr)
        self.assertEqual(run.stderr.count("\n"), 1, run.stderr)

    def wait_for(self, condition):
        """Something that has to happen, soon or, on a busy machine, later."""
        for _ in range(500):
            if condition():
                return
            time.sleep(0.05)
        self.fail("it did not happen")


class Server(socketserver.ThreadingTCPServer):
    allow_reuse_address = True
    daemon_threads = True

    def handle_error(self, request, client_address):
        pass  # the other side went away


def serve(test, handler):
    server = Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    test.addCleanup(server.server_close)
    test.addCleanup(server.shutdown)
    return f"127.0.0.1:{server.server_address[1]}"


class ScpiTest(MeterTest):
    """A wattmeter on TCP; `faults` are what becomes of the next answers."""

    def meter(self, answer, faults=()):
        faults = list(faults)
        asked = self.asked = []

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
                if fault == "drop":
                    return
                if fault == "delay":
                    time.sleep(2.5)
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
        stat, _ = self.record(config, 0.5)
        self.assertEqual(stat.names[:3], ["Utrms", "Itrms", "P"])
        self.assertEqual(set(stat.good("P")), {217.5})
        self.assertEqual(stat.attributes["identity"], "YOKOGAWA,WT310,1,2")
        self.assertIn(":NUM:NORM:ITEM3 P,1", self.asked)
        self.assertEqual(self.once(config)["P"], 217.5)

    def test_takes_questions_of_the_configuration(self):
        address = self.meter(b"5;217;1.5\n")
        config = (f"[Device]\ndevice=scpi\naddress={address}\ncycle=20\nquery=READ?\n"
                  "order=-,P,W\nidentify=0\nsetup=A 1|B 2\n")
        self.assertEqual(self.once(config), {"P": 217, "E": 0})
        self.assertEqual(self.asked[:3], ["A 1", "B 2", "READ?"])

    def test_multiplies_what_a_direct_current_supply_tells(self):
        address = self.meter(b"12;2.5\n")
        config = f"[Device]\ndevice=scpi\nmodel=n6705\naddress={address}\ncycle=20\n"
        self.assertEqual(self.once(config), {"Utrms": 12, "Itrms": 2.5, "P": 30})

    def test_bears_faults(self):
        faults = ["none"] * 3 + ["split", "garbage", "nan"] + ["none"] * 5
        address = self.meter(b"230,1.5,217.5\n", faults)
        stat, told = self.record(f"[Device]\ndevice=scpi\nmodel=wt300\naddress={address}\n"
                                 "cycle=20\n", 1)
        self.assertEqual(set(stat.good("P")), {217.5})
        self.assertGreaterEqual(len(stat.gaps()), 1)  # NaN
        self.assertNotIn(" 0 damaged", told)

    def test_comes_back_after_faults(self):
        for fault in ("drop", "delay", "close"):
            with self.subTest(fault):
                address = self.meter(b"230,1.5,217.5\n", ["none"] * 3 + [fault])
                stat, told = self.record(f"[Device]\ndevice=scpi\nmodel=wt300\naddress={address}\n"
                                         "cycle=20\n", 5)
                self.assertIn("opened again 1 times", told)
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
        stat, _ = self.record(self.CONFIG, 2)
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
        stat, _ = self.record(self.CONFIG, 0.5)
        self.assertEqual(stat.names[0], "P")
        self.assertEqual(stat.attributes["unavailable"], "gpu0 stands still")
        self.assertEqual(set(stat.good("P")), {75.0})

    def test_marks_resets_and_loss(self):
        process = self.start(self.CONFIG)
        time.sleep(0.3)
        self.set_fault("reset")
        time.sleep(0.3)
        self.set_fault("lost")
        time.sleep(0.3)
        self.set_fault("none")
        time.sleep(2.5)
        stat = self.finish(process)
        self.assertGreaterEqual(len(stat.gaps()), 2)
        self.assertTrue(all(80 < power < 300 for power in stat.good("P_gpu0")), stat.good("P_gpu0"))
        self.assertEqual(stat.records[-1][1]["GAP"], 0)

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
        run = self.run_it("[Device]\ndevice=rapl\ncycle=20\n", *root, "-o", self.folder, "-d", "1")
        self.assertEqual(run.returncode, 0, run.stderr)
        stat = StatFile(self.folder / "MyProject_n1_Energy.stat")
        self.assertEqual(stat.names[:2], ["P", "E"])
        self.assertIn("P_cores-0", stat.names)
        seconds = sum(values["ELAPSED_NS"] for _, values in stat.records) / 1e9
        self.assertAlmostEqual(sum(stat.good("E")) / 1e6 / seconds, 100, delta=10)

    def test_leaves_out_dead_counters(self):
        root = self.tree(("energy-pkg", "0x0"), ("energy-psys", "0x8"))  # emulation faults: none
        run = self.run_it("[Device]\ndevice=rapl\ncycle=20\n", *root, "-o", self.folder, "-d", "0.3")
        self.assertEqual(run.returncode, 0, run.stderr)
        stat = StatFile(self.folder / "MyProject_n1_Energy.stat")
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



class RedfishTest(MeterTest):
    """A management controller; `faults` are what becomes of the next answers after the search."""

    FILES = {
        "/redfish/v1/Chassis": {"Members": [{"@odata.id": "/redfish/v1/Chassis/Fan"},
                                            {"@odata.id": "/redfish/v1/Chassis/1"}]},
        "/redfish/v1/Chassis/1/EnvironmentMetrics": {
            "Id": "x", "PowerWatts": {"DataSourceUri": "/s", "Reading": 217.5},
            "EnergykWh": {"Reading": 12.345}},
        "/old": {"PowerControl": [{"PowerConsumedWatts": 180}]},
        "/nothing": {"Id": "x"},
    }

    def controller(self, faults=(), split=False):
        faults = list(faults)
        files = self.FILES
        seen = self.seen = []

        class Handler(socketserver.StreamRequestHandler):
            def handle(self):
                while True:
                    head = []
                    for line in self.rfile:
                        if not line.strip():
                            break
                        head.append(line.decode().strip())
                    if not head:
                        return
                    seen.append(head)
                    path = head[0].split()[1]
                    fault = faults.pop(0) if faults and path in files and "Ch" in path else "none"
                    self.answer(files.get(path), fault)

            def answer(self, content, fault):
                body = json.dumps(content).encode()
                status = b"200 OK" if content else b"404 Not Found"
                if fault == "close":
                    raise ConnectionError
                if fault == "delay":
                    time.sleep(3.5)
                if fault == "error":
                    status = b"503 Busy"
                if fault == "nan":
                    body = body.replace(b"217.5", b"null").replace(b"12.345", b"null")
                if fault == "reset":
                    body = body.replace(b"12.345", b"0.001")
                head = b"HTTP/1.1 " + status + b"\r\ncontent-length: %d\r\n\r\n" % len(body)
                if split or fault == "split":
                    self.wfile.write(head[:20])
                    time.sleep(0.05)
                    self.wfile.write(head[20:])
                    time.sleep(0.05)
                    self.wfile.write(body[:7])
                    time.sleep(0.05)
                    self.wfile.write(body[7:])
                else:
                    self.wfile.write(head + body)

        return serve(self, Handler)

    def test_finds_the_chassis_that_tells_power(self):
        stat, _ = self.record(f"[Device]\ndevice=redfish\naddress={self.controller()}\n"
                              "cycle=50\n", 1)
        self.assertEqual(stat.names[:2], ["P", "E"])
        self.assertEqual(set(stat.good("P")), {217.5})
        self.assertEqual(stat.attributes["identity"],
                         "Redfish /redfish/v1/Chassis/1/EnvironmentMetrics")
        self.assertEqual(stat.attributes["biasNs"], "500000000")

    def test_reads_an_older_controller_with_a_login(self):
        (self.folder / "secret").write_text("geheim\n")
        config = (f"[Device]\ndevice=redfish\naddress={self.controller()}\npath=/old\ncycle=50\n"
                  f"user=root\npassword-file={self.folder}/secret\n")
        self.assertEqual(self.once(config), {"P": 180})
        self.assertIn("Authorization: Basic cm9vdDpnZWhlaW0=", self.seen[0])

    def test_bears_faults(self):
        faults = ["none"] * 4 + ["split", "nan", "reset", "none"]
        stat, _ = self.record(f"[Device]\ndevice=redfish\naddress={self.controller(faults)}\n"
                              "cycle=50\n", 2)
        self.assertEqual(set(stat.good("P")), {217.5})
        self.assertGreaterEqual(len(stat.gaps()), 2)
        self.assertEqual(set(stat.good("E")), {0})
        self.assertEqual(stat.records[-1][1]["GAP"], 0)

    def test_comes_back_after_faults(self):
        for fault in ("close", "error", "delay"):
            with self.subTest(fault):
                address = self.controller(["none"] * 6 + [fault])
                stat, told = self.record(f"[Device]\ndevice=redfish\naddress={address}\n"
                                         "cycle=50\n", 6)
                self.assertIn("opened again 1 times", told)
                self.assertEqual(set(stat.good("P")), {217.5})
                self.assertGreater(max(stat.gaps()), 0.9)

    def test_says_what_is_wrong(self):
        address = self.controller()
        self.refused(f"[Device]\ndevice=redfish\naddress={address}\npath=/missing\n",
                     "/missing: HTTP/1.1 404 Not Found")
        self.refused(f"[Device]\ndevice=redfish\naddress={address}\npath=/nothing\n",
                     "no power is told there")
        self.refused(f"[Device]\ndevice=redfish\naddress={address}\npassword-file=/none\n",
                     "password-file: cannot read /none")
        self.refused("[Device]\ndevice=redfish\naddress=127.0.0.1:1\n", "Connection refused")
        self.refused("[Device]\ndevice=redfish\n", "device redfish needs 'address='")


PASS_PERSIST = """
import sys
for line in sys.stdin:
    command = line.strip()
    if command == "PING":
        print("PONG", flush=True)
        continue
    oid = sys.stdin.readline().strip()
    known = dict(row.split() for row in open(sys.argv[1]))
    if command == "get" and oid in known:
        print(oid, "gauge", known[oid], sep="\\n", flush=True)
    else:
        print("NONE", flush=True)
"""


@unittest.skipUnless(shutil.which("snmpd", path="/usr/sbin:/usr/bin"), "snmpd is not installed")
class SnmpTest(MeterTest):
    """Net-SNMP's agent with the objects of a unit of APC."""

    APC = ".1.3.6.1.4.1.318.1.1.26"

    def setUp(self):
        super().setUp()
        self.objects = self.folder / "objects"
        self.put(21, 117)
        (self.folder / "agent.py").write_text(PASS_PERSIST)
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        (self.folder / "agent.conf").write_text(
            f"rocommunity secret\npass_persist {self.APC} {sys.executable} "
            f"{self.folder}/agent.py {self.objects}\n")
        self.agent = self.start_agent()
        self.config_text = (f"[Device]\ndevice=snmp\naddress=127.0.0.1:{self.port}\n"
                            "community=secret\nmodel=apc\noutlets=3\ncycle=100\n")
        self.wait_for(lambda: self.run_it(self.config_text, "--once").returncode == 0)

    def put(self, device, outlet):
        new = self.folder / "objects.new"
        new.write_text(f"{self.APC}.4.3.1.5.1 {device}\n{self.APC}.9.4.3.1.7.3 {outlet}\n")
        new.rename(self.objects)

    def start_agent(self):
        agent = subprocess.Popen(
            ["/usr/sbin/snmpd", "-f", "-C", "-c", self.folder / "agent.conf", "-Lf", "/dev/null",
             "-p", self.folder / "pid", f"udp:127.0.0.1:{self.port}"],
            env={**os.environ, "SNMP_PERSISTENT_DIR": str(self.folder)})
        self.addCleanup(agent.wait)
        self.addCleanup(agent.kill)
        return agent

    def test_reads_a_unit_and_its_outlets(self):
        process = self.start(self.config_text)
        time.sleep(1)
        self.put(35, 200)
        time.sleep(1)
        stat = self.finish(process)
        self.assertEqual(stat.names[:2], ["P", "P_outlet3"])
        self.assertEqual(stat.good("P")[0], 210)
        self.assertEqual(stat.good("P")[-1], 350)
        self.assertEqual(stat.good("P_outlet3")[-1], 200)
        self.assertLessEqual(set(stat.good("P")), {210.0, 350.0})

    def test_reads_objects_of_the_configuration_by_version_1(self):
        config = (f"[Device]\ndevice=snmp\naddress=127.0.0.1:{self.port}\ncommunity=secret\n"
                  f"version=1\noid={self.APC}.9.4.3.1.7.3*0.5,{self.APC}.4.3.1.5.1*10\ncycle=100\n")
        self.assertEqual(self.once(config), {"P_1": 58.5, "P_2": 210})

    def test_comes_back_when_the_agent_does(self):
        process = self.start(self.config_text)
        time.sleep(0.5)
        self.agent.kill()
        self.agent.wait()
        time.sleep(1)
        self.start_agent()
        time.sleep(14)  # opened again after 1, 2, 4, ... s
        stat = self.finish(process)
        self.assertEqual(set(stat.good("P")), {210.0})
        self.assertGreater(max(stat.gaps()), 0.9)
        self.assertEqual(stat.records[-1][1]["GAP"], 0)

    def test_says_what_is_wrong(self):
        self.refused(self.config_text.replace("secret", "wrong"), "no answer (address, community)")
        self.refused(self.config_text.replace("outlets=3", "outlets=4"),
                     "it has no number at object 2 of 2")
        self.refused(self.config_text.replace("apc", "abc"), "model='abc' is none of apc, raritan")
        self.refused(self.config_text.replace("model=apc", "oid=1.x"), "oid='1.x' is not numbers")


if __name__ == "__main__":
    unittest.main()

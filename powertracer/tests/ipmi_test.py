# SPDX-License-Identifier: GPL-3.0-or-later
"""The back-ends dcmi and ipmi against OpenIPMI's simulator over UDP, with a module that answers DCMI and
a relay between that loses, delays and damages packets.

    ipmi_test.py POWERTRACER DCMI-MODULE"""

import pathlib
import shutil
import socket
import subprocess
import sys
import unittest

from ipmi_controller import Controller, load_aes
from meter_case import MeterTest
from relay import Relay

MODULE = pathlib.Path(sys.argv.pop()).absolute()
# Owner, number and kind of the sensor; its unit is watts, a reading of 1 means 5.
SENSOR = [0x20, 0, 0x30, 10, 1, 0x7f, 0x68, 0x0b, 1, *[0] * 7, 6, 0, 0, 5, *[0] * 9, 0xff, *[0] * 12]


@unittest.skipUnless(shutil.which("ipmi_sim"), "ipmi_sim (openipmi) is not installed")
@unittest.skipUnless(MODULE.is_file(), "the headers of OpenIPMI (libopenipmi-dev) are not installed")
class SimulatorTest(MeterTest):
    def setUp(self):
        super().setUp()
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
            free.bind(("127.0.0.1", 0))
            self.target = free.getsockname()
        self.put("watts", "217 none")
        self.put("sensor", "43")
        self.put("password", "secret\n")
        (self.folder / "state").mkdir()
        self.put("lan.conf", f'''name "bmc"
set_working_mc 0x20
startlan 1
addr 127.0.0.1 {self.target[1]}
priv_limit admin
allowed_auths_callback md5
allowed_auths_user md5
allowed_auths_operator md5
allowed_auths_admin md5
guid a123456789abcdefa123456789abcdef
endlan
user 2 true "meter" "secret" admin 10 md5
loadlib "{MODULE}" "{self.folder}/watts"
''')
        name = b"PSU1 Power"
        record = [*SENSOR, 0xc0 | len(name), *name]
        record = " ".join("0x%02x" % byte for byte in [0, 0, 0x51, 1, len(record), *record])
        bits = " ".join(["0" * 15] * 4)
        self.put("commands", f'''mc_setbmc 0x20
mc_add 0x20 0 no-device-sdrs 0x23 9 8 0x9f 0x1291 0xf02
sensor_add 0x20 0 0x30 0x0b 0x01 poll 100 file "{self.folder}/sensor"
sensor_set_event_support 0x20 0 0x30 enable scanning per-state {bits}
main_sdr_add 0x20 {record}
mc_enable 0x20
''')
        self.simulator = self.start_simulator()
        self.relay = Relay(self, self.target)
        self.dcmi = (f"[Device]\ndevice=dcmi\naddress={self.relay.address}\nuser=meter\n"
                     f"password-file={self.folder}/password\nprivilege=admin\ncycle=50\n")
        # Cycles so long that a busy machine adds no gaps of its own.
        self.slow = self.dcmi.replace("cycle=50", "cycle=300")
        self.ipmi = self.dcmi.replace("dcmi", "ipmi").replace("cycle=50", "cycle=100")
        self.wait_for(lambda: self.run_it(self.dcmi, "--once").returncode == 0)

    def put(self, name, text):
        new = self.folder / "new"
        new.write_text(text)
        new.rename(self.folder / name)

    def start_simulator(self):
        simulator = subprocess.Popen(
            ["ipmi_sim", "-n", "-c", self.folder / "lan.conf", "-f", self.folder / "commands",
             "-s", self.folder / "state"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.addCleanup(simulator.wait)
        self.addCleanup(simulator.kill)
        return simulator

    def wait_for_answers(self, count):
        wanted = self.relay.answers + count
        self.wait_for(lambda: self.relay.answers >= wanted)


class SessionTests:
    """What has to hold however a session begins."""

    def test_reads_dcmi(self):
        process = self.start(self.slow)
        self.wait_for_answers(5)
        self.put("watts", "500 none")
        self.wait_for_answers(5)
        stat = self.finish(process)
        self.assertEqual(stat.names[0], "P")
        self.assertEqual(set(stat.good("P")), {217.0, 500.0})
        self.assertEqual(stat.good("P")[-1], 500)
        self.assertEqual(stat.gaps(), [])
        self.assertEqual(stat.attributes["identity"], f"DCMI {self.relay.address}")

    def test_bears_faults_of_the_network(self):
        process = self.start(self.dcmi)
        for fault in ("drop", "damage", "cut", "delay", "twice"):
            self.relay.faults.append(fault)
            self.wait_for_answers(4)
        stat = self.finish(process)
        told = process.stderr.read()
        self.assertIn("opened again 0 times", told)
        self.assertNotIn(" 0 damaged", told)
        self.assertEqual(set(stat.good("P")), {217.0})
        self.assertGreaterEqual(len(stat.gaps()), 4)  # of a second and more

    def test_begins_a_new_session_when_the_controller_was_reset(self):
        process = self.start(self.slow)
        self.wait_for_answers(3)
        self.simulator.kill()
        self.simulator.wait()
        self.put("watts", "300 none")
        self.start_simulator()
        self.wait_for_answers(12)  # 6 begin the session
        stat = self.finish(process)
        self.assertNotIn("opened again 0 times", process.stderr.read())
        self.assertEqual(set(stat.good("P")), {217.0, 300.0})
        self.assertEqual(len(stat.gaps()), 1)
        self.assertEqual(stat.records[-1][1]["GAP"], 0)


class IpmiTest(SessionTests, SimulatorTest):
    def test_measures_runs_shorter_than_a_cycle(self):
        self.measures_short_runs(self.dcmi.replace("cycle=50\n", ""), 217)
        self.wait_for(lambda: self.once(self.ipmi) == {"P_PSU1_Power": 215})
        self.measures_short_runs(self.ipmi.replace("cycle=100\n", ""), 215)

    def test_reads_sensors_of_watts(self):
        self.wait_for(lambda: self.once(self.ipmi) == {"P_PSU1_Power": 215})
        process = self.start(self.ipmi)
        self.wait_for_answers(3)
        self.put("sensor", "60")
        self.wait_for_answers(8)
        stat = self.finish(process)
        self.assertEqual(set(stat.good("P")), {215.0, 300.0})
        self.assertEqual(stat.good("P")[-1], 300)

    def test_marks_what_the_controller_does_not_measure(self):
        process = self.start(self.slow)
        for fault in ("none", "idle", "none", "busy", "none", "short", "none"):
            self.put("watts", f"217 {fault}")
            self.wait_for_answers(4)
        stat = self.finish(process)
        self.assertEqual(set(stat.good("P")), {217.0})
        kinds = [values["GAP"] for _, values in stat.records]
        self.assertEqual(sum(a < b for a, b in zip(kinds, kinds[1:])), 3, kinds)
        self.assertEqual(kinds[-1], 0)

    def test_takes_a_reading_that_stands_still_for_none(self):
        process = self.start(self.dcmi + "patience=0.5\n")
        self.wait_for_stat(lambda stat: len(stat.good("P")) > 2)
        self.put("watts", "217 dead")
        self.wait_for_stat(lambda stat: len(stat.gaps()) > 3)
        self.put("watts", "300 none")
        self.wait_for_stat(lambda stat: stat.good("P")[-1] == 300)
        stat = self.finish(process)
        self.assertEqual(set(stat.good("P")), {217.0, 300.0})

    def test_says_what_is_wrong(self):
        self.put("wrong", "x\n")
        for old, new, cause in (
                ("/password", "/wrong", "wrong password"),
                ("/password", "/none", "password-file: cannot read"),
                ("user=meter", "user=nobody", "the user is not known"),
                ("user=meter", "user=" + 17 * "x", "has more than 16 letters"),
                ("privilege=admin", "privilege=user", "needs more than privilege=user"),
                ("privilege=admin", "privilege=root", "privilege='root' is none of"),
                ("privilege=admin", "cipher=5", "cipher=5 is neither 3 nor 17"),
                (self.relay.address, "127.0.0.1:1", "Connection refused"),
                (f"address={self.relay.address}\n", "", "device dcmi needs 'address='")):
            with self.subTest(new):
                self.refused(self.dcmi.replace(old, new), cause)


class OldIpmiTest(SessionTests, SimulatorTest):
    """The same by IPMI 1.5."""

    def setUp(self):
        super().setUp()
        for name in ("dcmi", "slow", "ipmi"):
            setattr(self, name, getattr(self, name) + "version=1.5\n")

    def test_says_what_is_wrong(self):
        self.put("wrong", "x\n")
        self.put("long", "x" * 17 + "\n")
        for old, new, cause in (
                ("/password", "/wrong", "no answer to our proof (wrong password?)"),
                ("/password", "/long", "a password of IPMI 1.5 has at most 16 letters"),
                ("user=meter", "user=nobody", "the user is not known"),
                ("privilege=admin", "privilege=user", "needs more than privilege=user"),
                ("version=1.5", "version=1.7", "version=1.7 is neither 2 nor 1.5"),
                (self.relay.address, "127.0.0.1:1", "Connection refused")):
            with self.subTest(new):
                self.refused(self.dcmi.replace(old, new), cause)


AES = load_aes()


@unittest.skipUnless(AES, "libcrypto.so.3 is not installed")
class Suite17Test(MeterTest):
    """By SHA-256, which ipmi_sim does not know."""

    def config_of(self, controller, password="secret"):
        (self.folder / "password").write_text(password + "\n")
        return (f"[Device]\ndevice=dcmi\naddress={controller.address}\nuser=meter\ncipher=17\n"
                f"password-file={self.folder}/password\ncycle=50\n")

    def test_reads_dcmi(self):
        controller = Controller(self, AES, b"meter", b"secret", 321)
        stat, told = self.record(self.config_of(controller))
        self.assertEqual(set(stat.good("P")), {321.0})
        self.assertEqual(self.damaged(told), 0)

    def test_takes_late_answers_for_none_that_are_damaged(self):
        """A question that is asked again, or that the end breaks off, is answered when another one is asked."""
        controller = Controller(self, AES, b"meter", b"secret", 321)
        controller.answers_twice = True
        stat, told = self.record(self.config_of(controller))
        self.assertEqual(set(stat.good("P")), {321.0})
        self.assertEqual(self.damaged(told), 0)

    def test_counts_answers_that_are_damaged(self):
        controller = Controller(self, AES, b"meter", b"secret", 321)
        process = self.start(self.config_of(controller))
        controller.to_damage = 3
        self.wait_for(lambda: controller.to_damage == 0)
        asked = controller.seconds
        self.wait_for(lambda: controller.seconds > asked + 1)
        stat = self.finish(process)
        self.assertEqual(set(stat.good("P")), {321.0})
        self.assertEqual(self.damaged(process.stderr.read()), 3)

    def damaged(self, told):
        return int(told.split(" damaged")[0].split()[-1])

    def test_foreign_clients_read_the_same_from_the_controller(self):
        """ipmitool and FreeIPMI have clients of their own: what they take is the suite."""
        controller = Controller(self, AES, b"meter", b"secret", 321)
        host, port = controller.address.split(":")
        request = ["0x2c", "0x02", "0xdc", "0x01", "0x00", "0x00"]
        user = ["-u", "meter", "-l", "USER", "-p"]
        clients = {
            "ipmitool": lambda password: ["-I", "lanplus", "-C", "17", "-H", host, "-p", port, "-U",
                                          "meter", "-L", "USER", "-P", password, "raw", *request],
            "ipmi-raw": lambda password: ["-D", "LAN_2_0", "-I", "17", "-h", f"{host}:{port}", *user,
                                          password, "0", *request],
        }
        for program, arguments in clients.items():
            path = shutil.which(program, path="/usr/sbin:/usr/bin:/sbin:/bin")
            with self.subTest(program):
                if path is None:
                    self.skipTest(f"{program} is not installed")
                run = subprocess.run([path, *arguments("secret")], capture_output=True, text=True,
                                     timeout=90)
                self.assertEqual(run.returncode, 0, run.stderr)
                self.assertIn("dc 41 01 41 01 41 01 41 01", run.stdout.lower())
                run = subprocess.run([path, *arguments("wrong")], capture_output=True, timeout=90)
                self.assertNotEqual(run.returncode, 0)
        self.assertEqual(self.once(self.config_of(controller))["P"], 321)

    def test_tells_wrong_users_and_passwords(self):
        controller = Controller(self, AES, b"meter", b"secret", 321)
        self.refused(self.config_of(controller, "wrong"), "wrong password")
        controller = Controller(self, AES, b"other", b"secret", 321)
        self.refused(self.config_of(controller), "the user is not known or not allowed")


if __name__ == "__main__":
    unittest.main()

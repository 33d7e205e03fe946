# SPDX-License-Identifier: GPL-3.0-or-later
"""The back-end snmp against Net-SNMP's agent.

    snmp_test.py POWERTRACER"""

import os
import shutil
import socket
import subprocess
import sys
import time
import unittest

from meter_case import MeterTest
from relay import Relay

PASS_PERSIST = """
import sys
for line in sys.stdin:
    command = line.strip()
    if command == "PING":
        print("PONG", flush=True)
        continue
    oid = sys.stdin.readline().strip()
    known = dict(row.split() for row in open(sys.argv[1]))
    if command == "get" and known.get(oid, "none") != "none":
        print(oid, "gauge", known[oid], sep="\\n", flush=True)
    else:
        print("NONE", flush=True)
"""


@unittest.skipUnless(shutil.which("snmpd", path="/usr/sbin:/usr/bin"), "snmpd is not installed")
class AgentTest(MeterTest):
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
            "rocommunity secret\nrouser meter priv\nrouser plain auth\n"
            'createUser meter SHA-256 "a long secret" AES "another secret"\n'
            'createUser plain SHA "a long secret"\n'
            'rouser old priv\ncreateUser old MD5 "a long secret" DES "another secret"\n'
            f"pass_persist {self.APC} {sys.executable} "
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

    def version_3(self, more):
        for name, words in (("auth", "a long secret"), ("privacy", "another secret"),
                            ("wrong", "something else"), ("short", "x")):
            (self.folder / name).write_text(words + "\n")
        return (f"[Device]\ndevice=snmp\naddress=127.0.0.1:{self.port}\nversion=3\nmodel=apc\n"
                f"outlets=3\ncycle=100\nauth-file={self.folder}/auth\n{more}\n")

    def private(self):
        return self.version_3(f"user=meter\nauth=sha256\nprivacy-file={self.folder}/privacy")


class SnmpTest(AgentTest):
    def test_reads_a_unit_and_its_outlets(self):
        process = self.start(self.config_text)
        self.wait_for_stat(lambda stat: len(stat.good("P")) > 1)
        self.put(35, 200)
        self.wait_for_stat(lambda stat: stat.good("P")[-1] == 350 == stat.good("P")[-2])
        stat = self.finish(process)
        self.assertEqual(stat.names[:2], ["P", "P_outlet3"])
        self.assertEqual(stat.good("P")[0], 210)
        self.assertEqual(stat.good("P")[-1], 350)
        self.assertEqual(stat.good("P_outlet3")[-1], 200)
        self.assertLessEqual(set(stat.good("P")), {210.0, 350.0})

    def test_measures_runs_shorter_than_a_cycle(self):
        self.measures_short_runs(self.config_text.replace("cycle=100\n", ""), 210)
        self.measures_short_runs(self.private().replace("cycle=100\n", ""), 210)

    def test_reads_objects_of_the_configuration_by_version_1(self):
        config = (f"[Device]\ndevice=snmp\naddress=127.0.0.1:{self.port}\ncommunity=secret\n"
                  f"version=1\noid={self.APC}.9.4.3.1.7.3*0.5,{self.APC}.4.3.1.5.1*10\ncycle=100\n")
        self.assertEqual(self.once(config), {"P_1": 58.5, "P_2": 210})

    def test_comes_back_when_the_agent_does(self):
        process = self.start(self.config_text)
        self.wait_for_stat(lambda stat: len(stat.good("P")) > 1)
        self.agent.kill()
        self.agent.wait()
        time.sleep(0.3)  # some questions without an answer
        self.start_agent()
        self.wait_for_stat(lambda stat: stat.gaps() and stat.records[-1][1]["GAP"] == 0)
        stat = self.finish(process)
        self.assertEqual(set(stat.good("P")), {210.0})
        self.assertGreater(max(stat.gaps()), 0.9)
        flags = [values["GAP"] for _, values in stat.records]
        self.assertIn(0, flags[flags.index(1, 1):], "nothing was measured after the gap")

    def test_says_what_is_wrong(self):
        self.refused(self.config_text.replace("secret", "wrong"), "no answer (address, community)")
        self.refused(self.config_text.replace("outlets=3", "outlets=4"),
                     "it has no number at object 2 of 2")
        self.refused(self.config_text.replace("apc", "abc"), "model='abc' is none of apc, raritan")
        self.refused(self.config_text.replace("model=apc", "oid=1.x"), "oid='1.x' is not numbers")

    def test_reads_by_version_3(self):
        expected = {"P": 210, "P_outlet3": 117}
        self.assertEqual(self.once(self.private()), expected)
        self.assertEqual(self.once(self.version_3("user=plain")), expected)
        old = f"user=old\nauth=md5\nprivacy-file={self.folder}/privacy\n"
        self.assertEqual(self.once(self.version_3(old + "privacy=des\n")), expected)
        self.refused(self.version_3(old), "wrong secret in privacy-file, or another privacy=")
        self.refused(self.version_3(old + "privacy=rot13\n"), "privacy='rot13' is none of aes, des")

    def test_learns_the_time_of_an_agent_that_was_started_again(self):
        process = self.start(self.private())
        self.wait_for_stat(lambda stat: len(stat.good("P")) > 1)
        self.agent.kill()
        self.agent.wait()
        self.put(35, 200)
        self.start_agent()
        self.wait_for_stat(lambda stat: stat.good("P")[-1] == 350)
        stat = self.finish(process)
        self.assertEqual(set(stat.good("P")), {210.0, 350.0})

    def test_says_what_is_wrong_with_version_3(self):
        config = self.private()
        for old, new, cause in (
                ("user=meter", "user=nobody", "the user is not known"),
                ("user=meter\n", "", "version=3 needs user= and auth-file="),
                ("/auth\n", "/wrong\n", "wrong secret in auth-file"),
                ("/auth\n", "/short\n", "a secret of SNMP has at least 8 letters"),
                ("/auth\n", "/none\n", "auth-file: cannot read"),
                ("/privacy\n", "/wrong\n", "no answer (address, privacy-file)"),
                ("auth=sha256", "auth=sha512", "wrong secret in auth-file, or another auth="),
                ("auth=sha256", "auth=crc", "auth='crc' is none of"),
                (f"privacy-file={self.folder}/privacy", "", "object 1 of 2"),
                ("version=3", "version=4", "version=4 is not from 1 to 3")):
            with self.subTest(new):
                self.refused(config.replace(old, new), cause)


class FaultTest(AgentTest):
    """With a relay between that loses and damages packets."""

    def through_relay(self, config):
        relay = Relay(self, ("127.0.0.1", self.port))
        return relay, config.replace(f"127.0.0.1:{self.port}", relay.address)

    def bears_faults_of_the_network(self, config):
        relay, config = self.through_relay(config)
        process = self.start(config)
        for fault in ("drop", "damage", "cut", "delay", "twice"):
            relay.faults.append(fault)
            wanted = relay.answers + 4
            self.wait_for(lambda: relay.answers >= wanted)
        stat = self.finish(process)
        told = process.stderr.read()
        self.assertIn("opened again 0 times", told)
        self.assertNotIn(" 0 damaged", told)
        return stat

    def test_bears_faults_of_the_network(self):
        stat = self.bears_faults_of_the_network(self.config_text)
        self.assertTrue(stat.good("P"))

    def test_bears_faults_of_the_network_by_version_3(self):
        """What is damaged is known by its signature."""
        stat = self.bears_faults_of_the_network(self.private())
        self.assertEqual(set(stat.good("P")), {210.0})
        self.assertEqual(set(stat.good("P_outlet3")), {117.0})

    def test_marks_what_the_unit_does_not_tell(self):
        process = self.start(self.config_text)
        self.wait_for_stat(lambda stat: len(stat.good("P")) > 1)
        self.put("none", 117)
        self.wait_for_stat(lambda stat: stat.gaps())
        self.put(21, 117)
        self.wait_for_stat(lambda stat: stat.records[-1][1]["GAP"] == 0)
        stat = self.finish(process)
        self.assertEqual(set(stat.good("P")), {210.0})
        self.assertEqual({values["P_outlet3"] for _, values in stat.records}, {117.0})


if __name__ == "__main__":
    unittest.main()

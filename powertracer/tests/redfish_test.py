# SPDX-License-Identifier: GPL-3.0-or-later
"""The back-end redfish against a controller on loopback, by HTTP and by HTTPS.

    redfish_test.py POWERTRACER"""

import itertools
import json
import shutil
import socketserver
import ssl
import subprocess
import threading
import time
import unittest

from meter_case import MeterTest, serve


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

    change = staticmethod(lambda body: body)

    def controller(self, faults=(), split=False, context=None):
        faults = list(faults)
        files = self.FILES
        seen = self.seen = []
        release = self.release = threading.Event()
        change = self.change

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
                if fault == "hold":
                    release.wait(60)
                if fault == "error":
                    status = b"503 Busy"
                if fault == "nan":
                    body = body.replace(b"217.5", b"null").replace(b"12.345", b"null")
                body = change(body)
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

        return serve(self, Handler, context)

    def test_finds_the_chassis_that_tells_power(self):
        stat, _ = self.record(f"[Device]\ndevice=redfish\naddress={self.controller()}\n"
                              "cycle=50\n")
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
                              "cycle=50\n", lambda stat: len(stat.good("P")) > 10)
        self.assertEqual(set(stat.good("P")), {217.5})
        self.assertGreaterEqual(len(stat.gaps()), 2)
        self.assertEqual(set(stat.good("E")), {0})
        self.assertEqual(stat.records[-1][1]["GAP"], 0)

    def test_comes_back_after_faults(self):
        faults = ("close", "error", "delay")
        process = self.start("".join(
            f"[Device]\ndevice=redfish\naddress={self.controller(['none'] * 6 + [fault])}\n"
            "cycle=50\n" for fault in faults))
        groups = ("Energy", "Energy.2", "Energy.3")
        for group in groups:
            # A busy machine adds short gaps of its own.
            self.wait_for_stat(lambda stat: max(stat.gaps(), default=0) > 0.9 and
                               stat.records[-1][1]["GAP"] == 0, group)
        self.finish(process)
        for fault, group, line in zip(faults, groups, process.stderr):
            with self.subTest(fault):
                self.assertIn("opened again 1 times", line)
                stat = self.stat(group)
                self.assertEqual(set(stat.good("P")), {217.5})
                self.assertGreater(max(stat.gaps()), 0.9)

    def test_marks_an_energy_that_stands_still(self):
        watt_hours = itertools.count(12345)
        stands = threading.Event()
        told = [next(watt_hours)]

        def grow(body):
            told.append(told[-1] if stands.is_set() else next(watt_hours))
            return body.replace(b"12.345", b"%d.%03d" % divmod(told[-1], 1000))

        self.change = grow
        process = self.start(f"[Device]\ndevice=redfish\naddress={self.controller()}\ncycle=50\n"
                             "patience=0.3\n")
        self.wait_for_stat(lambda stat: len(stat.records) > 3)
        stands.set()
        self.wait_for_stat(lambda stat: len(stat.gaps()) > 3)
        stood_at = told[-1]
        stands.clear()
        self.wait_for_stat(lambda stat: stat.records[-1][1]["GAP"] == 0)
        stat = self.finish(process)
        kinds = "".join("G" if values["GAP"] else "E" if values["E"] else "0"
                        for _, values in stat.records)
        self.assertRegex(kinds, "^E+0+G+E+$")
        self.assertEqual(set(stat.good("E")[:-1]), {3600000000, 0})
        # The end may have broken off a question, whose answer counted on: the last record has that, too.
        self.assertEqual(sum(stat.since_gap("E")), 3600000000 * (told[-1] - stood_at))
        self.assertEqual({values["P"] for _, values in stat.records}, {217.5})

    def test_measures_runs_shorter_than_a_cycle(self):
        self.measures_short_runs(f"[Device]\ndevice=redfish\naddress={self.controller()}\n", 217.5)

    def test_does_not_wait_for_the_first_answer_nor_take_it_for_the_second(self):
        sent = itertools.count(1)
        told = []

        def number(body):
            if b"217.5" in body:
                told.append(next(sent))
                body = body.replace(b"217.5", b"%d" % told[-1])
            return body

        self.change = number
        process = self.start("[Device]\ndevice=redfish\ncycle=50\n"
                             f"address={self.controller(['none', 'none', 'hold'])}\n")
        self.release.set()
        self.wait_for_stat(lambda stat: len(stat.good("P")) > 5)
        stat = self.finish(process)
        self.assertIn("opened again 0 times", process.stderr.read())
        self.assertEqual(stat.good("P")[-1], told[-1])

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


@unittest.skipUnless(shutil.which("openssl"), "openssl is not installed")
class TlsTest(RedfishTest):
    """The same over TLS, with a certificate of 127.0.0.1 that nobody else signed."""

    def setUp(self):
        super().setUp()
        self.certificate = self.make_certificate("own", "IP:127.0.0.1")

    def make_certificate(self, name, subject):
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
                        "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
                        f"/CN={name}", "-addext", f"subjectAltName={subject}",
                        "-keyout", self.folder / f"{name}.key", "-out", self.folder / f"{name}.pem"],
                       check=True, capture_output=True)
        return self.folder / f"{name}.pem"

    def controller(self, faults=(), split=False, context=None):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, self.certificate.with_suffix(".key"))
        self.plain = super().controller(faults, split, context)
        return f"https://{self.plain}\nca-file={self.folder}/own.pem"

    def test_checks_the_certificate(self):
        config = f"[Device]\ndevice=redfish\naddress={self.controller()}\n"
        untrusted = config.replace(f"ca-file={self.folder}/own.pem\n", "")
        self.refused(untrusted, "127.0.0.1: certificate: self-signed certificate")
        self.assertEqual(self.once(untrusted + "insecure=yes\n")["P"], 217.5)
        self.refused(untrusted + "insecure=perhaps\n", "insecure='perhaps' is not yes or no")
        self.refused(untrusted + "ca-file=/nowhere\n", "ca-file: no certificates in /nowhere")
        self.certificate = self.make_certificate("other", "DNS:elsewhere.example")
        other = f"[Device]\ndevice=redfish\naddress={self.controller()}\n"
        self.refused(other.replace("own.pem", "other.pem"), "certificate: IP address mismatch")

    def test_says_that_the_other_side_has_no_tls(self):
        address = RedfishTest.controller(self)
        self.refused(f"[Device]\ndevice=redfish\naddress=https://{address}\n",
                     "127.0.0.1: ")


if __name__ == "__main__":
    unittest.main()

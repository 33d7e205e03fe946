# SPDX-License-Identifier: GPL-3.0-or-later
"""The agents on an OrangeFS that is installed (level 4 of the decisions): two servers on loopback, of its own
pvfs2-genconfig, and a file that pvfs2-cp copies there and back. Skipped without one.

    installed_test.py --orangefs PREFIX --agents FOLDER --merge HDTRACE-MERGE"""

import argparse
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from relations import read_relations, read_steps

SKIPPED = 77
OPTIONS = None
BYTES = 2 << 20
HOSTS = ("server1", "server2")  # of the recording; both servers are on localhost


def free_ports(count):
    """Ports that nobody has just now."""
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


class InstalledTest(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = pathlib.Path(temporary.name)
        self.traces = self.folder / "traces"
        self.traces.mkdir()

    def program(self, name):
        return next(str(OPTIONS.orangefs / place / name) for place in ("sbin", "bin")
                    if (OPTIONS.orangefs / place / name).exists())

    def environment(self, role, host):
        """What a program with the agent of that role begins with."""
        return dict(os.environ, LD_PRELOAD=str(OPTIONS.agents / f"libhdpvfs-{role}.so"), HDTRACE_HOST=host,
                    HDTRACE_PREFIX=f"{self.traces}/", HDTRACE_PROJECT="copy", PVFS2TAB_FILE=str(self.folder / "tab"),
                    LD_LIBRARY_PATH=f"{OPTIONS.agents}:{OPTIONS.orangefs / 'lib'}")

    def configure(self):
        """One configuration for both servers, and the client's table of mounts."""
        ports = free_ports(2)
        spec = ",".join(f"tcp://localhost:{port}" for port in ports)
        done = subprocess.run(
            [self.program("pvfs2-genconfig"), "--quiet", "--protocol", "tcp", "--tcpbindspecific",
             "--iospec", spec, "--metaspec", spec,
             "--storage", str(self.folder / "data"), "--metadata", str(self.folder / "meta"),
             "--logfile", str(self.folder / "log"), "--fsname", "pvfs", str(self.folder / "fs.conf")],
            capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        (self.folder / "tab").write_text(
            f"tcp://localhost:{ports[0]}/pvfs {self.folder / 'mount'} pvfs2 defaults,noauto 0 0\n")
        (self.folder / "mount").mkdir()
        text = (self.folder / "fs.conf").read_text()
        return [line.split()[1] for line in text.splitlines() if line.strip().startswith("Alias ")]

    def start(self, alias, host):
        command = [self.program("pvfs2-server"), "-d", str(self.folder / "fs.conf"), "-a", alias]
        made = subprocess.run([command[0], "-f", *command[2:]], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(made.returncode, 0, made.stdout + made.stderr)
        log = (self.folder / f"{host}.log").open("w")
        self.addCleanup(log.close)
        server = subprocess.Popen(command, env=self.environment("server", host), stdout=log, stderr=log)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        return server

    def said(self):
        return "".join(path.read_text(errors="replace") for path in sorted(self.folder.glob("*.log")))

    def wait_for_servers(self):
        environment = self.environment("client", "node1")
        del environment["LD_PRELOAD"]
        for _ in range(60):
            done = subprocess.run([self.program("pvfs2-ping"), "-m", str(self.folder / "mount")], env=environment,
                                  capture_output=True, text=True, timeout=60, check=False)
            if done.returncode == 0:
                return
            time.sleep(0.5)
        self.fail(done.stdout + done.stderr + self.said())

    def copy(self, source, target):
        done = subprocess.run([self.program("pvfs2-cp"), str(source), str(target)], capture_output=True, text=True,
                              env=self.environment("client", "node1"), timeout=60, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr + self.said())
        self.assertNotIn("hdtrace:", done.stderr)

    def tokens(self):
        found = {}
        for path in self.traces.glob("copy_*.rel"):
            found.update(read_relations(path))
        return found

    def test_each_access_leads_to_the_clients_operation(self):
        aliases = self.configure()
        servers = [self.start(alias, host) for alias, host in zip(aliases, HOSTS)]
        self.wait_for_servers()
        file = self.folder / "file"
        file.write_bytes(os.urandom(BYTES))
        self.copy(file, self.folder / "mount/file")
        self.copy(self.folder / "mount/file", self.folder / "again")
        self.assertEqual((self.folder / "again").read_bytes(), file.read_bytes())
        for server in servers:
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=60)
        self.assertNotIn("hdtrace: pvfs", self.said())
        tokens = self.tokens()
        moved = {"pwrite": 0, "pread": 0}
        for token in tokens.values():
            name, above, causes = token.states[0].name, token, []
            while name in moved and above is not None:
                causes.append(above.states[0].name)
                above = tokens.get(above.parent)
            if causes and causes[-1] == "client_io_sm":
                moved[name] += int(token.states[0].attributes["size"])
        self.assertEqual(moved, {"pwrite": BYTES, "pread": BYTES})
        for path in self.traces.glob("copy_server*.stat"):
            values, _ = read_steps(path)
            self.assertEqual((values[-1], min(values)), (0, 0), path.name)
        merged = subprocess.run([OPTIONS.merge, self.traces], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(merged.returncode, 0, merged.stderr)
        self.assertTrue((self.traces / "copy.proj").exists())


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for option in ("--orangefs", "--agents", "--merge"):
        parser.add_argument(option, required=True, type=pathlib.Path)
    OPTIONS, rest = parser.parse_known_args()
    if not any((OPTIONS.orangefs / place / "pvfs2-server").exists() for place in ("sbin", "bin")):
        print(f"skipped: there is no OrangeFS in {OPTIONS.orangefs} (HD_ORANGEFS)")
        sys.exit(SKIPPED)
    if shutil.which("perl") is None:
        print("skipped: pvfs2-genconfig needs perl")
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *rest])

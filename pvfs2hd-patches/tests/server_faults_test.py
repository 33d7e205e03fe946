# SPDX-License-Identifier: GPL-3.0-or-later
"""How the server's agent is switched on and off, and what it does where something is not as it knows it."""

import os
import resource
import signal
import subprocess
import time

from relations import names, read_steps
from server_case import REQUESTS, ServerCase, run_case


class ServerFaultsTest(ServerCase):
    # --- switched on and off ----------------------------------------------------------------

    def start(self, more=(), preexec=None, **env):
        """A program that works until `finish`."""
        command = self.command(more=(f"until={self.top}/enough", *more))
        run = subprocess.Popen(command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=self.environment(**env), preexec_fn=preexec, restore_signals=False)
        self.addCleanup(run.wait)
        self.addCleanup(run.kill)
        return run

    def finish(self, run):
        (self.top / "enough").touch()
        out, errors = run.communicate()
        self.assertEqual(run.returncode, 0, errors)
        self.result = subprocess.CompletedProcess(run.args, 0, out, errors)
        return {line.split()[0]: int(line.split()[1]) for line in out.splitlines()}

    def is_begun(self, project):
        """And holds a request: a file without tokens goes when it is closed."""
        path = self.out / f"{project}_n1_SERVER.rel"
        return path.exists() and b"io_sm" in path.read_bytes()

    def is_ended(self, project):
        path = self.out / f"{project}_n1_SERVER.rel"
        return path.exists() and path.read_bytes().endswith(b"</relation>\n")

    def check_whole(self, project):
        self.assertGreater(names(self.relations("SERVER", project=project))["io_sm"], 0)
        for name in ("FLOW", "BMI", "TROVE", "REQ", "BREQ"):
            values, _ = read_steps(self.out / f"{project}_n1_{name}.stat")
            self.assertEqual(values[-1], 0)
            self.assertGreaterEqual(min(values), 0)

    def test_control(self):
        """The file switches recording on and off while it runs; each time has a project of its own."""
        control = self.top / "control"
        control.write_text("off\n")
        run = self.start(HDTRACE_CONTROL=str(control))
        for word, project in (("on", "served"), ("on", "served.2"), ("on third", "third")):
            self.assertFalse(self.is_begun(project))
            control.write_text(word + "\n")
            self.wait_for(lambda: self.is_begun(project))
            control.write_text("off\n")
            self.wait_for(lambda: self.is_ended(project))
            self.check_whole(project)
        self.finish(run)
        self.said()

    def test_signal(self):
        """So does a signal, from off or from on at the start."""
        run = self.start(HDTRACE_SIGNAL="USR1,off")
        self.wait_for(lambda: (self.top / "data").exists() and (self.top / "data").stat().st_size > 0)
        self.assertEqual(list(self.out.iterdir()), [])
        for project in ("served", "served.2"):
            run.send_signal(signal.SIGUSR1)
            self.wait_for(lambda: self.is_begun(project))
            run.send_signal(signal.SIGUSR1)
            self.wait_for(lambda: self.is_ended(project))
            self.check_whole(project)
        self.finish(run)
        self.said()
        self.assertFalse(self.is_begun("served.3"))

    def test_signal_and_file(self):
        """What comes last holds: a word in the file that has not changed is no news."""
        control = self.top / "control"
        control.write_text("on\n")
        run = self.start(HDTRACE_CONTROL=str(control), HDTRACE_SIGNAL=f"{signal.SIGRTMIN + 3}")
        self.wait_for(lambda: self.is_begun("served"))
        run.send_signal(signal.SIGRTMIN + 3)
        self.wait_for(lambda: self.is_ended("served"))
        control.write_text("on again\n")
        self.wait_for(lambda: self.is_begun("again"))
        self.finish(run)
        self.said()
        self.assertFalse(self.is_begun("served.2"))

    def test_signal_taken(self):
        """A handler of the program's own gets its signals, and one line says so."""
        run = self.start(more=("takes-USR1",), HDTRACE_SIGNAL="USR1")
        self.wait_for(lambda: self.is_begun("served"))
        run.send_signal(signal.SIGUSR1)
        did = self.finish(run)
        self.assertEqual(did["signals"], 1)
        self.said(f"HDTRACE_SIGNAL: signal {int(signal.SIGUSR1)} does not switch recording any more: "
                  "the program has taken it")
        self.check_whole("served")

    def test_signal_ignored(self):
        """One that the program was started with is left alone."""
        run = self.start(preexec=lambda: signal.signal(signal.SIGUSR2, signal.SIG_IGN),
                         HDTRACE_SIGNAL="SIGUSR2,off")
        self.wait_for(lambda: self.is_begun("served"))
        run.send_signal(signal.SIGUSR2)
        self.finish(run)
        self.said("HDTRACE_SIGNAL: SIGUSR2 does not switch recording: the program uses or ignores it")
        self.check_whole("served")

    def test_signal_unknown(self):
        for word in ("SEGV", "9", "USR1,on", "RTMIN+99", "x" * 50):
            self.run_program(HDTRACE_SIGNAL=word, HDTRACE_PVFS="none")
            self.said(f"HDTRACE_SIGNAL: '{word.replace('+', '.')}' is none of USR1, ")

    def test_killed(self):
        """After SIGKILL everything that had ended is there."""
        run = subprocess.Popen(self.command(more=("60",)), stdout=subprocess.DEVNULL,
                               env=self.environment())
        path = self.out / "served_n1_SERVER.rel"
        self.wait_for(lambda: path.exists() and b"<un " in path.read_bytes())
        time.sleep(0.2)
        run.send_signal(signal.SIGKILL)
        run.wait()
        for layer in ("SERVER", "TROVE", "FLOW", "BMI"):
            tokens = self.relations(layer, cut=True)
            self.assertGreater(sum(1 for t in tokens.values() if t.end is not None), 0, layer)
        self.assertIn('<Node name="SERVER"', self.merge())

    # --- what can be wrong ------------------------------------------------------------------

    def test_lost_state(self):
        """Another layout: nothing is touched, and one line says what is not as it was."""
        self.run_program("hdpvfs-stand-in-lost-state")
        self.said("nothing is recorded: this OrangeFS is not one that is known: "
                  "the state machine pvfs2_io_sm leads to something that is no state$")
        self.nothing_written()

    def test_no_flows(self):
        """A missing symbol costs what depends on it."""
        self.run_program("hdpvfs-stand-in-no-flows")
        self.said(r"flows \(FLOW\) are not recorded: there is no symbol fp_multiqueue_ops$")
        self.assertEqual(names(self.relations("SERVER"))["io_sm"], REQUESTS)
        self.assertFalse((self.out / "served_n1_FLOW.rel").exists())
        trove, server = self.relations("TROVE"), self.relations("SERVER")
        self.assertTrue(all(trove[t.parent].parent in server for t in trove.values()
                            if t.states[0].name in ("pwrite", "aio_write")))

    def test_no_messages(self):
        self.run_program("hdpvfs-stand-in-no-messages")
        self.said(r"messages \(BMI\) are not recorded: there is no symbol bmi_tcp_ops$")
        self.assertFalse((self.out / "served_n1_BMI.rel").exists())
        self.assertEqual(names(self.relations("SERVER"))["io_sm"], REQUESTS)

    def test_no_storage(self):
        """Reads and writes are then below what their thread works for."""
        did = self.run_program("hdpvfs-stand-in-no-storage")
        self.said(r"operations of the storage layer \(TROVE\) are not recorded: a table of methods of "
                  "the storage layer is missing$")
        written = names(self.relations("TROVE"))
        self.assertEqual(sum(written.values()), did["writes"])
        self.assertEqual(written["bstream_write_list"], 0)
        self.assertEqual(names(self.relations("SERVER"))["io_sm"], REQUESTS)

    def test_other_request(self):
        """Requests elsewhere: no relation to clients, everything else."""
        self.run_program("hdpvfs-stand-in-other-request")
        self.said("requests are not related to clients: they are not where OrangeFS 2.9 and later "
                  "has them$")
        tokens = self.relations("SERVER")
        self.assertEqual(sum(1 for t in tokens.values() if t.parent is None), REQUESTS)

    def test_folder_missing(self):
        self.run_program(HDTRACE_PREFIX=f"{self.top}/absent/")
        self.said("nothing is recorded: .*absent.*: No such file or directory")

    def test_disk_full(self):
        """No room: one line, and the program goes on."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (130 * 1024, 130 * 1024))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        self.result = subprocess.run(self.command(requests=5, more=("2",)), text=True,
                                     capture_output=True, env=self.environment(),
                                     preexec_fn=limit, restore_signals=False)
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        self.said("recording ends here: .*File too large")

    def fill(self, options, requests=REQUESTS):
        """Run with a file system of its own for what is recorded. The server's data is elsewhere."""
        unshare = ["unshare", "--mount"] if os.geteuid() == 0 else \
            ["unshare", "--mount", "--map-root-user"]
        mount = f"mount -t tmpfs -o {options} none '{self.out}'"
        probe = subprocess.run([*unshare, "sh", "-c", mount], capture_output=True, text=True)
        if probe.returncode != 0:
            self.skipTest(f"no file system can be mounted here: {probe.stderr.strip()}")
        script = f'{mount} && "$@"'
        preload = self.environment().get("LD_PRELOAD", "")
        if preload:
            script = f'{mount} && LD_PRELOAD="{preload}" "$@"'
        self.result = subprocess.run([*unshare, "sh", "-c", script, "sh", *self.command(requests=requests)], text=True,
                                     capture_output=True, env=self.environment(LD_PRELOAD=""))
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        self.check_data(requests)

    def test_file_system_full(self):
        """Full from the beginning."""
        self.fill("size=4k")
        self.said("nothing is recorded: .*No space left on device")

    def test_file_system_fills(self):
        """Full while it runs: half of what this leaves."""
        self.fill("size=1536k", requests=1000)
        self.said("recording ends here: .*No space left on device")

    def test_disabled(self):
        self.run_program(HDTRACE_ENABLED="0")
        self.said()
        self.nothing_written()

    def test_unrelated(self):
        """Another program runs as without the agent, after one line."""
        self.result = subprocess.run(["/bin/echo", "hello"], text=True, capture_output=True,
                                     env=self.environment())
        self.assertEqual((self.result.returncode, self.result.stdout), (0, "hello\n"))
        self.said("nothing is recorded: this program is no OrangeFS server")
        self.nothing_written()


if __name__ == "__main__":
    run_case(ServerFaultsTest)

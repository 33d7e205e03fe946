# SPDX-License-Identifier: GPL-3.0-or-later
"""What the server's agent records of a program that has a server's tables and works from 8 threads."""

import argparse
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from relations import names, read_relations, read_steps

REQUESTS, THREADS, PARTS, CHILDREN = 60, 8, 3, 2
OPTIONS = None


class ServerTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.top = pathlib.Path(holder.name)
        self.out = self.top / "out"
        self.out.mkdir()

    # --- running ----------------------------------------------------------------------------

    def environment(self, **more):
        env = {name: value for name, value in os.environ.items() if not name.startswith("HDTRACE_")}
        env.update(HDTRACE_PREFIX=f"{self.out}/", HDTRACE_PROJECT="served", HDTRACE_HOST="n1")
        # The variable of a patched server covers the agent's of the same name, on purpose.
        env["ASAN_OPTIONS"] = ":".join(filter(None, (env.get("ASAN_OPTIONS"), "detect_odr_violation=0")))
        if OPTIONS.agent:
            env["LD_PRELOAD"] = OPTIONS.agent
        env.update(more)
        return env

    def command(self, program="hdpvfs-stand-in", requests=REQUESTS, more=()):
        path = pathlib.Path(OPTIONS.programs, program)
        return [str(path), str(self.top / "data"), str(THREADS), str(requests), *more]

    def run_program(self, program="hdpvfs-stand-in", more=(), requests=REQUESTS, **env):
        """What it did, and what it said on stderr; it must have done all of its work."""
        self.result = subprocess.run(self.command(program, requests, more), text=True,
                                     capture_output=True, env=self.environment(**env))
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        did = {line.split()[0]: int(line.split()[1]) for line in self.result.stdout.splitlines()}
        self.assertEqual(did["requests"] % requests, 0)
        self.check_data(requests)
        return did

    def check_data(self, requests):
        """The program wrote what it writes without an agent."""
        data = (self.top / "data").read_bytes()
        part = PARTS * 4096
        self.assertEqual(len(data), requests * part)
        for i in range(requests):
            self.assertEqual(data[i * part : (i + 1) * part], bytes([i % 256]) * part)

    def said(self, *patterns):
        lines = [line for line in self.result.stderr.splitlines() if line]
        self.assertEqual(len(lines), len(patterns), self.result.stderr)
        for line, pattern in zip(lines, patterns):
            self.assertRegex(line, r"^hdtrace: pvfs server \(\d+\): " + pattern)

    def relations(self, layer, host="n1", project="served", **how):
        return read_relations(self.out / f"{project}_{host}_{layer}.rel", **how)

    # --- what is recorded -------------------------------------------------------------------

    def test_machines(self):
        """Every machine and state of every request, nested as they were called."""
        self.run_program()
        self.said()
        self.check_machines()

    def test_patched(self):
        """Made by the rule of Coccinelle, a server without symbols shows its machines, too."""
        did = self.run_program("hdpvfs-stand-in-patched", LD_PRELOAD="")
        self.said("only machines, requests and the system's reads and writes are recorded")
        self.check_machines()
        self.assertEqual(names(self.relations("TROVE")), {"pwrite": did["writes"]})
        values, _ = read_steps(self.out / "served_n1_REQ.stat")
        self.assertEqual((max(values) > 0, values[-1]), (True, 0))

    def test_patched_shown(self):
        """With the rule and with symbols nothing is recorded twice."""
        self.run_program("hdpvfs-stand-in-patched-shown", LD_PRELOAD="")
        self.said()
        self.check_machines()

    def check_machines(self):
        tokens = self.relations("SERVER")
        tops = [token for token in tokens.values() if token.states[0].name == "io_sm"]
        self.assertEqual(len(tops), REQUESTS)
        for token in tops:
            self.assertEqual(len(token.states), 1)
            inside = [state.name for state in token.states[0].children]
            self.assertEqual(inside, ["prelude_sm", "start_flow", "fan_out", "send_ack",
                                      "final_response_sm", "finish"])
            prelude, flow, _, _, answer, finish = token.states[0].children
            self.assertEqual([s.name for s in prelude.children], ["setup", "prelude_work_sm"])
            self.assertEqual([s.name for s in prelude.children[1].children],
                             ["req_sched", "validate"])
            self.assertEqual([s.name for s in answer.children],
                             ["release", "send_resp", "cleanup"])
            self.assertEqual(flow.attributes["action"], "deferred")
            self.assertEqual(finish.attributes["action"], "terminate")
            number = int(token.parent.split(":")[3])
            scheduled, valid = prelude.children[1].children
            self.assertEqual(scheduled.attributes["action"],
                             "deferred" if number % 4 == 1 else "complete")
            self.assertEqual(valid.attributes.get("result"), "-22" if number % 7 == 0 else None)
        children = [token for token in tokens.values() if token.states[0].name == "child_sm"]
        self.assertEqual(len(children), CHILDREN * REQUESTS)
        for token in children:
            self.assertEqual(tokens[token.parent].states[0].name, "io_sm")
        self.assertEqual(len(tokens), (1 + CHILDREN) * REQUESTS)

    def test_chain(self):
        """From the client's token to each pwrite, and from no buffer to another one's request."""
        did = self.run_program()
        server, flow = self.relations("SERVER"), self.relations("FLOW")
        bmi, trove = self.relations("BMI"), self.relations("TROVE")
        self.assertEqual(sorted(t.parent for t in server.values() if t.parent not in server),
                         sorted(f"client:77:3:{i}" for i in range(REQUESTS)))
        self.assertEqual(sorted(server[t.parent].states[0].name for t in flow.values()),
                         ["io_sm"] * REQUESTS)
        for token in flow.values():
            self.assertEqual(token.states[0].name, "network_to_storage")
            self.assertEqual(token.states[0].attributes, {"bytes": str(PARTS * 4096)})
        self.assertEqual(len(bmi), did["messages"])
        for token in bmi.values():
            self.assertIn(token.parent, flow)
            number = int(server[flow[token.parent].parent].parent.split(":")[3])
            self.assertEqual(token.states[0].attributes["tag"], str(number))
        self.check_writes(server, flow, trove)
        self.assertEqual(names(trove)["pwrite"], did["writes"])
        self.assertEqual(len(trove), did["operations"] + did["writes"])

    def check_writes(self, server, flow, trove):
        writes = [t for t in trove.values() if t.states[0].name == "pwrite"]
        self.assertEqual(len(writes), PARTS * REQUESTS)
        for token in writes:
            state = token.states[0]
            above = trove[token.parent]
            self.assertEqual(above.states[0].name, "bstream_write_list")
            number = int(server[flow[above.parent].parent].parent.split(":")[3])
            self.assertEqual(above.states[0].attributes,
                             {"handle": str(1000 + number), "parts": str(PARTS),
                              "size": str(PARTS * 4096), "offset": str(number * PARTS * 4096)})
            self.assertEqual(int(state.attributes["offset"]) // (PARTS * 4096), number)
            self.assertEqual(state.attributes["size"], "4096")
            self.assertLessEqual(above.states[0].start, state.start)

    def test_steps(self):
        """The numbers of pending operations change by one, count everything and return to 0."""
        did = self.run_program()
        for name, expected in (("FLOW", did["flows"]), ("BMI", did["messages"]),
                               ("TROVE", did["operations"]), ("REQ", did["requests"]),
                               ("BREQ", did["blocked"])):
            values, _ = read_steps(self.out / f"served_n1_{name}.stat")
            changes = [b - a for a, b in zip([0] + values, values)]
            self.assertEqual(values[0], 0, name)
            self.assertEqual(values[-1], 0, name)
            self.assertEqual(sum(1 for c in changes if c == 1), expected, name)
            self.assertEqual(sum(1 for c in changes if c == -1), expected, name)
            self.assertTrue(all(abs(c) <= 1 for c in changes), name)
        self.assertGreater(did["blocked"], 0)

    def merge(self):
        subprocess.run([OPTIONS.merge, str(self.out)], check=True, capture_output=True)
        return (self.out / "served.proj").read_text()

    def test_merged(self):
        """hdtrace merge makes a project of it, with the original's levels."""
        self.run_program()
        project = self.merge()
        for word in ('<Level type="Hostname">', '<Level type="Layer"', '<Node name="n1">',
                     *(f'<Node name="{layer}"' for layer in ("SERVER", "TROVE", "FLOW", "BMI")),
                     "<REQ", "<BREQ", "<TROVE", "<FLOW", "<BMI"):
            self.assertIn(word, project)

    def test_daemon(self):
        """A server that goes into the background is recorded there, and its folder still holds."""
        relative = os.path.relpath(self.out)
        self.run_program(more=("daemon",), HDTRACE_PREFIX=f"{relative}/")
        self.said()
        self.assertEqual(names(self.relations("SERVER"))["io_sm"], REQUESTS)

    def test_two_servers(self):
        """Two servers of one machine have two nodes in one project."""
        runs = [subprocess.Popen(self.command(more=("2",)), env=self.environment(),
                                 stdout=subprocess.DEVNULL) for _ in range(2)]
        self.assertEqual([run.wait() for run in runs], [0, 0])
        for host in ("n1", "n1.2"):
            self.assertGreaterEqual(names(self.relations("SERVER", host))["io_sm"], REQUESTS)
        self.assertIn('<Node name="n1.2">', self.merge())

    def test_utilization(self):
        """RUT samples a server's node."""
        self.run_program(more=("1",), HDTRACE_RUT_MS="50")
        self.assertTrue((self.out / "served_n1_Utilization.stat").exists())
        self.assertIn("<Utilization", self.merge())
        if not OPTIONS.agent:
            return  # a sanitizer's own functions stand between the sampler and the agent
        reads = [s for t in self.relations("TROVE").values() for s in t.all_states()
                 if s.name == "pread"]
        self.assertEqual(reads, [], "the sampler's own reading is recorded")

    def test_facilities(self):
        """HDTRACE_PVFS chooses; what is left out leaves no gap in the chain."""
        self.run_program(HDTRACE_PVFS="trove,req,nothing")
        self.said("HDTRACE_PVFS: 'nothing' is none of ")
        self.assertEqual(sorted(p.name for p in self.out.iterdir()),
                         ["served_n1_REQ.stat", "served_n1_TROVE.info", "served_n1_TROVE.rel",
                          "served_n1_TROVE.stat"])
        trove = self.relations("TROVE")
        parents = {t.parent for t in trove.values() if t.states[0].name == "bstream_write_list"}
        self.assertEqual(parents, {f"client:77:3:{i}" for i in range(REQUESTS)})
        self.assertNotIn("pwrite", names(trove))

    # --- switched on and off ----------------------------------------------------------------

    def wait_for(self, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, "it never came")
            time.sleep(0.02)

    def test_control(self):
        """The file switches recording on and off while it runs; each time has a project of its own."""
        control = self.top / "control"
        control.write_text("off\n")
        run = subprocess.Popen(self.command(more=("12",)), stdout=subprocess.DEVNULL, text=True,
                               stderr=subprocess.PIPE, env=self.environment(HDTRACE_CONTROL=str(control)))
        for word, project in (("on", "served"), ("on", "served.2"), ("on third", "third")):
            self.assertFalse((self.out / f"{project}_n1_SERVER.rel").exists())
            control.write_text(word + "\n")
            self.wait_for(lambda: (self.out / f"{project}_n1_SERVER.rel").exists())
            control.write_text("off\n")
            path = self.out / f"{project}_n1_SERVER.rel"
            self.wait_for(lambda: path.read_bytes().endswith(b"</relation>\n"))
            self.assertGreater(names(self.relations("SERVER", project=project))["io_sm"], 0)
            for name in ("FLOW", "BMI", "TROVE", "REQ", "BREQ"):
                values, _ = read_steps(self.out / f"{project}_n1_{name}.stat")
                self.assertEqual(values[-1], 0)
                self.assertGreaterEqual(min(values), 0)
        _, errors = run.communicate()
        self.assertEqual((run.returncode, errors), (0, ""))

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

    def nothing_written(self):
        self.assertEqual(list(self.out.iterdir()), [])

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
                            if t.states[0].name == "pwrite"))

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
            resource.setrlimit(resource.RLIMIT_FSIZE, (400 * 1024, 400 * 1024))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        self.result = subprocess.run(self.command(requests=20, more=("2",)), text=True,
                                     capture_output=True, env=self.environment(),
                                     preexec_fn=limit, restore_signals=False)
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        self.said("recording ends here: .*File too large")

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
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--merge", required=True)
    parser.add_argument("--agent", default="")
    parser.add_argument("case")
    OPTIONS = parser.parse_args()
    unittest.main(argv=[sys.argv[0], f"ServerTest.test_{OPTIONS.case}"])

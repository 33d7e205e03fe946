# SPDX-License-Identifier: GPL-3.0-or-later
"""What the server's agent records of a program that has a server's tables and works from 8 threads."""

import os
import subprocess

from relations import names, read_steps
from server_case import CHILDREN, OPTIONS, PARTS, REQUESTS, ServerCase, run_case


class ServerTest(ServerCase):
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
        written = names(self.relations("TROVE"))
        self.assertEqual(written["pwrite"] + written["aio_write"], did["writes"])
        self.assertEqual(sum(written.values()), did["writes"])
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
        written = names(trove)
        self.assertEqual(written["pwrite"] + written["aio_write"], did["writes"])
        self.assertEqual(written["aio_write"], did["asynchronous"])
        self.assertEqual(len(trove), did["operations"] + did["writes"])

    def check_writes(self, server, flow, trove):
        """By the buffer, or, where directio has a buffer of its own, by the place in the file."""
        writes = [t for t in trove.values() if t.states[0].name in ("pwrite", "aio_write")]
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


if __name__ == "__main__":
    run_case(ServerTest)

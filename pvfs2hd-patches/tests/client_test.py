# SPDX-License-Identifier: GPL-3.0-or-later
"""What the client's agent records of a program that has a client's functions and tables, on 4 threads."""

import argparse
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import unittest

from relations import names, read_relations, read_steps

THREADS, EACH = 4, 25
OPERATIONS = 1 + THREADS * EACH
OPTIONS = None


class ClientTest(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.out = pathlib.Path(holder.name)

    def run_program(self, name="fs", more=(), preexec=None, **env):
        """What each operation sent along."""
        all_env = {key: value for key, value in os.environ.items()
                   if not key.startswith(("HDTRACE_", "PMI"))}
        all_env.update(HDTRACE_PREFIX=f"{self.out}/", HDTRACE_PROJECT="run", HDTRACE_HOST="n1",
                       PMI_RANK="3")
        if OPTIONS.agent:
            all_env["LD_PRELOAD"] = OPTIONS.agent
        all_env.update(env)
        command = [os.path.join(OPTIONS.programs, f"hdpvfs-stand-in-{name}"), str(THREADS), str(EACH)]
        self.result = subprocess.run([*command, *more], text=True, capture_output=True, env=all_env,
                                     preexec_fn=preexec, restore_signals=False)
        self.assertEqual(self.result.returncode, 0, self.result.stderr)
        words = [line.split() for line in self.result.stdout.splitlines()]
        sent = {int(w[1]): w[2] for w in words if w[0] == "sent"}
        self.failed = [int(w[1]) for w in words if w[0] == "failed"]
        self.asked = [w[1] for w in words if w[0] == "asked"]
        self.assertEqual(sorted(sent), list(range(OPERATIONS)))
        return sent

    def said(self, *patterns):
        lines = self.result.stderr.splitlines()
        self.assertEqual(len(lines), len(patterns), self.result.stderr)
        for line, pattern in zip(lines, patterns):
            self.assertRegex(line, r"^hdtrace: pvfs client \(\d+\): " + pattern)

    def relations(self, layer, place="3"):
        return read_relations(self.out / f"run_n1_{place}_{layer}.rel")

    def test_tokens(self):
        """Every operation has a token, and its requests carry that one's text."""
        sent = self.run_program()
        self.said()
        client, flow, bmi = (self.relations(layer) for layer in ("CLIENT", "FLOW", "BMI"))
        self.assertEqual(sorted(sent.values()), sorted(client))
        self.assertEqual(len(client), OPERATIONS)
        for token in client.values():
            self.assertIsNone(token.parent)
            self.assertEqual([s.name for s in token.states], ["client_io_sm"])
            self.assertEqual([s.name for s in token.states[0].children],
                             ["setup", "transfer", "finish"])
        self.assertEqual(sorted(t.parent for t in flow.values()), sorted(client))
        self.assertEqual(names(flow), {"memory_to_network": OPERATIONS})
        for token in bmi.values():
            number = int(token.states[0].attributes["tag"])
            self.assertEqual(flow[token.parent].parent, sent[number])
        self.assertEqual(names(bmi), {"send": 2 * OPERATIONS})

    def test_wrapped(self):
        """A program that holds the library, linked with the agent and --wrap."""
        sent = self.run_program("fs-wrapped", LD_PRELOAD="")
        self.said()
        self.assertEqual(sorted(sent.values()), sorted(self.relations("CLIENT")))
        sent = self.run_program("fs-wrapped", LD_PRELOAD="", HDTRACE_ENABLED="0")
        self.assertEqual(set(sent.values()), {"-"})

    def test_not_wrapped(self):
        """Without --wrap no call comes here before it is too late: one line."""
        sent = self.run_program("fs-static", LD_PRELOAD="")
        self.said("operations are not related to servers: their posts don't come here; link the "
                  "program with --wrap")
        self.assertEqual(set(sent.values()), {"-"})
        self.assertEqual(len(self.relations("CLIENT")), OPERATIONS)

    def test_mpi(self):
        """Below the token of the MPI call, which the tracer of MPI tells."""
        sent = self.run_program(more=("mpi",))
        client = self.relations("CLIENT")
        for number, text in sent.items():
            self.assertEqual(client[text].parent, f"compute:5:1:{number}")

    def test_steps(self):
        self.run_program()
        for name, expected in (("FLOW", OPERATIONS), ("BMI", 2 * OPERATIONS)):
            values, _ = read_steps(self.out / f"run_n1_3_{name}.stat")
            changes = [b - a for a, b in zip([0] + values, values)]
            self.assertEqual((values[0], values[-1]), (0, 0))
            self.assertEqual((changes.count(1), changes.count(-1)), (expected, expected))

    def test_merged(self):
        """Nodes of an MPI program's ranks; without MPI of its process."""
        self.run_program()
        self.run_program(PMI_RANK="", HDTRACE_HOST="n2")
        subprocess.run([OPTIONS.merge, str(self.out)], check=True, capture_output=True)
        project = (self.out / "run.proj").read_text()
        for word in ('<Level type="Rank">', '<Node name="3">', '<Node name="CLIENT"',
                     'type="Process"', "<FLOW/>", "<BMI/>"):
            self.assertIn(word, project)

    def test_refused_by_library(self):
        """The hint can't be added: one line, all the rest is recorded."""
        sent = self.run_program("fs-refuses")
        self.said(r"operations are not related to servers: the library refused the hint "
                  r"pvfs.hint.reltoken \(-22\)$")
        self.assertEqual(set(sent.values()), {"-"})
        self.assertEqual(self.failed, [])
        self.assertEqual(len(self.relations("CLIENT")), OPERATIONS)

    def test_refused_by_server(self):
        """The first operation finds out that servers refuse the hint, and it alone fails."""
        sent = self.run_program("fs-old-server")
        self.said("operations are not related to servers: a server refused a request with the hint "
                  "pvfs.hint.reltoken, and that operation failed$")
        self.assertEqual(self.failed, [0])
        self.assertEqual([n for n, t in sent.items() if t != "-"], [0])
        self.assertEqual(len(self.relations("CLIENT")), OPERATIONS)

    def test_asked(self):
        """Servers are asked once, below the first operation, and then all carry their tokens."""
        sent = self.run_program("fs-state")
        self.said()
        client = self.relations("CLIENT")
        self.assertEqual(self.asked, [sent[0]])
        (question,) = client.keys() - sent.values()
        self.assertEqual(len(client), OPERATIONS + 1)
        self.assertEqual(client[question].parent, sent[0])
        self.assertEqual([s.name for s in client[question].states], ["client_statfs_sm"])

    def test_asked_late(self):
        """What comes before there is a file system goes without, and isn't lost."""
        sent = self.run_program("fs-state", MOUNTED_AFTER="1")
        self.said()
        self.assertEqual(sent[0], "-")
        self.assertEqual(len(self.asked), 1)
        self.assertIn(self.asked[0], self.relations("CLIENT"))
        self.assertEqual(len(self.relations("CLIENT")), OPERATIONS + 1)
        self.assertIn(self.asked[0], sent.values())
        self.assertTrue({text for text in sent.values() if text != "-"} <= self.relations("CLIENT").keys())

    def test_asked_old_server(self):
        """It refuses the question, and no operation of the program."""
        sent = self.run_program("fs-state-old-server")
        self.said("operations are not related to servers: a server refuses requests with the hint "
                  "pvfs.hint.reltoken$")
        self.assertEqual(self.failed, [])
        self.assertEqual(set(sent.values()), {"-"})
        self.assertEqual((len(self.asked), self.asked[1:]), (2, ["-"]))
        self.assertEqual(len(self.relations("CLIENT")), OPERATIONS + 2)

    def test_asked_no_server(self):
        """No answer, with the hint as without: operations go without it, and it is asked a few times."""
        sent = self.run_program("fs-state-no-server")
        self.said("operations are not related to servers: they don't answer whether they take the hint "
                  "pvfs.hint.reltoken$")
        self.assertEqual(self.failed, [])
        self.assertEqual(set(sent.values()), {"-"})
        self.assertEqual(len(self.asked), 6)

    def test_folder_missing(self):
        sent = self.run_program(HDTRACE_PREFIX=f"{self.out}/absent/")
        self.said("nothing is recorded: .*absent.*: No such file or directory")
        self.assertEqual(set(sent.values()), {"-"})

    def test_lost_state(self):
        """Another layout: nothing is touched."""
        sent = self.run_program("fs-lost-state")
        self.said("nothing is recorded: this OrangeFS is not one that is known: the state machine "
                  "pvfs2_client_io_sm leads to something that is no state$")
        self.assertEqual(set(sent.values()), {"-"})
        self.assertEqual(list(self.out.iterdir()), [])

    def test_no_post(self):
        """A missing symbol costs what depends on it."""
        sent = self.run_program("fs-no-post")
        self.said("operations are not related to servers: the library has no "
                  "PINT_client_state_machine_post or PVFS_hint_add_internal$")
        self.assertEqual(set(sent.values()), {"-"})
        self.assertEqual(len(self.relations("CLIENT")), OPERATIONS)

    def test_no_messages(self):
        sent = self.run_program("fs-no-messages")
        self.said(r"messages \(BMI\) are not recorded: there is no symbol bmi_tcp_ops$")
        self.assertEqual(sorted(sent.values()), sorted(self.relations("CLIENT")))
        self.assertFalse((self.out / "run_n1_3_BMI.rel").exists())

    def test_disk_full(self):
        """No room: one line, and all operations succeed."""
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20 * 1024, 20 * 1024))
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

        self.run_program(preexec=limit)
        self.said("(recording ends here|nothing is recorded): .*File too large")
        self.assertEqual(self.failed, [])

    def test_disabled(self):
        sent = self.run_program(HDTRACE_ENABLED="0")
        self.said()
        self.assertEqual(set(sent.values()), {"-"})
        self.assertEqual(list(self.out.iterdir()), [])

    def test_unrelated(self):
        result = subprocess.run(["/bin/echo", "hello"], text=True, capture_output=True,
                                env={**os.environ, "LD_PRELOAD": OPTIONS.agent})
        self.assertEqual((result.returncode, result.stdout), (0, "hello\n"))
        self.result = result
        self.said("nothing is recorded: this program has no OrangeFS client")


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", required=True)
    parser.add_argument("--merge", required=True)
    parser.add_argument("--agent", default="")
    parser.add_argument("case")
    OPTIONS = parser.parse_args()
    unittest.main(argv=[sys.argv[0], f"ClientTest.test_{OPTIONS.case}"])

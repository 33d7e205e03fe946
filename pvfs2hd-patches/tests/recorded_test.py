# SPDX-License-Identifier: GPL-3.0-or-later
"""What was recorded of a real OrangeFS (examples/traces/orangefs-*): each read and write of the servers leads
to the client's operation and, of a program with MPI, to its call; numbers of pending operations end with 0."""

import argparse
import pathlib
import sys
import unittest

from relations import read_relations, read_steps

OPTIONS = None

STORAGE = ["pwrite", "bstream_write_list"]
FLOW = STORAGE + ["network_to_storage", "io_sm", "client_io_sm"]
SMALL = STORAGE + ["small_io_sm", "client_io_sm"]

# Of each project the chains from the system's write to the first cause, with how many there are and their bytes.
CASES = {
    "orangefs-copy/copy": {tuple(FLOW): (2, 20_000)},
    # One request, in buffers of 256 KiB.
    "orangefs-buffers/copy": {tuple(FLOW): (64, 16 << 20)},
    # 33 times 64 values of 8 bytes; 4 bytes are the iteration's number, which always are a small request.
    "orangefs-diagonal/partdiff": {(*SMALL, "File_write_at"): (34, 4 + 33 * 512)},
    "orangefs-diagonal-with-hint/partdiff": {
        (*SMALL, "File_write_at"): (1, 4), (*FLOW, "File_write_at"): (1, 33 * 512)},
    # Four iterations of 1,448 values, in 23 parts; a matrix on two servers, in buffers of 256 KiB.
    "orangefs-checkpoints/partdiff": {
        (*SMALL, "File_write_at"): (4 * (1 + 23), 4 * (4 + 11_584)), (*FLOW, "File_write_at"): (64, 1448 * 11_584)},
    # Two ranks with three blocks each.
    "orangefs-levels/ind-ctg": {(*SMALL, "File_write_at"): (6, 24_576)},
    "orangefs-levels/col-ctg": {(*SMALL, "File_write_at_all"): (6, 24_576)},
    "orangefs-levels/ind-nctg": {(*FLOW, "File_write"): (2, 24_576)},
    "orangefs-levels/col-nctg": {(*FLOW, "File_write_all"): (2, 24_576)},
}


def files_of(case, suffix):
    return sorted((OPTIONS.traces / case).parent.glob(f"{pathlib.Path(case).name}_*{suffix}"))


class RecordedTest(unittest.TestCase):
    def chains(self, case):
        """Chains of all writes: number and bytes."""
        tokens = {}
        for path in files_of(case, ".rel"):
            found = read_relations(path)
            self.assertFalse(found.keys() & tokens.keys(), path)
            tokens.update(found)
        self.assertTrue(tokens)
        chains = {}
        for token in tokens.values():
            if token.states[0].name == "pwrite":
                names, above = [], token
                while above is not None:
                    names.append(above.states[0].name)
                    self.assertTrue(above.parent is None or above.parent in tokens, (case, above.parent))
                    above = tokens.get(above.parent)
                count, size = chains.get(tuple(names), (0, 0))
                chains[tuple(names)] = (count + 1, size + int(token.states[0].attributes["size"]))
        return chains

    def test_every_write_leads_to_its_cause(self):
        for case, expected in CASES.items():
            with self.subTest(case):
                self.assertEqual(self.chains(case), expected)

    def test_no_operation_is_left_pending(self):
        for case in CASES:
            paths = [path for path in files_of(case, ".stat") if "Utilization" not in path.name]
            self.assertTrue(paths)
            for path in paths:
                with self.subTest(path.name):
                    values, _ = read_steps(path)
                    self.assertEqual((values[-1], min(values)), (0, 0))
                    self.assertTrue(all(abs(a - b) <= 1 for a, b in zip(values, values[1:])))

    def test_buffers_of_a_flow_are_written_at_once(self):
        for name, most in (("orangefs-buffers/copy", 7), ("orangefs-checkpoints/partdiff", 8)):
            for server in ("server1", "server2"):
                values, _ = read_steps(OPTIONS.traces / f"{name}_{server}_TROVE.stat")
                self.assertEqual(max(values), most)

    def test_all_recordings_are_looked_at(self):
        found = OPTIONS.traces.glob("orangefs-*/*.proj")
        self.assertEqual(sorted(f"{path.parent.name}/{path.stem}" for path in found), sorted(CASES))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--traces", required=True, type=pathlib.Path)
    OPTIONS, rest = parser.parse_known_args()
    unittest.main(argv=[sys.argv[0], *rest])

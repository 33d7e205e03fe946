# SPDX-License-Identifier: GPL-3.0-or-later
"""Every function that can be called on two ranks has left its state, as the schema describes it."""

import json
import os

from cases_messages import ok


def read_list():
    """Names that the program calls, and reasons of those it does not."""
    called, left = [], {}
    with open(os.environ["HDMPI_CALLS"], encoding="utf-8") as lines:
        for line in lines:
            what, name, *reason = line.rstrip("\n").split(" ", 2)
            if what == "call":
                called.append(name)
            else:
                left[name] = reason[0]
    return called, left


def fits(found, described, every):
    """What is wrong with a set of attribute names."""
    required = {name for name, about in described.items() if not about.get("optional")}
    wrong = [f"without {name}" for name in sorted(required - set(found))]
    allowed = set(described) | set(every) - {"err"}
    return wrong + [f"unknown {name}" for name in sorted(set(found) - allowed)]


def check(state, entry, every):
    if state.name != entry["state"]:
        return [f"is called {state.name}"]
    wrong = fits(state.attributes, entry["attributes"], every)
    for tag, fields in state.data:
        if tag not in entry["children"]:
            wrong.append(f"unknown child {tag}")
        else:
            wrong += fits(fields, entry["children"][tag], {})
    return wrong


def smoke(run):
    ok(run)
    with open(os.environ["HDMPI_SCHEMA"], encoding="utf-8") as file:
        schema = json.load(file)
    called, left = read_list()
    findings, seen = [], set()
    for rank in range(2):
        trace = run.trace(rank)
        assert trace.complete and trace.named("Init_thread") and trace.named("Finalize")
        for state in trace.named("smoke"):
            function = state["function"]
            seen.add(function)
            if len(state.nested) != 1:
                findings.append(f"{function}: {len(state.nested)} states instead of one")
                continue
            entry = schema["functions"][function]
            findings += [f"{function}: {what}"
                         for what in check(state.nested[0], entry, schema["every"])]
    findings += [f"{name}: not called" for name in called if name not in seen]
    print(f"{len(called)} functions called, {len(left)} not:")
    for name, reason in left.items():
        print(f"  {name}: {reason}")
    assert not findings, "\n".join(sorted(set(findings)))

# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads files of relations and of statistics, as strictly as the format says (FORMATS B 1.4, B 1.5)."""

import struct
import xml.etree.ElementTree as ElementTree
from collections import Counter


class Bad(Exception):
    """A file is not as it must be."""


class State:
    def __init__(self, name, start, attributes, parent):
        self.name, self.start, self.end, self.parent = name, start, None, parent
        self.attributes, self.children = attributes, []


class Token:
    def __init__(self, key, parent, start):
        self.key, self.parent, self.start, self.end = key, parent, start, None
        self.states, self.open = [], []

    def all_states(self):
        waiting = list(self.states)
        while waiting:
            state = waiting.pop(0)
            yield state
            waiting[:0] = state.children


def parent_of(element, head):
    """The parent's global name, host:pid:topology:id."""
    for kind, before in (("p", [head["hostID"], head["localToken"]]), ("l", [head["hostID"]]), ("r", [])):
        if kind in element:
            return ":".join(before + [element[kind]])
    return None


def take(tokens, element, head):
    """One element of the file."""
    attributes = dict(element.attrib)
    time = float(attributes.pop("time"))
    key = ":".join([head["hostID"], head["localToken"], head["topologyNumber"], attributes.pop("t")])
    if element.tag == "rel":
        if key in tokens:
            raise Bad(f"{key} begins twice")
        tokens[key] = Token(key, parent_of(attributes, head), time)
        return
    token = tokens[key]
    if token.end is not None:
        raise Bad(f"{key} goes on after its end")
    if element.tag == "s":
        above = token.open[-1] if token.open else None
        state = State(attributes.pop("name"), time, attributes, above)
        (above.children if above else token.states).append(state)
        token.open.append(state)
    elif element.tag == "e":
        state = token.open.pop()
        state.end = time
        state.attributes.update(attributes)
        if state.end < state.start:
            raise Bad(f"{key}: {state.name} ends before it starts")
    elif element.tag == "un":
        if token.open:
            raise Bad(f"{key} ends with open states")
        token.end = time


def read_relations(path, cut=False):
    """Tokens by their global names. cut: the file's end may be missing."""
    text = path.read_text().rstrip("\0")
    if cut:
        text = text[: text.rindex("\n") + 1]
        text += "" if text.endswith("</relation>\n") else "</relation>\n"
    root = ElementTree.fromstring(text)
    tokens, last = {}, 0.0
    for element in root:
        if float(element.get("time")) < last:
            raise Bad(f"{path}: the time goes back")
        last = float(element.get("time"))
        take(tokens, element, root.attrib)
    if not cut and any(token.end is None for token in tokens.values()):
        raise Bad(f"{path}: a token has no end")
    return tokens


def read_steps(path):
    """The values of a group with one INT32, and their times in ns."""
    data = path.read_bytes()
    length = int(data[:5])
    body = data[6 + length :]
    if (len(body) - 8) % 12 != 0:
        raise Bad(f"{path}: a record is cut")
    records = [struct.unpack(">iii", body[at : at + 12]) for at in range(8, len(body), 12)]
    times = [s * 10**9 + ns for s, ns, _ in records]
    if times != sorted(times):
        raise Bad(f"{path}: the time goes back")
    return [value for _, _, value in records], times


def names(tokens):
    return Counter(state.name for token in tokens.values() for state in token.all_states())

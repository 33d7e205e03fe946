# SPDX-License-Identifier: GPL-3.0-or-later
"""What each function's state holds: attributes with their kinds, and child elements.

For readers of traces, for the documentation and for the smoke test; nothing of it is compiled."""

import json
import re

from shapes import GROUPS, split_arguments
from table import TableError

KINDS = {
    "bytes": "number of bytes",
    "communicator": "number that this process gave a communicator; -1: none",
    "datatype": "number that this process gave a datatype; -1: none",
    "etypes": "offset in elementary types of the file view",
    "file": "number of a file's name in this process; -1: not known",
    "flag": "0 or 1",
    "integer": "a number as the program passed it, or as MPI returned it",
    "nanoseconds": "a duration",
    "offset": "bytes from the beginning of the file",
    "open": "number of one opening of a file in this process; -1: not known",
    "rank": "rank in MPI_COMM_WORLD; -1: MPI_PROC_NULL, -2: MPI_ANY_SOURCE, -3: MPI_ROOT",
    "request": "number that this process gave a request",
    "text": "characters",
    "window": "number that this process gave a window; -1: not known",
}

# Kind of what hd__value_f and hd__put_f write.
OF_FUNCTION = {
    "absolute": "offset", "bytes": "bytes", "cid": "communicator", "fid": "file",
    "file_name": "file", "known": "offset", "known_tid": "datatype", "later_comm": "communicator",
    "lock_type": "text", "new_window": "window", "newcomm": "communicator", "newtype": "datatype",
    "oid": "open", "out": "integer", "partitioned": "bytes", "position_after": "offset",
    "rank": "rank", "request": "request", "rid": "request",
    "shared_position_after": "offset", "size": "bytes", "split": "request", "split_type": "text",
    "text": "text", "tid": "datatype", "whence": "text", "win": "window", "window_rank": "rank",
}
# Those that may be absent from the state of a call that succeeded; of one that failed any may be.
MAYBE = {"absolute", "bytes", "known", "known_tid", "later_comm", "position_after", "rid",
         "shared_position_after", "text"}

# Kinds of names that several numbers at once are written under.
OF_NAME = {
    "cid": "communicator", "count": "integer", "fromRank": "rank", "fromTag": "integer",
    "postedRank": "rank", "postedTag": "integer", "recvCount": "integer", "recvSize": "bytes",
    "recvtid": "datatype", "rid": "request", "root": "rank", "rootRank": "rank", "size": "bytes",
    "tid": "datatype",
}
MAYBE_NAMED = {"postedRank", "postedTag", "recvCount", "recvSize", "recvtid", "size", "count", "tid"}

PART = {"rank": "rank", "size": "bytes", "count": "integer", "tid": "datatype"}
OUTCOME = {"rid": "request", "done": "flag", "fromRank?": "rank", "fromTag?": "integer",
           "size?": "bytes", "bytes?": "bytes", "cancelled?": "flag", "err?": "text"}

# +f(...): attributes and children that it adds, `?` at those that may be absent.
ADDED = {
    "alltoallv": ({"cid": "communicator"}, {"Send": PART}),
    "alltoallw": ({"cid": "communicator"}, {"Send": PART}),
    "completed": ({}, {"For": OUTCOME}),
    "data": ({}, {"Data": {"offset?": "offset", **{k: v for k, v in PART.items() if k != "rank"}}}),
    "ordered_data": ({}, {"Data": {"offset?": "offset", **{k: v for k, v in PART.items() if k != "rank"}}}),
    "effective_info": ({}, {"Info": {"key": "text", "value": "text", "effective?": "flag"}}),
    "given": ({}, {"For": {"rid?": "request"}}),
    "changed_info": ({}, {"Info": {"key": "text", "value": "text", "effective?": "flag"}}),
    "info": ({}, {"Info": {"key": "text", "value": "text", "effective?": "flag"}}),
    "message": ({}, {}),
    "neighbor_alltoallv": ({}, {"Send": PART}),
    "neighbor_alltoallw": ({}, {"Send": PART}),
    "neighbors": ({}, {"Source": {"rank": "rank"}, "Destination": {"rank": "rank"}}),
    "named": ({"cid": "communicator", "name": "text"}, {}),
    "origins": ({"processes": "integer"}, {"Origin": {"rank": "rank"}}),
    "reduce_scatter": ({"cid": "communicator"}, {"Recv": PART}),
    "split_done": ({}, {"For": {"rid?": "request", "done": "flag", "bytes?": "bytes"}}),
    "started": ({}, {"For": {"rid?": "request"}}),
    "targets": ({"processes": "integer"}, {"Target": {"rank": "rank"}}),
    "type_named": ({}, {}),
}
EVERY = {"err?": "text", "cpuNs?": "nanoseconds", "callSite?": "integer",
         "cFile?": "text", "cLine?": "integer"}


# Integers that are not just numbers, by the attribute's name.
BY_NAME = {"absOffset": "offset", "fileSize": "bytes", "flag": "flag", "high": "flag",
           "size": "bytes"}


def plain_kind(function, name, parameter):
    """Kind of an attribute that is a parameter or a variable as it is."""
    if parameter == "offset" and dict(function.parameters).get(parameter) == "offset":
        return "etypes"
    return "nanoseconds" if name.endswith("Ns") else \
        "offset" if parameter == "disp" and name == "offset" else BY_NAME.get(name, "integer")


def of_item(function, item):
    """Attributes and children of one recorded item."""
    if re.match(r"\w+<", item):
        return {}, {}
    match = re.fullmatch(r"\+(\w+)\((.*)\)", item)
    if match:
        name, arguments = match.groups()
        if name in ADDED:
            return ADDED[name]
        if name not in GROUPS:
            raise TableError(f"{function.name}: no description of what +{name} adds")
        names = [split_arguments(arguments)[0].strip('"') if n is None else n
                 for n in GROUPS[name]]
        maybe = {n for n in names if n in MAYBE_NAMED or name == "probed"}
        return {n + ("?" if n in maybe else ""): OF_NAME[n] for n in names}, {}
    match = re.fullmatch(r"([\w-]+)=(\w+)\((.*)\)", item)
    if match:
        name, how, _ = match.groups()
        if how not in OF_FUNCTION:
            raise TableError(f"{function.name}: no kind for what {how} writes")
        kind = plain_kind(function, name, "") if how == "out" else OF_FUNCTION[how]
        return {name + ("?" if how in MAYBE else ""): kind}, {}
    match = re.fullmatch(r"([\w-]+)=(\"[^\"]*\")", item)
    if match:
        return {match.group(1): "text"}, {}
    match = re.fullmatch(r"([\w-]+)=(\w+)", item) or re.fullmatch(r"(\w+)", item)
    name, parameter = match.group(1), match.group(match.lastindex)
    mark = "?" if name == "tracerNs" else ""  # only where the tracer starts or ends
    return {name + mark: plain_kind(function, name, parameter)}, {}


def describe(fields):
    return {name.rstrip("?"): {"kind": kind, **({"optional": True} if name.endswith("?") else {})}
            for name, kind in fields.items()}


def schema_of(function):
    attributes, children = {}, {}
    for item in function.described:
        more, inside = of_item(function, item)
        attributes.update(more)
        children.update(inside)
    return {"state": function.element, "since": function.since, "group": function.group,
            "local": "local" in function.flags, "attributes": describe(attributes),
            "children": {name: describe(fields) for name, fields in children.items()}}


def schema(functions):
    result = {}
    for function in functions:
        if "skip" in function.flags:
            continue
        for large in function.variants():
            entry = schema_of(function)
            if large:
                entry["since"] = max(entry["since"], "4.0")
            result[function.full_name(large)] = entry
    return {"version": 1, "kinds": KINDS, "every": describe(EVERY), "functions": result}


def write_schema(functions, path):
    with open(path, "w", encoding="utf-8") as output:
        json.dump(schema(functions), output, indent=1)
        output.write("\n")

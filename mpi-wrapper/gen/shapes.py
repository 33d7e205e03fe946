# SPDX-License-Identifier: GPL-3.0-or-later
"""What a function's state is made of: numbers in slots of its template, and the rest.

Numbers come first in a state; text and child elements are added in the general way."""

import re

from table import TableError

# a=f(...): the value is hd__value_f(call, ...); a value that may be HD__ABSENT is left out then.
MAYBE = {"absolute", "bytes", "known", "known_tid", "later_comm", "new_window", "newcomm", "newtype", "out",
         "request", "rid"}

# Values that are taken from what is known of a handle, which is looked up once: the handle's kind,
# and the expression with the arguments {0}, ...
LOOKED_UP = {
    "cid": ("comm", "{0}.id", False),
    "fid": ("file", "{0}.id", False),
    "oid": ("file", "{0}.instance", False),
    "partitioned": ("type", "hd__size_of({2}, {0} * (int64_t){1})", True),
    "rank": ("comm", "hd__rank_of({1}, {0})", False),
    "size": ("type", "hd__size_of({1}, {0})", True),
    "tid": ("type", "{0}.id", False),
    "win": ("win", "{0}.id", False),
    "window_rank": ("win", "hd__rank_of({1}, {0})", False),
}

# +f(...): hd__values_f(call, values, ...) fills slots with these names; HD__ABSENT as above.
SENT = ["size", "count", "tid"]
RECEIVED = ["recvSize", "recvCount", "recvtid"]
GROUPS = {
    "allgather": SENT + RECEIVED + ["cid"],
    "allgatherv": SENT + ["cid"],
    "alltoall": SENT + ["cid"],
    "gather": SENT + RECEIVED + ["root", "cid"],
    "gatherv": SENT + ["root", "cid"],
    "matched": ["fromRank", "fromTag", "size", "cid"],
    "matched_request": ["cid", "rid"],
    "probed": ["fromRank", "fromTag", "size"],
    "received": ["fromRank", "fromTag", "size", "postedRank", "postedTag"],
    "replied": ["fromRank", "fromTag", None, "postedRank", "postedTag"],
    "rooted": SENT + ["rootRank", "cid"],
    "scatter": SENT + RECEIVED + ["root", "cid"],
    "scatterv": RECEIVED + ["root", "cid"],
}

# Groups that tell themselves which values are absent, and are given what is known of a communicator
# in place of its handle: which argument.
OF_KNOWN_COMM = {"received": 2, "replied": 2}

# Arguments that stand for constants of hdmpi_ids.h.
REQUEST_KINDS = {"SEND", "SEND_INIT", "RECV", "RECV_INIT", "COLLECTIVE", "COLLECTIVE_INIT", "IO",
                 "GENERAL", "ONE_SIDED"}

VALUES_MAX = 31  # of a template, without the one for the processor time


def split_arguments(text):
    return [a.strip() for a in re.findall(r"(?:[^,()]|\([^()]*\))+", text)]


def argument(text):
    if text in REQUEST_KINDS:
        return f"HD__REQUEST_{text}"
    match = re.fullmatch(r"counts\((\w+)\)", text)
    return f"HD__COUNTS({match.group(1)})" if match else text


def call(function, first, arguments):
    return f"{function}({', '.join(first + [argument(a) for a in arguments])})"


class Shape:
    """The slots of a state, the statements that fill them, and those that add the rest."""

    def __init__(self, function):
        self.names = []
        self.filling = []
        self.general = []
        self.before = []
        self.looked_up = {}
        self.received = None  # arguments of a receive whose state has nothing else but the communicator
        for item in function.recorded:
            self.add(item)
        if self.names != GROUPS["received"] + ["cid"] or self.general:
            self.received = None
        if len(self.names) > VALUES_MAX:
            raise TableError(f"{function.name} has more than {VALUES_MAX} numbers")
        if len(set(self.names)) != len(self.names):
            raise TableError(f"{function.name} has an attribute twice")

    def add(self, item):
        match = re.fullmatch(r"(\w+)<(\w+)\((.*)\)", item)
        if match:
            self.before.append((match.group(1), match.group(2), split_arguments(match.group(3))))
            return
        match = re.fullmatch(r"\+(\w+)\((.*)\)", item)
        if match:
            self.add_group(match.group(1), split_arguments(match.group(2)))
            return
        match = re.fullmatch(r"([\w-]+)=(\w+)\((.*)\)", item)
        if match:
            name, function, arguments = match.groups()
            self.add_value(name, function, split_arguments(arguments))
            return
        match = re.fullmatch(r"([\w-]+)=(\"[^\"]*\")", item)
        if match:
            self.general.append(f'hd__put_text(call, "{match.group(1)}", {match.group(2)});')
            return
        match = re.fullmatch(r"([\w-]+)=(\w+)", item) or re.fullmatch(r"(\w+)", item)
        if not match:
            raise TableError(f"cannot read item {item}")
        self.fill(match.group(1), f"(int64_t){match.group(match.lastindex)}", False)

    def fill(self, name, expression, maybe):
        index = len(self.names)
        self.names.append(name)
        self.filling.append(f"values[{index}] = {expression};")
        if maybe:
            self.filling.append(f"absent |= hd__absent(values, {index});")

    def look_up(self, kind, handle):
        """The variable that holds what is known of a handle."""
        if (kind, handle) not in self.looked_up:
            variable = f"{kind}_{len(self.looked_up)}"
            self.looked_up[kind, handle] = variable
            self.filling.append(f"const hd__seen {variable} = *hd__look_{kind}(call, {handle});")
        return self.looked_up[kind, handle]

    def lane(self):
        """The state of a hot call whose handles are those of the calls before: what must hold, and the
        statements that fill the slots."""
        if self.received:
            source, tag, comm, status = self.received
            return ([f"hd__lane_takes({source}, {tag})", f"call->last_comm.key == HD__KEY({comm})"],
                    [f"hd__lane_values(call, values, {status});"])
        conditions = [f"call->last_{kind}.key == HD__KEY({handle})" for kind, handle in self.looked_up]
        filling = [f"const hd__seen {variable} = call->last_{kind};"
                   for (kind, _), variable in self.looked_up.items()]
        values = [text for text in self.filling if text.startswith("values[")]
        if len(values) != len(self.names) or any("hd__value_" in text for text in values):
            raise TableError("a hot call needs values that are always there")
        return conditions, filling + values

    def add_value(self, name, function, arguments):
        if function in LOOKED_UP:
            kind, expression, maybe = LOOKED_UP[function]
            known = self.look_up(kind, arguments[-1])
            self.fill(name, expression.format(*arguments[:-1], known), False)
            if maybe:
                self.filling.append(f"absent |= hd__is_unknown({known}) << {len(self.names) - 1};")
        elif function in MAYBE:
            first = [] if function == "known" else ["call"]
            self.fill(name, call(f"hd__value_{function}", first, arguments), True)
        else:
            self.general.append(
                call(f"hd__put_{function}", ["call", f'"{name}"'], arguments) + ";")

    def add_group(self, function, arguments):
        if function not in GROUPS:
            self.general.append(call(f"hd__add_{function}", ["call"], arguments) + ";")
            return
        names = GROUPS[function]
        if None in names:
            names = [arguments[0].strip('"') if name is None else name for name in names]
            arguments = arguments[1:]
        first = len(self.names)
        self.names += names
        self.received = list(arguments) if function == "received" else None
        if function in OF_KNOWN_COMM:
            at = OF_KNOWN_COMM[function]
            arguments[at] = self.look_up("comm", arguments[at])
            values = call(f"hd__values_{function}", ["call", f"values + {first}"], arguments)
            self.filling.append(f"absent |= {values} << {first};")
            return
        self.filling.append(
            call(f"hd__values_{function}", ["call", f"values + {first}"], arguments) + ";")
        self.filling.append(f"absent |= hd__absent_of(values, {first}, {len(names)});")

# SPDX-License-Identifier: GPL-3.0-or-later
"""The C source of the wrappers."""

import re

from shapes import Shape, argument
from table import TableError

# Calls with such a parameter keep the tables of handles and so run while recording is off.
KEEPING = {"newcomm", "newtype", "newwin", "request", "requests", "message"}

# What hd__before_<name> returns.
BEFORE = {"position": "const MPI_Offset", "message": "hd__request *const", "turn": "const hd__turn"}


def takes_turn(function):
    """Whether all processes that opened the file pass a message on, also those that record nothing."""
    return any(re.match(r"\w+<turn\(", item) for item in function.recorded)


def enter(function):
    keeps = function.has_kind(KEEPING) or takes_turn(function)
    how = "function" if "local" in function.flags or not keeps else "always"
    given = f"HD__F_{function.name}" if how == "function" else ""
    return f"hd__enter_{how}({given})"


def opening(function):
    return "hd__open_wanted(call);" if "_function" in enter(function) else \
        f"hd__open(call, HD__F_{function.name});"


def unrecorded(function, target):
    """What is done when nothing is recorded."""
    if takes_turn(function):
        arguments = next(re.match(r"\w+<turn\((.*)\)", item).group(1) for item in function.recorded if "<turn(" in item)
        return [f"        hd__take_turn_unrecorded({', '.join(arguments.split(','))});",
                f"        return {target};"]
    made = re.search(r"=newcomm\((\w+)\)", " ".join(function.recorded))
    if not made:
        return [f"        return {target};"]
    return [f"        const int unrecorded = {target};",
            f"        hd__comm_made_unrecorded(unrecorded, {made.group(1)});",
            "        return unrecorded;"]


def describing(function, shape):
    """The statements after the call."""
    identity = f"HD__F_{function.name}"
    lines = []
    if shape.received:
        given = ", ".join(shape.received)
        lines += [f"if (hd__close_named(call, {identity}, values, {given}, mpi_result)) {{",
                  "    return mpi_result;", "}"]
    lines += ["uint64_t absent = 0;"] + shape.filling
    is_file = function.name.startswith("File_")
    ending = ["hd__relation_end(call);"] if is_file else []
    if not shape.general:
        return lines + ending + [f"hd__close(call, {identity}, values, absent, mpi_result);"]
    lines += [f"hd__describe(call, {identity}, values, absent);"] + shape.general
    return lines + ending + ["hd__finish(call, mpi_result);"]


def closing(function, shape):
    """What follows a call, given its `mpi_result`."""
    return ["    int64_t *const restrict values = hd__back(call, mpi_result);",
            "    if (values != NULL) {",
            *[f"        {text}" for text in describing(function, shape)],
            "    }", "    return mpi_result;", "}", ""]


def ending(function, large, shape):
    """The function that ends a hot call which turned out to be unusual: its declaration up to the body, and how
    it is called."""
    body = " ".join(describing(function, shape))
    used = [(name, declaration) for (name, _), declaration in
            zip(function.parameters, function.declarations(large)) if re.search(rf"\b{name}\b", body)]
    name = f"end_{function.full_name(large)}"
    head = ", ".join(["hd__call *call", "int mpi_result"] + [declaration for _, declaration in used])
    given = ", ".join(["call", "mpi_result"] + [name for name, _ in used])
    return f"static HD__ASIDE int {name}({head})", f"{name}({given})"


def hot_wrappers(function, large):
    """The usual case by itself; what is not usual before or after the call goes on in functions of its own."""
    shape = Shape(function)
    if shape.before or shape.general or function.has_kind(KEEPING) or takes_turn(function):
        raise TableError(f"{function.name} does too much to be hot")
    conditions, filling = shape.lane()
    full_name, declarations = function.full_name(large), ", ".join(function.declarations(large))
    names = ", ".join(name for name, _ in function.parameters)
    target, identity = f"hd__next.{full_name}({names})", f"HD__F_{function.name}"
    own_status = own_status_of(function)
    end, end_call = ending(function, large, shape)
    template = "hd__named_templates" if shape.received else "hd__templates"
    before, after = prepared(function, shape)
    return [end, "{", *closing(function, shape),
            f"static HD__ASIDE int begin_{full_name}({declarations})", "{",
            f"    hd__call *const call = {enter(function)};", "    if (call == NULL) {",
            f"        return {target};", "    }", *own_status, f"    {opening(function)}",
            f"    const int mpi_result = {target};", f"    return {end_call};", "}", "",
            f"int MPI_{full_name}({declarations})", "{",
            f"    hd__call *const call = hd__lane_enter({identity});", "    if (call == NULL) {",
            f"        return begin_{full_name}({names});", "    }", *own_status, *before,
            f"    const int mpi_result = {target};",
            "    const uint64_t mpi_end = hd_lane_count();", *after,
            "    if (HD__LIKELY(hd__lane_back(call, mpi_result) && " + " && ".join(conditions) + ")) {",
            "        int64_t *const values = hd_lane_return(call->lane, mpi_end);",
            "        if (HD__LIKELY(values != NULL)) {",
            *[f"            {text}" for text in filling],
            f"            hd_lane_close(call->lane, {template}[{identity}]);",
            "            hd__yield(call);", "            return MPI_SUCCESS;", "        }", "    }",
            f"    return {end_call};", "}", ""]


def prepared(function, shape):
    """What a hot call that waits for another process does before, and so need not do after it."""
    if not shape.received:
        return [], []
    source, tag, comm, status = shape.received
    return ([f"    hd__lane_prepare(call, HD__F_{function.name}, {source}, {tag}, {comm});"],
            [f"    if (HD__LIKELY(hd__lane_received(call, mpi_result, mpi_end, {status}))) {{",
             "        return MPI_SUCCESS;", "    }"])


def own_status_of(function):
    if not any(re.search(r"\bstatus\b", item) for item in function.recorded):
        return []
    return ["    MPI_Status own_status;",
            "    status = status == MPI_STATUS_IGNORE ? &own_status : status;"]


def wrapper(function, large):
    if "hot" in function.flags:
        return hot_wrappers(function, large)
    declarations = function.declarations(large)
    names = ", ".join(name for name, _ in function.parameters)
    target = f"hd__next.{function.full_name(large)}({names})"
    shape = Shape(function)
    lines = [f"int MPI_{function.full_name(large)}({', '.join(declarations) or 'void'})", "{",
             f"    hd__call *const call = {enter(function)};", "    if (call == NULL) {"]
    lines += unrecorded(function, target) + ["    }"]
    lines += own_status_of(function)
    for name, what, arguments in shape.before:
        rest = ", ".join(["call"] + [argument(a) for a in arguments])
        variable = f"{name}_turn" if what == "turn" else name
        lines.append(f"    {BEFORE[what]} {variable} = hd__before_{what}({rest});")
    if function.name.startswith("File_"):
        lines.append(f'    hd__relation_begin(call, "{function.element}");')
    lines.append(f"    {opening(function)}")
    lines += [f"    const MPI_Offset {name} = hd__take_turn(&{name}_turn);"
              for name, what, _ in shape.before if what == "turn"]
    return lines + [f"    const int mpi_result = {target};", *closing(function, shape)]


def value_wrapper(function):
    """A function that cannot fail and returns what it found."""
    names = ", ".join(name for name, _ in function.parameters)
    target = f"hd__next.{function.name}({names})"
    return [f"{function.returns} MPI_{function.name}"
            f"({', '.join(function.declarations(False)) or 'void'})", "{",
            f"    hd__call *const call = {enter(function)};",
            "    if (call == NULL) {",
            f"        return {target};",
            "    }",
            f"    {opening(function)}",
            f"    const {function.returns} result = {target};",
            "    int64_t *const values = hd__back(call, MPI_SUCCESS);",
            "    if (values != NULL) {",
            f"        hd__close(call, HD__F_{function.name}, values, 0, MPI_SUCCESS);",
            "    }", "    return result;", "}", ""]


def write_wrappers(functions, header, path):
    """Wrappers of the functions that `header` declares."""
    lines = ["/* SPDX-License-Identifier: GPL-3.0-or-later */",
             "/* Made from functions.def; changes belong there. */", "",
             '#include "hdmpi_lane.h"', '#include "hdmpi_record.h"', ""]
    for function in functions:
        if function.flags & {"special", "skip"}:
            continue
        for large in function.variants():
            if function.full_name(large) in header:
                lines += wrapper(function, large) if function.returns == "int" else \
                    value_wrapper(function)
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines))

# SPDX-License-Identifier: GPL-3.0-or-later
"""The C source of the wrappers."""

import re

from table import TableError

# Calls with such a parameter keep the tables of handles and so run while recording is off.
KEEPING = {"newcomm", "newtype", "newwin", "request", "requests", "message"}

# What hd__before_<name> returns.
BEFORE = {"position": "const MPI_Offset", "message": "hd__comm *const"}

# Arguments that stand for constants of hdmpi_record.h.
REQUEST_KINDS = {"SEND", "SEND_INIT", "RECV", "RECV_INIT", "COLLECTIVE", "COLLECTIVE_INIT", "IO",
                 "GENERAL"}


def split_arguments(text):
    return [a.strip() for a in re.findall(r"(?:[^,()]|\([^()]*\))+", text)]


def argument(text):
    if text in REQUEST_KINDS:
        return f"HD__REQUEST_{text}"
    match = re.fullmatch(r"counts\((\w+)\)", text)
    return f"HD__COUNTS({match.group(1)})" if match else text


def statement(item):
    """The C statement of one recorded item, None for what happens before the call."""
    if re.match(r"\w+<", item):
        return None
    match = re.fullmatch(r"\+(\w+)\((.*)\)", item)
    if match:
        arguments = ["call"] + [argument(a) for a in split_arguments(match.group(2))]
        return f"hd__add_{match.group(1)}({', '.join(arguments)});"
    match = re.fullmatch(r"([\w-]+)=(\w+)\((.*)\)", item)
    if match:
        name, function, arguments = match.groups()
        rest = [argument(a) for a in split_arguments(arguments)]
        return f"hd__put_{function}({', '.join(['call', chr(34) + name + chr(34)] + rest)});"
    match = re.fullmatch(r"([\w-]+)=(\"[^\"]*\")", item)
    if match:
        return f'hd__put_text(call, "{match.group(1)}", {match.group(2)});'
    match = re.fullmatch(r"([\w-]+)=(\w+)", item) or re.fullmatch(r"(\w+)", item)
    if not match:
        raise TableError(f"cannot read item {item}")
    return f'hd__put_int(call, "{match.group(1)}", {match.group(match.lastindex)});'


def wrapper(function, large):
    declarations = function.declarations(large)
    names = ", ".join(name for name, _ in function.parameters)
    target = f"hd__next.{function.full_name(large)}({names})"
    lines = [f"int MPI_{function.full_name(large)}({', '.join(declarations) or 'void'})", "{"]
    before = [re.fullmatch(r"(\w+)<(\w+)\((.*)\)", item) for item in function.recorded]
    before = [match for match in before if match]
    how = "local" if "local" in function.flags else \
        "always" if function.has_kind(KEEPING) else "recording"
    lines.append(f"    hd__call *const call = hd__enter_{how}();")
    made = re.search(r"=newcomm\((\w+)\)", " ".join(function.recorded))
    lines.append("    if (call == NULL) {")
    if made:
        lines.append(f"        const int unrecorded = {target};")
        lines.append(f"        hd__comm_made_unrecorded(unrecorded, {made.group(1)});")
        lines.append("        return unrecorded;")
    else:
        lines.append(f"        return {target};")
    lines.append("    }")
    uses_status = any(re.search(r"\bstatus\b", item) for item in function.recorded)
    if uses_status:
        lines.append("    MPI_Status own_status;")
        lines.append("    status = status == MPI_STATUS_IGNORE ? &own_status : status;")
    for match in before:
        name, what, arguments = match.groups()
        rest = ", ".join(["call"] + split_arguments(arguments))
        lines.append(f"    {BEFORE[what]} {name} = hd__before_{what}({rest});")
    lines.append(f'    hd__begin(call, "{function.element}");')
    lines.append(f"    const int mpi_result = {target};")
    lines.append("    if (hd__returned(call, mpi_result)) {")
    statements = [statement(item) for item in function.recorded]
    lines += [f"        {text}" for text in statements if text is not None]
    lines.append("        hd__end(call, mpi_result);")
    lines += ["    }", "    return mpi_result;", "}", ""]
    return lines


def value_wrapper(function):
    """A function that cannot fail and returns what it found."""
    names = ", ".join(name for name, _ in function.parameters)
    target = f"hd__next.{function.name}({names})"
    return [f"{function.returns} MPI_{function.name}"
            f"({', '.join(function.declarations(False)) or 'void'})", "{",
            "    hd__call *const call = hd__enter_local();",
            "    if (call == NULL) {",
            f"        return {target};",
            "    }",
            f'    hd__begin(call, "{function.element}");',
            f"    const {function.returns} value = {target};",
            "    if (hd__returned(call, MPI_SUCCESS)) {",
            "        hd__end(call, MPI_SUCCESS);",
            "    }", "    return value;", "}", ""]


def write_wrappers(functions, header, path):
    """Wrappers of the functions that `header` declares."""
    lines = ["/* SPDX-License-Identifier: GPL-3.0-or-later */",
             "/* Made from functions.def; changes belong there. */", "",
             '#include "hdmpi_record.h"', ""]
    for function in functions:
        if function.flags & {"special", "skip"}:
            continue
        for large in function.variants():
            if function.full_name(large) in header:
                lines += wrapper(function, large) if function.returns == "int" else \
                    value_wrapper(function)
    with open(path, "w", encoding="utf-8") as output:
        output.write("\n".join(lines))

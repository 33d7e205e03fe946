# SPDX-License-Identifier: GPL-3.0-or-later
"""The rule changes the call of a state's function, once, and declares what it needs."""

import pathlib
import shutil
import subprocess
import sys
import tempfile

SOURCE = """int PINT_state_machine_halt(void)
{
    return 1;
}

int PINT_state_machine_invoke(struct PINT_smcb *control, job_status_s *job)
{
    int answer;
    if (!control->current_state->action.func)
        return 0;
    answer = (control->current_state->action.func)(control, job);
    return answer;
}
"""


def main(rule):
    if shutil.which("spatch") is None:
        print("spatch is not installed")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "machine.c")
        path.write_text(SOURCE)
        subprocess.run(["spatch", "--very-quiet", "--in-place", "--sp-file", rule, str(path)],
                       check=True)
        made = path.read_text()
    before, after = SOURCE.splitlines(), made.splitlines()
    removed = [line.strip() for line in before if line not in after]
    added = "".join(line.strip() for line in after if line not in before).replace(" ", "")
    assert removed == ["answer = (control->current_state->action.func)(control, job);"], removed
    assert added.endswith("inthdpvfs_calls=1;"
                          "answer=hdpvfs_run(control->current_state->action.func,control,job);"), added
    assert added.startswith("inthdpvfs_run(int(*run)(structPINT_smcb*s,job_status_s*j),"), added
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))

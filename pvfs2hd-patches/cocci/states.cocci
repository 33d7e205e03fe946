// SPDX-License-Identifier: GPL-3.0-or-later
// State machines: the function of a state is called by way of the agent, which records it.
// For state-machine-fns.c of OrangeFS 2.8 and later.

@call@
expression result, block, status;
@@
- result = (block->current_state->action.func)(block, status);
+ result = hdpvfs_run(block->current_state->action.func, block, status);

@declare depends on call@
typedef job_status_s;
@@
+ int hdpvfs_run(int (*run)(struct PINT_smcb *s, job_status_s *j), struct PINT_smcb *smcb, job_status_s *status);
+ int hdpvfs_calls = 1;
int PINT_state_machine_halt(void)
{
...
}

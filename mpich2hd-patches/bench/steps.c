/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How many instructions a piece of a program takes, whatever else the machine does: runs the
 * program one instruction at a time from each SIGUSR1 that it raises to the next SIGUSR2, and
 * prints to standard error, in order, what each piece took, with the two raises.
 *
 *     mpiexec -n 2 steps PROGRAM ARGUMENT...
 *
 * Linux alone; needs leave to trace a child. Exits as the program did. */
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/wait.h>
#include <unistd.h>

static int run(char *const command[])
{
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    execvp(command[0], command);
    perror(command[0]);
    return 127;
}

/* Goes on until the next stop. @return false: the program has ended, with *status */
static bool go_on(pid_t child, bool by_step, int with_signal, int *status)
{
    return ptrace(by_step ? PTRACE_SINGLESTEP : PTRACE_CONT, child, NULL, (long)with_signal) == 0 &&
           waitpid(child, status, 0) == child && WIFSTOPPED(*status);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        (void)fputs("usage: steps PROGRAM ARGUMENT...\n", stderr);
        return 2;
    }
    const pid_t child = fork();
    if (child == 0) {
        return run(argv + 1);
    }
    int status = 0;
    long counted = 0;
    bool counts = false;
    int handed_on = 0;
    (void)waitpid(child, &status, 0); /* stopped by exec */
    while (WIFSTOPPED(status) && go_on(child, counts, handed_on, &status)) {
        const int signal_number = WSTOPSIG(status);
        counted += counts;
        if (signal_number == SIGUSR1) {
            counts = true;
            counted = 0;
        } else if (signal_number == SIGUSR2) {
            counts = false;
            (void)fprintf(stderr, "%ld\n", counted);
        }
        const bool is_ours =
            signal_number == SIGUSR1 || signal_number == SIGUSR2 || signal_number == SIGTRAP;
        handed_on = is_ours ? 0 : signal_number;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

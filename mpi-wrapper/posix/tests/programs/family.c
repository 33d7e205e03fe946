/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Processes that do known I/O: a forked child, one that execs, one that borrows the memory of its
 * parent (vfork), and a shell. The argument is a folder. */
#include "expect.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int file;

static void wait_for(pid_t child, int status)
{
    int state = -1;
    expect(child > 0 && waitpid(child, &state, 0) == child, "waitpid");
    expect(WIFEXITED(state) && WEXITSTATUS(state) == status, "status of a child");
}

static void fork_one(void)
{
    const pid_t child = fork();
    if (child == 0) {
        expect(write(file, "child", 5) == 5, "write of a child");
        exit(failures + 7); /* NOLINT(concurrency-mt-unsafe): there is one thread */
    }
    wait_for(child, 7);
}

/* What it opens and closes is the child's; of the parent's memory nothing changes. */
static void borrow(void)
{
    const pid_t child = vfork(); /* NOLINT(clang-analyzer-security.insecureAPI.vfork) */
    if (child == 0) {
        /* NOLINTNEXTLINE(clang-analyzer-unix.Vfork): as programs do it */
        _exit(close(file) == 0 && open("family.dat", O_RDONLY) >= 0 ? 9 : 1);
    }
    wait_for(child, 9);
}

static void exec_one(void)
{
    const pid_t child = fork();
    if (child == 0) {
        (void)fflush(stdout); /* as shells do: no transfer, so that no project begins */
        const int target = open("shell.dat", O_WRONLY | O_CREAT | O_TRUNC, 0600);
        (void)dup2(target, STDOUT_FILENO);
        (void)close(target);
        (void)execl("/bin/sh", "sh", "-c", "echo by the shell; exit 11", (char *)NULL);
        _exit(1);
    }
    wait_for(child, 11);
}

int main(int count, char **arguments)
{
    if (count != 2 || chdir(arguments[1]) != 0) {
        return 2;
    }
    file = open("family.dat", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    expect(write(file, "parent", 6) == 6, "write");
    fork_one();
    borrow();
    exec_one();
    expect(write(file, "again", 5) == 5, "write after all");
    expect(lseek(file, 0, SEEK_CUR) == 16, "position");
    expect(close(file) == 0, "close");
    return failures > 0;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* stand_in FILE THREADS REQUESTS [SECONDS | until=FILE | daemon] [takes-USR1]: serves so many
 * requests (again and again for so many seconds, or until the file is there), and prints what was
 * done as "name number" lines. takes-USR1: it has a use for this signal itself, and waits for one.
 */
#include "stand_in.h"

#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef OLD_RELEASE /* by this symbol the agent tells 2.9 from 2.8 */
extern int PINT_init_capability(void);
int PINT_init_capability(void)
{
    return 0;
}
#endif

static void serve(void *argument)
{
    request_serve(argument);
}

static void serve_all(int count, int file)
{
    const long before = atomic_load(&done.requests);
    for (int i = 0; i < count; i++) {
        queue_add(serve, request_create(i, file));
    }
    while (atomic_load(&done.requests) < before + count) {
        const struct timespec little = {0, 1000000};
        (void)nanosleep(&little, NULL);
    }
}

static void print(void)
{
    printf("requests %ld\nchildren %ld\nflows %ld\nmessages %ld\noperations %ld\nwrites %ld\n"
           "asynchronous %ld\nblocked %ld\n",
           atomic_load(&done.requests), atomic_load(&done.children), atomic_load(&done.flows),
           atomic_load(&done.messages), atomic_load(&done.operations), atomic_load(&done.writes),
           atomic_load(&done.asynchronous), atomic_load(&done.blocked));
    (void)fflush(stdout);
}

static volatile sig_atomic_t signals;

static void note_signal(int number)
{
    (void)number;
    signals++;
}

static void take_signal(void)
{
    struct sigaction own = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    (void)sigemptyset(&own.sa_mask);
    (void)sigaction(SIGUSR1, &own, NULL);
}

/* As a server goes into the background: the work is a child's. */
static void become_daemon(void)
{
    int status = 0;
    const pid_t child = fork();
    if (child > 0) {
        (void)waitpid(child, &status, 0);
        exit(WEXITSTATUS(status));
    }
    if (child < 0 || chdir("/") != 0) {
        exit(1);
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        return 2;
    }
    const int file = open(argv[1], O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    const int count = (int)strtol(argv[3], NULL, 10);
    const bool is_daemon = argc > 4 && strcmp(argv[4], "daemon") == 0;
    const bool waits = argc > 4 && strncmp(argv[4], "until=", 6) == 0;
    const time_t end = time(NULL) + (argc > 4 && !waits ? strtol(argv[4], NULL, 10) : 0);
    if (file < 0) {
        return 1;
    }
    if (is_daemon) {
        become_daemon();
    }
    if (argc > 5) {
        take_signal();
    }
    queue_start((int)strtol(argv[2], NULL, 10));
    do {
        serve_all(count, file);
    } while (waits ? access(argv[4] + 6, F_OK) != 0 : time(NULL) < end);
    call_every_function();
    queue_end();
    print();
    while (argc > 5 && signals == 0) {
        (void)sched_yield();
    }
    if (argc > 5) {
        printf("signals %d\n", (int)signals);
    }
    return 0;
}

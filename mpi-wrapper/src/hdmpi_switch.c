/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recording switched on and off while the program runs: MPI_Pcontrol sets the switch, a signal
 * turns it, and a file says what it shall be. */
#define _DEFAULT_SOURCE /* NSIG, CLOCK_MONOTONIC_COARSE */
#include "hdmpi_switch.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SECOND_NS = 1000000000 };

static struct sigaction before; /* what the program had for the signal */

/* Only an atomic is touched here; whoever handled the signal before still does. */
static void turn(int number, siginfo_t *info, void *context)
{
    const int saved = errno;
    bool on = atomic_load(&hd__run.recording);
    while (!atomic_compare_exchange_weak(&hd__run.recording, &on, !on)) {
    }
    if ((before.sa_flags & SA_SIGINFO) != 0) {
        before.sa_sigaction(number, info, context);
    } else if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
        before.sa_handler(number);
    }
    errno = saved;
}

static void install(int number)
{
    struct sigaction own = {.sa_flags = SA_SIGINFO | SA_RESTART};
    own.sa_sigaction = turn;
    (void)sigemptyset(&own.sa_mask);
    if (sigaction(number, NULL, &before) != 0) {
        hd__warn("HDTRACE_SIGNAL: this signal cannot be caught");
        return;
    }
    own.sa_mask = before.sa_mask;
    own.sa_flags |= before.sa_flags & SA_ONSTACK;
    if (sigaction(number, &own, NULL) != 0) {
        hd__warn("HDTRACE_SIGNAL: this signal cannot be caught");
    }
}

/* When the file was looked at last; the thread that moves it on is the one that looks. */
static _Atomic int64_t looked_ns;

static bool is_time(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    const int64_t now_ns = (int64_t)now.tv_sec * SECOND_NS + now.tv_nsec;
    int64_t last_ns = atomic_load_explicit(&looked_ns, memory_order_relaxed);
    return now_ns - last_ns >= SECOND_NS &&
           atomic_compare_exchange_strong(&looked_ns, &last_ns, now_ns);
}

static void complain(const char *path)
{
    static atomic_bool told;
    char message[400];
    if (hd__run.rank == 0 && !atomic_exchange(&told, true)) {
        (void)snprintf(message, sizeof(message), "HDTRACE_CONTROL: %s says neither on nor off",
                       path);
        hd__warn(message);
    }
}

static void obey(const char *path)
{
    char text[8] = "";
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        return; /* says nothing: the switch stays */
    }
    const ssize_t size = read(file, text, sizeof(text) - 1);
    (void)close(file);
    text[size < 0 ? 0 : size] = '\0';
    const size_t length = strcspn(text, " \t\r\n");
    if (length == 2 && strncmp(text, "on", length) == 0) {
        atomic_store(&hd__run.recording, true);
    } else if (length == 3 && strncmp(text, "off", length) == 0) {
        atomic_store(&hd__run.recording, false);
    } else if (length > 0) {
        complain(path);
    }
}

void hd__switch_look(void)
{
    const char *const path = hd__run.config.control;
    if (path != NULL && is_time()) {
        const int saved = errno;
        obey(path);
        errno = saved;
    }
}

void hd__switch_init(void)
{
    if (hd__run.config.signal > 0) {
        install((int)hd__run.config.signal);
    }
    hd__switch_look();
}

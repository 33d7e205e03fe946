/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* SIGWINCH */
#include "switch_signal.h"

#include "say.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int number;            /* 0: none */
static _Atomic unsigned came; /* counted by the handler, which does nothing else */

static void note(int signal)
{
    (void)signal;
    atomic_fetch_add_explicit(&came, 1, memory_order_relaxed);
}

/* --- what the variable says ------------------------------------------------------------------- */

/* Those that mean nothing by themselves; of the rest an end, a fault or a child may depend. */
static const struct {
    const char *name;
    int number;
} known[] = {
    {"USR1", SIGUSR1}, {"USR2", SIGUSR2}, {"HUP", SIGHUP}, {"WINCH", SIGWINCH}, {"URG", SIGURG},
};

static bool is_usable(long signal)
{
    bool usable = signal >= SIGRTMIN && signal <= SIGRTMAX;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        usable = usable || signal == known[i].number;
    }
    return usable;
}

/* A number in digits. @return -1: it is none */
static long read_number(const char *text)
{
    char *end = NULL;
    const long value = strtol(text, &end, 10);
    return text[0] < '0' || text[0] > '9' || *end != '\0' ? -1 : value;
}

static long read_signal(const char *text)
{
    const char *const name = strncasecmp(text, "SIG", 3) == 0 ? text + 3 : text;
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        if (strcasecmp(name, known[i].name) == 0) {
            return known[i].number;
        }
    }
    if (strcasecmp(name, "RTMIN") == 0) {
        return SIGRTMIN;
    }
    if (strncasecmp(name, "RTMIN+", 6) == 0) {
        const long more = read_number(name + 6);
        return more < 0 || more > SIGRTMAX ? -1 : SIGRTMIN + more;
    }
    return read_number(text);
}

/* --- the handler ------------------------------------------------------------------------------ */

static bool is_default(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == SIG_DFL;
}

static bool is_ours(const struct sigaction *action)
{
    return (action->sa_flags & SA_SIGINFO) == 0 && action->sa_handler == note;
}

/* @return NULL, or why not */
static const char *install(int signal)
{
    struct sigaction now;
    if (sigaction(signal, NULL, &now) != 0) {
        return "it can't be caught";
    }
    if (!is_default(&now)) {
        return "the program uses or ignores it";
    }
    struct sigaction ours;
    memset(&ours, 0, sizeof ours);
    ours.sa_handler = note;
    ours.sa_flags = SA_RESTART;
    (void)sigemptyset(&ours.sa_mask);
    return sigaction(signal, &ours, NULL) == 0 ? NULL : "it can't be caught";
}

bool hdpvfs_signal_init(const char *text)
{
    char word[32] = "";
    if (text == NULL) {
        return false;
    }
    const char *const comma = strchr(text, ',');
    const size_t length = comma == NULL ? strlen(text) : (size_t)(comma - text);
    const bool is_off = comma != NULL && strcasecmp(comma, ",off") == 0;
    if (length < sizeof word) {
        (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
    }
    const long signal = read_signal(word);
    if (!is_usable(signal) || (comma != NULL && !is_off)) {
        hdpvfs_say("HDTRACE_SIGNAL: '%s' is none of USR1, USR2, HUP, WINCH, URG, RTMIN+N or their "
                   "numbers, with or without ',off'",
                   text);
        return false;
    }
    const char *const reason = install((int)signal);
    if (reason != NULL) {
        hdpvfs_say("HDTRACE_SIGNAL: %s does not switch recording: %s", word, reason);
        return false;
    }
    number = (int)signal;
    return is_off;
}

bool hdpvfs_signal_is_new(void)
{
    return atomic_load_explicit(&came, memory_order_relaxed) > 0;
}

bool hdpvfs_signal_take(void)
{
    return atomic_exchange(&came, 0) % 2 == 1;
}

void hdpvfs_signal_check(void)
{
    static atomic_bool told;
    struct sigaction now;
    if (number != 0 && !atomic_load(&told) && sigaction(number, NULL, &now) == 0 &&
        !is_ours(&now) && !atomic_exchange(&told, true)) {
        hdpvfs_say("HDTRACE_SIGNAL: signal %d does not switch recording any more: the program has "
                   "taken it",
                   number);
    }
}

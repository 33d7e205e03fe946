/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "priority.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

static int policy_before;
static struct sched_param before;

bool priority_read(const char *text, int *priority)
{
    if (text == NULL || strcmp(text, "none") == 0) {
        *priority = text == NULL ? PRIORITY_UNSAID : PRIORITY_NONE;
        return true;
    }
    char *end = NULL;
    errno = 0;
    const long number = strtol(text, &end, 10);
    *priority = (int)number;
    return end != text && *end == '\0' && errno == 0 &&
           number >= sched_get_priority_min(SCHED_FIFO) &&
           number <= sched_get_priority_max(SCHED_FIFO);
}

int priority_raise(int priority)
{
    const struct sched_param wanted = {.sched_priority = priority};
    const int cause = pthread_getschedparam(pthread_self(), &policy_before, &before);
    return cause != 0 ? cause : pthread_setschedparam(pthread_self(), SCHED_FIFO, &wanted);
}

void priority_lower(void)
{
    (void)pthread_setschedparam(pthread_self(), policy_before, &before);
}

int priority_choose(int interval_ms)
{
    int policy = SCHED_OTHER;
    struct sched_param now;
    if (interval_ms >= PRIORITY_INTERVAL_MS ||
        pthread_getschedparam(pthread_self(), &policy, &now) != 0 || policy != SCHED_OTHER) {
        return PRIORITY_NONE;
    }
    const int least = sched_get_priority_min(SCHED_FIFO);
    if (priority_raise(least) != 0) {
        return PRIORITY_NONE;
    }
    priority_lower();
    return least;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A slot is due at each multiple of the interval on the clock of all files (hd_clock). The waiting
 * is done on an absolute deadline of CLOCK_MONOTONIC, so nothing adds up and nothing is rounded. It
 * is a timed wait on a condition, not clock_nanosleep: the timer is the same, and a stop need not
 * wait for it. */
#include <errno.h>
#include <hdtrace/clock.h>
#include <hdtrace/pacer.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S  1000000000
#define NAME_SIZE 16

struct hd_pacer {
    char name[NAME_SIZE];
    int64_t interval_ns;
    hd_pacer_tick tick;
    void *argument;
    hd_status status; /* of the last tick */
    pid_t owner;      /* the process that has the thread */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards stop_requested */
    pthread_cond_t wake;
    bool stop_requested;
};

static struct timespec deadline_of(int64_t slot_ns)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    const int64_t wait_ns = slot_ns - hd_clock_get_ns();
    const int64_t nanoseconds = time.tv_nsec + (wait_ns > 0 ? wait_ns : 0);
    time.tv_sec += (time_t)(nanoseconds / NS_PER_S);
    time.tv_nsec = (long)(nanoseconds % NS_PER_S);
    return time;
}

/* Wait for the slot, also where a deadline came out too early: the thread may have lost its turn
 * between the two clocks. Returns false when a stop was requested. */
static bool wait_for(hd_pacer *pacer, int64_t slot_ns)
{
    (void)pthread_mutex_lock(&pacer->mutex);
    while (!pacer->stop_requested && hd_clock_get_ns() < slot_ns) {
        const struct timespec deadline = deadline_of(slot_ns);
        (void)pthread_cond_timedwait(&pacer->wake, &pacer->mutex, &deadline);
    }
    const bool go_on = !pacer->stop_requested;
    (void)pthread_mutex_unlock(&pacer->mutex);
    return go_on;
}

/* The first multiple of the interval after now and after the slot that was served last. */
static int64_t next_slot(const hd_pacer *pacer, int64_t last_slot_ns)
{
    const int64_t slot = (hd_clock_get_ns() / pacer->interval_ns + 1) * pacer->interval_ns;
    return slot > last_slot_ns ? slot : last_slot_ns + pacer->interval_ns;
}

static void *run(void *argument)
{
    hd_pacer *pacer = argument;
    (void)prctl(PR_SET_NAME, pacer->name);
    /* The default slack of 50 us would be most of the lateness. */
    (void)prctl(PR_SET_TIMERSLACK, 1UL);
    int64_t slot_ns = next_slot(pacer, 0);
    while (pacer->status == HD_OK && wait_for(pacer, slot_ns)) {
        pacer->status = pacer->tick(pacer->argument, slot_ns);
        slot_ns = next_slot(pacer, slot_ns);
    }
    return NULL;
}

/* Signals stay with the program's own threads. */
static hd_status start_thread(hd_pacer *pacer)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) {
        return HD_LIMIT;
    }
    const int result = pthread_create(&pacer->thread, NULL, run, pacer);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result == 0 ? HD_OK : HD_LIMIT;
}

static hd_status init_wake(hd_pacer *pacer)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return HD_NOMEM;
    }
    int result = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    result = result == 0 ? pthread_cond_init(&pacer->wake, &attributes) : result;
    (void)pthread_condattr_destroy(&attributes);
    if (result != 0) {
        return HD_NOMEM;
    }
    if (pthread_mutex_init(&pacer->mutex, NULL) != 0) {
        (void)pthread_cond_destroy(&pacer->wake);
        return HD_NOMEM;
    }
    return HD_OK;
}

static void free_pacer(hd_pacer *pacer)
{
    (void)pthread_cond_destroy(&pacer->wake);
    (void)pthread_mutex_destroy(&pacer->mutex);
    free(pacer);
}

static hd_status start(const char *name, int64_t interval_ns, hd_pacer_tick tick, void *argument,
                       hd_pacer **out)
{
    if (name == NULL || interval_ns < 1 || tick == NULL || out == NULL) {
        return HD_INVALID;
    }
    hd_pacer *pacer = calloc(1, sizeof *pacer);
    if (pacer == NULL) {
        return HD_NOMEM;
    }
    (void)snprintf(pacer->name, sizeof pacer->name, "%s", name);
    pacer->interval_ns = interval_ns;
    pacer->tick = tick;
    pacer->argument = argument;
    pacer->owner = getpid();
    hd_status status = init_wake(pacer);
    if (status != HD_OK) {
        free(pacer);
        return status;
    }
    status = start_thread(pacer);
    if (status != HD_OK) {
        free_pacer(pacer);
        return status;
    }
    *out = pacer;
    return HD_OK;
}

/* The public functions leave errno alone: they are called from within foreign programs. */
hd_status hd_pacer_start(const char *name, int64_t interval_ns, hd_pacer_tick tick, void *argument,
                         hd_pacer **pacer)
{
    const int saved = errno;
    const hd_status status = start(name, interval_ns, tick, argument, pacer);
    errno = saved;
    return status;
}

hd_status hd_pacer_stop(hd_pacer *pacer)
{
    const int saved = errno;
    if (pacer == NULL) {
        return HD_OK;
    }
    if (pacer->owner != getpid()) {
        return HD_STATE; /* lock and condition may be held by a thread that this process hasn't */
    }
    (void)pthread_mutex_lock(&pacer->mutex);
    pacer->stop_requested = true;
    (void)pthread_cond_signal(&pacer->wake);
    (void)pthread_mutex_unlock(&pacer->mutex);
    (void)pthread_join(pacer->thread, NULL);
    const hd_status status = pacer->status;
    free_pacer(pacer);
    errno = saved;
    return status;
}

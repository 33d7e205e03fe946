/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_opening.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define GRACE_NS (500 * (int64_t)NS_PER_MS)

/* Of all that are opened together; the last one to leave frees it. */
struct group {
    pthread_mutex_t mutex; /* guards what follows, and the jobs' fields */
    pthread_cond_t wake;
    size_t waiting;
    size_t users;
};

struct job {
    struct group *group;
    struct hd_power_device *device;
    pthread_t thread;
    const int *stop; /* of the session, which is kept for a job that is left behind */
    bool is_done;
    bool is_open;
    bool is_left; /* nobody waits any more */
};

static void leave(struct group *group)
{
    (void)pthread_mutex_lock(&group->mutex);
    const bool is_last = --group->users == 0;
    (void)pthread_mutex_unlock(&group->mutex);
    if (is_last) {
        (void)pthread_cond_destroy(&group->wake);
        (void)pthread_mutex_destroy(&group->mutex);
        free(group);
    }
}

static void *run(void *argument)
{
    struct job *job = argument;
    struct group *group = job->group;
    const bool is_open = hd__power_device_open(job->device);
    (void)pthread_mutex_lock(&group->mutex);
    const bool is_left = job->is_left;
    job->is_open = is_open;
    job->is_done = true;
    group->waiting--;
    (void)pthread_cond_signal(&group->wake);
    (void)pthread_mutex_unlock(&group->mutex);
    if (is_left) {
        (void)hd__power_device_fini(job->device, false);
        free(job->device);
        free(job);
    }
    leave(group);
    return NULL;
}

static struct group *create_group(void)
{
    struct group *group = calloc(1, sizeof *group);
    pthread_condattr_t attributes;
    if (group == NULL || pthread_condattr_init(&attributes) != 0) {
        free(group);
        return NULL;
    }
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    const bool is_made = pthread_mutex_init(&group->mutex, NULL) == 0 &&
                         pthread_cond_init(&group->wake, &attributes) == 0;
    (void)pthread_condattr_destroy(&attributes);
    if (!is_made) {
        free(group);
        return NULL;
    }
    group->users = 1;
    return group;
}

static struct job *start(struct group *group, struct hd_power_device *device, const int *stop)
{
    struct job *job = calloc(1, sizeof *job);
    if (job == NULL) {
        return NULL;
    }
    *job = (struct job){.group = group, .device = device, .stop = stop};
    (void)pthread_mutex_lock(&group->mutex);
    const bool is_started = pthread_create(&job->thread, NULL, run, job) == 0;
    group->users += is_started ? 1 : 0;
    group->waiting += is_started ? 1 : 0;
    (void)pthread_mutex_unlock(&group->mutex);
    if (!is_started) {
        free(job);
        return NULL;
    }
    return job;
}

/* @return whether all have come back in time */
static bool wait_for_all(struct group *group, int64_t limit_ns)
{
    struct timespec deadline;
    (void)clock_gettime(CLOCK_MONOTONIC, &deadline);
    const int64_t nanoseconds = deadline.tv_nsec + limit_ns;
    deadline.tv_sec += (time_t)(nanoseconds / NS_PER_S);
    deadline.tv_nsec = (long)(nanoseconds % NS_PER_S);
    (void)pthread_mutex_lock(&group->mutex);
    int result = 0;
    while (group->waiting > 0 && result != ETIMEDOUT) {
        result = pthread_cond_timedwait(&group->wake, &group->mutex, &deadline);
    }
    const bool are_all = group->waiting == 0;
    (void)pthread_mutex_unlock(&group->mutex);
    return are_all;
}

static void wait_or_stop(struct group *group, struct job **jobs, struct hd_power_opening *openings,
                         size_t count, int64_t limit_ns, const int stop[2])
{
    char byte = 0;
    if (wait_for_all(group, limit_ns)) {
        return;
    }
    (void)pthread_mutex_lock(&group->mutex);
    for (size_t i = 0; i < count; i++) {
        openings[i].is_late = jobs[i] != NULL && !jobs[i]->is_done;
    }
    (void)pthread_mutex_unlock(&group->mutex);
    (void)!write(stop[1], &byte, 1);
    (void)wait_for_all(group, GRACE_NS);
    while (read(stop[0], &byte, 1) > 0) {
    }
}

/* Take back what a job had. @return whether it was left behind */
static bool collect(struct group *group, struct job *job, struct hd_power_opening *opening)
{
    const pthread_t thread = job->thread;
    (void)pthread_mutex_lock(&group->mutex);
    const bool is_done = job->is_done;
    job->is_left = !is_done;
    opening->is_open = is_done && job->is_open;
    opening->device = is_done ? opening->device : NULL;
    (void)pthread_mutex_unlock(&group->mutex);
    if (is_done) {
        (void)pthread_join(thread, NULL); /* foreign libraries clean up at a thread's end */
        free(job);
    } else {
        (void)pthread_detach(thread);
    }
    return !is_done;
}

static size_t open_together(struct group *group, struct job **jobs,
                            struct hd_power_opening *openings, size_t count, int64_t limit_ns,
                            const int stop[2])
{
    sigset_t all;
    sigset_t before;
    size_t left = 0;
    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    for (size_t i = 0; i < count; i++) {
        jobs[i] = start(group, openings[i].device, stop);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    for (size_t i = 0; i < count; i++) {
        if (jobs[i] == NULL) { /* no thread: here, then */
            openings[i].is_open = hd__power_device_open(openings[i].device);
        }
    }
    wait_or_stop(group, jobs, openings, count, limit_ns, stop);
    for (size_t i = 0; i < count; i++) {
        left += jobs[i] != NULL && collect(group, jobs[i], &openings[i]) ? 1 : 0;
    }
    return left;
}

size_t hd__power_open_all(struct hd_power_opening *openings, size_t count, int64_t limit_ns,
                          const int stop[2])
{
    struct job **jobs = calloc(count, sizeof(struct job *));
    struct group *group = jobs == NULL ? NULL : create_group();
    size_t left = 0;
    if (group != NULL) {
        left = open_together(group, jobs, openings, count, limit_ns, stop);
        leave(group);
    } else {
        for (size_t i = 0; i < count; i++) {
            openings[i].is_open = hd__power_device_open(openings[i].device);
        }
    }
    free(jobs);
    return left;
}

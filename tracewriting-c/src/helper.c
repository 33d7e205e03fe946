/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "helper.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static struct {
    pthread_mutex_t lock;
    pthread_cond_t work; /* for the helper */
    pthread_cond_t idle; /* a piece is done */
    hd__job *jobs;       /* the one served longest ago is first */
    pthread_t thread;
    pid_t owner; /* of the thread */
    bool running;
    bool stopping;
    bool unloaded; /* the library is about to go */
} helper = {.lock = PTHREAD_MUTEX_INITIALIZER,
            .work = PTHREAD_COND_INITIALIZER,
            .idle = PTHREAD_COND_INITIALIZER};

static pthread_once_t watched = PTHREAD_ONCE_INIT;

static void remove_job(const hd__job *job)
{
    hd__job **at = &helper.jobs;
    while (*at != NULL && *at != job) {
        at = &(*at)->next;
    }
    if (*at != NULL) {
        *at = job->next;
    }
}

static void append_job(hd__job *job)
{
    hd__job **at = &helper.jobs;
    while (*at != NULL) {
        at = &(*at)->next;
    }
    job->next = NULL;
    *at = job;
}

static hd__job *find_ready(void)
{
    hd__job *job = helper.jobs;
    while (job != NULL && !job->ready) {
        job = job->next;
    }
    return job;
}

/* The lock is held, but not while the work is done. */
static void serve(hd__job *job, hd__compressor *compressor)
{
    remove_job(job);
    append_job(job);
    job->ready = false;
    job->busy = true;
    (void)pthread_mutex_unlock(&helper.lock);
    const bool more = compressor != NULL && job->work(job, compressor);
    (void)pthread_mutex_lock(&helper.lock);
    job->busy = false;
    job->ready = job->ready || more;
    (void)pthread_cond_broadcast(&helper.idle);
}

static void *run(void *unused)
{
    hd__compressor *const compressor = hd__compressor_create(HD__FRAME_BYTES);
    (void)pthread_mutex_lock(&helper.lock);
    while (!helper.stopping) {
        hd__job *const job = find_ready();
        if (job != NULL) {
            serve(job, compressor);
        } else {
            (void)pthread_cond_wait(&helper.work, &helper.lock);
        }
    }
    (void)pthread_mutex_unlock(&helper.lock);
    hd__compressor_destroy(compressor);
    return unused;
}

/* Without signals: those of the program belong to its own threads. */
static void start(void)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) {
        return;
    }
    helper.owner = getpid();
    helper.stopping = false;
    helper.running = pthread_create(&helper.thread, NULL, run, NULL) == 0;
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* In a forked child: no thread came along, and the lock may be held by one that did not. */
static void forget(void)
{
    (void)pthread_mutex_init(&helper.lock, NULL);
    (void)pthread_cond_init(&helper.work, NULL);
    (void)pthread_cond_init(&helper.idle, NULL);
    helper.jobs = NULL;
    helper.running = false;
}

static void watch_forks(void)
{
    (void)pthread_atfork(NULL, NULL, forget);
}

void hd__helper_enter(hd__job *job)
{
    const int saved = errno;
    (void)pthread_once(&watched, watch_forks);
    errno = saved;
    (void)pthread_mutex_lock(&helper.lock);
    append_job(job);
    (void)pthread_mutex_unlock(&helper.lock);
}

void hd__helper_wake(hd__job *job)
{
    const int saved = errno;
    (void)pthread_mutex_lock(&helper.lock);
    job->ready = true;
    if (!helper.running && !helper.unloaded) {
        start();
    }
    (void)pthread_cond_signal(&helper.work);
    (void)pthread_mutex_unlock(&helper.lock);
    errno = saved;
}

/* Tell the helper to end; the lock is held. True when the caller has to join it. */
static bool stop(void)
{
    if (!helper.running || helper.stopping || helper.owner != getpid()) {
        return false;
    }
    helper.stopping = true;
    (void)pthread_cond_signal(&helper.work);
    return true;
}

void hd__helper_leave(hd__job *job)
{
    (void)pthread_mutex_lock(&helper.lock);
    while (job->busy) {
        (void)pthread_cond_wait(&helper.idle, &helper.lock);
    }
    remove_job(job);
    const bool last = helper.jobs == NULL && stop();
    const pthread_t thread = helper.thread;
    (void)pthread_mutex_unlock(&helper.lock);
    if (last) {
        (void)pthread_join(thread, NULL);
        (void)pthread_mutex_lock(&helper.lock);
        helper.running = false;
        (void)pthread_mutex_unlock(&helper.lock);
    }
}

/* At the end of the process, and where the library is unloaded with traces open. A handler of a
 * signal that calls exit() may stand on the lock: then the thread dies with the process. */
__attribute__((destructor)) static void unload(void)
{
    if (pthread_mutex_trylock(&helper.lock) != 0) {
        return;
    }
    helper.unloaded = true;
    const bool last = stop();
    const pthread_t thread = helper.thread;
    (void)pthread_mutex_unlock(&helper.lock);
    if (last) {
        (void)pthread_join(thread, NULL);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "helper.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

/* addresses may be limited; a program whose thread-local data needs more gets the usual stack */
enum { STACK_BYTES = 512 * 1024 };

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

/* No handler of a signal finds its own thread with the lock. */
static void lock(sigset_t *before)
{
    sigset_t all;
    (void)sigfillset(&all);
    (void)sigdelset(&all, SIGBUS);
    (void)pthread_sigmask(SIG_SETMASK, &all, before);
    (void)pthread_mutex_lock(&helper.lock);
}

static void unlock(const sigset_t *before)
{
    (void)pthread_mutex_unlock(&helper.lock);
    (void)pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* The lock is held, but not while the work is done. */
static void serve(hd__job *job, hd__kit *kit)
{
    remove_job(job);
    append_job(job);
    job->ready = false;
    job->busy = true;
    (void)pthread_mutex_unlock(&helper.lock);
    const bool more = job->work(job, kit);
    (void)pthread_mutex_lock(&helper.lock);
    job->busy = false;
    job->ready = job->ready || more;
    (void)pthread_cond_broadcast(&helper.idle);
}

static void *run(void *unused)
{
    hd__kit kit = {NULL, NULL};
    (void)pthread_mutex_lock(&helper.lock);
    while (!helper.stopping) {
        hd__job *const job = find_ready();
        if (job != NULL) {
            serve(job, &kit);
        } else {
            (void)pthread_cond_wait(&helper.work, &helper.lock);
        }
    }
    (void)pthread_mutex_unlock(&helper.lock);
    if (kit.tool != NULL) {
        kit.put_away(kit.tool);
    }
    return unused;
}

/* With the lock held, and so without signals: those of the program belong to its own threads. */
static void start(void)
{
    helper.owner = getpid();
    helper.stopping = false;
    pthread_attr_t small;
    (void)pthread_attr_init(&small);
    (void)pthread_attr_setstacksize(&small, STACK_BYTES);
    helper.running = pthread_create(&helper.thread, &small, run, NULL) == 0 ||
                     pthread_create(&helper.thread, NULL, run, NULL) == 0;
    (void)pthread_attr_destroy(&small);
}

static void start_if_needed(void)
{
    if (!helper.running && !helper.unloaded && helper.jobs != NULL) {
        start();
    }
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
    sigset_t before;
    lock(&before);
    append_job(job);
    start_if_needed();
    unlock(&before);
    errno = saved;
}

bool hd__helper_wake(hd__job *job)
{
    sigset_t before;
    lock(&before);
    const bool helps = helper.running && !helper.unloaded;
    job->ready = helps;
    (void)pthread_cond_signal(&helper.work);
    unlock(&before);
    return helps;
}

void hd__helper_hold(hd__job *job)
{
    sigset_t before;
    lock(&before);
    job->ready = false;
    while (job->busy) {
        (void)pthread_cond_wait(&helper.idle, &helper.lock);
    }
    job->ready = false; /* there was more */
    unlock(&before);
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

/* Whether the caller is the helper: something that a piece of work called ended the process, and
 * that piece will not be done. */
static bool is_helper(void)
{
    return helper.running && pthread_equal(helper.thread, pthread_self()) != 0;
}

void hd__helper_leave(hd__job *job)
{
    sigset_t before;
    lock(&before);
    while (job->busy && !is_helper()) {
        (void)pthread_cond_wait(&helper.idle, &helper.lock);
    }
    remove_job(job);
    const bool last = helper.jobs == NULL && !is_helper() && stop();
    const pthread_t thread = helper.thread;
    unlock(&before);
    if (last) {
        (void)pthread_join(thread, NULL);
        lock(&before);
        helper.running = false;
        start_if_needed(); /* for jobs that came while it ended */
        unlock(&before);
    }
}

/* At the end of the process, and where the library is unloaded with traces open. */
__attribute__((destructor)) static void unload(void)
{
    if (pthread_mutex_trylock(&helper.lock) != 0) {
        return;
    }
    helper.unloaded = true;
    const bool last = !is_helper() && stop();
    const pthread_t thread = helper.thread;
    (void)pthread_mutex_unlock(&helper.lock);
    if (last) {
        (void)pthread_join(thread, NULL);
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* program_invocation_short_name */
#include "session.h"

#include "files.h"
#include "say.h"

#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

struct hdpvfs_session {
    hdpvfs_files files;
    unsigned serial;
    atomic_bool failed;
};

enum { OFF, WANTED, OPEN };

_Thread_local hdpvfs_token hdpvfs_here;

static hdpvfs_session the_session;
static atomic_int state; /* OPEN: the_session may be used by those who are counted in `users` */

/* Counts of some threads each: processors need not hand one to each other in every hook. */
enum { COUNTS = 64 };
static struct users {
    _Alignas(64) atomic_int count;
} users[COUNTS];
static atomic_uint threads;
static _Thread_local struct users *own_users;
static unsigned recordings; /* guarded, as the next one, by `lock` */
static char wanted_project[600];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Set while this thread is in a hook: what the library does must not come back here. */
static _Thread_local bool is_inside;

static void open_session(void)
{
    (void)pthread_mutex_lock(&lock);
    if (atomic_load(&state) == WANTED) {
        const hd_status status = hdpvfs_files_open(&the_session.files, wanted_project);
        if (status == HD_OK) {
            the_session.serial = ++recordings;
            atomic_store(&the_session.failed, false);
            atomic_store(&state, OPEN);
        } else {
            hdpvfs_say("nothing is recorded: %s", hd_error_get_text());
            atomic_store(&state, OFF);
        }
    }
    (void)pthread_mutex_unlock(&lock);
}

static hdpvfs_session *enter(void)
{
    if (own_users == NULL) {
        own_users = &users[atomic_fetch_add(&threads, 1) % COUNTS];
    }
    atomic_fetch_add(&own_users->count, 1);
    if (atomic_load(&state) == OPEN && !atomic_load(&the_session.failed)) {
        return &the_session;
    }
    hdpvfs_leave();
    return NULL;
}

hdpvfs_session *hdpvfs_enter(void)
{
    if (is_inside || atomic_load_explicit(&state, memory_order_relaxed) != OPEN) {
        return NULL;
    }
    is_inside = true;
    return enter();
}

hdpvfs_session *hdpvfs_enter_first(void)
{
    if (is_inside || atomic_load_explicit(&state, memory_order_relaxed) == OFF) {
        return NULL;
    }
    const int saved = errno;
    is_inside = true;
    if (atomic_load(&state) == WANTED) {
        open_session();
    }
    hdpvfs_session *const session = enter();
    errno = saved;
    return session;
}

bool hdpvfs_session_is_pending(void)
{
    return atomic_load_explicit(&state, memory_order_relaxed) == WANTED;
}

void hdpvfs_leave(void)
{
    atomic_fetch_sub_explicit(&own_users->count, 1, memory_order_release);
    is_inside = false;
}

void hdpvfs_session_want(const char *project)
{
    (void)pthread_mutex_lock(&lock);
    if (atomic_load(&state) == OFF) {
        if (project != NULL) {
            (void)snprintf(wanted_project, sizeof wanted_project, "%s", project);
        } else {
            (void)snprintf(wanted_project, sizeof wanted_project, recordings > 0 ? "%s.%u" : "%s",
                           hdpvfs_config_now.project, recordings + 1);
        }
        atomic_store(&state, WANTED);
    }
    (void)pthread_mutex_unlock(&lock);
}

bool hdpvfs_session_is_wanted(void)
{
    return atomic_load(&state) != OFF;
}

/* Those who are in a hook come out by themselves; the caller is not in one. */
void hdpvfs_session_end(void)
{
    (void)pthread_mutex_lock(&lock);
    const int before = atomic_exchange(&state, OFF);
    if (before == OPEN) {
        is_inside = true;
        for (int i = 0; i < COUNTS; i++) {
            while (atomic_load(&users[i].count) > 0) {
                (void)sched_yield();
            }
        }
        const bool failed = atomic_load(&the_session.failed);
        if (hdpvfs_files_close(&the_session.files) != HD_OK && !failed) {
            hdpvfs_say("the recording is incomplete: %s", hd_error_get_text());
        }
        is_inside = false;
    }
    (void)pthread_mutex_unlock(&lock);
}

unsigned hdpvfs_session_serial(const hdpvfs_session *session)
{
    return session->serial;
}

hd_relation *hdpvfs_session_relation(const hdpvfs_session *session, hdpvfs_facility facility)
{
    return (int)facility < HDPVFS_RELATIONS ? session->files.relations[facility] : NULL;
}

void hdpvfs_count(hdpvfs_session *session, hdpvfs_facility facility, int change, int64_t now_ns)
{
    hdpvfs_check(session, hdpvfs_files_step(&session->files, facility, change, now_ns));
}

void hdpvfs_check(hdpvfs_session *session, hd_status status)
{
    if ((status == HD_IO || status == HD_NOMEM) && !atomic_exchange(&session->failed, true)) {
        hdpvfs_say("recording ends here: %s", hd_error_get_text());
    }
}

/* A child's files would be its parent's; a server that becomes a daemon has none open yet. */
static void forget_in_child(void)
{
    if (hdpvfs_role == HDPVFS_CLIENT || atomic_load(&state) == OPEN) {
        atomic_store(&state, OFF);
    }
    for (int i = 0; i < COUNTS; i++) {
        atomic_store(&users[i].count, 0);
    }
    is_inside = false;
    (void)pthread_mutex_init(&lock, NULL);
}

void hdpvfs_session_init(void)
{
    (void)pthread_atfork(NULL, NULL, forget_in_child);
}

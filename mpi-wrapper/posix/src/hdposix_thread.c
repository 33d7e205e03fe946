/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces of an own session: one per thread, made at its first recorded call and closed when it
 * ends, or with the process. Twin of what libhdmpi has in hdmpi_thread.c and hdmpi_lend.c. */
#include "hdposix_session.h"

#include <gnu/libc-version.h>
#include <hdtrace/clock.h>
#include <hdtrace/trace.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { PATIENCE_MS = 500, CPU_DEPTH = 16 };

typedef struct thread {
    hd_trace *trace;
    atomic_bool busy; /* the tracer is at work for this thread */
    int number;
    int64_t cpu_last_ns, cpu_before_ns[CPU_DEPTH];
    int cpu_depth;
    struct thread *next, *previous;
} thread;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static thread *list;
static int next_number;
static atomic_int next_opening, next_file;
static char *lines; /* fragments of all threads but 0, each with its NUL */
static size_t lines_length;
static hd_trace_counts lost;
static unsigned lost_threads;
static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static bool has_key;

static _Thread_local thread *current __attribute__((tls_model("initial-exec")));
static _Thread_local bool unusable __attribute__((tls_model("initial-exec")));

static void close_trace(thread *own)
{
    if (own->trace == NULL) {
        return;
    }
    const hd_trace_counts counts = hd_trace_get_counts(own->trace);
    lost.dropped_depth += counts.dropped_depth;
    lost.dropped_io += counts.dropped_io;
    lost.dropped_signal += counts.dropped_signal;
    lost.dropped_limit += counts.dropped_limit;
    lost.overwritten += counts.overwritten;
    lost.cut_values += counts.cut_values;
    if (hd_trace_destroy(own->trace) != HD_OK && counts.dropped_io == 0) {
        hdp__warn_status("a trace is not complete");
    }
    own->trace = NULL;
}

static void thread_ended(void *value)
{
    thread *const own = value;
    const bool was_inside = hdp__inside;
    hdp__inside = true;
    current = NULL;
    unusable = true;
    (void)pthread_mutex_lock(&lock);
    if (atomic_load(&hdp__run.state) == HDP_ACTIVE) {
        close_trace(own);
        *(own->previous == NULL ? &list : &own->previous->next) = own->next;
        if (own->next != NULL) {
            own->next->previous = own->previous;
        }
        free(own);
    }
    (void)pthread_mutex_unlock(&lock);
    hdp__inside = was_inside;
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, thread_ended) == 0;
}

static bool add_lines(const hd_fragment *fragment)
{
    size_t length = 0;
    const char *const text = hd_fragment_get_text(fragment, &length);
    char *const longer = text == NULL ? NULL : realloc(lines, lines_length + length + 1);
    if (longer == NULL) {
        return false;
    }
    memcpy(longer + lines_length, text, length + 1);
    lines = longer;
    lines_length += length + 1;
    return true;
}

/* Thread 0's fragment takes the lines of the process, the others only say where they belong. */
static bool open_fragment(const thread *own, const hd_topology_node *node)
{
    hd_fragment *fragment = NULL;
    if (hd_fragment_create(node, &fragment) != HD_OK) {
        return false;
    }
    if (own->number == 0) {
        hdp__run.fragment = fragment;
        return true;
    }
    const bool added = add_lines(fragment);
    (void)hd_fragment_destroy(fragment);
    return added;
}

static bool open_trace(thread *own)
{
    char number[16], pid[24], library[64];
    (void)snprintf(number, sizeof number, "%d", own->number);
    (void)snprintf(pid, sizeof pid, "%ld", (long)hdp__run.pid);
    (void)snprintf(library, sizeof library, "glibc %.40s", gnu_get_libc_version());
    const hd_trace_property properties[] = {{"host", hdp__run.host},
                                            {"pid", pid},
                                            {"rank", "0"},
                                            {"thread", number},
                                            {"library", library}};
    const hd__config *const config = &hdp__run.config;
    const hd_trace_options options = {
        .buffer_bytes = (size_t)config->buffer_kib * 1024,
        .properties = properties,
        .property_count = sizeof properties / sizeof properties[0],
        .compress = (hd_trace_compression)config->compress,
        .index = config->index,
        .mode = (hd_trace_mode)config->mode,
        .ring_bytes = (size_t)config->ring_mib << 20,
        .compat_original = config->compat != 0,
        .min_duration_ns = config->min_ns,
        .limit_bytes = (uint64_t)config->limit_mib << 20,
        .limit_action = (hd_limit_action)config->limit,
    };
    const char *const labels[] = {hdp__run.host, "0", number};
    const hd_topology_node *node = NULL;
    if (hd_topology_get_node(hdp__run.topology, 3, labels, &node) != HD_OK ||
        hd_trace_create(node, &options, &own->trace) != HD_OK) {
        return false;
    }
    if (config->nested >= 0) {
        hd_trace_set_depth(own->trace, (unsigned)config->nested + 1);
    }
    if (!open_fragment(own, node)) {
        (void)hd_trace_destroy(own->trace);
        own->trace = NULL;
        return false;
    }
    return true;
}

static thread *create(void)
{
    thread *const own = calloc(1, sizeof *own);
    if (own == NULL) {
        return NULL;
    }
    (void)pthread_once(&key_once, make_key);
    (void)pthread_mutex_lock(&lock);
    own->number = next_number;
    const bool is_late = atomic_load(&hdp__run.state) != HDP_ACTIVE; /* the process is ending */
    if (is_late || !open_trace(own)) {
        lost_threads += !is_late;
        (void)pthread_mutex_unlock(&lock);
        if (!is_late) {
            hdp__warn_status("cannot record this thread");
        }
        free(own);
        return NULL;
    }
    next_number++;
    own->next = list;
    if (list != NULL) {
        list->previous = own;
    }
    list = own;
    (void)pthread_mutex_unlock(&lock);
    if (has_key) {
        (void)pthread_setspecific(key, own);
    }
    return own;
}

void hdp__threads_renew(void)
{
    const pthread_mutex_t fresh = PTHREAD_MUTEX_INITIALIZER;
    lock = fresh; /* whoever held it is not here */
    list = NULL;
    next_number = 0;
    atomic_store(&next_opening, 0);
    atomic_store(&next_file, 0);
    lines = NULL;
    lines_length = 0;
    lost = (hd_trace_counts){0};
    lost_threads = 0;
    current = NULL;
    unusable = false;
    if (has_key) {
        (void)pthread_setspecific(key, NULL);
    }
}

/* --- end -------------------------------------------------------------------------------------- */

static void wait_until_idle(const thread *own)
{
    for (int i = 0; i < PATIENCE_MS && atomic_load(&own->busy); i++) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static void report_losses(void)
{
    const uint64_t states = lost.dropped_depth + lost.dropped_io + lost.dropped_signal +
                            lost.dropped_limit + lost.overwritten;
    if (states > 0 || lost.cut_values > 0 || lost_threads > 0) {
        char message[200];
        (void)snprintf(message, sizeof message,
                       "not recorded: %llu states, %llu attributes cut or left out, %u threads",
                       (unsigned long long)states, (unsigned long long)lost.cut_values,
                       lost_threads);
        hdp__warn(message);
    }
}

/* A signal handler that calls exit() may have come while its own thread held the lock, which nobody
 * gives back then. */
static bool lock_list(void)
{
    struct timespec until;
    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    return pthread_mutex_timedlock(&lock, &until) == 0;
}

void hdp__threads_close(void)
{
    if (!lock_list()) {
        return;
    }
    for (thread *own = list; own != NULL; own = own->next) {
        if (own != current) {
            wait_until_idle(own);
        }
        if (own == current || !atomic_load(&own->busy)) {
            close_trace(own);
        }
    }
    report_losses();
    (void)pthread_mutex_unlock(&lock);
}

bool hdp__threads_add_to(hd_project *project)
{
    for (size_t at = 0; at < lines_length; at += strlen(lines + at) + 1) {
        if (hd_project_add_fragment(project, lines + at, strlen(lines + at), "a thread") != HD_OK) {
            return false;
        }
    }
    return true;
}

/* --- the lender ------------------------------------------------------------------------------- */

static bool occupy(thread *own)
{
    atomic_store(&own->busy, true);
    if (atomic_load(&hdp__run.state) == HDP_ACTIVE) {
        return true;
    }
    atomic_store_explicit(&own->busy, false, memory_order_release);
    return false;
}

static hd_trace *enter(bool existing)
{
    if (current == NULL && !existing && !unusable) {
        int cancel;
        (void)pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
        current = create();
        (void)pthread_setcancelstate(cancel, NULL);
        unusable = current == NULL;
    }
    return current != NULL && occupy(current) ? current->trace : NULL;
}

static void leave(void)
{
    atomic_store_explicit(&current->busy, false, memory_order_release);
}

static int64_t get_cpu_ns(void)
{
    struct timespec now = {0, 0};
    (void)clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* The time between two calls belongs to the one that begins then. */
static void open_state(void)
{
    thread *const own = current;
    if (hdp__run.config.cpu_time) {
        const int64_t now_ns = get_cpu_ns();
        if (own->cpu_depth < CPU_DEPTH) {
            own->cpu_before_ns[own->cpu_depth] = now_ns - own->cpu_last_ns;
        }
        own->cpu_depth++;
        own->cpu_last_ns = now_ns;
    }
    hd_trace_open_state(own->trace);
    leave();
}

static hd_trace *back(int64_t *cpu_ns)
{
    thread *const own = current;
    if (own == NULL || !occupy(own)) {
        return NULL;
    }
    *cpu_ns = INT64_MIN;
    if (hdp__run.config.cpu_time) {
        own->cpu_depth -= own->cpu_depth > 0;
        own->cpu_last_ns = get_cpu_ns();
        *cpu_ns = own->cpu_depth < CPU_DEPTH ? own->cpu_before_ns[own->cpu_depth] : INT64_MIN;
    }
    return own->trace;
}

static int take_opening(void)
{
    return atomic_fetch_add_explicit(&next_opening, 1, memory_order_relaxed);
}

static int take_file(void)
{
    return atomic_fetch_add_explicit(&next_file, 1, memory_order_relaxed);
}

static void describe(const char *line)
{
    if (hdp__run.fragment == NULL || hd_fragment_add_line(hdp__run.fragment, line) != HD_OK) {
        hdp__warn_status("a line of the project is lost");
    }
}

const hd__lender hdp__own_lender = {HD__LENDER_VERSION, enter,     open_state, back, leave,
                                    take_opening,       take_file, describe};

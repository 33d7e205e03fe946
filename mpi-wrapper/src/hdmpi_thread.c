/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One hd__call per thread: created at the thread's first MPI call, its trace closed when the
 * thread ends or with the session, whichever is first. */
#include "hdmpi_session.h"

#include "hdmpi_call.h"
#include "hdmpi_inside.h"

#include <hdtrace/clock.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SCRATCH_ALIGN = 16, SCRATCH_FIRST = 4096, CLOSE_PATIENCE_MS = 500 };

static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static hd__call *list;
static atomic_int list_count;
static int next_number;
static hd__text lines; /* the fragments of all threads but 0, which are complete from the start */
static pthread_key_t key;
static pthread_once_t key_once = PTHREAD_ONCE_INIT;
static bool has_key;

_Thread_local hd__call *hd__current __attribute__((tls_model("initial-exec")));
static _Thread_local bool unusable __attribute__((tls_model("initial-exec")));

static hd_lane no_lane; /* its owner is nowhere */

/* What was lost, over all closed traces of the process. */
static hd_trace_counts lost;
static unsigned lost_threads;

/* A signal handler that calls exit() amid the library does not let it go on: what is in the file
 * gets its end. */
static hd_status destroy_trace(const hd__call *call)
{
    const hd_status status = hd_trace_destroy(call->trace);
    return status == HD_STATE && hd__run.ending && call == hd__current
               ? hd_trace_abandon(call->trace)
               : status;
}

/* What a ring holds beyond the limit is known when text was made of it. */
static hd_trace_counts count(const hd__call *call)
{
    if (hd__run.config.limit_mib != 0 && hd__run.config.mode == HD_TRACE_RING) {
        const hd_status status = hd_trace_flush(call->trace);
        (void)status; /* what fails here fails at the end of the trace again */
    }
    return hd_trace_get_counts(call->trace);
}

static void close_trace(hd__call *call)
{
    if (call->trace == NULL) {
        return;
    }
    hd__clock_complete(call->trace);
    const hd_trace_counts counts = count(call);
    lost.dropped_depth += counts.dropped_depth;
    lost.dropped_io += counts.dropped_io;
    lost.dropped_signal += counts.dropped_signal;
    lost.dropped_limit += counts.dropped_limit;
    lost.overwritten += counts.overwritten;
    lost.cut_values += counts.cut_values;
    const hd_status status = destroy_trace(call);
    hd__progress_tell(NULL, 1, 1); /* also where it failed on the way */
    if (status != HD_OK && counts.dropped_io == 0) {
        hd__warn_status("a trace is not complete");
    }
    call->trace = NULL;
    call->lane = &no_lane;
}

static void enlist(hd__call *call)
{
    call->next = list;
    if (list != NULL) {
        list->previous = call;
    }
    list = call;
    atomic_fetch_add(&list_count, 1);
}

static void unlist(hd__call *call)
{
    *(call->previous == NULL ? &list : &call->previous->next) = call->next;
    if (call->next != NULL) {
        call->next->previous = call->previous;
    }
    atomic_fetch_sub(&list_count, 1);
}

static void destroy(hd__call *call)
{
    hd__requests_destroy(call->requests);
    free(call->scratch);
    free(call);
}

/* Runs when a thread ends. What it had is freed, since a process may have very many threads in its
 * life; not when the session is over, whose end may be at work on the list. */
static void thread_ended(void *value)
{
    hd__call *const call = value;
    hd__current = NULL;
    unusable = true;
    pthread_mutex_lock(&list_lock);
    if (atomic_load(&hd__run.state) == HD__ACTIVE) {
        hd__progress_begin();
        close_trace(call);
        unlist(call);
        destroy(call);
    }
    pthread_mutex_unlock(&list_lock);
}

static void make_key(void)
{
    has_key = pthread_key_create(&key, thread_ended) == 0;
}

/* Thread 0's fragment takes the lines of the process. Others say only where they belong, and are
 * closed at once: a process may have more threads in its life than it may have open files. */
static bool open_fragment(hd__call *call, const hd_topology_node *node)
{
    hd_fragment *fragment = NULL;
    if (hd_fragment_create(node, &fragment) != HD_OK) {
        return false;
    }
    if (call->number == 0) {
        hd__run.fragment = fragment;
        return true;
    }
    const char *const own = hd_fragment_get_text(fragment, NULL);
    if (own != NULL) {
        hd__text_add(&lines, own, strlen(own) + 1);
    }
    (void)hd_fragment_destroy(fragment);
    return own != NULL && !lines.failed;
}

static bool open_trace(hd__call *call)
{
    char rank[16], thread[16], pid[16], library[MPI_MAX_LIBRARY_VERSION_STRING] = "";
    (void)snprintf(rank, sizeof(rank), "%d", hd__run.rank);
    (void)snprintf(thread, sizeof(thread), "%d", call->number);
    (void)snprintf(pid, sizeof(pid), "%ld", (long)hd__run.pid);
    int length = 0;
    PMPI_Get_library_version(library, &length);
    for (char *c = library; *c != '\0'; c++) { /* the first line names library and version */
        if (*c == '\t') {
            *c = ' ';
        }
        if (*c == '\n') {
            *c = '\0';
            break;
        }
    }
    char offset[HD__CLOCK_TEXT_SIZE] = "";
    const int64_t now_ns = hd_clock_get_ns();
    const bool has_offset = hd__clock_get_text(offset, now_ns - now_ns % 1000000000);
    const hd_trace_property properties[] = {
        {"host", hd__run.host}, {"pid", pid},         {"rank", rank},
        {"thread", thread},     {"library", library}, {"clockOffset", offset},
    };
    const hd_trace_options options = {
        .buffer_bytes = (size_t)hd__run.config.buffer_kib * 1024,
        .properties = properties,
        .property_count = has_offset ? 6 : 5,
        .compress = (hd_trace_compression)hd__run.config.compress,
        .index = hd__run.config.index,
        .mode = (hd_trace_mode)hd__run.config.mode,
        .ring_bytes = (size_t)hd__run.config.ring_mib << 20,
        .compat_original = hd__run.config.compat != 0,
        .min_duration_ns = hd__run.config.min_ns,
        .limit_bytes = (uint64_t)hd__run.config.limit_mib << 20,
        .limit_action = (hd_limit_action)hd__run.config.limit,
        .progress = hd__progress_tell,
    };
    const char *const labels[] = {hd__run.host, rank, thread};
    const hd_topology_node *node = NULL;
    if (hd_topology_get_node(hd__run.topology, 3, labels, &node) != HD_OK ||
        hd_trace_create(node, &options, &call->trace) != HD_OK) {
        return false;
    }
    hd_lane *const lane = hd_trace_get_lane(call->trace, sizeof(*lane));
    call->lane = lane == NULL ? &no_lane : lane;
    if (hd__run.config.nested >= 0) {
        hd_trace_set_depth(call->trace, (unsigned)hd__run.config.nested + 1);
    }
    if (!open_fragment(call, node)) {
        hd_trace_destroy(call->trace);
        call->trace = NULL;
        call->lane = &no_lane;
        return false;
    }
    return true;
}

static hd__call *create(void)
{
    hd__call *const call = calloc(1, sizeof(*call));
    if (call == NULL) {
        return NULL;
    }
    call->fenced = hd__run.fenced;
    call->extras = (unsigned char)((hd__run.config.cpu_time ? HD__EXTRA_CPU_TIME : 0) |
                                   (hd__run.config.control != NULL ? HD__EXTRA_CONTROL : 0) |
                                   (hd__run.config.source ? HD__EXTRA_SOURCE : 0) |
                                   (hd__run.has_templates ? 0 : HD__EXTRA_GENERAL));
    call->requests = hd__requests_create();
    hd__seen_forget(call);
    if (call->requests == NULL) {
        free(call);
        return NULL;
    }
    pthread_once(&key_once, make_key);
    pthread_mutex_lock(&list_lock);
    if (atomic_load(&hd__run.state) == HD__CLOSED) {
        pthread_mutex_unlock(&list_lock);
        destroy(call);
        return NULL;
    }
    call->number = next_number;
    if (!open_trace(call)) {
        lost_threads++;
        pthread_mutex_unlock(&list_lock);
        hd__warn_status("cannot record this thread");
        destroy(call);
        return NULL;
    }
    next_number++;
    enlist(call);
    pthread_mutex_unlock(&list_lock);
    if (has_key) {
        pthread_setspecific(key, call);
    }
    return call;
}

hd__call *hd__thread_get(void)
{
    if (hd__current == NULL && !unusable) {
        hd__current = create();
        unusable = hd__current == NULL;
    }
    return hd__current;
}

static void wait_until_idle(const hd__call *call)
{
    for (int i = 0; i < CLOSE_PATIENCE_MS && atomic_load(&call->busy); i++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
}

static void add_loss(char *text, size_t size, uint64_t count, const char *what)
{
    const size_t length = strlen(text);
    if (count > 0) {
        (void)snprintf(text + length, size - length, "%s%llu %s", length > 0 ? ", " : "",
                       (unsigned long long)count, what);
    }
}

/* One warning of a process, with every cause. */
static void report_losses(void)
{
    char text[400] = "";
    add_loss(text, sizeof(text), lost.dropped_depth, "states nested too deep");
    add_loss(text, sizeof(text), lost.dropped_io, "states for lack of a writable file");
    add_loss(text, sizeof(text), lost.dropped_signal, "states begun inside the tracer by a signal");
    add_loss(text, sizeof(text), lost.dropped_limit, "states beyond HDTRACE_LIMIT_MB");
    add_loss(text, sizeof(text), lost.overwritten, "older states that made room");
    add_loss(text, sizeof(text), lost.cut_values, "attributes cut or left out");
    add_loss(text, sizeof(text), lost_threads, "threads whose files could not be made");
    add_loss(text, sizeof(text), hd__line_get_lost(), "lines of the project");
    if (text[0] != '\0') {
        char message[440];
        (void)snprintf(message, sizeof(message), "not recorded: %s", text);
        hd__warn(message);
    }
}

/* The same handler may have come while its own thread held the lock, which nobody gives back then.
 */
static bool lock_list(void)
{
    struct timespec until;
    if (!hd__run.ending) {
        return pthread_mutex_lock(&list_lock) == 0;
    }
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    return pthread_mutex_timedlock(&list_lock, &until) == 0;
}

bool hd__threads_close(void)
{
    bool all_idle = true;
    if (!lock_list()) {
        return false;
    }
    hd__progress_begin();
    for (hd__call *call = list; call != NULL; call = call->next) {
        if (call != hd__current) {
            wait_until_idle(call);
        }
        if (call != hd__current && atomic_load(&call->busy)) {
            all_idle = false;
            continue;
        }
        close_trace(call);
    }
    pthread_mutex_unlock(&list_lock);
    report_losses();
    return all_idle;
}

void hd__threads_get_fragments(hd__text *text)
{
    pthread_mutex_lock(&list_lock);
    const char *const own =
        hd__run.fragment == NULL ? NULL : hd_fragment_get_text(hd__run.fragment, NULL);
    if (own != NULL) {
        hd__text_add(text, own, strlen(own) + 1);
    }
    if (lines.length > 0) {
        hd__text_add(text, lines.data, lines.length);
    }
    pthread_mutex_unlock(&list_lock);
}

bool hd__threads_are_several(void)
{
    return atomic_load_explicit(&list_count, memory_order_relaxed) > 1;
}

void hd__threads_visit(bool (*visit)(hd__call *call, void *data), void *data)
{
    pthread_mutex_lock(&list_lock);
    hd__call *call = list;
    while (call != NULL && !visit(call, data)) {
        call = call->next;
    }
    pthread_mutex_unlock(&list_lock);
}

void *hd__scratch_take(hd__call *call, size_t bytes)
{
    const size_t size = (bytes + SCRATCH_ALIGN - 1) / SCRATCH_ALIGN * SCRATCH_ALIGN;
    if (call->scratch_used == 0 && call->scratch_size < size) {
        const size_t wanted = size < SCRATCH_FIRST ? SCRATCH_FIRST : size;
        char *const larger = malloc(wanted);
        if (larger == NULL) {
            return NULL;
        }
        free(call->scratch);
        call->scratch = larger;
        call->scratch_size = wanted;
    }
    if (call->scratch_size - call->scratch_used < size) {
        return malloc(size == 0 ? 1 : size);
    }
    void *const memory = call->scratch + call->scratch_used;
    call->scratch_used += size;
    return memory;
}

void hd__scratch_release(hd__call *call, void *memory)
{
    const uintptr_t at = (uintptr_t)memory;
    const uintptr_t base = (uintptr_t)call->scratch;
    if (memory != NULL && at >= base && at < base + call->scratch_size) {
        call->scratch_used = (size_t)(at - base);
    } else {
        free(memory);
    }
}

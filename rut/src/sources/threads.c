/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPU time of each thread of a process. Of the own process it is the thread's CPU clock, which is
 * exact to the moment; of another one that of /proc/PID/task/TID/schedstat, which the kernel brings
 * up to date at its ticks and when the thread is scheduled.
 *
 * Threads are numbered in the order in which they are found, 0 is the first one of the process;
 * their ids differ from run to run. What a new thread used before it was found is in the sum only,
 * what one used after its last sample is lost with it. */
#include "rut_file.h"
#include "rut_source.h"
#include "rut_text.h"
#include <sampling/kernel_tree.h>

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { NUMBER_SIZE = 24 };

/* A thread's clock by its id, which the C library has no call for: CPUCLOCK_PERTHREAD_MASK and
 * CPUCLOCK_SCHED of the kernel's posix-timers. */
#define CLOCK_OF_THREAD 6U

struct thread {
    unsigned long id;
    unsigned long number;
    uint64_t ns;
    uint64_t delta_ns;
    bool seen;   /* in the current sample */
    bool ended;  /* it wasn't in one: its id may be another thread's */
    bool listed; /* has a value in the current description */
};

struct threads_state {
    DIR *tasks;
    bool is_own; /* its clocks may be read */
    bool has_begun;
    struct hd_rut_file file; /* the buffer for all files of another process */
    struct thread *items;    /* those that live, and those that are listed */
    size_t count;
    size_t capacity;
    unsigned long next_number;
    uint64_t sum_ns; /* what all threads used since the sample before */
};

static void *create(void)
{
    return calloc(1, sizeof(struct threads_state));
}

static void destroy(void *state)
{
    struct threads_state *threads = state;
    if (threads->tasks != NULL) {
        (void)closedir(threads->tasks);
    }
    threads->file.descriptor = -1;
    hd__rut_file_close(&threads->file);
    free(threads->items);
    free(threads);
}

static bool read_clock(unsigned long id, uint64_t *ns)
{
    struct timespec used;
    if (clock_gettime((clockid_t)(~(unsigned)id << 3 | CLOCK_OF_THREAD), &used) != 0) {
        return false;
    }
    *ns = (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec;
    return true;
}

static bool read_file(struct threads_state *threads, const char *id, uint64_t *ns)
{
    char path[NUMBER_SIZE + sizeof "/schedstat"];
    (void)snprintf(path, sizeof path, "%s/schedstat", id);
    threads->file.descriptor = openat(dirfd(threads->tasks), path, O_RDONLY | O_CLOEXEC);
    if (threads->file.descriptor < 0) {
        return false;
    }
    threads->file.is_whole = true;
    const bool is_read = hd__rut_file_read(&threads->file) == 0;
    (void)close(threads->file.descriptor);
    const char *cursor = threads->file.text;
    return is_read && hd__rut_text_number(&cursor, ns);
}

static struct thread *add(struct threads_state *threads, unsigned long id)
{
    if (threads->count == threads->capacity) {
        const size_t capacity = threads->capacity == 0 ? 16 : 2 * threads->capacity;
        struct thread *items = realloc(threads->items, capacity * sizeof *items);
        if (items == NULL) {
            return NULL;
        }
        threads->items = items;
        threads->capacity = capacity;
    }
    struct thread *thread = &threads->items[threads->count++];
    *thread = (struct thread){.id = id, .number = threads->next_number++};
    return thread;
}

/* Threads come in the same order each time, so the one wanted is the one behind the last. */
static struct thread *find(const struct threads_state *threads, unsigned long id, size_t *next)
{
    for (size_t i = 0; i < threads->count; i++, (*next)++) {
        *next = *next < threads->count ? *next : 0;
        struct thread *thread = &threads->items[*next];
        if (thread->id == id && !thread->ended) {
            (*next)++;
            return thread;
        }
    }
    return NULL;
}

static bool take(struct threads_state *threads, const char *name, size_t *next)
{
    const char *cursor = name;
    uint64_t id = 0;
    uint64_t ns = 0;
    if (!hd__rut_text_number(&cursor, &id) || *cursor != '\0' ||
        !((threads->is_own && read_clock((unsigned long)id, &ns)) ||
          read_file(threads, name, &ns))) {
        return false; /* no thread, or one that has ended meanwhile */
    }
    struct thread *thread = find(threads, (unsigned long)id, next);
    const bool is_new = thread == NULL || ns < thread->ns; /* or another one with its id */
    if (thread != NULL && is_new) {
        thread->ended = true;
    }
    thread = is_new ? add(threads, (unsigned long)id) : thread;
    if (thread == NULL) {
        return false;
    }
    const uint64_t before = is_new && !threads->has_begun ? ns : thread->ns;
    threads->sum_ns += ns - before;
    thread->delta_ns = is_new ? 0 : ns - before;
    thread->ns = ns;
    thread->seen = true;
    return true;
}

/* Those that have ended stand in the description until the next one. */
static void forget_the_ended(struct threads_state *threads, bool listed_too)
{
    size_t kept = 0;
    for (size_t i = 0; i < threads->count; i++) {
        struct thread *thread = &threads->items[i];
        thread->ended = thread->ended || !thread->seen;
        if (!thread->ended || (thread->listed && !listed_too)) {
            threads->items[kept++] = *thread;
        }
    }
    threads->count = kept;
}

static bool read_threads(void *state)
{
    struct threads_state *threads = state;
    size_t next = 0;
    bool any = false;
    threads->sum_ns = 0;
    for (size_t i = 0; i < threads->count; i++) {
        threads->items[i].seen = false;
        threads->items[i].delta_ns = 0;
    }
    rewinddir(threads->tasks);
    /* NOLINTNEXTLINE(concurrency-mt-unsafe): nobody else has this folder open */
    for (struct dirent *entry = readdir(threads->tasks); entry != NULL;
         entry = readdir(threads->tasks)) { /* NOLINT(concurrency-mt-unsafe) */
        any = take(threads, entry->d_name, &next) || any;
    }
    forget_the_ended(threads, false);
    threads->has_begun = true;
    return any;
}

static int open_folder(void *state, const struct hd_rut_target *target)
{
    struct threads_state *threads = state;
    char path[PATH_MAX];
    threads->is_own = target->pid == 0 && target->root[0] == '\0';
    const bool fits = target->pid == 0
                          ? hd__kernel_path(path, target->root, "/proc/self/task")
                          : hd__kernel_path(path, target->root, "/proc/%ld/task", target->pid);
    if (!fits) {
        return ENAMETOOLONG;
    }
    const int cause = hd__rut_file_init(&threads->file);
    if (cause != 0) {
        return cause;
    }
    threads->tasks = opendir(path);
    if (threads->tasks == NULL) {
        return errno;
    }
    return read_threads(threads) ? 0 : -1;
}

static bool has_changed(const void *state)
{
    const struct threads_state *threads = state;
    for (size_t i = 0; i < threads->count; i++) {
        if (!threads->items[i].listed && !threads->items[i].ended) {
            return true;
        }
    }
    return false;
}

static void describe(void *state, struct hd_rut_values *values)
{
    struct threads_state *threads = state;
    forget_the_ended(threads, true);
    hd__rut_values_add(values, HD_STATS_INT64, "ns", "THREAD", "THREADS_CPU", "");
    for (size_t i = 0; i < threads->count; i++) {
        char number[NUMBER_SIZE];
        threads->items[i].listed = true;
        (void)snprintf(number, sizeof number, "%lu", threads->items[i].number);
        hd__rut_values_add(values, HD_STATS_INT64, "ns", "THREAD", "THREAD_CPU_", number);
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct threads_state *threads = state;
    hd__rut_record_put_int(record, threads->sum_ns);
    for (size_t i = 0; i < threads->count; i++) {
        if (threads->items[i].listed) {
            hd__rut_record_put_int(record, threads->items[i].delta_ns);
        }
    }
}

const struct hd_rut_source hd__rut_threads = {
    .name = "threads",
    .per_process = true,
    .create = create,
    .destroy = destroy,
    .open = open_folder,
    .read = read_threads,
    .has_changed = has_changed,
    .describe = describe,
    .emit = emit,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counters of the kernel's perf events for one process: the threads it has when sampling begins and
 * all that they start. Software events count everywhere; hardware events are left out where the
 * machine has none. When more events are wanted than there are hardware counters the kernel takes
 * turns; the counts are then scaled to the whole time. */
#include "rut_devices.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MOST_THREADS = 16 }; /* each takes a descriptor for each event */

static const struct event {
    const char *name;
    const char *unit;
    uint32_t type;
    uint64_t config;
} events[] = {
    {"PERF_TASK_CLOCK", "ns", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_TASK_CLOCK},
    {"PERF_PAGE_FAULTS", "#", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS},
    {"PERF_CONTEXT_SWITCHES", "#", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CONTEXT_SWITCHES},
    {"PERF_CPU_MIGRATIONS", "#", PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_MIGRATIONS},
    {"PERF_CYCLES", "#", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CPU_CYCLES},
    {"PERF_INSTRUCTIONS", "#", PERF_TYPE_HARDWARE, PERF_COUNT_HW_INSTRUCTIONS},
    {"PERF_CACHE_REFERENCES", "#", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_REFERENCES},
    {"PERF_CACHE_MISSES", "#", PERF_TYPE_HARDWARE, PERF_COUNT_HW_CACHE_MISSES},
    {"PERF_REF_CYCLES", "#", PERF_TYPE_HARDWARE, PERF_COUNT_HW_REF_CPU_CYCLES},
    {"PERF_STALLED_FRONTEND", "#", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_FRONTEND},
    {"PERF_STALLED_BACKEND", "#", PERF_TYPE_HARDWARE, PERF_COUNT_HW_STALLED_CYCLES_BACKEND},
};
enum { EVENT_COUNT = sizeof events / sizeof events[0] };

struct perf_state {
    int descriptors[EVENT_COUNT][MOST_THREADS];
    size_t thread_counts[EVENT_COUNT]; /* 0: the event isn't there */
    uint64_t now[EVENT_COUNT];
    uint64_t delta[EVENT_COUNT];
};

static void *create(void)
{
    return calloc(1, sizeof(struct perf_state));
}

static void destroy(void *state)
{
    struct perf_state *perf = state;
    for (size_t e = 0; e < EVENT_COUNT; e++) {
        for (size_t t = 0; t < perf->thread_counts[e]; t++) {
            (void)close(perf->descriptors[e][t]);
        }
    }
    free(perf);
}

static int open_event(const struct event *event, long thread, bool with_kernel)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = event->type;
    attributes.config = event->config;
    attributes.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING;
    attributes.inherit = 1;
    attributes.exclude_kernel = with_kernel ? 0 : 1;
    attributes.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &attributes, (pid_t)thread, -1, -1,
                        PERF_FLAG_FD_CLOEXEC);
}

/* Returns 0 or an errno value. Unprivileged users may count what happens outside the kernel only.
 */
static int add_thread(struct perf_state *perf, size_t event, long thread)
{
    int descriptor = open_event(&events[event], thread, true);
    if (descriptor < 0 && (errno == EACCES || errno == EPERM)) {
        descriptor = open_event(&events[event], thread, false);
    }
    if (descriptor < 0) {
        return errno;
    }
    perf->descriptors[event][perf->thread_counts[event]++] = descriptor;
    return 0;
}

static int add_threads(struct perf_state *perf, const struct hd_kernel_numbers *threads)
{
    int cause = ESRCH;
    size_t found = 0;
    for (size_t e = 0; e < EVENT_COUNT; e++) {
        for (size_t t = 0; t < threads->count && t < MOST_THREADS; t++) {
            const int added = add_thread(perf, e, (long)threads->items[t]);
            cause = added != 0 ? added : cause;
        }
        found += perf->thread_counts[e];
    }
    return found > 0 ? 0 : cause;
}

struct reading {
    uint64_t value;
    uint64_t enabled_ns;
    uint64_t running_ns;
};

static uint64_t scaled(struct reading reading)
{
    if (reading.running_ns == 0 || reading.running_ns >= reading.enabled_ns) {
        return reading.value;
    }
    const double part = (double)reading.enabled_ns / (double)reading.running_ns;
    return (uint64_t)((double)reading.value * part);
}

static bool read_all(void *state)
{
    struct perf_state *perf = state;
    bool any = false;
    for (size_t e = 0; e < EVENT_COUNT; e++) {
        uint64_t sum = 0;
        for (size_t t = 0; t < perf->thread_counts[e]; t++) {
            struct reading reading = {0};
            if (read(perf->descriptors[e][t], &reading, sizeof reading) == sizeof reading) {
                sum += scaled(reading);
                any = true;
            }
        }
        perf->delta[e] = hd__rut_delta(perf->now[e], sum);
        perf->now[e] = sum;
    }
    return any;
}

static int open_events(void *state, const struct hd_rut_target *target)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers threads = {0};
    /* The kernel is asked about real processes, whatever the root of the files. */
    const bool fits = target->pid == 0 ? hd__kernel_path(folder, "", "/proc/self/task")
                                       : hd__kernel_path(folder, "", "/proc/%ld/task", target->pid);
    int cause = fits ? hd__kernel_numbers(folder, "", "", &threads) : ENAMETOOLONG;
    if (cause == 0) {
        cause = add_threads(state, &threads);
    }
    hd__kernel_numbers_free(&threads);
    if (cause == 0) {
        (void)read_all(state);
    }
    return cause;
}

static bool has_changed(const void *state)
{
    (void)state;
    return false;
}

static void describe(void *state, struct hd_rut_values *values)
{
    const struct perf_state *perf = state;
    for (size_t e = 0; e < EVENT_COUNT; e++) {
        if (perf->thread_counts[e] > 0) {
            hd__rut_values_add(values, HD_STATS_INT64, events[e].unit, "PERF", events[e].name, "");
        }
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct perf_state *perf = state;
    for (size_t e = 0; e < EVENT_COUNT; e++) {
        if (perf->thread_counts[e] > 0) {
            hd__rut_record_put_int(record, perf->delta[e]);
        }
    }
}

const struct hd_rut_source hd__rut_perf = {
    .name = "perf",
    .per_process = true,
    .create = create,
    .destroy = destroy,
    .open = open_events,
    .read = read_all,
    .has_changed = has_changed,
    .describe = describe,
    .emit = emit,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampler: one thread, one statistics group.
 *
 * Time. A sample is due at each multiple of the interval on the clock of all files (hd_clock), the
 * waiting is done on an absolute deadline of CLOCK_MONOTONIC, so nothing adds up and nothing is
 * rounded. It is a timed wait on a condition, not clock_nanosleep: the timer is the same, and a
 * stop need not wait for it. A record's end is the middle of the time its reading took; ELAPSED_NS
 * is the time since the previous record, LATENESS_NS how long after its slot the reading began.
 * Slots that passed meanwhile are left out, the next record then covers more time.
 *
 * Devices. The values of a statistics file cannot change. When a device appears, the record at hand
 * still goes to the old group, and the group Utilization.2, .3, ... goes on (FORMATS A6). A device
 * that is gone has values of 0 until it comes back. */
#include "rut_probe.h"

#include <errno.h>
#include <hdrut/rut.h>
#include <hdtrace/clock.h>
#include <hdtrace/stats.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#define GROUP               "Utilization"
#define DEFAULT_INTERVAL_MS 100U
#define LARGEST_INTERVAL_MS 3600000U
#define NS_PER_MS           1000000
#define NS_PER_S            1000000000
/* Values per file; more of them continue in further files (FORMATS A6). */
#define VALUES_PER_FILE 256U
/* Devices that appear when so many groups exist are only in the sums. */
#define LARGEST_GROUP_NUMBER 100U

struct hd_rut {
    const hd_topology_node *node;
    int64_t interval_ns;
    struct hd_rut_probe probe;
    struct hd_rut_values values;
    struct hd_rut_record record;
    hd_stats *stats;
    unsigned group_number;      /* of the current group; the first has no number */
    unsigned next_group_number; /* that no file has yet */
    bool has_begun;             /* a baseline was taken */
    bool is_running;
    pid_t owner; /* the process that has the sampling thread */
    int64_t end_ns;
    hd_status failure; /* of the first write that failed; sampling has ended then */
    pthread_t thread;
    pthread_mutex_t mutex; /* guards stop_requested */
    pthread_cond_t wake;
    bool stop_requested;
};

/* What every record says about itself, in this order, after the sources' values. */
#define OWN_VALUE_LIST(X)                                                                          \
    X(ELAPSED_NS, "ns", "TIME")  /* since the end of the previous record */                        \
    X(INTERVAL_NS, "ns", "TIME") /* what it should be */                                           \
    X(LATENESS_NS, "ns", "TIME") /* from the slot to the beginning of the reading */               \
    X(READ_NS, "ns", "TIME")     /* time the reading took */                                       \
    X(GAP, "#", "TIME")          /* 1: not measured, or values of a source were lost */

#define OWN_VALUE_ONE(name, unit, grouping) +1
enum { OWN_VALUE_COUNT = 0 OWN_VALUE_LIST(OWN_VALUE_ONE) };
#undef OWN_VALUE_ONE

struct timing {
    int64_t lateness_ns;
    int64_t read_ns;
    bool gap;
};

static void describe(hd_rut *rut)
{
    hd__rut_values_clear(&rut->values);
    hd__rut_probe_describe(&rut->probe, &rut->values);
#define ADD_OWN_VALUE(name, unit, grouping)                                                        \
    hd__rut_values_add(&rut->values, HD_STATS_INT64, unit, grouping, #name, "");
    OWN_VALUE_LIST(ADD_OWN_VALUE)
#undef ADD_OWN_VALUE
}

static hd_status create_stats(hd_rut *rut, const char *group, hd_stats **stats)
{
    hd_stats_value *values = calloc(rut->values.count, sizeof *values);
    if (values == NULL) {
        return HD_NOMEM;
    }
    for (size_t i = 0; i < rut->values.count; i++) {
        const struct hd_rut_value *value = &rut->values.items[i];
        values[i] = (hd_stats_value){value->name, value->type, value->unit, value->grouping};
    }
    const hd_stats_attribute unavailable = {"unavailable", rut->probe.unavailable};
    const size_t attributes = rut->probe.unavailable[0] == '\0' ? 0 : 1;
    const hd_status status = hd_stats_create(rut->node, group, rut->values.count, values,
                                             attributes, &unavailable, stats);
    free(values);
    return status;
}

/* Describe the values as they are now and open group `number` for them. */
static hd_status open_group(hd_rut *rut, unsigned number)
{
    describe(rut);
    hd__rut_record_fini(&rut->record);
    if (rut->values.out_of_memory || !hd__rut_record_init(&rut->record, rut->values.count)) {
        return HD_NOMEM;
    }
    char group[sizeof GROUP + 16] = GROUP;
    if (number > 1) {
        (void)snprintf(group, sizeof group, "%s.%u", GROUP, number);
    }
    const hd_status status = create_stats(rut, group, &rut->stats);
    if (status == HD_OK) {
        const size_t files = (rut->values.count + VALUES_PER_FILE - 1) / VALUES_PER_FILE;
        rut->group_number = number;
        rut->next_group_number = number + (unsigned)files;
    }
    return status;
}

static hd_status close_group(hd_rut *rut)
{
    hd_stats *stats = rut->stats;
    rut->stats = NULL;
    return hd_stats_destroy(stats);
}

static hd_status continue_in_next_group(hd_rut *rut, int64_t now_ns)
{
    if (rut->next_group_number > LARGEST_GROUP_NUMBER) {
        return HD_OK;
    }
    hd_status status = close_group(rut);
    if (status == HD_OK) {
        status = open_group(rut, rut->next_group_number);
    }
    if (status == HD_OK) {
        status = hd_stats_begin(rut->stats, now_ns);
    }
    return status;
}

static void set_values(hd_rut *rut)
{
    for (size_t i = 0; i < rut->record.count; i++) {
        const union hd_rut_number number = rut->record.items[i];
        if (rut->values.items[i].type == HD_STATS_FLOAT) {
            hd_stats_set_double(rut->stats, i, number.real);
        } else {
            hd_stats_set_int(rut->stats, i, number.integer);
        }
    }
}

/* Write what the probe read, or a record of zeros in its place. */
static hd_status write_record(hd_rut *rut, int64_t end_ns, struct timing timing, bool measured)
{
    struct hd_rut_record *record = &rut->record;
    const size_t source_count = record->capacity - OWN_VALUE_COUNT;
    memset(record->items, 0, record->capacity * sizeof record->items[0]);
    record->count = 0;
    if (measured) {
        hd__rut_probe_emit(&rut->probe, record);
    }
    record->count = source_count;
    hd__rut_record_put_int(record, (uint64_t)(end_ns - rut->end_ns));
    hd__rut_record_put_int(record, (uint64_t)rut->interval_ns);
    hd__rut_record_put_int(record, (uint64_t)timing.lateness_ns);
    hd__rut_record_put_int(record, (uint64_t)timing.read_ns);
    hd__rut_record_put_int(record, timing.gap ? 1 : 0);
    set_values(rut);
    return hd_stats_end_record(rut->stats, end_ns);
}

/* Read all sources. Returns the middle of the time that took. */
static int64_t read_sources(hd_rut *rut, int64_t slot_ns, struct timing *timing)
{
    const int64_t before = hd_clock_get_ns();
    const bool complete = hd__rut_probe_read(&rut->probe);
    const int64_t after = hd_clock_get_ns();
    *timing = (struct timing){.lateness_ns = before > slot_ns ? before - slot_ns : 0,
                              .read_ns = after - before,
                              .gap = !complete};
    return before + (after - before) / 2;
}

/* Take the sample that was due at `slot_ns`; INT64_MAX: it is not late. */
static hd_status sample(hd_rut *rut, int64_t slot_ns)
{
    struct timing timing;
    const int64_t now_ns = read_sources(rut, slot_ns, &timing);
    if (now_ns <= rut->end_ns) {
        return HD_OK;
    }
    hd_status status = write_record(rut, now_ns, timing, true);
    rut->end_ns = now_ns;
    if (status == HD_OK && hd__rut_probe_has_changed(&rut->probe)) {
        status = continue_in_next_group(rut, now_ns);
    }
    return status;
}

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

/* Wait for the slot. Returns false when a stop was requested. */
static bool wait_for(hd_rut *rut, int64_t slot_ns)
{
    const struct timespec deadline = deadline_of(slot_ns);
    int result = 0;
    (void)pthread_mutex_lock(&rut->mutex);
    while (!rut->stop_requested && result != ETIMEDOUT) {
        result = pthread_cond_timedwait(&rut->wake, &rut->mutex, &deadline);
    }
    const bool go_on = !rut->stop_requested;
    (void)pthread_mutex_unlock(&rut->mutex);
    return go_on;
}

/* The first multiple of the interval after now and after the slot that was served last. */
static int64_t next_slot(const hd_rut *rut, int64_t last_slot_ns)
{
    const int64_t after = hd_clock_get_ns();
    const int64_t slot = (after / rut->interval_ns + 1) * rut->interval_ns;
    return slot > last_slot_ns ? slot : last_slot_ns + rut->interval_ns;
}

static void *run(void *argument)
{
    hd_rut *rut = argument;
    (void)prctl(PR_SET_NAME, "hdrut");
    /* The default slack of 50 us would be most of the lateness. */
    (void)prctl(PR_SET_TIMERSLACK, 1UL);
    int64_t slot_ns = next_slot(rut, 0);
    while (rut->failure == HD_OK && wait_for(rut, slot_ns)) {
        rut->failure = sample(rut, slot_ns);
        slot_ns = next_slot(rut, slot_ns);
    }
    return NULL;
}

static hd_status start_thread(hd_rut *rut)
{
    sigset_t all;
    sigset_t before;
    (void)sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) {
        return HD_LIMIT;
    }
    rut->stop_requested = false;
    const int result = pthread_create(&rut->thread, NULL, run, rut);
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    return result == 0 ? HD_OK : HD_LIMIT;
}

/* First start: the values may have changed since create, nothing is written yet. */
static hd_status begin_first(hd_rut *rut, int64_t now_ns)
{
    hd_status status = HD_OK;
    if (hd__rut_probe_has_changed(&rut->probe)) {
        status = close_group(rut);
        if (status == HD_OK) {
            status = open_group(rut, rut->group_number);
        }
    }
    return status == HD_OK ? hd_stats_begin(rut->stats, now_ns) : status;
}

/* Further starts: the pause is a gap. */
static hd_status begin_again(hd_rut *rut, int64_t now_ns)
{
    const struct timing timing = {.gap = true};
    const hd_status status = write_record(rut, now_ns, timing, false);
    if (status == HD_OK && hd__rut_probe_has_changed(&rut->probe)) {
        return continue_in_next_group(rut, now_ns);
    }
    return status;
}

static hd_status take_baseline(hd_rut *rut)
{
    struct timing timing;
    const int64_t now_ns = read_sources(rut, INT64_MAX, &timing);
    if (rut->has_begun && now_ns <= rut->end_ns) {
        return HD_OK;
    }
    const hd_status status = rut->has_begun ? begin_again(rut, now_ns) : begin_first(rut, now_ns);
    if (status == HD_OK) {
        rut->has_begun = true;
        rut->end_ns = now_ns;
    }
    return status;
}

static hd_status init_wake(hd_rut *rut)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return HD_NOMEM;
    }
    int result = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    result = result == 0 ? pthread_cond_init(&rut->wake, &attributes) : result;
    (void)pthread_condattr_destroy(&attributes);
    if (result != 0) {
        return HD_NOMEM;
    }
    if (pthread_mutex_init(&rut->mutex, NULL) != 0) {
        (void)pthread_cond_destroy(&rut->wake);
        return HD_NOMEM;
    }
    return HD_OK;
}

static void free_rut(hd_rut *rut)
{
    hd__rut_probe_close(&rut->probe);
    hd__rut_record_fini(&rut->record);
    hd__rut_values_fini(&rut->values);
    free(rut);
}

static hd_status create(const hd_topology_node *node, const hd_rut_options *options, hd_rut **out)
{
    const unsigned interval_ms =
        options->interval_ms == 0 ? DEFAULT_INTERVAL_MS : options->interval_ms;
    if (node == NULL || out == NULL || interval_ms > LARGEST_INTERVAL_MS) {
        return HD_INVALID;
    }
    hd_rut *rut = calloc(1, sizeof *rut);
    if (rut == NULL) {
        return HD_NOMEM;
    }
    rut->node = node;
    rut->interval_ns = (int64_t)interval_ms * NS_PER_MS;
    hd_status status = hd__rut_probe_open(&rut->probe, options->sources, options->root);
    if (status == HD_OK) {
        status = open_group(rut, 1);
    }
    if (status == HD_OK) {
        status = init_wake(rut);
    }
    if (status != HD_OK) {
        (void)hd_stats_destroy(rut->stats);
        free_rut(rut);
        return status;
    }
    *out = rut;
    return HD_OK;
}

static hd_status start(hd_rut *rut)
{
    if (rut == NULL) {
        return HD_INVALID;
    }
    if (rut->is_running) {
        return HD_STATE;
    }
    hd_status status = rut->failure;
    if (status == HD_OK) {
        status = take_baseline(rut);
        rut->failure = status;
    }
    if (status == HD_OK) {
        status = start_thread(rut);
    }
    if (status == HD_OK) {
        rut->is_running = true;
        rut->owner = getpid();
    }
    return status;
}

static hd_status stop(hd_rut *rut)
{
    if (rut == NULL) {
        return HD_INVALID;
    }
    if (!rut->is_running || rut->owner != getpid()) {
        return HD_STATE;
    }
    (void)pthread_mutex_lock(&rut->mutex);
    rut->stop_requested = true;
    (void)pthread_cond_signal(&rut->wake);
    (void)pthread_mutex_unlock(&rut->mutex);
    (void)pthread_join(rut->thread, NULL);
    rut->is_running = false;
    if (rut->failure == HD_OK) {
        rut->failure = sample(rut, INT64_MAX);
    }
    return rut->failure;
}

static hd_status destroy(hd_rut *rut)
{
    if (rut == NULL) {
        return HD_OK;
    }
    if (rut->is_running && rut->owner != getpid()) {
        /* A forked child: the thread and the file's buffer belong to the parent. */
        free_rut(rut);
        return HD_OK;
    }
    hd_status status = rut->is_running ? stop(rut) : rut->failure;
    const hd_status closed = close_group(rut);
    status = status == HD_OK ? closed : status;
    (void)pthread_cond_destroy(&rut->wake);
    (void)pthread_mutex_destroy(&rut->mutex);
    free_rut(rut);
    return status;
}

/* The public functions leave errno alone: they are called from within foreign programs. */
hd_status hd_rut_create(const hd_topology_node *node, const hd_rut_options *options, hd_rut **rut)
{
    const hd_rut_options defaults = {0};
    const int saved = errno;
    const hd_status status = create(node, options == NULL ? &defaults : options, rut);
    errno = saved;
    return status;
}

hd_status hd_rut_start(hd_rut *rut)
{
    const int saved = errno;
    const hd_status status = start(rut);
    errno = saved;
    return status;
}

hd_status hd_rut_stop(hd_rut *rut)
{
    const int saved = errno;
    const hd_status status = stop(rut);
    errno = saved;
    return status;
}

hd_status hd_rut_destroy(hd_rut *rut)
{
    const int saved = errno;
    const hd_status status = destroy(rut);
    errno = saved;
    return status;
}

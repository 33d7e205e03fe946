/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sampler: at each slot of a pacer it reads the sources and writes their statistics groups. A
 * record ends in the middle of the time its reading took. Slots that passed meanwhile are left out,
 * the next record then covers more time and says so. */
#include "rut_group.h"
#include "rut_probe.h"

#include <errno.h>
#include <hdrut/rut.h>
#include <hdtrace/clock.h>
#include <hdtrace/pacer.h>
#include <sampling/keep_errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define DEFAULT_INTERVAL_MS 100U
#define LARGEST_INTERVAL_MS 3600000U
#define NS_PER_MS           1000000
#define NOT_LATE            INT64_MAX

/* What goes into one statistics group: of the node, and of a process. */
struct part {
    struct hd_rut_probe probe;
    struct hd_rut_group group;
};

struct hd_rut {
    int64_t interval_ns;
    struct part parts[2];
    size_t part_count;
    char unavailable[HD_RUT_UNAVAILABLE_SIZE]; /* of both kinds */
    hd_status failure; /* of the first write that failed; sampling has ended then */
    bool is_running;
    pid_t owner; /* the process that has the sampling thread */
    hd_pacer *pacer;
};

/* Read all sources. Returns the middle of the time that took. */
static int64_t read_sources(struct part *part, int64_t slot_ns, struct hd_rut_timing *timing)
{
    const int64_t before = hd_clock_get_ns();
    const bool complete = hd__rut_probe_read(&part->probe);
    const int64_t after = hd_clock_get_ns();
    *timing = (struct hd_rut_timing){.lateness_ns = before > slot_ns ? before - slot_ns : 0,
                                     .read_ns = after - before,
                                     .gap = !complete};
    return before + (after - before) / 2;
}

static hd_status sample(void *argument, int64_t slot_ns)
{
    hd_rut *rut = argument;
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < rut->part_count; i++) {
        struct hd_rut_timing timing;
        const int64_t now_ns = read_sources(&rut->parts[i], slot_ns, &timing);
        status = hd__rut_group_write(&rut->parts[i].group, now_ns, timing);
    }
    return status;
}

/* What is read at a start has nothing to be compared with. After a pause the group has a gap. */
static hd_status take_baseline(hd_rut *rut)
{
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < rut->part_count; i++) {
        struct hd_rut_group *group = &rut->parts[i].group;
        struct hd_rut_timing timing;
        const int64_t now_ns = read_sources(&rut->parts[i], NOT_LATE, &timing);
        status = group->has_begun ? hd__rut_group_skip(group, now_ns)
                                  : hd__rut_group_begin(group, now_ns);
    }
    return status;
}

static void close_parts(hd_rut *rut)
{
    for (size_t i = 0; i < rut->part_count; i++) {
        (void)hd__rut_group_close(&rut->parts[i].group);
        hd__rut_probe_close(&rut->parts[i].probe);
    }
}

/* Whatever of one kind is chosen becomes a part; HD_MISSING when none of it can be read. */
static hd_status add_part(hd_rut *rut, const hd_topology_node *node, const char *group,
                          const struct hd_rut_choice *choice, const hd_rut_options *options)
{
    struct part *part = &rut->parts[rut->part_count];
    const bool per_process = strcmp(group, HD_RUT_GROUP) != 0;
    const struct hd_rut_target target = {.root = options->root == NULL ? "" : options->root,
                                         .pid = options->pid};
    if (!hd__rut_choice_has(choice, per_process)) {
        return HD_MISSING;
    }
    const hd_status status = hd__rut_probe_open(&part->probe, choice, per_process, &target);
    hd__rut_note(rut->unavailable, part->probe.unavailable);
    if (status == HD_OK) {
        part->group = (struct hd_rut_group){
            .node = node, .name = group, .probe = &part->probe, .interval_ns = rut->interval_ns};
        rut->part_count++;
    }
    return status;
}

static hd_status add_parts(hd_rut *rut, const hd_topology_node *node,
                           const struct hd_rut_choice *choice, const hd_rut_options *options)
{
    const hd_topology_node *process = options->process_node == NULL ? node : options->process_node;
    const hd_status of_node =
        options->only_process ? HD_MISSING : add_part(rut, node, HD_RUT_GROUP, choice, options);
    if (of_node != HD_OK && of_node != HD_MISSING) {
        return of_node;
    }
    const hd_status of_process = add_part(rut, process, HD_RUT_PROCESS_GROUP, choice, options);
    if (of_process != HD_OK && of_process != HD_MISSING) {
        return of_process;
    }
    if (rut->part_count == 0) {
        return HD_MISSING;
    }
    memcpy(rut->parts[0].probe.unavailable, rut->unavailable, sizeof rut->unavailable);
    return HD_OK;
}

static hd_status create(const hd_topology_node *node, const hd_rut_options *options, hd_rut **out)
{
    const unsigned interval_ms =
        options->interval_ms == 0 ? DEFAULT_INTERVAL_MS : options->interval_ms;
    struct hd_rut_choice choice;
    if (node == NULL || out == NULL || interval_ms > LARGEST_INTERVAL_MS || options->pid < 0 ||
        hd__rut_choose(options->sources, &choice) != HD_OK) {
        return HD_INVALID;
    }
    hd_rut *rut = calloc(1, sizeof *rut);
    if (rut == NULL) {
        return HD_NOMEM;
    }
    rut->interval_ns = (int64_t)interval_ms * NS_PER_MS;
    hd_status status = add_parts(rut, node, &choice, options);
    for (size_t i = 0; status == HD_OK && i < rut->part_count; i++) {
        status = hd__rut_group_open(&rut->parts[i].group);
    }
    if (status != HD_OK) {
        close_parts(rut);
        free(rut);
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
    if (rut->failure != HD_OK) {
        return rut->failure;
    }
    rut->failure = take_baseline(rut);
    const hd_status status =
        rut->failure == HD_OK ? hd_pacer_start("hdrut", rut->interval_ns, sample, rut, &rut->pacer)
                              : rut->failure;
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
    rut->failure = hd_pacer_stop(rut->pacer);
    rut->is_running = false;
    if (rut->failure == HD_OK) {
        rut->failure = sample(rut, NOT_LATE);
    }
    return rut->failure;
}

static hd_status destroy(hd_rut *rut)
{
    if (rut == NULL) {
        return HD_OK;
    }
    hd_status status = HD_OK;
    if (rut->is_running && rut->owner != getpid()) {
        /* A forked child: thread and files belong to the parent. */
        for (size_t i = 0; i < rut->part_count; i++) {
            hd__rut_group_abandon(&rut->parts[i].group);
        }
    } else {
        status = rut->is_running ? stop(rut) : rut->failure;
        for (size_t i = 0; i < rut->part_count; i++) {
            const hd_status closed = hd__rut_group_close(&rut->parts[i].group);
            status = status == HD_OK ? closed : status;
        }
    }
    close_parts(rut);
    free(rut);
    return status;
}

/* The public functions leave errno alone: they are called from within foreign programs. */
hd_status hd_rut_create(const hd_topology_node *node, const hd_rut_options *options, hd_rut **rut)
{
    const hd_rut_options defaults = {0};
    const int saved = errno;
    return hd__with_errno(saved, create(node, options == NULL ? &defaults : options, rut));
}

hd_status hd_rut_start(hd_rut *rut)
{
    const int saved = errno;
    return hd__with_errno(saved, start(rut));
}

hd_status hd_rut_stop(hd_rut *rut)
{
    const int saved = errno;
    return hd__with_errno(saved, stop(rut));
}

/* The group of that name, or NULL. */
static const struct hd_rut_group *find_group(const hd_rut *rut, const char *name)
{
    for (size_t i = 0; rut != NULL && i < rut->part_count; i++) {
        if (strcmp(rut->parts[i].group.name, name) == 0) {
            return &rut->parts[i].group;
        }
    }
    return NULL;
}

static unsigned count_groups(const hd_rut *rut, const char *name)
{
    const struct hd_rut_group *group = find_group(rut, name);
    return group == NULL || rut->is_running ? 0 : group->written;
}

const char *hd_rut_get_unavailable(const hd_rut *rut)
{
    return rut == NULL ? "" : rut->unavailable;
}

bool hd_rut_has_node_group(const hd_rut *rut)
{
    return find_group(rut, HD_RUT_GROUP) != NULL;
}

bool hd_rut_has_process_group(const hd_rut *rut)
{
    return find_group(rut, HD_RUT_PROCESS_GROUP) != NULL;
}

unsigned hd_rut_get_group_count(const hd_rut *rut)
{
    return count_groups(rut, HD_RUT_GROUP);
}

unsigned hd_rut_get_process_group_count(const hd_rut *rut)
{
    return count_groups(rut, HD_RUT_PROCESS_GROUP);
}

hd_status hd_rut_destroy(hd_rut *rut)
{
    const int saved = errno;
    return hd__with_errno(saved, destroy(rut));
}

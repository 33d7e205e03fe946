/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What all threads of a process, those that ended too, waited for, as the kernel accounts it
 * (Documentation/accounting/taskstats.rst, delay-accounting.rst): a CPU, block devices, memory.
 * Asking needs CAP_NET_ADMIN. All but the wait for a CPU counts only where
 * kernel.task_delayacct is 1; where it is 0 those values are left out instead of being 0. */
#include "rut_devices.h"
#include "rut_netlink.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <errno.h>
#include <linux/taskstats.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* This version alone has other fields in the middle, which the next one took back to the end. */
enum { VERSION_OF_ITS_OWN = 15 };

struct value {
    const char *name;
    const char *unit;
    size_t offset;
};

/* In the order of the kernel's structure, which has grown at its end, two by two. */
static const struct value waits[] = {
    {"DELAYS_CPU", "#", offsetof(struct taskstats, cpu_count)},
    {"DELAY_CPU", "ns", offsetof(struct taskstats, cpu_delay_total)},
    {"DELAYS_BLOCK", "#", offsetof(struct taskstats, blkio_count)},
    {"DELAY_BLOCK", "ns", offsetof(struct taskstats, blkio_delay_total)},
    {"DELAYS_SWAP", "#", offsetof(struct taskstats, swapin_count)},
    {"DELAY_SWAP", "ns", offsetof(struct taskstats, swapin_delay_total)},
    {"DELAYS_RECLAIM", "#", offsetof(struct taskstats, freepages_count)},
    {"DELAY_RECLAIM", "ns", offsetof(struct taskstats, freepages_delay_total)},
    {"DELAYS_THRASHING", "#", offsetof(struct taskstats, thrashing_count)},
    {"DELAY_THRASHING", "ns", offsetof(struct taskstats, thrashing_delay_total)},
    {"DELAYS_COMPACTION", "#", offsetof(struct taskstats, compact_count)},
    {"DELAY_COMPACTION", "ns", offsetof(struct taskstats, compact_delay_total)},
    {"DELAYS_COPY", "#", offsetof(struct taskstats, wpcopy_count)},
    {"DELAY_COPY", "ns", offsetof(struct taskstats, wpcopy_delay_total)},
};
enum { WAIT_COUNT = sizeof waits / sizeof waits[0], CPU_WAIT_COUNT = 2 };

struct taskstats_state {
    struct hd_rut_netlink netlink;
    uint32_t pid;
    size_t count; /* how many of the waits are accounted and known to the kernel */
    bool known;   /* `now` is of the previous sample */
    uint64_t now[WAIT_COUNT];
    uint64_t delta[WAIT_COUNT];
};

static void *create(void)
{
    struct taskstats_state *tasks = calloc(1, sizeof *tasks);
    if (tasks != NULL) {
        tasks->netlink.descriptor = -1;
    }
    return tasks;
}

static void destroy(void *state)
{
    struct taskstats_state *tasks = state;
    hd__rut_netlink_close(&tasks->netlink);
    free(tasks);
}

/* Older kernels have shorter answers, newer ones longer. */
static int ask(struct taskstats_state *tasks, struct taskstats *answer, size_t *length)
{
    const int cause = hd__rut_netlink_ask(&tasks->netlink, TASKSTATS_CMD_GET,
                                          TASKSTATS_CMD_ATTR_TGID, &tasks->pid, sizeof tasks->pid);
    if (cause != 0) {
        return cause;
    }
    const struct hd_rut_attributes stats = hd__rut_netlink_find(
        hd__rut_netlink_find(hd__rut_netlink_attributes(&tasks->netlink), TASKSTATS_TYPE_AGGR_TGID),
        TASKSTATS_TYPE_STATS);
    memset(answer, 0, sizeof *answer);
    memcpy(answer, stats.start, stats.length < sizeof *answer ? stats.length : sizeof *answer);
    *length = stats.length;
    const bool usable = stats.length >= offsetof(struct taskstats, swapin_count);
    return usable && answer->version != VERSION_OF_ITS_OWN ? 0 : -1;
}

static int update(struct taskstats_state *tasks)
{
    struct taskstats answer;
    size_t length = 0;
    const int cause = ask(tasks, &answer, &length);
    for (size_t i = 0; i < tasks->count; i++) {
        uint64_t now = 0;
        if (cause == 0) {
            memcpy(&now, (const unsigned char *)&answer + waits[i].offset, sizeof now);
        }
        tasks->delta[i] = tasks->known && cause == 0 ? hd__rut_delta(tasks->now[i], now) : 0;
        tasks->now[i] = now;
    }
    tasks->known = cause == 0;
    return cause;
}

/* How many of the waits are in an answer of that length and counted by the kernel. */
static size_t count_accounted(const char *root, size_t length)
{
    char path[PATH_MAX];
    char text[16];
    const bool is_off = hd__kernel_path(path, root, "/proc/sys/kernel/task_delayacct") &&
                        hd__kernel_line(path, text, sizeof text) && strcmp(text, "0") == 0;
    size_t count = is_off ? CPU_WAIT_COUNT : WAIT_COUNT;
    while (count > 0 && waits[count - 1].offset + sizeof(uint64_t) > length) {
        count--;
    }
    return count;
}

static int open_socket(void *state, const struct hd_rut_target *target)
{
    struct taskstats_state *tasks = state;
    const int descriptor = target->netlink == NULL ? hd__rut_netlink_socket() : target->netlink();
    if (descriptor < 0) {
        return errno;
    }
    struct taskstats first;
    size_t length = 0;
    int cause = hd__rut_netlink_open(&tasks->netlink, descriptor, TASKSTATS_GENL_NAME);
    if (cause == 0) {
        tasks->pid = (uint32_t)(target->pid == 0 ? (long)getpid() : target->pid);
        cause = ask(tasks, &first, &length);
    }
    if (cause == 0) {
        tasks->count = count_accounted(target->root, length);
        cause = update(tasks);
    }
    return cause;
}

static bool read_answer(void *state)
{
    return update(state) == 0;
}

static bool has_changed(const void *state)
{
    (void)state;
    return false;
}

static void describe(void *state, struct hd_rut_values *values)
{
    const struct taskstats_state *tasks = state;
    for (size_t i = 0; i < tasks->count; i++) {
        hd__rut_values_add(values, HD_STATS_INT64, waits[i].unit, "PROC_DELAY", waits[i].name, "");
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct taskstats_state *tasks = state;
    for (size_t i = 0; i < tasks->count; i++) {
        hd__rut_record_put_int(record, tasks->delta[i]);
    }
}

const struct hd_rut_source hd__rut_taskstats = {
    .name = "taskstats",
    .per_process = true,
    .create = create,
    .destroy = destroy,
    .open = open_socket,
    .read = read_answer,
    .has_changed = has_changed,
    .describe = describe,
    .emit = emit,
};

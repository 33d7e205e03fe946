/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RAPL's energy counters by the kernel's perf events: 64 bits wide, they don't wrap. Reading needs
 * CAP_PERFMON or kernel.perf_event_paranoid below 1. One counter per package and domain, on the
 * processors that `cpumask` names. */
#include "power_files.h"
#include "rapl_common.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <linux/perf_event.h>
#include <sampling/kernel_tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define FOLDER    "/sys/bus/event_source/devices/power"
#define MOST_CPUS 16

struct counter {
    int descriptor;
    double uj_per_unit;
    char label[HD_METER_LABEL_SIZE];
    bool in_total;
};

struct rapl {
    struct counter counters[HD_METER_CHANNELS];
    size_t count;
    unsigned cpus[MOST_CPUS];
    size_t cpu_count;
    uint64_t type;
    int cause; /* why the last counter could not be opened */
};

/* `0,18` or `0-1`. */
static void read_cpus(struct hd_meter *meter, struct rapl *rapl)
{
    char path[PATH_MAX];
    char line[128];
    if (!hd__kernel_path(path, meter->root, FOLDER "/cpumask") ||
        !hd__kernel_line(path, line, sizeof line)) {
        rapl->cpus[rapl->cpu_count++] = 0;
        return;
    }
    for (char *c = line; *c != '\0' && rapl->cpu_count < MOST_CPUS;) {
        char *end = NULL;
        const unsigned long first = strtoul(c, &end, 10);
        unsigned long last = first;
        if (end == c) {
            return;
        }
        if (*end == '-') {
            last = strtoul(end + 1, &end, 10);
        }
        for (unsigned long cpu = first; cpu <= last && rapl->cpu_count < MOST_CPUS; cpu++) {
            rapl->cpus[rapl->cpu_count++] = (unsigned)cpu;
        }
        c = *end == ',' ? end + 1 : end;
    }
}

static int open_event(const struct rapl *rapl, uint64_t config, unsigned cpu)
{
    struct perf_event_attr attributes;
    memset(&attributes, 0, sizeof attributes);
    attributes.size = sizeof attributes;
    attributes.type = (uint32_t)rapl->type;
    attributes.config = config;
    return (int)syscall(SYS_perf_event_open, &attributes, (pid_t)-1, (int)cpu, -1,
                        PERF_FLAG_FD_CLOEXEC);
}

/* The file of an event says `event=0x02`, `.scale` how many joules a unit has. */
static bool read_event(const struct hd_meter *meter, const char *entry, uint64_t *config,
                       double *uj_per_unit)
{
    char path[PATH_MAX];
    char line[80];
    const char *cursor = line;
    double joules = 0.0;
    if (!hd__kernel_path(path, meter->root, FOLDER "/events/%s", entry) ||
        !hd__kernel_line(path, line, sizeof line) || strncmp(line, "event=", 6) != 0) {
        return false;
    }
    *config = strtoull(line + 6, NULL, 16);
    if (!hd__kernel_path(path, meter->root, FOLDER "/events/%s.scale", entry) ||
        !hd__kernel_line(path, line, sizeof line) || !hd__read_real(&cursor, &joules)) {
        return false;
    }
    *uj_per_unit = joules * UJ_PER_J;
    return joules > 0;
}

static void add_event(struct hd_meter *meter, const char *entry)
{
    struct rapl *rapl = meter->state;
    const char *domain = entry + strlen("energy-");
    uint64_t config = 0;
    double uj_per_unit = 0.0;
    if (strchr(entry, '.') != NULL || !read_event(meter, entry, &config, &uj_per_unit)) {
        return;
    }
    for (size_t i = 0; i < rapl->cpu_count && rapl->count < HD_METER_CHANNELS; i++) {
        const int descriptor = open_event(rapl, config, rapl->cpus[i]);
        if (descriptor < 0) {
            rapl->cause = errno;
            continue;
        }
        struct counter *counter = &rapl->counters[rapl->count++];
        *counter =
            (struct counter){.descriptor = descriptor,
                             .uj_per_unit = uj_per_unit,
                             .in_total = strcmp(domain, "pkg") == 0 || strcmp(domain, "ram") == 0};
        (void)snprintf(counter->label, sizeof counter->label, "%.18s-%zu", domain, i);
    }
}

static bool open_events(struct hd_meter *meter)
{
    char path[PATH_MAX];
    struct rapl *rapl = calloc(1, sizeof *rapl);
    meter->state = rapl;
    if (rapl == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    hd__rapl_begin(meter, "perf");
    if (!hd__kernel_path(path, meter->root, FOLDER "/type") ||
        !hd__number_file_get(path, &rapl->type)) {
        return hd__meter_fail(meter, "the kernel has no " FOLDER);
    }
    read_cpus(meter, rapl);
    char *entries = hd__kernel_path(path, meter->root, FOLDER "/events")
                        ? hd__list_folder(path, "energy-")
                        : NULL;
    for (const char *entry = entries; entry != NULL && *entry != '\0'; entry += strlen(entry) + 1) {
        add_event(meter, entry);
    }
    free(entries);
    if (rapl->count > 0) {
        return true;
    }
    char words[64];
    if (rapl->cause == 0 || strerror_r(rapl->cause, words, sizeof words) != 0) {
        (void)snprintf(words, sizeof words, "it has no energy events");
    }
    return hd__meter_fail(meter, FOLDER ": %s%s", words,
                          rapl->cause == EACCES || rapl->cause == EPERM
                              ? " (kernel.perf_event_paranoid, CAP_PERFMON)"
                              : "");
}

static void describe(struct hd_meter *meter)
{
    const struct rapl *rapl = meter->state;
    for (size_t i = 0; i < rapl->count; i++) {
        hd__rapl_add(meter, rapl->counters[i].label, 0, rapl->counters[i].in_total);
    }
}

static enum hd_meter_result read_events(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    const struct rapl *rapl = meter->state;
    bool any = false;
    const int64_t before_ns = hd_clock_get_ns();
    for (size_t i = 0; i < rapl->count; i++) {
        uint64_t units = 0;
        sample->is_valid[i] =
            read(rapl->counters[i].descriptor, &units, sizeof units) == sizeof units;
        sample->numbers[i].uj = (uint64_t)((double)units * rapl->counters[i].uj_per_unit);
        any = any || sample->is_valid[i];
    }
    hd__meter_stamp(meter, sample, before_ns);
    return any ? HD_METER_SAMPLE : hd__meter_lose(meter, "its events cannot be read any more");
}

static void close_events(struct hd_meter *meter)
{
    struct rapl *rapl = meter->state;
    for (size_t i = 0; rapl != NULL && i < rapl->count; i++) {
        (void)close(rapl->counters[i].descriptor);
    }
    free(rapl);
    meter->state = NULL;
}

static bool probe(const char *root, char *found, size_t size)
{
    return hd__meter_probe(&hd__meter_rapl, root, "counters", found, size);
}

const struct hd_meter_driver hd__meter_rapl = {
    .name = "rapl",
    .about = "RAPL energy counters by perf events",
    HD_RAPL_DRIVER,
    .probe = probe,
    .open = open_events,
    .describe = describe,
    .read = read_events,
    .close = close_events,
};

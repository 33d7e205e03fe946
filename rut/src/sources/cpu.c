/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPU utilization, the ten kinds of CPU time, context switches and processes from /proc/stat.
 *
 * Utilization is 1 - (idle + iowait) / all, over the ticks of the interval (FORMATS B 4.1). Guest
 * time is left out of the sum because the kernel has it in user time too. When an interval is so
 * short that no tick fell into it, the previous value stands. */
#include "rut_devices.h"
#include "rut_source.h"
#include "rut_text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TICK_IDLE = 3, TICK_IOWAIT = 4, TICK_STEAL = 7, TICK_COUNT = 10 };

#define MS_PER_TICK 10U /* as Linux tells ticks to programs everywhere */

static const char *const tick_names[TICK_COUNT] = {
    "CPU_USER", "CPU_NICE",    "CPU_SYSTEM", "CPU_IDLE",  "CPU_IOWAIT",
    "CPU_IRQ",  "CPU_SOFTIRQ", "CPU_STEAL",  "CPU_GUEST", "CPU_GUEST_NICE",
};

/* Lines with one number. */
static const struct {
    const char *key;
    const char *name;
    bool grows;
} singles[] = {{"ctxt ", "CONTEXT_SWITCHES", true},
               {"processes ", "PROCESSES_CREATED", true},
               {"procs_running ", "PROCESSES_RUNNING", false},
               {"procs_blocked ", "PROCESSES_BLOCKED", false}};
enum { SINGLE_COUNT = sizeof singles / sizeof singles[0] };

struct cpu_state {
    struct hd_rut_devices cpus;    /* "cpu" is all of them, then "cpu0", ... */
    struct hd_rut_devices singles; /* each under its key */
};

static void *create(void)
{
    return calloc(1, sizeof(struct cpu_state));
}

static void destroy(void *state)
{
    struct cpu_state *cpu = state;
    hd__rut_devices_fini(&cpu->cpus);
    hd__rut_devices_fini(&cpu->singles);
    free(cpu);
}

static void update_share(struct hd_rut_device *cpu)
{
    uint64_t all = 0;
    for (int i = 0; i <= TICK_STEAL; i++) {
        all += cpu->delta[i];
    }
    if (all > 0) {
        const uint64_t idle = cpu->delta[TICK_IDLE] + cpu->delta[TICK_IOWAIT];
        cpu->share = 100.0 * (double)(all - idle) / (double)all;
    }
}

static bool parse_cpu(struct cpu_state *cpu, const char *line)
{
    size_t length = 0;
    const char *name = hd__rut_text_word(&line, &length);
    const struct hd_rut_line found = {name, length, line, TICK_IDLE + 1, TICK_COUNT};
    struct hd_rut_device *device = NULL;
    if (hd__rut_devices_take(&cpu->cpus, &found, &device) != HD_OK) {
        return false;
    }
    device->wanted = true;
    update_share(device);
    return true;
}

static void parse_single(struct cpu_state *cpu, const char *line)
{
    for (size_t i = 0; i < SINGLE_COUNT; i++) {
        if (!hd__rut_text_starts_with(line, singles[i].key)) {
            continue;
        }
        const size_t length = strlen(singles[i].key);
        const char *cursor = line + length;
        uint64_t number = 0;
        if (hd__rut_text_number(&cursor, &number)) {
            (void)hd__rut_devices_update(&cpu->singles, singles[i].key, length, &number, 1);
        }
    }
}

static bool parse_lines(struct cpu_state *cpu, const char *text)
{
    bool has_total = false;
    const char *line = text;
    do {
        if (hd__rut_text_starts_with(line, "cpu")) {
            if (!parse_cpu(cpu, line)) {
                return false;
            }
            has_total = true;
        } else {
            parse_single(cpu, line);
        }
    } while (hd__rut_text_next_line(&line));
    return has_total;
}

static bool parse(void *state, const char *text, size_t length)
{
    (void)length;
    struct cpu_state *cpu = state;
    hd__rut_devices_begin(&cpu->cpus);
    hd__rut_devices_begin(&cpu->singles);
    const bool usable = parse_lines(cpu, text);
    hd__rut_devices_end(&cpu->cpus);
    hd__rut_devices_end(&cpu->singles);
    return usable;
}

static bool has_changed(const void *state)
{
    const struct cpu_state *cpu = state;
    return hd__rut_devices_has_new(&cpu->cpus);
}

static void describe(void *state, struct hd_rut_values *values)
{
    struct cpu_state *cpu = state;
    hd__rut_devices_list(&cpu->cpus);
    for (size_t i = 0; i < cpu->cpus.count; i++) {
        const char *number = cpu->cpus.items[i].name + 3; /* after "cpu" */
        hd__rut_values_add(values, HD_STATS_FLOAT, "%", "CPU",
                           *number == '\0' ? "CPU_TOTAL" : "CPU_TOTAL_", number);
    }
    for (size_t i = 0; i < SINGLE_COUNT; i++) {
        hd__rut_values_add(values, HD_STATS_INT64, "#", "CPU", singles[i].name, "");
    }
    for (size_t i = 0; i < cpu->cpus.count; i++) {
        char suffix[HD_RUT_DEVICE_NAME_SIZE + 1];
        const char *number = cpu->cpus.items[i].name + 3;
        (void)snprintf(suffix, sizeof suffix, "%s%s", *number == '\0' ? "" : "_", number);
        for (size_t t = 0; t < TICK_COUNT; t++) {
            hd__rut_values_add(values, HD_STATS_INT64, "ms", "CPU_TIME", tick_names[t], suffix);
        }
    }
}

static const struct hd_rut_device *find_single(const struct cpu_state *cpu, const char *key)
{
    for (size_t i = 0; i < cpu->singles.count; i++) {
        if (strcmp(cpu->singles.items[i].name, key) == 0) {
            return &cpu->singles.items[i];
        }
    }
    return NULL;
}

static uint64_t single(const struct cpu_state *cpu, size_t index)
{
    const struct hd_rut_device *found = find_single(cpu, singles[index].key);
    return found == NULL ? 0 : singles[index].grows ? found->delta[0] : found->now[0];
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct cpu_state *cpu = state;
    for (size_t i = 0; i < cpu->cpus.count; i++) {
        if (cpu->cpus.items[i].listed) {
            hd__rut_record_put_real(record, cpu->cpus.items[i].share);
        }
    }
    for (size_t i = 0; i < SINGLE_COUNT; i++) {
        hd__rut_record_put_int(record, single(cpu, i));
    }
    for (size_t i = 0; i < cpu->cpus.count; i++) {
        for (size_t t = 0; cpu->cpus.items[i].listed && t < TICK_COUNT; t++) {
            hd__rut_record_put_int(record, MS_PER_TICK * cpu->cpus.items[i].delta[t]);
        }
    }
}

const struct hd_rut_source hd__rut_cpu = {
    .name = "cpu",
    .by_default = true,
    .path = "/proc/stat",
    .is_whole = true,
    .create = create,
    .destroy = destroy,
    .parse = parse,
    .has_changed = has_changed,
    .describe = describe,
    .emit = emit,
};

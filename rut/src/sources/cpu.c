/* SPDX-License-Identifier: GPL-3.0-or-later */
/* CPU utilization and context switches from /proc/stat.
 *
 * Utilization is 1 - (idle + iowait) / all, over the ticks of the interval (FORMATS B 4.1). Guest
 * time is left out of the sum because the kernel has it in user time too. When an interval is so
 * short that no tick fell into it, the previous value stands. */
#include "rut_devices.h"
#include "rut_source.h"
#include "rut_text.h"

#include <stdlib.h>

enum { TICK_IDLE = 3, TICK_IOWAIT = 4, TICK_STEAL = 7, TICK_COUNT = 10 };

struct cpu_state {
    struct hd_rut_devices cpus;     /* "cpu" is all of them, then "cpu0", ... */
    struct hd_rut_devices switches; /* one, "ctxt" */
};

static void *create(void)
{
    return calloc(1, sizeof(struct cpu_state));
}

static void destroy(void *state)
{
    struct cpu_state *cpu = state;
    hd__rut_devices_fini(&cpu->cpus);
    hd__rut_devices_fini(&cpu->switches);
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
    uint64_t ticks[TICK_COUNT];
    size_t length = 0;
    const char *name = hd__rut_text_word(&line, &length);
    const size_t count = hd__rut_text_numbers(&line, ticks, TICK_COUNT);
    if (count <= TICK_IDLE) {
        return false;
    }
    struct hd_rut_device *device = hd__rut_devices_update(&cpu->cpus, name, length, ticks, count);
    if (device == NULL) {
        return false;
    }
    device->wanted = true;
    update_share(device);
    return true;
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
        } else if (hd__rut_text_starts_with(line, "ctxt ")) {
            const char *cursor = line + 5;
            uint64_t count = 0;
            if (hd__rut_text_number(&cursor, &count)) {
                (void)hd__rut_devices_update(&cpu->switches, "ctxt", 4, &count, 1);
            }
        }
    } while (hd__rut_text_next_line(&line));
    return has_total;
}

static bool parse(void *state, const char *text, size_t length)
{
    (void)length;
    struct cpu_state *cpu = state;
    hd__rut_devices_begin(&cpu->cpus);
    hd__rut_devices_begin(&cpu->switches);
    const bool usable = parse_lines(cpu, text);
    hd__rut_devices_end(&cpu->cpus);
    hd__rut_devices_end(&cpu->switches);
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
    hd__rut_values_add(values, HD_STATS_INT64, "#", "CPU", "CONTEXT_SWITCHES", "");
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct cpu_state *cpu = state;
    for (size_t i = 0; i < cpu->cpus.count; i++) {
        if (cpu->cpus.items[i].listed) {
            hd__rut_record_put_real(record, cpu->cpus.items[i].share);
        }
    }
    hd__rut_record_put_int(record, cpu->switches.count > 0 ? cpu->switches.items[0].delta[0] : 0);
}

const struct hd_rut_source hd__rut_cpu = {
    .name = "cpu",
    .path = "/proc/stat",
    .create = create,
    .destroy = destroy,
    .parse = parse,
    .has_changed = has_changed,
    .describe = describe,
    .emit = emit,
};

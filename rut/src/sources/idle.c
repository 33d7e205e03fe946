/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Idle states of each CPU: the share of the interval spent in state j of CPU i (CPU_IDLE_i_Cj, as
 * FORMATS B 4.1), the time itself, and how often the state was entered. A CPU that comes or goes
 * shows in the list of those that are online. */
#include "rut_keyed.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <errno.h>
#include <stdio.h>

static const struct hd_rut_layout residency = {
    .grouping = "CPU_IDLE", .count = 1, .fields = {{"", "", 0, "CPU_IDLE_TIME_", "us", 1, true}}};
static const struct hd_rut_layout usage = {
    .grouping = "CPU_IDLE_COUNT",
    .count = 1,
    .fields = {{"", "", 0, "CPU_IDLE_COUNT_", "#", 1, true}}};

static int add_state(struct hd_rut_keyed *keyed, unsigned cpu, unsigned state)
{
    char path[96];
    char device[32];
    (void)snprintf(device, sizeof device, "%u_C%u", cpu, state);
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/cpuidle/state%u/time", cpu,
                   state);
    const int cause = hd__rut_keyed_add(keyed, path, device, &residency);
    if (cause != 0) {
        return cause;
    }
    (void)snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%u/cpuidle/state%u/usage", cpu,
                   state);
    return hd__rut_keyed_add(keyed, path, device, &usage);
}

static int add_cpu(struct hd_rut_keyed *keyed, unsigned cpu)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers states = {0};
    int cause = hd__kernel_path(folder, keyed->root, "/sys/devices/system/cpu/cpu%u/cpuidle", cpu)
                    ? hd__kernel_numbers(folder, "state", "", &states)
                    : ENAMETOOLONG;
    for (size_t i = 0; cause == 0 && i < states.count; i++) {
        cause = add_state(keyed, cpu, states.items[i]);
    }
    hd__kernel_numbers_free(&states);
    return cause;
}

static int add_cpus(struct hd_rut_keyed *keyed)
{
    (void)hd__rut_keyed_watch(keyed, "/sys/devices/system/cpu/online");
    char folder[PATH_MAX];
    struct hd_kernel_numbers cpus = {0};
    int cause = hd__kernel_path(folder, keyed->root, "/sys/devices/system/cpu")
                    ? hd__kernel_numbers(folder, "cpu", "", &cpus)
                    : ENAMETOOLONG;
    for (size_t i = 0; i < cpus.count; i++) {
        const int added = add_cpu(keyed, cpus.items[i]);
        cause = added != 0 ? added : cause;
    }
    hd__kernel_numbers_free(&cpus);
    return hd__rut_keyed_result(keyed, cause == 0 ? ENOENT : cause);
}

static int open_files(void *state, const struct hd_rut_target *target)
{
    const int cause = hd__rut_keyed_begin(state, target->root);
    return cause != 0 ? cause : add_cpus(state);
}

static void describe(void *state, struct hd_rut_values *values)
{
    struct hd_rut_keyed *keyed = state;
    if (keyed->has_changed) {
        hd__rut_keyed_clear(keyed);
        (void)add_cpus(keyed);
    }
    hd__rut_keyed_describe(state, values);
    for (size_t i = 0; i < keyed->count; i++) {
        if (keyed->places[i].layout == &residency) {
            hd__rut_values_add(values, HD_STATS_FLOAT, "%", "CPU_IDLE", "CPU_IDLE_",
                               keyed->places[i].device);
        }
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct hd_rut_keyed *keyed = state;
    const double elapsed_us = (double)record->elapsed_ns / 1000.0;
    hd__rut_keyed_emit(state, record);
    for (size_t i = 0; i < keyed->count; i++) {
        if (keyed->places[i].layout == &residency) {
            const double us = (double)keyed->places[i].delta[0];
            hd__rut_record_put_real(record, elapsed_us > 0 ? 100.0 * us / elapsed_us : 0.0);
        }
    }
}

const struct hd_rut_source hd__rut_idle = {
    .name = "idle",
    .by_default = true,
    .open = open_files,
    HD_RUT_KEYED_STATE,
    .describe = describe,
    .emit = emit,
};

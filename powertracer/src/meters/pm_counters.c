/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cray and HPE pm_counters: a blade controller writes power and energy of node, processors, memory
 * and accelerators some ten times a second, `freshness` counts the renewals. What is read while
 * that counter moves may be of two renewals, so it is read again. */
#include "power_files.h"

#include <sampling/kernel_tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER       "/sys/cray/pm_counters"
#define SCAN_HZ      10
#define TRIES        5
#define PATIENCE_NS  (10 * (int64_t)NS_PER_S)
#define MOST_SCAN_HZ 1000

struct pm_counters {
    struct hd_number_files files;
    char labels[HD_METER_CHANNELS][HD_METER_LABEL_SIZE];
    bool is_energy[HD_METER_CHANNELS];
    char freshness[PATH_MAX];
};

static bool ends_with(const char *text, const char *end)
{
    const size_t length = strlen(text);
    const size_t tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* `power` and `energy` are the node's; `cpu_power`, `accel0_energy` and so on are of its parts.
 * Power caps are settings, no measurements. */
static void add_file(struct hd_meter *meter, const char *entry)
{
    struct pm_counters *state = meter->state;
    const bool is_energy = ends_with(entry, "energy");
    char path[128];
    if (!is_energy && !ends_with(entry, "power")) {
        return;
    }
    (void)snprintf(path, sizeof path, FOLDER "/%.60s", entry);
    const size_t slot = state->files.count;
    if (!hd__number_files_add(&state->files, meter, path, is_energy ? UJ_PER_J : 1.0)) {
        return;
    }
    const size_t length = strlen(entry) - (is_energy ? 6 : 5);
    (void)snprintf(state->labels[slot], sizeof state->labels[slot], "%.*s",
                   length > 0 ? (int)length - 1 : 0, entry);
    state->is_energy[slot] = is_energy;
}

static bool open_files(struct hd_meter *meter)
{
    char path[PATH_MAX];
    uint64_t scan_hz = SCAN_HZ;
    struct pm_counters *state = calloc(1, sizeof *state);
    meter->state = state;
    if (state == NULL || !hd__kernel_path(state->freshness, meter->root, FOLDER "/freshness") ||
        !hd__kernel_path(path, meter->root, FOLDER)) {
        return hd__meter_fail(meter, "out of memory");
    }
    char *entries = hd__list_folder(path, "");
    for (const char *entry = entries; entry != NULL && *entry != '\0'; entry += strlen(entry) + 1) {
        add_file(meter, entry);
    }
    free(entries);
    if (hd__kernel_path(path, meter->root, FOLDER "/raw_scan_hz")) {
        (void)hd__number_file_get(path, &scan_hz);
    }
    scan_hz = scan_hz < 1 || scan_hz > MOST_SCAN_HZ ? SCAN_HZ : scan_hz;
    meter->window_ns = NS_PER_S / (int64_t)scan_hz;
    meter->bias_ns = meter->window_ns / 2;
    (void)snprintf(meter->identity, sizeof meter->identity, "pm_counters");
    return state->files.count > 0 ||
           (meter->fault[0] != '\0' ? false : hd__meter_fail(meter, "there is no " FOLDER " here"));
}

static void describe(struct hd_meter *meter)
{
    const struct pm_counters *state = meter->state;
    for (size_t i = 0; i < state->files.count; i++) {
        struct hd_meter_channel *channel = hd__meter_add(
            meter, state->is_energy[i] ? HD_METER_ENERGY : HD_METER_POWER, "%s", state->labels[i]);
        channel->patience_ns = PATIENCE_NS; /* whole joules, of idle parts not many */
    }
}

static enum hd_meter_result read_files(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct pm_counters *state = meter->state;
    enum hd_meter_result result = HD_METER_LOST;
    for (int i = 0; i < TRIES; i++) {
        uint64_t before = 0;
        uint64_t after = 0;
        const bool has_freshness = hd__number_file_get(state->freshness, &before);
        result = hd__number_files_read(&state->files, meter, sample);
        if (result != HD_METER_SAMPLE || !has_freshness ||
            (hd__number_file_get(state->freshness, &after) && after == before)) {
            break;
        }
    }
    return result;
}

static void close_files(struct hd_meter *meter)
{
    struct pm_counters *state = meter->state;
    if (state != NULL) {
        hd__number_files_close(&state->files);
    }
    free(state);
    meter->state = NULL;
}

static bool probe(const char *root, char *found, size_t size)
{
    return hd__meter_probe(&hd__meter_pm_counters, root, "counters", found, size);
}

static const struct hd_meter_key keys[] = {{NULL, false, false, 0, 0}};

const struct hd_meter_driver hd__meter_pm_counters = {
    .name = "pm_counters",
    .about = "power and energy counters of Cray and HPE blades",
    .keys = keys,
    .cycle_ms = 100,
    .least_cycle_ms = 10,
    .most_cycle_ms = 60000,
    .is_local = true,
    .probe = probe,
    .open = open_files,
    .describe = describe,
    .read = read_files,
    .close = close_files,
};

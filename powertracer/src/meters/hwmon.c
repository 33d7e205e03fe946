/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sensors of chips below /sys/class/hwmon that tell power or energy: the ACPI power meter, INA2xx,
 * amdgpu, boards of accelerators. Voltages and currents are taken of chips that have a power or a
 * current: of others they are those of a main board's supply lines. `chip=` chooses by name. */
#include "power_files.h"

#include <sampling/kernel_tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER "/sys/class/hwmon"

/* What a file's beginning and end stand for. Of two for the same sensor the first is used. */
static const struct kind {
    const char *prefix;
    const char *suffix;
    enum hd_meter_quantity quantity;
    double factor;
} kinds[] = {
    {"energy", "_input", HD_METER_ENERGY, 1.0},  {"power", "_input", HD_METER_POWER, 1e-6},
    {"power", "_average", HD_METER_POWER, 1e-6}, {"curr", "_input", HD_METER_CURRENT, 1e-3},
    {"in", "_input", HD_METER_VOLTAGE, 1e-3},
};
enum { KIND_COUNT = sizeof kinds / sizeof kinds[0], FIRST_MINOR = 4 };

struct sensor {
    char label[HD_METER_LABEL_SIZE];
    enum hd_meter_quantity quantity;
};

struct hwmon {
    struct hd_number_files files;
    struct sensor sensors[HD_METER_CHANNELS];
};

static bool has_sensor(const struct hwmon *hwmon, const char *label,
                       enum hd_meter_quantity quantity)
{
    for (size_t i = 0; i < hwmon->files.count; i++) {
        if (hwmon->sensors[i].quantity == quantity && strcmp(hwmon->sensors[i].label, label) == 0) {
            return true;
        }
    }
    return false;
}

static void note_window(struct hd_meter *meter, unsigned chip, unsigned number)
{
    char path[PATH_MAX];
    uint64_t interval_ms = 0;
    if (hd__kernel_path(path, meter->root, FOLDER "/hwmon%u/power%u_average_interval", chip,
                        number) &&
        hd__number_file_get(path, &interval_ms) && interval_ms < 1000000) {
        meter->window_ns = (int64_t)interval_ms * NS_PER_MS;
    }
}

/* `chip0:label`: labels repeat from chip to chip, and chips of a kind have the same name. */
static void add_sensor(struct hd_meter *meter, const struct kind *kind, const char *name,
                       unsigned chip, unsigned number)
{
    struct hwmon *hwmon = meter->state;
    char path[PATH_MAX];
    char words[24];
    char label[HD_METER_LABEL_SIZE];
    if (!hd__kernel_path(path, meter->root, FOLDER "/hwmon%u/%s%u_label", chip, kind->prefix,
                         number) ||
        !hd__kernel_line(path, words, sizeof words)) {
        (void)snprintf(words, sizeof words, "%u", number);
    }
    (void)snprintf(label, sizeof label, "%.14s%u:%.20s", name, chip, words);
    (void)snprintf(path, sizeof path, FOLDER "/hwmon%u/%s%u%s", chip, kind->prefix, number,
                   kind->suffix);
    if (has_sensor(hwmon, label, kind->quantity) ||
        !hd__number_files_add(&hwmon->files, meter, path, kind->factor)) {
        return;
    }
    struct sensor *sensor = &hwmon->sensors[hwmon->files.count - 1];
    memcpy(sensor->label, label, sizeof label);
    sensor->quantity = kind->quantity;
    if (strcmp(kind->suffix, "_average") == 0) {
        note_window(meter, chip, number);
    }
}

static void add_chip(struct hd_meter *meter, unsigned chip)
{
    const struct hwmon *hwmon = meter->state;
    const size_t before = hwmon->files.count;
    const char *wanted = hd__meter_text(meter, "chip", NULL);
    char folder[PATH_MAX];
    char path[PATH_MAX];
    char name[24];
    if (!hd__kernel_path(folder, meter->root, FOLDER "/hwmon%u", chip) ||
        !hd__kernel_path(path, meter->root, FOLDER "/hwmon%u/name", chip)) {
        return;
    }
    if (!hd__kernel_line(path, name, sizeof name)) {
        (void)snprintf(name, sizeof name, "hwmon");
    }
    if (wanted != NULL && strcmp(wanted, name) != 0) {
        return;
    }
    for (size_t k = 0; k < KIND_COUNT; k++) {
        struct hd_kernel_numbers numbers = {0};
        if (k == FIRST_MINOR && hwmon->files.count == before) {
            return;
        }
        if (hd__kernel_numbers(folder, kinds[k].prefix, kinds[k].suffix, &numbers) == 0) {
            for (size_t i = 0; i < numbers.count; i++) {
                add_sensor(meter, &kinds[k], name, chip, numbers.items[i]);
            }
        }
        hd__kernel_numbers_free(&numbers);
    }
}

static bool open_chips(struct hd_meter *meter)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers chips = {0};
    struct hwmon *hwmon = calloc(1, sizeof *hwmon);
    meter->state = hwmon;
    if (hwmon == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    (void)snprintf(meter->identity, sizeof meter->identity, "hwmon");
    if (hd__kernel_path(folder, meter->root, FOLDER) &&
        hd__kernel_numbers(folder, "hwmon", "", &chips) == 0) {
        for (size_t i = 0; i < chips.count; i++) {
            add_chip(meter, chips.items[i]);
        }
    }
    hd__kernel_numbers_free(&chips);
    meter->bias_ns = meter->window_ns / 2;
    return hwmon->files.count > 0 ||
           (meter->fault[0] != '\0'
                ? false
                : hd__meter_fail(meter, "no chip in " FOLDER " measures power"));
}

static void describe(struct hd_meter *meter)
{
    const struct hwmon *hwmon = meter->state;
    for (size_t i = 0; i < hwmon->files.count; i++) {
        (void)hd__meter_add(meter, hwmon->sensors[i].quantity, "%s", hwmon->sensors[i].label);
    }
}

static enum hd_meter_result read_chips(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct hwmon *hwmon = meter->state;
    return hd__number_files_read(&hwmon->files, meter, sample);
}

static void close_chips(struct hd_meter *meter)
{
    struct hwmon *hwmon = meter->state;
    if (hwmon != NULL) {
        hd__number_files_close(&hwmon->files);
    }
    free(hwmon);
    meter->state = NULL;
}

static bool probe(const char *root, char *found, size_t size)
{
    return hd__meter_probe(&hd__meter_hwmon, root, "sensors", found, size);
}

static const struct hd_meter_key keys[] = {{"chip", false, false, 0, 0},
                                           {NULL, false, false, 0, 0}};

const struct hd_meter_driver hd__meter_hwmon = {
    .name = "hwmon",
    .about = "power and energy sensors below /sys/class/hwmon",
    .keys = keys,
    .cycle_ms = 1000,
    .least_cycle_ms = 10,
    .most_cycle_ms = 60000,
    .is_local = true,
    .probe = probe,
    .open = open_chips,
    .describe = describe,
    .read = read_chips,
    .close = close_chips,
};

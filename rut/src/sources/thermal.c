/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Temperatures and fans of the chips below /sys/class/hwmon, in thousandths of a degree Celsius and
 * turns per minute. A machine without such chips may have zones in /sys/class/thermal. */
#include "rut_keyed.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <errno.h>
#include <stdio.h>

static const struct hd_rut_layout temperature = {
    .grouping = "THERMAL", .count = 1, .fields = {{"", "", 0, "TEMP_", "mC", 1, false}}};
static const struct hd_rut_layout fan = {
    .grouping = "FAN", .count = 1, .fields = {{"", "", 0, "FAN_", "rpm", 1, false}}};

struct search {
    struct hd_rut_keyed *keyed;
    int cause; /* of the last that could not be added */
};

static void add(struct search *search, const char *path, const char *device,
                const struct hd_rut_layout *layout)
{
    const int cause = hd__rut_keyed_add(search->keyed, path, device, layout);
    search->cause = cause != 0 ? cause : search->cause;
}

/* `CHIPn:LABEL`: labels repeat from chip to chip, and chips of a kind have the same name. */
static void add_sensor(struct search *search, unsigned chip, const char *kind, unsigned number,
                       const struct hd_rut_layout *layout)
{
    char path[PATH_MAX];
    char name[32];
    char label[32];
    if (!hd__kernel_path(path, search->keyed->root, "/sys/class/hwmon/hwmon%u/name", chip) ||
        !hd__kernel_line(path, name, sizeof name)) {
        (void)snprintf(name, sizeof name, "hwmon");
    }
    if (!hd__kernel_path(path, search->keyed->root, "/sys/class/hwmon/hwmon%u/%s%u_label", chip,
                         kind, number) ||
        !hd__kernel_line(path, label, sizeof label)) {
        (void)snprintf(label, sizeof label, "%s%u", kind, number);
    }
    char device[96];
    (void)snprintf(device, sizeof device, "%s%u:%s", name, chip, label);
    (void)hd__kernel_path(path, "", "/sys/class/hwmon/hwmon%u/%s%u_input", chip, kind, number);
    add(search, path, device, layout);
}

static void add_sensors(struct search *search, unsigned chip, const char *kind,
                        const struct hd_rut_layout *layout)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers sensors = {0};
    if (hd__kernel_path(folder, search->keyed->root, "/sys/class/hwmon/hwmon%u", chip) &&
        hd__kernel_numbers(folder, kind, "_input", &sensors) == 0) {
        for (size_t i = 0; i < sensors.count; i++) {
            add_sensor(search, chip, kind, sensors.items[i], layout);
        }
    }
    hd__kernel_numbers_free(&sensors);
}

static void add_chips(struct search *search)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers chips = {0};
    if (hd__kernel_path(folder, search->keyed->root, "/sys/class/hwmon") &&
        hd__kernel_numbers(folder, "hwmon", "", &chips) == 0) {
        for (size_t i = 0; i < chips.count; i++) {
            add_sensors(search, chips.items[i], "temp", &temperature);
            add_sensors(search, chips.items[i], "fan", &fan);
        }
    }
    hd__kernel_numbers_free(&chips);
}

static void add_zone(struct search *search, unsigned zone)
{
    char path[PATH_MAX];
    char type[40];
    if (!hd__kernel_path(path, search->keyed->root, "/sys/class/thermal/thermal_zone%u/type",
                         zone) ||
        !hd__kernel_line(path, type, sizeof type)) {
        (void)snprintf(type, sizeof type, "zone");
    }
    char device[64];
    (void)snprintf(device, sizeof device, "%s%u", type, zone);
    (void)hd__kernel_path(path, "", "/sys/class/thermal/thermal_zone%u/temp", zone);
    add(search, path, device, &temperature);
}

static void add_zones(struct search *search)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers zones = {0};
    if (hd__kernel_path(folder, search->keyed->root, "/sys/class/thermal") &&
        hd__kernel_numbers(folder, "thermal_zone", "", &zones) == 0) {
        for (size_t i = 0; i < zones.count; i++) {
            add_zone(search, zones.items[i]);
        }
    }
    hd__kernel_numbers_free(&zones);
}

static int open_files(void *state, const struct hd_rut_target *target)
{
    const int cause = hd__rut_keyed_begin(state, target->root);
    if (cause != 0) {
        return cause;
    }
    struct search search = {state, ENOENT};
    add_chips(&search);
    if (search.keyed->count == 0) {
        add_zones(&search);
    }
    return hd__rut_keyed_result(state, search.cause);
}

const struct hd_rut_source hd__rut_thermal = {
    .name = "thermal",
    .open = open_files,
    HD_RUT_KEYED_FUNCTIONS,
};

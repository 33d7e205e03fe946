/* SPDX-License-Identifier: GPL-3.0-or-later */
/* RAPL's energy counters by the kernel's powercap tree: packages, their DRAM, cores and graphics.
 * Registers are renewed about once in a millisecond and wrap after 65 or 262 kJ. Since Linux 5.10
 * only root may read them. The zones of intel-rapl-mmio repeat those of intel-rapl. */
#include "power_files.h"
#include "rapl_common.h"

#include <sampling/kernel_tree.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FOLDER         "/sys/class/powercap"
#define ZONE_NAME_SIZE 24

struct zone {
    char label[HD_METER_LABEL_SIZE];
    uint64_t range_uj;
    bool in_total;
};

struct powercap {
    struct hd_number_files files;
    struct zone zones[HD_METER_CHANNELS];
};

static bool read_name(const struct hd_meter *meter, const char *zone, char name[ZONE_NAME_SIZE])
{
    char path[PATH_MAX];
    return hd__kernel_path(path, meter->root, FOLDER "/%s/name", zone) &&
           hd__kernel_line(path, name, ZONE_NAME_SIZE);
}

/* `package-0`, and `package-0:dram` for a zone within it. DRAM isn't counted in its package, cores
 * and graphics are. `psys`, the platform, is a sum of all and more, but often not to be relied on.
 */
static void add_zone(struct hd_meter *meter, const char *entry)
{
    struct powercap *powercap = meter->state;
    struct zone *zone = &powercap->zones[powercap->files.count];
    char name[ZONE_NAME_SIZE] = "";
    char outer[ZONE_NAME_SIZE] = "";
    char path[PATH_MAX];
    const char *inner = strchr(entry + strlen("intel-rapl:"), ':');
    if (!read_name(meter, entry, name)) {
        return;
    }
    if (inner != NULL) {
        char parent[ZONE_NAME_SIZE];
        (void)snprintf(parent, sizeof parent, "%.*s", (int)(inner - entry), entry);
        (void)read_name(meter, parent, outer);
    }
    (void)snprintf(path, sizeof path, FOLDER "/%.200s/energy_uj", entry);
    if (!hd__number_files_add(&powercap->files, meter, path, 1.0)) {
        return;
    }
    (void)snprintf(zone->label, sizeof zone->label, "%.15s%s%.23s", outer, inner == NULL ? "" : ":",
                   name);
    zone->in_total = inner == NULL ? strncmp(name, "package", 7) == 0 : strcmp(name, "dram") == 0;
    zone->range_uj = 0;
    if (hd__kernel_path(path, meter->root, FOLDER "/%s/max_energy_range_uj", entry)) {
        (void)hd__number_file_get(path, &zone->range_uj);
    }
}

static bool open_zones(struct hd_meter *meter)
{
    char folder[PATH_MAX];
    struct powercap *powercap = calloc(1, sizeof *powercap);
    meter->state = powercap;
    if (powercap == NULL || !hd__kernel_path(folder, meter->root, FOLDER)) {
        return hd__meter_fail(meter, "out of memory");
    }
    hd__rapl_begin(meter, "powercap");
    char *entries = hd__list_folder(folder, "intel-rapl:");
    for (const char *entry = entries; entry != NULL && *entry != '\0'; entry += strlen(entry) + 1) {
        add_zone(meter, entry);
    }
    free(entries);
    return powercap->files.count > 0 ||
           (meter->fault[0] != '\0' ? false
                                    : hd__meter_fail(meter, "there is no RAPL zone in " FOLDER));
}

static void describe(struct hd_meter *meter)
{
    const struct powercap *powercap = meter->state;
    for (size_t i = 0; i < powercap->files.count; i++) {
        const struct zone *zone = &powercap->zones[i];
        hd__rapl_add(meter, zone->label, zone->range_uj, zone->in_total);
    }
}

static enum hd_meter_result read_zones(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    struct powercap *powercap = meter->state;
    return hd__number_files_read(&powercap->files, meter, sample);
}

static void close_zones(struct hd_meter *meter)
{
    struct powercap *powercap = meter->state;
    if (powercap != NULL) {
        hd__number_files_close(&powercap->files);
    }
    free(powercap);
    meter->state = NULL;
}

static bool probe(const char *root, char *found, size_t size)
{
    char folder[PATH_MAX];
    size_t zones = 0;
    char *entries =
        hd__kernel_path(folder, root, FOLDER) ? hd__list_folder(folder, "intel-rapl:") : NULL;
    for (const char *entry = entries; entry != NULL && *entry != '\0'; entry += strlen(entry) + 1) {
        zones++;
    }
    free(entries);
    (void)snprintf(found, size, "%zu zones", zones);
    return zones > 0;
}

const struct hd_meter_driver hd__meter_powercap = {
    .name = "powercap",
    .about = "RAPL energy counters by /sys/class/powercap",
    HD_RAPL_DRIVER,
    .probe = probe,
    .open = open_zones,
    .describe = describe,
    .read = read_zones,
    .close = close_zones,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphics processors by their makers' libraries, and AMD's by the files of their driver where
 * there is no library. Nothing is loaded unless this source is asked for. */
#include "rut_gpu.h"
#include "rut_keyed.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    const char *unit;
} values_of_device[HD_RUT_GPU_VALUES] = {
    {"GPU_BUSY_", "%"},   {"GPU_MEM_BUSY_", "%"}, {"GPU_MEM_USED_", "B"},
    {"GPU_POWER_", "mW"}, {"GPU_CLOCK_", "MHz"},  {"GPU_TEMP_", "C"},
};

static const struct hd_rut_layout amd_busy = {
    .grouping = "GPU", .count = 1, .fields = {{"", "", 0, "GPU_BUSY_", "%", 1, false}}};
static const struct hd_rut_layout amd_memory = {
    .grouping = "GPU", .count = 1, .fields = {{"", "", 0, "GPU_MEM_USED_", "B", 1, false}}};

static const struct hd_rut_gpu_library *const libraries[] = {&hd__rut_nvml, &hd__rut_rocm,
                                                             &hd__rut_level_zero};
enum { LIBRARY_COUNT = sizeof libraries / sizeof libraries[0], ROCM = 1 };

struct loaded {
    void *state; /* NULL: not here */
    size_t count;
    uint64_t numbers[HD_RUT_GPU_DEVICES][HD_RUT_GPU_VALUES];
};

struct gpu_state {
    struct hd_rut_keyed *amd;
    struct loaded loaded[LIBRARY_COUNT];
};

static void *create(void)
{
    struct gpu_state *gpu = calloc(1, sizeof *gpu);
    if (gpu == NULL) {
        return NULL;
    }
    gpu->amd = hd__rut_keyed_create();
    if (gpu->amd == NULL) {
        free(gpu);
        return NULL;
    }
    return gpu;
}

static void destroy(void *state)
{
    struct gpu_state *gpu = state;
    for (size_t l = 0; l < LIBRARY_COUNT; l++) {
        if (gpu->loaded[l].state != NULL) {
            libraries[l]->close(gpu->loaded[l].state);
        }
    }
    hd__rut_keyed_destroy(gpu->amd);
    free(gpu);
}

static bool read_all(void *state)
{
    struct gpu_state *gpu = state;
    bool any = gpu->amd->count > 0 && hd__rut_keyed_read(gpu->amd);
    for (size_t l = 0; l < LIBRARY_COUNT; l++) {
        struct loaded *loaded = &gpu->loaded[l];
        for (size_t i = 0; i < loaded->count; i++) {
            any = libraries[l]->read(loaded->state, i, loaded->numbers[i]) || any;
        }
    }
    return any;
}

static void add_amd(struct hd_rut_keyed *keyed)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers cards = {0};
    if (!hd__kernel_path(folder, keyed->root, "/sys/class/drm") ||
        hd__kernel_numbers(folder, "card", "", &cards) != 0) {
        return;
    }
    for (size_t i = 0; i < cards.count; i++) {
        char path[80];
        char device[24];
        (void)snprintf(device, sizeof device, "card%u", cards.items[i]);
        (void)snprintf(path, sizeof path, "/sys/class/drm/%s/device/gpu_busy_percent", device);
        (void)hd__rut_keyed_add(keyed, path, device, &amd_busy);
        (void)snprintf(path, sizeof path, "/sys/class/drm/%s/device/mem_info_vram_used", device);
        (void)hd__rut_keyed_add(keyed, path, device, &amd_memory);
    }
    hd__kernel_numbers_free(&cards);
}

static int open_devices(void *state, const struct hd_rut_target *target)
{
    struct gpu_state *gpu = state;
    const int cause = hd__rut_keyed_begin(gpu->amd, target->root);
    if (cause != 0) {
        return cause;
    }
    for (size_t l = 0; l < LIBRARY_COUNT; l++) {
        gpu->loaded[l].state = libraries[l]->open(&gpu->loaded[l].count);
    }
    if (gpu->loaded[ROCM].state == NULL) {
        add_amd(gpu->amd);
    }
    return read_all(gpu) ? 0 : ENODEV;
}

static bool has_changed(const void *state)
{
    (void)state;
    return false;
}

static void describe(void *state, struct hd_rut_values *values)
{
    struct gpu_state *gpu = state;
    hd__rut_keyed_describe(gpu->amd, values);
    for (size_t l = 0; l < LIBRARY_COUNT; l++) {
        for (size_t i = 0; i < gpu->loaded[l].count; i++) {
            char device[32];
            (void)snprintf(device, sizeof device, "%s%zu", libraries[l]->prefix, i);
            for (size_t v = 0; v < HD_RUT_GPU_VALUES; v++) {
                if ((libraries[l]->told >> v & 1) != 0) {
                    hd__rut_values_add(values, HD_STATS_INT64, values_of_device[v].unit, "GPU",
                                       values_of_device[v].name, device);
                }
            }
        }
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct gpu_state *gpu = state;
    hd__rut_keyed_emit(gpu->amd, record);
    for (size_t l = 0; l < LIBRARY_COUNT; l++) {
        for (size_t i = 0; i < gpu->loaded[l].count; i++) {
            for (size_t v = 0; v < HD_RUT_GPU_VALUES; v++) {
                if ((libraries[l]->told >> v & 1) != 0) {
                    hd__rut_record_put_int(record, gpu->loaded[l].numbers[i][v]);
                }
            }
        }
    }
}

const struct hd_rut_source hd__rut_gpu = {
    .name = "gpu",
    .create = create,
    .destroy = destroy,
    .open = open_devices,
    .read = read_all,
    .has_changed = has_changed,
    .describe = describe,
    .emit = emit,
};

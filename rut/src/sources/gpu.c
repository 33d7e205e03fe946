/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphics processors: NVIDIA's through its management library, which is loaded when it is there,
 * and AMD's by the files of their driver. Nothing is loaded unless this source is asked for. */
#include "rut_keyed.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEVICES = 32 };
enum { GPU_BUSY, GPU_MEM_BUSY, GPU_MEM_USED, GPU_POWER, GPU_CLOCK, GPU_TEMP, GPU_COUNT };

static const struct {
    const char *name;
    const char *unit;
} values_of_device[GPU_COUNT] = {
    {"GPU_BUSY_", "%"},   {"GPU_MEM_BUSY_", "%"}, {"GPU_MEM_USED_", "B"},
    {"GPU_POWER_", "mW"}, {"GPU_CLOCK_", "MHz"},  {"GPU_TEMP_", "C"},
};

static const struct hd_rut_layout amd_busy = {
    .grouping = "GPU", .count = 1, .fields = {{"", "", 0, "GPU_BUSY_", "%", 1, false}}};
static const struct hd_rut_layout amd_memory = {
    .grouping = "GPU", .count = 1, .fields = {{"", "", 0, "GPU_MEM_USED_", "B", 1, false}}};

/* The part of the library's interface that is used; 0 is success everywhere. */
struct nvml {
    void *library;
    int (*init)(void);
    int (*shutdown)(void);
    int (*get_count)(unsigned *);
    int (*get_handle)(unsigned, void **);
    int (*get_utilization)(void *, unsigned[2]);
    int (*get_memory)(void *, unsigned long long[3]);
    int (*get_power)(void *, unsigned *);
    int (*get_clock)(void *, int, unsigned *);
    int (*get_temperature)(void *, int, unsigned *);
};

struct gpu_state {
    struct hd_rut_keyed *amd;
    struct nvml nvml;
    void *devices[MOST_DEVICES];
    size_t count;
    uint64_t numbers[MOST_DEVICES][GPU_COUNT];
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

static void unload(struct nvml *nvml)
{
    if (nvml->library != NULL) {
        (void)dlclose(nvml->library);
    }
    *nvml = (struct nvml){0};
}

static void destroy(void *state)
{
    struct gpu_state *gpu = state;
    if (gpu->nvml.library != NULL) {
        (void)gpu->nvml.shutdown();
    }
    unload(&gpu->nvml);
    hd__rut_keyed_destroy(gpu->amd);
    free(gpu);
}

/* A function is copied bytewise, as the standard has no cast from a data pointer to it. */
static bool find_symbol(void *library, const char *name, void *function, size_t size)
{
    void *symbol = dlsym(library, name);
    memcpy(function, (void *)&symbol, size);
    return symbol != NULL;
}

#define FIND(nvml, member, name)                                                                   \
    find_symbol((nvml)->library, name, (void *)&(nvml)->member, sizeof(nvml)->member)

static bool load(struct nvml *nvml)
{
    nvml->library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (nvml->library == NULL) {
        return false;
    }
    const bool is_complete = FIND(nvml, init, "nvmlInit_v2") &&
                             FIND(nvml, shutdown, "nvmlShutdown") &&
                             FIND(nvml, get_count, "nvmlDeviceGetCount_v2") &&
                             FIND(nvml, get_handle, "nvmlDeviceGetHandleByIndex_v2") &&
                             FIND(nvml, get_utilization, "nvmlDeviceGetUtilizationRates") &&
                             FIND(nvml, get_memory, "nvmlDeviceGetMemoryInfo") &&
                             FIND(nvml, get_power, "nvmlDeviceGetPowerUsage") &&
                             FIND(nvml, get_clock, "nvmlDeviceGetClockInfo") &&
                             FIND(nvml, get_temperature, "nvmlDeviceGetTemperature");
    if (!is_complete || nvml->init() != 0) {
        unload(nvml);
        return false;
    }
    return true;
}

static void find_devices(struct gpu_state *gpu)
{
    unsigned count = 0;
    if (gpu->nvml.get_count(&count) != 0) {
        return;
    }
    for (unsigned i = 0; i < count && i < MOST_DEVICES; i++) {
        if (gpu->nvml.get_handle(i, &gpu->devices[gpu->count]) == 0) {
            gpu->count++;
        }
    }
}

/* Take over what a call told, 0 if it failed. Returns whether it did. */
static bool told(int status, uint64_t value, uint64_t *number)
{
    *number = status == 0 ? value : 0;
    return status == 0;
}

/* Returns whether the device told anything. */
static bool read_device(const struct nvml *nvml, void *device, uint64_t *numbers)
{
    unsigned busy[2] = {0};
    unsigned long long memory[3] = {0}; /* all, free, used */
    unsigned number = 0;
    int status = nvml->get_utilization(device, busy);
    bool any = told(status, busy[0], &numbers[GPU_BUSY]);
    any = told(status, busy[1], &numbers[GPU_MEM_BUSY]) || any;
    status = nvml->get_memory(device, memory);
    any = told(status, memory[2], &numbers[GPU_MEM_USED]) || any;
    status = nvml->get_power(device, &number);
    any = told(status, number, &numbers[GPU_POWER]) || any;
    status = nvml->get_clock(device, 1, &number); /* 1: of the multiprocessors */
    any = told(status, number, &numbers[GPU_CLOCK]) || any;
    status = nvml->get_temperature(device, 0, &number);
    any = told(status, number, &numbers[GPU_TEMP]) || any;
    return any;
}

static bool read_all(void *state)
{
    struct gpu_state *gpu = state;
    bool any = gpu->amd->count > 0 && hd__rut_keyed_read(gpu->amd);
    for (size_t i = 0; gpu->nvml.library != NULL && i < gpu->count; i++) {
        any = read_device(&gpu->nvml, gpu->devices[i], gpu->numbers[i]) || any;
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
    add_amd(gpu->amd);
    if (load(&gpu->nvml)) {
        find_devices(gpu);
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
    for (size_t i = 0; i < gpu->count; i++) {
        char number[24];
        (void)snprintf(number, sizeof number, "%zu", i);
        for (size_t v = 0; v < GPU_COUNT; v++) {
            hd__rut_values_add(values, HD_STATS_INT64, values_of_device[v].unit, "GPU",
                               values_of_device[v].name, number);
        }
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct gpu_state *gpu = state;
    hd__rut_keyed_emit(gpu->amd, record);
    for (size_t i = 0; i < gpu->count; i++) {
        for (size_t v = 0; v < GPU_COUNT; v++) {
            hd__rut_record_put_int(record, gpu->numbers[i][v]);
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

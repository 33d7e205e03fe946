/* SPDX-License-Identifier: GPL-3.0-or-later */
/* NVIDIA's management library. */
#include "rut_gpu.h"

#include <sampling/library.h>
#include <stdlib.h>

/* The part of the library's interface that is used; 0 is success everywhere. */
struct functions {
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

struct nvml {
    void *library;
    struct functions call;
    void *devices[HD_RUT_GPU_DEVICES];
};

#define FUNCTION(member, symbol) HD_LIBRARY_FUNCTION(struct functions, member, symbol)

static void close_library(void *state)
{
    struct nvml *nvml = state;
    (void)nvml->call.shutdown();
    hd__library_close(nvml->library);
    free(nvml);
}

static size_t find_devices(struct nvml *nvml)
{
    unsigned count = 0;
    size_t found = 0;
    if (nvml->call.get_count(&count) != 0) {
        return 0;
    }
    for (unsigned i = 0; i < count && i < HD_RUT_GPU_DEVICES; i++) {
        found += nvml->call.get_handle(i, &nvml->devices[found]) == 0 ? 1 : 0;
    }
    return found;
}

static void *open_library(size_t *count)
{
    static const char *const names[] = {"libnvidia-ml.so.1", NULL};
    static const struct hd_library_function functions[] = {
        FUNCTION(init, "nvmlInit_v2"),
        FUNCTION(shutdown, "nvmlShutdown"),
        FUNCTION(get_count, "nvmlDeviceGetCount_v2"),
        FUNCTION(get_handle, "nvmlDeviceGetHandleByIndex_v2"),
        FUNCTION(get_utilization, "nvmlDeviceGetUtilizationRates"),
        FUNCTION(get_memory, "nvmlDeviceGetMemoryInfo"),
        FUNCTION(get_power, "nvmlDeviceGetPowerUsage"),
        FUNCTION(get_clock, "nvmlDeviceGetClockInfo"),
        FUNCTION(get_temperature, "nvmlDeviceGetTemperature"),
        {0},
    };
    struct nvml *nvml = calloc(1, sizeof *nvml);
    if (nvml == NULL) {
        return NULL;
    }
    nvml->library = hd__library_open(names, functions, &nvml->call);
    if (nvml->library == NULL || nvml->call.init() != 0) {
        hd__library_close(nvml->library);
        free(nvml);
        return NULL;
    }
    *count = find_devices(nvml);
    if (*count == 0) {
        close_library(nvml);
        return NULL;
    }
    return nvml;
}

/* Take over what a call told, 0 if it failed. Returns whether it did. */
static bool told(int status, uint64_t value, uint64_t *number)
{
    *number = status == 0 ? value : 0;
    return status == 0;
}

static bool read_device(void *state, size_t index, uint64_t numbers[HD_RUT_GPU_VALUES])
{
    const struct nvml *nvml = state;
    void *device = nvml->devices[index];
    unsigned busy[2] = {0};
    unsigned long long memory[3] = {0}; /* all, free, used */
    unsigned number = 0;
    int status = nvml->call.get_utilization(device, busy);
    bool any = told(status, busy[0], &numbers[HD_RUT_GPU_BUSY]);
    any = told(status, busy[1], &numbers[HD_RUT_GPU_MEM_BUSY]) || any;
    status = nvml->call.get_memory(device, memory);
    any = told(status, memory[2], &numbers[HD_RUT_GPU_MEM_USED]) || any;
    status = nvml->call.get_power(device, &number);
    any = told(status, number, &numbers[HD_RUT_GPU_POWER]) || any;
    status = nvml->call.get_clock(device, 1, &number); /* 1: of the multiprocessors */
    any = told(status, number, &numbers[HD_RUT_GPU_CLOCK]) || any;
    status = nvml->call.get_temperature(device, 0, &number);
    any = told(status, number, &numbers[HD_RUT_GPU_TEMP]) || any;
    return any;
}

const struct hd_rut_gpu_library hd__rut_nvml = {
    .prefix = "",
    .told = (1U << HD_RUT_GPU_VALUES) - 1,
    .open = open_library,
    .read = read_device,
    .close = close_library,
};

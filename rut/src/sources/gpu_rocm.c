/* SPDX-License-Identifier: GPL-3.0-or-later */
/* AMD's ROCm-SMI. */
#include "rut_gpu.h"

#include <sampling/library.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the library's interface: 0 is success everywhere. */
enum { FIRST_SENSOR = 0, VIDEO_MEMORY = 0, AT_THE_EDGE = 0, NOW = 0, SYSTEM_CLOCK = 0 };

/* How clocks are told differs: up to version 5 as how many there are, which one holds, and all of
 * them in Hz; since then a flag comes first, so all is further behind. The struct begins as zeros.
 */
struct old_clocks {
    uint32_t count;
    uint32_t current;
    uint64_t hz[32];
};
struct new_clocks {
    uint8_t has_deep_sleep; /* the rest of its word is not defined */
    uint32_t count;
    uint32_t current;
    uint64_t hz[33];
};
union clocks {
    struct old_clocks old;
    struct new_clocks recent;
    uint64_t room[64]; /* of versions to come */
};

struct functions {
    int (*init)(uint64_t flags);
    int (*shutdown)(void);
    int (*get_count)(uint32_t *count);
    int (*get_busy)(uint32_t device, uint32_t *percent);
    int (*get_memory_busy)(uint32_t device, uint32_t *percent);
    int (*get_memory)(uint32_t device, int kind, uint64_t *used);
    int (*get_power)(uint32_t device, uint32_t sensor, uint64_t *microwatts);
    int (*get_clocks)(uint32_t device, int kind, union clocks *clocks);
    int (*get_temperature)(uint32_t device, uint32_t sensor, int metric, int64_t *millidegrees);
};

struct rocm {
    void *library;
    struct functions call;
};

#define FUNCTION(member, symbol) HD_LIBRARY_FUNCTION(struct functions, member, symbol)

static void close_library(void *state)
{
    struct rocm *rocm = state;
    (void)rocm->call.shutdown();
    hd__library_close(rocm->library);
    free(rocm);
}

static void *open_library(size_t *count)
{
    static const char *const names[] = {"librocm_smi64.so.7", "librocm_smi64.so.6",
                                        "librocm_smi64.so.5", "librocm_smi64.so.1",
                                        "librocm_smi64.so",   NULL};
    static const struct hd_library_function functions[] = {
        FUNCTION(init, "rsmi_init"),
        FUNCTION(shutdown, "rsmi_shut_down"),
        FUNCTION(get_count, "rsmi_num_monitor_devices"),
        FUNCTION(get_busy, "rsmi_dev_busy_percent_get"),
        FUNCTION(get_memory_busy, "rsmi_dev_memory_busy_percent_get"),
        FUNCTION(get_memory, "rsmi_dev_memory_usage_get"),
        FUNCTION(get_power, "rsmi_dev_power_ave_get"),
        FUNCTION(get_clocks, "rsmi_dev_gpu_clk_freq_get"),
        FUNCTION(get_temperature, "rsmi_dev_temp_metric_get"),
        {0},
    };
    uint32_t found = 0;
    struct rocm *rocm = calloc(1, sizeof *rocm);
    if (rocm == NULL) {
        return NULL;
    }
    rocm->library = hd__library_open(names, functions, &rocm->call);
    if (rocm->library == NULL || rocm->call.init(0) != 0) {
        hd__library_close(rocm->library);
        free(rocm);
        return NULL;
    }
    if (rocm->call.get_count(&found) != 0 || found == 0) {
        close_library(rocm);
        return NULL;
    }
    *count = found > HD_RUT_GPU_DEVICES ? HD_RUT_GPU_DEVICES : found;
    return rocm;
}

static bool told(int status, uint64_t value, uint64_t *number)
{
    *number = status == 0 ? value : 0;
    return status == 0;
}

/* The clock that holds, in MHz, 0: none is told. No struct is right in both ways: a flag is at most
 * 1, and where 1 is the number of clocks, the one that holds is number 0, which read in the other
 * way is a number of clocks of 0. */
static uint64_t clock_of(const union clocks *clocks)
{
    const struct old_clocks *old = &clocks->old;
    const struct new_clocks *recent = &clocks->recent;
    if (recent->has_deep_sleep <= 1 && recent->count >= 1 && recent->count <= 33 &&
        recent->current < recent->count) {
        return recent->hz[recent->current] / 1000000;
    }
    return old->count >= 1 && old->count <= 32 && old->current < old->count
               ? old->hz[old->current] / 1000000
               : 0;
}

static bool read_device(void *state, size_t index, uint64_t numbers[HD_RUT_GPU_VALUES])
{
    const struct functions *call = &((const struct rocm *)state)->call;
    const uint32_t device = (uint32_t)index;
    uint32_t percent = 0;
    uint64_t number = 0;
    int64_t degrees = 0;
    union clocks clocks;
    int status = call->get_busy(device, &percent);
    bool any = told(status, percent, &numbers[HD_RUT_GPU_BUSY]);
    status = call->get_memory_busy(device, &percent);
    any = told(status, percent, &numbers[HD_RUT_GPU_MEM_BUSY]) || any;
    status = call->get_memory(device, VIDEO_MEMORY, &number);
    any = told(status, number, &numbers[HD_RUT_GPU_MEM_USED]) || any;
    status = call->get_power(device, FIRST_SENSOR, &number);
    any = told(status, number / 1000, &numbers[HD_RUT_GPU_POWER]) || any;
    memset(&clocks, 0, sizeof clocks);
    status = call->get_clocks(device, SYSTEM_CLOCK, &clocks);
    any = told(status, clock_of(&clocks), &numbers[HD_RUT_GPU_CLOCK]) || any;
    status = call->get_temperature(device, AT_THE_EDGE, NOW, &degrees);
    any =
        told(status, degrees > 0 ? (uint64_t)degrees / 1000 : 0, &numbers[HD_RUT_GPU_TEMP]) || any;
    return any;
}

const struct hd_rut_gpu_library hd__rut_rocm = {
    .prefix = "amd",
    .told = 1U << HD_RUT_GPU_BUSY | 1U << HD_RUT_GPU_MEM_BUSY | 1U << HD_RUT_GPU_MEM_USED |
            1U << HD_RUT_GPU_POWER | 1U << HD_RUT_GPU_CLOCK | 1U << HD_RUT_GPU_TEMP,
    .open = open_library,
    .read = read_device,
    .close = close_library,
};

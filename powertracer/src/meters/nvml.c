/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphics processors of NVIDIA by libnvidia-ml, which is loaded when it is there. The energy
 * counter (Volta and later) is taken where a device has one: the power that newer devices tell is a
 * mean over a time that they don't say. */
#include "power_meter.h"

#include <hdtrace/clock.h>
#include <sampling/library.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LIBRARY      "libnvidia-ml.so.1"
#define MOST_DEVICES 32
#define NAME_SIZE    96
#define UJ_PER_MJ    1000

struct functions {
    int (*init)(void);
    int (*shutdown)(void);
    int (*get_count)(unsigned *count);
    int (*get_device)(unsigned index, void **device);
    int (*get_name)(void *device, char *name, unsigned size);
    int (*get_power)(void *device, unsigned *milliwatts);
    int (*get_energy)(void *device, unsigned long long *millijoules);
    const char *(*get_error)(int code);
};

struct nvml {
    void *library;
    bool is_initialized;
    struct functions call;
    void *devices[MOST_DEVICES];
    bool has_energy[MOST_DEVICES];
    bool has_power[MOST_DEVICES];
    unsigned count;
};

#define FUNCTION(member, symbol) HD_LIBRARY_FUNCTION(struct functions, member, symbol)
#define OPTION(member, symbol)   HD_LIBRARY_OPTION(struct functions, member, symbol)

static bool load(struct nvml *nvml)
{
    static const char *const names[] = {LIBRARY, NULL};
    static const struct hd_library_function functions[] = {
        FUNCTION(init, "nvmlInit_v2"),
        FUNCTION(shutdown, "nvmlShutdown"),
        FUNCTION(get_count, "nvmlDeviceGetCount_v2"),
        FUNCTION(get_device, "nvmlDeviceGetHandleByIndex_v2"),
        FUNCTION(get_power, "nvmlDeviceGetPowerUsage"),
        OPTION(get_energy, "nvmlDeviceGetTotalEnergyConsumption"),
        OPTION(get_name, "nvmlDeviceGetName"),
        OPTION(get_error, "nvmlErrorString"),
        {0},
    };
    nvml->library = hd__library_open(names, functions, &nvml->call);
    return nvml->library != NULL;
}

static void add_devices(struct hd_meter *meter, struct nvml *nvml, unsigned count)
{
    for (unsigned i = 0; i < count && i < MOST_DEVICES; i++) {
        unsigned long long energy = 0;
        unsigned power = 0;
        nvml->count = i + 1;
        if (nvml->call.get_device(i, &nvml->devices[i]) != 0) {
            continue; /* keeps its number */
        }
        nvml->has_energy[i] =
            nvml->call.get_energy != NULL && nvml->call.get_energy(nvml->devices[i], &energy) == 0;
        nvml->has_power[i] =
            !nvml->has_energy[i] && nvml->call.get_power(nvml->devices[i], &power) == 0;
        if (meter->identity[0] == '\0' && nvml->call.get_name != NULL) {
            (void)nvml->call.get_name(nvml->devices[i], meter->identity, sizeof meter->identity);
        }
    }
}

static bool has_any(const struct nvml *nvml)
{
    for (unsigned i = 0; i < nvml->count; i++) {
        if (nvml->has_energy[i] || nvml->has_power[i]) {
            return true;
        }
    }
    return false;
}

static bool open_devices(struct hd_meter *meter)
{
    struct nvml *nvml = calloc(1, sizeof *nvml);
    unsigned count = 0;
    meter->state = nvml;
    meter->identity[0] = '\0';
    if (nvml == NULL) {
        return hd__meter_fail(meter, "out of memory");
    }
    if (!load(nvml)) {
        return hd__meter_fail(meter, LIBRARY " is not here, or too old");
    }
    int code = nvml->call.init();
    nvml->is_initialized = code == 0;
    code = code == 0 ? nvml->call.get_count(&count) : code;
    if (code != 0) {
        return hd__meter_fail(meter, LIBRARY ": %.100s",
                              nvml->call.get_error == NULL ? "fails" : nvml->call.get_error(code));
    }
    add_devices(meter, nvml, count);
    return has_any(nvml) || hd__meter_fail(meter, "no device of %u tells power", count);
}

static void describe(struct hd_meter *meter)
{
    const struct nvml *nvml = meter->state;
    for (unsigned i = 0; i < nvml->count; i++) {
        struct hd_meter_channel *channel =
            nvml->has_energy[i]  ? hd__meter_add(meter, HD_METER_ENERGY, "gpu%u", i)
            : nvml->has_power[i] ? hd__meter_add(meter, HD_METER_POWER, "gpu%u", i)
                                 : NULL;
        if (channel != NULL) {
            channel->in_total = true;
            channel->most_watts = 3000;
        }
    }
}

static enum hd_meter_result read_devices(struct hd_meter *meter, struct hd_meter_sample *sample)
{
    const struct nvml *nvml = meter->state;
    size_t slot = 0;
    bool any = false;
    const int64_t before_ns = hd_clock_get_ns();
    for (unsigned i = 0; i < nvml->count; i++) {
        unsigned long long energy = 0;
        unsigned power = 0;
        if (!nvml->has_energy[i] && !nvml->has_power[i]) {
            continue;
        }
        const int code = nvml->has_energy[i] ? nvml->call.get_energy(nvml->devices[i], &energy)
                                             : nvml->call.get_power(nvml->devices[i], &power);
        sample->is_valid[slot] = code == 0;
        if (nvml->has_energy[i]) {
            sample->numbers[slot].uj = (uint64_t)energy * UJ_PER_MJ;
        } else {
            sample->numbers[slot].real = power / 1000.0;
        }
        any = any || code == 0;
        meter->damaged += code == 0 ? 0 : 1;
        slot++;
    }
    hd__meter_stamp(meter, sample, before_ns);
    return any ? HD_METER_SAMPLE : hd__meter_lose(meter, "no device answers");
}

static void close_devices(struct hd_meter *meter)
{
    struct nvml *nvml = meter->state;
    if (nvml != NULL && nvml->is_initialized) {
        (void)nvml->call.shutdown();
    }
    if (nvml != NULL) {
        hd__library_close(nvml->library);
    }
    free(nvml);
    meter->state = NULL;
}

static bool probe(const char *root, char *found, size_t size)
{
    return hd__meter_probe(&hd__meter_nvml, root, "devices", found, size);
}

static const struct hd_meter_key keys[] = {{NULL, false, false, 0, 0}};

const struct hd_meter_driver hd__meter_nvml = {
    .name = "nvml",
    .about = "graphics processors of NVIDIA",
    .keys = keys,
    .cycle_ms = 100,
    .least_cycle_ms = 10,
    .most_cycle_ms = 60000,
    .is_local = true,
    .probe = probe,
    .open = open_devices,
    .describe = describe,
    .read = read_devices,
    .close = close_devices,
};

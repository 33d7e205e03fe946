/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intel's processors by Level Zero's system management. It counts what engines were active and what
 * energy was used, with times of its own: busy and power are what these grew by between two
 * samples. Of several engines, memories, domains and sensors the first one of a device is that of
 * all. Source: the oneAPI Level Zero specification, "Sysman". */
#include "rut_gpu.h"

#include <sampling/library.h>
#include <stdlib.h>

/* Numbers of the interface: 0 is success everywhere. */
enum { FREQUENCY_STATE = 0x1b, MEMORY_STATE = 0x1e, MOST_DRIVERS = 4 };

struct pair { /* both counters: what is counted, and when, in us */
    uint64_t value;
    uint64_t time_us;
};

struct memory_state {
    uint32_t kind;
    const void *next;
    uint32_t health;
    uint64_t free_bytes;
    uint64_t size;
};

struct frequency_state {
    uint32_t kind;
    const void *next;
    double volts, request, thermal, efficient, actual; /* MHz */
    uint32_t throttle;
};

typedef int enumerate(void *parent, uint32_t *count, void **items);

struct functions {
    int (*init)(uint32_t flags);
    int (*get_drivers)(uint32_t *count, void **drivers);
    enumerate *get_devices, *get_engines, *get_memories, *get_powers, *get_frequencies,
        *get_sensors;
    int (*read_engine)(void *engine, struct pair *active_us);
    int (*read_memory)(void *memory, struct memory_state *state);
    int (*read_power)(void *power, struct pair *energy_uj);
    int (*read_frequency)(void *domain, struct frequency_state *state);
    int (*read_sensor)(void *sensor, double *degrees);
};

struct device {
    void *engine, *memory, *power, *frequency, *sensor; /* NULL: none */
    struct pair active, energy;                         /* of the sample before */
};

struct level_zero {
    void *library;
    struct functions call;
    struct device devices[HD_RUT_GPU_DEVICES];
    size_t count;
};

#define FUNCTION(member, symbol) HD_LIBRARY_FUNCTION(struct functions, member, symbol)

static void *first_of(enumerate *get, void *parent)
{
    uint32_t count = 1;
    void *item = NULL;
    return get(parent, &count, &item) == 0 && count > 0 ? item : NULL;
}

static void add_devices(struct level_zero *zero, void *driver)
{
    const struct functions *call = &zero->call;
    void *handles[HD_RUT_GPU_DEVICES] = {0};
    uint32_t count = (uint32_t)(HD_RUT_GPU_DEVICES - zero->count);
    if (count == 0 || call->get_devices(driver, &count, handles) != 0) {
        return;
    }
    for (uint32_t i = 0; i < count && zero->count < HD_RUT_GPU_DEVICES; i++) {
        zero->devices[zero->count++] =
            (struct device){.engine = first_of(call->get_engines, handles[i]),
                            .memory = first_of(call->get_memories, handles[i]),
                            .power = first_of(call->get_powers, handles[i]),
                            .frequency = first_of(call->get_frequencies, handles[i]),
                            .sensor = first_of(call->get_sensors, handles[i])};
    }
}

static void close_library(void *state)
{
    struct level_zero *zero = state;
    hd__library_close(zero->library);
    free(zero);
}

static void *open_library(size_t *count)
{
    static const char *const names[] = {"libze_loader.so.1", NULL};
    static const struct hd_library_function functions[] = {
        FUNCTION(init, "zesInit"),
        FUNCTION(get_drivers, "zesDriverGet"),
        FUNCTION(get_devices, "zesDeviceGet"),
        FUNCTION(get_engines, "zesDeviceEnumEngineGroups"),
        FUNCTION(get_memories, "zesDeviceEnumMemoryModules"),
        FUNCTION(get_powers, "zesDeviceEnumPowerDomains"),
        FUNCTION(get_frequencies, "zesDeviceEnumFrequencyDomains"),
        FUNCTION(get_sensors, "zesDeviceEnumTemperatureSensors"),
        FUNCTION(read_engine, "zesEngineGetActivity"),
        FUNCTION(read_memory, "zesMemoryGetState"),
        FUNCTION(read_power, "zesPowerGetEnergyCounter"),
        FUNCTION(read_frequency, "zesFrequencyGetState"),
        FUNCTION(read_sensor, "zesTemperatureGetState"),
        {0},
    };
    void *drivers[MOST_DRIVERS] = {0};
    uint32_t driver_count = MOST_DRIVERS;
    struct level_zero *zero = calloc(1, sizeof *zero);
    if (zero == NULL) {
        return NULL;
    }
    zero->library = hd__library_open(names, functions, &zero->call);
    if (zero->library != NULL && zero->call.init(0) == 0 &&
        zero->call.get_drivers(&driver_count, drivers) == 0) {
        for (uint32_t i = 0; i < driver_count && i < MOST_DRIVERS; i++) {
            add_devices(zero, drivers[i]);
        }
    }
    if (zero->count == 0) {
        close_library(zero);
        return NULL;
    }
    *count = zero->count;
    return zero;
}

/* Growth per microsecond since the sample before, times a factor; 0 without one. */
static uint64_t rate_of(struct pair *before, struct pair now, double factor)
{
    const struct pair last = *before;
    *before = now;
    return last.time_us == 0 || now.time_us <= last.time_us || now.value < last.value
               ? 0
               : (uint64_t)((double)(now.value - last.value) * factor /
                                (double)(now.time_us - last.time_us) +
                            0.5);
}

static bool read_device(void *state, size_t index, uint64_t numbers[HD_RUT_GPU_VALUES])
{
    struct level_zero *zero = state;
    const struct functions *call = &zero->call;
    struct device *device = &zero->devices[index];
    struct pair pair = {0};
    struct memory_state memory = {.kind = MEMORY_STATE};
    struct frequency_state frequency = {.kind = FREQUENCY_STATE};
    double degrees = 0.0;
    bool any = false;
    for (int i = 0; i < HD_RUT_GPU_VALUES; i++) {
        numbers[i] = 0;
    }
    if (device->engine != NULL && call->read_engine(device->engine, &pair) == 0) {
        numbers[HD_RUT_GPU_BUSY] = rate_of(&device->active, pair, 100.0);
        any = true;
    }
    if (device->memory != NULL && call->read_memory(device->memory, &memory) == 0 &&
        memory.size >= memory.free_bytes) {
        numbers[HD_RUT_GPU_MEM_USED] = memory.size - memory.free_bytes;
        any = true;
    }
    if (device->power != NULL && call->read_power(device->power, &pair) == 0) {
        numbers[HD_RUT_GPU_POWER] = rate_of(&device->energy, pair, 1000.0); /* uJ / us is W */
        any = true;
    }
    if (device->frequency != NULL && call->read_frequency(device->frequency, &frequency) == 0 &&
        frequency.actual > 0) { /* negative: not known */
        numbers[HD_RUT_GPU_CLOCK] = (uint64_t)(frequency.actual + 0.5);
        any = true;
    }
    if (device->sensor != NULL && call->read_sensor(device->sensor, &degrees) == 0 && degrees > 0) {
        numbers[HD_RUT_GPU_TEMP] = (uint64_t)(degrees + 0.5);
        any = true;
    }
    return any;
}

const struct hd_rut_gpu_library hd__rut_level_zero = {
    .prefix = "intel",
    .told = 1U << HD_RUT_GPU_BUSY | 1U << HD_RUT_GPU_MEM_USED | 1U << HD_RUT_GPU_POWER |
            1U << HD_RUT_GPU_CLOCK | 1U << HD_RUT_GPU_TEMP,
    .open = open_library,
    .read = read_device,
    .close = close_library,
};

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for the loader of Level Zero: a device whose counters grow by the same with each
 * reading, and one without anything. */
#include <stddef.h>
#include <stdint.h>

struct pair {
    uint64_t value, time_us;
};
struct memory {
    uint32_t kind;
    const void *next;
    uint32_t health;
    uint64_t free_bytes, size;
};
struct frequency {
    uint32_t kind;
    const void *next;
    double volts, request, thermal, efficient, actual;
    uint32_t throttle;
};

int zesInit(uint32_t flags);
int zesDriverGet(uint32_t *count, void **drivers);
int zesDeviceGet(void *of, uint32_t *count, void **out);
int zesDeviceEnumEngineGroups(void *device, uint32_t *count, void **items);
int zesDeviceEnumMemoryModules(void *device, uint32_t *count, void **items);
int zesDeviceEnumPowerDomains(void *device, uint32_t *count, void **items);
int zesDeviceEnumFrequencyDomains(void *device, uint32_t *count, void **items);
int zesDeviceEnumTemperatureSensors(void *device, uint32_t *count, void **items);
int zesEngineGetActivity(void *engine, struct pair *active_us);
int zesMemoryGetState(void *memory, struct memory *state);
int zesPowerGetEnergyCounter(void *power, struct pair *energy_uj);
int zesFrequencyGetState(void *domain, struct frequency *state);
int zesTemperatureGetState(void *sensor, double *degrees);

static int driver;
static int devices[2];
static int item;
static uint64_t engine_readings = 1;
static uint64_t power_readings = 1;
enum { INVALID = 1 };

int zesInit(uint32_t flags)
{
    return flags == 0 ? 0 : INVALID;
}

int zesDriverGet(uint32_t *count, void **drivers)
{
    drivers[0] = &driver;
    *count = 1;
    return 0;
}

int zesDeviceGet(void *of, uint32_t *count, void **out)
{
    out[0] = &devices[0];
    out[1] = &devices[1];
    *count = 2;
    return of == &driver ? 0 : INVALID;
}

static int list(void *device, uint32_t *count, void **items)
{
    *count = device == &devices[0] && *count > 0 ? 1 : 0;
    items[0] = &item;
    return 0;
}

int zesDeviceEnumEngineGroups(void *device, uint32_t *count, void **items)
{
    return list(device, count, items);
}

int zesDeviceEnumMemoryModules(void *device, uint32_t *count, void **items)
{
    return list(device, count, items);
}

int zesDeviceEnumPowerDomains(void *device, uint32_t *count, void **items)
{
    return list(device, count, items);
}

int zesDeviceEnumFrequencyDomains(void *device, uint32_t *count, void **items)
{
    return list(device, count, items);
}

int zesDeviceEnumTemperatureSensors(void *device, uint32_t *count, void **items)
{
    return list(device, count, items);
}

int zesEngineGetActivity(void *engine, struct pair *active_us)
{
    *active_us = (struct pair){engine_readings * 250, engine_readings * 1000};
    engine_readings++;
    return engine == &item ? 0 : INVALID;
}

int zesMemoryGetState(void *memory, struct memory *state)
{
    state->size = UINT64_C(8) << 30;
    state->free_bytes = UINT64_C(6) << 30;
    return memory == &item && state->kind == 0x1e && state->next == NULL ? 0 : INVALID;
}

int zesPowerGetEnergyCounter(void *power, struct pair *energy_uj)
{
    *energy_uj = (struct pair){power_readings * 150000, power_readings * 1000};
    power_readings++;
    return power == &item ? 0 : INVALID;
}

int zesFrequencyGetState(void *domain, struct frequency *state)
{
    state->actual = 1550.0;
    return domain == &item && state->kind == 0x1b && state->next == NULL ? 0 : INVALID;
}

int zesTemperatureGetState(void *sensor, double *degrees)
{
    *degrees = 48.6;
    return sensor == &item ? 0 : INVALID;
}

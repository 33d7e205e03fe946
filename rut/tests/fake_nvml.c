/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for NVIDIA's management library: two devices, the second of which tells nothing but its
 * temperature. The numbers grow with each reading of the utilization. */
int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetCount_v2(unsigned *count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device);
int nvmlDeviceGetUtilizationRates(void *device, unsigned *rates);
int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *memory);
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts);
int nvmlDeviceGetClockInfo(void *device, int kind, unsigned *megahertz);
int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *degrees);

static int devices[2];
static unsigned readings;
enum { NOT_SUPPORTED = 3 };

int nvmlInit_v2(void)
{
    return 0;
}

int nvmlShutdown(void)
{
    return 0;
}

int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 2;
    return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    *device = &devices[index];
    return 0;
}

int nvmlDeviceGetUtilizationRates(void *device, unsigned *rates)
{
    if (device != &devices[0]) {
        return NOT_SUPPORTED;
    }
    readings++;
    rates[0] = 40 + readings;
    rates[1] = 7;
    return 0;
}

int nvmlDeviceGetMemoryInfo(void *device, unsigned long long *memory)
{
    memory[0] = 1ULL << 34;
    memory[1] = 1ULL << 33;
    memory[2] = memory[0] - memory[1];
    return device == &devices[0] ? 0 : NOT_SUPPORTED;
}

int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts)
{
    *milliwatts = 250000;
    return device == &devices[0] ? 0 : NOT_SUPPORTED;
}

int nvmlDeviceGetClockInfo(void *device, int kind, unsigned *megahertz)
{
    *megahertz = kind == 1 ? 1410 : 0;
    return device == &devices[0] ? 0 : NOT_SUPPORTED;
}

int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *degrees)
{
    *degrees = device == &devices[0] ? 61 : 35;
    return sensor;
}

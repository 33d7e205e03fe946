/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A libnvidia-ml.so.1 with three devices: one that counts energy (100 W), one that tells power only
 * (75 W), one that can't be had. The file named by FAKE_NVML has the fault: `none`, `dead` (the
 * counter stands), `reset` (it has begun again), `lost` (nothing answers), `old` (no counter
 * anywhere). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SUCCESS = 0, NOT_SUPPORTED = 3, IS_LOST = 15, FIRST_MJ = 5000000 };

int nvmlInit_v2(void);
int nvmlShutdown(void);
int nvmlDeviceGetCount_v2(unsigned *count);
int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device);
int nvmlDeviceGetName(void *device, char *name, unsigned size);
int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts);
int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules);
const char *nvmlErrorString(int code);

static int devices[2];

static int has_fault(const char *name)
{
    char fault[16] = "none";
    const char *path = getenv("FAKE_NVML"); /* NOLINT(concurrency-mt-unsafe): nobody sets it */
    FILE *file = path == NULL ? NULL : fopen(path, "r");
    if (file != NULL) {
        if (fgets(fault, sizeof fault, file) != NULL) {
            fault[strcspn(fault, "\n")] = '\0';
        }
        (void)fclose(file);
    }
    return strcmp(fault, name) == 0;
}

int nvmlInit_v2(void)
{
    while (has_fault("hang")) {
        (void)nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    }
    return SUCCESS;
}

int nvmlShutdown(void)
{
    return SUCCESS;
}

int nvmlDeviceGetCount_v2(unsigned *count)
{
    *count = 3;
    return SUCCESS;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void **device)
{
    if (index > 1) {
        return IS_LOST;
    }
    *device = &devices[index];
    return SUCCESS;
}

int nvmlDeviceGetName(void *device, char *name, unsigned size)
{
    (void)device;
    (void)snprintf(name, size, "Fake GPU");
    return SUCCESS;
}

int nvmlDeviceGetPowerUsage(void *device, unsigned *milliwatts)
{
    *milliwatts = device == &devices[0] ? 101000 : 75000;
    return has_fault("lost") ? IS_LOST : SUCCESS;
}

int nvmlDeviceGetTotalEnergyConsumption(void *device, unsigned long long *millijoules)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    const unsigned long long ms =
        (unsigned long long)time.tv_sec * 1000 + (unsigned long long)time.tv_nsec / 1000000;
    if (device != &devices[0] || has_fault("old")) {
        return NOT_SUPPORTED;
    }
    /* 100 W, since the machine or, after a reset, since a while ago */
    *millijoules = has_fault("dead")    ? FIRST_MJ
                   : has_fault("reset") ? ms * 100 % FIRST_MJ
                                        : FIRST_MJ + ms * 100;
    return has_fault("lost") ? IS_LOST : SUCCESS;
}

const char *nvmlErrorString(int code)
{
    return code == IS_LOST ? "GPU is lost" : "not supported";
}

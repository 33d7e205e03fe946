/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for AMD's ROCm-SMI: two devices, the second of which tells nothing but its temperature
 * and its clock, and that as versions up to 5 did; the third one sleeps. */
#include <stdint.h>
#include <string.h>

int rsmi_init(uint64_t flags);
int rsmi_shut_down(void);
int rsmi_num_monitor_devices(uint32_t *count);
int rsmi_dev_busy_percent_get(uint32_t device, uint32_t *percent);
int rsmi_dev_memory_busy_percent_get(uint32_t device, uint32_t *percent);
int rsmi_dev_memory_usage_get(uint32_t device, int kind, uint64_t *used);
int rsmi_dev_power_ave_get(uint32_t device, uint32_t sensor, uint64_t *microwatts);
int rsmi_dev_temp_metric_get(uint32_t device, uint32_t sensor, int metric, int64_t *millidegrees);
int rsmi_dev_gpu_clk_freq_get(uint32_t device, int kind, void *clocks);

enum { NOT_SUPPORTED = 2 };

int rsmi_init(uint64_t flags)
{
    return flags == 0 ? 0 : 1;
}

int rsmi_shut_down(void)
{
    return 0;
}

int rsmi_num_monitor_devices(uint32_t *count)
{
    *count = 3;
    return 0;
}

int rsmi_dev_busy_percent_get(uint32_t device, uint32_t *percent)
{
    *percent = 55;
    return device == 0 ? 0 : NOT_SUPPORTED;
}

int rsmi_dev_memory_busy_percent_get(uint32_t device, uint32_t *percent)
{
    *percent = 11;
    return device == 0 ? 0 : NOT_SUPPORTED;
}

int rsmi_dev_memory_usage_get(uint32_t device, int kind, uint64_t *used)
{
    *used = kind == 0 ? UINT64_C(3) << 32 : 0;
    return device == 0 ? 0 : NOT_SUPPORTED;
}

int rsmi_dev_power_ave_get(uint32_t device, uint32_t sensor, uint64_t *microwatts)
{
    *microwatts = 301500000;
    return device == 0 && sensor == 0 ? 0 : NOT_SUPPORTED;
}

int rsmi_dev_temp_metric_get(uint32_t device, uint32_t sensor, int metric, int64_t *millidegrees)
{
    *millidegrees = device == 0 ? 71000 : 33000;
    return sensor == 0 && metric == 0 ? 0 : NOT_SUPPORTED;
}

int rsmi_dev_gpu_clk_freq_get(uint32_t device, int kind, void *clocks)
{
    static const uint64_t hz[] = {500000000, 1700000000, 2100000000};
    const uint32_t numbers[] = {3, device == 2 ? UINT32_MAX : 1};
    char *const at = (char *)clocks + (device == 1 ? 0 : 4);
    if (kind != 0) {
        return NOT_SUPPORTED;
    }
    if (device != 1) {
        /* A flag, and what was on the stack. */
        memcpy(clocks, device == 0 ? "\0\3\7\1" : "\1\0\0\0", 4);
    }
    memcpy(at, numbers, sizeof numbers);
    memcpy((char *)clocks + (device == 1 ? 8 : 16), hz, sizeof hz);
    return 0;
}

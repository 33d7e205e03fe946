/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stands in for AMD's ROCm-SMI: two devices, the second of which tells nothing but its temperature.
 */
#include <stdint.h>

int rsmi_init(uint64_t flags);
int rsmi_shut_down(void);
int rsmi_num_monitor_devices(uint32_t *count);
int rsmi_dev_busy_percent_get(uint32_t device, uint32_t *percent);
int rsmi_dev_memory_busy_percent_get(uint32_t device, uint32_t *percent);
int rsmi_dev_memory_usage_get(uint32_t device, int kind, uint64_t *used);
int rsmi_dev_power_ave_get(uint32_t device, uint32_t sensor, uint64_t *microwatts);
int rsmi_dev_temp_metric_get(uint32_t device, uint32_t sensor, int metric, int64_t *millidegrees);

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
    *count = 2;
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

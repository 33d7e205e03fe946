/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_GPU_H
#define HDRUT_GPU_H
/** Graphics processors by their makers' libraries, each of which is loaded when it is there. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_RUT_GPU_DEVICES 32

enum hd_rut_gpu_value {
    HD_RUT_GPU_BUSY,     /* % */
    HD_RUT_GPU_MEM_BUSY, /* % */
    HD_RUT_GPU_MEM_USED, /* B */
    HD_RUT_GPU_POWER,    /* mW */
    HD_RUT_GPU_CLOCK,    /* MHz */
    HD_RUT_GPU_TEMP,     /* degrees Celsius */
    HD_RUT_GPU_VALUES
};

/** A library. Thread: one at a time. */
struct hd_rut_gpu_library {
    const char *prefix; /**< of a device's number in the names of its values */
    unsigned told;      /**< bit of each value that it can tell */

    /** Load it and find the devices, at most HD_RUT_GPU_DEVICES. @return NULL: not here, or none */
    void *(*open)(size_t *count);

    /** Read a device; what it does not tell is 0. @return whether it told anything */
    bool (*read)(void *state, size_t device, uint64_t numbers[HD_RUT_GPU_VALUES]);

    void (*close)(void *state);
};

extern const struct hd_rut_gpu_library hd__rut_nvml, hd__rut_rocm, hd__rut_level_zero;

#endif

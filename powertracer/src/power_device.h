/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_DEVICE_H
#define HDPOWER_DEVICE_H
/** A device of the configuration: its back-end, its traces, and the thread that reads it. */

#include "power_counter.h"
#include "power_output.h"

#include <hdpower/power.h>
#include <hdtrace/pacer.h>
#include <pthread.h>

struct hd_power_device {
    struct hd_meter meter;
    bool is_open;
    bool is_lost;
    struct hd_counter counters[HD_METER_CHANNELS];
    struct hd_power_value values[HD_METER_CHANNELS];
    struct hd_meter_sample sample;
    struct hd_power_output *outputs;
    size_t output_count;
    int64_t last_ns;  /* end of the last measurement, 0: none yet */
    int64_t retry_ns; /* when a lost device is opened again */
    int64_t wait_ns;  /* how long it is waited for after the next failure */
    hd_pacer *pacer;
    pthread_mutex_t mutex; /* guards health */
    hd_power_health health;
};

/** Prepare the device of a configuration, with nothing open. Texts of the configuration, root and
 *  host are borrowed. */
hd_status hd__power_device_init(struct hd_power_device *device,
                                const struct hd_power_config *config, size_t index,
                                const char *root, const char *host, int stop);

/** Open it and learn its channels. Energy counters that stand still are left out.
 *  @return false: the meter's fault says why */
bool hd__power_device_open(struct hd_power_device *device);

/** Open it again, or close it, without looking whether its counters move. */
bool hd__power_device_reopen(struct hd_power_device *device);
void hd__power_device_close(struct hd_power_device *device);

/** Read it once: once for the baseline, and once more for what the values are then.
 *  @return HD_METER_SAMPLE: `values` are new; they go to the outputs when there are any */
enum hd_meter_result hd__power_device_read(struct hd_power_device *device, hd_status *written);

/** Forget what counters were compared with. */
void hd__power_device_forget(struct hd_power_device *device);

/** Take a first sample and start the thread. A device that has to be waited for gets until
 *  `limit_ns`; without an answer its first sample is at its first slot. */
hd_status hd__power_device_start(struct hd_power_device *device, int64_t limit_ns);

/** End the thread; the caller has made `stop` readable before. */
hd_status hd__power_device_stop(struct hd_power_device *device);

/** Take a last sample, of a device that answers until `limit_ns`, or end a lost one with a gap. */
hd_status hd__power_device_finish(struct hd_power_device *device, int64_t limit_ns);

hd_status hd__power_device_fini(struct hd_power_device *device, bool is_parents);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A device is read at each slot of a pacer; one that sends by itself is waited for within the slot.
 * One that does not answer is closed and opened again, at first after a second, at last every half
 * minute; what lies between becomes one record with GAP. */
#include "power_device.h"

#include <hdtrace/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STREAM_SLOT_NS  ((int64_t)NS_PER_MS)
#define FIRST_WAIT_NS   ((int64_t)NS_PER_S)
#define LONGEST_WAIT_NS (30 * (int64_t)NS_PER_S)
#define MOST_WATTS      1e5
#define PATIENCE_NS     (5 * (int64_t)NS_PER_S)

void hd__power_device_forget(struct hd_power_device *device)
{
    memset(device->counters, 0, sizeof device->counters);
    device->last_ns = 0;
}

/* @return what the channel's counter says, HD_COUNTER_FIRST for other channels */
static enum hd_counter_result take_counter(struct hd_power_device *device, size_t i)
{
    const struct hd_meter_channel *channel = &device->meter.channels[i];
    const struct hd_meter_sample *sample = &device->sample;
    struct hd_power_value *value = &device->values[i];
    struct hd_counter *counter = &device->counters[i];
    const int64_t before_ns = counter->last_ns;
    if (!sample->is_valid[i]) {
        counter->is_known = false;
        return HD_COUNTER_FIRST;
    }
    const int64_t slow_ns = 20 * device->meter.interval_ns;
    const struct hd_counter_kind kind = {
        channel->range_uj, channel->most_watts > 0 ? channel->most_watts : MOST_WATTS,
        channel->patience_ns > 0 ? channel->patience_ns
                                 : (slow_ns > PATIENCE_NS ? slow_ns : PATIENCE_NS)};
    const enum hd_counter_result result =
        hd__counter_update(counter, &kind, sample->numbers[i].uj, sample->to_ns, &value->uj);
    value->is_valid = result == HD_COUNTER_GROWN && sample->to_ns > before_ns;
    value->real =
        value->is_valid ? (double)value->uj * 1e3 / (double)(sample->to_ns - before_ns) : 0.0;
    return result;
}

static void take_values(struct hd_power_device *device)
{
    const struct hd_meter *meter = &device->meter;
    bool is_standing = false;
    memset(device->values, 0, sizeof device->values);
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        if (channel->is_dead) {
            continue;
        }
        if (channel->quantity == HD_METER_ENERGY) {
            is_standing = take_counter(device, i) == HD_COUNTER_STANDING || is_standing;
        } else {
            const double real = device->sample.numbers[i].real;
            device->values[i].is_valid = device->sample.is_valid[i] && isfinite(real);
            device->values[i].real = real;
        }
    }
    (void)pthread_mutex_lock(&device->mutex);
    device->health.state = is_standing ? HD_POWER_STANDING : HD_POWER_MEASURING;
    (void)pthread_mutex_unlock(&device->mutex);
}

/* The part of the time that the values stand for. Counters lose nothing in a slot that was missed;
 * what was measured for a moment doesn't stand for more than two cycles. */
static struct hd_power_period period_of(const struct hd_power_device *device)
{
    const struct hd_meter *meter = &device->meter;
    const struct hd_meter_sample *sample = &device->sample;
    struct hd_power_period period = {sample->from_ns, sample->to_ns, sample->is_after_loss};
    bool has_counter = false;
    for (size_t i = 0; i < meter->channel_count; i++) {
        has_counter = has_counter || meter->channels[i].quantity == HD_METER_ENERGY;
    }
    if (period.from_ns == 0) {
        const bool is_far = sample->to_ns - device->last_ns > 5 * meter->interval_ns / 2;
        period.is_after_gap = period.is_after_gap || (is_far && !has_counter);
        period.from_ns = period.is_after_gap ? sample->to_ns - meter->interval_ns : device->last_ns;
    }
    if (device->last_ns == 0) {
        period.is_after_gap = true; /* also after a pause, and when it had to be opened again */
    }
    return period;
}

/* Of files; of a device that is measured for sums only, what went into these. */
static void count_records(struct hd_power_device *device)
{
    bool has_files = false;
    for (size_t i = 0; i < device->output_count; i++) {
        has_files = has_files || device->outputs[i].series == NULL;
    }
    (void)pthread_mutex_lock(&device->mutex);
    device->health.records = 0;
    device->health.gaps = 0;
    device->health.damaged = device->meter.damaged;
    for (size_t i = 0; i < device->output_count; i++) {
        const struct hd_power_output *output = &device->outputs[i];
        if ((output->series == NULL) == has_files) {
            device->health.records += output->records;
            device->health.gaps += output->gaps;
        }
    }
    (void)pthread_mutex_unlock(&device->mutex);
}

static hd_status write_sample(struct hd_power_device *device)
{
    hd_status status = HD_OK;
    take_values(device);
    if (device->sample.from_ns == 0 && device->last_ns == 0) {
        /* The first has nothing before it that it could stand for. */
        for (size_t i = 0; status == HD_OK && i < device->output_count; i++) {
            status = hd__power_output_skip(&device->outputs[i], device->sample.to_ns);
        }
    } else {
        const struct hd_power_period period = period_of(device);
        for (size_t i = 0; status == HD_OK && i < device->output_count; i++) {
            status = hd__power_output_write(&device->outputs[i], &device->meter, device->values,
                                            &period);
        }
    }
    device->last_ns = device->sample.to_ns;
    count_records(device);
    return status;
}

enum hd_meter_result hd__power_device_read(struct hd_power_device *device, hd_status *written)
{
    memset(device->sample.is_valid, 0, sizeof device->sample.is_valid);
    device->sample.from_ns = 0;
    device->sample.is_after_loss = false;
    const enum hd_meter_result result = device->meter.driver->read(&device->meter, &device->sample);
    *written = result == HD_METER_SAMPLE ? write_sample(device) : HD_OK;
    return result;
}

static void lose(struct hd_power_device *device)
{
    hd__power_device_close(device);
    hd__power_device_forget(device);
    device->is_lost = true;
    device->retry_ns = hd_clock_get_ns() + device->wait_ns;
    device->wait_ns = 2 * device->wait_ns > LONGEST_WAIT_NS ? LONGEST_WAIT_NS : 2 * device->wait_ns;
    (void)pthread_mutex_lock(&device->mutex);
    device->health.state = HD_POWER_LOST;
    device->health.damaged = device->meter.damaged;
    memcpy(device->health.fault, device->meter.fault, sizeof device->health.fault);
    (void)pthread_mutex_unlock(&device->mutex);
}

/* It has to be what it was: the values of a file can't change. Counters that were dead stay out. */
static bool is_same(const struct hd_meter *meter, const struct hd_meter_channel *channels,
                    size_t count)
{
    if (meter->channel_count != count) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        if (strcmp(channels[i].label, meter->channels[i].label) != 0 ||
            channels[i].quantity != meter->channels[i].quantity) {
            return false;
        }
    }
    return true;
}

static void find_again(struct hd_power_device *device)
{
    struct hd_meter *meter = &device->meter;
    struct hd_meter_channel before[HD_METER_CHANNELS];
    const size_t count = meter->channel_count;
    memcpy(before, meter->channels, sizeof before);
    bool is_back = hd__power_device_reopen(device);
    if (is_back && !is_same(meter, before, count)) {
        (void)hd__meter_fail(meter, "it has other channels than before");
        is_back = false;
    }
    memcpy(meter->channels, before, sizeof before);
    meter->channel_count = count;
    if (!is_back) {
        lose(device);
        return;
    }
    device->is_lost = false;
    device->wait_ns = FIRST_WAIT_NS;
    (void)pthread_mutex_lock(&device->mutex);
    device->health.reconnects++;
    (void)pthread_mutex_unlock(&device->mutex);
}

static hd_status tick(void *argument, int64_t slot_ns)
{
    struct hd_power_device *device = argument;
    hd_status status = HD_OK;
    (void)slot_ns;
    if (device->is_lost) {
        if (hd_clock_get_ns() < device->retry_ns) {
            if (device->meter.driver->is_stream) {
                (void)hd__io_sleep(&device->meter.io, device->retry_ns);
            }
            return HD_OK;
        }
        find_again(device);
    } else if (hd__power_device_read(device, &status) == HD_METER_LOST) {
        lose(device);
    }
    return status;
}

/* A sample out of turn, by the program's own thread: what is asked over a network may not keep it
 * waiting. What sends by itself has nothing to be asked. */
static enum hd_meter_result read_apart(struct hd_power_device *device, int64_t limit_ns,
                                       hd_status *written)
{
    *written = HD_OK;
    if (device->is_lost || device->meter.driver->is_stream) {
        return HD_METER_NOTHING;
    }
    device->meter.io.limit_ns = limit_ns;
    const enum hd_meter_result result = hd__power_device_read(device, written);
    device->meter.io.limit_ns = 0;
    return result;
}

hd_status hd__power_device_start(struct hd_power_device *device, int64_t limit_ns)
{
    const bool is_stream = device->meter.driver->is_stream;
    hd_status status = HD_OK;
    hd__power_device_forget(device);
    if (read_apart(device, limit_ns, &status) == HD_METER_LOST) {
        lose(device);
    }
    return status == HD_OK
               ? hd_pacer_start("hdpower", is_stream ? STREAM_SLOT_NS : device->meter.interval_ns,
                                tick, device, &device->pacer)
               : status;
}

hd_status hd__power_device_stop(struct hd_power_device *device)
{
    const hd_status status = hd_pacer_stop(device->pacer);
    device->pacer = NULL;
    return status;
}

hd_status hd__power_device_finish(struct hd_power_device *device, int64_t limit_ns)
{
    hd_status status = HD_OK;
    if (!device->is_lost) {
        (void)read_apart(device, limit_ns, &status);
        return status;
    }
    for (size_t i = 0; status == HD_OK && i < device->output_count; i++) {
        if (device->outputs[i].has_begun) {
            status = hd__power_output_skip(&device->outputs[i], hd_clock_get_ns());
        }
    }
    count_records(device);
    return status;
}

hd_status hd__power_device_fini(struct hd_power_device *device, bool is_parents)
{
    hd_status status = HD_OK;
    if (device->is_open && !is_parents) {
        hd__power_device_close(device);
    }
    for (size_t i = 0; i < device->output_count; i++) {
        const hd_status closed = hd__power_output_close(&device->outputs[i], is_parents);
        status = status == HD_OK ? closed : status;
    }
    free(device->outputs);
    free(device->meter.wanted);
    (void)pthread_mutex_destroy(&device->mutex);
    *device = (struct hd_power_device){0};
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_device.h"

#include <hdtrace/clock.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_WAIT_NS ((int64_t)NS_PER_S)
#define PROOF_NS      (300 * (int64_t)NS_PER_MS)
#define PROOF_STEP_NS (20 * (int64_t)NS_PER_MS)

struct list {
    char *text;
    size_t size, length;
};

static void add_label(struct list *list, const char *label)
{
    if (label == NULL) {
        return;
    }
    if (list->text == NULL) {
        list->size += strlen(label) + 1;
        return;
    }
    const int added = snprintf(list->text + list->length, list->size - list->length, "%s ", label);
    list->length += added > 0 ? (size_t)added : 0;
}

static void add_terms(struct list *list, const struct hd_power_formula_config *formula,
                      size_t device)
{
    for (size_t i = 0; i < formula->term_count; i++) {
        if (formula->terms[i].device == device) {
            add_label(list, formula->terms[i].channel);
        }
    }
}

/* Without a text what it needs is counted. */
static void add_all(struct list *list, const struct hd_power_config *config, size_t device)
{
    for (size_t i = 0; i < config->trace_count; i++) {
        const struct hd_power_trace_config *trace = &config->traces[i];
        add_label(list, trace->device == device ? trace->channels : NULL);
        add_terms(list, &trace->formula, device);
    }
    for (size_t i = 0; i < config->check_count; i++) {
        add_terms(list, &config->checks[i], device);
    }
}

static char *list_wanted(const struct hd_power_config *config, size_t device)
{
    struct list list = {.size = 1};
    add_all(&list, config, device);
    list.text = calloc(list.size, 1);
    if (list.text != NULL) {
        add_all(&list, config, device);
    }
    return list.text;
}

hd_status hd__power_device_init(struct hd_power_device *device,
                                const struct hd_power_config *config, size_t index,
                                const char *root, const char *host, int stop)
{
    const struct hd_power_device_config *described = &config->devices[index];
    *device = (struct hd_power_device){.meter = {.driver = described->driver,
                                                 .name = described->name,
                                                 .root = root,
                                                 .host = host,
                                                 .settings = described->settings,
                                                 .setting_count = described->setting_count,
                                                 .wanted = list_wanted(config, index),
                                                 .io = {.descriptor = -1, .stop = stop}},
                                       .wait_ns = FIRST_WAIT_NS};
    struct hd_meter *meter = &device->meter;
    meter->interval_ns =
        (int64_t)(hd__meter_number(meter, "cycle", meter->driver->cycle_ms) * NS_PER_MS);
    device->health.device = described->name;
    return meter->wanted == NULL || pthread_mutex_init(&device->mutex, NULL) != 0 ? HD_NOMEM
                                                                                  : HD_OK;
}

void hd__power_device_close(struct hd_power_device *device)
{
    struct hd_meter *meter = &device->meter;
    if (meter->driver->health != NULL && device->is_open) {
        meter->driver->health(meter);
    }
    meter->driver->close(meter);
    hd__io_close(&meter->io);
    device->is_open = false;
}

bool hd__power_device_reopen(struct hd_power_device *device)
{
    struct hd_meter *meter = &device->meter;
    meter->channel_count = 0;
    meter->bias_ns = 0;
    meter->fault[0] = '\0';
    if (!meter->driver->open(meter)) {
        hd__power_device_close(device);
        return false;
    }
    meter->driver->describe(meter);
    const double bias_ms = hd__meter_number(meter, "bias", NAN);
    meter->bias_ns = isnan(bias_ms) ? meter->bias_ns : (int64_t)(bias_ms * NS_PER_MS);
    if (meter->channel_count == 0) {
        (void)hd__meter_fail(meter, "it measures nothing that is known here");
        hd__power_device_close(device);
        return false;
    }
    device->is_open = true;
    return true;
}

/* Whether each counter that can be expected to move does. Slow ones have more patience. */
static bool have_moved(struct hd_power_device *device)
{
    bool all = true;
    for (size_t i = 0; i < device->meter.channel_count; i++) {
        struct hd_meter_channel *channel = &device->meter.channels[i];
        if (channel->quantity == HD_METER_ENERGY && channel->patience_ns == 0) {
            channel->is_dead =
                device->sample.is_valid[i] && device->sample.numbers[i].uj == channel->standing_uj;
            all = all && !channel->is_dead;
        }
    }
    return all;
}

static bool has_living(const struct hd_meter *meter)
{
    for (size_t i = 0; i < meter->channel_count; i++) {
        if (!meter->channels[i].is_dead) {
            return true;
        }
    }
    return false;
}

static void find_dead(struct hd_power_device *device)
{
    struct hd_meter *meter = &device->meter;
    const int64_t deadline_ns = hd__io_deadline(PROOF_NS);
    bool has_counters = false;
    for (size_t i = 0; i < meter->channel_count; i++) {
        has_counters = has_counters || (meter->channels[i].quantity == HD_METER_ENERGY &&
                                        meter->channels[i].patience_ns == 0);
    }
    if (!has_counters || meter->driver->is_stream ||
        meter->driver->read(meter, &device->sample) != HD_METER_SAMPLE) {
        return;
    }
    for (size_t i = 0; i < meter->channel_count; i++) {
        meter->channels[i].standing_uj = device->sample.numbers[i].uj;
    }
    do {
        if (!hd__io_sleep(&meter->io, hd__io_deadline(PROOF_STEP_NS)) ||
            meter->driver->read(meter, &device->sample) != HD_METER_SAMPLE) {
            return;
        }
    } while (!have_moved(device) && hd_clock_get_ns() < deadline_ns);
}

bool hd__power_device_open(struct hd_power_device *device)
{
    if (!hd__power_device_reopen(device)) {
        return false;
    }
    find_dead(device);
    if (!has_living(&device->meter)) {
        (void)hd__meter_fail(&device->meter, "its energy counters stand still");
        hd__power_device_close(device);
        return false;
    }
    return true;
}

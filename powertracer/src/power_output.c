/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_output.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_VALUES = 256, OWN_VALUES = 2, MOST_ITEMS = MOST_VALUES - OWN_VALUES };

static const struct {
    const char *unit;
    const char *grouping;
} kinds[HD_METER_QUANTITIES] = {
    [HD_METER_VOLTAGE] = {"V", "Voltage"},
    [HD_METER_CURRENT] = {"A", "Current"},
    [HD_METER_POWER] = {"W", "Power"},
    [HD_METER_ENERGY] = {"uJ", "Energy"},
};

/* Whether a label is in a list; `package-0` stands for `package-0:dram` too. */
static bool is_listed(const char *list, const char *label)
{
    if (list == NULL || list[0] == '\0') {
        return true;
    }
    for (const char *c = list; *c != '\0';) {
        c += strspn(c, ", \t");
        const size_t length = strcspn(c, ", \t");
        if (length > 0 && strncmp(c, label, length) == 0 &&
            (label[length] == '\0' || label[length] == ':')) {
            return true;
        }
        c += length;
    }
    return false;
}

static hd_status add(struct hd_power_output *output, enum hd_power_source source, size_t channel,
                     enum hd_meter_quantity quantity, const char *label)
{
    if (output->item_count == MOST_ITEMS) {
        return HD_LIMIT;
    }
    struct hd_power_item *item = &output->items[output->item_count++];
    item->source = source;
    item->channel = channel;
    (void)snprintf(item->name, sizeof item->name, "%s%s%s", hd__quantity_name(quantity),
                   label[0] == '\0' ? "" : "_", label);
    return HD_OK;
}

static bool is_chosen(const struct hd_power_trace_config *trace,
                      const struct hd_meter_channel *channel)
{
    return !channel->is_dead && is_listed(trace->channels, channel->label);
}

/* How many of a trace's channels have labels of their own. The only one goes without, its names are
 * the original's. */
static size_t count_labels(const struct hd_power_trace_config *trace, const struct hd_meter *meter)
{
    const char *first = NULL;
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        if (is_chosen(trace, channel)) {
            if (first != NULL && strcmp(first, channel->label) != 0) {
                return 2;
            }
            first = channel->label;
        }
    }
    return first == NULL ? 0 : 1;
}

/* Without a channel for the whole, a trace gets the sum of the parts it has as P, and E when all of
 * them are counters. */
static hd_status add_sums(struct hd_power_output *output, const struct hd_power_trace_config *trace,
                          const struct hd_meter *meter)
{
    size_t powers = 0;
    size_t counters = 0;
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        if (!is_chosen(trace, channel) || !hd__quantity_is_power(channel->quantity)) {
            continue;
        }
        if (channel->label[0] == '\0') {
            return HD_OK;
        }
        output->is_summed[i] = channel->in_total;
        powers += channel->in_total ? 1 : 0;
        counters += channel->in_total && channel->quantity == HD_METER_ENERGY ? 1 : 0;
    }
    hd_status status = HD_OK;
    if (powers > 0 && trace->has_quantity[HD_METER_POWER]) {
        status = add(output, HD_POWER_SUM_WATTS, 0, HD_METER_POWER, "");
    }
    if (status == HD_OK && powers > 0 && counters == powers &&
        trace->has_quantity[HD_METER_ENERGY]) {
        status = add(output, HD_POWER_SUM_UJ, 0, HD_METER_ENERGY, "");
    }
    return status;
}

hd_status hd__power_output_choose(struct hd_power_output *output,
                                  const struct hd_power_trace_config *trace,
                                  const struct hd_meter *meter)
{
    const size_t labels = count_labels(trace, meter);
    output->items = calloc(MOST_ITEMS, sizeof *output->items);
    output->text = -1;
    hd_status status = output->items == NULL ? HD_NOMEM : labels == 0 ? HD_MISSING : HD_OK;
    if (status == HD_OK && labels > 1) {
        status = add_sums(output, trace, meter);
    }
    for (size_t i = 0; status == HD_OK && i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        const char *label = labels > 1 ? channel->label : "";
        if (!is_chosen(trace, channel)) {
            continue;
        }
        if (channel->quantity == HD_METER_ENERGY && trace->has_quantity[HD_METER_ENERGY]) {
            status = add(output, HD_POWER_UJ, i, HD_METER_ENERGY, label);
        }
        const enum hd_meter_quantity real =
            channel->quantity == HD_METER_ENERGY ? HD_METER_POWER : channel->quantity;
        const bool repeats =
            channel->quantity == HD_METER_ENERGY && hd__meter_has_power(meter, channel->label);
        if (status == HD_OK && !repeats && trace->has_quantity[real]) {
            status = add(output, HD_POWER_REAL, i, real, label);
        }
    }
    return status == HD_OK && output->item_count == 0 ? HD_MISSING : status;
}

static enum hd_meter_quantity quantity_of(const struct hd_power_item *item,
                                          const struct hd_meter *meter)
{
    switch (item->source) {
    case HD_POWER_UJ:
    case HD_POWER_SUM_UJ:
        return HD_METER_ENERGY;
    case HD_POWER_SUM_WATTS:
        return HD_METER_POWER;
    case HD_POWER_REAL:
        break;
    }
    const enum hd_meter_quantity quantity = meter->channels[item->channel].quantity;
    return quantity == HD_METER_ENERGY ? HD_METER_POWER : quantity;
}

static hd_status open_stats(struct hd_power_output *output, const struct hd_meter *meter,
                            const char *unavailable)
{
    hd_stats_value values[MOST_VALUES];
    char bias[24];
    char window[24];
    size_t count = 0;
    for (; count < output->item_count; count++) {
        const struct hd_power_item *item = &output->items[count];
        const enum hd_meter_quantity quantity = quantity_of(item, meter);
        values[count] = (hd_stats_value){
            item->name, hd__power_item_is_integer(item) ? HD_STATS_INT64 : HD_STATS_FLOAT,
            kinds[quantity].unit, kinds[quantity].grouping};
    }
    values[count++] = (hd_stats_value){"ELAPSED_NS", HD_STATS_INT64, "ns", "TIME"};
    values[count++] = (hd_stats_value){"GAP", HD_STATS_INT64, "#", "TIME"};
    (void)snprintf(bias, sizeof bias, "%" PRId64, meter->bias_ns);
    (void)snprintf(window, sizeof window, "%" PRId64, meter->window_ns);
    const hd_stats_attribute attributes[] = {{"device", meter->driver->name},
                                             {"meter", meter->name},
                                             {"identity", meter->identity},
                                             {"biasNs", bias},
                                             {"windowNs", window},
                                             {"unavailable", unavailable}};
    const size_t attribute_count = sizeof attributes / sizeof attributes[0];
    return hd_stats_create(output->node, output->group, count, values,
                           attribute_count - (unavailable[0] == '\0' ? 1 : 0), attributes,
                           &output->stats);
}

/* The program that is measured may go to another folder before the first record. */
static char *make_absolute(const char *path)
{
    char folder[PATH_MAX];
    if (path[0] == '/' || getcwd(folder, sizeof folder) == NULL) {
        return strdup(path);
    }
    const size_t size = strlen(folder) + strlen(path) + 2;
    char *whole = malloc(size);
    if (whole != NULL) {
        (void)snprintf(whole, size, "%s/%s", folder, path);
    }
    return whole;
}

hd_status hd__power_output_prepare(struct hd_power_output *output, const char *path)
{
    output->queue = hd__power_queue_create(output->item_count);
    output->path = path == NULL ? NULL : make_absolute(path);
    return output->queue == NULL || (path != NULL && output->path == NULL) ? HD_NOMEM : HD_OK;
}

hd_status hd__power_output_open(struct hd_power_output *output, const struct hd_meter *meter,
                                const char *unavailable)
{
    const hd_status status = output->path == NULL ? open_stats(output, meter, unavailable) : HD_OK;
    output->has_file = status == HD_OK;
    return status;
}

hd_status hd__power_output_close(struct hd_power_output *output, bool is_parents)
{
    hd_status status = HD_OK;
    if (output->text >= 0 && close(output->text) != 0) {
        status = HD_IO;
    }
    if (!is_parents && output->stats != NULL && hd_stats_destroy(output->stats) != HD_OK) {
        status = HD_IO;
    }
    hd__power_queue_destroy(output->queue);
    free(output->items);
    free(output->path);
    *output = (struct hd_power_output){.text = -1};
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
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

static bool is_power(enum hd_meter_quantity quantity)
{
    return quantity == HD_METER_POWER || quantity == HD_METER_ENERGY;
}

/* A device without a channel for the whole gets the sum of its parts as P, and E when all of them
 * are counters. */
static hd_status add_sums(struct hd_power_output *output, const struct hd_power_trace_config *trace,
                          const struct hd_meter *meter)
{
    size_t powers = 0;
    size_t counters = 0;
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        if (!is_chosen(trace, channel) || !is_power(channel->quantity)) {
            continue;
        }
        if (channel->label[0] == '\0') {
            return HD_OK;
        }
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

static bool is_integer(const struct hd_power_item *item)
{
    return item->source == HD_POWER_UJ || item->source == HD_POWER_SUM_UJ;
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
        values[count] =
            (hd_stats_value){item->name, is_integer(item) ? HD_STATS_INT64 : HD_STATS_FLOAT,
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

static hd_status write_text(const struct hd_power_output *output, const char *text)
{
    size_t done = 0;
    const size_t length = strlen(text);
    while (done < length) {
        const ssize_t written = write(output->text, text + done, length - done);
        if (written < 0 && errno != EINTR) {
            return HD_IO;
        }
        done += written > 0 ? (size_t)written : 0;
    }
    return HD_OK;
}

static hd_status open_text(struct hd_power_output *output, const char *path)
{
    char line[64];
    output->text = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    hd_status status = output->text < 0 ? HD_IO : write_text(output, "# end_s");
    for (size_t i = 0; status == HD_OK && i < output->item_count; i++) {
        (void)snprintf(line, sizeof line, " %s", output->items[i].name);
        status = write_text(output, line);
    }
    return status == HD_OK ? write_text(output, " GAP\n") : status;
}

hd_status hd__power_output_open(struct hd_power_output *output, const struct hd_meter *meter,
                                const char *path, const char *unavailable)
{
    return path == NULL ? open_stats(output, meter, unavailable) : open_text(output, path);
}

static hd_status begin(struct hd_power_output *output, int64_t from_ns)
{
    output->has_begun = true;
    output->end_ns = from_ns;
    return output->stats == NULL ? HD_OK : hd_stats_begin(output->stats, from_ns);
}

/* The number of an item. @return false: it was not measured, and the number is 0 */
static bool take(const struct hd_power_item *item, const struct hd_meter *meter,
                 const struct hd_power_value *values, double *real, int64_t *integer)
{
    *real = 0.0;
    *integer = 0;
    if (values == NULL) {
        return false;
    }
    if (item->source == HD_POWER_REAL || item->source == HD_POWER_UJ) {
        const struct hd_power_value *value = &values[item->channel];
        *real = value->is_valid ? value->real : 0.0;
        *integer = value->is_valid ? (int64_t)value->uj : 0;
        return value->is_valid;
    }
    bool is_valid = true;
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        if (channel->in_total && !channel->is_dead && is_power(channel->quantity)) {
            is_valid = is_valid && values[i].is_valid;
            *real += values[i].real;
            *integer += (int64_t)values[i].uj;
        }
    }
    if (!is_valid) {
        *real = 0.0;
        *integer = 0;
    }
    return is_valid;
}

static hd_status put_text(struct hd_power_output *output, const double *reals,
                          const int64_t *integers, int64_t to_ns, bool gap)
{
    char line[64];
    (void)snprintf(line, sizeof line, "%" PRId64 ".%09" PRId64, to_ns / NS_PER_S, to_ns % NS_PER_S);
    hd_status status = write_text(output, line);
    for (size_t i = 0; status == HD_OK && i < output->item_count; i++) {
        if (is_integer(&output->items[i])) {
            (void)snprintf(line, sizeof line, " %" PRId64, integers[i]);
        } else {
            (void)snprintf(line, sizeof line, " %.6g", reals[i]);
        }
        status = write_text(output, line);
    }
    return status == HD_OK ? write_text(output, gap ? " 1\n" : " 0\n") : status;
}

static hd_status put(struct hd_power_output *output, const struct hd_meter *meter,
                     const struct hd_power_value *values, int64_t to_ns)
{
    double reals[MOST_ITEMS];
    int64_t integers[MOST_ITEMS];
    bool is_complete = true;
    if (to_ns <= output->end_ns) {
        return HD_OK;
    }
    for (size_t i = 0; i < output->item_count; i++) {
        const struct hd_power_item *item = &output->items[i];
        is_complete = take(item, meter, values, &reals[i], &integers[i]) && is_complete;
    }
    const int64_t elapsed_ns = to_ns - output->end_ns;
    output->end_ns = to_ns;
    output->records++;
    output->gaps += is_complete ? 0 : 1;
    if (output->stats == NULL) {
        return put_text(output, reals, integers, to_ns, !is_complete);
    }
    for (size_t i = 0; i < output->item_count; i++) {
        if (is_integer(&output->items[i])) {
            hd_stats_set_int(output->stats, i, integers[i]);
        } else {
            hd_stats_set_double(output->stats, i, reals[i]);
        }
    }
    hd_stats_set_int(output->stats, output->item_count, elapsed_ns);
    hd_stats_set_int(output->stats, output->item_count + 1, is_complete ? 0 : 1);
    return hd_stats_end_record(output->stats, to_ns);
}

hd_status hd__power_output_write(struct hd_power_output *output, const struct hd_meter *meter,
                                 const struct hd_power_value *values,
                                 const struct hd_power_period *period)
{
    const bool had_begun = output->has_begun;
    hd_status status = had_begun ? HD_OK : begin(output, period->from_ns);
    if (status == HD_OK && had_begun && period->is_after_gap &&
        period->to_ns > output->end_ns + 1) {
        /* The clock of a device may have been found to be ahead meanwhile: both need some room. */
        const int64_t middle_ns = output->end_ns + (period->to_ns - output->end_ns) / 2;
        status = put(output, meter, NULL,
                     period->from_ns > output->end_ns ? period->from_ns : middle_ns);
    }
    return status == HD_OK ? put(output, meter, values, period->to_ns) : status;
}

hd_status hd__power_output_skip(struct hd_power_output *output, int64_t now_ns)
{
    return output->has_begun ? put(output, NULL, NULL, now_ns) : begin(output, now_ns);
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
    free(output->items);
    *output = (struct hd_power_output){.text = -1};
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of a trace: composed by the thread that reads the device, written by the one that writes
 * all files. What finds no room between them becomes part of a gap, which is as long as what was
 * lost. */
#include "power_output.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool hd__quantity_is_power(enum hd_meter_quantity quantity)
{
    return quantity == HD_METER_POWER || quantity == HD_METER_ENERGY;
}

bool hd__power_item_is_integer(const struct hd_power_item *item)
{
    return item->source == HD_POWER_UJ || item->source == HD_POWER_SUM_UJ;
}

static hd_status put_text(const struct hd_power_output *output, const char *text)
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

/* A measurement that gets no record doesn't take the place of an earlier one. */
static hd_status open_text(struct hd_power_output *output)
{
    char line[64];
    output->text = open(output->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    hd_status status = output->text < 0 ? HD_IO : put_text(output, "# end_s");
    for (size_t i = 0; status == HD_OK && i < output->item_count; i++) {
        (void)snprintf(line, sizeof line, " %s", output->items[i].name);
        status = put_text(output, line);
    }
    return status == HD_OK ? put_text(output, " GAP\n") : status;
}

static hd_status write_line(struct hd_power_output *output, const struct hd_power_record *record)
{
    char line[64];
    hd_status status = output->text < 0 ? open_text(output) : HD_OK;
    if (status != HD_OK) {
        return status;
    }
    (void)snprintf(line, sizeof line, "%" PRId64 ".%09" PRId64, record->to_ns / NS_PER_S,
                   record->to_ns % NS_PER_S);
    status = put_text(output, line);
    for (size_t i = 0; status == HD_OK && i < output->item_count; i++) {
        if (hd__power_item_is_integer(&output->items[i])) {
            (void)snprintf(line, sizeof line, " %" PRId64, record->numbers[i].integer);
        } else {
            (void)snprintf(line, sizeof line, " %.6g", record->numbers[i].real);
        }
        status = put_text(output, line);
    }
    return status == HD_OK ? put_text(output, record->kind == HD_POWER_GAP ? " 1\n" : " 0\n")
                           : status;
}

/* What is computed of it is by energy; the mean power of an interval tells that too. */
static void add_to_series(const struct hd_power_output *output,
                          const struct hd_power_record *record)
{
    const double uj = hd__power_item_is_integer(&output->items[0])
                          ? (double)record->numbers[0].integer
                          : record->numbers[0].real * (double)record->elapsed_ns / 1e3;
    const struct hd_power_segment segment = {record->to_ns - record->elapsed_ns, record->to_ns, uj,
                                             record->kind == HD_POWER_GAP};
    if (record->kind != HD_POWER_BEGIN) {
        hd__power_series_add(output->series, &segment);
    }
}

static hd_status write_record(struct hd_power_output *output, const struct hd_power_record *record)
{
    if (output->series != NULL) {
        add_to_series(output, record);
        return HD_OK;
    }
    if (!output->has_file) {
        return HD_OK;
    }
    if (output->stats == NULL) {
        return record->kind == HD_POWER_BEGIN ? HD_OK : write_line(output, record);
    }
    if (record->kind == HD_POWER_BEGIN) {
        return hd_stats_begin(output->stats, record->to_ns);
    }
    for (size_t i = 0; i < output->item_count; i++) {
        if (hd__power_item_is_integer(&output->items[i])) {
            hd_stats_set_int(output->stats, i, record->numbers[i].integer);
        } else {
            hd_stats_set_double(output->stats, i, record->numbers[i].real);
        }
    }
    hd_stats_set_int(output->stats, output->item_count, record->elapsed_ns);
    hd_stats_set_int(output->stats, output->item_count + 1, record->kind == HD_POWER_GAP ? 1 : 0);
    return hd_stats_end_record(output->stats, record->to_ns);
}

hd_status hd__power_output_drain(struct hd_power_output *output, bool *any)
{
    const struct hd_power_record *record = NULL;
    hd_status status = (hd_status)hd__power_queue_get_failure(output->queue);
    while ((record = hd__power_queue_first(output->queue)) != NULL) {
        if (status == HD_OK) {
            status = write_record(output, record);
            *any = true;
        }
        hd__power_queue_pop(output->queue);
    }
    hd__power_queue_fail(output->queue, (int)status);
    return status;
}

/* Without a thread that writes this one does. */
static hd_status pass_on(struct hd_power_output *output)
{
    bool any = false;
    hd__power_queue_push(output->queue);
    return output->is_written_elsewhere ? (hd_status)hd__power_queue_get_failure(output->queue)
                                        : hd__power_output_drain(output, &any);
}

/* The number of an item. @return false: it was not measured, and the number is 0 */
static bool take(const struct hd_power_output *output, size_t index, const struct hd_meter *meter,
                 const struct hd_power_value *values, union hd_power_number *number)
{
    const struct hd_power_item *item = &output->items[index];
    const bool is_integer = hd__power_item_is_integer(item);
    double real = 0.0;
    int64_t integer = 0;
    bool is_valid = values != NULL;
    if (values != NULL && (item->source == HD_POWER_REAL || item->source == HD_POWER_UJ)) {
        real = values[item->channel].real;
        integer = (int64_t)values[item->channel].uj;
        is_valid = values[item->channel].is_valid;
    } else if (values != NULL) {
        for (size_t i = 0; i < meter->channel_count; i++) {
            if (output->is_summed[i] && !meter->channels[i].is_dead) {
                is_valid = is_valid && values[i].is_valid;
                real += values[i].real;
                integer += (int64_t)values[i].uj;
            }
        }
    }
    if (is_integer) {
        number->integer = is_valid ? integer : 0;
    } else {
        number->real = is_valid ? real : 0.0;
    }
    return is_valid;
}

static hd_status begin(struct hd_power_output *output, int64_t from_ns)
{
    struct hd_power_record *record = hd__power_queue_next(output->queue);
    output->has_begun = true;
    output->end_ns = output->lost_ns = from_ns;
    *record = (struct hd_power_record){.kind = HD_POWER_BEGIN, .to_ns = from_ns};
    return pass_on(output);
}

/* @param values NULL: a gap */
static hd_status put_one(struct hd_power_output *output, const struct hd_meter *meter,
                         const struct hd_power_value *values, int64_t to_ns)
{
    struct hd_power_record *record = hd__power_queue_next(output->queue);
    bool is_complete = true;
    for (size_t i = 0; i < output->item_count; i++) {
        is_complete = take(output, i, meter, values, &record->numbers[i]) && is_complete;
    }
    record->kind = is_complete ? HD_POWER_RECORD : HD_POWER_GAP;
    record->to_ns = to_ns;
    record->elapsed_ns = to_ns - output->end_ns;
    output->end_ns = output->lost_ns = to_ns;
    output->records++;
    output->gaps += is_complete ? 0 : 1;
    return pass_on(output);
}

static hd_status put(struct hd_power_output *output, const struct hd_meter *meter,
                     const struct hd_power_value *values, int64_t to_ns)
{
    const bool has_lost = output->lost_ns > output->end_ns;
    if (to_ns <= output->lost_ns) {
        return HD_OK;
    }
    if (hd__power_queue_get_room(output->queue) < (has_lost ? 2 : 1)) {
        output->lost_ns = to_ns;
        return HD_OK;
    }
    const hd_status status = has_lost ? put_one(output, NULL, NULL, output->lost_ns) : HD_OK;
    return status == HD_OK ? put_one(output, meter, values, to_ns) : status;
}

hd_status hd__power_output_write(struct hd_power_output *output, const struct hd_meter *meter,
                                 const struct hd_power_value *values,
                                 const struct hd_power_period *period)
{
    const bool had_begun = output->has_begun;
    hd_status status = had_begun ? HD_OK : begin(output, period->from_ns);
    if (status == HD_OK && had_begun && period->is_after_gap &&
        period->to_ns > output->lost_ns + 1) {
        /* The clock of a device may have been found to be ahead meanwhile: both need some room. */
        const int64_t middle_ns = output->lost_ns + (period->to_ns - output->lost_ns) / 2;
        status = put(output, NULL, NULL,
                     period->from_ns > output->lost_ns ? period->from_ns : middle_ns);
    }
    return status == HD_OK ? put(output, meter, values, period->to_ns) : status;
}

hd_status hd__power_output_skip(struct hd_power_output *output, int64_t now_ns)
{
    return output->has_begun ? put(output, NULL, NULL, now_ns) : begin(output, now_ns);
}

hd_status hd__power_output_finish(struct hd_power_output *output)
{
    return output->has_begun && output->lost_ns > output->end_ns
               ? put_one(output, NULL, NULL, output->lost_ns)
               : HD_OK;
}

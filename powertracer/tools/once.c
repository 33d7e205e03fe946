/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "once.h"

#include <glib.h>
#include <hdtrace/clock.h>
#include <inttypes.h>
#include <json_text.h>
#include <stdio.h>

static const char *const units[HD_METER_QUANTITIES] = {"V", "A", "W", "uJ"};

struct row {
    char *name;
    const char *unit;
    char *number; /* "null": not measured */
};

static char *number_text(bool is_valid, double real)
{
    char text[G_ASCII_DTOSTR_BUF_SIZE];
    return g_strdup(is_valid ? g_ascii_formatd(text, sizeof text, "%.6g", real) : "null");
}

static void free_row(gpointer data)
{
    struct row *row = data;
    g_free(row->name);
    g_free(row->number);
    g_free(row);
}

static void add_row(GPtrArray *rows, enum hd_meter_quantity quantity, const char *label,
                    char *number)
{
    struct row *row = g_new(struct row, 1);
    row->name = g_strconcat(hd__quantity_name(quantity), label[0] == '\0' ? "" : "_", label, NULL);
    row->unit = units[quantity];
    row->number = number;
    g_ptr_array_add(rows, row);
}

static GPtrArray *rows_of(const struct hd_power_device *device)
{
    GPtrArray *rows = g_ptr_array_new_with_free_func(free_row);
    for (size_t i = 0; i < device->meter.channel_count; i++) {
        const struct hd_meter_channel *channel = &device->meter.channels[i];
        const struct hd_power_value *value = &device->values[i];
        if (channel->is_dead) {
            continue;
        }
        if (channel->quantity == HD_METER_ENERGY) {
            add_row(rows, HD_METER_ENERGY, channel->label,
                    value->is_valid ? g_strdup_printf("%" PRIu64, value->uj) : g_strdup("null"));
        }
        if (channel->quantity == HD_METER_ENERGY &&
            hd__meter_has_power(&device->meter, channel->label)) {
            continue;
        }
        add_row(rows, channel->quantity == HD_METER_ENERGY ? HD_METER_POWER : channel->quantity,
                channel->label, number_text(value->is_valid, value->real));
    }
    return rows;
}

static void print_table(const struct hd_power_device *device, const GPtrArray *rows)
{
    for (guint i = 0; i < rows->len; i++) {
        const struct row *row = rows->pdata[i];
        printf("%-16s %-40s %16s %s\n", device->meter.name, row->name,
               strcmp(row->number, "null") == 0 ? "-" : row->number, row->unit);
    }
}

static void print_json(const struct hd_power_device *device, const GPtrArray *rows,
                       int64_t elapsed_ns, bool is_first)
{
    g_autofree char *meter = hd__json_quote(device->meter.name);
    g_autofree char *identity = hd__json_quote(device->meter.identity);
    printf("%s\n  {\"device\": \"%s\", \"meter\": %s, \"identity\": %s, \"elapsedNs\": %" PRId64
           ", \"values\": [",
           is_first ? "" : ",", device->meter.driver->name, meter, identity, elapsed_ns);
    for (guint i = 0; i < rows->len; i++) {
        const struct row *row = rows->pdata[i];
        g_autofree char *name = hd__json_quote(row->name);
        printf("%s\n    {\"name\": %s, \"unit\": \"%s\", \"value\": %s}", i == 0 ? "" : ",", name,
               row->unit, row->number);
    }
    printf("]}");
}

/* Counters are compared with what they were a cycle before. */
static bool measure(struct hd_power_device *device, int64_t deadline_ns, int64_t *elapsed_ns)
{
    const bool is_stream = device->meter.driver->is_stream;
    bool has_counter = false;
    int64_t first_ns = 0;
    for (size_t i = 0; i < device->meter.channel_count; i++) {
        has_counter = has_counter || device->meter.channels[i].quantity == HD_METER_ENERGY;
    }
    hd_status written = HD_OK;
    while (hd_clock_get_ns() < deadline_ns) {
        const enum hd_meter_result result = hd__power_device_read(device, &written);
        if (result == HD_METER_LOST || written != HD_OK) {
            return false;
        }
        if (result != HD_METER_SAMPLE) {
            continue;
        }
        if (is_stream && !has_counter) {
            *elapsed_ns = device->meter.interval_ns;
            return true;
        }
        if (first_ns != 0) {
            *elapsed_ns = device->sample.to_ns - first_ns;
            return true;
        }
        first_ns = device->sample.to_ns;
        if (!is_stream) {
            g_usleep((gulong)(device->meter.interval_ns / 1000));
        }
    }
    return device->meter.damaged == 0
               ? hd__meter_fail(&device->meter, "it told nothing in time")
               : hd__meter_fail(&device->meter,
                                "it told nothing in time, but damaged answers (%" PRIu64 ")",
                                device->meter.damaged);
}

bool once_print(hd_power *power, bool json, double wait_s, char **fault)
{
    g_autofree char *host = hd__json_quote(power->host);
    g_autofree char *lacking = hd__json_quote(power->unavailable);
    const int64_t start_ns = hd_clock_get_ns();
    bool is_good = true;
    *fault = NULL;
    if (json) {
        printf("{\"host\": %s, \"startNs\": %" PRId64 ", \"unavailable\": %s, \"devices\": [", host,
               start_ns, lacking);
    }
    for (size_t i = 0; i < power->device_count; i++) {
        struct hd_power_device *device = power->devices[i];
        int64_t elapsed_ns = 0;
        const int64_t deadline_ns =
            hd_clock_get_ns() + (int64_t)(wait_s * NS_PER_S) + 2 * device->meter.interval_ns;
        device->meter.io.limit_ns = deadline_ns;
        const bool is_measured = measure(device, deadline_ns, &elapsed_ns);
        device->meter.io.limit_ns = 0; /* closing may take its time */
        if (!is_measured && is_good) {
            *fault = g_strdup_printf("%s: %s", device->meter.name, device->meter.fault);
            is_good = false;
        }
        g_autoptr(GPtrArray) rows = rows_of(device);
        if (json) {
            print_json(device, rows, elapsed_ns, i == 0);
        } else {
            print_table(device, rows);
        }
    }
    if (json) {
        printf("\n]}\n");
    }
    return is_good;
}

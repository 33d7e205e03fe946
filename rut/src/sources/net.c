/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The 16 counters of each network interface from /proc/net/dev, per interval (FORMATS B 4.1).
 * The sums hold every interface there is, also one that has no values of its own yet; EXT is
 * everything but the loopback. */
#include "rut_devices.h"
#include "rut_source.h"
#include "rut_text.h"

#include <string.h>

enum { NET_IN = 0, NET_OUT = 8, NET_COUNT = 16 };

/* Bytes have no word of their own in their name, as in the original. */
static const char *const columns[NET_COUNT] = {
    "NET_IN_",       "NET_IN_PACKETS_",     "NET_IN_ERRORS_",     "NET_IN_DROPS_",
    "NET_IN_FIFO_",  "NET_IN_FRAME_",       "NET_IN_COMPRESSED_", "NET_IN_MULTICAST_",
    "NET_OUT_",      "NET_OUT_PACKETS_",    "NET_OUT_ERRORS_",    "NET_OUT_DROPS_",
    "NET_OUT_FIFO_", "NET_OUT_COLLISIONS_", "NET_OUT_CARRIER_",   "NET_OUT_COMPRESSED_",
};

/* `  eth0: 16 numbers`; a name may hold colons itself, the numbers don't. */
static bool parse_line(struct hd_rut_devices *interfaces, const char *name, size_t length)
{
    const struct hd_rut_line line = {name, length, name + length + 1, NET_OUT + 1, NET_COUNT};
    struct hd_rut_device *device = NULL;
    if (hd__rut_devices_take(interfaces, &line, &device) != HD_OK) {
        return false;
    }
    device->wanted = true;
    return true;
}

/* What is before the last colon of the line's first word, or NULL; the headings have none. */
static const char *find_name(const char *line, size_t *length)
{
    const char *word = hd__rut_text_word(&line, length);
    while (*length > 0) {
        *length -= 1;
        if (word[*length] == ':') {
            return word;
        }
    }
    return NULL;
}

static bool parse_lines(struct hd_rut_devices *interfaces, const char *text)
{
    bool has_heading = false;
    const char *line = text;
    do {
        size_t length = 0;
        const char *name = find_name(line, &length);
        if (name != NULL && !parse_line(interfaces, name, length)) {
            return false;
        }
        has_heading = has_heading || hd__rut_text_starts_with(line, "Inter-|");
    } while (hd__rut_text_next_line(&line));
    return has_heading;
}

static bool parse(void *state, const char *text, size_t length)
{
    (void)length;
    hd__rut_devices_begin(state);
    const bool usable = parse_lines(state, text);
    hd__rut_devices_end(state);
    return usable;
}

static bool is_bytes(size_t column)
{
    return column == NET_IN || column == NET_OUT;
}

static void describe(void *state, struct hd_rut_values *values)
{
    struct hd_rut_devices *interfaces = state;
    static const char *const sums[] = {"NET_IN_EXT", "NET_OUT_EXT", "NET_IN", "NET_OUT"};
    hd__rut_devices_list(interfaces);
    for (size_t i = 0; i < interfaces->count; i++) {
        const char *name = interfaces->items[i].name;
        hd__rut_values_add(values, HD_STATS_INT64, "B", "NET", columns[NET_IN], name);
        hd__rut_values_add(values, HD_STATS_INT64, "B", "NET", columns[NET_OUT], name);
    }
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        hd__rut_values_add(values, HD_STATS_INT64, "B", "NET", sums[i], "");
    }
    for (size_t i = 0; i < interfaces->count; i++) {
        for (size_t c = 0; c < NET_COUNT; c++) {
            if (!is_bytes(c)) {
                hd__rut_values_add(values, HD_STATS_INT64, "#", "NET_PACKETS", columns[c],
                                   interfaces->items[i].name);
            }
        }
    }
}

static void add_up(const struct hd_rut_device *device, uint64_t sums[2])
{
    sums[0] += device->delta[NET_IN];
    sums[1] += device->delta[NET_OUT];
}

static void emit_packets(const struct hd_rut_device *device, struct hd_rut_record *record)
{
    for (size_t c = 0; device->listed && c < NET_COUNT; c++) {
        if (!is_bytes(c)) {
            hd__rut_record_put_int(record, device->delta[c]);
        }
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct hd_rut_devices *interfaces = state;
    uint64_t external[2] = {0};
    uint64_t all[2] = {0};
    for (size_t i = 0; i < interfaces->count; i++) {
        const struct hd_rut_device *device = &interfaces->items[i];
        add_up(device, all);
        if (strcmp(device->name, "lo") != 0) {
            add_up(device, external);
        }
        if (device->listed) {
            hd__rut_record_put_int(record, device->delta[NET_IN]);
            hd__rut_record_put_int(record, device->delta[NET_OUT]);
        }
    }
    hd__rut_record_put_int(record, external[0]);
    hd__rut_record_put_int(record, external[1]);
    hd__rut_record_put_int(record, all[0]);
    hd__rut_record_put_int(record, all[1]);
    for (size_t i = 0; i < interfaces->count; i++) {
        emit_packets(&interfaces->items[i], record);
    }
}

const struct hd_rut_source hd__rut_net = {
    .name = "net",
    .by_default = true,
    .path = "/proc/net/dev",
    .create = hd__rut_devices_create,
    .destroy = hd__rut_devices_destroy,
    .parse = parse,
    .has_changed = hd__rut_devices_has_new,
    .describe = describe,
    .emit = emit,
};

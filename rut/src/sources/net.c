/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes through the network interfaces from /proc/net/dev, per interval (FORMATS B 4.1).
 * The sums hold every interface there is, also one that has no values of its own yet; EXT is
 * everything but the loopback. */
#include "rut_devices.h"
#include "rut_source.h"
#include "rut_text.h"

#include <string.h>

enum { COLUMN_IN = 0, COLUMN_OUT = 8, COLUMN_COUNT = 9 };
enum { NET_IN, NET_OUT, NET_COUNT };

/* `  eth0: 16 numbers`; a name may hold colons itself, the numbers don't. */
static bool parse_line(struct hd_rut_devices *interfaces, const char *line, const char *colon)
{
    const char *cursor = line;
    size_t length = 0;
    const char *name = hd__rut_text_word(&cursor, &length);
    if (colon < name) {
        return false;
    }
    length = (size_t)(colon - name);
    cursor = colon + 1;
    uint64_t columns[COLUMN_COUNT];
    if (hd__rut_text_numbers(&cursor, columns, COLUMN_COUNT) != COLUMN_COUNT) {
        return false;
    }
    const uint64_t counters[NET_COUNT] = {columns[COLUMN_IN], columns[COLUMN_OUT]};
    struct hd_rut_device *device =
        hd__rut_devices_update(interfaces, name, length, counters, NET_COUNT);
    if (device == NULL) {
        return false;
    }
    device->wanted = true;
    return true;
}

/* Last colon of the line, or NULL; the headings have none. */
static const char *find_colon(const char *line)
{
    const char *colon = NULL;
    for (const char *c = line; *c != '\n' && *c != '\0'; c++) {
        if (*c == ':') {
            colon = c;
        }
    }
    return colon;
}

static bool parse_lines(struct hd_rut_devices *interfaces, const char *text)
{
    bool has_heading = false;
    const char *line = text;
    do {
        const char *colon = find_colon(line);
        if (colon != NULL && !parse_line(interfaces, line, colon)) {
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

static void describe(void *state, struct hd_rut_values *values)
{
    struct hd_rut_devices *interfaces = state;
    static const char *const sums[] = {"NET_IN_EXT", "NET_OUT_EXT", "NET_IN", "NET_OUT"};
    hd__rut_devices_list(interfaces);
    for (size_t i = 0; i < interfaces->count; i++) {
        const char *name = interfaces->items[i].name;
        hd__rut_values_add(values, HD_STATS_INT64, "B", "NET", "NET_IN_", name);
        hd__rut_values_add(values, HD_STATS_INT64, "B", "NET", "NET_OUT_", name);
    }
    for (size_t i = 0; i < sizeof sums / sizeof sums[0]; i++) {
        hd__rut_values_add(values, HD_STATS_INT64, "B", "NET", sums[i], "");
    }
}

static void emit(const void *state, struct hd_rut_record *record)
{
    const struct hd_rut_devices *interfaces = state;
    uint64_t external[NET_COUNT] = {0};
    uint64_t all[NET_COUNT] = {0};
    for (size_t i = 0; i < interfaces->count; i++) {
        const struct hd_rut_device *device = &interfaces->items[i];
        const bool is_external = strcmp(device->name, "lo") != 0;
        for (int way = 0; way < NET_COUNT; way++) {
            all[way] += device->delta[way];
            external[way] += is_external ? device->delta[way] : 0;
            if (device->listed) {
                hd__rut_record_put_int(record, device->delta[way]);
            }
        }
    }
    hd__rut_record_put_int(record, external[NET_IN]);
    hd__rut_record_put_int(record, external[NET_OUT]);
    hd__rut_record_put_int(record, all[NET_IN]);
    hd__rut_record_put_int(record, all[NET_OUT]);
}

const struct hd_rut_source hd__rut_net = {
    .name = "net",
    .path = "/proc/net/dev",
    .create = hd__rut_devices_create,
    .destroy = hd__rut_devices_destroy,
    .parse = parse,
    .has_changed = hd__rut_devices_has_new,
    .describe = describe,
    .emit = emit,
};

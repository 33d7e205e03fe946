/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "power_meter.h"

#include <errno.h>
#include <hdtrace/clock.h>
#include <math.h>
#include <sampling/kernel_tree.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define HD_METER_ROW(name) &hd__meter_##name,
static const struct hd_meter_driver *const drivers[] = {HD_METER_LIST(HD_METER_ROW)};
#undef HD_METER_ROW

static const char *const quantity_names[HD_METER_QUANTITIES] = {
    [HD_METER_VOLTAGE] = "Utrms",
    [HD_METER_CURRENT] = "Itrms",
    [HD_METER_POWER] = "P",
    [HD_METER_ENERGY] = "E",
};

const struct hd_meter_driver *hd__meter_get(size_t index)
{
    return index < sizeof drivers / sizeof drivers[0] ? drivers[index] : NULL;
}

const struct hd_meter_driver *hd__meter_find(const char *name)
{
    for (size_t i = 0; i < sizeof drivers / sizeof drivers[0]; i++) {
        if (strcasecmp(drivers[i]->name, name) == 0) {
            return drivers[i];
        }
    }
    return NULL;
}

bool hd__meter_probe(const struct hd_meter_driver *driver, const char *root, const char *what,
                     char *found, size_t size)
{
    struct hd_meter meter = {.root = root, .io = {.descriptor = -1, .stop = -1}};
    const bool is_there = driver->open(&meter);
    if (is_there) {
        driver->describe(&meter);
    }
    (void)snprintf(found, size, "%zu %s", meter.channel_count, what);
    driver->close(&meter);
    return is_there;
}

const char *hd__meter_text(const struct hd_meter *meter, const char *name, const char *otherwise)
{
    for (size_t i = 0; i < meter->setting_count; i++) {
        if (strcmp(meter->settings[i].name, name) == 0) {
            return meter->settings[i].value;
        }
    }
    return otherwise;
}

double hd__meter_number(const struct hd_meter *meter, const char *name, double otherwise)
{
    const char *text = hd__meter_text(meter, name, NULL);
    double number = otherwise;
    if (text != NULL && !hd__read_real(&text, &number)) {
        return otherwise;
    }
    return number;
}

void hd__meter_stamp(const struct hd_meter *meter, struct hd_meter_sample *sample,
                     int64_t before_ns)
{
    sample->to_ns = before_ns + (hd_clock_get_ns() - before_ns) / 2 - meter->bias_ns;
}

int64_t hd__meter_patience(const struct hd_meter *meter, double otherwise_s)
{
    return (int64_t)(hd__meter_number(meter, "patience", otherwise_s) * NS_PER_S);
}

/* Whether what snprintf said of a setting is a text that had room; else the fault says which. */
static bool fits(struct hd_meter *meter, const char *name, int length, size_t size)
{
    if (length <= 0) {
        (void)snprintf(meter->io.fault, sizeof meter->io.fault, "%s= is empty", name);
    } else if ((size_t)length >= size) {
        (void)snprintf(meter->io.fault, sizeof meter->io.fault, "%s= has more than %zu characters",
                       name, size - 1);
    }
    return length > 0 && (size_t)length < size;
}

bool hd__meter_port(struct hd_meter *meter, char *path, size_t size)
{
    const char *port = hd__meter_text(meter, "port", "");
    return fits(meter, "port", snprintf(path, size, "%s%s", meter->root, port), size);
}

bool hd__meter_address(struct hd_meter *meter, char *address, size_t size)
{
    const char *text = hd__meter_text(meter, "address", "");
    const char *place = strstr(text, "%h");
    const int length = place == NULL ? snprintf(address, size, "%s", text)
                                     : snprintf(address, size, "%.*s%s%s", (int)(place - text),
                                                text, meter->host, place + 2);
    return fits(meter, "address", length, size);
}

bool hd__meter_secret(struct hd_meter *meter, const char *name, char *secret, size_t size)
{
    const char *path = hd__meter_text(meter, name, NULL);
    secret[0] = '\0';
    return path == NULL || hd__kernel_line(path, secret, size) ||
           hd__meter_fail(meter, "%s: cannot read %.80s", name, path);
}

struct hd_meter_channel *hd__meter_add(struct hd_meter *meter, enum hd_meter_quantity quantity,
                                       const char *format, ...)
{
    if (meter->channel_count == HD_METER_CHANNELS) {
        return NULL;
    }
    struct hd_meter_channel *channel = &meter->channels[meter->channel_count++];
    *channel = (struct hd_meter_channel){.quantity = quantity};
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(channel->label, sizeof channel->label, format, arguments);
    va_end(arguments);
    for (char *c = channel->label; *c != '\0'; c++) {
        if (*c <= ' ' || *c > '~' || *c == ',') {
            *c = '_';
        }
    }
    return channel;
}

bool hd__meter_fail(struct hd_meter *meter, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(meter->fault, sizeof meter->fault, format, arguments);
    va_end(arguments);
    return false;
}

enum hd_meter_result hd__meter_lose(struct hd_meter *meter, const char *cause)
{
    (void)hd__meter_fail(meter, "%s", cause == NULL ? meter->io.fault : cause);
    return HD_METER_LOST;
}

const char *hd__quantity_name(enum hd_meter_quantity quantity)
{
    return quantity_names[quantity];
}

enum hd_meter_quantity hd__quantity_find(const char *name, size_t length)
{
    for (int i = 0; i < HD_METER_QUANTITIES; i++) {
        if (strlen(quantity_names[i]) == length &&
            strncasecmp(quantity_names[i], name, length) == 0) {
            return (enum hd_meter_quantity)i;
        }
    }
    return HD_METER_QUANTITIES;
}

/* The decimal point is a point, whatever the program's locale says; strtod follows the locale. */
bool hd__read_real(const char **cursor, double *number)
{
    const char *c = *cursor;
    const bool is_negative = *c == '-';
    double value = 0.0;
    int scale = 0;
    bool any = false;
    c += *c == '-' || *c == '+';
    for (; *c >= '0' && *c <= '9'; c++) {
        value = value * 10.0 + (*c - '0');
        any = true;
    }
    if (*c == '.') {
        for (c++; *c >= '0' && *c <= '9'; c++) {
            value = value * 10.0 + (*c - '0');
            scale--;
            any = true;
        }
    }
    if (!any) {
        return false;
    }
    if (*c == 'e' || *c == 'E') {
        char *end = NULL;
        const long exponent = strtol(c + 1, &end, 10);
        if (end == c + 1 || exponent < -400 || exponent > 400) {
            return false;
        }
        scale += (int)exponent;
        c = end;
    }
    value = scale < 0 ? value / pow(10.0, -scale) : value * pow(10.0, scale);
    *number = is_negative ? -value : value;
    *cursor = c;
    return isfinite(value);
}

bool hd__meter_has_power(const struct hd_meter *meter, const char *label)
{
    for (size_t i = 0; i < meter->channel_count; i++) {
        const struct hd_meter_channel *channel = &meter->channels[i];
        if (channel->quantity == HD_METER_POWER && strcmp(channel->label, label) == 0) {
            return true;
        }
    }
    return false;
}

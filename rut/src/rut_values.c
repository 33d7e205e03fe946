/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "rut_values.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a, 32 bit. */
static uint32_t checksum(const char *text, uint32_t hash)
{
    for (; *text != '\0'; text++) {
        hash = (hash ^ (unsigned char)*text) * 16777619U;
    }
    return hash;
}

static void compose_name(char *name, const char *prefix, const char *device)
{
    enum { tail_size = 10 }; /* ~, 8 digits, NUL */
    const int length = snprintf(name, HD_RUT_NAME_SIZE, "%s%s", prefix, device);
    if (length >= HD_RUT_NAME_SIZE) {
        const uint32_t hash = checksum(device, checksum(prefix, 2166136261U));
        (void)snprintf(name + HD_RUT_NAME_SIZE - tail_size, tail_size, "~%08" PRIx32, hash);
    }
    for (char *c = name; *c != '\0'; c++) {
        if (*c <= ' ' || *c > '~') {
            *c = '_';
        }
    }
}

void hd__rut_values_add(struct hd_rut_values *values, hd_stats_type type, const char *unit,
                        const char *grouping, const char *prefix, const char *device)
{
    if (values->count == values->capacity) {
        const size_t capacity = values->capacity == 0 ? 64 : 2 * values->capacity;
        struct hd_rut_value *items = realloc(values->items, capacity * sizeof *items);
        if (items == NULL) {
            values->out_of_memory = true;
            return;
        }
        values->items = items;
        values->capacity = capacity;
    }
    struct hd_rut_value *value = &values->items[values->count++];
    *value = (struct hd_rut_value){.type = type, .unit = unit, .grouping = grouping};
    compose_name(value->name, prefix, device);
}

void hd__rut_values_clear(struct hd_rut_values *values)
{
    values->count = 0;
    values->out_of_memory = false;
}

void hd__rut_values_fini(struct hd_rut_values *values)
{
    free(values->items);
    *values = (struct hd_rut_values){0};
}

bool hd__rut_record_init(struct hd_rut_record *record, size_t capacity)
{
    union hd_rut_number *items = calloc(capacity == 0 ? 1 : capacity, sizeof *items);
    if (items == NULL) {
        return false;
    }
    *record = (struct hd_rut_record){.items = items, .capacity = capacity};
    return true;
}

void hd__rut_record_put_int(struct hd_rut_record *record, uint64_t value)
{
    if (record->count < record->capacity) {
        record->items[record->count++].integer = value > INT64_MAX ? INT64_MAX : (int64_t)value;
    }
}

void hd__rut_record_put_real(struct hd_rut_record *record, double value)
{
    if (record->count < record->capacity) {
        record->items[record->count++].real = value;
    }
}

void hd__rut_record_fini(struct hd_rut_record *record)
{
    free(record->items);
    *record = (struct hd_rut_record){0};
}

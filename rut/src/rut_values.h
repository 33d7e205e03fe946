/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_VALUES_H
#define HDRUT_VALUES_H
/** The list of values of a group, and the numbers of one record. */

#include <hdtrace/stats.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** A name of the statistics format with its NUL (FORMATS A6). */
#define HD_RUT_NAME_SIZE 50

struct hd_rut_value {
    char name[HD_RUT_NAME_SIZE];
    hd_stats_type type;
    const char *unit;     /* static text */
    const char *grouping; /* static text */
};

struct hd_rut_values {
    struct hd_rut_value *items;
    size_t count;
    size_t capacity;
    bool out_of_memory; /* some value is missing */
};

/** Append the value `prefix` + `device` (either may be ""). A name that is too long keeps its
 *  beginning and ends in `~` and a checksum of the whole, so that two of them stay apart;
 *  characters outside printable ASCII become `_`. */
void hd__rut_values_add(struct hd_rut_values *values, hd_stats_type type, const char *unit,
                        const char *grouping, const char *prefix, const char *device);

/** Forget the values but keep the memory. */
void hd__rut_values_clear(struct hd_rut_values *values);
void hd__rut_values_fini(struct hd_rut_values *values);

/** Numbers in the order of the values; integers and reals share one array. */
union hd_rut_number {
    int64_t integer;
    double real;
};

struct hd_rut_record {
    union hd_rut_number *items;
    size_t count;
    size_t capacity;    /* as many as there are values; what is put beyond is dropped */
    int64_t elapsed_ns; /* since the record before */
};

/** Make room for `capacity` numbers. Returns false without memory. */
bool hd__rut_record_init(struct hd_rut_record *record, size_t capacity);
void hd__rut_record_put_int(struct hd_rut_record *record, uint64_t value);
void hd__rut_record_put_real(struct hd_rut_record *record, double value);
void hd__rut_record_fini(struct hd_rut_record *record);

#endif

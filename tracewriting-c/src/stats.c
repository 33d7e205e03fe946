/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records of a statistics group. */
#include "error.h"
#include "stats_state.h"
#include "text.h"

#include <math.h>

static void put_big_endian(unsigned char *to, uint64_t value, size_t bytes)
{
    for (size_t i = bytes; i-- > 0; value >>= 8) {
        to[i] = (unsigned char)value;
    }
}

/* Write the stamp; false when the format can't express the time. */
static bool put_stamp(unsigned char *to, int64_t time_ns)
{
    const int64_t seconds = time_ns / HD__NANOS_PER_SECOND;
    if (time_ns < 0 || seconds > INT32_MAX) {
        return false;
    }
    put_big_endian(to, (uint64_t)seconds, 4);
    put_big_endian(to + 4, (uint64_t)(time_ns % HD__NANOS_PER_SECOND), 4);
    return true;
}

/* Towards 0; what no 64-bit integer can hold becomes the nearest that can. */
static int64_t to_int(double value)
{
    if (isnan(value) || isinf(value)) {
        return 0;
    }
    return value >= 0x1p63 ? INT64_MAX : value < -0x1p63 ? INT64_MIN : (int64_t)value;
}

static void put_int(const hd__stats_slot *s, int64_t value)
{
    if (s->type == HD_STATS_INT32) {
        value = value > INT32_MAX ? INT32_MAX : value < INT32_MIN ? INT32_MIN : value;
        put_big_endian(s->at, (uint64_t)value, sizeof(int32_t));
    } else {
        put_big_endian(s->at, (uint64_t)value, sizeof(int64_t));
    }
}

static void put_float(const hd__stats_slot *s, double value)
{
    if (isnan(value) || isinf(value)) {
        value = 0;
    }
    if (s->type == HD_STATS_DOUBLE) {
        uint64_t bits = 0;
        memcpy(&bits, &value, sizeof bits);
        put_big_endian(s->at, bits, sizeof bits);
        return;
    }
    const double most = 3.40282346638528859812e38; /* the largest float */
    const float number = (float)(value > most ? most : value < -most ? -most : value);
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    put_big_endian(s->at, bits, sizeof bits);
}

static bool is_integer(const hd__stats_slot *s)
{
    return s->type == HD_STATS_INT32 || s->type == HD_STATS_INT64;
}

void hd_stats_set_int(hd_stats *stats, size_t index, int64_t value)
{
    if (stats == NULL || index >= stats->slot_count) {
        return;
    }
    const hd__stats_slot *const s = &stats->slots[index];
    if (is_integer(s)) {
        put_int(s, value);
    } else {
        put_float(s, (double)value);
    }
}

void hd_stats_set_double(hd_stats *stats, size_t index, double value)
{
    if (stats == NULL || index >= stats->slot_count) {
        return;
    }
    const hd__stats_slot *const s = &stats->slots[index];
    if (is_integer(s)) {
        put_int(s, to_int(value));
    } else {
        put_float(s, value);
    }
}

/* Append the same stamp, and the values if wanted, to every part. */
static hd_status append(hd_stats *stats, int64_t time_ns, bool values)
{
    hd_status status = HD_OK;
    for (size_t i = 0; i < stats->part_count; i++) {
        hd__stats_part *const p = &stats->parts[i];
        (void)put_stamp(p->record, time_ns);
        const size_t bytes = values ? p->record_bytes : HD__STAMP_BYTES;
        if (hd__sink_append(&p->sink, (const char *)p->record, bytes)) {
            hd__sink_mark(&p->sink);
            hd__sink_tick(&p->sink, time_ns);
        } else {
            status = hd__fail_system(p->path, p->sink.error);
        }
        memset(p->record, 0, values ? p->record_bytes : HD__STAMP_BYTES);
    }
    return status;
}

static hd_status check_time(const hd_stats *stats, int64_t time_ns)
{
    unsigned char stamp[HD__STAMP_BYTES];
    return put_stamp(stamp, time_ns)
               ? HD_OK
               : hd__fail(HD_INVALID, "%s: the time is out of range", stats->parts[0].path);
}

hd_status hd_stats_begin(hd_stats *stats, int64_t start_ns)
{
    if (stats == NULL) {
        return hd__fail(HD_INVALID, "statistics: nothing to begin");
    }
    if (stats->begun) {
        return hd__fail(HD_STATE, "%s: has its start already", stats->parts[0].path);
    }
    const hd_status status = check_time(stats, start_ns);
    if (status != HD_OK) {
        return status;
    }
    stats->begun = true;
    stats->last_ns = start_ns;
    return append(stats, start_ns, false);
}

hd_status hd_stats_end_record(hd_stats *stats, int64_t end_ns)
{
    if (stats == NULL) {
        return hd__fail(HD_INVALID, "statistics: no group");
    }
    if (!stats->begun) {
        return hd__fail(HD_STATE, "%s: needs its start first", stats->parts[0].path);
    }
    const hd_status status = check_time(stats, end_ns);
    if (status != HD_OK) {
        return status;
    }
    if (end_ns < stats->last_ns) {
        return hd__fail(HD_INVALID, "%s: the time went back", stats->parts[0].path);
    }
    stats->last_ns = end_ns;
    stats->records++;
    return append(stats, end_ns, true);
}

hd_status hd_stats_flush(hd_stats *stats)
{
    if (stats == NULL) {
        return hd__fail(HD_INVALID, "statistics: nothing to flush");
    }
    hd_status status = HD_OK;
    for (size_t i = 0; i < stats->part_count; i++) {
        const int error = hd__sink_flush(&stats->parts[i].sink);
        if (error != 0) {
            status = hd__fail_system(stats->parts[i].path, error);
        }
    }
    return status;
}

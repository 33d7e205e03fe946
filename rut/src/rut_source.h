/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_SOURCE_H
#define HDRUT_SOURCE_H
/** What a source of counters is. One source = one file in sources/ and one row in the list below.
 */

#include "rut_values.h"

#include <stdbool.h>
#include <stddef.h>

/** The sources, in the order of their values in the statistics file. */
#define HD_RUT_SOURCE_LIST(X) X(cpu) X(mem) X(net) X(disk)

struct hd_rut_source {
    const char *name; /**< as in hd_rut_options.sources */
    const char *path; /**< of the one file that is read */

    /** Create and free what the source remembers; create returns NULL without memory. */
    void *(*create)(void);
    void (*destroy)(void *state);

    /** Take over the file's text (NUL terminated). Empty text stands for a sample that was lost:
     *  counters without a predecessor afterwards. Returns false when the text isn't usable. */
    bool (*parse)(void *state, const char *text, size_t length);

    /** Tell whether a value is there that the last description doesn't have. */
    bool (*has_changed)(const void *state);

    /** Append the values of the current set of devices, which is kept until the next call. */
    void (*describe)(void *state, struct hd_rut_values *values);

    /** Append one number per described value. */
    void (*emit)(const void *state, struct hd_rut_record *record);
};

#define HD_RUT_SOURCE_EXTERN(name) extern const struct hd_rut_source hd__rut_##name;
HD_RUT_SOURCE_LIST(HD_RUT_SOURCE_EXTERN)
#undef HD_RUT_SOURCE_EXTERN

#endif

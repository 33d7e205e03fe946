/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef DRIVEN_H
#define DRIVEN_H
/** A source that is fed with text in place of a file. */

#include "rut_probe.h"

struct driven {
    const struct hd_rut_source *source;
    void *state;
    struct hd_rut_values values;
    struct hd_rut_record record;
};

/** Begin with a text, which is freed, as the baseline. */
struct driven driven_begin(const struct hd_rut_source *source, char *text);
void driven_end(struct driven *driven);

/** Read a text. @return whether the source could use it */
bool driven_feed(struct driven *driven, const char *text);
bool driven_feed_and_free(struct driven *driven, char *text);

/** Learn the values anew, after devices came. */
void driven_describe(struct driven *driven);

int64_t driven_integer(const struct driven *driven, const char *name);
double driven_real(const struct driven *driven, const char *name);

#endif

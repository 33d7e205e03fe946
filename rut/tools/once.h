/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUTD_ONCE_H
#define RUTD_ONCE_H
/** One sample that is printed instead of recorded. */

#include "rut_probe.h"

#include <glib.h>

struct once {
    const char *host;
    const struct hd_rut_choice *choice;
    struct hd_rut_target target;
    unsigned interval_ms; /* between the two readings */
    bool json;
};

/** Read twice and print each value, as a table or as
 *  {"host","startNs","elapsedNs","unavailable","values":[{"group","name","unit","value"}]}.
 *  Returns false when nothing can be read; `unavailable` says why then and is to be freed. */
bool once_print(const struct once *once, char **unavailable);

#endif

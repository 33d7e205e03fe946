/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_OTF2_ARCHIVE_EVENTS_H
#define HD_OTF2_ARCHIVE_EVENTS_H
/* Tells the events of an archive on stdout, a line each. */

#include "texts.h"

#include <otf2/otf2.h>

/* What callbacks are given. */
typedef struct event_context {
    const text_table *texts;
    const text_table *parameters;
    uint64_t told; /* events that have a line */
} event_context;

/* Callbacks for those events that mean something in a project; to be deleted by the caller. */
OTF2_EvtReaderCallbacks *event_callbacks(void);

/* The type of a value in the text. */
const char *event_value_type(OTF2_Type type);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_OTF2_ARCHIVE_WRITER_H
#define HD_OTF2_ARCHIVE_WRITER_H
/* What writers of definitions and of events share. */

#include "lines.h"
#include "texts.h"

#include <otf2/otf2.h>
#include <stdbool.h>
#include <stddef.h>

enum { METRICS_MAX = 255 };

typedef struct location {
    uint64_t id;
    uint64_t events;
    OTF2_StringRef name;
    OTF2_LocationGroupRef group;
    OTF2_LocationType type;
} location;

typedef struct writer {
    line_reader in;
    const char *folder;
    OTF2_Archive *archive;
    OTF2_GlobalDefWriter *definitions;
    OTF2_EvtWriter *events;
    OTF2_AttributeList *attributes;
    text_table texts;
    location *locations;
    size_t location_count;
    size_t location_room;
    size_t open; /* the location whose events come */
    OTF2_GroupRef groups;
    OTF2_GroupRef self; /* the group of communicators of each rank for itself */
    bool has_self;
} writer;

typedef struct command {
    const char *name;
    void (*run)(writer *to);
} command;

/* Stop when a call of OTF2 has failed. */
void writer_require(const writer *to, OTF2_ErrorCode code, const char *what);

/* The number of a text, which is defined when it is new. */
OTF2_StringRef writer_string(writer *to, size_t field);

/* A number of the current line. */
uint64_t writer_number(const writer *to, size_t field);
uint32_t writer_small(const writer *to, size_t field);
OTF2_Type writer_type(const char *letter);

/* Lines of events, from the one behind `events` to `end`; the last one has no name. */
extern const command WRITER_EVENTS[];
void writer_region(writer *to);
void writer_attribute(writer *to);

#endif

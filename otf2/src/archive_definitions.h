/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_OTF2_ARCHIVE_DEFINITIONS_H
#define HD_OTF2_ARCHIVE_DEFINITIONS_H
/* Tells the definitions of an archive on stdout, a line each, and keeps what its events need. */

#include "texts.h"

#include <otf2/otf2.h>

typedef struct known_location {
    OTF2_LocationRef id;
    uint64_t events;
} known_location;

typedef struct known_group {
    OTF2_GroupRef id;
    OTF2_GroupType type;
    uint32_t count;
    uint64_t *members;
} known_group;

typedef struct definitions {
    text_table texts;
    text_table parameters;
    known_location *locations;
    size_t location_count;
    known_group *groups;
    size_t group_count;
} definitions;

/* Callbacks for definitions that mean something in a project; to be deleted by the caller. They are
 * given a `definitions`. */
OTF2_GlobalDefReaderCallbacks *definitions_callbacks(void);
void definitions_free(definitions *all);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPVFS_MACHINE_TABLE_H
#define HDPVFS_MACHINE_TABLE_H
/* The states of all machines and the functions that they had. Made once, then constant. */

#include "machines.h"

typedef struct hdpvfs_known {
    hdpvfs_state *state;
    hdpvfs_action *run;
    hdpvfs_step_kind kind;
    const hd_relation_phrase *begin, *begin_machine; /* NULL: no memory */
} hdpvfs_known;

/* @return NULL: it is not one of them */
const hdpvfs_known *hdpvfs_known_get(const hdpvfs_state *state);

/* As it is shown, without what all of them begin with. */
static inline const char *hdpvfs_machine_name(const hdpvfs_machine *machine)
{
    return machine->name + sizeof "pvfs2_" - 1;
}

/* Tell machines that wait for something to come, for as long as the program runs. */
bool hdpvfs_machine_waits(const hdpvfs_machine *machine);

/* Tell what a state means by its name. */
hdpvfs_step_kind hdpvfs_known_kind(const hdpvfs_state *state);

/* Walk all machines and check them. @return NULL, or what is not as it was measured */
const char *hdpvfs_known_collect(const hdpvfs_object *object);

/* Give all states this function. @return their number */
size_t hdpvfs_known_replace(const hdpvfs_object *object, hdpvfs_action *run);

#endif

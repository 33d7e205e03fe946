/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TOOLS_PREVIOUS_DATA_H
#define HD_TOOLS_PREVIOUS_DATA_H
/** An earlier project file while it is read. */

#include "scan.h"

#include <hdtrace/read.h>

struct previous {
    const struct scan_project *found;
    char *text;
    gsize length;
    hd_reader *reader;
    hd_entry entry;
    GPtrArray *levels;    /* their types */
    GPtrArray *path;      /* open nodes: labels */
    GPtrArray *types;     /* ... and the types of their levels */
    GPtrArray *labels;    /* ... and what their labels were before, or "" */
    GPtrArray *fragments; /* of GString: one Topology line per node without nodes below; then
                             further ones */
    GArray *ranks;        /* of gint64: the rank of each, -1 for none */
    GPtrArray *comms;
    GPtrArray *keys;     /* of each node without nodes below: its labels joined by ';' */
    GHashTable *by_rank; /* rank -> GArray of struct membership */
    GPtrArray *places;   /* ... and its labels up to the rank, as in scan_project */
    GString *lines;      /* of files and groups, which belong to no process */
    gint64 missing;
    gint64 rank_count;
};

/** Step to the next entry; FALSE when there is none. */
gboolean previous_step(struct previous *p);

/** Whether an element of this name begins here. */
gboolean previous_begins(const struct previous *p, const char *name);

/** Its attribute, or NULL. */
const char *previous_attribute(struct previous *p, const char *name);

/** Add ` name='value'`; nothing for NULL. */
void previous_add_field(GString *line, const char *name, const char *value);

/** The list of communicators, which begins here. */
gboolean previous_read_comms(struct previous *p);

/** Add what the rank knows of communicators, the first time that it is asked for. Without a global
 *  id they are told apart by their order, which a process's own fragment tells better; they wait
 * for another process of that rank, of worlds that were joined, that has no fragment. Lines of one
 *  id are one communicator in a fragment: where worlds were joined, and an id of this rank stands
 *  for several, the others come in further fragments. */
void previous_add_comm_lines(struct previous *p, GString *text, gint64 rank, gboolean has_fragment);

/** How many of the ranks neither have a fragment nor were known to the file. Those that it knew
 * have a number for some communicator there: a node alone may stem from a trace. Where a rank of
 * the same number has a fragment, that may be the one which the file knew. */
size_t previous_count_missing(const struct previous *p);

void previous_comm_free(gpointer data);
void previous_memberships_free(gpointer data);

#endif

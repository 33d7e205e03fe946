/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_TABLES_H
#define PLAN_TABLES_H
/** The tables of a PLAN file while they grow: equal texts, hints and datatypes are stored once. */

#include "plan_file.h"
#include "plan_project.h"

/** What a datatype spans; -1 as size: not known. */
struct plan_span {
    int64_t size;
    int64_t lower; /**< lb */
    int64_t upper; /**< ub */
};

struct plan_tables {
    GByteArray *texts;
    GHashTable *text_places; /**< text to its place */
    GArray *numbers;         /**< int64_t */
    GArray *hints;           /**< struct plan_hint_entry */
    GHashTable *hint_places; /**< joined text of a set to its first entry */
    GArray *types;           /**< struct plan_type_entry */
    GArray *spans;           /**< struct plan_span, by type */
    GHashTable *type_places; /**< hash to index */
    GHashTable *type_ids; /**< (rank, tid) to index, PLAN_FILE_NOTHING: one that cannot be made */
};

struct plan_tables *plan_tables_new(void);
void plan_tables_free(struct plan_tables *tables);

/** @return the place of a text in the file's texts */
uint32_t plan_tables_add_text(struct plan_tables *tables, const char *text);

/** Add a set of hints: keys and values in turn.
 *  @return the index of the first */
uint32_t plan_tables_add_hints(struct plan_tables *tables, const GPtrArray *pairs);

/** Add all datatypes of a project.
 *  @return FALSE and an error that names file and cause */
gboolean plan_types_read(struct plan_tables *tables, const struct plan_project *project,
                         GError **error);

/** Get the index of a rank's datatype, PLAN_FILE_NOTHING when the project does not describe it in
 *  a way in which it can be made again. */
uint32_t plan_types_find(const struct plan_tables *tables, int rank, int64_t tid);

const struct plan_span *plan_types_span(const struct plan_tables *tables, uint32_t type);

/** Get the size of a named type of MPI, -1 when it differs between systems. */
int plan_types_named_bytes(const char *name);

/** Compute what a type spans from those of its old types. */
struct plan_span plan_types_measure(const struct plan_tables *tables,
                                    const struct plan_type_entry *type, const char *name);

/** Get where a type has its n-th byte of data, from its origin. Where only the extent is known
 *  (DARRAY) the end of the type. */
int64_t plan_types_place(const struct plan_tables *tables, uint32_t index, int64_t byte);

#endif

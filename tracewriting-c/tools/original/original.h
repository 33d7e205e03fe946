/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TOOLS_ORIGINAL_H
#define HD_TOOLS_ORIGINAL_H
/** Whether the programs of the original HDTrace read a project: the rules of FORMATS part B.
 *
 *  Each rule has a name, as T3, that stands in what is printed. A breach is an error when the
 *  original refuses the file or loses part of it; a trap when B tells of such files among those of
 *  the original, or when only its writers do otherwise. With --strict, for what we write, traps are
 *  errors too. */

#include <glib.h>
#include <hdtrace/read.h>

typedef enum original_kind { ORIGINAL_TRAP, ORIGINAL_ERROR } original_kind;

/** What the project file says that other files are held against. */
struct original {
    const char *directory;
    char *project; /**< the file's name without .proj: what file names begin with */
    gboolean strict;
    unsigned errors;
    unsigned traps;
    GPtrArray *levels;      /**< types */
    GHashTable *nodes;      /**< of every node: its labels joined by '_' */
    GHashTable *leaves;     /**< those without nodes below */
    GHashTable *groups;     /**< of statistics */
    GHashTable *file_names; /**< of the FileList */
    GHashTable *comm_ids;   /**< "rank:cid" */
    GHashTable *type_ids;   /**< "rank:thread:id" */
    gboolean has_types;
    gboolean has_world;
};

/** Print a finding. `offset` -1: of the file as a whole. */
void original_report(struct original *o, original_kind kind, const char *rule, const char *file,
                     gint64 offset, const char *format, ...) G_GNUC_PRINTF(6, 7);

/** Report when the file is no well-formed XML, by a parser that is not ours; gives back whether it
 *  is. */
gboolean original_check_xml(struct original *o, const char *file, const char *rule,
                            const char *text, gsize length);

/** Whether all characters may stand in labels: others are left out when files are looked up. */
gboolean original_is_label(const char *text);

/** Whether it is a time: seconds of a positive int32, at most 9 decimals, maybe `s` or `ms`. */
gboolean original_is_time(hd_slice text);

/** Value of an attribute as a whole number that fits an int32, which the original takes numbers
 *  for. */
gboolean original_get_int32(hd_reader *reader, size_t element, const char *name, gint64 *value);

void original_check_project(struct original *o, const char *file);
void original_check_trace(struct original *o, const char *file);
void original_check_statistics(struct original *o, const char *file);
void original_check_relation(struct original *o, const char *file);
void original_check_fragment(struct original *o, const char *file);
void original_check_index(struct original *o, const char *file);

/** What B 3.3 lists for a state of this name; NULL when it lists nothing. The names are separated
 *  by blanks. */
const char *original_attributes_of(const char *state);

/** The elements inside a state. */
struct original_child {
    const char *name;
    const char *attributes; /**< that each has, separated by blanks */
    const char *empty;      /**< another name that it may have, without them; or NULL */
    gboolean is_required;   /**< there is at least one, unless the call failed */
};

/** What B 3.3 lists as elements inside a state of this name; NULL when it lists none. */
const struct original_child *original_child_of(const char *state);

/** Read a file of the project's folder; reports and gives back FALSE when that fails. */
gboolean original_load(struct original *o, const char *file, char **text, gsize *length);

#endif

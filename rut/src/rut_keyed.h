/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_KEYED_H
#define HDRUT_KEYED_H
/** Numbers at known places of small kernel files: most sources are nothing but a list of them. */

#include "rut_file.h"
#include "rut_values.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HD_RUT_KEYED_FIELDS 24

/** Where a number is in a file, and which value it becomes. Lines that fit are summed up. */
struct hd_rut_field {
    const char *line; /* how the line begins; "" for any line */
    const char *mark; /* the number stands behind the last such text of the line; "": at `line` */
    unsigned skip;    /* words between that and the number */
    const char *name; /* of the value; the device of the place comes behind it */
    const char *unit;
    unsigned factor; /* what the number, or its growth, is multiplied by to have that unit */
    bool grows;      /* a counter: what it grew by is recorded, otherwise the number itself */
};

struct hd_rut_layout {
    const char *grouping;
    bool is_list; /* the file is one, which the kernel hands out in pieces */
    /* How two lines begin, of names and of the numbers below them, or NULL: then `mark` of a field
     * is the name of its column, wherever that is, and neither `line` nor `skip` has a meaning. */
    const char *table;
    size_t count; /* at most HD_RUT_KEYED_FIELDS */
    struct hd_rut_field fields[HD_RUT_KEYED_FIELDS];
};

struct hd_rut_place {
    char *path;
    char *device;
    const struct hd_rut_layout *layout;
    int descriptor; /* -1: opened for each sample */
    bool known;     /* `now` is of the previous sample */
    uint64_t now[HD_RUT_KEYED_FIELDS];
    uint64_t delta[HD_RUT_KEYED_FIELDS];
};

struct hd_rut_keyed {
    struct hd_rut_place *places;
    size_t count;
    size_t capacity;
    size_t open_count;
    char *root;
    struct hd_rut_file file; /* its buffer serves all places */
    char *watched;           /* text that lists the devices, or NULL */
    char *watched_path;
    bool has_changed;
};

/** Set the root before all paths. Returns 0 or ENOMEM. */
int hd__rut_keyed_begin(struct hd_rut_keyed *keyed, const char *root);

/** Add a file and read it once. Nothing is added unless a field is found in it.
 *  @param path  below the root
 *  @param device appended to the names of its values, or ""
 *  @return 0 | an errno value | -1 (no field is there) */
int hd__rut_keyed_add(struct hd_rut_keyed *keyed, const char *path, const char *device,
                      const struct hd_rut_layout *layout);

/** Call `add` with the name of each entry of a folder below the root, in any order.
 *  @return 0 when there are places, else the cause of the last failure */
int hd__rut_keyed_add_entries(struct hd_rut_keyed *keyed, const char *folder,
                              int (*add)(struct hd_rut_keyed *keyed, const char *entry));

/** Have `hd__rut_keyed_has_changed` tell when the text of a file is another. */
int hd__rut_keyed_watch(struct hd_rut_keyed *keyed, const char *path);

/** Forget all places, for a new look at what there is. */
void hd__rut_keyed_clear(struct hd_rut_keyed *keyed);

/** What a keyed source calls when it has looked for its places: 0, or the cause of the last place
 *  that could not be added when there is none at all. */
int hd__rut_keyed_result(const struct hd_rut_keyed *keyed, int last_cause);

/* For sources whose state is one such list. */
void *hd__rut_keyed_create(void);
void hd__rut_keyed_destroy(void *state);
/** Read all places. One that can't be read has zeros, and a new beginning when it is back.
 *  Returns false when none could be read. */
bool hd__rut_keyed_read(void *state);
bool hd__rut_keyed_has_changed(const void *state);
void hd__rut_keyed_describe(void *state, struct hd_rut_values *values);
void hd__rut_keyed_emit(const void *state, struct hd_rut_record *record);

/** The rows of hd_rut_source for such a list, and for one whose values are its own affair. */
#define HD_RUT_KEYED_STATE                                                                         \
    .create = hd__rut_keyed_create, .destroy = hd__rut_keyed_destroy, .read = hd__rut_keyed_read,  \
    .has_changed = hd__rut_keyed_has_changed
#define HD_RUT_KEYED_FUNCTIONS                                                                     \
    HD_RUT_KEYED_STATE, .describe = hd__rut_keyed_describe, .emit = hd__rut_keyed_emit

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IMPORT_FILES_H
#define IMPORT_FILES_H
/** What a log lets one know of files and descriptors.
 *
 *  A log is gone through twice. The first time tells of each file what it was at the beginning: how
 *  far it was read before anybody wrote so far, what stat said. The second time that is known. */

#include <glib.h>
#include <stdbool.h>

enum import_presence { IMPORT_UNKNOWN, IMPORT_THERE, IMPORT_GONE };

struct import_file {
    char *name;
    gint64 initial_bytes; /**< at least; of both times */
    bool is_folder;       /**< or anything else that is no file; of both times */
    gint64 size_bytes;    /**< written so far, or exact when is_exact */
    bool is_exact;        /**< what was at the beginning no longer counts */
    enum import_presence presence;
    bool is_used; /**< in the project */
};

/** All files by name. */
GHashTable *import_files_new(void);
struct import_file *import_files_get(GHashTable *files, const char *name);

/** The second time begins. */
void import_files_again(GHashTable *files);

gint64 import_file_size(const struct import_file *file);

/** Its size is this from now on. */
void import_file_set_size(struct import_file *file, gint64 bytes);

/** stat or a seek said so. */
void import_file_saw_size(struct import_file *file, gint64 bytes);

/** Something was written or read up to here. */
void import_file_wrote(struct import_file *file, gint64 end);
void import_file_read(struct import_file *file, gint64 end);

/** Open description, as the kernel has it: of all descriptors made of it, in all processes. */
struct import_opening {
    int references;
    struct import_file *file;
    gint64 position; /**< below 0: not known */
    bool appends;
    const char *mode; /**< interned, as `RDWR|CREAT` */
};

/** A descriptor. */
struct import_descriptor {
    struct import_opening *opening;
    const void *owner; /**< the process that `oid` is of */
    int oid;           /**< below 0: the process was not told of it yet */
    bool closes_on_exec;
};

/** Table of a process: by number. */
GHashTable *import_table_new(void);
GHashTable *import_table_copy(GHashTable *table);
struct import_descriptor *import_table_get(GHashTable *table, gint64 fd);

/** Put an opening there, in the place of another one; it is referred to once more. */
struct import_descriptor *import_table_put(GHashTable *table, gint64 fd,
                                           struct import_opening *opening);
void import_table_remove(GHashTable *table, gint64 fd);
void import_table_exec(GHashTable *table);

struct import_opening *import_opening_new(struct import_file *file, gint64 position,
                                          const char *mode);
void import_opening_unref(struct import_opening *opening);

#endif

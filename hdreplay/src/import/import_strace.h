/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef IMPORT_STRACE_H
#define IMPORT_STRACE_H
/** The way through a log, which is gone twice (import_files.h): calls change what is known of
 *  processes, files and descriptors, and the second time become states. */

#include "import.h"
#include "import_files.h"
#include "import_log.h"

/** Memory that stands for a file. */
struct import_map {
    guint64 base;
    gint64 size;
    gint64 offset;
    struct import_file *file;
    int oid;
};

struct import_process {
    guint number;      /**< in the order of their first lines */
    GHashTable *table; /**< descriptors */
    char *folder;      /**< that relative names begin from; NULL: not known */
    GArray *maps;      /**< struct import_map, the last one first */
    int next_oid;
    int next_thread;
    struct project_rank *rank; /**< NULL: the first time, or without I/O */
    int pid;
};

struct import_thread {
    int pid;
    struct import_process *process;
    const struct import_event *pending; /**< the call that it is in */
    struct import_descriptor closing;   /**< by that call; opening NULL: no */
    hd_trace *trace;
    gint64 last_ns; /**< end of its last call */
};

/** Where we are. */
struct importing {
    struct import_log *log;
    struct import_summary *summary;
    GHashTable *files;
    GHashTable *threads;  /**< those that live, by number */
    GPtrArray *processes; /**< all */
    GArray *use;          /**< guint64: states of each process, of the first time */
    GPtrArray *ranks;     /**< struct project_rank of each process, of the second time; or NULL */
    struct project_writer *project; /**< NULL: the first time */
    struct import_thread *thread;
    struct import_call call;
    gint64 begin_ns;
    gint64 end_ns;
};

/** Have a trace of the thread to write into. */
void import_open_trace(struct importing *s);

/** Begin a state of the call. @return NULL the first time: all that is added is ignored */
hd_trace *import_begin(struct importing *s, const char *name);

/** The same of a call on a descriptor, with both its numbers. */
hd_trace *import_begin_on(struct importing *s, const char *state,
                          const struct import_descriptor *descriptor);

/** End it, with the error of a call that failed. */
void import_end(struct importing *s);

/** Add a number unless it is below 0, that of a file, both numbers of a descriptor. */
void import_add(struct importing *s, const char *name, gint64 value);
void import_add_file(struct importing *s, const char *name, struct import_file *file,
                     gint64 size_bytes);
void import_add_opening(struct importing *s, const struct import_descriptor *descriptor);

bool import_failed(const struct importing *s);

/** The descriptor that an argument names, told to the process if it was not before. NULL: none of a
 *  file. */
struct import_descriptor *import_find(struct importing *s, guint argument);

/** The whole name that arguments stand for, the caller's. @param folder argument of the folder's
 *  descriptor, or below 0 @return NULL: none, or one that is cut */
char *import_name(struct importing *s, int folder, guint argument);

/** Whether such a name is one of a file that can be recorded. */
bool import_is_recorded(const char *path);

/** What a handler says of a call: done, no I/O of files, or else what is wrong with it. */
extern const char import_done[];
extern const char import_not_io[];
extern const char import_no_number[];
extern const char import_too_few[];
extern const char import_no_name[];

/** The call of s->call. */
const char *import_handle(struct importing *s);

/** A call of close begins: its number is free. */
void import_vacate(struct importing *s, gint64 fd);

/** Whether calls of this name are I/O of files. */
bool import_knows(const char *name);

/** Those that open and close (import_open.c). */
const char *import_open(struct importing *s, const char *state, int kind);
const char *import_close(struct importing *s, const char *state, int kind);
const char *import_close_range(struct importing *s, const char *state, int kind);

/** Those that move data (import_data.c): each is named by its row in import_calls.c. */
enum { IMPORT_WRITES = 1, IMPORT_PLACED = 2, IMPORT_PIECES = 4, IMPORT_FLAGGED = 8 };
const char *import_transfer(struct importing *s, const char *state, int kind);
const char *import_copy(struct importing *s, const char *state, int kind);
const char *import_seek(struct importing *s, const char *state, int kind);
const char *import_mmap(struct importing *s, const char *state, int kind);
const char *import_memory(struct importing *s, const char *state, int kind);

/** Those on names, and those that only tell of files (import_names.c). */
const char *import_named(struct importing *s, const char *state, int kind);
const char *import_rename(struct importing *s, const char *state, int kind);
const char *import_stat(struct importing *s, const char *state, int kind);
const char *import_list(struct importing *s, const char *state, int kind);
const char *import_folder(struct importing *s, const char *state, int kind);
const char *import_exec(struct importing *s, const char *state, int kind);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_H
#define RUN_H
/** A replay in progress: what all engines share, without MPI. All of it is made before the first
 *  call; on the timing path nothing is parsed or allocated. */

#include "plan/plan_file.h"
#include "run_cursor.h"
#include "safe/safe_root.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

/** What the command line says. */
struct run_options {
    const char *plan;
    const char *root;
    const char *record;    /**< folder for a recording of --threads; NULL: none */
    double compute_scale;  /**< of all time between calls */
    gboolean auto_scale;   /**< find it by replays */
    double cpu_scale;      /**< of the processor time in it, where it is known */
    int64_t payload_bytes; /**< at most so many a message; -1: as recorded */
    int content;           /**< enum run_content */
    gboolean sleep_only;
    gboolean polls; /**< calls of MPI that wait keep their processor */
    gboolean sparse;
    gboolean dry_run;
    gboolean json;
    gboolean clean;
    gboolean verify;  /**< that all that was written is there */
    gboolean threads; /**< the engine without MPI */
    int processors;   /**< at most so many of them; 0: all */
    char **hints;     /**< KEY=VALUE */
    char **no_hints;  /**< KEY */
    GArray *rules;    /**< struct safe_rule */
};

enum run_content { RUN_ZERO, RUN_CONSTANT, RUN_RANDOM, RUN_OFFSET };

/** Sums of one trace's calls. */
struct run_sums {
    uint64_t calls;
    uint64_t transfers;
    uint64_t bytes_read;
    uint64_t bytes_written;
    uint64_t different; /**< transfers that moved another number of bytes than recorded */
    int64_t io_ns;
    int64_t think_ns;
    int64_t late_ns; /**< waited longer than wanted */
    int64_t latest_ns;
    int64_t waits;
};

/** An opening by POSIX, which all threads of a rank may use. */
struct run_opening {
    atomic_int fd;     /**< RUN_OPENING_NONE: not yet, RUN_OPENING_CLOSED */
    FILE *stream;      /**< NULL: none */
    uint32_t file;     /**< index of the plan's file */
    atomic_uint uses;  /**< by any thread, where there are several */
    unsigned all_uses; /**< in the whole plan: a close waits for them */
};

enum { RUN_OPENING_NONE = -1, RUN_OPENING_CLOSED = -2 };

/** What the threads of one rank share. */
struct run_rank {
    struct run_opening *openings;
    uint32_t opening_count;
    uint32_t strands; /**< threads of the rank */
    pthread_mutex_t lock;
    pthread_cond_t changed; /**< an opening, or a count of uses */
};

/** Where a file is: its folder is open for the whole run. */
struct run_place {
    int folder; /**< -1: there is none yet */
    const char *leaf;
};

/** Something that an engine does otherwise than the program did. */
struct run_note {
    const char *text;
    uint64_t calls;
};

struct run {
    struct run_options options;
    struct plan_file_image plan;
    struct safe_root root; /**< of each process: to check before it opens */
    int rank;
    int size;
    gboolean spins;
    GArray *trial;            /**< double: gets the seconds of all transfers; NULL: no trial, it
                               *   reports and is recorded */
    guint trials;             /**< that were made before */
    GPtrArray *paths;         /**< char *, by target: below the root */
    GPtrArray *full_paths;    /**< for MPI */
    GArray *target_files;     /**< uint32_t: the plan's file of each target */
    uint32_t **varying;       /**< by file: NULL, or its target for each rank */
    struct run_place *places; /**< by target */
    GHashTable *folders;      /**< path of a folder to its descriptor */
    struct run_mpi *mpi;      /**< of that engine */
    gboolean (*type_is_dense)(const struct run *run, uint32_t type); /**< in memory; of that, too */
    GArray *notes;               /**< struct run_note; NULL: none */
    struct run_views views;      /**< for contents by offset, and for threads */
    struct run_verdict *verdict; /**< NULL: nothing was verified */
};

/** Get the target of a file: its place below the root. That has the file's number, but where rules
 *  of the path map depend on the rank or host. */
static inline uint32_t run_target(const struct run *run, uint32_t file, uint32_t rank)
{
    return run->varying[file] == NULL ? file : run->varying[file][rank];
}

/** Memory that a file is mapped into. */
struct run_mapping {
    char *at; /**< NULL: none */
    size_t bytes;
};

/** One trace while it is followed. */
struct run_strand {
    const struct run *run;
    const struct plan_strand_entry *entry;
    struct run_rank *rank;
    char *out; /**< what is written and sent */
    char *in;
    uint32_t *file_numbers; /**< of each slot of MPI: index of the plan's file */
    struct run_mapping *mappings;
    struct run_cursor *cursors; /**< by slot of MPI, for contents by offset; else NULL */
    struct run_strand_mpi *mpi; /**< of that engine */
    int64_t before_ns;
    GArray *latencies; /**< double: seconds of its transfers; NULL: not asked for */
    struct run_sums sums;
};

/** Fill memory with the wanted content. */
void run_fill(void *to, size_t bytes, int content);

/** Open the plan, the root, and map all names. The same on every rank.
 *  @param checksum compute it: one process of a run does */
gboolean run_open_plan(struct run *run, gboolean checksum, GError **error);
void run_close_plan(struct run *run);

/** Map the names of all files to targets. */
gboolean run_map_files(struct run *run, GError **error);
void run_free_targets(struct run *run);
static inline const char *run_path(const struct run *run, uint32_t target)
{
    return g_ptr_array_index(run->paths, target);
}
static inline const char *run_full_path(const struct run *run, uint32_t target)
{
    return g_ptr_array_index(run->full_paths, target);
}

/** Bytes that all targets need at most. */
uint64_t run_space(const struct run *run);

/** On one rank: check room, make the root ours, create what the run begins with. */
gboolean run_prepare(struct run *run, GError **error);

/** On every process, after that: open the folders of all files. */
gboolean run_open_folders(struct run *run, GError **error);

/** Make what a strand needs in every engine.
 *  @param buffer_bytes of its largest call */
gboolean run_strand_init(struct run_strand *s, const struct run *run,
                         const struct plan_strand_entry *entry, struct run_rank *rank,
                         size_t buffer_bytes, GError **error);
void run_strand_fini(struct run_strand *s);

/** Make what the strands of a rank share. */
void run_rank_init(struct run_rank *rank, const struct run *run, uint32_t number);
/** Close what the program left open, as its end did. */
void run_rank_close(struct run_rank *rank);
void run_rank_fini(struct run_rank *rank);

/** Room that the calls of POSIX need. */
size_t run_posix_bytes(const struct run *run, const struct plan_strand_entry *entry);

/** Fill memory with the content that tells its place in a file. */
void run_fill_at(void *to, size_t bytes, int64_t offset);

/** Before a call: make what it writes, where contents go by offset. */
void run_set_content(struct run_strand *s, const struct plan_cell *cell);

/** What came of a check of contents. */
struct run_verdict {
    uint64_t bytes;
    uint64_t wrong;      /**< of them */
    uint64_t files;      /**< of which some are checked */
    uint64_t unsure;     /**< files whose contents don't tell: cut, moved, copied, appended, ... */
    uint32_t *emptied;   /**< while it is made: how often, by target */
    uint32_t *writer;    /**< the trace that was the last to write, from 1, by target */
    uint32_t **openings; /**< the file of each opening, by rank */
};

/** After a run with RUN_OFFSET: read all again that was written at known places. */
void run_verify(const struct run *run, struct run_verdict *verdict);

/** Whether a call uses an opening that other threads may close. */
static inline bool run_is_use(const struct plan_cell *cell)
{
    return (cell->flags & PLAN_CELL_SHARED) != 0 &&
           (cell->call == PLAN_CALL_POSIX_FDOPEN ||
            (cell->call >= PLAN_CALL_POSIX_READ && cell->call <= PLAN_CALL_POSIX_MAP));
}

/** Make a call of POSIX or stdio.
 *  @param moved gets the bytes that a transfer moved
 *  @return 0, or errno */
int run_posix(struct run_strand *s, const struct plan_cell *cell, int64_t *moved);

/** Wait for the time between two calls to be over.
 *  @return how long that should be */
int64_t run_think(struct run_strand *s, const struct plan_cell *cell);

/** Tell why a write that moved less than in the recording is none; NULL: it is fine. Some MPIs say
 *  that such a write has been made. To be freed. */
char *run_short_write(const struct plan_cell *cell, int64_t moved);

/** Count a call that was made.
 *  @param moved bytes that it moved, -1: not told */
void run_count(struct run_strand *s, const struct plan_cell *cell, int64_t moved, int64_t begin_ns);

/** Say why a call can't be made; only the first of all failures of the run is told, the others wait
 *  for its process to end them, some seconds at most. */
void run_tell_failure(const struct run_strand *s, const struct plan_cell *cell, const char *cause);

/** The tracer's calls (hdmpi/hdmpi.h) where one is preloaded: a state of ours around each call,
 *  which names the original's. */
struct run_tracer {
    void (*begin)(const char *state);
    void (*add)(const char *name, int64_t value);
    void (*end)(void);
};

struct run_tracer run_find_tracer(void);

/** Add the latencies of a strand to those of a trial. */
void run_add_latencies(GArray *all, const struct run_strand *s);

/** Add up what the strands did. */
void run_add_sums(struct run_sums *total, const struct run_sums *one);

/** Monotonic time. */
int64_t run_now(void);

/** Wait until a time: sleep, then spin; only sleep where processes share processors.
 *  @return by how much it was missed */
int64_t run_wait_until(gboolean spins, int64_t until_ns);

/** Print which files a run would make, for --dry-run. */
void run_report_files(const struct run *run);

/** Print what was done. */
void run_report(const struct run *run, const struct run_sums *sums, double seconds);

/** Write out what was printed. @return FALSE and an error */
gboolean run_flush_output(GError **error);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef RUN_H
#define RUN_H
/** A replay in progress: what all parts of it share. All of it is made before the first call; on
 *  the timing path nothing is parsed or allocated. */

#include "plan/plan_file.h"
#include "safe/safe_root.h"

#include <mpi.h>

/** What the command line says. */
struct run_options {
    const char *plan;
    const char *root;
    double compute_scale;  /**< of all time between calls */
    double cpu_scale;      /**< of the processor time in it, where it is known */
    int64_t payload_bytes; /**< at most so many a message; -1: as recorded */
    int content;           /**< enum run_content */
    gboolean sleep_only;
    gboolean sparse;
    gboolean dry_run;
    gboolean json;
    gboolean clean;
    char **hints;    /**< KEY=VALUE */
    char **no_hints; /**< KEY */
    GArray *rules;   /**< struct safe_rule */
};

enum run_content { RUN_ZERO, RUN_CONSTANT, RUN_RANDOM };

/** A datatype of this process. */
struct run_type {
    MPI_Datatype handle; /**< MPI_DATATYPE_NULL: this MPI lacks it */
    MPI_Aint lower;      /**< of its data */
    MPI_Aint upper;
    MPI_Aint extent;
    MPI_Count size;
};

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

struct run {
    struct run_options options;
    struct plan_file_image plan;
    struct safe_root root; /**< of each process: to check before it opens */
    int rank;
    int size;
    gboolean spins;
    char **paths;      /**< of the plan's files, below the root */
    char **full_paths; /**< for MPI */
    struct run_type *types;
    MPI_Comm *communicators;
    MPI_Info *infos;  /**< by the first hint of a set */
    MPI_Info no_info; /**< of calls without recorded hints: those of the command line */
};

/** Fill memory with the wanted content. */
void run_fill(void *to, size_t bytes, int content);

/** Map all recorded names; the same on every rank. */
gboolean run_map_files(struct run *run, GError **error);

/** On one rank: check room, make the root ours, create what the run begins with. */
gboolean run_prepare(struct run *run, GError **error);

/** Make datatypes, communicators and hints. Collective. A communicator that can't be made ends all.
 *  @return FALSE and an error on a rank that lacks something else; the others go on */
gboolean run_make_objects(struct run *run, GError **error);
void run_free_objects(struct run *run);

/** Check that every call of a trace can be made: sizes of datatypes, communicators.
 *  @param buffer_bytes gets what its largest call needs */
gboolean run_check_strand(const struct run *run, const struct plan_strand_entry *strand,
                          size_t *buffer_bytes, GError **error);

/** One trace while it is followed. */
struct run_strand {
    const struct run *run;
    const struct plan_strand_entry *entry;
    char *out; /**< what is written and sent */
    char *in;
    MPI_File *files;
    uint32_t *file_numbers; /**< of each slot: index of the plan's file */
    MPI_Request *requests;
    MPI_Request *waited; /**< of one call */
    MPI_Status *statuses;
    int64_t before_ns;
    struct run_sums sums;
};

/** Follow a trace to its end. An error ends all processes with status 2. */
void run_follow(struct run_strand *strand);

/** Monotonic time. */
int64_t run_now(void);

/** Wait until a time: sleep, then spin; only sleep where processes share processors.
 *  @return by how much it was missed */
int64_t run_wait_until(gboolean spins, int64_t until_ns);

/** Print which files a run would make, for --dry-run. */
void run_report_files(const struct run *run);

/** Print what was done. */
void run_report(const struct run *run, const struct run_sums *sums, double seconds);

#endif

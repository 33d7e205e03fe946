/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef THREADS_H
#define THREADS_H
/** The engine without MPI: each trace of a plan is a thread of this process.
 *  Source: MPIOR thesis, section 3.4; unlike there a rooted collective waits for those only from
 *  whom something comes. */

#include "project/project_write.h"
#include "run/run.h"
#include "run/run_cursor.h"

/** Messages of one sender, receiver, tag and communicator. The n-th send belongs to the n-th
 *  receive. */
struct threads_channel {
    uint32_t communicator;
    uint32_t from; /**< ranks in the communicator */
    uint32_t to;
    int32_t tag;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t sent;
    uint64_t begun; /**< receives */
    /** Before a run, of ranks with several threads: how many messages have to be sent for the
     *  receives that they wait in, how many receives begun for their synchronous sends. */
    uint64_t received;
    uint64_t confirmed;
};

/** Members of a communicator come to its collectives in the same order. */
struct threads_group {
    uint32_t count;
    uint64_t *entered; /**< of each member: how many collectives it has come to */
    pthread_mutex_t lock;
    pthread_cond_t changed;
};

/** What a request waits for. */
struct threads_request {
    enum { THREADS_DONE, THREADS_RECEIVE, THREADS_SEND, THREADS_MEET } kind;
    struct threads_channel *channel;
    uint64_t number; /**< of the message, or the collective */
    const struct plan_cell *cell;
};

/** A file that a trace has open by MPI. */
struct threads_file {
    int fd; /**< -1: none */
    uint32_t communicator;
    bool deletes;
    struct run_cursor at;
    int number; /**< of the opening, in a recording */
};

struct threads_engine {
    struct run run;
    struct threads_record *record; /**< NULL: nothing is recorded */
    struct run_rank *ranks;
    struct threads_channel *channels;
    uint32_t channel_count;
    GHashTable *channel_index; /**< not changed any more once threads run */
    struct threads_group *groups;
    _Atomic int64_t *pointers; /**< shared ones, by file: bytes of data in the view */
    pthread_barrier_t start;
};

struct threads_strand {
    struct run_strand base;
    struct threads_engine *engine;
    struct threads_request *requests;
    struct threads_file *files;
    uint32_t *members; /**< own rank in each communicator, PLAN_FILE_NOTHING: none */
    pthread_t thread;
    int64_t begin_ns;
    hd_trace *trace; /**< that it is recorded to; NULL: nothing is */
    uint32_t place;  /**< among the traces of its rank, in a recording */
    int opened;      /**< files by MPI so far */
};

/* --- messages and collectives -------------------------------------------------------------------
 */

/** What the threads of each rank share; engine->run has a plan. */
void threads_make_ranks(struct threads_engine *engine);
void threads_free_ranks(struct threads_engine *engine);
/** Requests and files of a strand, whose base.entry is set. */
void threads_make_tables(struct threads_strand *s, struct threads_engine *engine);
void threads_free_tables(struct threads_strand *s);
void threads_make_channels(struct threads_engine *engine);
void threads_free_channels(struct threads_engine *engine);
/** Find the own ranks of a strand. @return FALSE and an error: it is in none that it uses */
gboolean threads_find_members(struct threads_strand *s, GError **error);
/** Find the channel that a call sends to, or receives from. */
struct threads_channel *threads_channel_to(const struct threads_strand *s,
                                           const struct plan_cell *cell);
struct threads_channel *threads_channel_from(const struct threads_strand *s,
                                             const struct plan_cell *cell);
/** Make a call of communication. */
void threads_communicate(struct threads_strand *s, const struct plan_cell *cell);
/** Begin a call of communication. @return what it waits for */
struct threads_request threads_begin(const struct threads_strand *s, const struct plan_cell *cell);
/** Whether what a call waits for is waited for by another one. */
bool threads_ends_later(const struct plan_cell *cell);
/** Come to a collective. @param cell NULL: all wait for all */
struct threads_request threads_enter(const struct threads_strand *s, const struct plan_cell *cell,
                                     uint32_t communicator);
/** Find those members, from first on, from whom something comes to a strand in a collective.
 *  @param cell NULL: all wait for all */
void threads_find_sources(const struct threads_strand *s, const struct plan_cell *cell,
                          uint32_t communicator, uint32_t *first, uint32_t *behind);
/** Wait until all lower ranks have come to the collective that is next for this one. */
void threads_wait_for_lower(const struct threads_strand *s, uint32_t communicator);
/** Come to a collective of all members and wait for them. */
void threads_meet_all(struct threads_strand *s, uint32_t communicator);

/* --- before a run -------------------------------------------------------------------------------
 */

/** Go through all traces as the threads will and find calls that would be waited for without end.
 *  What one waits for only ever grows, so that one way through tells for all, but for messages and
 *  collectives that several threads of a rank have part in. Of those each thread takes the first
 *  ones, and at the end what all threads of a rank need is compared with what there is. No plan is
 *  refused that could end in some order. One that has enough for all threads may be followed though
 *  they wait without end in some orders, or in all of them. */
gboolean threads_check(struct threads_engine *engine, struct threads_strand *strands,
                       GError **error);
/** The same for a run by MPI, as far as each MPI would wait, on one of its processes.
 *  @return FALSE and an error: a call would be waited for without end, or is on a communicator of
 *          unknown members */
gboolean threads_check_mpi(const struct run *run, GError **error);
/** For that, without locks: whether a request is not over yet, whether a lower rank has not come to
 *  more collectives than are given; forget all that was sent and entered. */
bool threads_would_wait(const struct threads_strand *s, const struct threads_request *request,
                        uint32_t communicator);
bool threads_lower_are_missing(const struct threads_strand *s, uint32_t communicator,
                               uint64_t entered);
void threads_forget(struct threads_engine *engine);

/* --- files --------------------------------------------------------------------------------------
 */

/** Make a call of MPI on a file. @return 0, or errno */
int threads_file_call(struct threads_strand *s, const struct plan_cell *cell, int64_t *moved);

/* --- recording ----------------------------------------------------------------------------------
 */

/** Begin a project of the run: as hdtrace record would make one of a run by MPI. */
gboolean threads_record_begin(struct threads_engine *engine, struct threads_strand *strands,
                              GError **error);

/** Note a call that was made.
 *  @param wait_ns wanted before it
 *  @param moved bytes, -1: not told */
void threads_record_call(struct threads_strand *s, const struct plan_cell *cell, int64_t wait_ns,
                         int64_t begin_ns, int64_t moved);

/** Give the project its name. @return FALSE and an error: nothing of it is left */
gboolean threads_record_end(struct threads_engine *engine, struct threads_strand *strands,
                            GError **error);

/** Remove what was recorded; the process ends. */
void threads_record_remove(const struct threads_engine *engine);

/** Count what a plan asks for and threads do in another way, for the report. */
void threads_note(struct threads_engine *engine);

/** `hdreplay run --threads`. @return exit status */
int threads_run(const struct run_options *options);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_SESSION_H
#define HDMPI_SESSION_H
/** The traced run of this process, from MPI_Init to MPI_Finalize, and its threads.
 *
 *  Order of locks: threads' list, then the lock of ids, then a map's or a fragment's own.
 *  A thread works on its own hd__call without a lock. The one that ends the session (MPI_Finalize,
 *  MPI_Abort, exit) first withdraws `state` and then waits for `busy` of every thread;
 * hdmpi_fence.h says how the two are kept in order. */

#include "hdmpi_chain.h"
#include "hdmpi_config.h"
#include "hdmpi_fence.h"
#include "hdmpi_text.h"

#include <hdtrace/lane.h>
#include <hdtrace/project.h>
#include <hdtrace/relation.h>
#include <hdtrace/trace.h>

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

typedef enum hd__state {
    HD__IDLE,   /**< before MPI_Init, or not enabled: calls are passed through */
    HD__ACTIVE, /**< calls are recorded */
    HD__MUTE,   /**< this process cannot write, but takes part in what all ranks do together */
    HD__CLOSED  /**< files are closed, or this is a forked child */
} hd__state;

typedef struct hd__session {
    atomic_int state;
    atomic_bool recording; /**< what MPI_Pcontrol switches */
    hd__config config;
    pid_t pid;
    int rank, rank_count;
    atomic_bool is_alone; /**< a session of MPI before MPI_Init or after MPI_Finalize: comm and
                               MPI_COMM_WORLD are not there */
    MPI_Comm comm;        /**< duplicate of MPI_COMM_WORLD, for the wrapper's own messages */
    char host[256];
    char project[256];    /**< as the user knows it */
    char directory[4096]; /**< absolute: the program may change its own */
    bool collected;       /**< the project was made, in MPI_Finalize */
    hd_topology *topology;
    hd_fragment *fragment; /**< of thread 0: takes the process's lines */
    hd_relation *relation; /**< NULL: none asked for */
    bool has_templates;    /**< every function's states are written by one */
    bool ending;           /**< exit() was called: this thread does not go on with what it was at */
    bool fenced;           /**< threads need barriers of their own, see hdmpi_fence.h */
} hd__session;

extern HD__HIDDEN hd__session hd__run;

typedef struct hd__requests hd__requests;

/** What a thread knows of a handle that it used lately; a slot of a small table. */
typedef struct hd__seen {
    uint64_t key;
    int64_t size_bytes; /**< of a datatype */
    const int *world; /**< of a communicator or window: world ranks, NULL: ranks are world ranks */
    union {
        struct hd__comm *comm; /**< of a communicator; of a window, maybe NULL */
        struct hd__file *file; /**< of a file */
    };
    int id;       /**< -1: nothing is known */
    int instance; /**< of a file: number of its opening */
} hd__seen;

enum { HD__SEEN_COUNT = 16, HD__CPU_DEPTH = 16 };

/** One thread's trace and the call that it is in. */
typedef struct hd__call {
    hd_trace *trace;
    hd_lane *lane;    /**< the trace's, or one that takes nothing */
    atomic_bool busy; /**< the wrapper is at work for this thread, or about to */
    bool failed;      /**< the call being described returned an error */
    bool has_token;
    union {
        struct {
            bool is_off;          /**< this thread asked not to be recorded */
            bool is_silent;       /**< the trace was told not to record */
            unsigned char extras; /**< HD__EXTRA_*: what is done beside the state */
            bool fenced;          /**< the thread has to order `busy` and what all share itself */
        };
        uint32_t attention; /**< not 0: one of them is set */
    };
    unsigned generation;           /**< of what was seen */
    unsigned idle_watch;           /**< hdmpi_seen.c: when it was last seen outside */
    int64_t end_ns;                /**< when the call being described returned */
    int next_request, end_request; /**< numbers of requests taken in advance */
    int requests_at_once;          /**< how many were, the last time */
    hd__requests *requests;
    int64_t received_bytes;                             /**< by the receive before */
    hd__seen last_comm, last_type, last_win, last_file; /**< of the calls before */
    hd__seen comms[HD__SEEN_COUNT], types[HD__SEEN_COUNT];

    int own_states;                       /**< open states that the program began */
    int number;                           /**< thread number, from 0 in order of first use */
    int64_t cpu_last_ns;                  /**< processor time when the last call began or ended */
    int64_t cpu_before_ns[HD__CPU_DEPTH]; /**< before each call that is open */
    int cpu_depth;
    int own_events;         /**< open events that the program began */
    hd_token token;         /**< of the MPI-IO call being made, when has_token */
    int depth, token_depth; /**< calls that are open, when there are relations; of the token's */
    char *scratch;
    size_t scratch_used, scratch_size;
    struct hd__call *next, *previous;
} hd__call;

/** This thread's, NULL before its first call. The library is loaded with the program or preloaded,
 *  never by dlopen in the middle of a run. */
extern _Thread_local hd__call *hd__current __attribute__((tls_model("initial-exec")));

/** Take the thread for the wrapper's work, and give it back to the program.
 *  @return false: the session is over */
static HD__ALWAYS_INLINE bool hd__occupy(hd__call *call)
{
    atomic_store_explicit(&call->busy, true, HD__FLAG_ORDER);
    hd__fence_own(call->fenced);
    if (HD__LIKELY(atomic_load_explicit(&hd__run.state, HD__FLAG_ORDER) == HD__ACTIVE)) {
        return true;
    }
    atomic_store_explicit(&call->busy, false, memory_order_release);
    return false;
}

static HD__ALWAYS_INLINE void hd__yield(hd__call *call)
{
    atomic_store_explicit(&call->busy, false, memory_order_release);
}

/** Print "hdtrace: rank R: message" on stderr, in one piece; `once` makes it the only one. */
void hd__warn(const char *message);
void hd__warn_status(const char *what); /**< appends the library's last error */

/** Begin to tell how far traces are made text, and tell it: both with the lock of all threads. */
void hd__progress_begin(void);
void hd__progress_tell(void *unused, uint64_t done, uint64_t total);

/** Start after the library's MPI_Init returned. Collective over MPI_COMM_WORLD. */
void hd__session_start(const char *element, int64_t begin_ns, int64_t returned_ns, int required,
                       int provided);

/** Start after the first MPI_Session_init of a program that has not called MPI_Init: without the
 * other processes, since nothing says that they all take part. MPI_Init may still follow. */
#if MPI_VERSION >= 4
void hd__session_start_alone(MPI_Session session, int64_t begin_ns, int64_t returned_ns);
#endif

/** Collect all fragments at rank 0, which writes the project. Collective, with a time limit.
 *
 * @param goes_on  calls of this process's sessions follow: the project is complete after a merge */
void hd__session_collect(int64_t deadline_ns, bool goes_on);

/** Close all files of this process. No MPI. Allowed at any time and more than once. */
void hd__session_close(void);

/** Whether a process that (indirectly) started this one records into files of the same names. */
bool hd__project_is_an_ancestors(void);

/** Nodes of different names get different labels: agree on an order of those that would not, and
 * meet them in this order. The first is collective over hd__run.comm. */
void hd__host_agree(void);
void hd__host_enter(hd_topology *topology);
/** Get the node of this rank, above its threads. */
hd_status hd__host_get_rank_node(const hd_topology_node **node);

/** Measure the offset of this process's clock to rank 0's. Collective over hd__run.comm. */
void hd__clock_measure(MPI_Comm node_comm);
/** The same at the end of the run. With a time limit; ranks that do not come keep nobody waiting.
 */
void hd__clock_measure_again(int64_t deadline_ns);
/** The property `clockOffset`, padded, for a trace whose times are relative to `base_ns`.
 *  @return false: the offset is not known */
enum { HD__CLOCK_TEXT_SIZE = 81 };
bool hd__clock_get_text(char text[HD__CLOCK_TEXT_SIZE], int64_t base_ns);
/** Add to an open trace what was measured at the end. */
void hd__clock_complete(hd_trace *trace);

/** Start and stop the sampler: of the node on its first rank, and of its own process on each rank
 *  when that was asked for. Further groups are declared at the stop, when their number is known. */
void hd__sampler_start(bool first_of_node);
void hd__sampler_stop(void);

/** Start and stop reading power meters, on the first rank of a node. */
void hd__power_start(bool first_of_node);
void hd__power_stop(void);

/** One relation token per MPI-IO call, when asked for (FORMATS A7). */
void hd__relation_open(void);
void hd__relation_close(void);
void hd__relation_begin(hd__call *call, const char *element);
void hd__relation_end(hd__call *call);
/** @return the length of the token's text, 0 when there is none or it does not fit */
size_t hd__relation_get_text(const hd__call *call, char *text, size_t size);

/** This thread's call, created at first use; NULL when nothing may be recorded. */
hd__call *hd__thread_get(void);

/** Whether another thread than this one has made calls and goes on. */
bool hd__threads_are_several(void);

/** Call `visit` for each thread until it returns true. Threads neither begin nor end meanwhile. */
void hd__threads_visit(bool (*visit)(hd__call *call, void *data), void *data);

/** Close the traces of all threads; the session must not be active any more.
 *  @return false: a thread is in the middle of the wrapper's work and did not come out of it; what
 *  it uses has to stay */
bool hd__threads_close(void);

/** Append every thread's fragment to `text`, each followed by a NUL. */
void hd__threads_get_fragments(hd__text *text);

/** Memory that is given back in reverse order; NULL when there is none. */
void *hd__scratch_take(hd__call *call, size_t bytes);
void hd__scratch_release(hd__call *call, void *memory);

#endif

// SPDX-License-Identifier: GPL-3.0-or-later
/* What the parts of the micro-benchmark share. Rank 0 goes through a list of tasks; each task names
 * the ranks that take part, all others sleep until they are needed, so that they take no processor
 * from those that are measured. */
#ifndef HD_MICROBENCH_H
#define HD_MICROBENCH_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** What is measured: name in the table, kind, and group for --tests. */
#define BENCH_TESTS(X)                                                                             \
    X(PINGPONG, "pingpong", PAIR, "p2p")     /* there and back between two ranks */                \
    X(COPIED, "copied", PAIR, "p2p")         /* the same of data that is copied before */          \
    X(EXCHANGE, "exchange", PAIR, "p2p")     /* MPI_Sendrecv in both directions */                 \
    X(STREAM, "stream", PAIR, "p2p")         /* messages behind each other, one answer */          \
    X(EAGER, "eager", PAIR, "p2p")           /* does a send end before its receive begins? */      \
    X(PAIRS, "pairs", GROUP, "p2p")          /* exchanges between i and i + ranks / 2 */           \
    X(RING, "sendrecv", GROUP, "coll")       /* MPI_Sendrecv to the right, from the left */        \
    X(BCAST, "bcast", GROUP, "coll")         /* collectives on the first ranks */                  \
    X(ALLGATHER, "allgather", GROUP, "coll") /* bytes: of the result, also for alltoall */         \
    X(ALLREDUCE, "allreduce", GROUP, "coll")                                                       \
    X(ALLTOALL, "alltoall", GROUP, "coll")                                                         \
    X(REDUCE, "reduce", GROUP, "coll")                                                             \
    X(GATHER, "gather", GROUP, "coll")                 /* bytes: of all at the root */             \
    X(SCATTER, "scatter", GROUP, "coll")               /* the same */                              \
    X(REDUCE_SCATTER, "reduce_scatter", GROUP, "coll") /* in equal blocks */                       \
    X(TURNS, "turns", GROUP, "coll")        /* rank 0 exchanges with each other rank in turn */    \
    X(NOISE, "noise", LOCAL, "memory")      /* the same work again and again */                    \
    X(COPY, "copy", LOCAL, "memory")        /* memcpy */                                           \
    X(SUM, "sum", LOCAL, "memory")          /* MPI_Reduce_local, doubles */                        \
    X(LINK, "link", PAIR, "each")           /* a message one way, an empty answer */               \
    X(WORK, "work", LOCAL, "each")          /* sums that last many slices of a processor's time */ \
    X(WRITE, "write", FILES, "io")          /* in order, new blocks of so many bytes */            \
    X(SYNC, "sync", FILES, "io")            /* fsync after that many bytes */                      \
    X(READ, "read", FILES, "io")            /* in order */                                         \
    X(REWRITE, "write-random", FILES, "io") /* blocks in a fixed random order */                   \
    X(REREAD, "read-random", FILES, "io")                                                          \
    X(CREATE, "create", FILES, "io") /* open a new file, write, close, unlink */

enum bench_kind { BENCH_PAIR, BENCH_GROUP, BENCH_LOCAL, BENCH_FILES };

#define BENCH_ENUM(name, text, kind, group) TEST_##name,
enum bench_test { BENCH_TESTS(BENCH_ENUM) TEST_COUNT };
#undef BENCH_ENUM

/** One measurement: sent as it is between the ranks of one program. */
struct task {
    int test;              /* enum bench_test, -1: the end */
    int first;             /* ranks of a pair; the only rank of a local test */
    int second;            /* -1 where there is none */
    int ranks;             /* ranks 0 to ranks - 1 of a group */
    int64_t bytes;         /* of one message, block, copy */
    int64_t budget_ns;     /* enough when this much time was spent ... */
    int64_t limit_ns;      /* ... and not even the fewest repetitions beyond this */
    int repetitions;       /* at most */
    int few;               /* at least */
    int64_t repetition_ns; /* a repetition shall last so long: operations are repeated within it */
};

struct options {
    double seconds;     /* for all */
    int64_t largest;    /* bytes of a message */
    int repetitions;    /* at most, per case */
    const char *folder; /* of files, or NULL */
    int64_t file_bytes; /* of each client */
    bool tests[TEST_COUNT];
    const char *output; /* file, or NULL: stdout */
    const char *ranks;  /* list for groups, or NULL */
    const char *sizes;  /* list of bytes for groups, or NULL */
};

/** Where a rank runs, as the system says. */
struct place {
    char host[64];
    int package; /* -1: it may run on several */
    int complex; /* lowest processor of those that share its last cache; -1: several */
};

/** The table's rows of one task, as text: rank 0 prints them in the order of tasks. */
struct rows {
    char *text;
    size_t length, room;
};

extern const char *const bench_names[TEST_COUNT];
extern const int bench_kinds[TEST_COUNT];
extern const char *const bench_groups[TEST_COUNT];

/* clock.c */
int64_t now_ns(void);
/** Smallest step of the clock and what reading it takes, in ns. */
void clock_figures(int64_t *step_ns, int64_t *cost_ns);
void sleep_ns(int64_t ns);
/** Operations in a repetition, from the time of some of them, so that it lasts long enough. */
int operations_for(const struct task *task, int64_t ns_of_one);
/** Whether there's to be another repetition after so many within so much time. */
bool again(const struct task *task, int done, int64_t spent_ns);

/* rows.c */
void rows_add(struct rows *rows, const struct task *task, int operations, int repetition,
              int64_t ns);
void rows_free(struct rows *rows);

/* place.c */
struct place find_place(void);
/** "complex", "node" or "between": what two ranks share at most. */
const char *class_of_pair(const struct place *a, const struct place *b);

/* plan.c */
struct plan {
    struct task *tasks;
    size_t count, room;
};
/** Everything that is to be measured, in the order in which it is; false: out of memory. */
bool make_plan(struct plan *plan, const struct options *options, const struct place *places,
               int ranks);

/* options.c: prints what is wrong on rank 0; -1 go on, else exit status */
int read_options(int argc, char **argv, int rank, struct options *options);

/* Each runs a task on a rank that takes part; the rows are filled on the one that leads it. */
void run_pair(const struct task *task, int rank, struct rows *rows);
void run_group(const struct task *task, int rank, struct rows *rows);
void run_local(const struct task *task, struct rows *rows);
/* Whether all ranks can write into the folder of --io; the first that can't says so. Collective. */
bool files_can_be_made(int rank, int ranks, const struct options *options);
void run_files(const struct task *task, int rank, const struct options *options, struct rows *rows);
/** Bytes of a buffer that is touched; ends the program with one line when there is no memory. */
char *buffer(int64_t bytes);

enum bench_tag { TAG_TASK = 101, TAG_ROWS, TAG_COUNT, TAG_READY, TAG_DATA, TAG_BACK, TAG_GROUP };
/** Waits for a message without taking the processor, and tells its size in bytes. */
int wait_quietly(int source, int tag);

#endif

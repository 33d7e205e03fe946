// SPDX-License-Identifier: GPL-3.0-or-later
/* Tests of the first ranks together. A repetition is a barrier and the operation; its time is that
 * of the rank that took longest from its end of the barrier. A tracer records this and nothing else
 * of the program: what else is sent is about which test comes next. */
#include "bench.h"

#include <stdlib.h>

struct group {
    MPI_Comm comm;
    int rank, ranks;
    int bytes; /* of the whole */
    int part;  /* of each rank: allgather, alltoall, gather, scatter */
    char *out, *in;
};

static void exchange_pairs(const struct group *group)
{
    const int half = group->ranks / 2;
    const int other = group->rank < half ? group->rank + half : group->rank - half;
    MPI_Sendrecv(group->out, group->bytes, MPI_BYTE, other, 0, group->in, group->bytes, MPI_BYTE,
                 other, 0, group->comm, MPI_STATUS_IGNORE);
}

static void ring(const struct group *group)
{
    const int right = (group->rank + 1) % group->ranks;
    const int left = (group->rank + group->ranks - 1) % group->ranks;
    MPI_Sendrecv(group->out, group->bytes, MPI_BYTE, right, 0, group->in, group->bytes, MPI_BYTE,
                 left, 0, group->comm, MPI_STATUS_IGNORE);
}

/* Rank 0 exchanges with one rank after the other. */
static void take_turns(const struct group *group)
{
    const int first = group->rank == 0 ? 1 : 0;
    const int last = group->rank == 0 ? group->ranks - 1 : 0;
    for (int other = first; other <= last; other++) {
        MPI_Sendrecv(group->out, group->bytes, MPI_BYTE, other, 0, group->in, group->bytes,
                     MPI_BYTE, other, 0, group->comm, MPI_STATUS_IGNORE);
    }
}

static void operate(int test, const struct group *group)
{
    const int doubles = group->bytes / (int)sizeof(double);
    switch (test) {
    case TEST_PAIRS:
        exchange_pairs(group);
        break;
    case TEST_RING:
        ring(group);
        break;
    case TEST_BCAST:
        MPI_Bcast(group->out, group->bytes, MPI_BYTE, 0, group->comm);
        break;
    case TEST_ALLGATHER:
        MPI_Allgather(group->out, group->part, MPI_BYTE, group->in, group->part, MPI_BYTE,
                      group->comm);
        break;
    case TEST_ALLREDUCE:
        MPI_Allreduce(group->out, group->in, doubles, MPI_DOUBLE, MPI_SUM, group->comm);
        break;
    case TEST_ALLTOALL:
        MPI_Alltoall(group->out, group->part, MPI_BYTE, group->in, group->part, MPI_BYTE,
                     group->comm);
        break;
    case TEST_GATHER:
        MPI_Gather(group->out, group->part, MPI_BYTE, group->in, group->part, MPI_BYTE, 0,
                   group->comm);
        break;
    case TEST_SCATTER:
        MPI_Scatter(group->out, group->part, MPI_BYTE, group->in, group->part, MPI_BYTE, 0,
                    group->comm);
        break;
    case TEST_REDUCE_SCATTER:
        MPI_Reduce_scatter_block(group->out, group->in, doubles / group->ranks, MPI_DOUBLE, MPI_SUM,
                                 group->comm);
        break;
    case TEST_TURNS:
        take_turns(group);
        break;
    default:
        MPI_Reduce(group->out, group->in, doubles, MPI_DOUBLE, MPI_SUM, 0, group->comm);
        break;
    }
}

static int64_t timed(const struct task *task, const struct group *group, int operations)
{
    MPI_Barrier(group->comm);
    const int64_t begin = now_ns();
    for (int i = 0; i < operations; i++) {
        operate(task->test, group);
    }
    int64_t longest = now_ns() - begin;
    MPI_Allreduce(MPI_IN_PLACE, &longest, 1, MPI_INT64_T, MPI_MAX, group->comm);
    return longest;
}

void run_group(const struct task *task, int rank, struct rows *rows)
{
    MPI_Group world, members;
    int range[1][3] = {{0, task->ranks - 1, 1}};
    struct group group = {.rank = rank, .ranks = task->ranks, .bytes = (int)task->bytes};
    MPI_Pcontrol(1);
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_range_incl(world, 1, range, &members);
    MPI_Comm_create_group(MPI_COMM_WORLD, members, TAG_GROUP, &group.comm);
    group.part = group.bytes / group.ranks;
    group.out = buffer(task->bytes);
    group.in = buffer(task->bytes);
    const int64_t begin = now_ns();
    (void)timed(task, &group, 1);
    int operations = operations_for(task, timed(task, &group, 1));
    int done = 0;
    for (;;) {
        int more = again(task, done, now_ns() - begin); /* as rank 0 says */
        MPI_Bcast(&more, 1, MPI_INT, 0, group.comm);
        MPI_Bcast(&operations, 1, MPI_INT, 0, group.comm);
        if (!more) {
            break;
        }
        const int64_t ns = timed(task, &group, operations);
        if (rank == 0) {
            rows_add(rows, task, operations, done, ns);
        }
        done++;
    }
    free(group.out);
    free(group.in);
    MPI_Comm_free(&group.comm);
    MPI_Group_free(&members);
    MPI_Group_free(&world);
    MPI_Pcontrol(0);
}

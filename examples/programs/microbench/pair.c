// SPDX-License-Identifier: GPL-3.0-or-later
/* Tests of two ranks. The first leads: it tells the second before each repetition how many
 * operations follow (0: none), and starts its clock when the second is ready. */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { STREAM_WINDOW = 16 };

static const int64_t EAGER_PATIENCE_NS = 30000000;

struct pair {
    int other;
    bool leads;
    int bytes;
    char *out, *in;
    char *copy; /* of a copied message, else NULL */
};

static void pingpong(const struct pair *pair, int operations)
{
    for (int i = 0; i < operations; i++) {
        if (pair->leads) {
            MPI_Send(pair->out, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD);
        }
        MPI_Recv(pair->in, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (!pair->leads) {
            MPI_Send(pair->out, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD);
        }
    }
}

/* There and back as in a reduction: what is sent was just written, and so has to come out of the
 * cache of the processor that wrote it. */
static void copied(const struct pair *pair, int operations)
{
    for (int i = 0; i < operations; i++) {
        if (!pair->leads) {
            MPI_Recv(pair->in, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        }
        memcpy(pair->copy, pair->out, (size_t)pair->bytes);
        MPI_Send(pair->copy, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD);
        if (pair->leads) {
            MPI_Recv(pair->in, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD,
                     MPI_STATUS_IGNORE);
        }
    }
}

static void exchange(const struct pair *pair, int operations)
{
    for (int i = 0; i < operations; i++) {
        MPI_Sendrecv(pair->out, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, pair->in, pair->bytes,
                     MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
}

/* Windows of messages behind each other, the last one answered, so the time ends when all is there.
 */
static void stream(const struct pair *pair, int operations)
{
    MPI_Request requests[STREAM_WINDOW];
    MPI_Status statuses[STREAM_WINDOW];
    int left = operations;
    while (left > 0) {
        const int count = left < STREAM_WINDOW ? left : STREAM_WINDOW;
        for (int i = 0; i < count; i++) {
            if (pair->leads) {
                MPI_Isend(pair->out, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD,
                          &requests[i]);
            } else {
                MPI_Irecv(pair->in, pair->bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD,
                          &requests[i]);
            }
        }
        MPI_Waitall(count, requests, statuses); // NOLINT: those that were begun
        left -= count;
    }
    if (pair->leads) {
        MPI_Recv(NULL, 0, MPI_BYTE, pair->other, TAG_BACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(NULL, 0, MPI_BYTE, pair->other, TAG_BACK, MPI_COMM_WORLD);
    }
}

static void operate(const struct task *task, const struct pair *pair, int operations)
{
    switch (task->test) {
    case TEST_PINGPONG:
        pingpong(pair, operations);
        break;
    case TEST_COPIED:
        copied(pair, operations);
        break;
    case TEST_EXCHANGE:
        exchange(pair, operations);
        break;
    default:
        stream(pair, operations);
        break;
    }
}

static int64_t lead(const struct task *task, const struct pair *pair, int operations)
{
    MPI_Send(&operations, 1, MPI_INT, pair->other, TAG_COUNT, MPI_COMM_WORLD);
    MPI_Recv(NULL, 0, MPI_BYTE, pair->other, TAG_READY, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    const int64_t begin = now_ns();
    operate(task, pair, operations);
    int64_t longest = now_ns() - begin;
    if (task->test == TEST_EXCHANGE) { /* if one began late the other one knows how long it took */
        int64_t other = 0;
        MPI_Recv(&other, 1, MPI_INT64_T, pair->other, TAG_BACK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        longest = other > longest ? other : longest;
    }
    return longest;
}

static void lead_all(const struct task *task, const struct pair *pair, struct rows *rows)
{
    const int64_t begin = now_ns();
    int done = 0;
    (void)lead(task, pair, 1); /* connections, pages */
    int operations = operations_for(task, lead(task, pair, 1));
    if (operations > 1) { /* what a single one takes is more than one of many */
        operations = operations_for(task, lead(task, pair, operations) / operations);
    }
    while (again(task, done, now_ns() - begin)) {
        rows_add(rows, task, operations, done, lead(task, pair, operations));
        done++;
    }
    const int end = 0;
    MPI_Send(&end, 1, MPI_INT, pair->other, TAG_COUNT, MPI_COMM_WORLD);
}

static void follow_all(const struct task *task, const struct pair *pair)
{
    for (;;) {
        int operations = 0;
        MPI_Recv(&operations, 1, MPI_INT, pair->other, TAG_COUNT, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (operations == 0) {
            return;
        }
        MPI_Send(NULL, 0, MPI_BYTE, pair->other, TAG_READY, MPI_COMM_WORLD);
        const int64_t begin = now_ns();
        operate(task, pair, operations);
        const int64_t taken = now_ns() - begin;
        if (task->test == TEST_EXCHANGE) {
            MPI_Send(&taken, 1, MPI_INT64_T, pair->other, TAG_BACK, MPI_COMM_WORLD);
        }
    }
}

/* Sends one message whose receive isn't posted. It ends anyhow if the library keeps it (eager). The
 * other rank looks at its messages meanwhile, so that what has come gets out of the way. */
static bool ends_alone(const struct pair *pair, int bytes, int64_t *ns)
{
    MPI_Request request;
    int done = 0;
    const int64_t begin = now_ns();
    MPI_Isend(pair->out, bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD, &request);
    /* Twice what 10 MB/s takes, should the network be as slow as that. */
    const int64_t patience = EAGER_PATIENCE_NS + (int64_t)bytes * 200;
    while (!done && now_ns() - begin < patience) {
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
        if (!done) {
            sleep_ns(20000);
        }
    }
    *ns = now_ns() - begin;
    const bool eager = done != 0;
    MPI_Send(&bytes, 1, MPI_INT, pair->other, TAG_COUNT, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    return eager;
}

/* Sizes up to the first that doesn't end alone, doubling, then halving the rest. Each row's ns is
 * the time until the send had ended, -1 when it hadn't. */
static void lead_eager(const struct task *task, const struct pair *pair, struct rows *rows)
{
    int64_t ends = 0;
    int64_t waits = task->bytes + 1;
    for (int row = 0; ends + 1 < waits; row++) {
        int64_t bytes = ends + (waits - ends) / 2;
        if (waits > task->bytes && 2 * ends < bytes) {
            bytes = ends == 0 ? 1 : 2 * ends;
        }
        int64_t ns = 0;
        const bool eager = ends_alone(pair, (int)bytes, &ns);
        struct task told = *task;
        told.bytes = bytes;
        rows_add(rows, &told, 1, row, eager ? ns : -1);
        *(eager ? &ends : &waits) = bytes;
    }
    const int end = 0;
    MPI_Send(&end, 1, MPI_INT, pair->other, TAG_COUNT, MPI_COMM_WORLD);
}

static void follow_eager(const struct pair *pair)
{
    for (;;) {
        int bytes = 0;
        (void)wait_quietly(pair->other, TAG_COUNT);
        MPI_Recv(&bytes, 1, MPI_INT, pair->other, TAG_COUNT, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (bytes == 0) {
            return;
        }
        MPI_Recv(pair->in, bytes, MPI_BYTE, pair->other, TAG_DATA, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
}

void run_pair(const struct task *task, int rank, struct rows *rows)
{
    const bool leads = rank == task->first;
    const struct pair pair = {.other = leads ? task->second : task->first,
                              .leads = leads,
                              .bytes = (int)task->bytes,
                              .out = buffer(task->bytes),
                              .in = buffer(task->bytes),
                              .copy = task->test == TEST_COPIED ? buffer(task->bytes) : NULL};
    if (task->test == TEST_EAGER) {
        if (leads) {
            lead_eager(task, &pair, rows);
        } else {
            follow_eager(&pair);
        }
    } else if (leads) {
        lead_all(task, &pair, rows);
    } else {
        follow_all(task, &pair);
    }
    free(pair.out);
    free(pair.in);
    free(pair.copy);
}

// SPDX-License-Identifier: GPL-3.0-or-later
/* Tests of one rank: how evenly it computes, memcpy, and sums of doubles as reductions make them.
 */
#include "bench.h"

#include <stdlib.h>
#include <string.h>

enum { NOISE_STEPS = 200000, TRIALS = 5 };

/* A chain of operations that each need the one before: no compiler shortens it. */
static uint64_t work(uint64_t value)
{
    for (int i = 0; i < NOISE_STEPS; i++) {
        value = value * 6364136223846793005U + 1442695040888963407U;
    }
    return value;
}

struct memory {
    char *out, *in;
    volatile uint64_t kept; /* so that the result is used */
};

static void operate(const struct task *task, struct memory *memory)
{
    switch (task->test) {
    case TEST_NOISE:
        memory->kept = work(memory->kept);
        break;
    case TEST_COPY:
        memcpy(memory->in, memory->out, (size_t)task->bytes);
        memory->kept += (unsigned char)memory->in[task->bytes / 2];
        break;
    default:
        MPI_Reduce_local(memory->out, memory->in, (int)(task->bytes / (int64_t)sizeof(double)),
                         MPI_DOUBLE, MPI_SUM);
        break;
    }
}

static int64_t timed(const struct task *task, struct memory *memory, int operations)
{
    const int64_t begin = now_ns();
    for (int i = 0; i < operations; i++) {
        operate(task, memory);
    }
    return now_ns() - begin;
}

void run_local(const struct task *task, struct rows *rows)
{
    struct memory memory = {.out = buffer(task->bytes), .in = buffer(task->bytes), .kept = 1};
    const int64_t begin = now_ns();
    (void)timed(task, &memory, 1);
    int64_t least = timed(task, &memory, 1);
    for (int i = 1; i < TRIALS;
         i++) { /* one that was interrupted would make repetitions far too short */
        const int64_t ns = timed(task, &memory, 1);
        least = ns < least ? ns : least;
    }
    const int operations = operations_for(task, least);
    for (int done = 0; again(task, done, now_ns() - begin); done++) {
        rows_add(rows, task, operations, done, timed(task, &memory, operations));
    }
    free(memory.out);
    free(memory.in);
}

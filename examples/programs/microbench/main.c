// SPDX-License-Identifier: GPL-3.0-or-later
/* hdtrace-microbench: rank 0 goes through the plan, the others do what it tells them. */
#include "bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAP_NS = 200000, END = -1 };

char *buffer(int64_t bytes)
{
    char *memory = malloc((size_t)(bytes > 0 ? bytes : 1));
    if (memory == NULL) {
        (void)fprintf(stderr, "hdtrace-microbench: no memory for %" PRId64 " bytes\n", bytes);
        MPI_Abort(MPI_COMM_WORLD, 1);
        abort();
    }
    memset(memory, 0, (size_t)(bytes > 0 ? bytes : 1)); /* zeros are doubles, too */
    return memory;
}

int wait_quietly(int source, int tag)
{
    MPI_Status status;
    int there = 0;
    int bytes = 0;
    for (;;) {
        MPI_Iprobe(source, tag, MPI_COMM_WORLD, &there, &status);
        if (there) {
            MPI_Get_count(&status, MPI_BYTE, &bytes);
            return bytes;
        }
        sleep_ns(NAP_NS);
    }
}

static bool takes_part(const struct task *task, int rank)
{
    switch (bench_kinds[task->test]) {
    case BENCH_PAIR:
        return rank == task->first || rank == task->second;
    case BENCH_LOCAL:
        return rank == task->first;
    default:
        return rank < task->ranks;
    }
}

static void run(const struct task *task, int rank, const struct options *options, struct rows *rows)
{
    switch (bench_kinds[task->test]) {
    case BENCH_PAIR:
        run_pair(task, rank, rows);
        break;
    case BENCH_GROUP:
        run_group(task, rank, rows);
        break;
    case BENCH_LOCAL:
        run_local(task, rows);
        break;
    default:
        run_files(task, rank, options, rows);
        break;
    }
}

static void follow(int rank, const struct options *options)
{
    for (;;) {
        struct task task;
        (void)wait_quietly(0, TAG_TASK);
        MPI_Recv(&task, sizeof task, MPI_BYTE, 0, TAG_TASK, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (task.test == END) {
            return;
        }
        struct rows rows = {0};
        run(&task, rank, options, &rows);
        if (rank == task.first) {
            MPI_Send(rows.text, (int)rows.length, MPI_BYTE, 0, TAG_ROWS, MPI_COMM_WORLD);
        }
        rows_free(&rows);
    }
}

static void lead_task(const struct task *task, int ranks, const struct options *options, FILE *out)
{
    struct rows rows = {0};
    for (int rank = 1; rank < ranks; rank++) {
        if (takes_part(task, rank)) {
            MPI_Send(task, sizeof *task, MPI_BYTE, rank, TAG_TASK, MPI_COMM_WORLD);
        }
    }
    if (takes_part(task, 0)) {
        run(task, 0, options, &rows);
    }
    if (task->first != 0) {
        const int bytes = wait_quietly(task->first, TAG_ROWS);
        rows.text = buffer(bytes);
        rows.length = (size_t)bytes;
        MPI_Recv(rows.text, bytes, MPI_BYTE, task->first, TAG_ROWS, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    }
    (void)fwrite(rows.text, 1, rows.length, out);
    rows_free(&rows);
}

static void print_head(const struct place *places, int ranks, FILE *out)
{
    int64_t step = 0;
    int64_t cost = 0;
    clock_figures(&step, &cost);
    (void)fprintf(out, "# hdtrace-microbench 1\n# clock step %" PRId64 " ns cost %" PRId64 " ns\n",
                  step, cost);
    for (int rank = 0; rank < ranks; rank++) {
        (void)fprintf(out, "# rank %d host %s package %d complex %d\n", rank, places[rank].host,
                      places[rank].package, places[rank].complex);
    }
    (void)fputs("test,first,second,ranks,bytes,operations,repetition,ns\n", out);
}

/* Time that a case doesn't need goes to those behind it, which are the larger ones. */
static void lead_plan(const struct plan *plan, int ranks, const struct options *options, FILE *out)
{
    const int64_t end = now_ns() + (int64_t)(options->seconds * 1e9);
    size_t skipped = 0;
    for (size_t i = 0; i < plan->count; i++) {
        struct task task = plan->tasks[i];
        const int64_t left = end - now_ns();
        if (left <= 0) {
            skipped++;
            continue;
        }
        task.budget_ns = left / (int64_t)(plan->count - i);
        task.limit_ns = left;
        lead_task(&task, ranks, options, out);
    }
    if (skipped > 0) {
        (void)fprintf(out, "# skipped %zu of %zu cases\n", skipped, plan->count);
        (void)fprintf(stderr, "hdtrace-microbench: no time for %zu of %zu cases; see --seconds\n",
                      skipped, plan->count);
    }
}

static int lead(const struct place *places, int ranks, const struct options *options)
{
    struct plan plan = {0};
    FILE *out = options->output == NULL ? stdout : fopen(options->output, "we");
    if (out == NULL) {
        (void)fprintf(stderr, "hdtrace-microbench: %s: cannot be written\n", options->output);
    } else if (make_plan(&plan, options, places, ranks)) {
        print_head(places, ranks, out);
        lead_plan(&plan, ranks, options, out);
    }
    free(plan.tasks);
    const struct task end = {.test = END};
    for (int rank = 1; rank < ranks; rank++) {
        MPI_Send(&end, sizeof end, MPI_BYTE, rank, TAG_TASK, MPI_COMM_WORLD);
    }
    if (out == NULL) {
        return 1;
    }
    const bool failed = ferror(out) != 0;
    const bool closed = out == stdout ? fflush(out) == 0 : fclose(out) == 0;
    if (failed || !closed) {
        (void)fputs("hdtrace-microbench: not all results could be written\n", stderr);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv)
{
    int rank = 0;
    int ranks = 0;
    struct options options;
    MPI_Init(&argc, &argv);
    MPI_Pcontrol(0); /* a tracer has nothing to record before the groups */
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    int status = read_options(argc, argv, rank, &options);
    if (status == -1 && !files_can_be_made(rank, ranks, &options)) {
        status = 2;
    }
    if (status == -1) {
        const struct place place = find_place();
        struct place *places = (struct place *)(void *)buffer((int64_t)sizeof place * ranks);
        MPI_Gather(&place, sizeof place, MPI_BYTE, places, sizeof place, MPI_BYTE, 0,
                   MPI_COMM_WORLD);
        status = 0;
        if (rank == 0) {
            status = lead(places, ranks, &options);
        } else {
            follow(rank, &options);
        }
        free(places);
    }
    MPI_Finalize();
    return status;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the calls of a trace, one after the other: wait, call, count. */
#include "run.h"
#include "run_calls.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define LONGEST_NS 1e18 /* 31 years: sums of it with the time of day stay below 2^63 */

/* The tracer's calls (hdmpi/hdmpi.h) where one is preloaded: a state of ours around each call,
 * which names the original's. */
struct tracer {
    void (*begin)(const char *state);
    void (*add)(const char *name, int64_t value);
    void (*end)(void);
};

static struct tracer find_tracer(void)
{
    struct tracer tracer = {NULL, NULL, NULL};
    void *const begin = dlsym(RTLD_DEFAULT, "hdMPI_threadLogStateStart");
    void *const add = dlsym(RTLD_DEFAULT, "hdMPI_threadLogInt");
    void *const end = dlsym(RTLD_DEFAULT, "hdMPI_threadLogStateEnd");
    if (begin != NULL && add != NULL && end != NULL) {
        memcpy(&tracer.begin, &begin, sizeof begin); /* no cast from objects to functions in C */
        memcpy(&tracer.add, &add, sizeof add);
        memcpy(&tracer.end, &end, sizeof end);
    }
    return tracer;
}

static G_NORETURN void give_up(const struct run_strand *s, const struct plan_cell *cell,
                               const char *cause)
{
    if (safe_root_is_first_to_fail(&s->run->root)) {
        const uint32_t file = cell->call == PLAN_CALL_FILE_OPEN
                                  ? (uint32_t)plan_file_more(cell)[PLAN_OPEN_FILE]
                              : cell->call == PLAN_CALL_FILE_DELETE ? cell->file
                              : cell->file != PLAN_FILE_NOTHING     ? s->file_numbers[cell->file]
                                                                    : PLAN_FILE_NOTHING;
        (void)fprintf(stderr, "hdreplay: rank %d, call %" G_GUINT64_FORMAT " (%s)%s%s: %s\n",
                      s->run->rank, cell->index, plan_file_call_name(cell->call),
                      file != PLAN_FILE_NOTHING ? " of " : "",
                      file != PLAN_FILE_NOTHING ? s->run->full_paths[file] : "", cause);
        (void)fflush(stderr);
    }
    (void)MPI_Abort(MPI_COMM_WORLD, 2);
    _exit(2);
}

static G_NORETURN void give_up_mpi(const struct run_strand *s, const struct plan_cell *cell,
                                   int code)
{
    char text[MPI_MAX_ERROR_STRING + 1] = "";
    int length = 0;
    if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) {
        (void)snprintf(text, sizeof text, "MPI error %d", code);
    }
    give_up(s, cell, g_strdelimit(text, "\n", ' '));
}

/* Before a file is opened or deleted: that the way to it is still what it was. */
static void check_path(const struct run_strand *s, const struct plan_cell *cell)
{
    const uint32_t file = cell->call == PLAN_CALL_FILE_OPEN
                              ? (uint32_t)plan_file_more(cell)[PLAN_OPEN_FILE]
                              : cell->file;
    g_autoptr(GError) error = NULL;
    if (!safe_root_check(&s->run->root, s->run->paths[file], &error)) {
        give_up(s, cell, error->message);
    }
}

static int64_t think_time(const struct run_options *options, const struct plan_cell *cell)
{
    double think = (double)cell->think_ns;
    if (cell->think_cpu_ns > 0) {
        think += (double)MIN(cell->think_cpu_ns, cell->think_ns) * (options->cpu_scale - 1);
    }
    think = MIN(think * options->compute_scale, LONGEST_NS);
    return (int64_t)think + CLAMP(cell->left_out_ns, 0, (int64_t)LONGEST_NS);
}

static void wait_for(struct run_strand *s, const struct plan_cell *cell)
{
    const int64_t think = think_time(&s->run->options, cell);
    if (think > 0) {
        const int64_t late = run_wait_until(s->run->spins, s->before_ns + think);
        s->sums.waits++;
        s->sums.late_ns += late;
        s->sums.latest_ns = MAX(s->sums.latest_ns, late);
        s->sums.think_ns += think;
    }
}

static void count(struct run_strand *s, const struct plan_cell *cell, const MPI_Status *status,
                  int64_t begin_ns)
{
    s->sums.calls++;
    s->sums.io_ns += cell->call < PLAN_CALL_SEND ? s->before_ns - begin_ns : 0;
    if (cell->call > PLAN_CALL_FILE_IWRITE_SHARED) {
        return;
    }
    int64_t moved = MAX(cell->bytes, 0);
    int bytes = 0;
    if (status != NULL && cell->bytes <= G_MAXINT &&
        MPI_Get_count(status, MPI_BYTE, &bytes) == MPI_SUCCESS && bytes != MPI_UNDEFINED) {
        moved = bytes;
        s->sums.different += cell->moved >= 0 && cell->moved != moved;
    }
    s->sums.transfers++;
    *(cell->call >= PLAN_CALL_FILE_WRITE ? &s->sums.bytes_written : &s->sums.bytes_read) +=
        (uint64_t)moved;
}

void run_follow(struct run_strand *s)
{
    const struct plan_cell *cell = plan_file_cells(&s->run->plan, s->entry);
    const struct plan_cell *const end = cell + s->entry->cell_count;
    const struct tracer tracer = find_tracer();
    s->before_ns = run_now();
    for (; cell < end; cell += 1 + cell->more) {
        MPI_Status status;
        if (cell->call == PLAN_CALL_FILE_OPEN || cell->call == PLAN_CALL_FILE_DELETE) {
            check_path(s, cell);
        }
        wait_for(s, cell);
        if (tracer.begin != NULL && cell->call != PLAN_CALL_FINALIZE) {
            tracer.begin("Replay");
            tracer.add("op", (int64_t)cell->index);
        }
        const int64_t begin_ns = run_now();
        bool has_status = false;
        const int code = run_call(s, cell, &status, &has_status);
        s->before_ns = run_now();
        if (code != MPI_SUCCESS) {
            give_up_mpi(s, cell, code);
        }
        if (tracer.begin != NULL && cell->call != PLAN_CALL_FINALIZE) {
            tracer.end();
        }
        if (cell->call != PLAN_CALL_FINALIZE) {
            count(s, cell, has_status ? &status : NULL, begin_ns);
        }
    }
}

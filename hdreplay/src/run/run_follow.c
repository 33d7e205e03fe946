/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the calls of a trace by MPI, one after the other: wait, call, count. */
#include "run_calls.h"

#include <string.h>
#include <unistd.h>

static G_NORETURN void give_up(const struct run_strand *s, const struct plan_cell *cell,
                               const char *cause)
{
    run_tell_failure(s, cell, cause);
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
    if (!safe_root_check(&s->run->root, run_path(s->run, run_target(s->run, file, s->entry->rank)),
                         &error)) {
        give_up(s, cell, error->message);
    }
}

static int64_t moved_by(const struct plan_cell *cell, const MPI_Status *status)
{
    int bytes = 0;
    return cell->bytes <= G_MAXINT && MPI_Get_count(status, MPI_BYTE, &bytes) == MPI_SUCCESS &&
                   bytes != MPI_UNDEFINED
               ? bytes
               : -1;
}

/* Make a call and note when it ended.
 * @return bytes that it moved, -1: not told */
static int64_t make_call(struct run_strand *s, const struct plan_cell *cell)
{
    MPI_Status status;
    bool has_status = false;
    int64_t moved = -1;
    if (plan_call_is_posix(cell->call)) {
        const int cause = run_posix(s, cell, &moved);
        s->before_ns = run_now();
        if (cause != 0) {
            give_up(s, cell, g_strerror(cause));
        }
        return moved;
    }
    const int code = run_call(s, cell, &status, &has_status);
    s->before_ns = run_now();
    if (code != MPI_SUCCESS) {
        give_up_mpi(s, cell, code);
    }
    return has_status ? moved_by(cell, &status) : -1;
}

void run_follow(struct run_strand *s)
{
    const struct plan_cell *cell = plan_file_cells(&s->run->plan, s->entry);
    const struct plan_cell *const end = cell + s->entry->cell_count;
    const struct run_tracer tracer = run_find_tracer();
    const int64_t trace = s->entry - plan_file_strand(&s->run->plan, 0);
    s->before_ns = run_now();
    for (; cell < end; cell += 1 + cell->more) {
        const bool is_traced =
            tracer.begin != NULL && s->run->trial == NULL && cell->call != PLAN_CALL_FINALIZE;
        if (cell->call == PLAN_CALL_FILE_OPEN || cell->call == PLAN_CALL_FILE_DELETE) {
            check_path(s, cell);
        }
        const int64_t wait_ns = run_think(s, cell);
        if (is_traced) {
            tracer.begin("Replay");
            tracer.add("op", (int64_t)cell->index);
            tracer.add("trace", trace);
            tracer.add("wait", wait_ns);
        }
        const int64_t begin_ns = run_now();
        const int64_t moved = make_call(s, cell);
        if (is_traced) {
            tracer.end();
        }
        g_autofree char *cause = run_short_write(cell, moved);
        if (cause != NULL) {
            give_up(s, cell, cause);
        }
        if (cell->call != PLAN_CALL_FINALIZE) {
            run_count(s, cell, moved, begin_ns);
        }
    }
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A trace while it is followed, by whatever engine. */
#include "plan/plan_error.h"
#include "run.h"

#include <dlfcn.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#define LONGEST_NS 1e18 /* 31 years: sums of it with the time of day stay below 2^63 */

enum { BLOCK_BYTES = 4096 }; /* what O_DIRECT asks buffers to begin at */

static char *make_buffer(size_t bytes)
{
    void *buffer = NULL;
    return posix_memalign(&buffer, BLOCK_BYTES, bytes + 1) == 0 ? buffer : NULL;
}

gboolean run_strand_init(struct run_strand *s, const struct run *run,
                         const struct plan_strand_entry *entry, struct run_rank *rank,
                         size_t buffer_bytes, GError **error)
{
    *s = (struct run_strand){.run = run, .entry = entry, .rank = rank};
    s->out = make_buffer(buffer_bytes);
    s->in = make_buffer(buffer_bytes);
    s->file_numbers = g_new0(uint32_t, entry->file_slots + 1);
    s->mappings = g_new0(struct run_mapping, entry->mappings + 1);
    for (uint32_t i = 0; i < entry->file_slots; i++) {
        s->file_numbers[i] = PLAN_FILE_NOTHING;
    }
    if (s->out == NULL || s->in == NULL) {
        return plan_fail(error, "rank %u: no memory for two buffers of %zu bytes", entry->rank,
                         buffer_bytes);
    }
    if (run->options.content == RUN_OFFSET) {
        s->cursors = g_new0(struct run_cursor, entry->file_slots + 1);
    }
    if (run->trial != NULL) {
        s->latencies = g_array_sized_new(FALSE, FALSE, sizeof(double), (guint)entry->cell_count);
    }
    run_fill(s->out, buffer_bytes, run->options.content);
    run_fill(s->in, buffer_bytes, RUN_ZERO);
    return TRUE;
}

void run_strand_fini(struct run_strand *s)
{
    for (uint32_t i = 0; s->mappings != NULL && i < s->entry->mappings; i++) {
        if (s->mappings[i].at != NULL) {
            (void)munmap(s->mappings[i].at, s->mappings[i].bytes);
        }
    }
    free(s->out);
    free(s->in);
    g_clear_pointer(&s->file_numbers, g_free);
    g_clear_pointer(&s->mappings, g_free);
    g_clear_pointer(&s->cursors, g_free);
    g_clear_pointer(&s->latencies, g_array_unref);
}

struct run_tracer run_find_tracer(void)
{
    struct run_tracer tracer = {NULL, NULL, NULL};
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

/* --- failures -----------------------------------------------------------------------------------
 */

static uint32_t file_of(const struct run_strand *s, const struct plan_cell *cell)
{
    if (cell->call == PLAN_CALL_FILE_OPEN || cell->call == PLAN_CALL_POSIX_OPEN ||
        cell->call == PLAN_CALL_POSIX_FOPEN) {
        return (uint32_t)plan_file_more(cell)[0];
    }
    if (plan_call_names_file(cell->call) || cell->file == PLAN_FILE_NOTHING) {
        return cell->file;
    }
    return plan_call_is_posix(cell->call) ? s->rank->openings[cell->file].file
                                          : s->file_numbers[cell->file];
}

/* A launcher forwards what it has read from us; what is still in the pipe when it ends all may be
 * lost. So wait until it has read, at most two seconds. */
static void wait_until_read(void)
{
    enum { TRIES = 200, STEP_MS = 10 };
    int left = 0;
    for (int i = 0; i < TRIES && ioctl(STDERR_FILENO, FIONREAD, &left) == 0 && left > 0; i++) {
        (void)poll(NULL, 0, STEP_MS);
    }
}

/* The first one ends all, when its message is out: whoever came later would end it before. */
static void leave_it_to_the_first(void)
{
    enum { PATIENCE_MS = 5000 };
    (void)poll(NULL, 0, PATIENCE_MS);
}

void run_tell_failure(const struct run_strand *s, const struct plan_cell *cell, const char *cause)
{
    const uint32_t file = file_of(s, cell);
    const bool is_known = file != PLAN_FILE_NOTHING;
    g_autofree char *text = g_strdup_printf(
        "hdreplay: rank %u, call %" G_GUINT64_FORMAT " (%s)%s%s: %s\n", s->entry->rank, cell->index,
        plan_file_call_name(cell->call), is_known ? " of " : "",
        is_known ? run_full_path(s->run, run_target(s->run, file, s->entry->rank)) : "", cause);
    if (safe_root_is_first_to_fail(&s->run->root, text)) {
        (void)fputs(text, stderr);
        (void)fflush(stderr);
        wait_until_read();
    } else {
        leave_it_to_the_first();
    }
}

/* --- time ---------------------------------------------------------------------------------------
 */

static int64_t think_time(const struct run_options *options, const struct plan_cell *cell)
{
    double think = (double)cell->think_ns;
    if (cell->think_cpu_ns > 0) {
        think += (double)MIN(cell->think_cpu_ns, cell->think_ns) * (options->cpu_scale - 1);
    }
    think = MIN(think * options->compute_scale, LONGEST_NS);
    return (int64_t)think + CLAMP(cell->left_out_ns, 0, (int64_t)LONGEST_NS);
}

int64_t run_think(struct run_strand *s, const struct plan_cell *cell)
{
    run_set_content(s, cell);
    const int64_t think = think_time(&s->run->options, cell);
    if (think > 0) {
        const int64_t late = run_wait_until(s->run->spins, s->before_ns + think);
        s->sums.waits++;
        s->sums.late_ns += late;
        s->sums.latest_ns = MAX(s->sums.latest_ns, late);
        s->sums.think_ns += think;
    }
    return think;
}

char *run_short_write(const struct plan_cell *cell, int64_t moved)
{
    const int64_t wanted = cell->moved >= 0 ? cell->moved : cell->bytes;
    if (moved < 0 || moved >= wanted || !plan_call_writes(cell->call) ||
        cell->call == PLAN_CALL_POSIX_COPY) { /* which ends where its source does */
        return NULL;
    }
    return g_strdup_printf("%" G_GINT64_FORMAT " of %" G_GINT64_FORMAT
                           " bytes were written: a full disk, or a limit of files",
                           moved, wanted);
}

void run_count(struct run_strand *s, const struct plan_cell *cell, int64_t moved, int64_t begin_ns)
{
    s->sums.calls++;
    s->sums.io_ns += plan_call_is_io(cell->call) ? s->before_ns - begin_ns : 0;
    if (!plan_call_transfers(cell->call)) {
        return;
    }
    if (s->latencies != NULL) {
        const double seconds = (double)(s->before_ns - begin_ns) / 1e9;
        g_array_append_val(s->latencies, seconds); /* there is room for all */
    }
    s->sums.different += moved >= 0 && cell->moved >= 0 && cell->moved != moved;
    s->sums.transfers++;
    *(plan_call_writes(cell->call) ? &s->sums.bytes_written : &s->sums.bytes_read) +=
        (uint64_t)(moved >= 0 ? moved : MAX(cell->bytes, 0));
}

void run_add_latencies(GArray *all, const struct run_strand *s)
{
    if (s->latencies->len > 0) {
        g_array_append_vals(all, s->latencies->data, s->latencies->len);
    }
}

void run_add_sums(struct run_sums *total, const struct run_sums *one)
{
    total->calls += one->calls;
    total->transfers += one->transfers;
    total->bytes_read += one->bytes_read;
    total->bytes_written += one->bytes_written;
    total->different += one->different;
    total->io_ns += one->io_ns;
    total->think_ns += one->think_ns;
    total->late_ns += one->late_ns;
    total->waits += one->waits;
    total->latest_ns = MAX(total->latest_ns, one->latest_ns);
}

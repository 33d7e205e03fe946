/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contents that tell where in a file they belong, and whether they got there. A byte depends on its
 * offset alone, so that writes that overlap agree. */
#include "plan/plan_error.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { BLOCK_BYTES = 1 << 20 };

/* --- the pattern --------------------------------------------------------------------------------
 */

static uint64_t word_at(uint64_t index)
{
    uint64_t word = (index + 1) * UINT64_C(0x9e3779b97f4a7c15);
    word = (word ^ (word >> 29)) * UINT64_C(0xff51afd7ed558ccd);
    return word ^ (word >> 32) ^ 1; /* not 0, as a hole is */
}

void run_fill_at(void *to, size_t bytes, int64_t offset)
{
    unsigned char *at = to;
    uint64_t place = (uint64_t)offset;
    while (bytes > 0) {
        const uint64_t word = word_at(place / sizeof word);
        const size_t skip = place % sizeof word;
        const size_t some = MIN(bytes, sizeof word - skip);
        memcpy(at, (const unsigned char *)&word + skip, some);
        at += some;
        place += some;
        bytes -= some;
    }
}

/* --- where a call writes ------------------------------------------------------------------------
 */

/* The pieces of a file that a call writes, one after the other. */
struct pieces {
    const struct run_cursor *cursor; /* NULL: by POSIX, in one piece */
    int64_t byte;
    int64_t left;
};

/* @return FALSE: it writes nothing, or nobody knows where */
static gboolean find_pieces(const struct run_views *views, struct run_cursor *cursors,
                            const struct plan_cell *cell, struct pieces *pieces)
{
    const int64_t byte =
        plan_call_is_posix(cell->call) ? cell->offset : run_cursor_step(views, cursors, cell);
    if (!plan_call_writes(cell->call) || cell->call == PLAN_CALL_POSIX_COPY || byte < 0) {
        return FALSE;
    }
    const bool is_posix = plan_call_is_posix(cell->call);
    const int64_t bytes = cell->moved >= 0 ? MIN(cell->moved, cell->bytes) : cell->bytes;
    *pieces = (struct pieces){is_posix ? NULL : &cursors[cell->file], byte, MAX(bytes, 0)};
    return TRUE;
}

static gboolean next_piece(struct pieces *pieces, int64_t *place, int64_t *bytes)
{
    int64_t run = INT64_MAX;
    if (pieces->left == 0) {
        return FALSE;
    }
    *place = pieces->cursor == NULL ? pieces->byte
                                    : run_cursor_place(pieces->cursor, pieces->byte, &run);
    *bytes = MIN(run, pieces->left);
    pieces->byte += *bytes;
    pieces->left -= *bytes;
    return TRUE;
}

void run_set_content(struct run_strand *s, const struct plan_cell *cell)
{
    struct pieces pieces;
    int64_t place = 0;
    int64_t bytes = 0;
    char *to = s->out;
    if (s->cursors != NULL && find_pieces(&s->run->views, s->cursors, cell, &pieces)) {
        while (next_piece(&pieces, &place, &bytes)) {
            run_fill_at(to, (size_t)bytes, place);
            to += bytes;
        }
    }
}

/* --- the check ----------------------------------------------------------------------------------
 */

struct checking {
    const struct run *run;
    bool *unsure; /* by target */
    int *fds;     /* by target; -1: not open */
    char *block;
    char *expected;
    struct run_verdict *verdict;
    uint32_t trace; /* that is walked, from 1 */
};

static void doubt(const struct checking *c, uint32_t file, uint32_t rank)
{
    c->unsure[run_target(c->run, file, rank)] = true;
}

/* What can't be told by the offset of each write: what was cut, moved, copied or appended. */
static void doubt_by_call(const struct checking *c, const struct plan_cell *cell, uint32_t rank,
                          uint32_t *openings, uint32_t *files)
{
    const int64_t *n = plan_file_more(cell);
    const int64_t how = cell->call == PLAN_CALL_POSIX_OPEN || cell->call == PLAN_CALL_POSIX_FOPEN
                            ? n[PLAN_POSIX_OPEN_HOW]
                            : 0;
    if (how != 0) {
        openings[cell->file] = (uint32_t)n[PLAN_POSIX_OPEN_FILE];
    } else if (cell->call == PLAN_CALL_FILE_OPEN) {
        files[cell->file] = (uint32_t)n[PLAN_OPEN_FILE];
    }
    if (plan_call_names_file(cell->call)) {
        doubt(c, cell->file, rank);
        if (cell->call == PLAN_CALL_POSIX_RENAME) {
            doubt(c, (uint32_t)n[0], rank);
        }
        return;
    }
    /* Also lines that threads write to one stream, of which any may come first. */
    const bool is_line =
        cell->call == PLAN_CALL_POSIX_FWRITE && (cell->flags & PLAN_CELL_SHARED) != 0;
    const bool is_cut =
        cell->call == PLAN_CALL_FILE_SET_SIZE ||
        (cell->call == PLAN_CALL_FILE_OPEN && (n[PLAN_OPEN_MODE] & PLAN_MODE_DELETE_ON_CLOSE) != 0);
    const bool is_scattered = cell->call <= PLAN_CALL_FILE_IWRITE_SHARED &&
                              plan_call_writes(cell->call) && c->run->type_is_dense != NULL &&
                              !c->run->type_is_dense(c->run, cell->type);
    uint32_t file = UINT32_MAX;
    if ((how & PLAN_HOW_APPEND) != 0 || is_line || cell->call == PLAN_CALL_POSIX_RESIZE) {
        file = openings[cell->file];
    } else if (cell->call == PLAN_CALL_POSIX_COPY) {
        file = openings[n[PLAN_COPY_TO]];
    } else if (is_cut || is_scattered) {
        file = files[cell->file];
    }
    if (file != UINT32_MAX) {
        doubt(c, file, rank);
    }
    /* What is emptied again when it had something. */
    if ((how & PLAN_HOW_EMPTY) != 0) {
        const uint32_t target = run_target(c->run, openings[cell->file], rank);
        c->unsure[target] = c->unsure[target] || c->verdict->emptied[target]++ > 0 ||
                            c->verdict->writer[target] == c->trace;
    }
}

static int open_target(const struct checking *c, uint32_t target)
{
    if (c->fds[target] == -1) {
        const struct run_place *place = &c->run->places[target];
        c->fds[target] = safe_root_open_file(&c->run->root, place->folder, place->leaf, O_RDONLY);
    }
    return c->fds[target];
}

static void check_piece(const struct checking *c, uint32_t target, int64_t place, int64_t bytes)
{
    const int fd = open_target(c, target);
    while (bytes > 0) {
        const size_t some = (size_t)MIN(bytes, BLOCK_BYTES);
        const ssize_t got = fd < 0 ? -1 : pread(fd, c->block, some, place);
        run_fill_at(c->expected, some, place);
        c->verdict->bytes += some;
        for (size_t i = 0; i < some; i++) {
            c->verdict->wrong += (ssize_t)i >= got || c->block[i] != c->expected[i];
        }
        place += (int64_t)some;
        bytes -= (int64_t)some;
    }
}

static void walk(struct checking *c, bool checks)
{
    const struct plan_file_image *plan = &c->run->plan;
    memset(c->verdict->writer, 0, c->run->paths->len * sizeof *c->verdict->writer);
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        const struct plan_cell *cell = plan_file_cells(plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        struct run_cursor *cursors = g_new0(struct run_cursor, strand->file_slots + 1);
        uint32_t *files = g_new0(uint32_t, strand->file_slots + 1);
        uint32_t *openings = c->verdict->openings[strand->rank];
        c->trace = i + 1;
        for (; cell < end; cell += 1 + cell->more) {
            struct pieces pieces;
            int64_t place = 0;
            int64_t bytes = 0;
            if (!checks) {
                doubt_by_call(c, cell, strand->rank, openings, files);
            }
            const bool is_known = find_pieces(&c->run->views, cursors, cell, &pieces);
            if (!plan_call_writes(cell->call) || cell->call == PLAN_CALL_POSIX_COPY) {
                continue;
            }
            const uint32_t file =
                plan_call_is_posix(cell->call) ? openings[cell->file] : cursors[cell->file].file;
            if (file == UINT32_MAX) {
                continue;
            }
            const uint32_t target = run_target(c->run, file, strand->rank);
            c->verdict->writer[target] = c->trace;
            if (!is_known) {
                c->unsure[target] = true;
            }
            while (checks && !c->unsure[target] && next_piece(&pieces, &place, &bytes)) {
                check_piece(c, target, place, bytes);
            }
        }
        g_free(cursors);
        g_free(files);
    }
}

void run_verify(const struct run *run, struct run_verdict *verdict)
{
    const uint32_t ranks = run->plan.head->rank_count;
    const guint targets = run->paths->len;
    struct checking c = {.run = run,
                         .unsure = g_new0(bool, targets + 1),
                         .fds = g_new(int, targets + 1),
                         .block = g_malloc(BLOCK_BYTES),
                         .expected = g_malloc(BLOCK_BYTES),
                         .verdict = verdict};
    *verdict = (struct run_verdict){.emptied = g_new0(uint32_t, targets + 1),
                                    .writer = g_new0(uint32_t, targets + 1),
                                    .openings = g_new0(uint32_t *, ranks + 1)};
    uint32_t *counts = g_new0(uint32_t, (gsize)ranks + 1);
    for (uint32_t i = 0; i < run->plan.head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(&run->plan, i);
        counts[strand->rank] = MAX(counts[strand->rank], strand->openings);
    }
    for (uint32_t r = 0; r < ranks; r++) {
        verdict->openings[r] = g_new(uint32_t, (gsize)counts[r] + 1);
        memset(verdict->openings[r], 0xff, ((gsize)counts[r] + 1) * sizeof(uint32_t));
    }
    g_free(counts);
    for (guint t = 0; t < targets; t++) {
        c.fds[t] = -1;
    }
    walk(&c, false); /* what other threads have opened, too */
    memset(verdict->emptied, 0, (targets + 1) * sizeof *verdict->emptied);
    walk(&c, false);
    walk(&c, true);
    for (guint t = 0; t < targets; t++) {
        verdict->files += c.fds[t] >= 0 || c.fds[t] < -1;
        verdict->unsure += c.unsure[t];
        if (c.fds[t] >= 0) {
            close(c.fds[t]);
        }
    }
    for (uint32_t r = 0; r < ranks; r++) {
        g_free(verdict->openings[r]);
    }
    g_clear_pointer(&verdict->openings, g_free);
    g_clear_pointer(&verdict->emptied, g_free);
    g_clear_pointer(&verdict->writer, g_free);
    g_free(c.unsure);
    g_free(c.fds);
    g_free(c.block);
    g_free(c.expected);
}

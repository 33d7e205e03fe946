/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of POSIX and stdio. Openings have slots of their process, which are not used again: any
 * thread may use them. */
#include "plan_compiling.h"
#include "plan_posix.h"

#include <string.h>

static enum plan_file_call call_of(enum plan_posix call)
{
    static const enum plan_file_call calls[] = {
        [PLAN_POSIX_NONE] = PLAN_CALL_COUNT,
        [PLAN_POSIX_OPEN] = PLAN_CALL_POSIX_OPEN,
        [PLAN_POSIX_INHERIT] = PLAN_CALL_POSIX_OPEN,
        [PLAN_POSIX_FOPEN] = PLAN_CALL_POSIX_FOPEN,
        [PLAN_POSIX_FDOPEN] = PLAN_CALL_POSIX_FDOPEN,
        [PLAN_POSIX_CLOSE] = PLAN_CALL_POSIX_CLOSE,
        [PLAN_POSIX_FCLOSE] = PLAN_CALL_POSIX_FCLOSE,
        [PLAN_POSIX_READ] = PLAN_CALL_POSIX_READ,
        [PLAN_POSIX_WRITE] = PLAN_CALL_POSIX_WRITE,
        [PLAN_POSIX_PREAD] = PLAN_CALL_POSIX_PREAD,
        [PLAN_POSIX_PWRITE] = PLAN_CALL_POSIX_PWRITE,
        [PLAN_POSIX_FREAD] = PLAN_CALL_POSIX_FREAD,
        [PLAN_POSIX_FWRITE] = PLAN_CALL_POSIX_FWRITE,
        [PLAN_POSIX_SEEK] = PLAN_CALL_POSIX_SEEK,
        [PLAN_POSIX_FSEEK] = PLAN_CALL_POSIX_FSEEK,
        [PLAN_POSIX_FLUSH] = PLAN_CALL_POSIX_FLUSH,
        [PLAN_POSIX_FSYNC] = PLAN_CALL_POSIX_FSYNC,
        [PLAN_POSIX_FDATASYNC] = PLAN_CALL_POSIX_FDATASYNC,
        [PLAN_POSIX_RESIZE] = PLAN_CALL_POSIX_RESIZE,
        [PLAN_POSIX_ALLOCATE] = PLAN_CALL_POSIX_ALLOCATE,
        [PLAN_POSIX_DUP] = PLAN_CALL_POSIX_DUP,
        [PLAN_POSIX_COPY] = PLAN_CALL_POSIX_COPY,
        [PLAN_POSIX_MAP] = PLAN_CALL_POSIX_MAP,
        [PLAN_POSIX_UNMAP] = PLAN_CALL_POSIX_UNMAP,
        [PLAN_POSIX_MSYNC] = PLAN_CALL_POSIX_MSYNC,
        [PLAN_POSIX_TRUNCATE] = PLAN_CALL_POSIX_TRUNCATE,
        [PLAN_POSIX_UNLINK] = PLAN_CALL_POSIX_UNLINK,
        [PLAN_POSIX_RENAME] = PLAN_CALL_POSIX_RENAME,
        [PLAN_POSIX_OTHER] = PLAN_CALL_COUNT,
    };
    return calls[call];
}

static uint32_t take_opening(struct compiling *c)
{
    return g_array_index(c->openings_used, uint32_t, c->strand->trace->rank)++;
}

/* NULL: nothing that a replay could open. What is opened by one thread may be used by others, so
 * that all calls are left out, or none. */
static struct plan_opening *find_opening(const struct compiling *c, int64_t oid)
{
    struct plan_opening *opening = plan_posix_find(c->plan->openings, c->strand->trace->rank, oid);
    return opening == NULL || opening->is_untold ? NULL : opening;
}

static uint32_t slot_of(struct compiling *c, struct plan_opening *opening)
{
    if (opening->slot == PLAN_FILE_NOTHING) {
        opening->slot = take_opening(c);
    }
    return opening->slot;
}

/* --- open and close -----------------------------------------------------------------------------
 */

static enum compiled_first first_of_open(const struct compiling *c, int64_t how)
{
    const int64_t existed = compiling_get(c, "existed", -1);
    if ((how & PLAN_HOW_CREATE) == 0 || existed == 1) {
        return FIRST_NEEDS;
    }
    return existed == 0 || (how & PLAN_HOW_EXCLUSIVE) != 0 ? FIRST_MAKES : FIRST_CREATES;
}

static gboolean emit_seek(struct compiling *c, uint32_t slot, enum plan_file_call call,
                          int64_t offset, GError **error)
{
    struct plan_cell cell = compiling_cell(c, call);
    cell.file = slot;
    cell.offset = offset;
    cell.peer = PLAN_SEEK_SET;
    return compiling_emit(c, &cell, NULL, 0, error);
}

/* What was open before is opened as it was, at the place where it stood. */
static gboolean compile_open(struct compiling *c, struct plan_cell *cell,
                             struct plan_opening *opening, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    const bool is_inherited = op->call.posix == PLAN_POSIX_INHERIT;
    int64_t how = plan_posix_mode(hd_reader_get_text(c->reader, 0, "amode"));
    if (is_inherited) {
        how &= ~(int64_t)(PLAN_HOW_CREATE | PLAN_HOW_EXCLUSIVE | PLAN_HOW_EMPTY);
    }
    const uint32_t index = compiling_find_file(c, opening->name);
    struct compiled_file *file = compiling_file(c, index);
    compiling_note_first(file, op, first_of_open(c, how));
    if ((how & PLAN_HOW_WRITE) != 0) {
        file->entry.flags |= PLAN_FILE_WRITTEN;
    }
    const int64_t numbers[PLAN_POSIX_OPEN_NUMBERS] = {
        [PLAN_POSIX_OPEN_FILE] = index, [PLAN_POSIX_OPEN_HOW] = how};
    cell->file = slot_of(c, opening);
    return compiling_emit(c, cell, numbers, PLAN_POSIX_OPEN_NUMBERS, error) &&
           (!is_inherited || op->offset <= 0 ||
            emit_seek(c, cell->file, PLAN_CALL_POSIX_SEEK, op->offset, error));
}

/* Descriptors of one opening are alike but for their number: any of them may go first. */
static gboolean compile_close(struct compiling *c, struct plan_cell *cell,
                              const struct plan_opening *opening, GError **error)
{
    if (cell->call == PLAN_CALL_POSIX_CLOSE && opening->copies != NULL &&
        opening->copies->len > 0) {
        cell->file = g_array_index(opening->copies, uint32_t, opening->copies->len - 1);
        cell->flags = 0;
        g_array_set_size(opening->copies, opening->copies->len - 1);
    }
    return compiling_emit(c, cell, NULL, 0, error);
}

static gboolean compile_dup(struct compiling *c, struct plan_cell *cell,
                            struct plan_opening *opening, GError **error)
{
    const uint32_t slot = take_opening(c);
    const int64_t number = slot;
    if (opening->copies == NULL) {
        opening->copies = g_array_new(FALSE, FALSE, sizeof(uint32_t));
    }
    g_array_append_val(opening->copies, slot);
    return compiling_emit(c, cell, &number, 1, error);
}

/* --- transfers ----------------------------------------------------------------------------------
 */

static void note_read(struct compiling *c, const struct plan_opening *opening, int64_t end)
{
    struct compiled_file *file = compiling_file(c, compiling_find_file(c, opening->name));
    file->read = MAX(file->read, end);
}

static void note_written(struct compiling *c, const char *name, int64_t offset, int64_t bytes)
{
    struct compiled_file *file = compiling_file(c, compiling_find_file(c, name));
    file->entry.flags |= PLAN_FILE_WRITTEN;
    if (offset >= 0) {
        file->written = MAX(file->written, offset + bytes);
    } else {
        file->unplaced += bytes;
    }
}

/* What asked for a line or a number asks for as much as that was; at the end of a file for more
 * than there is. */
static int64_t bytes_asked(const struct plan_op *op, hd_slice name)
{
    const int64_t moved = MAX(op->bytes, 0);
    if (op->call.posix == PLAN_POSIX_FREAD && !hd_slice_equals(name, "fread")) {
        return MAX(moved, 1);
    }
    return op->size >= 0 ? op->size : moved;
}

static gboolean compile_transfer(struct compiling *c, hd_slice name, struct plan_cell *cell,
                                 const struct plan_opening *opening, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    const int64_t moved = MAX(op->bytes, 0);
    cell->bytes = bytes_asked(op, name);
    cell->moved = op->bytes;
    cell->offset = op->offset;
    c->entry->buffer_bytes = MAX(c->entry->buffer_bytes, cell->bytes);
    const bool at_offset =
        cell->call == PLAN_CALL_POSIX_PREAD || cell->call == PLAN_CALL_POSIX_PWRITE;
    if (at_offset && op->offset < 0) {
        return compiling_leave_out_posix(c);
    }
    if (op->call.writes) {
        note_written(c, opening->name, op->offset, moved);
    } else if (op->offset >= 0 && moved > 0) {
        note_read(c, opening, op->offset + moved);
    }
    return compiling_emit(c, cell, NULL, 0, error);
}

static gboolean compile_copy(struct compiling *c, struct plan_cell *cell,
                             const struct plan_opening *from, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    struct plan_opening *to = find_opening(c, compiling_get(c, "toOid", -1));
    const int64_t to_offset = compiling_get(c, "toOffset", -1);
    if (to == NULL || op->offset < 0 || to_offset < 0 || op->size < 0) {
        return compiling_leave_out_posix(c); /* into a pipe, as sendfile may */
    }
    const int64_t moved = MAX(op->bytes, 0);
    const int64_t numbers[PLAN_COPY_NUMBERS] = {
        [PLAN_COPY_TO] = slot_of(c, to), [PLAN_COPY_OFFSET] = to_offset};
    cell->bytes = op->size;
    cell->moved = op->bytes;
    cell->offset = op->offset;
    note_read(c, from, op->offset + moved);
    note_written(c, to->name, to_offset, moved);
    return compiling_emit(c, cell, numbers, PLAN_COPY_NUMBERS, error);
}

static gboolean compile_place(struct compiling *c, struct plan_cell *cell, GError **error)
{
    static const char *const words[] = {
        [PLAN_SEEK_SET] = "Set", [PLAN_SEEK_CUR] = "Cur", [PLAN_SEEK_END] = "End"};
    hd_slice whence = {NULL, 0};
    cell->offset = compiling_get(c, "relative-offset", 0);
    cell->peer = PLAN_SEEK_SET;
    if (!hd_reader_find(c->reader, 0, "whence", &whence)) { /* rewind, fsetpos */
        cell->offset = MAX(compiling_op(c)->offset, 0);
        return compiling_emit(c, cell, NULL, 0, error);
    }
    while (cell->peer < G_N_ELEMENTS(words) && !hd_slice_equals(whence, words[cell->peer])) {
        cell->peer++;
    }
    if (cell->peer == G_N_ELEMENTS(words)) { /* Data, Hole: where it came to */
        cell->peer = PLAN_SEEK_SET;
        cell->offset = MAX(compiling_op(c)->offset, 0);
    }
    return compiling_emit(c, cell, NULL, 0, error);
}

static gboolean compile_size(struct compiling *c, struct plan_cell *cell, const char *name,
                             GError **error)
{
    const struct plan_op *op = compiling_op(c);
    if (op->size < 0) {
        return compiling_leave_out_posix(c);
    }
    cell->count = op->size;
    cell->offset = MAX(op->offset, 0);
    note_written(c, name, cell->offset, op->size);
    return compiling_emit(c, cell, NULL, 0, error);
}

/* --- by name ------------------------------------------------------------------------------------
 */

static gboolean compile_rename(struct compiling *c, struct plan_cell *cell, const char *to,
                               GError **error)
{
    const uint32_t target = compiling_find_file(c, to);
    const struct compiled_file from = *compiling_file(c, cell->file);
    struct compiled_file *file = compiling_file(c, target);
    const int64_t number = target;
    compiling_note_first(file, compiling_op(c), FIRST_MAKES);
    file->written = MAX(file->written, MAX(from.written, from.entry.recorded_initial_bytes));
    file->unplaced += from.unplaced;
    file->entry.flags |= PLAN_FILE_WRITTEN;
    return compiling_emit(c, cell, &number, 1, error);
}

static gboolean compile_named(struct compiling *c, struct plan_cell *cell, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    const char *name = op->name == G_MAXUINT ? NULL : g_ptr_array_index(c->strand->names, op->name);
    if (name == NULL || *name != '/') {
        return compiling_leave_out_posix(c);
    }
    cell->file = compiling_find_file(c, name);
    compiling_note_first(compiling_file(c, cell->file), op, FIRST_NEEDS);
    if (cell->call == PLAN_CALL_POSIX_TRUNCATE) {
        return compile_size(c, cell, name, error);
    }
    const char *other = op->call.posix == PLAN_POSIX_RENAME
                            ? g_ptr_array_index(c->strand->names, op->name + 1)
                            : NULL;
    if (other == NULL) {
        return compiling_emit(c, cell, NULL, 0, error);
    }
    return *other == '/' ? compile_rename(c, cell, other, error) : compiling_leave_out_posix(c);
}

/* --- all of them --------------------------------------------------------------------------------
 */

static gboolean compile_used(struct compiling *c, hd_slice name, struct plan_cell *cell,
                             struct plan_opening *opening, GError **error)
{
    switch (cell->call) {
    case PLAN_CALL_POSIX_OPEN:
    case PLAN_CALL_POSIX_FOPEN:
        return compile_open(c, cell, opening, error);
    case PLAN_CALL_POSIX_CLOSE:
    case PLAN_CALL_POSIX_FCLOSE:
        return compile_close(c, cell, opening, error);
    case PLAN_CALL_POSIX_COPY:
        return compile_copy(c, cell, opening, error);
    case PLAN_CALL_POSIX_DUP:
        return compile_dup(c, cell, opening, error);
    case PLAN_CALL_POSIX_SEEK:
    case PLAN_CALL_POSIX_FSEEK:
        return compile_place(c, cell, error);
    case PLAN_CALL_POSIX_RESIZE:
    case PLAN_CALL_POSIX_ALLOCATE:
        return compile_size(c, cell, opening->name, error);
    case PLAN_CALL_POSIX_MAP:
    case PLAN_CALL_POSIX_UNMAP:
    case PLAN_CALL_POSIX_MSYNC:
        return compile_map(c, cell, error);
    default:
        return plan_call_transfers(cell->call) ? compile_transfer(c, name, cell, opening, error)
                                               : compiling_emit(c, cell, NULL, 0, error);
    }
}

gboolean compile_posix_call(struct compiling *c, hd_slice name, GError **error)
{
    const struct plan_op *op = compiling_op(c);
    const enum plan_file_call call = call_of(op->call.posix);
    if (op->failed) {
        c->head.left_out_failed++;
        return TRUE;
    }
    if (call == PLAN_CALL_COUNT) {
        return compiling_leave_out_posix(c);
    }
    struct plan_cell cell = compiling_cell(c, call);
    if (plan_posix_names(op->call.posix)) {
        return compile_named(c, &cell, error);
    }
    struct plan_opening *opening = find_opening(c, op->file);
    if (opening == NULL) {
        return compiling_leave_out_posix(c);
    }
    cell.file = slot_of(c, opening);
    cell.flags = opening->is_shared ? PLAN_CELL_SHARED : 0;
    return compile_used(c, name, &cell, opening, error);
}

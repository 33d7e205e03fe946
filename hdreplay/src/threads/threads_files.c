/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of MPI on files, as the system calls that a plain implementation makes of them: each piece
 * of a view one read or write. */
#include "threads.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int result_of(int64_t result)
{
    return result >= 0 ? 0 : errno;
}

/* --- open and close -----------------------------------------------------------------------------
 */

static int flags_of(int64_t mode, bool creates)
{
    int flags = (mode & PLAN_MODE_RDWR) != 0     ? O_RDWR
                : (mode & PLAN_MODE_WRONLY) != 0 ? O_WRONLY
                                                 : O_RDONLY;
    if (creates) {
        flags |= (mode & PLAN_MODE_CREATE) != 0 ? O_CREAT : 0;
        flags |= (mode & PLAN_MODE_EXCL) != 0 ? O_EXCL : 0;
    }
    return flags;
}

static const struct run_place *target_of(const struct threads_strand *s, uint32_t file)
{
    const struct run *run = &s->engine->run;
    return &run->places[run_target(run, file, s->base.entry->rank)];
}

/* The first member creates the file, the others open what is there then. */
static int open_file(struct threads_strand *s, const struct plan_cell *cell)
{
    const int64_t *n = plan_file_more(cell);
    const uint32_t number = (uint32_t)n[PLAN_OPEN_FILE];
    const struct run *run = &s->engine->run;
    const struct run_place *place = target_of(s, number);
    const bool is_first = s->members[cell->communicator] == 0;
    struct threads_file *file = &s->files[cell->file];
    struct stat info;
    int fd = -1;
    *file = (struct threads_file){.fd = -1,
                                  .at = {.file = number, .unit = 1},
                                  .communicator = cell->communicator,
                                  .deletes = (n[PLAN_OPEN_MODE] & PLAN_MODE_DELETE_ON_CLOSE) != 0};
    s->base.file_numbers[cell->file] = number;
    if (is_first) {
        fd = safe_root_open_file(&run->root, place->folder, place->leaf,
                                 flags_of(n[PLAN_OPEN_MODE], true));
        if (fd < 0) {
            return errno; /* ends all, also those that wait */
        }
        atomic_store(&s->engine->pointers[number], 0);
    }
    threads_meet_all(s, cell->communicator);
    if (!is_first) {
        fd = safe_root_open_file(&run->root, place->folder, place->leaf,
                                 flags_of(n[PLAN_OPEN_MODE], false));
    }
    if (fd < 0 || fstat(fd, &info) != 0) {
        return errno;
    }
    file->fd = fd;
    file->at.position = (n[PLAN_OPEN_MODE] & PLAN_MODE_APPEND) != 0 ? info.st_size : 0;
    return 0;
}

static int close_file(struct threads_strand *s, struct threads_file *file)
{
    const struct run *run = &s->engine->run;
    const struct run_place *place = target_of(s, file->at.file);
    const int cause = result_of(close(file->fd));
    file->fd = -1;
    threads_meet_all(s, file->communicator);
    if (cause == 0 && file->deletes && s->members[file->communicator] == 0 &&
        !safe_root_unlink(&run->root, place->folder, place->leaf)) {
        return errno;
    }
    return cause;
}

/* --- transfers ----------------------------------------------------------------------------------
 */

/* @return bytes moved, -1 with errno */
static int64_t move(const struct threads_strand *s, const struct threads_file *file, bool writes,
                    int64_t byte, int64_t bytes)
{
    int64_t done = 0;
    while (done < bytes) {
        int64_t run = 0;
        const int64_t place = run_cursor_place(&file->at, byte + done, &run);
        const size_t wanted = (size_t)MIN(run, bytes - done);
        const ssize_t got = writes ? pwrite(file->fd, s->base.out + done, wanted, place)
                                   : pread(file->fd, s->base.in + done, wanted, place);
        if (got < 0 && errno == EINTR) {
            continue;
        }
        if (got < 0) {
            return -1;
        }
        done += got;
        if (got == 0) {
            break;
        }
    }
    return done;
}

static bool has_word(const struct plan_cell *cell, const char *word)
{
    return strstr(plan_file_call_name(cell->call), word) != NULL;
}

static int transfer(struct threads_strand *s, const struct plan_cell *cell, int64_t *moved)
{
    struct threads_file *file = &s->files[cell->file];
    const bool writes = plan_call_writes(cell->call);
    const int64_t bytes = MAX(cell->bytes, 0);
    const bool is_ordered = has_word(cell, "_ordered");
    int64_t at = file->at.position;
    if (has_word(cell, "_at")) {
        at = run_cursor_sum(0, cell->offset, file->at.unit);
    } else if (has_word(cell, "_shared") || is_ordered) {
        if (is_ordered) {
            threads_wait_for_lower(s, file->communicator);
        }
        at = atomic_fetch_add(&s->engine->pointers[file->at.file], bytes);
    } else {
        file->at.position = run_cursor_sum(at, bytes, 1);
    }
    if (is_ordered) {
        threads_meet_all(s, file->communicator); /* the next one may come */
    }
    if (at < 0) {
        return EINVAL;
    }
    *moved = move(s, file, writes, at, bytes);
    if (cell->request != PLAN_FILE_NOTHING) {
        s->requests[cell->request] = (struct threads_request){.kind = THREADS_DONE};
    } else if (*moved >= 0 && has_word(cell, "_all") && !has_word(cell, "_begin")) {
        threads_meet_all(s, file->communicator);
    }
    return result_of(*moved);
}

/* --- the others ---------------------------------------------------------------------------------
 */

static void set_view(struct threads_strand *s, const struct plan_cell *cell)
{
    struct threads_file *file = &s->files[cell->file];
    const uint32_t type = (uint32_t)plan_file_more(cell)[PLAN_VIEW_FILETYPE];
    if (cell->offset >= 0) {
        file->at.displacement = cell->offset;
    } else { /* MPI_DISPLACEMENT_CURRENT: where the shared pointer is */
        int64_t run = 0;
        file->at.displacement =
            run_cursor_place(&file->at, atomic_load(&s->engine->pointers[file->at.file]), &run);
    }
    file->at.view = &s->engine->run.views.views[type];
    file->at.unit = MAX(s->engine->run.views.type_bytes[cell->type], 1);
    file->at.position = 0;
    threads_meet_all(s, file->communicator);
    atomic_store(&s->engine->pointers[file->at.file], 0);
    threads_meet_all(s, file->communicator);
}

/* Bytes of data in a view up to the end of its file: whole tiles, and what the last one begins. */
static int64_t data_before_end(const struct threads_file *file, int64_t size)
{
    const int64_t rest = MAX(size - file->at.displacement, 0);
    const struct run_view *view = file->at.view;
    if (view == NULL || view->count == 0 || view->extent <= 0) {
        return rest;
    }
    int64_t bytes = rest / view->extent * view->starts[view->count];
    const int64_t in_tile = rest % view->extent;
    for (uint32_t i = 0; i < view->count && view->offsets[i] < in_tile; i++) {
        bytes += MIN(view->starts[i + 1] - view->starts[i], in_tile - view->offsets[i]);
    }
    return bytes;
}

static int seek(struct threads_strand *s, const struct plan_cell *cell)
{
    struct threads_file *file = &s->files[cell->file];
    const bool is_shared = cell->call == PLAN_CALL_FILE_SEEK_SHARED;
    _Atomic int64_t *const pointer = &s->engine->pointers[file->at.file];
    struct stat info;
    int64_t from = 0;
    if (cell->peer == (uint32_t)PLAN_SEEK_END) {
        if (fstat(file->fd, &info) != 0) {
            return errno;
        }
        from = data_before_end(file, info.st_size);
    } else if (cell->peer == (uint32_t)PLAN_SEEK_CUR) {
        from = is_shared ? atomic_load(pointer) : file->at.position;
    }
    const int64_t to = MAX(run_cursor_sum(from, cell->offset, file->at.unit), 0);
    if (!is_shared) {
        file->at.position = to;
        return 0;
    }
    threads_meet_all(s, file->communicator); /* all give the same place */
    atomic_store(pointer, to);
    threads_meet_all(s, file->communicator);
    return 0;
}

/* The first member does it, when all have come; nobody goes on before. */
static int set_size(struct threads_strand *s, const struct plan_cell *cell)
{
    const struct threads_file *file = &s->files[cell->file];
    int cause = 0;
    threads_meet_all(s, file->communicator);
    if (s->members[file->communicator] == 0) {
        cause = cell->call == PLAN_CALL_FILE_SET_SIZE ? result_of(ftruncate(file->fd, cell->offset))
                : cell->offset > 0                    ? posix_fallocate(file->fd, 0, cell->offset)
                                                      : 0;
    }
    if (cause == 0) {
        threads_meet_all(s, file->communicator);
    }
    return cause;
}

int threads_file_call(struct threads_strand *s, const struct plan_cell *cell, int64_t *moved)
{
    const struct run *run = &s->engine->run;
    struct stat info;
    *moved = -1;
    if (cell->call == PLAN_CALL_FILE_OPEN) {
        return open_file(s, cell);
    }
    if (cell->call == PLAN_CALL_FILE_DELETE) {
        const struct run_place *place = target_of(s, cell->file);
        return safe_root_unlink(&run->root, place->folder, place->leaf) ? 0 : errno;
    }
    struct threads_file *file = &s->files[cell->file];
    if (file->fd < 0) {
        return EBADF;
    }
    if (plan_call_transfers(cell->call)) {
        return transfer(s, cell, moved);
    }
    switch (cell->call) {
    case PLAN_CALL_FILE_CLOSE:
        return close_file(s, file);
    case PLAN_CALL_FILE_SET_VIEW:
        set_view(s, cell);
        return 0;
    case PLAN_CALL_FILE_SEEK:
    case PLAN_CALL_FILE_SEEK_SHARED:
        return seek(s, cell);
    case PLAN_CALL_FILE_SET_SIZE:
    case PLAN_CALL_FILE_PREALLOCATE:
        return set_size(s, cell);
    case PLAN_CALL_FILE_SYNC:
        return result_of(fsync(file->fd));
    case PLAN_CALL_FILE_GET_SIZE:
        return result_of(fstat(file->fd, &info));
    default: /* hints, atomicity, positions, ends of split transfers: nothing is asked of files */
        return 0;
    }
}

/* --- what is done otherwise ---------------------------------------------------------------------
 */

enum { NOTE_COLLECTIVE, NOTE_LATER, NOTE_SHARED, NOTE_DARRAY, NOTE_HINTS, NOTE_COUNT };

static const char *const note_texts[NOTE_COUNT] = {
    [NOTE_COLLECTIVE] = "collective transfers are those of each rank alone and a barrier",
    [NOTE_LATER] = "nonblocking transfers end where they begin",
    [NOTE_SHARED] = "who comes first to a shared file pointer has it",
    [NOTE_DARRAY] = "views of distributed arrays are the file as it is",
    [NOTE_HINTS] = "hints have no effect",
};

static void count_notes(const struct plan_file_image *plan, const struct plan_cell *cell,
                        uint64_t *counts)
{
    const int64_t *n = plan_file_more(cell);
    if (cell->call <= PLAN_CALL_FILE_IWRITE_SHARED) {
        counts[NOTE_COLLECTIVE] += has_word(cell, "_all") || has_word(cell, "_ordered");
        counts[NOTE_LATER] += has_word(cell, "File_i") || has_word(cell, "_begin");
        counts[NOTE_SHARED] += has_word(cell, "_shared");
    } else if (cell->call == PLAN_CALL_FILE_SET_VIEW) {
        const struct plan_type_entry *type = plan_file_type(plan, (uint32_t)n[PLAN_VIEW_FILETYPE]);
        counts[NOTE_DARRAY] += type->combiner == (uint32_t)PLAN_COMBINER_DARRAY;
        counts[NOTE_HINTS] += n[PLAN_VIEW_HINT_COUNT] > 0;
    } else if (cell->call == PLAN_CALL_FILE_OPEN) {
        counts[NOTE_HINTS] += n[PLAN_OPEN_HINT_COUNT] > 0;
    }
}

void threads_note(struct threads_engine *engine)
{
    const struct plan_file_image *plan = &engine->run.plan;
    uint64_t counts[NOTE_COUNT] = {0};
    engine->run.notes = g_array_new(FALSE, FALSE, sizeof(struct run_note));
    for (uint32_t i = 0; i < plan->head->strands.count; i++) {
        const struct plan_strand_entry *strand = plan_file_strand(plan, i);
        const struct plan_cell *cell = plan_file_cells(plan, strand);
        const struct plan_cell *const end = cell + strand->cell_count;
        for (; cell < end; cell += 1 + cell->more) {
            count_notes(plan, cell, counts);
        }
    }
    for (size_t i = 0; i < NOTE_COUNT; i++) {
        if (counts[i] > 0) {
            const struct run_note note = {note_texts[i], counts[i]};
            g_array_append_val(engine->run.notes, note);
        }
    }
}

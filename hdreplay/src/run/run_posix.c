/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls of POSIX and stdio, as the program made them: through the position of the descriptor, the
 * buffer of the stream. All threads of a rank share its openings. */
#include "run_rank.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

/* --- open and close -----------------------------------------------------------------------------
 */

static int flags_of(int64_t how)
{
    static const int flags[] = {0,        0,      O_CREAT, O_EXCL,  O_TRUNC,
                                O_APPEND, O_SYNC, O_DSYNC, O_DIRECT};
    const bool reads = (how & PLAN_HOW_READ) != 0;
    const bool writes = (how & PLAN_HOW_WRITE) != 0;
    int sum = reads && writes ? O_RDWR : writes ? O_WRONLY : O_RDONLY;
    for (size_t i = 0; i < G_N_ELEMENTS(flags); i++) {
        sum |= (how >> i & 1) != 0 ? flags[i] : 0;
    }
    return sum;
}

static const char *mode_of(int64_t how)
{
    const bool appends = (how & PLAN_HOW_APPEND) != 0;
    if ((how & PLAN_HOW_WRITE) == 0) {
        return "r";
    }
    if ((how & PLAN_HOW_READ) == 0) {
        return appends ? "a" : "w"; /* of a descriptor: "w" empties nothing */
    }
    return appends ? "a+" : "r+";
}

static const struct run_place *place_of(const struct run_strand *s, uint32_t file)
{
    return &s->run->places[run_target(s->run, file, s->entry->rank)];
}

static int open_file(struct run_strand *s, const struct plan_cell *cell)
{
    const struct run *run = s->run;
    const int64_t *n = plan_file_more(cell);
    struct run_opening *opening = &s->rank->openings[cell->file];
    const struct run_place *place = place_of(s, (uint32_t)n[PLAN_POSIX_OPEN_FILE]);
    opening->file = (uint32_t)n[PLAN_POSIX_OPEN_FILE];
    const int fd = safe_root_open_file(&run->root, place->folder, place->leaf,
                                       flags_of(n[PLAN_POSIX_OPEN_HOW]));
    if (fd < 0) {
        return errno;
    }
    if (cell->call == PLAN_CALL_POSIX_FOPEN &&
        (opening->stream = fdopen(fd, mode_of(n[PLAN_POSIX_OPEN_HOW]))) == NULL) {
        const int cause = errno;
        close(fd);
        return cause;
    }
    atomic_store(&opening->fd, fd);
    run_rank_tell(s->rank);
    return 0;
}

/* What fdopen does, and what the C library had done for a stream that was there before. */
static int attach_stream(struct run_opening *opening)
{
    const int fd = atomic_load(&opening->fd);
    const int flags = fd < 0 ? -1 : fcntl(fd, F_GETFL);
    if (flags < 0) {
        return EBADF;
    }
    const int way = flags & O_ACCMODE;
    opening->stream = fdopen(fd, mode_of((way != O_WRONLY ? PLAN_HOW_READ : 0) |
                                         (way != O_RDONLY ? PLAN_HOW_WRITE : 0) |
                                         ((flags & O_APPEND) != 0 ? PLAN_HOW_APPEND : 0)));
    return opening->stream == NULL ? errno : 0;
}

static bool uses_stream(unsigned call)
{
    return call == PLAN_CALL_POSIX_FDOPEN || call == PLAN_CALL_POSIX_FREAD ||
           call == PLAN_CALL_POSIX_FWRITE || call == PLAN_CALL_POSIX_FSEEK ||
           call == PLAN_CALL_POSIX_FLUSH;
}

static int need_stream(struct run_rank *rank, struct run_opening *opening)
{
    (void)pthread_mutex_lock(&rank->lock);
    const int cause = opening->stream == NULL ? attach_stream(opening) : 0;
    (void)pthread_mutex_unlock(&rank->lock);
    return cause;
}

static int close_file(struct run_strand *s, const struct plan_cell *cell)
{
    struct run_opening *opening = &s->rank->openings[cell->file];
    if (s->rank->strands > 1) { /* who has opened it, or copied it, may be another thread */
        opening = run_rank_find(s->rank, cell->file);
        run_rank_wait_for_uses(s->rank, opening);
    }
    FILE *const stream = opening->stream;
    const int fd = atomic_exchange(&opening->fd, RUN_OPENING_CLOSED);
    opening->stream = NULL;
    if (fd < 0) {
        return EBADF;
    }
    return (stream != NULL ? fclose(stream) : close(fd)) == 0 ? 0 : errno;
}

static int duplicate(struct run_strand *s, const struct plan_cell *cell, int fd)
{
    struct run_opening *copy = &s->rank->openings[plan_file_more(cell)[0]];
    const int made = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (made < 0) {
        return errno;
    }
    copy->file = s->rank->openings[cell->file].file;
    atomic_store(&copy->fd, made);
    run_rank_tell(s->rank);
    return 0;
}

/* --- transfers ----------------------------------------------------------------------------------
 */

static int result_of(int64_t result)
{
    return result >= 0 ? 0 : errno;
}

static int copy_range(struct run_strand *s, const struct plan_cell *cell, int fd, int64_t *moved)
{
    const int64_t *n = plan_file_more(cell);
    const int to = atomic_load(&run_rank_find(s->rank, (uint32_t)n[PLAN_COPY_TO])->fd);
    off_t from_offset = cell->offset;
    off_t to_offset = n[PLAN_COPY_OFFSET];
    *moved = copy_file_range(fd, &from_offset, to, &to_offset, (size_t)cell->bytes, 0);
    return result_of(*moved);
}

static int stream_transfer(struct run_strand *s, const struct plan_cell *cell, FILE *stream,
                           int64_t *moved)
{
    const bool reads = cell->call == PLAN_CALL_POSIX_FREAD;
    *moved = (int64_t)(reads ? fread(s->in, 1, (size_t)cell->bytes, stream)
                             : fwrite(s->out, 1, (size_t)cell->bytes, stream));
    return *moved < cell->bytes && ferror(stream) ? errno : 0;
}

static int transfer(struct run_strand *s, const struct plan_cell *cell,
                    const struct run_opening *opening, int fd, int64_t *moved)
{
    const bool at_offset = (cell->flags & PLAN_CELL_SHARED) != 0 && cell->offset >= 0;
    const size_t bytes = (size_t)cell->bytes;
    switch (cell->call) {
    case PLAN_CALL_POSIX_READ:
        *moved = at_offset ? pread(fd, s->in, bytes, cell->offset) : read(fd, s->in, bytes);
        break;
    case PLAN_CALL_POSIX_PREAD:
        *moved = pread(fd, s->in, bytes, cell->offset);
        break;
    case PLAN_CALL_POSIX_WRITE:
        *moved = at_offset ? pwrite(fd, s->out, bytes, cell->offset) : write(fd, s->out, bytes);
        break;
    case PLAN_CALL_POSIX_PWRITE:
        *moved = pwrite(fd, s->out, bytes, cell->offset);
        break;
    case PLAN_CALL_POSIX_COPY:
        return copy_range(s, cell, fd, moved);
    default:
        return stream_transfer(s, cell, opening->stream, moved);
    }
    return result_of(*moved);
}

/* --- memory -------------------------------------------------------------------------------------
 */

static int map_file(struct run_strand *s, const struct plan_cell *cell, int fd)
{
    struct run_mapping *mapping = &s->mappings[cell->request];
    const int protection = ((cell->tag & PLAN_HOW_READ) != 0 ? PROT_READ : PROT_NONE) |
                           ((cell->tag & PLAN_HOW_WRITE) != 0 ? PROT_WRITE : PROT_NONE);
    void *const at =
        mmap(NULL, (size_t)cell->count, protection,
             (cell->flags & PLAN_CELL_FLAG) != 0 ? MAP_SHARED : MAP_PRIVATE, fd, cell->offset);
    if (at == MAP_FAILED) {
        return errno;
    }
    *mapping = (struct run_mapping){at, (size_t)cell->count};
    return 0;
}

static int use_mapping(struct run_strand *s, const struct plan_cell *cell)
{
    struct run_mapping *mapping = &s->mappings[cell->request];
    if (mapping->at == NULL || (uint64_t)cell->offset > mapping->bytes ||
        (uint64_t)cell->count > mapping->bytes - (uint64_t)cell->offset) {
        return EINVAL;
    }
    if (cell->call == PLAN_CALL_POSIX_MSYNC) {
        return result_of(msync(mapping->at + cell->offset, (size_t)cell->count, MS_SYNC));
    }
    const int result = munmap(mapping->at, mapping->bytes);
    *mapping = (struct run_mapping){NULL, 0};
    return result_of(result);
}

/* --- by name ------------------------------------------------------------------------------------
 */

static int call_by_name(const struct run_strand *s, const struct plan_cell *cell)
{
    const struct run *run = s->run;
    const struct run_place *place = place_of(s, cell->file);
    if (cell->call == PLAN_CALL_POSIX_UNLINK) {
        return safe_root_unlink(&run->root, place->folder, place->leaf) ? 0 : errno;
    }
    if (cell->call == PLAN_CALL_POSIX_RENAME) {
        const struct run_place *to = place_of(s, (uint32_t)plan_file_more(cell)[0]);
        return safe_root_rename(&run->root, place->folder, place->leaf, to->folder, to->leaf)
                   ? 0
                   : errno;
    }
    const int fd = safe_root_open_file(&run->root, place->folder, place->leaf, O_WRONLY);
    if (fd < 0) {
        return errno;
    }
    const int result = ftruncate(fd, cell->count);
    const int cause = result == 0 ? 0 : errno;
    close(fd);
    return cause;
}

/* --- all of them --------------------------------------------------------------------------------
 */

static int whence_of(uint32_t whence)
{
    return whence == PLAN_SEEK_SET ? SEEK_SET : whence == PLAN_SEEK_CUR ? SEEK_CUR : SEEK_END;
}

static int use_opening(struct run_strand *s, const struct plan_cell *cell, int64_t *moved)
{
    struct run_opening *opening = run_rank_find(s->rank, cell->file);
    const int fd = atomic_load(&opening->fd);
    if (fd < 0) {
        return EBADF;
    }
    const int cause = uses_stream(cell->call) ? need_stream(s->rank, opening) : 0;
    if (cause != 0) {
        return cause;
    }
    switch (cell->call) {
    case PLAN_CALL_POSIX_SEEK:
        return result_of(lseek(fd, cell->offset, whence_of(cell->peer)));
    case PLAN_CALL_POSIX_FSEEK:
        return result_of(fseeko(opening->stream, cell->offset, whence_of(cell->peer)));
    case PLAN_CALL_POSIX_FDOPEN:
        return 0;
    case PLAN_CALL_POSIX_FLUSH:
        return result_of(fflush(opening->stream));
    case PLAN_CALL_POSIX_FSYNC:
        return result_of(fsync(fd));
    case PLAN_CALL_POSIX_FDATASYNC:
        return result_of(fdatasync(fd));
    case PLAN_CALL_POSIX_RESIZE:
        return result_of(ftruncate(fd, cell->count));
    case PLAN_CALL_POSIX_ALLOCATE:
        return cell->count == 0 ? 0 : posix_fallocate(fd, cell->offset, cell->count);
    case PLAN_CALL_POSIX_DUP:
        return duplicate(s, cell, fd);
    case PLAN_CALL_POSIX_MAP:
        return map_file(s, cell, fd);
    default:
        return transfer(s, cell, opening, fd, moved);
    }
}

int run_posix(struct run_strand *s, const struct plan_cell *cell, int64_t *moved)
{
    *moved = -1;
    switch (cell->call) {
    case PLAN_CALL_POSIX_OPEN:
    case PLAN_CALL_POSIX_FOPEN:
        return open_file(s, cell);
    case PLAN_CALL_POSIX_CLOSE:
    case PLAN_CALL_POSIX_FCLOSE:
        return close_file(s, cell);
    case PLAN_CALL_POSIX_UNMAP:
    case PLAN_CALL_POSIX_MSYNC:
        return use_mapping(s, cell);
    case PLAN_CALL_POSIX_TRUNCATE:
    case PLAN_CALL_POSIX_UNLINK:
    case PLAN_CALL_POSIX_RENAME:
        return call_by_name(s, cell);
    default:
        break;
    }
    const int cause = use_opening(s, cell, moved);
    struct run_opening *const to = run_rank_copied_to(s->rank, cell);
    if (run_is_use(cell)) {
        (void)atomic_fetch_add(&s->rank->openings[cell->file].uses, 1);
    }
    if (to != NULL) {
        (void)atomic_fetch_add(&to->uses, 1);
    }
    if (run_is_use(cell) || to != NULL) {
        run_rank_tell(s->rank);
    }
    return cause;
}

size_t run_posix_bytes(const struct run *run, const struct plan_strand_entry *entry)
{
    const struct plan_cell *cell = plan_file_cells(&run->plan, entry);
    const struct plan_cell *const end = cell + entry->cell_count;
    size_t most = 0;
    for (; cell < end; cell += 1 + cell->more) {
        if (plan_call_is_posix(cell->call) && plan_call_transfers(cell->call) &&
            cell->call != PLAN_CALL_POSIX_COPY) {
            most = MAX(most, (size_t)cell->bytes);
        }
    }
    return most;
}

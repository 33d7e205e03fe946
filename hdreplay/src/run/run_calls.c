/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls on files. */
#include "run_calls.h"

static MPI_Info info_of(const struct run_strand *s, const struct plan_cell *cell, int64_t first,
                        int64_t hint_count)
{
    const struct run *run = s->run;
    const uint32_t class = run->mpi->classes[s->file_numbers[cell->file]];
    const size_t hints = run->plan.head->hints.count + 1;
    return hint_count > 0 ? run->mpi->infos[class * hints + (size_t)first]
                          : run->mpi->no_infos[class];
}

static int mode_of(int64_t mode)
{
    static const int modes[] = {MPI_MODE_CREATE, MPI_MODE_RDONLY,          MPI_MODE_WRONLY,
                                MPI_MODE_RDWR,   MPI_MODE_DELETE_ON_CLOSE, MPI_MODE_UNIQUE_OPEN,
                                MPI_MODE_EXCL,   MPI_MODE_APPEND,          MPI_MODE_SEQUENTIAL};
    int sum = 0;
    for (size_t i = 0; i < G_N_ELEMENTS(modes); i++) {
        sum |= (mode >> i & 1) != 0 ? modes[i] : 0;
    }
    return sum;
}

static const char *path_of(const struct run_strand *s, uint32_t file)
{
    return run_full_path(s->run, run_target(s->run, file, s->entry->rank));
}

static int open_file(struct run_strand *s, const struct plan_cell *cell)
{
    const struct run *run = s->run;
    const int64_t *n = plan_file_more(cell);
    s->file_numbers[cell->file] = (uint32_t)n[PLAN_OPEN_FILE];
    return MPI_File_open(run->mpi->communicators[cell->communicator],
                         path_of(s, s->file_numbers[cell->file]), mode_of(n[PLAN_OPEN_MODE]),
                         info_of(s, cell, n[PLAN_OPEN_HINT_FIRST], n[PLAN_OPEN_HINT_COUNT]),
                         &s->mpi->files[cell->file]);
}

static int set_view(const struct run_strand *s, const struct plan_cell *cell)
{
    const struct run *run = s->run;
    const int64_t *n = plan_file_more(cell);
    return MPI_File_set_view(
        s->mpi->files[cell->file], cell->offset < 0 ? MPI_DISPLACEMENT_CURRENT : cell->offset,
        run->mpi->types[cell->type].handle, run->mpi->types[n[PLAN_VIEW_FILETYPE]].handle,
        plan_file_text(&run->plan, (uint32_t)n[PLAN_VIEW_REPRESENTATION]),
        info_of(s, cell, n[PLAN_VIEW_HINT_FIRST], n[PLAN_VIEW_HINT_COUNT]));
}

static int whence_of(uint32_t whence)
{
    return whence == PLAN_SEEK_SET   ? MPI_SEEK_SET
           : whence == PLAN_SEEK_CUR ? MPI_SEEK_CUR
                                     : MPI_SEEK_END;
}

/* Where a buffer has to begin for MPI, so that a type's data comes to lie in ours: types may begin
 * anywhere, those made for MPI_BOTTOM at an address. */
static void *buffer_of(char *buffer, const struct run_type *type, int64_t elements)
{
    MPI_Aint shift = type->lower;
    if (type->extent < 0 && elements > 0) {
        shift += (MPI_Aint)(elements - 1) * type->extent;
    }
    return (void *)((uintptr_t)buffer - (uintptr_t)shift); // NOLINT(performance-no-int-to-ptr)
}

/* What begins a transfer that is completed later. */
static int begin_transfer(struct run_strand *s, const struct plan_cell *cell, void *in, void *out)
{
    const MPI_File file = s->mpi->files[cell->file];
    const int n = (int)cell->count;
    const MPI_Datatype type = s->run->mpi->types[cell->type].handle;
    const MPI_Offset at = cell->offset;
    MPI_Request *const request =
        cell->request == PLAN_FILE_NOTHING ? NULL : &s->mpi->requests[cell->request];
    switch (cell->call) {
    case PLAN_CALL_FILE_READ_ALL_BEGIN:
        return MPI_File_read_all_begin(file, in, n, type);
    case PLAN_CALL_FILE_READ_AT_ALL_BEGIN:
        return MPI_File_read_at_all_begin(file, at, in, n, type);
    case PLAN_CALL_FILE_READ_ORDERED_BEGIN:
        return MPI_File_read_ordered_begin(file, in, n, type);
    case PLAN_CALL_FILE_WRITE_ALL_BEGIN:
        return MPI_File_write_all_begin(file, out, n, type);
    case PLAN_CALL_FILE_WRITE_AT_ALL_BEGIN:
        return MPI_File_write_at_all_begin(file, at, out, n, type);
    case PLAN_CALL_FILE_WRITE_ORDERED_BEGIN:
        return MPI_File_write_ordered_begin(file, out, n, type);
    case PLAN_CALL_FILE_IREAD:
        return MPI_File_iread(file, in, n, type, request);
    case PLAN_CALL_FILE_IREAD_ALL:
        return MPI_File_iread_all(file, in, n, type, request);
    case PLAN_CALL_FILE_IREAD_AT:
        return MPI_File_iread_at(file, at, in, n, type, request);
    case PLAN_CALL_FILE_IREAD_AT_ALL:
        return MPI_File_iread_at_all(file, at, in, n, type, request);
    case PLAN_CALL_FILE_IREAD_SHARED:
        return MPI_File_iread_shared(file, in, n, type, request);
    case PLAN_CALL_FILE_IWRITE:
        return MPI_File_iwrite(file, out, n, type, request);
    case PLAN_CALL_FILE_IWRITE_ALL:
        return MPI_File_iwrite_all(file, out, n, type, request);
    case PLAN_CALL_FILE_IWRITE_AT:
        return MPI_File_iwrite_at(file, at, out, n, type, request);
    case PLAN_CALL_FILE_IWRITE_AT_ALL:
        return MPI_File_iwrite_at_all(file, at, out, n, type, request);
    case PLAN_CALL_FILE_IWRITE_SHARED:
        return MPI_File_iwrite_shared(file, out, n, type, request);
    default:
        return MPI_ERR_ARG;
    }
}

static int transfer(struct run_strand *s, const struct plan_cell *cell, MPI_Status *status,
                    bool *has_status)
{
    const struct run_type *type = &s->run->mpi->types[cell->type];
    void *const in = buffer_of(s->in, type, cell->count);
    void *const out = buffer_of(s->out, type, cell->count);
    const MPI_File file = s->mpi->files[cell->file];
    const int n = (int)cell->count;
    const MPI_Offset at = cell->offset;
    *has_status = true;
    switch (cell->call) {
    case PLAN_CALL_FILE_READ:
        return MPI_File_read(file, in, n, type->handle, status);
    case PLAN_CALL_FILE_READ_ALL:
        return MPI_File_read_all(file, in, n, type->handle, status);
    case PLAN_CALL_FILE_READ_AT:
        return MPI_File_read_at(file, at, in, n, type->handle, status);
    case PLAN_CALL_FILE_READ_AT_ALL:
        return MPI_File_read_at_all(file, at, in, n, type->handle, status);
    case PLAN_CALL_FILE_READ_SHARED:
        return MPI_File_read_shared(file, in, n, type->handle, status);
    case PLAN_CALL_FILE_READ_ORDERED:
        return MPI_File_read_ordered(file, in, n, type->handle, status);
    case PLAN_CALL_FILE_WRITE:
        return MPI_File_write(file, out, n, type->handle, status);
    case PLAN_CALL_FILE_WRITE_ALL:
        return MPI_File_write_all(file, out, n, type->handle, status);
    case PLAN_CALL_FILE_WRITE_AT:
        return MPI_File_write_at(file, at, out, n, type->handle, status);
    case PLAN_CALL_FILE_WRITE_AT_ALL:
        return MPI_File_write_at_all(file, at, out, n, type->handle, status);
    case PLAN_CALL_FILE_WRITE_SHARED:
        return MPI_File_write_shared(file, out, n, type->handle, status);
    case PLAN_CALL_FILE_WRITE_ORDERED:
        return MPI_File_write_ordered(file, out, n, type->handle, status);
    default:
        *has_status = false;
        return begin_transfer(s, cell, in, out);
    }
}

static int end_split(struct run_strand *s, const struct plan_cell *cell)
{
    const MPI_File file = s->mpi->files[cell->file];
    switch (cell->call) {
    case PLAN_CALL_FILE_READ_ALL_END:
        return MPI_File_read_all_end(file, s->in, MPI_STATUS_IGNORE);
    case PLAN_CALL_FILE_READ_AT_ALL_END:
        return MPI_File_read_at_all_end(file, s->in, MPI_STATUS_IGNORE);
    case PLAN_CALL_FILE_READ_ORDERED_END:
        return MPI_File_read_ordered_end(file, s->in, MPI_STATUS_IGNORE);
    case PLAN_CALL_FILE_WRITE_ALL_END:
        return MPI_File_write_all_end(file, s->out, MPI_STATUS_IGNORE);
    case PLAN_CALL_FILE_WRITE_AT_ALL_END:
        return MPI_File_write_at_all_end(file, s->out, MPI_STATUS_IGNORE);
    default:
        return MPI_File_write_ordered_end(file, s->out, MPI_STATUS_IGNORE);
    }
}

int run_call(struct run_strand *s, const struct plan_cell *cell, MPI_Status *status,
             bool *has_status)
{
    MPI_Offset unused = 0;
    if (cell->call >= PLAN_CALL_SEND) {
        return run_communicate(s, cell);
    }
    if (cell->call <= PLAN_CALL_FILE_IWRITE_SHARED) {
        return transfer(s, cell, status, has_status);
    }
    if (cell->call <= PLAN_CALL_FILE_WRITE_ORDERED_END) {
        return end_split(s, cell);
    }
    if (cell->call == PLAN_CALL_FILE_OPEN) {
        return open_file(s, cell);
    }
    if (cell->call == PLAN_CALL_FILE_DELETE) {
        return MPI_File_delete(path_of(s, cell->file), MPI_INFO_NULL);
    }
    const MPI_File file = s->mpi->files[cell->file];
    switch (cell->call) {
    case PLAN_CALL_FILE_CLOSE:
        return MPI_File_close(&s->mpi->files[cell->file]);
    case PLAN_CALL_FILE_SET_VIEW:
        return set_view(s, cell);
    case PLAN_CALL_FILE_SET_INFO:
        return MPI_File_set_info(
            file, info_of(s, cell, plan_file_more(cell)[0], plan_file_more(cell)[1]));
    case PLAN_CALL_FILE_SET_SIZE:
        return MPI_File_set_size(file, cell->offset);
    case PLAN_CALL_FILE_PREALLOCATE:
        return MPI_File_preallocate(file, cell->offset);
    case PLAN_CALL_FILE_SET_ATOMICITY:
        return MPI_File_set_atomicity(file, (cell->flags & PLAN_CELL_FLAG) != 0);
    case PLAN_CALL_FILE_SYNC:
        return MPI_File_sync(file);
    case PLAN_CALL_FILE_SEEK:
        return MPI_File_seek(file, cell->offset, whence_of(cell->peer));
    case PLAN_CALL_FILE_SEEK_SHARED:
        return MPI_File_seek_shared(file, cell->offset, whence_of(cell->peer));
    case PLAN_CALL_FILE_GET_SIZE:
        return MPI_File_get_size(file, &unused);
    case PLAN_CALL_FILE_GET_POSITION:
        return MPI_File_get_position(file, &unused);
    case PLAN_CALL_FILE_GET_POSITION_SHARED:
        return MPI_File_get_position_shared(file, &unused);
    default:
        return MPI_ERR_ARG;
    }
}

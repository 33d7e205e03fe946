/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MPICH2HD_FILES_H
#define MPICH2HD_FILES_H
/** ROMIO reaches each file system through a table of functions, `fd->fns`; so do its own layers, as
 *  two-phase I/O when an aggregator writes. mpich2hd_traced gives a table that tells of each call
 *  and goes on to the true one: included by ROMIO's ad_fstype.c behind adio.h, and by the agent
 * behind adio_abi.h, which declares as much of it.
 *
 *  A file keeps its table until it is closed, so tables are made once per file system and stay. */

#include <mpich2hd/gate.h>

typedef struct mpich2hd_table {
    ADIOI_Fns own; /* first: a file's table is this one */
    const ADIOI_Fns *original;
} mpich2hd_table;

enum { MPICH2HD_TABLES = 16 };

static mpich2hd_table mpich2hd_tables[MPICH2HD_TABLES];

/* File_delete asks for the table and calls by it at once, without a file. */
static _Thread_local const ADIOI_Fns *mpich2hd_resolved;

static const mpich2hd_callbacks *mpich2hd_files_begin(int operation)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_callbacks_get();
    return callbacks != NULL && callbacks->begin(operation) ? callbacks : NULL;
}

static void mpich2hd_files_end(const mpich2hd_callbacks *callbacks, int operation, int result,
                               const void *file, int64_t bytes, int64_t offset)
{
    if (callbacks != NULL) {
        const mpich2hd_access access = {.operation = operation,
                                        .result = result,
                                        .file = file,
                                        .bytes = bytes,
                                        .offset = offset};
        callbacks->end_access(&access);
    }
}

static const ADIOI_Fns *mpich2hd_original(ADIO_File fd)
{
    return ((const mpich2hd_table *)(const void *)fd->fns)->original;
}

static int64_t mpich2hd_files_bytes(int count, MPI_Datatype type)
{
    MPI_Count size = 0;
    return PMPI_Type_size_x(type, &size) == MPI_SUCCESS ? (int64_t)size * count : -1;
}

/* Where a call begins that gives no offset: only a contiguous one means bytes of the file. */
static int64_t mpich2hd_offset(ADIO_File fd, int place, ADIO_Offset offset, int is_contiguous)
{
    return place == ADIO_EXPLICIT_OFFSET ? (int64_t)offset
           : is_contiguous               ? (int64_t)fd->fp_ind
                                         : -1;
}

#define MPICH2HD_ACCESS(name, operation, is_contiguous, buffer_type, last, last_type)              \
    static void mpich2hd_##name(ADIO_File fd, buffer_type buf, int count, MPI_Datatype type,       \
                                int place, ADIO_Offset offset, last_type last, int *error_code)    \
    {                                                                                              \
        const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(operation);               \
        const int64_t start =                                                                      \
            callbacks == NULL ? 0 : mpich2hd_offset(fd, place, offset, is_contiguous);             \
        mpich2hd_original(fd)->ADIOI_xxx_##name(fd, buf, count, type, place, offset, last,         \
                                                error_code);                                       \
        const int64_t bytes = callbacks == NULL ? 0 : mpich2hd_files_bytes(count, type);           \
        mpich2hd_files_end(callbacks, operation, *error_code, fd, bytes, start);                   \
    }

#define MPICH2HD_NOW(name, operation, is_contiguous, buffer_type)                                  \
    MPICH2HD_ACCESS(name, operation, is_contiguous, buffer_type, status, ADIO_Status *)
#define MPICH2HD_LATER(name, operation, is_contiguous, buffer_type)                                \
    MPICH2HD_ACCESS(name, operation, is_contiguous, buffer_type, request, ADIO_Request *)

MPICH2HD_NOW(ReadContig, MPICH2HD_READ_CONTIG, 1, void *)
MPICH2HD_NOW(WriteContig, MPICH2HD_WRITE_CONTIG, 1, const void *)
MPICH2HD_NOW(ReadStrided, MPICH2HD_READ_STRIDED, 0, void *)
MPICH2HD_NOW(WriteStrided, MPICH2HD_WRITE_STRIDED, 0, const void *)
MPICH2HD_NOW(ReadStridedColl, MPICH2HD_READ_STRIDED_COLL, 0, void *)
MPICH2HD_NOW(WriteStridedColl, MPICH2HD_WRITE_STRIDED_COLL, 0, const void *)
MPICH2HD_LATER(IreadContig, MPICH2HD_IREAD_CONTIG, 1, void *)
MPICH2HD_LATER(IwriteContig, MPICH2HD_IWRITE_CONTIG, 1, const void *)
MPICH2HD_LATER(IreadStrided, MPICH2HD_IREAD_STRIDED, 0, void *)
MPICH2HD_LATER(IwriteStrided, MPICH2HD_IWRITE_STRIDED, 0, const void *)
MPICH2HD_LATER(IreadStridedColl, MPICH2HD_IREAD_STRIDED_COLL, 0, void *)
MPICH2HD_LATER(IwriteStridedColl, MPICH2HD_IWRITE_STRIDED_COLL, 0, const void *)

static void mpich2hd_Open(ADIO_File fd, int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_OPEN);
    mpich2hd_original(fd)->ADIOI_xxx_Open(fd, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_OPEN, *error_code, fd, -1, -1);
}

static void mpich2hd_OpenColl(ADIO_File fd, int rank, int access_mode, int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_OPEN_COLL);
    mpich2hd_original(fd)->ADIOI_xxx_OpenColl(fd, rank, access_mode, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_OPEN_COLL, *error_code, fd, -1, -1);
}

static ADIO_Offset mpich2hd_SeekIndividual(ADIO_File fd, ADIO_Offset offset, int whence,
                                           int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_SEEK_INDIVIDUAL);
    const ADIO_Offset result =
        mpich2hd_original(fd)->ADIOI_xxx_SeekIndividual(fd, offset, whence, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_SEEK_INDIVIDUAL, *error_code, fd, -1, (int64_t)offset);
    return result;
}

static void mpich2hd_Fcntl(ADIO_File fd, int flag, ADIO_Fcntl_t *fcntl_struct, int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_FCNTL);
    mpich2hd_original(fd)->ADIOI_xxx_Fcntl(fd, flag, fcntl_struct, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_FCNTL, *error_code, fd, -1, -1);
}

static void mpich2hd_SetInfo(ADIO_File fd, MPI_Info users_info, int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_SET_INFO);
    mpich2hd_original(fd)->ADIOI_xxx_SetInfo(fd, users_info, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_SET_INFO, *error_code, fd, -1, -1);
}

static void mpich2hd_Close(ADIO_File fd, int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_CLOSE);
    mpich2hd_original(fd)->ADIOI_xxx_Close(fd, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_CLOSE, *error_code, fd, -1, -1);
}

static void mpich2hd_Flush(ADIO_File fd, int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_FLUSH);
    mpich2hd_original(fd)->ADIOI_xxx_Flush(fd, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_FLUSH, *error_code, fd, -1, -1);
}

static void mpich2hd_Resize(ADIO_File fd, ADIO_Offset size, int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_RESIZE);
    mpich2hd_original(fd)->ADIOI_xxx_Resize(fd, size, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_RESIZE, *error_code, fd, (int64_t)size, -1);
}

static void mpich2hd_Delete(const char *filename, int *error_code)
{
    const mpich2hd_callbacks *const callbacks = mpich2hd_files_begin(MPICH2HD_DELETE);
    mpich2hd_resolved->ADIOI_xxx_Delete(filename, error_code);
    mpich2hd_files_end(callbacks, MPICH2HD_DELETE, *error_code, NULL, -1, -1);
}

/* What a file system does not have stays absent; what is asked without a file or is only asked
 * (ReadDone, Feature, ...) stays the file system's. */
static void mpich2hd_replace(ADIOI_Fns *own, const ADIOI_Fns *original)
{
    *own = *original;
#define MPICH2HD_REPLACE(name)                                                                     \
    if (original->ADIOI_xxx_##name != NULL) {                                                      \
        own->ADIOI_xxx_##name = mpich2hd_##name;                                                   \
    }
    MPICH2HD_REPLACE(Open)
    MPICH2HD_REPLACE(OpenColl)
    MPICH2HD_REPLACE(ReadContig)
    MPICH2HD_REPLACE(WriteContig)
    MPICH2HD_REPLACE(ReadStridedColl)
    MPICH2HD_REPLACE(WriteStridedColl)
    MPICH2HD_REPLACE(SeekIndividual)
    MPICH2HD_REPLACE(Fcntl)
    MPICH2HD_REPLACE(SetInfo)
    MPICH2HD_REPLACE(ReadStrided)
    MPICH2HD_REPLACE(WriteStrided)
    MPICH2HD_REPLACE(Close)
    MPICH2HD_REPLACE(IreadContig)
    MPICH2HD_REPLACE(IwriteContig)
    MPICH2HD_REPLACE(IreadStrided)
    MPICH2HD_REPLACE(IwriteStrided)
    MPICH2HD_REPLACE(Flush)
    MPICH2HD_REPLACE(Resize)
    MPICH2HD_REPLACE(Delete)
    MPICH2HD_REPLACE(IreadStridedColl)
    MPICH2HD_REPLACE(IwriteStridedColl)
#undef MPICH2HD_REPLACE
}

/** Get the table that tells. While nobody looks, and when there are too many, it is the given one.
 *  Thread: any; two that come at once for one file system may make two tables, both good. */
static ADIOI_Fns *mpich2hd_traced(ADIOI_Fns *original)
{
    static int count;
    mpich2hd_resolved = original;
    if (mpich2hd_callbacks_get() == NULL) {
        return original;
    }
    const int known = __atomic_load_n(&count, __ATOMIC_ACQUIRE);
    for (int i = 0; i < known && i < MPICH2HD_TABLES; i++) {
        if (__atomic_load_n(&mpich2hd_tables[i].original, __ATOMIC_ACQUIRE) == original) {
            return &mpich2hd_tables[i].own;
        }
    }
    const int free_place = __atomic_fetch_add(&count, 1, __ATOMIC_ACQ_REL);
    if (free_place >= MPICH2HD_TABLES) {
        return original;
    }
    mpich2hd_table *const table = &mpich2hd_tables[free_place];
    mpich2hd_replace(&table->own, original);
    __atomic_store_n(&table->original, original, __ATOMIC_RELEASE);
    return &table->own;
}

#endif

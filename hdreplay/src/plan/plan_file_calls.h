/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_FILE_CALLS_H
#define PLAN_FILE_CALLS_H

#include <stdbool.h>

/** The calls of a PLAN file and the combiners of its datatypes, with their names in traces. New
 *  ones come last: the numbers are part of the format. */

/* What moves data to or from files: name and whether it needs an offset, a request. */
#define PLAN_TRANSFERS(X)                                                                          \
    X(FILE_READ, "File_read")                                                                      \
    X(FILE_READ_ALL, "File_read_all")                                                              \
    X(FILE_READ_AT, "File_read_at")                                                                \
    X(FILE_READ_AT_ALL, "File_read_at_all")                                                        \
    X(FILE_READ_SHARED, "File_read_shared")                                                        \
    X(FILE_READ_ORDERED, "File_read_ordered")                                                      \
    X(FILE_READ_ALL_BEGIN, "File_read_all_begin")                                                  \
    X(FILE_READ_AT_ALL_BEGIN, "File_read_at_all_begin")                                            \
    X(FILE_READ_ORDERED_BEGIN, "File_read_ordered_begin")                                          \
    X(FILE_IREAD, "File_iread")                                                                    \
    X(FILE_IREAD_ALL, "File_iread_all")                                                            \
    X(FILE_IREAD_AT, "File_iread_at")                                                              \
    X(FILE_IREAD_AT_ALL, "File_iread_at_all")                                                      \
    X(FILE_IREAD_SHARED, "File_iread_shared")                                                      \
    X(FILE_WRITE, "File_write")                                                                    \
    X(FILE_WRITE_ALL, "File_write_all")                                                            \
    X(FILE_WRITE_AT, "File_write_at")                                                              \
    X(FILE_WRITE_AT_ALL, "File_write_at_all")                                                      \
    X(FILE_WRITE_SHARED, "File_write_shared")                                                      \
    X(FILE_WRITE_ORDERED, "File_write_ordered")                                                    \
    X(FILE_WRITE_ALL_BEGIN, "File_write_all_begin")                                                \
    X(FILE_WRITE_AT_ALL_BEGIN, "File_write_at_all_begin")                                          \
    X(FILE_WRITE_ORDERED_BEGIN, "File_write_ordered_begin")                                        \
    X(FILE_IWRITE, "File_iwrite")                                                                  \
    X(FILE_IWRITE_ALL, "File_iwrite_all")                                                          \
    X(FILE_IWRITE_AT, "File_iwrite_at")                                                            \
    X(FILE_IWRITE_AT_ALL, "File_iwrite_at_all")                                                    \
    X(FILE_IWRITE_SHARED, "File_iwrite_shared")

#define PLAN_OTHER_CALLS(X)                                                                        \
    X(FILE_READ_ALL_END, "File_read_all_end")                                                      \
    X(FILE_READ_AT_ALL_END, "File_read_at_all_end")                                                \
    X(FILE_READ_ORDERED_END, "File_read_ordered_end")                                              \
    X(FILE_WRITE_ALL_END, "File_write_all_end")                                                    \
    X(FILE_WRITE_AT_ALL_END, "File_write_at_all_end")                                              \
    X(FILE_WRITE_ORDERED_END, "File_write_ordered_end")                                            \
    X(FILE_OPEN, "File_open")                                                                      \
    X(FILE_CLOSE, "File_close")                                                                    \
    X(FILE_DELETE, "File_delete")                                                                  \
    X(FILE_SET_VIEW, "File_set_view")                                                              \
    X(FILE_SET_INFO, "File_set_info")                                                              \
    X(FILE_SET_SIZE, "File_set_size")                                                              \
    X(FILE_PREALLOCATE, "File_preallocate")                                                        \
    X(FILE_SET_ATOMICITY, "File_set_atomicity")                                                    \
    X(FILE_SYNC, "File_sync")                                                                      \
    X(FILE_SEEK, "File_seek")                                                                      \
    X(FILE_SEEK_SHARED, "File_seek_shared")                                                        \
    X(FILE_GET_SIZE, "File_get_size")                                                              \
    X(FILE_GET_POSITION, "File_get_position")                                                      \
    X(FILE_GET_POSITION_SHARED, "File_get_position_shared")                                        \
    X(SEND, "Send")                                                                                \
    X(SSEND, "Ssend")                                                                              \
    X(ISEND, "Isend")                                                                              \
    X(ISSEND, "Issend")                                                                            \
    X(RECV, "Recv")                                                                                \
    X(IRECV, "Irecv")                                                                              \
    X(SENDRECV, "Sendrecv")                                                                        \
    X(WAIT, "Waitall")                                                                             \
    X(TEST, "Testall")                                                                             \
    X(BARRIER, "Barrier")                                                                          \
    X(BCAST, "Bcast")                                                                              \
    X(GATHER, "Gather")                                                                            \
    X(SCATTER, "Scatter")                                                                          \
    X(REDUCE, "Reduce")                                                                            \
    X(ALLGATHER, "Allgather")                                                                      \
    X(ALLREDUCE, "Allreduce")                                                                      \
    X(ALLTOALL, "Alltoall")                                                                        \
    X(REDUCE_SCATTER_BLOCK, "Reduce_scatter_block")                                                \
    X(SCAN, "Scan")                                                                                \
    X(EXSCAN, "Exscan")                                                                            \
    X(FINALIZE, "Finalize")

/* POSIX and stdio, by one name for all forms of a function. */
#define PLAN_POSIX_CALLS(X)                                                                        \
    X(POSIX_OPEN, "open")                                                                          \
    X(POSIX_FOPEN, "fopen")                                                                        \
    X(POSIX_FDOPEN, "fdopen")                                                                      \
    X(POSIX_CLOSE, "close")                                                                        \
    X(POSIX_FCLOSE, "fclose")                                                                      \
    X(POSIX_READ, "read")                                                                          \
    X(POSIX_PREAD, "pread")                                                                        \
    X(POSIX_FREAD, "fread")                                                                        \
    X(POSIX_WRITE, "write")                                                                        \
    X(POSIX_PWRITE, "pwrite")                                                                      \
    X(POSIX_FWRITE, "fwrite")                                                                      \
    X(POSIX_COPY, "copy_file_range")                                                               \
    X(POSIX_SEEK, "lseek")                                                                         \
    X(POSIX_FSEEK, "fseek")                                                                        \
    X(POSIX_FLUSH, "fflush")                                                                       \
    X(POSIX_FSYNC, "fsync")                                                                        \
    X(POSIX_FDATASYNC, "fdatasync")                                                                \
    X(POSIX_RESIZE, "ftruncate")                                                                   \
    X(POSIX_ALLOCATE, "fallocate")                                                                 \
    X(POSIX_DUP, "dup")                                                                            \
    X(POSIX_MAP, "mmap")                                                                           \
    X(POSIX_UNMAP, "munmap")                                                                       \
    X(POSIX_MSYNC, "msync")                                                                        \
    X(POSIX_TRUNCATE, "truncate")                                                                  \
    X(POSIX_UNLINK, "unlink")                                                                      \
    X(POSIX_RENAME, "rename")

#define PLAN_CALLS(X) PLAN_TRANSFERS(X) PLAN_OTHER_CALLS(X) PLAN_POSIX_CALLS(X)

#define PLAN_COMBINERS(X)                                                                          \
    X(NAMED)                                                                                       \
    X(DUP)                                                                                         \
    X(CONTIGUOUS)                                                                                  \
    X(VECTOR)                                                                                      \
    X(HVECTOR)                                                                                     \
    X(INDEXED)                                                                                     \
    X(HINDEXED)                                                                                    \
    X(INDEXED_BLOCK)                                                                               \
    X(HINDEXED_BLOCK)                                                                              \
    X(STRUCT)                                                                                      \
    X(SUBARRAY)                                                                                    \
    X(DARRAY)                                                                                      \
    X(RESIZED)

#define PLAN_CALL_ENUM(name, text) PLAN_CALL_##name,
enum plan_file_call { PLAN_CALLS(PLAN_CALL_ENUM) PLAN_CALL_COUNT };
#undef PLAN_CALL_ENUM

/** Whether a call moves data to or from a file, and whether it writes. */
static inline bool plan_call_transfers(unsigned call)
{
    return call <= PLAN_CALL_FILE_IWRITE_SHARED ||
           (call >= PLAN_CALL_POSIX_READ && call <= PLAN_CALL_POSIX_COPY);
}

static inline bool plan_call_writes(unsigned call)
{
    return (call >= PLAN_CALL_FILE_WRITE && call <= PLAN_CALL_FILE_IWRITE_SHARED) ||
           (call >= PLAN_CALL_POSIX_WRITE && call <= PLAN_CALL_POSIX_COPY);
}

static inline bool plan_call_is_posix(unsigned call)
{
    return call >= PLAN_CALL_POSIX_OPEN;
}

/** Whether `file` of its cell is the index of a file, not the slot of one that is open. */
static inline bool plan_call_names_file(unsigned call)
{
    return call == PLAN_CALL_FILE_DELETE || call >= PLAN_CALL_POSIX_TRUNCATE;
}

/** Whether it works on files, by MPI or POSIX, not on messages. */
static inline bool plan_call_is_io(unsigned call)
{
    return call < PLAN_CALL_SEND || plan_call_is_posix(call);
}

#define PLAN_COMBINER_ENUM(name) PLAN_COMBINER_##name,
enum plan_combiner { PLAN_COMBINERS(PLAN_COMBINER_ENUM) PLAN_COMBINER_COUNT };
#undef PLAN_COMBINER_ENUM

#endif

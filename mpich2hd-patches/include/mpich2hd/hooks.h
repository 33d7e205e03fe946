/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef MPICH2HD_HOOKS_H
#define MPICH2HD_HOOKS_H
/** The contract between an MPI library that lets look inside and whoever looks.
 *
 *  The MPI library, patched or with the agent beside it, exports one object, `mpich2hd_gate`, and
 *  knows nothing else: a tracer finds it by dlsym(RTLD_DEFAULT, MPICH2HD_GATE), compares the
 * version and the size and sets `callbacks`. NULL there is the default and costs one load and one
 * branch.
 *
 *      if (callbacks->begin(MPICH2HD_SEND)) {
 *          ... the message ...
 *          callbacks->end(&message);
 *      }
 *
 *  Ranks are ranks in MPI_COMM_WORLD whatever communicator the library used; negative ones stay
 *  as they are (-1 MPI_PROC_NULL, -2 MPI_ANY_SOURCE). Sizes are bytes.
 *  Thread: callbacks run in the thread that does the work, several at a time. Set `callbacks` once
 *  to something that lives as long as the process.
 *  Source: HDTrace paper, section 2.1 (nested states inside MPI functions) and figure 4. */

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MPICH2HD_GATE "mpich2hd_gate"

enum { MPICH2HD_VERSION = 1 };

/** What is done, in the order of the names that states have. */
#define MPICH2HD_OPERATIONS(X)                                                                     \
    X(SEND, "Send")                                                                                \
    X(RECV, "Recv")                                                                                \
    X(SENDRECV, "Sendrecv")                                                                        \
    X(ISEND, "ISend")                                                                              \
    X(IRECV, "Irecv")                                                                              \
    X(SSEND, "Ssend")                                                                              \
    X(ISSEND, "Issend")                                                                            \
    X(SENDRECV_REPLACE, "Sendrecv_replace")                                                        \
    X(WAIT, "Wait")                                                                                \
    X(WAITALL, "Waitall")                                                                          \
    X(OPEN, "ADIO_Open")                                                                           \
    X(OPEN_COLL, "ADIO_OpenColl")                                                                  \
    X(READ_CONTIG, "ADIO_ReadContig")                                                              \
    X(WRITE_CONTIG, "ADIO_WriteContig")                                                            \
    X(READ_STRIDED_COLL, "ADIO_ReadStridedColl")                                                   \
    X(WRITE_STRIDED_COLL, "ADIO_WriteStridedColl")                                                 \
    X(SEEK_INDIVIDUAL, "ADIO_SeekIndividual")                                                      \
    X(FCNTL, "ADIO_Fcntl")                                                                         \
    X(SET_INFO, "ADIO_SetInfo")                                                                    \
    X(READ_STRIDED, "ADIO_ReadStrided")                                                            \
    X(WRITE_STRIDED, "ADIO_WriteStrided")                                                          \
    X(CLOSE, "ADIO_Close")                                                                         \
    X(IREAD_CONTIG, "ADIO_IreadContig")                                                            \
    X(IWRITE_CONTIG, "ADIO_IwriteContig")                                                          \
    X(IREAD_STRIDED, "ADIO_IreadStrided")                                                          \
    X(IWRITE_STRIDED, "ADIO_IwriteStrided")                                                        \
    X(IREAD_STRIDED_COLL, "ADIO_IreadStridedColl")                                                 \
    X(IWRITE_STRIDED_COLL, "ADIO_IwriteStridedColl")                                               \
    X(FLUSH, "ADIO_Flush")                                                                         \
    X(RESIZE, "ADIO_Resize")                                                                       \
    X(DELETE, "ADIO_Delete")

typedef enum mpich2hd_operation {
#define MPICH2HD_ROW(name, text) MPICH2HD_##name,
    MPICH2HD_OPERATIONS(MPICH2HD_ROW)
#undef MPICH2HD_ROW
        MPICH2HD_OPERATION_COUNT
} mpich2hd_operation;

enum {
    MPICH2HD_ELSEWHERE = -100, /**< a process that is not in this MPI_COMM_WORLD */
    MPICH2HD_UNKNOWN = -101    /**< left out: the library does not say */
};

/** A request that is waited for. */
typedef struct mpich2hd_done {
    const void *request; /**< as in mpich2hd_message; NULL: none */
    int64_t number;      /**< the callback's own, set by begin_wait */
    int64_t bytes;       /**< received; -1: a send, or unknown */
    int32_t from, from_tag;
} mpich2hd_done;

typedef struct mpich2hd_message {
    int32_t operation; /**< an mpich2hd_operation, up to MPICH2HD_WAITALL */
    int32_t result;    /**< MPI's error code */
    uint32_t comm; /**< handle of the communicator, which may be the library's own; 0: unknown */
    int32_t to, to_tag;
    int32_t from, from_tag;
    int32_t done_count;
    int64_t sent;        /**< bytes */
    int64_t received;    /**< bytes; for Irecv the most that may come */
    const void *request; /**< identifies what was posted, until it is done; NULL: none */
    const mpich2hd_done *done;
} mpich2hd_message;

/** What ROMIO asks of a file system, or of its own layer for one. */
typedef struct mpich2hd_access {
    int32_t operation; /**< from MPICH2HD_OPEN on */
    int32_t result;
    const void *file; /**< the MPI_File, NULL: none */
    int64_t bytes;    /**< -1: none */
    int64_t offset;   /**< -1: none. Contiguous: bytes from the file's start; else as passed, in
                           etypes of the view */
} mpich2hd_access;

typedef struct mpich2hd_callbacks {
    /** An operation begins. @return not 0: tell its end, whatever happens */
    int (*begin)(int operation);
    /** The same for Wait and Waitall: sets `number` of each. */
    int (*begin_wait)(int operation, int count, mpich2hd_done *done);
    void (*end)(const mpich2hd_message *message);
    /** A posted request, if it is one, is let go without a Wait: it has been seen complete. */
    void (*let_go)(const void *request, int from, int from_tag, int64_t received_bytes);
    void (*end_access)(const mpich2hd_access *access);
} mpich2hd_callbacks;

typedef struct mpich2hd_gate_type {
    uint32_t version;    /**< MPICH2HD_VERSION */
    uint32_t size;       /**< of this structure */
    const char *library; /**< who speaks, for people */
    const mpich2hd_callbacks *callbacks;
    /** NULL, or to be told each file that was opened (an MPI_File). */
    void (*adopt_file)(void *file);
    /** Whether the library's own MPI calls, which are PMPI_X, are to be taken for MPI_X. */
    int32_t own_calls_are_pmpi;
    /** Prepare; NULL: nothing to do. @return NULL, or why nothing can be seen */
    const char *(*start)(void);
} mpich2hd_gate_type;

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_CALLS_H
#define PLAN_CALLS_H
/** What a function of MPI or POSIX does for the order of I/O, by the name of its states. */

#include <hdtrace/read.h>
#include <stdbool.h>

enum plan_role {
    PLAN_LOCAL,    /**< tells nobody anything */
    PLAN_SEND,     /**< with a request it only begins */
    PLAN_RECEIVE,  /**< the same */
    PLAN_EXCHANGE, /**< sends, then receives */
    PLAN_START,    /**< of persistent operations */
    PLAN_COMPLETE, /**< of requests, when they are done */
    PLAN_TRY,  /**< the same, but a call that does not say what was done may have done nothing */
    PLAN_MEET, /**< a collective whose order is known: see the flow */
    PLAN_KEEP, /**< communicates in a way that is not followed: always kept, tells nothing */
    PLAN_IO,   /**< of one process */
    PLAN_IO_TOGETHER, /**< a collective file operation */
    PLAN_IO_BEGIN,    /**< with a request, or split */
    PLAN_OPEN,
    PLAN_CLOSE
};

/** Whose past reaches whom in a collective. */
enum plan_flow {
    PLAN_ALL, /**< everybody's reaches everybody */
    PLAN_FROM_ROOT,
    PLAN_TO_ROOT,
    PLAN_UPWARD /**< that of lower ranks reaches higher ones */
};

/** POSIX and stdio calls by what they do. */
enum plan_posix {
    PLAN_POSIX_NONE, /**< MPI */
    PLAN_POSIX_OPEN,
    PLAN_POSIX_INHERIT, /**< `Event opened`: it was open before */
    PLAN_POSIX_FOPEN,
    PLAN_POSIX_FDOPEN,
    PLAN_POSIX_CLOSE,
    PLAN_POSIX_FCLOSE,
    PLAN_POSIX_READ,
    PLAN_POSIX_WRITE,
    PLAN_POSIX_PREAD,
    PLAN_POSIX_PWRITE,
    PLAN_POSIX_FREAD,
    PLAN_POSIX_FWRITE,
    PLAN_POSIX_SEEK,
    PLAN_POSIX_FSEEK,
    PLAN_POSIX_FLUSH,
    PLAN_POSIX_FSYNC,
    PLAN_POSIX_FDATASYNC,
    PLAN_POSIX_RESIZE,
    PLAN_POSIX_ALLOCATE,
    PLAN_POSIX_DUP,
    PLAN_POSIX_COPY,
    PLAN_POSIX_MAP,
    PLAN_POSIX_UNMAP,
    PLAN_POSIX_MSYNC,
    PLAN_POSIX_TRUNCATE, /**< from here on by name */
    PLAN_POSIX_UNLINK,
    PLAN_POSIX_RENAME,
    PLAN_POSIX_OTHER /**< not repeated */
};

static inline bool plan_posix_opens(enum plan_posix call)
{
    return call == PLAN_POSIX_OPEN || call == PLAN_POSIX_INHERIT || call == PLAN_POSIX_FOPEN;
}

static inline bool plan_posix_names(enum plan_posix call)
{
    return call >= PLAN_POSIX_TRUNCATE && call <= PLAN_POSIX_RENAME;
}

struct plan_call {
    const char *name;        /**< of its states, without the leading `I` of a nonblocking one */
    enum plan_role role : 8; /**< few bits, as each call of a run has one */
    enum plan_posix posix : 8;
    enum plan_flow flow : 8; /**< of PLAN_MEET */
    bool synchronous : 1;    /**< PLAN_SEND: it ends when the receive has begun */
    bool buffered : 1;       /**< PLAN_SEND: it and its request end without the receive */
    bool nonblocking : 1;    /**< its state has a request */
    bool persistent : 1;     /**< it only describes: a start begins it */
    bool moves_data : 1;     /**< reads or writes a file */
    bool writes : 1;
};

/** Look a state's name up; false when it is no MPI function. */
bool plan_call_find(hd_slice name, struct plan_call *call);

/** The same for functions of POSIX and stdio. A program's own states may have these names, too:
 *  those of libhdposix have an attribute `fid`. */
bool plan_call_find_posix(hd_slice name, struct plan_call *call);

#endif

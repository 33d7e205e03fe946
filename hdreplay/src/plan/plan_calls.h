/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PLAN_CALLS_H
#define PLAN_CALLS_H
/** What an MPI function does for the order of I/O, by the name of its states. */

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

struct plan_call {
    const char *name; /**< of its states, without the leading `I` of a nonblocking one */
    enum plan_role role;
    enum plan_flow flow; /**< of PLAN_MEET */
    bool synchronous;    /**< PLAN_SEND: it ends when the receive has begun */
    bool buffered;       /**< PLAN_SEND: it and its request end without the receive */
    bool nonblocking;    /**< its state has a request */
    bool persistent;     /**< it only describes: a start begins it */
    bool moves_data;     /**< reads or writes a file */
    bool writes;
};

/** Look a state's name up; false when it is no MPI function. */
bool plan_call_find(hd_slice name, struct plan_call *call);

#endif

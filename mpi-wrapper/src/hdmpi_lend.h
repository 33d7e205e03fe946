/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDMPI_LEND_H
#define HDMPI_LEND_H
/** What libhdmpi gives libhdposix in the same process: the traces of its threads, so that the I/O
 *  of a program, or of MPI inside a call, stands where it happened, and numbers that nobody else
 *  has. libhdposix finds `hdMPI_lender` by dlsym; without MPI it has traces of its own.
 *
 *      hd_trace *trace = lender->enter(caller_is_ours);   NULL: not recorded
 *      lender->open();                                    a state begins, the program goes on
 *      ... the call itself ...
 *      trace = lender->back(&cpu_ns);                     NULL: the session is over
 *      hd_trace_return_state(trace); ...
 *      lender->leave();
 *
 *  Between enter and open or leave, and between back and leave, the thread belongs to the tracer:
 *  what it calls meanwhile is not recorded. */

#include <hdtrace/trace.h>
#include <stdbool.h>
#include <stdint.h>

enum { HD__LENDER_VERSION = 1 };

typedef struct hd__lender {
    int version; /**< HD__LENDER_VERSION of who made it */
    /** `existing`: only a thread that has a trace already. */
    hd_trace *(*enter)(bool existing);
    void (*open)(void);
    /** *cpu_ns: processor time between the calls, INT64_MIN unless HDTRACE_CPU_TIME asks for it. */
    hd_trace *(*back)(int64_t *cpu_ns);
    void (*leave)(void);
    int (*next_opening)(void);          /**< the next `oid` */
    int (*next_file)(void);             /**< the next `fid` */
    void (*describe)(const char *line); /**< one line of the fragment */
} hd__lender;

#endif

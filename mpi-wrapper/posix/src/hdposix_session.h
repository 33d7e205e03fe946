/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOSIX_SESSION_H
#define HDPOSIX_SESSION_H
/** Whose traces are used: libhdmpi's where that is in the process, else this library's own, of a
 *  project that begins with the process's first recorded call and is written at its end. */

#include "hdmpi_lend.h"

#include "hdmpi_config.h"

#include <hdtrace/project.h>
#include <hdtrace/topology.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <sys/types.h>

typedef enum hdp__state {
    HDP_EARLY,  /**< the library's constructor has not run */
    HDP_READY,  /**< an own session begins with the first recorded call */
    HDP_FORKED, /**< the same in a forked child, with the first transfer of data */
    HDP_ACTIVE, /**< own, or libhdmpi's */
    HDP_OFF
} hdp__state;

/** What is known of the process. */
typedef struct hdp__process {
    atomic_int state;
    const hd__lender *lender; /**< whose traces these are; NULL before the own session began */
    pid_t pid;
    atomic_uint children; /**< how many there were that have our descriptors, at least */
    unsigned generation;  /**< how many forks ago the program began */
    hd__config config;
    char host[256];
    char project[256];
    char directory[4096];
    hd_topology *topology;
    hd_fragment *fragment; /**< of thread 0: takes the process's lines */
} hdp__process;

extern hdp__process hdp__run;

/** The thread is inside the tracer: whatever it calls passes through. */
extern _Thread_local bool hdp__inside __attribute__((tls_model("initial-exec")));

/** The thread has called vfork: whoever uses its memory may be the child. */
extern _Thread_local int hdp__vforked __attribute__((tls_model("initial-exec")));

/** Whether this thread is that of a vfork child, in its parent's memory. */
bool hdp__is_borrowed(void);
/** A child gets our descriptors. */
void hdp__share_descriptors(void);

/** Begin an own session; the thread is inside. */
void hdp__session_begin(void);

/** Close all files of the own session and write its project. */
void hdp__session_end(void);

/** In a forked child: what the parent had is its own business. */
void hdp__threads_renew(void);

/** Close all traces of an own session. */
void hdp__threads_close(void);
/** The lines of the fragments of threads other than 0. */
bool hdp__threads_add_to(hd_project *project);

/** This library as a lender. */
extern const hd__lender hdp__own_lender;

/** Whether an address is in one of the tracer's own libraries. */
void hdp__own_code_find(void);
bool hdp__is_own_code(const void *address);

/** One line on stderr, "hdtrace: ..."; the second with the library's last error, once. */
void hdp__warn(const char *message);
void hdp__warn_status(const char *what);

#endif

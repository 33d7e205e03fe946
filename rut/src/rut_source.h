/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_SOURCE_H
#define HDRUT_SOURCE_H
/** What a source of counters is. One source = one file in sources/ and one row in the list below.
 */

#include "rut_values.h"

#include <stdbool.h>
#include <stddef.h>

/** The sources, in the order of their values in the statistics file. Those from `self` on are about
 *  one process and have a file of their own. */
#define HD_RUT_SOURCE_LIST(X)                                                                      \
    X(cpu)                                                                                         \
    X(mem)                                                                                         \
    X(net)                                                                                         \
    X(block)                                                                                       \
    X(psi)                                                                                         \
    X(cgroup)                                                                                      \
    X(freq)                                                                                        \
    X(idle)                                                                                        \
    X(vm) X(fs) X(ib) X(ip) X(softirq) X(thermal) X(gpu) X(self) X(threads) X(perf) X(taskstats)

/** What a source is opened with. */
struct hd_rut_target {
    const char *root;     /* before each path; "" for none */
    long pid;             /* of the process that `self` and the like are about; 0: the own one */
    int (*netlink)(void); /* opens a socket to the kernel, replaced by tests; NULL: the real one */
};

struct hd_rut_source {
    const char *name; /**< as in hd_rut_options.sources */
    bool by_default;  /**< chosen when the options name no sources */
    bool per_process; /**< belongs to the group `Process` */
    const char *path; /**< of the one file that is parsed; NULL: `open` and `read` are there */
    bool is_whole;    /**< that file is composed in one piece */

    /** Create and free what the source remembers; create returns NULL without memory. */
    void *(*create)(void);
    void (*destroy)(void *state);

    /** Take over the file's text (NUL terminated). Empty text stands for a sample that was lost:
     *  counters without a predecessor afterwards. Returns false when the text isn't usable. */
    bool (*parse)(void *state, const char *text, size_t length);

    /** For sources that aren't one file. Open what there is and take the baseline.
     *  Returns 0, an errno value, or -1 for content that isn't understood. */
    int (*open)(void *state, const struct hd_rut_target *target);

    /** Read again. Returns false when nothing could be read: all values are 0 then. */
    bool (*read)(void *state);

    /** Tell whether a value is there that the last description doesn't have. */
    bool (*has_changed)(const void *state);

    /** Append the values of the current set of devices, which is kept until the next call. */
    void (*describe)(void *state, struct hd_rut_values *values);

    /** Append one number per described value. */
    void (*emit)(const void *state, struct hd_rut_record *record);
};

#define HD_RUT_SOURCE_EXTERN(name) extern const struct hd_rut_source hd__rut_##name;
HD_RUT_SOURCE_LIST(HD_RUT_SOURCE_EXTERN)
#undef HD_RUT_SOURCE_EXTERN

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_RUT_H
#define HDRUT_RUT_H
/** Resource utilization of one node, sampled into the statistics group `Utilization`, and of one
 *  process, into `Process`. Values and units: FORMATS B 4.1 and A6. Cost and timing rules:
 * rut/README.md. */

#include <hdtrace/status.h>
#include <hdtrace/topology.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hd_rut hd_rut;

typedef struct hd_rut_options {
    unsigned interval_ms; /**< 1..3,600,000; 0 means 100 */
    /** Comma list of cpu, mem, net, block, psi, cgroup, freq, idle, vm, fs, ib, ip, softirq,
     *  thermal, gpu, self, threads, perf, taskstats, or `all`; NULL or "" means
     * cpu,mem,net,block,psi,idle. `disk` is another name of block. */
    const char *sources;
    const char *root; /**< path put before /proc and /sys; NULL or "" means none */
    /** Where `Process` belongs, which has what `self`, `threads`, `perf` and `taskstats` tell;
     * NULL: as `Utilization`. */
    const hd_topology_node *process_node;
    long pid;          /**< the process that `Process` is about; 0: the calling one */
    bool only_process; /**< leave out what is about the node: another process samples that */
} hd_rut_options;

/** Open the sources and create the statistics file PROJECT_<labels>_Utilization.stat.
 *  A source that cannot be read is left out and named, with the reason, in the attribute
 *  `unavailable` of the group; that is no error.
 *  @param node    where the values belong, usually the host's node; must outlive the sampler
 *  @param options NULL means all defaults
 *  @return HD_OK | HD_INVALID (NULL argument, interval out of range, unknown source name)
 *          | HD_MISSING (no source can be read) | HD_NOMEM | HD_IO (file not writable)
 *          | HD_LIMIT (path too long)
 *  Ownership: option texts are copied. `*rut` is untouched on failure. */
HD_API HD_CHECK hd_status hd_rut_create(const hd_topology_node *node, const hd_rut_options *options,
                                        hd_rut **rut);

/** Take the baseline and start the sampling thread. From then on one record is written at each
 *  multiple of the interval in wall-clock time, so that nodes with synchronised clocks sample
 *  together. After a stop it resumes: the pause becomes one record with `GAP` = 1.
 *  Thread: one caller at a time; the sampling thread has all signals blocked, and the scheduling
 *  policy and priority of the caller.
 *  @return HD_OK | HD_INVALID | HD_STATE (runs already) | HD_LIMIT (no thread) | HD_IO */
HD_API HD_CHECK hd_status hd_rut_start(hd_rut *rut);

/** Take one last sample and end the sampling thread; returns at once, whatever the interval.
 *  @return HD_OK | HD_INVALID | HD_STATE (does not run, or called in a forked child)
 *          | HD_IO (a record was lost: sampling had ended at the first write that failed) */
HD_API hd_status hd_rut_stop(hd_rut *rut);

/** Get the number n of groups that have records: `Utilization`, `Utilization.2`, ...
 *  `Utilization.n`. There are several when a node has more than 256 values or a device appeared;
 *  the project has to declare each. 0 while the sampler runs, before any record, and for NULL. */
HD_API unsigned hd_rut_get_group_count(const hd_rut *rut);

/** The same for `Process`. */
HD_API unsigned hd_rut_get_process_group_count(const hd_rut *rut);

/** Tell whether there is a group of that kind: something of it was chosen and can be read. */
HD_API bool hd_rut_has_node_group(const hd_rut *rut);
HD_API bool hd_rut_has_process_group(const hd_rut *rut);

/** Get what was chosen but is not there, "idle: No such file or directory; ...", or "".
 *  Ownership: valid until the sampler is destroyed. */
HD_API const char *hd_rut_get_unavailable(const hd_rut *rut);

/** Stop when running, close the file and free; the file is removed when it has no record.
 *  NULL is allowed. @return HD_OK | HD_IO (as hd_rut_stop, or the file could not be completed) */
HD_API hd_status hd_rut_destroy(hd_rut *rut);

#ifdef __cplusplus
}
#endif
#endif

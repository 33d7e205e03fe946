/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDRUT_RUT_COMPAT_H
#define HDRUT_RUT_COMPAT_H
/** The calls of the original RUT on top of hdrut/rut.h, for programs that were written for it.
 *
 *  Differences: a source is chosen as a whole, so one value of a group brings all of that group
 *  (HDD: the values of each disk too); the number of CPUs, interfaces and disks is not limited; the
 *  first argument is a node of hdtrace/topology.h. Source: FORMATS B 4.1. */

#include <hdrut/rut.h>
#include <string.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RUT_SUCCESS 0
#define RUT_EMEMORY (-6) /* out of memory */
#define RUT_EHDLIB  (-7) /* the statistics file, the sources or an argument */
#define RUT_ETHREAD (-9) /* no thread */

typedef hd_rut UtilTrace;

/** One bit per kind of value. */
struct rutSources_s {
    unsigned int CPU_UTIL : 1;
    unsigned int CPU_UTIL_X : 1;
    unsigned int MEM_USED : 1;
    unsigned int MEM_FREE : 1;
    unsigned int MEM_SHARED : 1;
    unsigned int MEM_BUFFER : 1;
    unsigned int MEM_CACHED : 1;
    unsigned int NET_IN_X : 1;
    unsigned int NET_OUT_X : 1;
    unsigned int NET_IN_EXT : 1;
    unsigned int NET_OUT_EXT : 1;
    unsigned int NET_IN : 1;
    unsigned int NET_OUT : 1;
    unsigned int HDD_READ : 1;
    unsigned int HDD_WRITE : 1;
};
typedef struct rutSources_s rutSources;

#define RUTSRC_ASSIGN_CPU_(sources, bit) ((sources).CPU_UTIL = (sources).CPU_UTIL_X = (bit))
#define RUTSRC_ASSIGN_MEM_(sources, bit)                                                           \
    ((sources).MEM_USED = (sources).MEM_FREE = (sources).MEM_SHARED = (sources).MEM_BUFFER =       \
         (sources).MEM_CACHED = (bit))
#define RUTSRC_ASSIGN_NET_(sources, bit)                                                           \
    ((sources).NET_IN_X = (sources).NET_OUT_X = (sources).NET_IN_EXT = (sources).NET_OUT_EXT =     \
         (sources).NET_IN = (sources).NET_OUT = (bit))
#define RUTSRC_ASSIGN_HDD_(sources, bit) ((sources).HDD_READ = (sources).HDD_WRITE = (bit))

#define RUTSRC_SET_CPU(sources)   RUTSRC_ASSIGN_CPU_(sources, 1)
#define RUTSRC_SET_MEM(sources)   RUTSRC_ASSIGN_MEM_(sources, 1)
#define RUTSRC_SET_NET(sources)   RUTSRC_ASSIGN_NET_(sources, 1)
#define RUTSRC_SET_HDD(sources)   RUTSRC_ASSIGN_HDD_(sources, 1)
#define RUTSRC_UNSET_CPU(sources) RUTSRC_ASSIGN_CPU_(sources, 0)
#define RUTSRC_UNSET_MEM(sources) RUTSRC_ASSIGN_MEM_(sources, 0)
#define RUTSRC_UNSET_NET(sources) RUTSRC_ASSIGN_NET_(sources, 0)
#define RUTSRC_UNSET_HDD(sources) RUTSRC_ASSIGN_HDD_(sources, 0)
#define RUTSRC_UNSET_ALL(sources) ((void)memset(&(sources), 0, sizeof(sources)))
#define RUTSRC_SET_ALL(sources)                                                                    \
    do {                                                                                           \
        RUTSRC_SET_CPU(sources);                                                                   \
        RUTSRC_SET_MEM(sources);                                                                   \
        RUTSRC_SET_NET(sources);                                                                   \
        RUTSRC_SET_HDD(sources);                                                                   \
    } while (0)

/** Turn a status into the original's code. */
static inline int rut_compat_code(hd_status status)
{
    switch ((int)status) {
    case HD_OK:
        return RUT_SUCCESS;
    case HD_NOMEM:
        return RUT_EMEMORY;
    case HD_LIMIT:
        return RUT_ETHREAD;
    default:
        return RUT_EHDLIB;
    }
}

/** Append `name` to a list that has room for it. Returns the new length. */
static inline size_t rut_compat_add(char *list, size_t length, const char *name)
{
    memcpy(list + length, name, strlen(name) + 1);
    return length + strlen(name);
}

/** Create a sampler at `node`.
 *  @param level number of labels of the node, 1 for the host's; a node of that level has to be
 * given
 *  @param interval milliseconds @return RUT_SUCCESS | RUT_EMEMORY | RUT_EHDLIB */
static inline int rut_createTrace(const hd_topology_node *node, int level, rutSources sources,
                                  int interval, UtilTrace **trace)
{
    char list[sizeof ",cpu,mem,net,disk"] = "";
    size_t length = 0;
    if (sources.CPU_UTIL || sources.CPU_UTIL_X) {
        length = rut_compat_add(list, length, ",cpu");
    }
    if (sources.MEM_USED || sources.MEM_FREE || sources.MEM_SHARED || sources.MEM_BUFFER ||
        sources.MEM_CACHED) {
        length = rut_compat_add(list, length, ",mem");
    }
    if (sources.NET_IN_X || sources.NET_OUT_X || sources.NET_IN_EXT || sources.NET_OUT_EXT ||
        sources.NET_IN || sources.NET_OUT) {
        length = rut_compat_add(list, length, ",net");
    }
    if (sources.HDD_READ || sources.HDD_WRITE) {
        length = rut_compat_add(list, length, ",disk");
    }
    if (length == 0 || interval < 1 || level < 1) {
        return RUT_EHDLIB;
    }
    hd_rut_options options;
    memset(&options, 0, sizeof options);
    options.interval_ms = (unsigned)interval;
    options.sources = list + 1;
    return rut_compat_code(hd_rut_create(node, &options, trace));
}

/** @return 0 started now | 1 ran already | 2 no trace | RUT_ETHREAD | RUT_EHDLIB */
static inline int rut_startTracing(UtilTrace *trace)
{
    const hd_status status = hd_rut_start(trace);
    return status == HD_STATE ? 1 : status == HD_INVALID ? 2 : rut_compat_code(status);
}

/** @return 0 stopped now | 1 did not run | 2 no trace | RUT_EHDLIB */
static inline int rut_stopTracing(UtilTrace *trace)
{
    const hd_status status = hd_rut_stop(trace);
    return status == HD_STATE ? 1 : status == HD_INVALID ? 2 : rut_compat_code(status);
}

/** Stop and free. @return RUT_SUCCESS | RUT_EHDLIB */
static inline int rut_finalizeTrace(UtilTrace *trace)
{
    return rut_compat_code(hd_rut_destroy(trace));
}

/** Names of an early version. */
#define rut_startTrace rut_startTracing
#define rut_stopTrace  rut_stopTracing

#ifdef __cplusplus
}
#endif
#endif

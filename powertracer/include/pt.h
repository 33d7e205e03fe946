/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDPOWER_PT_COMPAT_H
#define HDPOWER_PT_COMPAT_H
/** The calls of the original PowerTracer on top of hdpower/power.h, for programs that were written
 *  for it.
 *
 *  Differences: a topology has to be given, with the node of this host at its first level; the
 *  library prints nothing, so PT_VERBOSITY is not read. Source: FORMATS B 4.2. */

#include <hdpower/power.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PT_SUCCESS       0
#define PT_ESYNTAX       (-1)
#define PT_ECONFNOTFOUND (-2) /* no configuration file of that name */
#define PT_ECONFINVALID  (-3)
#define PT_EWRONGHOST    (-4) /* the meter is attached to another host */
#define PT_ENOTRACES     (-5)
#define PT_EMEMORY       (-6)
#define PT_EHDLIB        (-7) /* the statistics file, or an argument */
#define PT_EDEVICE       (-8) /* the meter does not answer */
#define PT_ETHREAD       (-9)

typedef struct powertrace_s {
    hd_power *power;
    char host[256];
} PowerTrace;

/** Turn a status into the original's code. */
static inline int pt_compat_code(hd_status status, const char *message)
{
    switch ((int)status) {
    case HD_OK:
        return PT_SUCCESS;
    case HD_NOMEM:
        return PT_EMEMORY;
    case HD_LIMIT:
        return PT_ETHREAD;
    case HD_STATE:
        return PT_EWRONGHOST;
    case HD_MISSING:
        return PT_EDEVICE;
    case HD_FORMAT:
        return strstr(message, "no [Trace]") != NULL ? PT_ENOTRACES : PT_ECONFINVALID;
    default:
        return PT_EHDLIB;
    }
}

/** Read the configuration and open the meter.
 *  @return PT_SUCCESS | a code above; `*trace` is untouched on failure */
static inline int pt_createTrace(const char *configfile, hd_topology *topology, PowerTrace **trace)
{
    char message[HD_POWER_MESSAGE_SIZE] = "";
    char own[256] = "";
    const char *labels[1];
    const hd_topology_node *node = NULL;
    if (configfile == NULL || access(configfile, R_OK) != 0) {
        return PT_ECONFNOTFOUND;
    }
    PowerTrace *created = (PowerTrace *)calloc(1, sizeof *created);
    if (created == NULL) {
        return PT_EMEMORY;
    }
    labels[0] = own;
    if (gethostname(own, sizeof own - 1) != 0 || topology == NULL ||
        hd_topology_get_node(topology, 1, labels, &node) != HD_OK) {
        free(created);
        return PT_EHDLIB;
    }
    hd_power_options options;
    memset(&options, 0, sizeof options);
    options.config = configfile;
    options.topology = topology;
    options.node = node;
    hd_status status = hd_power_get_host(configfile, created->host, sizeof created->host);
    if (status == HD_OK) {
        status = hd_power_create(&options, &created->power, message);
    }
    if (status != HD_OK) {
        free(created);
        return pt_compat_code(status, message);
    }
    *trace = created;
    return PT_SUCCESS;
}

/** The host that the meter is attached to, "" when the configuration says none. */
static inline char *pt_getHostname(PowerTrace *trace)
{
    return trace->host;
}

static inline int pt_startTracing(PowerTrace *trace)
{
    return pt_compat_code(hd_power_start(trace->power), "");
}

static inline int pt_stopTracing(PowerTrace *trace)
{
    return pt_compat_code(hd_power_stop(trace->power), "");
}

static inline int pt_finalizeTrace(PowerTrace *trace)
{
    const hd_status status = hd_power_destroy(trace->power);
    free(trace);
    return pt_compat_code(status, "");
}

#ifdef __cplusplus
}
#endif
#endif

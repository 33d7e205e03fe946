/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Utilization of the node, sampled by its first rank. */
#include "hdmpi_session.h"

#ifdef HDMPI_HAS_RUT
#include <hdrut/rut.h>

static hd_rut *sampler;

void hd__sampler_start(void)
{
    if (hd__run.config.rut_interval_ms == 0) {
        return;
    }
    const char *const labels[] = {hd__run.host};
    const hd_rut_options options = {.interval_ms = (unsigned)hd__run.config.rut_interval_ms};
    const hd_topology_node *node = NULL;
    if (hd_topology_get_node(hd__run.topology, 1, labels, &node) != HD_OK ||
        hd_rut_create(node, &options, &sampler) != HD_OK || hd_rut_start(sampler) != HD_OK ||
        hd_fragment_add_group(hd__run.fragment, "Utilization", node) != HD_OK) {
        hd__warn_status("cannot sample the node's utilization");
    }
}

void hd__sampler_stop(void)
{
    if (sampler != NULL && hd_rut_destroy(sampler) != HD_OK) {
        hd__warn_status("the node's utilization is not complete");
    }
    sampler = NULL;
}

#else

void hd__sampler_start(void)
{
    if (hd__run.config.rut_interval_ms != 0) {
        hd__warn("HDTRACE_RUT_MS is set, but this build has no sampler");
    }
}

void hd__sampler_stop(void)
{
}

#endif

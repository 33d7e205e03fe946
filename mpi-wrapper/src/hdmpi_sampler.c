/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Utilization of the node, sampled by its first rank. */
#include "hdmpi_session.h"

#ifdef HDMPI_HAS_RUT
#include <hdrut/rut.h>
#include <stdio.h>

static hd_rut *sampler;
static const hd_topology_node *sampled_node;

void hd__sampler_start(void)
{
    if (hd__run.config.rut_interval_ms == 0) {
        return;
    }
    const char *const labels[] = {hd__run.host};
    const hd_rut_options options = {.interval_ms = (unsigned)hd__run.config.rut_interval_ms};
    if (hd_topology_get_node(hd__run.topology, 1, labels, &sampled_node) != HD_OK ||
        hd_rut_create(sampled_node, &options, &sampler) != HD_OK ||
        hd_rut_start(sampler) != HD_OK ||
        hd_fragment_add_group(hd__run.fragment, "Utilization", sampled_node) != HD_OK) {
        hd__warn_status("cannot sample the node's utilization");
    }
}

/* The first group is declared from the start, so that it is known also of a killed run. */
static void declare_further_groups(void)
{
    const unsigned count = hd_rut_get_group_count(sampler);
    for (unsigned i = 2; i <= count; i++) {
        char name[32];
        (void)snprintf(name, sizeof(name), "Utilization.%u", i);
        if (hd_fragment_add_group(hd__run.fragment, name, sampled_node) != HD_OK) {
            hd__warn_status("a statistics group is not declared");
        }
    }
}

void hd__sampler_stop(void)
{
    if (sampler == NULL) {
        return;
    }
    const hd_status stopped = hd_rut_stop(sampler);
    declare_further_groups();
    const hd_status closed = hd_rut_destroy(sampler);
    if ((stopped != HD_OK && stopped != HD_STATE) || closed != HD_OK) {
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

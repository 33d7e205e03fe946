/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Utilization of the node, sampled by its first rank, and of each process where that is asked for.
 */
#include "hdmpi_session.h"

#ifdef HDMPI_HAS_RUT
#include <hdrut/rut.h>
#include <stdio.h>

static hd_rut *sampler;
static const hd_topology_node *sampled_node;
static const hd_topology_node *process_node;

static void declare(const char *group, const hd_topology_node *node)
{
    if (hd_fragment_add_group(hd__run.fragment, group, node) != HD_OK) {
        hd__warn_status("a statistics group is not declared");
    }
}

/* The first groups are declared from the start, so that they are known also of a killed run. */
static void declare_first_groups(void)
{
    if (hd_rut_has_node_group(sampler)) {
        declare("Utilization", sampled_node);
    }
    if (hd_rut_has_process_group(sampler)) {
        declare("Process", process_node);
    }
}

static hd_status begin(bool first_of_node)
{
    const char *const labels[] = {hd__run.host};
    hd_status status = hd_topology_get_node(hd__run.topology, 1, labels, &sampled_node);
    if (status == HD_OK) {
        status = hd__host_get_rank_node(&process_node);
    }
    const hd_rut_options options = {.interval_ms = (unsigned)hd__run.config.rut_interval_ms,
                                    .sources = hd__run.config.rut_groups,
                                    .process_node = process_node,
                                    .only_process = !first_of_node};
    if (status == HD_OK) {
        status = hd_rut_create(sampled_node, &options, &sampler);
    }
    if (status == HD_MISSING && !first_of_node) {
        return HD_OK;
    }
    if (status == HD_OK) {
        status = hd_rut_start(sampler);
    }
    if (status == HD_OK) {
        declare_first_groups();
    }
    return status;
}

void hd__sampler_start(bool first_of_node)
{
    if (hd__run.config.rut_interval_ms == 0) {
        return;
    }
    const hd_status status = begin(first_of_node);
    if (status == HD_INVALID && first_of_node) {
        hd__warn("HDTRACE_RUT_GROUPS is not a list of groups as cpu,mem,self: nothing is sampled");
    } else if (status != HD_OK && first_of_node) {
        hd__warn_status("cannot sample the node's utilization");
    }
}

static void declare_further(const char *group, unsigned count, const hd_topology_node *node)
{
    for (unsigned i = 2; i <= count; i++) {
        char name[32];
        (void)snprintf(name, sizeof(name), "%s.%u", group, i);
        declare(name, node);
    }
}

void hd__sampler_stop(void)
{
    if (sampler == NULL) {
        return;
    }
    const hd_status stopped = hd_rut_stop(sampler);
    declare_further("Utilization", hd_rut_get_group_count(sampler), sampled_node);
    declare_further("Process", hd_rut_get_process_group_count(sampler), process_node);
    const hd_status closed = hd_rut_destroy(sampler);
    if ((stopped != HD_OK && stopped != HD_STATE) || closed != HD_OK) {
        hd__warn_status("the node's utilization is not complete");
    }
    sampler = NULL;
}

#else

void hd__sampler_start(bool first_of_node)
{
    if (hd__run.config.rut_interval_ms != 0 && first_of_node) {
        hd__warn("HDTRACE_RUT_MS is set, but this build has no sampler");
    }
}

void hd__sampler_stop(void)
{
}

#endif

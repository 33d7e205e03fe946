/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Power meters, read by the first rank of each node. */
#include "hdmpi_session.h"

#include <inttypes.h>
#include <stdio.h>

#ifdef HDMPI_HAS_POWER
#include <hdpower/power.h>

static hd_power *meters;

static void warn_power(const char *what, const char *cause)
{
    char message[HD_POWER_MESSAGE_SIZE + 80];
    (void)snprintf(message, sizeof(message), "%s: %s", what, cause);
    hd__warn(message);
}

/* The groups are declared from the start, so that they are known also of a killed run. */
static void declare_groups(void)
{
    const hd_topology_node *node = NULL;
    const char *group = NULL;
    for (size_t i = 0; (group = hd_power_get_group(meters, i, &node)) != NULL; i++) {
        if (hd_fragment_add_group(hd__run.fragment, group, node) != HD_OK) {
            hd__warn_status("a statistics group is not declared");
        }
    }
}

void hd__power_start(bool first_of_node)
{
    char message[HD_POWER_MESSAGE_SIZE] = "";
    const char *const labels[] = {hd__run.host};
    hd_power_options options = {.config = hd__run.config.power,
                                .topology = hd__run.topology,
                                .host = hd__run.host,
                                .is_of_hosts = true};
    if (options.config == NULL || !first_of_node) {
        return;
    }
    hd_status status = hd_topology_get_node(hd__run.topology, 1, labels, &options.node);
    if (status == HD_OK) {
        status = hd_power_create(&options, &meters, message);
    }
    if (status == HD_STATE) {
        /* Nodes without a meter are the rule, so one of them says it for all. */
        if (hd__run.rank == 0) {
            warn_power("power is not measured on this node", message);
        }
        return;
    }
    if (status != HD_OK) {
        warn_power("power is not measured", message);
        return;
    }
    if (message[0] != '\0') {
        warn_power("a power meter is left out", hd_power_get_unavailable(meters));
    }
    if (hd_power_start(meters) != HD_OK) {
        hd__warn_status("power is not measured");
        return;
    }
    declare_groups();
}

static void tell_contradictions(void)
{
    hd_power_check check;
    for (size_t i = 0; hd_power_get_check(meters, i, &check) == HD_OK; i++) {
        char cause[HD_POWER_MESSAGE_SIZE];
        (void)snprintf(cause, sizeof(cause),
                       "in %" PRIu64 " of %" PRIu64 " intervals, first with %.4g and %.4g W: %s",
                       check.violated, check.compared, check.left_w, check.right_w, check.relation);
        if (check.violated > 0) {
            warn_power("a relation of power meters did not hold", cause);
        }
    }
}

void hd__power_stop(void)
{
    hd_power_health health;
    if (meters == NULL) {
        return;
    }
    const hd_status stopped = hd_power_stop(meters);
    for (size_t i = 0; hd_power_get_health(meters, i, &health) == HD_OK; i++) {
        if (health.records == 0 || health.state != HD_POWER_MEASURING) {
            warn_power("a power meter told nothing at the end", health.device);
        }
    }
    tell_contradictions();
    const hd_status closed = hd_power_destroy(meters);
    if ((stopped != HD_OK && stopped != HD_STATE) || closed != HD_OK) {
        hd__warn_status("the measured power is not complete");
    }
    meters = NULL;
}

#else

void hd__power_start(bool first_of_node)
{
    if (hd__run.config.power != NULL && first_of_node) {
        hd__warn("HDTRACE_POWER is set, but this build reads no power meters");
    }
}

void hd__power_stop(void)
{
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* InfiniBand and Omni-Path: counters of each port below /sys/class/infiniband, which see what
 * passes the kernel by, as /proc/net/dev doesn't. Data is counted in words of four bytes. */
#include "rut_keyed.h"
#include "rut_source.h"
#include <sampling/kernel_tree.h>

#include <dirent.h>
#include <errno.h>
#include <stdio.h>

#define PORT_COUNTER(file, value, unit, factor)                                                    \
    {                                                                                              \
        file,                                                                                      \
        {                                                                                          \
            .grouping = "IB", .count = 1, .fields = { {"", "", 0, value, unit, factor, true} }     \
        }                                                                                          \
    }
static const struct counter {
    const char *file;
    struct hd_rut_layout layout;
} counters[] = {
    PORT_COUNTER("port_rcv_data", "IB_IN_", "B", 4),
    PORT_COUNTER("port_xmit_data", "IB_OUT_", "B", 4),
    PORT_COUNTER("port_rcv_packets", "IB_IN_PACKETS_", "#", 1),
    PORT_COUNTER("port_xmit_packets", "IB_OUT_PACKETS_", "#", 1),
    PORT_COUNTER("port_rcv_errors", "IB_IN_ERRORS_", "#", 1),
    PORT_COUNTER("port_xmit_discards", "IB_OUT_DROPS_", "#", 1),
    PORT_COUNTER("port_xmit_wait", "IB_OUT_WAITS_", "#", 1), /* ticks with data but no credit */
    PORT_COUNTER("symbol_error", "IB_SYMBOL_ERRORS_", "#", 1),
    PORT_COUNTER("link_downed", "IB_LINK_DOWNS_", "#", 1),
};
#undef PORT_COUNTER

static int add_port(struct hd_rut_keyed *keyed, const char *device, unsigned port)
{
    char path[PATH_MAX];
    char name[96];
    int cause = ENAMETOOLONG;
    (void)snprintf(name, sizeof name, "%s:%u", device, port);
    for (size_t i = 0; i < sizeof counters / sizeof counters[0]; i++) {
        if (hd__kernel_path(path, "", "/sys/class/infiniband/%s/ports/%u/counters/%s", device, port,
                            counters[i].file)) {
            const int added = hd__rut_keyed_add(keyed, path, name, &counters[i].layout);
            cause = added != 0 ? added : cause;
        }
    }
    return cause;
}

static int add_device(struct hd_rut_keyed *keyed, const char *device)
{
    char folder[PATH_MAX];
    struct hd_kernel_numbers ports = {0};
    int cause = hd__kernel_path(folder, keyed->root, "/sys/class/infiniband/%s/ports", device)
                    ? hd__kernel_numbers(folder, "", "", &ports)
                    : ENAMETOOLONG;
    for (size_t i = 0; i < ports.count; i++) {
        const int added = add_port(keyed, device, ports.items[i]);
        cause = added != 0 ? added : cause;
    }
    hd__kernel_numbers_free(&ports);
    return cause;
}

static int open_files(void *state, const struct hd_rut_target *target)
{
    int cause = hd__rut_keyed_begin(state, target->root);
    return cause != 0 ? cause
                      : hd__rut_keyed_add_entries(state, "/sys/class/infiniband", add_device);
}

const struct hd_rut_source hd__rut_ib = {
    .name = "ib",
    .open = open_files,
    HD_RUT_KEYED_FUNCTIONS,
};

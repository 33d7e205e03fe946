/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TCP and UDP of the node from /proc/net/snmp, where a line of names is followed by one of numbers
 * in the same order; that order has only grown at its end. Segments that were sent once more show
 * a network that loses them. The kernel needs some 6 us for the file, so it isn't read by default.
 */
#include "rut_keyed.h"
#include "rut_source.h"

static const struct hd_rut_layout layout = {
    .grouping = "IP",
    .count = 11,
    .fields = {{"Tcp: ", "", 4, "TCP_CONNECTIONS_MADE", "#", 1, true},
               {"Tcp: ", "", 5, "TCP_CONNECTIONS_TAKEN", "#", 1, true},
               {"Tcp: ", "", 8, "TCP_CONNECTIONS", "#", 1, false},
               {"Tcp: ", "", 9, "TCP_IN_SEGMENTS", "#", 1, true},
               {"Tcp: ", "", 10, "TCP_OUT_SEGMENTS", "#", 1, true},
               {"Tcp: ", "", 11, "TCP_RETRANSMITTED", "#", 1, true},
               {"Tcp: ", "", 12, "TCP_IN_ERRORS", "#", 1, true},
               {"Udp: ", "", 0, "UDP_IN_DATAGRAMS", "#", 1, true},
               {"Udp: ", "", 2, "UDP_IN_ERRORS", "#", 1, true},
               {"Udp: ", "", 3, "UDP_OUT_DATAGRAMS", "#", 1, true},
               {"Udp: ", "", 4, "UDP_IN_BUFFER_FULL", "#", 1, true}}};

static int open_file(void *state, const struct hd_rut_target *target)
{
    const int cause = hd__rut_keyed_begin(state, target->root);
    return cause != 0 ? cause : hd__rut_keyed_add(state, "/proc/net/snmp", "", &layout);
}

const struct hd_rut_source hd__rut_ip = {
    .name = "ip",
    .open = open_file,
    HD_RUT_KEYED_FUNCTIONS,
};

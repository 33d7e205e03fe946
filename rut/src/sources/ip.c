/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TCP and UDP of the node from /proc/net/snmp, where a line of names is followed by one of numbers
 * in the same order; that order has only grown at its end. Segments that were sent once more show
 * a network that loses them; why they were is in /proc/net/netstat, whose columns are others in
 * each kernel. The kernel needs some 6 us for a file, so they aren't read by default. */
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

static const struct hd_rut_layout extended_layout = {
    .grouping = "IP",
    .table = "TcpExt: ",
    .count = 7,
    .fields = {{"", "TCPFastRetrans", 0, "TCP_FAST_RETRANSMITS", "#", 1, true},
               {"", "TCPSlowStartRetrans", 0, "TCP_SLOW_START_RETRANSMITS", "#", 1, true},
               {"", "TCPSynRetrans", 0, "TCP_SYN_RETRANSMITS", "#", 1, true},
               {"", "TCPLostRetransmit", 0, "TCP_LOST_RETRANSMITS", "#", 1, true},
               {"", "TCPTimeouts", 0, "TCP_TIMEOUTS", "#", 1, true},
               {"", "ListenOverflows", 0, "TCP_LISTEN_OVERFLOWS", "#", 1, true},
               {"", "ListenDrops", 0, "TCP_LISTEN_DROPS", "#", 1, true}}};

static int open_files(void *state, const struct hd_rut_target *target)
{
    int cause = hd__rut_keyed_begin(state, target->root);
    if (cause != 0) {
        return cause;
    }
    cause = hd__rut_keyed_add(state, "/proc/net/snmp", "", &layout);
    const int extended = hd__rut_keyed_add(state, "/proc/net/netstat", "", &extended_layout);
    return hd__rut_keyed_result(state, cause != 0 ? cause : extended);
}

const struct hd_rut_source hd__rut_ip = {
    .name = "ip",
    .open = open_files,
    HD_RUT_KEYED_FUNCTIONS,
};

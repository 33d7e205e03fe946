/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a node does over networks: file systems, InfiniBand, TCP; on made-up trees. */
#include "check.h"
#include "machine.h"

#include <inttypes.h>
#include <stdio.h>

static void nfs_and_lustre_count_what_crossed_the_network(void **state)
{
    (void)state;
    static const char before[] = "device proc mounted on /proc with fstype proc\n"
                                 "device s:/a mounted on /a with fstype nfs4 statvers=1.1\n"
                                 "\tbytes:\t1 2 3 4 100 200 7 8\n"
                                 "\t        READ: 10 10 0 1 2 3 4 50 0\n"
                                 "\t       WRITE: 20 20 0 1 2 3 4 60 0\n"
                                 "device s:/b mounted on /b with fstype nfs4 statvers=1.1\n"
                                 "\tbytes:\t1 2 3 4 1000 2000 7 8\n"
                                 "\t        READ: 1 10 0 1 2 3 4 5 0\n";
    static const char after[] = "device s:/a mounted on /a with fstype nfs4 statvers=1.1\n"
                                "\tbytes:\t1 2 3 4 150 200 7 8\n"
                                "\t        READ: 12 10 0 1 2 3 4 59 0\n"
                                "\t       WRITE: 20 20 0 1 2 3 4 60 0\n"
                                "device s:/b mounted on /b with fstype nfs4 statvers=1.1\n"
                                "\tbytes:\t1 2 3 4 1000 2010 7 8\n"
                                "\t        READ: 2 10 0 1 2 3 4 6 0\n";
    machine_put("/proc/self/mountstats", before);
    machine_put("/proc/fs/lustre/llite/scratch-ffff8800/stats",
                "snapshot_time 1.5 secs\nread_bytes 3 samples [bytes] 1 4096 9000\nopen 5 samples "
                "[regs]\n");
    machine_open_source("fs");
    machine_put("/proc/self/mountstats", after);
    machine_put("/proc/fs/lustre/llite/scratch-ffff8800/stats",
                "snapshot_time 2.5 secs\nread_bytes 4 samples [bytes] 1 4096 9500\nopen 7 samples "
                "[regs]\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("NFS_READ"), 50);
    assert_int_equal(machine_integer("NFS_WRITTEN"), 10);
    assert_int_equal(machine_integer("NFS_READS"), 3);
    assert_int_equal(machine_integer("NFS_READ_TIME"), 10);
    assert_int_equal(machine_integer("NFS_WRITES"), 0);
    assert_int_equal(machine_integer("LUSTRE_READ:scratch"), 500);
    assert_int_equal(machine_integer("LUSTRE_READS:scratch"), 1);
    assert_int_equal(machine_integer("LUSTRE_OPENS:scratch"), 2);
}

static const char beegfs_status[] = "numAvailableMsgBufs: 12\nnumDelayedClose: %d\n"
                                    "numDelayedEntryUnlock: 0\nnumDelayedRangeUnlock: 0\n"
                                    "numAvailableIOBufs: 256\nnumFlushRefs: 3\n";

static void put_beegfs(const char *mount, int closes, const char *more)
{
    char path[96];
    char text[512];
    (void)snprintf(path, sizeof path, "/proc/fs/beegfs/%s/.status", mount);
    const int length = snprintf(text, sizeof text, beegfs_status, closes);
    (void)snprintf(text + length, sizeof text - (size_t)length, "%s", more);
    machine_put(path, text);
}

static void beegfs_has_levels_and_of_some_builds_calls(void **state)
{
    (void)state;
    put_beegfs("5A-61C2-a", 1, "");
    put_beegfs("5A-61C2-b", 2, "numRPCs: 100\nnumRemoteReads: 40\nnumRemoteWrites: 4294967290\n");
    machine_open_source("fs");
    assert_int_equal(machine.values.count, 6 + 6 + 3);
    put_beegfs("5A-61C2-a", 7, "");
    put_beegfs("5A-61C2-b", 2, "numRPCs: 130\nnumRemoteReads: 45\nnumRemoteWrites: 4\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("BEEGFS_CLOSES_WAITING:5A-61C2-a"), 7);
    assert_int_equal(machine_integer("BEEGFS_IO_BUFFERS_LEFT:5A-61C2-a"), 256);
    assert_int_equal(machine_integer("BEEGFS_CALLS:5A-61C2-b"), 30);
    assert_int_equal(machine_integer("BEEGFS_READS:5A-61C2-b"), 5);
    assert_int_equal(machine_integer("BEEGFS_WRITES:5A-61C2-b"), 10); /* over a wrap */
    put_beegfs("5A-61C2-b", 0, "");                                   /* mounted anew */
    (void)machine_sample(1);
    assert_int_equal(machine_integer("BEEGFS_CALLS:5A-61C2-b"), 0);
    put_beegfs("5A-61C2-b", 0, "numRPCs: 9\nnumRemoteReads: 2\nnumRemoteWrites: 1\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("BEEGFS_CALLS:5A-61C2-b"), 0);
}

static void a_mount_during_the_run_changes_the_values(void **state)
{
    (void)state;
    put_beegfs("1A-x", 4, "");
    machine_put("/proc/self/mounts", "beegfs /a beegfs rw 0 0\n");
    machine_open_source("fs");
    const size_t count = machine.values.count;
    machine_put("/proc/self/mounts", "beegfs /a beegfs rw 0 0\ntmpfs /tmp tmpfs rw 0 0\n");
    assert_true(machine_sample(1));
    assert_false(hd__rut_probe_has_changed(&machine.probe)); /* of no concern */
    put_beegfs("2B-x", 5, "");
    machine_put("/proc/self/mounts", "beegfs /a beegfs rw 0 0\nbeegfs /b beegfs rw 0 0\n");
    assert_true(machine_sample(1));
    assert_true(hd__rut_probe_has_changed(&machine.probe));
    machine_describe();
    assert_int_equal(machine.values.count, 2 * count);
    assert_true(machine_sample(1));
    assert_false(hd__rut_probe_has_changed(&machine.probe));
    assert_int_equal(machine_integer("BEEGFS_CLOSES_WAITING:2B-x"), 5);
}

static void orangefs_counts_reads_and_writes(void **state)
{
    (void)state;
    machine_put("/sys/fs/orangefs/stats/reads", "18446744073709551600\n");
    machine_put("/sys/fs/orangefs/stats/writes", "5\n");
    machine_open_source("fs");
    machine_put("/sys/fs/orangefs/stats/reads", "4\n");
    machine_put("/sys/fs/orangefs/stats/writes", "8\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("ORANGEFS_READS"), 20);
    assert_int_equal(machine_integer("ORANGEFS_WRITES"), 3);
}

static void put_port(const char *device, unsigned port, const char *file, uint64_t number)
{
    char path[128];
    char text[32];
    (void)snprintf(path, sizeof path, "/sys/class/infiniband/%s/ports/%u/counters/%s", device, port,
                   file);
    (void)snprintf(text, sizeof text, "%" PRIu64 "\n", number);
    machine_put(path, text);
}

enum { ADAPTERS = 8, PORTS = 2 };

/* Port p of adapter a has words * (a + p) in and twice that out, and as many packets as words. */
static void put_adapters(uint64_t words)
{
    for (unsigned a = 0; a < ADAPTERS; a++) {
        for (unsigned p = 1; p <= PORTS; p++) {
            char device[16];
            (void)snprintf(device, sizeof device, "mlx5_%u", a);
            put_port(device, p, "port_rcv_data", words * (a + p));
            put_port(device, p, "port_xmit_data", 2 * words * (a + p));
            put_port(device, p, "port_rcv_packets", words * (a + p));
            put_port(device, p, "port_xmit_packets", 2 * words * (a + p));
        }
    }
}

static void infiniband_has_bytes_of_each_port(void **state)
{
    (void)state;
    put_adapters(1000);
    machine_put("/sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_errors", "3\n");
    assert_int_equal(machine_try_open("ib", false, 0), HD_OK);
    machine_describe();
    assert_int_equal(machine.values.count, ADAPTERS * PORTS * 4 + 1);
    put_adapters(1007);
    machine_put("/sys/class/infiniband/mlx5_0/ports/1/counters/port_rcv_errors", "5\n");
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("IB_IN_mlx5_7:2"), 4 * 7 * 9);
    assert_int_equal(machine_integer("IB_OUT_mlx5_0:1"), 4 * 2 * 7);
    assert_int_equal(machine_integer("IB_OUT_PACKETS_mlx5_3:2"), 2 * 7 * 5);
    assert_int_equal(machine_integer("IB_IN_ERRORS_mlx5_0:1"), 2);
}

static void infiniband_counts_over_wraps_of_both_widths(void **state)
{
    (void)state;
    put_port("mthca0", 1, "port_rcv_data", UINT32_MAX - 9);
    put_port("hfi1_0", 1, "port_rcv_data", UINT64_MAX - 9);
    assert_int_equal(machine_try_open("ib", false, 0), HD_OK);
    machine_describe();
    put_port("mthca0", 1, "port_rcv_data", 20);
    put_port("hfi1_0", 1, "port_rcv_data", 30);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("IB_IN_mthca0:1"), 4 * 30);
    assert_int_equal(machine_integer("IB_IN_hfi1_0:1"), 4 * 40);
}

static void an_adapter_that_vanished_reads_zero_and_starts_anew(void **state)
{
    (void)state;
    put_port("mlx5_0", 1, "port_rcv_data", 100);
    put_port("mlx5_1", 1, "port_rcv_data", 100);
    assert_int_equal(machine_try_open("ib", false, 0), HD_OK);
    machine_describe();
    /* What is open reads empty from now on, as there is nothing behind it. */
    machine_put("/sys/class/infiniband/mlx5_1/ports/1/counters/port_rcv_data", "");
    put_port("mlx5_0", 1, "port_rcv_data", 110);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("IB_IN_mlx5_1:1"), 0);
    assert_int_equal(machine_integer("IB_IN_mlx5_0:1"), 40);
    put_port("mlx5_1", 1, "port_rcv_data", 7);
    put_port("mlx5_0", 1, "port_rcv_data", 111);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("IB_IN_mlx5_1:1"), 0);
    put_port("mlx5_1", 1, "port_rcv_data", 9);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("IB_IN_mlx5_1:1"), 8);
    assert_int_equal(machine_integer("IB_IN_mlx5_0:1"), 0);
}

static void put_snmp(unsigned retransmitted, unsigned datagrams, unsigned connections)
{
    char text[512];
    (void)snprintf(text, sizeof text,
                   "Ip: Forwarding DefaultTTL InReceives\nIp: 2 64 9\n"
                   "Tcp: RtoAlgorithm RtoMin RtoMax MaxConn ActiveOpens PassiveOpens AttemptFails "
                   "EstabResets CurrEstab InSegs OutSegs RetransSegs InErrs OutRsts\n"
                   "Tcp: 1 200 120000 -1 30 10 0 0 %u 500 600 %u 1 0\n"
                   "Udp: InDatagrams NoPorts InErrors OutDatagrams RcvbufErrors\n"
                   "Udp: %u 0 5 7 5\nUdpLite: InDatagrams\nUdpLite: 1000\n",
                   connections, retransmitted, datagrams);
    machine_put("/proc/net/snmp", text);
}

static void tcp_and_udp_of_the_node(void **state)
{
    (void)state;
    put_snmp(4294967295U, 100, 3);
    machine_open_source("ip");
    put_snmp(2, 140, 5);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("TCP_RETRANSMITTED"), 3);
    assert_int_equal(machine_integer("UDP_IN_DATAGRAMS"), 40);
    assert_int_equal(machine_integer("TCP_CONNECTIONS"), 5);
    assert_int_equal(machine_integer("TCP_IN_SEGMENTS"), 0);
}

/* The columns of netstat are others in each kernel, and of an old one some are missing. */
static void retransmissions_by_the_names_of_their_columns(void **state)
{
    (void)state;
    put_snmp(1, 1, 1);
    machine_put("/proc/net/netstat",
                "TcpExt: TW TCPTimeouts TCPTimeoutsX ListenDrops TCPFastRetrans\n"
                "TcpExt: 9 100 5 4294967290 30\n"
                "IpExt: InNoRoutes TCPTimeouts\nIpExt: 0 7777\n");
    machine_open_source("ip");
    machine_put("/proc/net/netstat", "IpExt: InNoRoutes TCPTimeouts\nIpExt: 0 7000\n"
                                     "TcpExt: TCPFastRetrans TCPLimit TW TCPTimeouts ListenDrops\n"
                                     "TcpExt: 42 -1 9 103 4\n");
    put_snmp(5, 1, 1);
    assert_true(machine_sample(1));
    assert_int_equal(machine_integer("TCP_TIMEOUTS"), 3);
    assert_int_equal(machine_integer("TCP_FAST_RETRANSMITS"), 12);
    assert_int_equal(machine_integer("TCP_LISTEN_DROPS"), 10);
    assert_int_equal(machine_integer("TCP_LOST_RETRANSMITS"), 0);
    assert_int_equal(machine_integer("TCP_RETRANSMITTED"), 4);

    machine_put("/proc/net/netstat", "TcpExt: TCPTimeouts\nTcpExt: \n");
    assert_true(machine_sample(1)); /* as if it were gone */
    assert_int_equal(machine_integer("TCP_TIMEOUTS"), 0);
}

static void what_is_not_there_is_named_once(void **state)
{
    (void)state;
    assert_int_equal(machine_try_open("fs,ib,ip", false, 0), HD_MISSING);
    assert_string_equal(machine.probe.unavailable, "fs: No such device; ib: No such file or "
                                                   "directory; ip: No such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        MACHINE_TEST(nfs_and_lustre_count_what_crossed_the_network),
        MACHINE_TEST(beegfs_has_levels_and_of_some_builds_calls),
        MACHINE_TEST(a_mount_during_the_run_changes_the_values),
        MACHINE_TEST(orangefs_counts_reads_and_writes),
        MACHINE_TEST(infiniband_has_bytes_of_each_port),
        MACHINE_TEST(infiniband_counts_over_wraps_of_both_widths),
        MACHINE_TEST(an_adapter_that_vanished_reads_zero_and_starts_anew),
        MACHINE_TEST(tcp_and_udp_of_the_node),
        MACHINE_TEST(retransmissions_by_the_names_of_their_columns),
        MACHINE_TEST(what_is_not_there_is_named_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

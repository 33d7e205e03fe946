/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Interfaces and disks: sums, wraps, those that come and go. */
#include "driven.h"

#include "check.h"
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void network_counts_each_interface_and_the_sums(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven net = driven_begin(&hd__rut_net, fixture_net_dev(&big));
    assert_int_equal(net.values.count, 16 * 20 + 4);
    big.bytes += 1000;
    assert_true(driven_feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(driven_integer(&net, "NET_IN_lo"), 1000);
    assert_int_equal(driven_integer(&net, "NET_OUT_lo"), 2000);
    assert_int_equal(driven_integer(&net, "NET_IN_eth19"), 20000);
    assert_int_equal(driven_integer(&net, "NET_OUT_eth19"), 40000);
    assert_int_equal(driven_integer(&net, "NET_IN"), 210 * 1000);
    assert_int_equal(driven_integer(&net, "NET_OUT"), 210 * 2000);
    assert_int_equal(driven_integer(&net, "NET_IN_EXT"), 209 * 1000);
    assert_int_equal(driven_integer(&net, "NET_OUT_EXT"), 209 * 2000);
    driven_end(&net);
}

static void network_counts_over_wraps_of_both_widths(void **state)
{
    (void)state;
    const char *before = "Inter-|\n eth0: 4294967290 0 0 0 0 0 0 0 18446744073709551610 0\n";
    const char *after = "Inter-|\n eth0: 94 0 0 0 0 0 0 0 14 0\n";
    struct driven net = driven_begin(&hd__rut_net, strdup(before));
    assert_true(driven_feed(&net, after));
    assert_int_equal(driven_integer(&net, "NET_IN_eth0"), 100);
    assert_int_equal(driven_integer(&net, "NET_OUT_eth0"), 20);
    assert_int_equal(driven_integer(&net, "NET_IN"), 100);
    driven_end(&net);
}

static void an_interface_that_vanished_reads_zero_and_starts_anew(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    struct driven net = driven_begin(&hd__rut_net, fixture_net_dev(&big));
    big.skip_interface = 7;
    big.bytes += 10;
    assert_true(driven_feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(driven_integer(&net, "NET_IN_eth7"), 0);
    assert_int_equal(driven_integer(&net, "NET_IN_eth8"), 90);
    assert_int_equal(driven_integer(&net, "NET_IN"), (210 - 8) * 10);
    big.skip_interface = -1;
    big.bytes += 10;
    assert_true(driven_feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(driven_integer(&net, "NET_IN_eth7"), 0);
    big.bytes += 10;
    assert_true(driven_feed_and_free(&net, fixture_net_dev(&big)));
    assert_int_equal(driven_integer(&net, "NET_IN_eth7"), 80);
    assert_false(net.source->has_changed(net.state));
    driven_end(&net);
}

static void an_interface_with_colons_in_its_name_is_read(void **state)
{
    (void)state;
    const char *text = "Inter-|\n face |\nbr0:1:2:17 0 0 0 0 0 0 0 4 0 0 0 0 0 0 0\n";
    struct driven net = driven_begin(&hd__rut_net, strdup(text));
    assert_true(driven_feed(&net, text));
    assert_int_equal(driven_integer(&net, "NET_IN_br0:1:2"), 0);
    driven_end(&net);
}

static void disks_have_all_columns_and_no_partitions(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    big.idle_disk = 3;
    struct driven disk = driven_begin(&hd__rut_block, fixture_diskstats(&big));
    assert_int_equal(disk.values.count, 2 + 29 * 17);
    big.io += 8;
    assert_true(driven_feed_and_free(&disk, fixture_diskstats(&big)));
    assert_int_equal(driven_integer(&disk, "READS:sd0_"), 8);
    assert_int_equal(driven_integer(&disk, "WEIGHTED_WAITTIME:nvme29n1"), 8 * 30);
    assert_int_equal(driven_integer(&disk, "IOS_INPROGRESS:sd4_"), (10000 + 8) * 5 + 8);
    assert_int_equal(driven_integer(&disk, "HDD_READ"), (465 - 4) * 8 * 512);
    assert_int_equal(driven_integer(&disk, "HDD_WRITE"), (465 - 4) * 8 * 512);
    driven_end(&disk);
}

static void a_disk_gets_values_with_its_first_io(void **state)
{
    (void)state;
    struct fixture big = fixture_of_big_machine();
    big.idle_disk = 3;
    struct driven disk = driven_begin(&hd__rut_block, fixture_diskstats(&big));
    big.idle_disk = -1;
    assert_true(driven_feed_and_free(&disk, fixture_diskstats(&big)));
    assert_true(disk.source->has_changed(disk.state));
    driven_describe(&disk);
    assert_int_equal(disk.values.count, 2 + 30 * 17);
    driven_end(&disk);
}

static void disks_on_top_of_others_are_not_counted_twice(void **state)
{
    (void)state;
    const char *before = "8 0 sda 1 0 10 0 1 0 10 0 0 0 0\n253 0 dm-0 1 0 10 0 1 0 10 0 0 0 0\n"
                         "253 1 dm-01 1 0 10 0 1 0 10 0 0 0 0\n";
    const char *after = "8 0 sda 2 0 14 0 2 0 15 0 0 0 0\n253 0 dm-0 2 0 14 0 2 0 15 0 0 0 0\n"
                        "253 1 dm-01 2 0 14 0 2 0 15 0 0 0 0\n";
    struct driven disk = driven_begin(&hd__rut_block, strdup(before));
    assert_true(driven_feed(&disk, after));
    assert_int_equal(disk.values.count, 2 + 3 * 17);
    assert_int_equal(driven_integer(&disk, "HDD_READ"), 4 * 512);
    assert_int_equal(driven_integer(&disk, "HDD_WRITE"), 5 * 512);
    assert_int_equal(driven_integer(&disk, "READS_SECTORS:dm-0"), 4);
    driven_end(&disk);
}

static void millisecond_columns_wrap_at_32_bits(void **state)
{
    (void)state;
    struct driven disk =
        driven_begin(&hd__rut_block, strdup("8 0 sda 1 0 10 4294967000 1 0 10 0 0 4294967295 0\n"));
    assert_true(driven_feed(&disk, "8 0 sda 1 0 10 204 1 0 10 0 0 9 0\n"));
    assert_int_equal(driven_integer(&disk, "READS_TIME_SPEND:sda"), 500);
    assert_int_equal(driven_integer(&disk, "IOS_TIME_SPEND:sda"), 10);
    driven_end(&disk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(network_counts_each_interface_and_the_sums),
        cmocka_unit_test(network_counts_over_wraps_of_both_widths),
        cmocka_unit_test(an_interface_that_vanished_reads_zero_and_starts_anew),
        cmocka_unit_test(an_interface_with_colons_in_its_name_is_read),
        cmocka_unit_test(disks_have_all_columns_and_no_partitions),
        cmocka_unit_test(a_disk_gets_values_with_its_first_io),
        cmocka_unit_test(disks_on_top_of_others_are_not_counted_twice),
        cmocka_unit_test(millisecond_columns_wrap_at_32_bits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

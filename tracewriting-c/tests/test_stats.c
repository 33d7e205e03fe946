/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include <errno.h>
#include <hdtrace/stats.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const hd_stats_value all_types[] = {{"I", HD_STATS_INT32, "B", "MEM"},
                                           {"L", HD_STATS_INT64, NULL, NULL},
                                           {"F", HD_STATS_FLOAT, "%", "<CPU>"},
                                           {"D", HD_STATS_DOUBLE, "W", NULL}};
static const int64_t start = INT64_C(1795026521) * 1000000000 + 331816000;
static hd_topology *topology;

static hd_stats *create(size_t count, const hd_stats_value *values)
{
    hd_stats *stats = NULL;
    topology = test_topology();
    assert_int_equal(hd_stats_create(test_node(topology), "Energy", count, values, 0, NULL, &stats),
                     HD_OK);
    return stats;
}

static void end(hd_stats *stats)
{
    assert_int_equal(hd_stats_destroy(stats), HD_OK);
    hd_topology_destroy(topology);
}

/* The bytes behind the header. */
static unsigned char *read_body(const char *file, size_t *length)
{
    char *const text = test_read(file, length);
    assert_non_null(text);
    assert_int_equal(text[5], '\n');
    const size_t skip = 6 + (size_t)strtoul(text, NULL, 10);
    assert_true(skip <= *length);
    assert_int_equal(memcmp(text + skip - 14, "</Statistics>\n", 14), 0);
    *length -= skip;
    memmove(text, text + skip, *length);
    return (unsigned char *)text;
}

static void check_bytes(const char *file, const char *hex)
{
    size_t length = 0;
    unsigned char *const body = read_body(file, &length);
    char *const got = calloc(1, 2 * length + 1);
    assert_non_null(got);
    for (size_t i = 0; i < length; i++) {
        (void)snprintf(got + 2 * i, 3, "%02x", body[i]);
    }
    assert_string_equal(got, hex);
    free(got);
    free(body);
}

static void the_header_names_node_group_and_values(void **state)
{
    (void)state;
    static const char *const levels[] = {"Hostname", "Layer"};
    static const char *const labels[] = {"n_1", "A"};
    static const hd_stats_attribute attribute = {"biasNs", "5<"};
    const hd_topology_node *node = NULL;
    hd_stats *stats = NULL;
    assert_int_equal(hd_topology_create(test_folder(), "app", 2, levels, &topology), HD_OK);
    assert_int_equal(hd_topology_get_node(topology, 2, labels, &node), HD_OK);
    assert_int_equal(hd_stats_create(node, "My_G", 4, all_types, 1, &attribute, &stats), HD_OK);
    assert_int_equal(hd_stats_begin(stats, start), HD_OK);
    assert_int_equal(hd_stats_end_record(stats, start), HD_OK);
    end(stats);
    char *const text = test_read("app_n-1_A_My-G.stat", NULL);
    assert_non_null(text);
    static const char expected[] =
        "00534\n<Statistics>\n<TopologyNode>\n"
        "  <Label value=\"n-1\" label=\"n_1\">\n    <Label value=\"A\" />\n  </Label>\n"
        "</TopologyNode>\n"
        "<Group name=\"My-G\" timestampDatatype=\"EPOCH\" timeAdjustment=\"-0000000000.000000000\""
        " label=\"My_G\" biasNs=\"5&lt;\">\n"
        "  <Value name=\"I\" type=\"INT32\" unit=\"B\" grouping=\"MEM\" />\n"
        "  <Value name=\"L\" type=\"INT64\" />\n"
        "  <Value name=\"F\" type=\"FLOAT\" unit=\"%\" grouping=\"&lt;CPU&gt;\" />\n"
        "  <Value name=\"D\" type=\"DOUBLE\" unit=\"W\" />\n"
        "</Group>\n</Statistics>\n";
    assert_int_equal(sizeof expected - 1 - 6, strtoul(text, NULL, 10));
    assert_int_equal(strncmp(text + 6, expected + 6, sizeof expected - 7), 0);
    free(text);
}

static void records_are_big_endian_behind_a_start_stamp(void **state)
{
    (void)state;
    hd_stats *const stats = create(4, all_types);
    assert_int_equal(hd_stats_begin(stats, start), HD_OK);
    hd_stats_set_int(stats, 0, -2);
    hd_stats_set_int(stats, 1, 5);
    hd_stats_set_double(stats, 2, 1.5);
    hd_stats_set_double(stats, 3, -0.25);
    assert_int_equal(hd_stats_end_record(stats, start + 2000), HD_OK);
    assert_int_equal(hd_stats_end_record(stats, start + 2000), HD_OK);
    assert_int_equal(hd_stats_flush(stats), HD_OK);
    end(stats);
    check_bytes("app_n1_0_0_Energy.stat",
                "6afdee5913c71c40"
                "6afdee5913c72410fffffffe00000000000000053fc00000bfd0000000000000"
                "6afdee5913c72410000000000000000000000000000000000000000000000000");
}

static void values_of_another_type_are_converted_with_saturation(void **state)
{
    (void)state;
    hd_stats *const stats = create(4, all_types);
    assert_int_equal(hd_stats_begin(stats, 0), HD_OK);
    hd_stats_set_int(stats, 0, INT64_MAX);
    hd_stats_set_double(stats, 1, 1e300);
    hd_stats_set_double(stats, 2, 1e300);
    hd_stats_set_int(stats, 3, -3);
    assert_int_equal(hd_stats_end_record(stats, 1), HD_OK);
    hd_stats_set_double(stats, 0, -1e300);
    hd_stats_set_double(stats, 1, -1e300);
    hd_stats_set_double(stats, 2, -1e300);
    hd_stats_set_double(stats, 3, NAN);
    assert_int_equal(hd_stats_end_record(stats, 2), HD_OK);
    hd_stats_set_double(stats, 0, -2.9);
    hd_stats_set_double(stats, 1, INFINITY);
    hd_stats_set_int(stats, 2, 1);
    hd_stats_set_double(stats, 3, -INFINITY);
    hd_stats_set_int(stats, 4, 1); /* no such value */
    assert_int_equal(hd_stats_end_record(stats, 3), HD_OK);
    end(stats);
    check_bytes("app_n1_0_0_Energy.stat",
                "0000000000000000"
                "00000000000000017fffffff7fffffffffffffff7f7fffffc008000000000000"
                "0000000000000002800000008000000000000000ff7fffff0000000000000000"
                "0000000000000003fffffffe00000000000000003f8000000000000000000000");
}

static void more_than_256_values_continue_in_further_files(void **state)
{
    (void)state;
    enum { COUNT = 600 };
    static char names[COUNT][16];
    static hd_stats_value values[COUNT];
    for (int i = 0; i < COUNT; i++) {
        (void)snprintf(names[i], sizeof names[i], "V%d", i);
        values[i] = (hd_stats_value){names[i], HD_STATS_INT32, NULL, NULL};
    }
    hd_stats *const stats = create(COUNT, values);
    assert_int_equal(hd_stats_begin(stats, 7), HD_OK);
    for (size_t i = 0; i < COUNT; i++) {
        hd_stats_set_int(stats, i, (int64_t)i);
    }
    assert_int_equal(hd_stats_end_record(stats, 9), HD_OK);
    end(stats);
    static const struct {
        const char *file;
        size_t values;
        unsigned last;
    } expected[] = {{"app_n1_0_0_Energy.stat", 256, 255},
                    {"app_n1_0_0_Energy.2.stat", 256, 511},
                    {"app_n1_0_0_Energy.3.stat", 88, 599}};
    for (int i = 0; i < 3; i++) {
        size_t length = 0;
        unsigned char *const body = read_body(expected[i].file, &length);
        assert_int_equal(length, 8 + 8 + 4 * expected[i].values);
        assert_int_equal(body[7], 7);
        assert_int_equal(body[15], 9);
        assert_int_equal(body[length - 2] * 256 + body[length - 1], expected[i].last);
        free(body);
    }
    char *const text = test_read("app_n1_0_0_Energy.3.stat", NULL);
    assert_non_null(strstr(text, "<Group name=\"Energy.3\" "));
    free(text);
}

static void a_header_beyond_five_digits_continues_in_further_files(void **state)
{
    (void)state;
    enum { COUNT = 250 };
    static hd_stats_value values[COUNT];
    static char name[50];
    memset(name, '"', 49); /* 6 bytes each when escaped */
    for (int i = 0; i < COUNT; i++) {
        values[i] = (hd_stats_value){name, HD_STATS_INT64, "\"\"\"\"\"\"\"\"\"",
                                     "\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""};
    }
    hd_stats *const stats = create(COUNT, values);
    assert_int_equal(hd_stats_begin(stats, 7), HD_OK);
    assert_int_equal(hd_stats_end_record(stats, 9), HD_OK);
    end(stats);
    size_t first = 0;
    size_t second = 0;
    free(read_body("app_n1_0_0_Energy.stat", &first));
    free(read_body("app_n1_0_0_Energy.2.stat", &second));
    assert_int_equal(first + second, 2 * 16 + COUNT * 8);
    assert_null(test_read("app_n1_0_0_Energy.3.stat", NULL));
}

static void calls_out_of_order_are_refused(void **state)
{
    (void)state;
    hd_stats *const stats = create(4, all_types);
    assert_int_equal(hd_stats_end_record(stats, 5), HD_STATE);
    assert_int_equal(hd_stats_begin(stats, -1), HD_INVALID);
    assert_int_equal(hd_stats_begin(stats, 5), HD_OK);
    assert_int_equal(hd_stats_begin(stats, 6), HD_STATE);
    assert_int_equal(hd_stats_end_record(stats, 4), HD_INVALID);
    assert_int_equal(hd_stats_end_record(stats, INT64_MAX), HD_INVALID);
    assert_int_equal(hd_stats_end_record(stats, 5), HD_OK);
    end(stats);
    size_t length = 0;
    free(read_body("app_n1_0_0_Energy.stat", &length));
    assert_int_equal(length, 8 + 32);
}

static void a_group_without_records_leaves_no_file(void **state)
{
    (void)state;
    hd_stats *const stats = create(4, all_types);
    assert_int_equal(hd_stats_begin(stats, 5), HD_OK);
    end(stats);
    assert_null(test_read("app_n1_0_0_Energy.stat", NULL));
    assert_int_equal(hd_stats_destroy(NULL), HD_OK);
}

static void names_that_are_too_long_are_refused(void **state)
{
    (void)state;
    topology = test_topology();
    const hd_topology_node *const node = test_node(topology);
    hd_stats *stats = NULL;
    static const hd_stats_value unit = {"V", HD_STATS_INT32, "0123456789", NULL};
    static const hd_stats_value value = {"V", HD_STATS_INT32, NULL, NULL};
    assert_int_equal(hd_stats_create(node, "G", 1, &unit, 0, NULL, &stats), HD_LIMIT);
    assert_int_equal(hd_stats_create(node, "01234567890123456789", 1, &value, 0, NULL, &stats),
                     HD_LIMIT);
    assert_int_equal(hd_stats_create(node, "", 1, &value, 0, NULL, &stats), HD_INVALID);
    assert_int_equal(hd_stats_create(node, "G", 0, NULL, 0, NULL, &stats), HD_INVALID);
    assert_null(stats);
    hd_topology_destroy(topology);
}

static void a_full_disk_is_reported_and_keeps_whole_records(void **state)
{
    (void)state;
    hd_stats *const stats = create(4, all_types);
    test_sys.reserve_fails_at = test_sys.reserve_count + 1;
    test_sys.reserve_error = -ENOSPC;
    assert_int_equal(hd_stats_begin(stats, 0), HD_OK);
    int written = 0;
    while (hd_stats_end_record(stats, written) == HD_OK) {
        written++;
        assert_true(written < 100000);
    }
    assert_int_equal(hd_stats_end_record(stats, written), HD_IO);
    assert_int_equal(hd_stats_destroy(stats), HD_IO);
    hd_topology_destroy(topology);
    size_t length = 0;
    free(read_body("app_n1_0_0_Energy.stat", &length));
    assert_int_equal(length, 8 + 32 * written);
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    topology = test_topology();
    const hd_topology_node *const node = test_node(topology);
    hd_status status = HD_NOMEM;
    for (int at = 1; status != HD_OK; at++) {
        test_sys.alloc_count = 0;
        test_sys.alloc_fails_at = at;
        hd_stats *stats = NULL;
        status = hd_stats_create(node, "G", 4, all_types, 0, NULL, &stats);
        assert_int_equal(status == HD_OK, stats != NULL);
        assert_true(status == HD_OK || status == HD_NOMEM);
        assert_int_equal(hd_stats_destroy(stats), HD_OK);
        assert_null(test_read("app_n1_0_0_G.stat", NULL));
    }
    assert_true(test_sys.alloc_fails_at > 6);
    hd_topology_destroy(topology);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_header_names_node_group_and_values),
        TEST(records_are_big_endian_behind_a_start_stamp),
        TEST(values_of_another_type_are_converted_with_saturation),
        TEST(more_than_256_values_continue_in_further_files),
        TEST(a_header_beyond_five_digits_continues_in_further_files),
        TEST(calls_out_of_order_are_refused),
        TEST(a_group_without_records_leaves_no_file),
        TEST(names_that_are_too_long_are_refused),
        TEST(a_full_disk_is_reported_and_keeps_whole_records),
        TEST(every_failing_allocation_is_reported_and_leaks_nothing),
    };
    return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}

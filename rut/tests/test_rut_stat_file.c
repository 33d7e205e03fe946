/* SPDX-License-Identifier: GPL-3.0-or-later */
/* librut with libhdtrace: the file on disk, read by its layout (FORMATS B 1.4). */
#include "check.h"
#include "fixture.h"

#include <hdrut/rut.h>
#include <hdtrace/clock.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOUR_NS ((int64_t)3600 * 1000000000)

static char root[SCRATCH_SIZE];
static char folder[SCRATCH_SIZE];
static struct fixture machine;
static hd_topology *topology;

static int setup(void **state)
{
    (void)state;
    machine = fixture_of_big_machine();
    machine.cpu_count = 1;
    machine.interface_count = 2;
    machine.disk_count = 1;
    fixture_create(&machine, root, sizeof root);
    assert_true(scratch_folder(folder, sizeof folder, "hdrut-files"));
    static const char *const levels[] = {"Hostname"};
    assert_int_equal(hd_topology_create(folder, "app", 1, levels, &topology), HD_OK);
    return 0;
}

static void path_of(const char *group, char *path, size_t size)
{
    (void)snprintf(path, size, "%s/app_n1_%s.stat", folder, group);
}

static int teardown(void **state)
{
    (void)state;
    hd_topology_destroy(topology);
    fixture_remove(root);
    char path[SCRATCH_SIZE + 100];
    path_of("Utilization", path, sizeof path);
    (void)unlink(path);
    path_of("Utilization.2", path, sizeof path);
    (void)unlink(path);
    assert_int_equal(rmdir(folder), 0);
    return 0;
}

static hd_rut *create(void)
{
    static const char *const labels[] = {"n1"};
    const hd_topology_node *node = NULL;
    assert_int_equal(hd_topology_get_node(topology, 1, labels, &node), HD_OK);
    const hd_rut_options options = {
        .interval_ms = 3600000, .sources = "cpu,mem,net,disk", .root = root};
    hd_rut *rut = NULL;
    assert_int_equal(hd_rut_create(node, &options, &rut), HD_OK);
    return rut;
}

struct content {
    unsigned char *bytes;
    size_t size;
    size_t body; /* offset of the start stamp */
};

static struct content read_content(const char *group)
{
    char path[SCRATCH_SIZE + 100];
    path_of(group, path, sizeof path);
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    struct content content = {.bytes = malloc(65536)};
    assert_non_null(content.bytes);
    content.size = fread(content.bytes, 1, 65535, file);
    assert_int_equal(fclose(file), 0);
    assert_true(content.size > 6 && content.bytes[5] == '\n');
    content.body = 6 + strtoul((const char *)content.bytes, NULL, 10);
    assert_true(content.body < content.size);
    return content;
}

static bool header_has(const struct content *content, const char *text)
{
    char *header = strndup((const char *)content->bytes, content->body);
    assert_non_null(header);
    const bool found = strstr(header, text) != NULL;
    free(header);
    return found;
}

static uint64_t big_endian(const unsigned char *bytes, size_t count)
{
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) {
        value = value << 8 | bytes[i];
    }
    return value;
}

static int64_t stamp_at(const struct content *content, size_t offset)
{
    const uint64_t seconds = big_endian(content->bytes + offset, 4);
    return (int64_t)(seconds * 1000000000 + big_endian(content->bytes + offset + 4, 4));
}

static void writes_header_stamp_and_record(void **state)
{
    (void)state;
    hd_rut *rut = create();
    const int64_t before = hd_clock_get_ns();
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.ticks += 100;
    machine.bytes += 0x1234;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    const int64_t after = hd_clock_get_ns();

    struct content content = read_content("Utilization");
    assert_true(header_has(&content, "<Label value=\"n1\""));
    assert_true(header_has(&content, "Group name=\"Utilization\""));
    assert_true(header_has(&content, "name=\"CPU_TOTAL_0\" type=\"FLOAT\" unit=\"%\""));
    assert_true(header_has(&content, "name=\"READS_SECTORS:sd0_\" type=\"INT64\""));
    assert_false(header_has(&content, "unavailable="));
    /* 2 FLOAT, 4 of processes and 2 times 10 kinds of time; 10 for memory; 2 interfaces of 16 and 4
     * sums; 2 sums and 1 disk; our own 5 */
    const size_t record = 8 + 2 * 4 + (size_t)(4 + 2 * 10 + 10 + 2 * 16 + 4 + 2 + 17 + 5) * 8;
    assert_int_equal(content.size - content.body, 8 + record);
    const int64_t start = stamp_at(&content, content.body);
    const int64_t end = stamp_at(&content, content.body + 8);
    assert_true(before <= start && start < end && end <= after);
    const unsigned char *values = content.bytes + content.body + 16;
    assert_int_equal(big_endian(values, 4), 0x41c80000); /* 25.0 */
    assert_int_equal(big_endian(values + 8 + (size_t)(4 + 2 * 10 + 10) * 8, 8), 0x1234);
    const unsigned char *own = content.bytes + content.size - (size_t)5 * 8;
    assert_int_equal(big_endian(own, 8), end - start);
    free(content.bytes);
}

static void a_new_device_continues_in_a_second_file(void **state)
{
    (void)state;
    hd_rut *rut = create();
    assert_int_equal(hd_rut_start(rut), HD_OK);
    machine.interface_count = 3;
    fixture_update(&machine, root);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_start(rut), HD_OK);
    assert_int_equal(hd_rut_stop(rut), HD_OK);
    assert_int_equal(hd_rut_destroy(rut), HD_OK);
    struct content first = read_content("Utilization");
    struct content second = read_content("Utilization.2");
    assert_false(header_has(&first, "NET_IN_eth2"));
    assert_true(header_has(&second, "Group name=\"Utilization.2\""));
    assert_true(header_has(&second, "NET_IN_eth2"));
    assert_int_equal(stamp_at(&first, first.body + 8), stamp_at(&second, second.body));
    free(first.bytes);
    free(second.bytes);
}

static void leaves_no_file_without_a_record(void **state)
{
    (void)state;
    assert_int_equal(hd_rut_destroy(create()), HD_OK);
    char path[SCRATCH_SIZE + 100];
    path_of("Utilization", path, sizeof path);
    assert_int_not_equal(access(path, F_OK), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(writes_header_stamp_and_record, setup, teardown),
        cmocka_unit_test_setup_teardown(a_new_device_continues_in_a_second_file, setup, teardown),
        cmocka_unit_test_setup_teardown(leaves_no_file_without_a_record, setup, teardown),
    };
    /* A full hour of the clock is a slot even of the longest interval: then once more. */
    const int64_t hour = hd_clock_get_ns() / HOUR_NS;
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return failed != 0 && hd_clock_get_ns() / HOUR_NS != hour
               ? cmocka_run_group_tests(tests, NULL, NULL)
               : failed;
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include "machine.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char *const levels[] = {"Hostname", "Rank", "Thread"};

static void check_path(hd_topology *topology, size_t count, const char *const *labels,
                       const char *group, const char *expected)
{
    const hd_topology_node *node = NULL;
    char path[128];
    assert_int_equal(hd_topology_get_node(topology, count, labels, &node), HD_OK);
    assert_int_equal(hd_topology_get_path(node, group, "trc", path, sizeof path), HD_OK);
    assert_string_equal(path, expected);
}

static void paths_are_composed_of_project_labels_and_group(void **state)
{
    (void)state;
    hd_topology *topology = NULL;
    assert_int_equal(hd_topology_create("out", "my_app", 3, levels, &topology), HD_OK);
    check_path(topology, 3, (const char *const[]){"n_1", "3", "0"}, NULL, "out/my-app_n-1_3_0.trc");
    check_path(topology, 1, (const char *const[]){"n_1"}, "My Group",
               "out/my-app_n-1_My-Group.trc");
    check_path(topology, 1, (const char *const[]){"caf\xc3\xa9"}, NULL, "out/my-app_caf-.trc");
    char path[16];
    assert_int_equal(hd_topology_get_project_path(topology, path, 15), HD_LIMIT);
    assert_int_equal(hd_topology_get_project_path(topology, path, sizeof path), HD_OK);
    assert_string_equal(path, "out/my-app.proj");
    assert_int_equal(hd_topology_get_project_path(NULL, path, sizeof path), HD_INVALID);
    hd_topology_destroy(topology);
    assert_int_equal(hd_topology_create("out/", "a", 1, levels, &topology), HD_OK);
    check_path(topology, 1, (const char *const[]){"n"}, NULL, "out/a_n.trc");
    hd_topology_destroy(topology);
}

static void names_that_fall_together_get_a_suffix(void **state)
{
    (void)state;
    hd_topology *topology = NULL;
    assert_int_equal(hd_topology_create(NULL, "a", 3, levels, &topology), HD_OK);
    check_path(topology, 1, (const char *const[]){"n-1"}, NULL, "a_n-1.trc");
    check_path(topology, 1, (const char *const[]){"n_1"}, NULL, "a_n-1.2.trc");
    check_path(topology, 1, (const char *const[]){"n 1"}, NULL, "a_n-1.3.trc");
    check_path(topology, 1, (const char *const[]){"n_1"}, NULL, "a_n-1.2.trc");
    check_path(topology, 2, (const char *const[]){"n_1", "n-1"}, NULL, "a_n-1.2_n-1.trc");
    hd_topology_destroy(topology);
}

static void a_node_is_created_once(void **state)
{
    (void)state;
    hd_topology *const topology = test_topology();
    assert_ptr_equal(test_node(topology), test_node(topology));
    hd_topology_destroy(topology);
}

static void rejects_arguments_out_of_range(void **state)
{
    (void)state;
    hd_topology *topology = NULL;
    assert_int_equal(hd_topology_create(NULL, "", 3, levels, &topology), HD_INVALID);
    assert_int_equal(hd_topology_create(NULL, "a", 17, levels, &topology), HD_INVALID);
    assert_int_equal(hd_topology_create(NULL, "a", 3, levels, &topology), HD_OK);
    const hd_topology_node *node = NULL;
    const char *const labels[] = {"a", "", "c", "d"};
    assert_int_equal(hd_topology_get_node(topology, 4, labels, &node), HD_INVALID);
    assert_int_equal(hd_topology_get_node(topology, 2, labels, &node), HD_INVALID);
    assert_int_equal(hd_topology_get_node(topology, 0, labels, &node), HD_INVALID);
    assert_null(node);
    assert_int_equal(hd_topology_get_node(topology, 1, labels, &node), HD_OK);
    char path[9];
    assert_int_equal(hd_topology_get_path(node, NULL, "trc", path, 7), HD_LIMIT);
    assert_int_equal(hd_topology_get_path(node, NULL, "trc", path, 8), HD_OK);
    assert_string_equal(path, "a_a.trc");
    hd_topology_destroy(topology);
}

static void every_failing_allocation_is_reported_and_leaks_nothing(void **state)
{
    (void)state;
    const char *const labels[] = {"n", "0"};
    for (int at = 1;; at++) {
        test_sys.alloc_count = 0;
        test_sys.alloc_fails_at = at;
        hd_topology *topology = NULL;
        hd_status status = hd_topology_create("d", "a", 2, levels, &topology);
        if (status == HD_OK) {
            const hd_topology_node *node = NULL;
            status = hd_topology_get_node(topology, 2, labels, &node);
        }
        hd_topology_destroy(topology);
        if (status == HD_OK) {
            assert_true(at > 8);
            return;
        }
        assert_int_equal(status, HD_NOMEM);
    }
}

static void *get_nodes(void *topology)
{
    for (unsigned i = 0; i < 500; i++) {
        char label[16];
        (void)snprintf(label, sizeof label, "%u", i % 20);
        const char *const labels[] = {"n", label};
        const hd_topology_node *node = NULL;
        if (hd_topology_get_node(topology, 2, labels, &node) != HD_OK) {
            return topology;
        }
    }
    return NULL;
}

static void threads_may_ask_for_nodes_at_the_same_time(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    hd_topology *const topology = test_topology();
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, get_nodes, topology), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        void *failed = topology;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    hd_topology_destroy(topology);
}

static void the_processor_is_read_from_cpuinfo(void **state)
{
    (void)state;
    hd__machine machine = {{0}, {0}, 0};
    hd__machine_parse_cpuinfo(&machine, "processor\t: 0\nmodel name\t: CPU X @ 2\n"
                                        "cpu MHz\t\t: 1200.5\n\nmodel name : other\n"
                                        "cpu MHz\t\t: 2300.000\ncpu MHz : junk\nflags :");
    assert_string_equal(machine.processor, "CPU X @ 2");
    assert_int_equal(machine.mhz, 2300);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(paths_are_composed_of_project_labels_and_group),
        TEST(names_that_fall_together_get_a_suffix),
        TEST(a_node_is_created_once),
        TEST(rejects_arguments_out_of_range),
        TEST(every_failing_allocation_is_reported_and_leaks_nothing),
        TEST(threads_may_ask_for_nodes_at_the_same_time),
        TEST(the_processor_is_read_from_cpuinfo),
    };
    return cmocka_run_group_tests_name("topology", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Signal handlers and child processes that use a trace of the thread that they came from. */
#include "support.h"

#include "own_memory.h"

#include <hdtrace/trace.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { HANDLERS = 1000 };

static hd_topology *topology;
static hd_trace *trace;
static const hd_template *shape;
static volatile sig_atomic_t handled, flushed;

static int setup(void **state)
{
    static const hd_attribute attributes[] = {{"i", HD_ATTRIBUTE_INT, NULL},
                                              {"k", HD_ATTRIBUTE_INT, NULL}};
    if (test_setup(state) != 0 || hd_template_create("Call", 2, attributes, &shape) != HD_OK) {
        return -1;
    }
    topology = test_topology();
    handled = 0;
    flushed = 0;
    return hd_trace_create(test_node(topology), &(hd_trace_options){.buffer_bytes = 1}, &trace) ==
                   HD_OK
               ? 0
               : -1;
}

#define SIGNAL_TEST(name) cmocka_unit_test_setup_teardown(name, setup, test_teardown)

static char *finish(void)
{
    return test_finish(trace, topology);
}

static void record_call(int64_t i)
{
    hd_trace_open_state(trace);
    int64_t *const values = hd_trace_return_state(trace);
    values[0] = i;
    values[1] = i;
    hd_trace_close_state(trace, shape, 0);
}

/* One of everything. */
static void handle(int number)
{
    (void)number;
    handled++;
    hd_trace_open_state(trace);
    record_call(-1);
    hd_trace_begin_state(trace, "General");
    hd_trace_add_int(trace, "k", 2);
    hd_trace_add_text(trace, "t", "text");
    hd_trace_begin_data(trace, "Data");
    hd_trace_end_data(trace);
    hd_trace_end_state(trace);
    hd_trace_begin_event(trace, "event");
    hd_trace_end_event(trace);
    (void)hd_trace_return_state(trace);
    hd_trace_name_state(trace, "Handler");
    hd_trace_end_state(trace);
    flushed += hd_trace_flush(trace) == HD_OK;
}

static void use_everything(int i)
{
    record_call(i);
    hd_trace_begin_state(trace, "Outer");
    hd_trace_add_int(trace, "i", i);
    record_call(i);
    hd_trace_begin_data(trace, "For");
    hd_trace_add_int(trace, "rid", i);
    hd_trace_end_data(trace);
    hd_trace_end_state(trace);
}

static size_t count_elements(const char *text)
{
    return test_count(text, "<Call ") + test_count(text, "<General ") +
           test_count(text, "<Handler ") + test_count(text, "<Outer ");
}

/* Every line is one whole element or one of <Nested>, and those are balanced. */
static void check_lines(char *text)
{
    int depth = 0;
    char *save = NULL;
    (void)strtok_r(text, "\n", &save);
    for (char *line = strtok_r(NULL, "\n", &save); line != NULL;
         line = strtok_r(NULL, "\n", &save)) {
        const size_t tabs = strspn(line, "\t");
        const size_t length = strlen(line);
        depth -= strcmp(line + tabs, "</Nested>") == 0;
        assert_true(strcmp(line, "</Program>") == 0 || tabs == (size_t)depth);
        depth += strcmp(line + tabs, "<Nested>") == 0;
        assert_true(line[tabs] == '<' && line[length - 1] == '>' && length >= 8);
        assert_null(strstr(line + tabs + 1, "\t"));
    }
    assert_int_equal(depth, 0);
}

static void handlers_that_trace_leave_the_file_well_formed(void **state)
{
    (void)state;
    struct sigaction action = {.sa_handler = handle};
    struct sigaction before;
    assert_int_equal(sigaction(SIGALRM, &action, &before), 0);
    int calls = 0;
    for (int armed = 0; armed <= HANDLERS; calls++) {
        if (handled == armed) { /* one at a time: a slow machine must get on, too */
            const struct itimerval soon = {{0, 0}, {0, 20 + armed % 80}};
            assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
            armed++;
        }
        use_everything(calls);
    }
    while (handled <= HANDLERS) { /* the last one may be on its way */
        (void)nanosleep(&(struct timespec){.tv_nsec = 100000}, NULL);
    }
    /* Sanitizers deliver signals late, where a call is going on; this one comes between two. */
    assert_int_equal(raise(SIGALRM), 0);
    assert_int_equal(sigaction(SIGALRM, &before, NULL), 0);
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    /* each handler begins four; events are counted beside states, and lost as they are */
    assert_int_equal(counts.states + counts.events + counts.dropped_signal,
                     3 * calls + 4 * handled);
    assert_true(counts.dropped_signal > 0);
    assert_in_range(flushed, 1, handled - 1); /* not amid a call */
    assert_int_equal(counts.dropped_io + counts.dropped_depth, 0);
    char *const text = finish();
    assert_int_equal(count_elements(text), counts.states);
    assert_non_null(strstr(text, ";signal:"));
    check_lines(text);
    free(text);
}

static void a_handler_amid_the_slots_does_not_touch_them(void **state)
{
    (void)state;
    hd_trace_open_state(trace);
    int64_t *const values = hd_trace_return_state(trace);
    values[0] = 1;
    handle(0);
    values[1] = 2;
    hd_trace_close_state(trace, shape, 0);
    assert_int_equal(hd_trace_get_counts(trace).states, 1);
    assert_int_equal(hd_trace_get_counts(trace).dropped_signal, 4);
    char *const text = finish();
    assert_non_null(strstr(text, "<Call i='1' k='2' time="));
    free(text);
}

static void a_handler_between_the_calls_is_recorded(void **state)
{
    (void)state;
    hd_trace_open_state(trace);
    handle(0);
    assert_non_null(hd_trace_return_state(trace));
    hd_trace_close_state(trace, shape, 3);
    char *const text = finish();
    assert_int_equal(count_elements(text), 4);
    assert_null(strstr(text, "signal"));
    check_lines(text);
    free(text);
}

static void a_forked_child_that_goes_on_writes_nothing(void **state)
{
    (void)state;
    record_call(0);
    hd_trace_begin_state(trace, "Outer");
    hd_trace_open_state(trace);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        (void)hd_trace_return_state(trace);
        hd_trace_close_state(trace, shape, 3);
        for (int i = 0; i < 5000; i++) {
            use_everything(i);
        }
        hd_trace_end_state(trace);
        const bool refused =
            hd_trace_flush(trace) == HD_STATE && hd_trace_set_property(trace, "x", "y") != HD_OK;
        const bool closed = hd_trace_destroy(trace) == HD_OK;
        /* and has traces of its own */
        hd_trace *own = NULL;
        static const char *const labels[] = {"n1", "1", "0"};
        const hd_topology_node *node = NULL;
        const bool made = hd_topology_get_node(topology, 3, labels, &node) == HD_OK &&
                          hd_trace_create(node, NULL, &own) == HD_OK;
        trace = own;
        record_call(7);
        _exit(refused && closed && made && hd_trace_destroy(own) == HD_OK ? 0 : 1);
    }
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    char *text = test_read("app_n1_0_0.trc", NULL);
    assert_int_equal(count_elements(text), 1);
    free(text);
    (void)hd_trace_return_state(trace);
    hd_trace_close_state(trace, shape, 3);
    hd_trace_end_state(trace);
    text = finish();
    assert_int_equal(count_elements(text), 3);
    check_lines(text);
    free(text);
    text = test_read("app_n1_1_0.trc", NULL);
    assert_int_equal(test_count(text, "<Call i='7'"), 1);
    assert_int_equal(test_count(text, "</Program>"), 1);
    free(text);
}

static void where_pages_cannot_be_cleared_forks_are_noticed_all_the_same(void **state)
{
    /* in a child, so that the way of the other tests stays what it is */
    const pid_t outer = fork();
    assert_true(outer >= 0);
    if (outer == 0) {
        hd__own_memory_use_handler();
        if (hd_trace_destroy(trace) != HD_OK ||
            hd_trace_create(test_node(topology), NULL, &trace) != HD_OK) {
            _exit(1);
        }
        record_call(0);
        const pid_t inner = fork();
        if (inner == 0) {
            record_call(1);
            _exit(0);
        }
        int status = 1;
        if (inner < 0 || waitpid(inner, &status, 0) != inner || status != 0) {
            _exit(2);
        }
        record_call(2);
        _exit(hd_trace_destroy(trace) == HD_OK ? 0 : 3);
    }
    int status = 1;
    assert_int_equal(waitpid(outer, &status, 0), outer);
    assert_int_equal(status, 0);
    char *text = test_read("app_n1_0_0.trc", NULL);
    assert_int_equal(test_count(text, "<Call i='0'"), 1);
    assert_int_equal(test_count(text, "<Call i='1'"), 0);
    assert_int_equal(test_count(text, "<Call i='2'"), 1);
    free(text);
    (void)state;
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static int (*grow)(int, off_t, off_t);
static hd_status amid;

/* Stands for a handler that calls exit(), where the program ends its traces. */
static int destroy_and_grow(int fd, off_t offset, off_t bytes)
{
    amid = hd_trace_destroy(trace);
    return grow(fd, offset, bytes);
}

static void a_trace_is_not_ended_amid_a_call(void **state)
{
    (void)state;
    grow = hd__system.reserve;
    amid = HD_OK;
    hd__system.reserve = destroy_and_grow;
    for (int i = 0; i < 5000; i++) {
        use_everything(i);
    }
    hd__system.reserve = grow;
    assert_int_equal(amid, HD_STATE);
    assert_int_equal(hd_trace_get_counts(trace).states, 3 * 5000);
    char *const text = finish();
    assert_int_equal(count_elements(text), 3 * 5000);
    check_lines(text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SIGNAL_TEST(handlers_that_trace_leave_the_file_well_formed),
        SIGNAL_TEST(a_handler_amid_the_slots_does_not_touch_them),
        SIGNAL_TEST(a_handler_between_the_calls_is_recorded),
        SIGNAL_TEST(a_trace_is_not_ended_amid_a_call),
        SIGNAL_TEST(a_forked_child_that_goes_on_writes_nothing),
        SIGNAL_TEST(where_pages_cannot_be_cleared_forks_are_noticed_all_the_same),
    };
    return cmocka_run_group_tests_name("trace and signals", tests, NULL, NULL);
}

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of a trace that somebody cuts under the running program: it goes on. And every other SIGBUS
 * ends where it would without the library. Each case is a process of its own, since the handler is
 * installed once. */
#include "support.h"

#include <errno.h>
#include <fcntl.h>
#include <hdtrace/trace.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

enum { BEFORE_MAX = 60000, AFTER = 60000, GOOD = 0, BAD = 99, HANDLED = 42 };

static hd__sys genuine;
static hd_topology *topology;

static hd_trace *create(const hd_trace_options *options)
{
    hd_trace *trace = NULL;
    topology = test_topology();
    if (hd_trace_create(test_node(topology), options, &trace) != HD_OK) {
        _exit(BAD);
    }
    return trace;
}

/* Gives back how a process ended that does so. */
static int run(void (*what)(const void *), const void *with)
{
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        (void)signal(SIGBUS, SIG_DFL); /* sanitizers and cmocka have one of their own */
        what(with);
        _exit(BAD);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return status;
}

static void expect_exit(int status, int code)
{
    if (!WIFEXITED(status) || WEXITSTATUS(status) != code) {
        fail_msg("ended with status 0x%x instead of exit %d", (unsigned)status, code);
    }
}

static void expect_bus_error(int status)
{
    if (!WIFSIGNALED(status) || WTERMSIG(status) != SIGBUS) {
        fail_msg("ended with status 0x%x instead of SIGBUS", (unsigned)status);
    }
}

/* --- cut files -------------------------------------------------------------------------------- */

static void write_states(hd_trace *trace, int count)
{
    const hd_template *shape = NULL;
    static const hd_attribute attributes[] = {{"size", HD_ATTRIBUTE_INT, NULL}};
    if (hd_template_create("Recv", 1, attributes, &shape) != HD_OK) {
        _exit(BAD);
    }
    for (int i = 0; i < count; i++) {
        if (i % 16 == 0) {
            hd_trace_begin_state(trace, "Send");
            hd_trace_add_int(trace, "i", i);
            hd_trace_end_state(trace);
        } else {
            hd_trace_open_state(trace);
            hd_trace_return_state(trace)[0] = i;
            hd_trace_close_state(trace, shape, 0);
        }
    }
}

typedef struct cut {
    hd_trace_options options;
    int states;  /* written before */
    off_t bytes; /* that are left */
} cut;

static void cut_file(const char *name, off_t bytes)
{
    if (truncate(test_path(name), bytes) != 0 && errno != ENOENT) {
        _exit(BAD);
    }
}

static void be_cut(const void *with)
{
    const cut *const how = with;
    hd_trace *const trace = create(&how->options);
    write_states(trace, how->states);
    cut_file("app_n1_0_0.trc", how->bytes);
    cut_file("app_n1_0_0.trc.tail", how->bytes);
    cut_file("app_n1_0_0.trc.zst", how->bytes);
    cut_file("app_n1_0_0.trc.idx", how->bytes);
    cut_file("app_n1_0_0.ring", how->bytes);
    write_states(trace, AFTER);
    const hd_status flushed = hd_trace_flush(trace); /* where the ring was cut, the text is not */
    write_states(trace, AFTER);
    const hd_trace_counts counts = hd_trace_get_counts(trace);
    const uint64_t all = (uint64_t)how->states + 2 * (uint64_t)AFTER;
    const bool flush_told = flushed == HD_IO || how->options.mode == HD_TRACE_RING ||
                            how->options.limit_action == HD_LIMIT_LAST;
    const bool counted =
        counts.dropped_io > 0 && counts.states + counts.dropped_io + counts.overwritten <= all;
    const bool told = hd_trace_destroy(trace) == HD_IO;
    hd_topology_destroy(topology);
    _exit(counted && told && flush_told ? GOOD : BAD);
}

static void cut_in_all_ways(hd_trace_options options)
{
    static const int states[] = {0, 10, 3000, BEFORE_MAX};
    static const off_t lengths[] = {0, 1, 5000, 100000};
    options.buffer_bytes = options.buffer_bytes == 0 ? 262144 : options.buffer_bytes;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++) {
        for (size_t k = 0; k < sizeof lengths / sizeof *lengths; k++) {
            const cut how = {options, states[i], lengths[k]};
            const int status = run(be_cut, &how);
            if (status != 0) {
                fail_msg("%d states, cut to %d bytes: status 0x%x", states[i], (int)lengths[k],
                         (unsigned)status);
            }
        }
    }
}

static void a_program_outlives_its_cut_trace(void **state)
{
    (void)state;
    cut_in_all_ways((hd_trace_options){.index = true});
    cut_in_all_ways((hd_trace_options){.index = true, .compress = HD_TRACE_ZSTD});
}

static void a_program_outlives_its_cut_ring(void **state)
{
    (void)state;
    cut_in_all_ways((hd_trace_options){.index = true, .mode = HD_TRACE_RING});
    cut_in_all_ways((hd_trace_options){.mode = HD_TRACE_RING, .ring_bytes = 64 << 20});
    cut_in_all_ways((hd_trace_options){.limit_bytes = 1 << 20, .limit_action = HD_LIMIT_LAST});
}

/* --- other bus errors ------------------------------------------------------------------------- */

static char *map_and_cut(void)
{
    const int fd = open(test_path("own"), O_RDWR | O_CREAT, 0600);
    if (fd < 0 || ftruncate(fd, 65536) != 0) {
        _exit(BAD);
    }
    char *const base = mmap(NULL, 65536, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (base == MAP_FAILED || ftruncate(fd, 0) != 0) {
        _exit(BAD);
    }
    return base;
}

static void trace_something(void)
{
    write_states(create(NULL), 10);
}

static void fault_on_own_file(const void *unused)
{
    (void)unused;
    trace_something();
    *map_and_cut() = 'x';
}

static void fault_after_unmapping(const void *unused)
{
    (void)unused;
    hd_trace *const trace = create(NULL);
    write_states(trace, 10);
    (void)hd_trace_destroy(trace);
    *map_and_cut() = 'x'; /* where the trace was, mostly */
}

static void send(const void *unused)
{
    (void)unused;
    trace_something();
    (void)kill(getpid(), SIGBUS);
}

static sigjmp_buf back;
static char *expected;

static void leave(int number, siginfo_t *info, void *context)
{
    (void)context;
    siglongjmp(back, number == SIGBUS && info->si_addr == expected ? 1 : 2);
}

static void leave_simply(int number)
{
    siglongjmp(back, number == SIGBUS ? 1 : 2);
}

/* The program's handler is asked for a fault of its own, as often as there is one. */
static void fault_and_come_back(void)
{
    for (int i = 0; i < 3; i++) {
        const int came = sigsetjmp(back, 1);
        if (came == 0) {
            expected = map_and_cut();
            *expected = 'x';
        }
        if (came != 1) {
            _exit(BAD);
        }
    }
    _exit(HANDLED);
}

static void install(const void *flags)
{
    struct sigaction action = {.sa_flags = *(const int *)flags};
    if ((action.sa_flags & SA_SIGINFO) != 0) {
        action.sa_sigaction = leave;
    } else {
        action.sa_handler = leave_simply;
    }
    if (sigaction(SIGBUS, &action, NULL) != 0) {
        _exit(BAD);
    }
}

static void handle_before(const void *flags)
{
    install(flags);
    trace_something();
    fault_and_come_back();
}

static void handle_later(const void *flags)
{
    trace_something();
    install(flags);
    fault_and_come_back();
}

static void ignore_one_that_is_sent(const void *unused)
{
    (void)unused;
    (void)signal(SIGBUS, SIG_IGN);
    trace_something();
    (void)kill(getpid(), SIGBUS);
    _exit(HANDLED);
}

/* A fault can't be ignored, and it does not come again and again. */
static void ignore_a_fault(const void *unused)
{
    (void)signal(SIGBUS, SIG_IGN);
    fault_on_own_file(unused);
}

static void other_bus_errors_end_the_program(void **state)
{
    (void)state;
    expect_bus_error(run(fault_on_own_file, NULL));
    expect_bus_error(run(fault_after_unmapping, NULL));
    expect_bus_error(run(send, NULL));
    expect_bus_error(run(ignore_a_fault, NULL));
}

static void handlers_of_the_program_are_asked(void **state)
{
    (void)state;
    static const int simple = 0;
    static const int informed = SA_SIGINFO;
    expect_exit(run(handle_before, &simple), HANDLED);
    expect_exit(run(handle_before, &informed), HANDLED);
    expect_exit(run(handle_later, &simple), HANDLED);
    expect_exit(run(handle_later, &informed), HANDLED);
    expect_exit(run(ignore_one_that_is_sent, NULL), HANDLED);
}

/* Real files: they are never mapped by the replaced calls alone. */
static int setup(void **state)
{
    const int result = test_setup(state);
    hd__system = genuine;
    return result;
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, test_teardown)

int main(void)
{
    genuine = hd__system;
    const struct CMUnitTest tests[] = {
        TEST(a_program_outlives_its_cut_trace),
        TEST(a_program_outlives_its_cut_ring),
        TEST(other_bus_errors_end_the_program),
        TEST(handlers_of_the_program_are_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

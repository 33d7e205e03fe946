/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process in ring mode is killed at random moments, and so is who brings its trace up to date
 * afterwards: nothing that had ended is lost, nothing is doubled. The calls depend on a seed and
 * the clock ticks evenly, so the text must be the beginning of what an undisturbed process writes.
 */
#include "clock_pin.h"
#include "random_calls.h"
#include "support.h"

#include <fcntl.h>
#include <hdtrace/clock.h>
#include <hdtrace/ring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { BUFFER = 64 * 1024, RING = 1 << 20, STEPS = 6000, ROUNDS = 200, PAGE = 4096 };

enum { FIRST = RING / 16 + 264 * 1024 }; /* of a ring's file, before it grows: head and slots */

static const char trace_name[] = "app_n1_0_0.trc";
static const char ring_name[] = "app_n1_0_0.ring";

/* What the child has done so far; outlives it. */
static _Atomic uint64_t *done;

static uint64_t dice;

static const char *merge_program;

static unsigned roll(unsigned sides)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(dice >> 33) % sides;
}

/* `last`: the process kills itself behind so many steps, however fast it is. */
static void record(hd_trace_mode mode, size_t ring_bytes, uint64_t seed, unsigned last)
{
    hd_topology *const topology = test_topology();
    const hd_trace_options options = {
        .buffer_bytes = BUFFER, .mode = mode, .ring_bytes = ring_bytes};
    test_sys.clock_ns = 0;
    hd__clock_unpin();
    assert_int_equal(hd_clock_select(HD_CLOCK_MONOTONIC), HD_OK);
    hd_trace *const trace = random_calls_create(test_node(topology), &options);
    random_calls calls = {.seed = seed, .longest = 20000, .told = done};
    for (unsigned i = 0; i < STEPS; i++) {
        random_calls_step(&calls, trace);
        if (i == last) {
            (void)kill(getpid(), SIGKILL);
        }
    }
    random_calls_finish(&calls, trace);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

/* Whether the child died of its alarm; else it had ended before. */
static bool dies(pid_t child)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) ? WTERMSIG(status) == SIGALRM : WEXITSTATUS(status) == 0);
    return WIFSIGNALED(status);
}

/* Bytes of a file; 0 when there is none. */
static off_t get_size(const char *name)
{
    struct stat file = {0};
    return stat(test_path(name), &file) == 0 ? file.st_size : 0;
}

/* States and events in a text, without those that were skipped, which the caller does not count. */
static uint64_t count_entries(const char *text)
{
    uint64_t count = 0;
    for (const char *line = strchr(text, '\n'); line != NULL; line = strchr(line + 1, '\n')) {
        const char *at = line + 1 + strspn(line + 1, "\t");
        count += *at == '<' && at[1] != '/' && strncmp(at, "<Nested>", 8) != 0 &&
                 strncmp(at, "<Skipped ", 9) != 0;
    }
    return count;
}

/* Bring the trace up to date, being killed now and then. */
static unsigned convert(unsigned span)
{
    unsigned kills = 0;
    for (; roll(3) != 0 && access(test_path(ring_name), F_OK) == 0; kills++) {
        const unsigned life = roll(span / 8);
        const pid_t child = fork();
        if (child == 0) {
            test_die_in(life);
            _exit(hd_ring_convert(test_path(ring_name), NULL) == HD_OK ? 0 : 1);
        }
        (void)dies(child);
    }
    if (access(test_path(ring_name), F_OK) == 0) {
        assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
    }
    return kills;
}

static void nothing_is_lost_or_doubled(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    dice = seed;
    const int fd = hd__system.open(test_path("done"), O_RDWR | O_CREAT);
    assert_int_equal(hd__system.truncate(fd, PAGE), 0);
    void *const shared = hd__system.map(fd, 0, PAGE);
    assert_non_null(shared);
    done = shared;
    const clock_t begin = clock();
    record(HD_TRACE_RING, 0, seed, STEPS);
    unsigned span = (unsigned)((clock() - begin) * 1000000 / CLOCKS_PER_SEC) + 1000;
    record(HD_TRACE_DIRECT, 0, seed, STEPS);
    char *const whole = test_read(trace_name, NULL);
    unsigned killed = 0;
    unsigned killed_again = 0;
    unsigned grown = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        *done = 0;
        (void)unlink(test_path(trace_name));
        const bool alone = round % 4 == 1;
        const unsigned last = alone ? STEPS / 2 + roll(STEPS / 2) : STEPS;
        const unsigned life = roll(span);
        const pid_t child = fork();
        if (child == 0) {
            if (!alone) {
                test_die_in(life);
            }
            record(HD_TRACE_RING, (uint64_t)(round % 2) * RING, seed,
                   last); /* every other one grows */
            _exit(0);
        }
        if (alone) {
            assert_int_equal(waitpid(child, NULL, 0), child);
        } else {
            span = test_adapt_span(span, dies(child));
        }
        if (access(test_path(trace_name), F_OK) != 0) {
            continue; /* it had not even begun */
        }
        killed += access(test_path(ring_name), F_OK) == 0;
        grown += get_size(ring_name) > FIRST;
        killed_again += convert(span);
        assert_int_not_equal(access(test_path(ring_name), F_OK), 0);
        char *const text = test_read(trace_name, NULL);
        const size_t bytes = strlen(text);
        assert_in_range(count_entries(text), *done, *done + 1);
        assert_int_equal(strncmp(text, whole, bytes), 0);
        if (bytes > 0 && text[bytes - 1] != '\n') {
            fail_msg("round %u: %zu bytes for %llu entries end with \"%s\"", round, bytes,
                     (unsigned long long)*done, bytes < 120 ? text : text + bytes - 120);
        }
        free(text);
    }
    print_message("%u of %u were killed while they recorded, %u with a ring that had grown; "
                  "conversions %u times\n",
                  killed, (unsigned)ROUNDS, grown, killed_again);
    assert_true(killed >= ROUNDS / 4);
    assert_true(grown >= ROUNDS / 4);
    free(whole);
    hd__system.unmap(shared, PAGE);
    (void)hd__system.close(fd);
}

/* Exit status of `hdtrace-merge --rings` on the test's folder. */
static int merge(void)
{
    const pid_t child = fork();
    if (child == 0) {
        (void)close(STDOUT_FILENO);
        (void)close(STDERR_FILENO);
        (void)execl(merge_program, merge_program, "--rings", test_folder(), (char *)NULL);
        _exit(127);
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* The index beside a trace has its last record, which names the trace's length. */
static void assert_index_is_whole(size_t trace_bytes)
{
    enum { END_RECORD = 5 + 24 };
    size_t bytes = 0;
    char *const index = test_read("app_n1_0_0.trc.idx", &bytes);
    assert_true(bytes > END_RECORD);
    const unsigned char *const end = (const unsigned char *)index + bytes - END_RECORD;
    assert_int_equal(end[0], 'E');
    uint64_t length = 0;
    for (unsigned i = 0; i < 8; i++) {
        length = length << 8 | end[5 + i];
    }
    assert_int_equal(length, trace_bytes);
    free(index);
}

static void the_program_leaves_rings_of_living_processes_alone(void **state)
{
    (void)state;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        hd_topology *const topology = test_topology();
        const hd_trace_options options = {.mode = HD_TRACE_RING, .index = true};
        hd_trace *const trace = random_calls_create(test_node(topology), &options);
        hd_trace_begin_state(trace, "Ended");
        hd_trace_end_state(trace);
        hd_trace_begin_state(trace, "Open");
        (void)!write(ready[1], "", 1);
        (void)alarm(900); /* should the test fail before it kills this process */
        (void)pause();
    }
    char byte = 0;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    assert_int_equal(merge(), 0);
    assert_int_equal(access(test_path(ring_name), F_OK), 0);
    char *text = test_read(trace_name, NULL);
    assert_null(strstr(text, "Ended"));
    free(text);
    (void)kill(child, SIGKILL);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_int_equal(merge(), 0);
    assert_int_not_equal(access(test_path(ring_name), F_OK), 0);
    size_t bytes = 0;
    text = test_read(trace_name, &bytes);
    assert_index_is_whole(bytes);
    assert_non_null(strstr(text, ">\n<Ended time="));
    assert_null(strstr(text, "Open"));
    free(text);
    (void)close(ready[0]);
    (void)close(ready[1]);
}

static void a_ring_that_is_listed_and_then_gone_is_no_failure(void **state)
{
    (void)state;
    assert_int_equal(symlink("nothing", test_path(ring_name)), 0);
    assert_int_equal(merge(), 0);
}

static void the_program_tells_of_rings_that_it_can_not_use(void **state)
{
    (void)state;
    FILE *const out = fopen(test_path(ring_name), "wb");
    assert_non_null(out);
    (void)fprintf(out, "this is no ring, whatever its name says");
    assert_int_equal(fclose(out), 0);
    assert_int_equal(merge(), 1);
    assert_int_equal(access(test_path(ring_name), F_OK), 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_lost_or_doubled),
        TEST(the_program_leaves_rings_of_living_processes_alone),
        TEST(a_ring_that_is_listed_and_then_gone_is_no_failure),
        TEST(the_program_tells_of_rings_that_it_can_not_use),
    };
    if (argc != 2) {
        (void)fputs("usage: hdtrace-ring_kill MERGE\n", stderr);
        return 2;
    }
    merge_program = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}

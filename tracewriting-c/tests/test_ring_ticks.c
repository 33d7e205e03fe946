/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traces whose times are noted in ticks of the processor's counter, which is one that the test
 * turns: the text tells what the clock told at that moment, in every mode, over many lines of the
 * clock, round the ring, and after a death. */
#include "clock_pin.h"
#include "random_calls.h"
#include "support.h"

#include <hdtrace/ring.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

enum { BUFFER = 64 * 1024, STATES = 20000, STEPS = 5000, ROUNDS = 40, DEPTH = 12 };

static const char trace_name[] = "app_n1_0_0.trc";
static const char ring_name[] = "app_n1_0_0.ring";

/* --- the world -------------------------------------------------------------------------------- */

static int64_t world_ns;
static double world_ticks;
static double wander_ppm;
static uint64_t dice;

uint64_t hd__test_counter(void);

uint64_t hd__test_counter(void)
{
    return (uint64_t)world_ticks;
}

static int64_t read_clock(hd__clock_id id)
{
    return id == HD__CLOCK_WALL ? TEST_EPOCH * SECOND : world_ns;
}

static unsigned roll(unsigned sides)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(dice >> 33) % sides;
}

/* Mostly some microseconds; now and then so long that lines of the clock end, or many would. */
static void wait_a_little(void)
{
    const unsigned kind = roll(1000);
    const unsigned ns = kind == 0   ? 2000000000U
                        : kind < 10 ? roll(400000000)
                        : kind < 60 ? roll(2000000)
                                    : roll(5000);
    world_ns += ns;
    world_ticks += (double)ns * 2.4 * (1 + wander_ppm / 1e6);
    wander_ppm += (double)roll(3) * 0.5 - 0.5;
}

static void begin_world(uint64_t seed)
{
    dice = seed;
    world_ns = 77 * SECOND;
    world_ticks = 1e12;
    wander_ppm = 0;
    hd__system.clock = read_clock;
    hd__clock_unpin();
    assert_int_equal(hd_clock_select(HD_CLOCK_TSC), HD_OK);
}

/* --- what the clock told ---------------------------------------------------------------------- */

static int64_t told_at_open[DEPTH];

static const hd_template *get_shape(void)
{
    static const hd_attribute attributes[] = {{"number", HD_ATTRIBUTE_INT, NULL},
                                              {"a", HD_ATTRIBUTE_INT, NULL},
                                              {"b", HD_ATTRIBUTE_INT, NULL}};
    static const hd_template *shape;
    if (shape == NULL) {
        assert_int_equal(hd_template_create("Timed", 3, attributes, &shape), HD_OK);
    }
    return shape;
}

static int64_t tell(void)
{
    return hd_clock_get_ns() - TEST_EPOCH * SECOND;
}

static void close_one(hd_trace *trace, unsigned depth, int64_t number)
{
    const int64_t end = tell();
    int64_t *const values = hd_trace_return_state(trace);
    wait_a_little(); /* counts for nothing */
    values[0] = number;
    values[1] = told_at_open[depth];
    values[2] = end;
    hd_trace_close_state(trace, get_shape(), roll(8) == 0 ? UINT64_C(1) << 40 : 0);
}

/* So many states, nested at random; those left open are closed. */
static void record_told(hd_trace *trace, int64_t states)
{
    unsigned depth = 0;
    for (int64_t number = 0; number < states || depth > 0;) {
        wait_a_little();
        if (depth < DEPTH && number + depth < states && roll(2) == 0) {
            told_at_open[depth++] = tell();
            hd_trace_open_state(trace);
        } else if (depth > 0) {
            close_one(trace, --depth, number++);
        }
    }
}

/* Check the times of all states of the text; gives back the number of the last, *count theirs. None
 * between two is missing, unless short ones are left out. */
static int64_t check_told(const char *text, bool gaps, int64_t *count)
{
    int64_t last = -1;
    *count = 0;
    for (const char *at = test_find(text, "<Timed "); at != NULL;
         at = test_find(at + 1, "<Timed ")) {
        long long number = 0, a = 0, b = 0, time_s = 0, time_ns = 0, end_s = 0, end_ns = 0;
        char line[256]; /* sscanf would count all that follows */
        (void)snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n") + 1, at);
        /* NOLINTNEXTLINE(cert-err34-c): what it misreads does not agree below */
        assert_int_equal(sscanf(line,
                                "<Timed number='%lld' a='%lld' b='%lld' time='%lld.%lld' "
                                "end='%lld.%lld'/>\n",
                                &number, &a, &b, &time_s, &time_ns, &end_s, &end_ns),
                         7);
        assert_true(*count == 0 || number == last + 1 || (gaps && number > last));
        assert_int_equal(time_s * SECOND + time_ns, a);
        assert_int_equal(end_s * SECOND + end_ns, b);
        last = number;
        ++*count;
    }
    return last;
}

static const hd_trace_options modes[] = {
    {.buffer_bytes = BUFFER},
    {.buffer_bytes = BUFFER, .mode = HD_TRACE_RING},
    {.buffer_bytes = BUFFER, .mode = HD_TRACE_RING, .min_duration_ns = 1},
    {.limit_bytes = (uint64_t)3 * BUFFER, .limit_action = HD_LIMIT_LAST},
};

enum { MODES = sizeof modes / sizeof modes[0], LAST = MODES - 1 };

static void the_text_tells_what_the_clock_told(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    for (unsigned mode = 0; mode < MODES; mode++) {
        begin_world(seed);
        hd_topology *const topology = test_topology();
        hd_trace *const trace = random_calls_create(test_node(topology), &modes[mode]);
        record_told(trace, STATES);
        const hd_trace_counts counts = hd_trace_get_counts(trace);
        assert_int_equal(hd_trace_destroy(trace), HD_OK);
        hd_topology_destroy(topology);
        assert_true(hd__ticks.current > 30);
        char *const text = test_read(trace_name, NULL);
        int64_t count = 0;
        const int64_t last = check_told(text, modes[mode].min_duration_ns > 0, &count);
        assert_true(last == STATES - 1 || modes[mode].min_duration_ns > 0);
        assert_int_equal(count + (int64_t)(counts.overwritten + counts.short_states), STATES);
        assert_true(mode == LAST ? counts.overwritten > STATES / 2 : count > STATES / 2);
        free(text);
    }
}

/* The process ends at random moments without closing its trace. */
static void what_is_made_text_after_a_death_tells_it_too(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    dice = seed;
    for (unsigned round = 0; round < ROUNDS; round++) {
        const hd_trace_options *const options = &modes[round % 2 == 0 ? 1 : LAST];
        dice = seed + round;
        const int64_t states = 1 + roll(STATES / 4);
        const pid_t child = fork();
        if (child == 0) {
            begin_world(seed * 3 + round);
            hd_trace *const trace = random_calls_create(test_node(test_topology()), options);
            record_told(trace, states);
            (void)kill(getpid(), SIGKILL);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
        char *const text = test_read(trace_name, NULL);
        int64_t count = 0;
        assert_int_equal(check_told(text, false, &count), states - 1);
        assert_true(count == states || options->limit_bytes > 0);
        free(text);
    }
}

/* --- the same bytes --------------------------------------------------------------------------- */

/* `last`: the process kills itself behind so many steps, however fast it is. */
static void record_random(const hd_trace_options *options, uint64_t seed, unsigned last)
{
    begin_world(seed + 1);
    hd_topology *const topology = test_topology();
    hd_trace *const trace = random_calls_create(test_node(topology), options);
    random_calls calls = {.seed = seed, .longest = 20000};
    for (unsigned i = 0; i < STEPS; i++) {
        wait_a_little();
        random_calls_step(&calls, trace);
        if (i == last) {
            (void)kill(getpid(), SIGKILL);
        }
    }
    random_calls_finish(&calls, trace);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static void direct_and_ring_write_the_same_bytes(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    for (uint64_t i = 0; i < 4; i++) {
        hd_trace_options options = {.buffer_bytes = BUFFER,
                                    .min_duration_ns = i % 2 == 1 ? 3000 : 0};
        record_random(&options, seed + i, STEPS);
        char *const one = test_read(trace_name, NULL);
        options.mode = HD_TRACE_RING;
        record_random(&options, seed + i, STEPS);
        char *const other = test_read(trace_name, NULL);
        assert_true(strlen(one) > (size_t)(i % 2 == 1 ? 10 : 50) * STEPS);
        assert_string_equal(one, other);
        free(one);
        free(other);
    }
}

static void a_process_that_is_killed_leaves_the_beginning_of_them(void **state)
{
    (void)state;
    const uint64_t seed = test_seed();
    hd_trace_options options = {.buffer_bytes = BUFFER};
    record_random(&options, seed, STEPS);
    char *const whole = test_read(trace_name, NULL);
    options.mode = HD_TRACE_RING;
    const clock_t begin = clock();
    record_random(&options, seed, STEPS);
    unsigned span = (unsigned)((clock() - begin) * 1000000 / CLOCKS_PER_SEC) + 1000;
    unsigned killed = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        (void)unlink(test_path(trace_name));
        dice = seed + round;
        const bool alone = round % 2 == 1; /* dies by its own hand: that is amid its calls */
        const unsigned last = alone ? roll(STEPS) : STEPS;
        const unsigned life = roll(span);
        const pid_t child = fork();
        if (child == 0) {
            if (!alone) {
                test_die_in(life);
            }
            record_random(&options, seed, last);
            _exit(0);
        }
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        if (!alone) {
            span = test_adapt_span(span, WIFSIGNALED(status));
        }
        if (access(test_path(ring_name), F_OK) != 0) {
            assert_false(alone);
            continue;
        }
        killed++;
        assert_int_equal(hd_ring_convert(test_path(ring_name), NULL), HD_OK);
        char *const text = test_read(trace_name, NULL);
        assert_true(text == NULL || strncmp(text, whole, strlen(text)) == 0);
        free(text);
    }
    print_message("%u of %u were killed while they recorded\n", killed, (unsigned)ROUNDS);
    assert_true(killed >= ROUNDS / 2);
    free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_text_tells_what_the_clock_told),
        TEST(what_is_made_text_after_a_death_tells_it_too),
        TEST(direct_and_ring_write_the_same_bytes),
        TEST(a_process_that_is_killed_leaves_the_beginning_of_them),
    };
    return cmocka_run_group_tests_name("ring_ticks", tests, NULL, NULL);
}

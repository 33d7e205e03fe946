/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Compressed traces that are read while they are written: each reading gives the beginning of what
 * will be the whole text, and never less than the one before. */
#include "../read/stream.h"
#include "support.h"

#include <hdtrace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define MIB (INT64_C(1) << 20)
enum { TEXT_MAX = 48 * MIB, ROUNDS = 20, ROUND_STATES = 30000 };

static hd__sys genuine;
static hd_topology *topology;
static _Atomic off_t punched;
static int states_written;

/* --- the writer ------------------------------------------------------------------------------- */

static int count_punch(int fd, off_t offset, off_t bytes)
{
    const int result = genuine.punch(fd, offset, bytes);
    punched += bytes;
    return result;
}

/* As test_setup, but only with replacements that the helper thread may share. */
static int setup(void **state)
{
    const int result = test_setup(state);
    const hd__sys fakes = hd__system;
    hd__system = genuine;
    hd__system.clock = fakes.clock;
    hd__system.open = fakes.open;
    hd__system.punch = count_punch;
    punched = 0;
    states_written = 0;
    return result;
}

static hd_trace *create(void)
{
    const hd_trace_options options = {.buffer_bytes = 65536, .compress = HD_TRACE_ZSTD};
    hd_trace *trace = NULL;
    topology = test_topology();
    assert_int_equal(hd_trace_create(test_node(topology), &options, &trace), HD_OK);
    return trace;
}

static void destroy(hd_trace *trace)
{
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static void write_states(hd_trace *trace, int count)
{
    for (int i = 0; i < count; i++) {
        hd_trace_begin_state(trace, "Send");
        hd_trace_add_int(trace, "i", states_written);
        hd_trace_add_int(trace, "size", states_written * INT64_C(7919) % 100003);
        hd_trace_end_state(trace);
        states_written++;
    }
}

/* Until the helper took so much more of the tail; it has written the frames then. */
static void write_until_punched(hd_trace *trace, off_t bytes)
{
    const off_t goal = punched + bytes;
    write_states(trace, (int)(bytes + 2 * MIB) / 50);
    for (int tries = 0; tries < 6000 && punched < goal; tries++) {
        (void)nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    assert_true(punched >= goal);
}

/* --- the reader ------------------------------------------------------------------------------- */

typedef struct reading {
    hd__stream *stream;
    char *text;
    size_t bytes;
} reading;

static void begin(reading *one)
{
    *one = (reading){.text = malloc(TEXT_MAX)};
    assert_non_null(one->text);
    assert_int_equal(hd__stream_open(&one->stream, test_path("app_n1_0_0.trc")), 0);
}

/* One step; false at the end. */
static bool read_step(reading *one, size_t most)
{
    bool system = false;
    const size_t room = TEXT_MAX - one->bytes;
    const ssize_t got =
        hd__stream_read(one->stream, one->text + one->bytes, most < room ? most : room, &system);
    assert_true(got >= 0);
    one->bytes += (size_t)got;
    return got > 0;
}

/* What counts: whole lines, and nothing behind room that is not used. */
static void end(reading *one)
{
    hd__stream_close(one->stream);
    const char *const nul = memchr(one->text, '\0', one->bytes);
    one->bytes = nul != NULL ? (size_t)(nul - one->text) : one->bytes;
    while (one->bytes > 0 && one->text[one->bytes - 1] != '\n') {
        one->bytes--;
    }
    one->text[one->bytes] = '\0';
}

static void read_rest(reading *one)
{
    while (read_step(one, 200000)) {
    }
    end(one);
}

static void expect_states(const reading *one, int states, bool complete)
{
    assert_int_equal(test_count(one->text, "<Send i="), states);
    assert_int_equal(test_count(one->text, "\n"), states + 1 + complete);
    assert_int_equal(test_count(one->text, "</Program>\n"), complete);
}

/* Must begin with all that the one before had; that one is freed. */
static void expect_beginning(const reading *one, const reading *before)
{
    assert_true(one->bytes >= before->bytes);
    assert_true(before->bytes == 0 || memcmp(one->text, before->text, before->bytes) == 0);
    free(before->text);
}

/* --- tests ------------------------------------------------------------------------------------ */

/* The reader stops at `stop` bytes of the text while the writer goes on and takes the room back. */
static void stop_amid(size_t stop, bool closes)
{
    punched = 0;
    states_written = 0;
    hd_trace *const trace = create();
    reading one;
    write_until_punched(trace, MIB);
    begin(&one);
    while (one.bytes < stop && read_step(&one, stop - one.bytes)) {
    }
    write_until_punched(trace, 4 * MIB);
    if (closes) {
        destroy(trace);
        read_rest(&one);
        expect_states(&one, states_written, true);
    } else {
        read_rest(&one);
        expect_states(&one, states_written, false);
        destroy(trace);
    }
    free(one.text);
}

static void a_reader_that_stops_finds_what_became_frames(void **state)
{
    (void)state;
    /* in the head, in a frame, at the end of one, in the tail */
    static const size_t stops[] = {0, 10, 70000, MIB, MIB + 4321, 2 * MIB + 777777};
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        stop_amid(stops[i], false);
        stop_amid(stops[i], true);
    }
}

static void a_reader_that_comes_before_the_frames_finds_them(void **state)
{
    (void)state;
    for (int missing = 0; missing < 2; missing++) {
        hd_trace *const trace = create();
        reading one;
        char moved[4096];
        (void)snprintf(moved, sizeof moved, "%s", test_path("moved"));
        if (missing) { /* the tail is made first */
            assert_int_equal(rename(test_path("app_n1_0_0.trc.zst"), moved), 0);
        }
        begin(&one);
        if (missing) {
            assert_int_equal(rename(moved, test_path("app_n1_0_0.trc.zst")), 0);
        }
        write_until_punched(trace, 4 * MIB);
        read_rest(&one);
        expect_states(&one, states_written, false);
        free(one.text);
        destroy(trace);
        states_written = 0;
    }
}

/* A round of the writer begins when the reader is amid a reading. */
static void write_rounds(int tokens)
{
    char token = 0;
    hd_trace *const trace = create();
    for (int i = 0; i < ROUNDS && read(tokens, &token, 1) == 1; i++) {
        write_states(trace, ROUND_STATES);
    }
    _exit(hd_trace_destroy(trace) == HD_OK ? 0 : 1);
}

/* The token is given at some byte of what there was before. */
static void read_amid(reading *one, int tokens, size_t at, size_t most)
{
    bool given = false;
    begin(one);
    do {
        if (!given && one->bytes >= at) {
            given = true;
            (void)!write(tokens, "", 1); /* refused after the last round */
            (void)nanosleep(&(struct timespec){0, 20000000}, NULL);
        }
    } while (read_step(one, most));
    end(one);
}

static pid_t start_writer(int *tokens)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    const pid_t child = fork();
    if (child == 0) {
        (void)close(ends[1]);
        write_rounds(ends[0]);
    }
    (void)close(ends[0]);
    *tokens = ends[1];
    char *there = NULL;
    while ((there = test_read("app_n1_0_0.trc.zst", NULL)) == NULL) {
        (void)nanosleep(&(struct timespec){0, 1000000}, NULL);
    }
    free(there);
    return child;
}

static void each_reading_goes_on_where_the_one_before_ended(void **state)
{
    (void)state;
    (void)signal(SIGPIPE, SIG_IGN);
    unsigned seed = 20260801;
    int tokens = -1;
    reading before = {.bytes = 0};
    const pid_t child = start_writer(&tokens);
    for (int i = 0; i < ROUNDS; i++) {
        reading now;
        seed = seed * 1103515245 + 12345;
        const size_t back =
            (seed >> 4) % (size_t)(i % 2 == 0 ? TEXT_MAX : MIB); /* half are in the tail */
        read_amid(&now, tokens, before.bytes - (back < before.bytes ? back : before.bytes),
                  1000 + (seed >> 8) % 30000);
        expect_beginning(&now, &before);
        before = now;
    }
    int status = -1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    (void)close(tokens);
    reading last;
    begin(&last);
    read_rest(&last);
    expect_beginning(&last, &before);
    expect_states(&last, ROUNDS * ROUND_STATES, true);
    free(last.text);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, test_teardown)

int main(void)
{
    genuine = hd__system;
    const struct CMUnitTest tests[] = {
        TEST(a_reader_that_stops_finds_what_became_frames),
        TEST(a_reader_that_comes_before_the_frames_finds_them),
        TEST(each_reading_goes_on_where_the_one_before_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

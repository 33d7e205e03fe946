/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ring as a file: what goes in comes out, in order, whatever the sizes; and nothing that can
 * stand in such a file makes a reader leave it. */
#include "ring.h"
#include "ring_owner.h"
#include "support.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLOTS = 64 * 1024 };

static const hd_attribute attributes[] = {{"size", HD_ATTRIBUTE_INT, NULL},
                                          {"x", HD_ATTRIBUTE_DOUBLE, NULL},
                                          {"mode", HD_ATTRIBUTE_CONSTANT, "a<b"},
                                          {"bytes", HD_ATTRIBUTE_UINT, NULL}};

static hd__ring_map map;
static hd__ring ring;
static const hd_template *shapes[2];

/* What was put in, by serial number, which stands in each record's start. */
static uint64_t next_in;
static uint64_t next_out;
static bool failing; /* nothing can be converted */

static unsigned hash(uint64_t number)
{
    return (unsigned)((number * UINT64_C(0x9e3779b97f4a7c15)) >> 40);
}

static size_t text_bytes(uint64_t serial)
{
    return hash(serial + 77) % (hash(serial) % 64 == 0 ? 12000 : 300);
}

static void check_record(const hd__ring_record *record)
{
    const uint64_t serial = (uint64_t)record->start_ns;
    const unsigned kind = hash(serial) % 4;
    assert_int_equal(record->end_ns, serial + 5);
    assert_int_equal(record->depth, hash(serial) % 1024);
    if (kind == 0) {
        assert_int_equal(record->kind, HD__RING_TEXT);
        assert_int_equal(record->size, text_bytes(serial));
        assert_int_equal(record->bytes, -(int64_t)serial);
        for (size_t i = 0; i < record->size; i++) {
            assert_int_equal(record->text[i], (char)('a' + serial % 26));
        }
        return;
    }
    assert_int_equal(record->kind, HD__RING_STATE);
    assert_int_equal(record->number, shapes[kind % 2]->id);
    assert_int_equal(record->count, shapes[kind % 2]->count);
    assert_int_equal(record->absent, kind == 3 ? serial | 1 : 0);
    for (size_t i = 0; i < record->count; i++) {
        assert_int_equal(record->values[i], serial * 10 + i);
    }
}

static bool take(void *context, size_t most)
{
    (void)context;
    hd__ring_record record;
    const uint64_t end = hd__ring_get(&ring.map, HD__RING_COMMITTED);
    for (; most > 0 && !failing; most--) {
        const hd__ring_step step = hd__ring_read(&ring.map, end, &ring.first, &record);
        assert_int_not_equal(step, HD__RING_DAMAGED);
        if (step == HD__RING_END) {
            break;
        }
        assert_int_equal(record.start_ns, next_out);
        check_record(&record);
        next_out++;
    }
    return !failing;
}

static hd__ring_result put(uint64_t serial)
{
    static char text[16384];
    const unsigned kind = hash(serial) % 4;
    const unsigned depth = hash(serial) % 1024;
    const int64_t start = (int64_t)serial;
    if (kind == 0) {
        memset(text, (char)('a' + serial % 26), text_bytes(serial));
        const size_t bytes = text_bytes(serial);
        const hd__text_piece pieces[HD__EMIT_PIECES] = {
            {text, bytes / 2}, {"", 0}, {text + bytes / 2, bytes - bytes / 2}, {"", 0}};
        return hd__ring_put_text(&ring, HD__RING_TEXT, depth, start, start + 5, -start, pieces);
    }
    assert_true(hd__ring_knows(&ring, shapes[kind % 2]));
    int64_t *const values = hd__ring_get_slots(&ring);
    for (unsigned i = 0; i < HD_TEMPLATE_VALUES_MAX; i++) {
        values[i] = (int64_t)serial * 10 + i;
    }
    const bool done = hd__ring_put_state(&ring, depth, shapes[kind % 2], start, start + 5,
                                         kind == 3 ? serial | 1 : 0);
    return done ? HD__RING_DONE : HD__RING_FULL;
}

static void make_shapes(void)
{
    for (size_t i = 0; i < 2; i++) {
        if (shapes[i] == NULL) {
            assert_int_equal(
                hd_template_create(i == 0 ? "A" : "Send", i * 4, attributes, &shapes[i]), HD_OK);
        }
    }
}

static void begin(bool last)
{
    assert_int_equal(hd__ring_map_create(&map, test_path("x.ring"), SLOTS, SLOTS), 0);
    assert_true(hd__ring_init(&ring, &map, last));
    hd__ring_map_start(&ring.map);
    ring.convert = take;
    make_shapes();
    next_in = 0;
    next_out = 0;
    failing = false;
}

static void gives_back_what_it_took_in_order(void **state)
{
    (void)state;
    begin(false);
    for (; next_in < 100000; next_in++) {
        assert_int_equal(put(next_in), HD__RING_DONE);
    }
    assert_true(hd__ring_convert_all(&ring));
    assert_int_equal(next_out, next_in);
    hd__ring_fini(&ring);
}

static void keeps_what_can_not_be_converted_and_then_refuses(void **state)
{
    (void)state;
    begin(false);
    for (; next_in < 500; next_in++) {
        assert_int_equal(put(next_in), HD__RING_DONE);
    }
    failing = true;
    while (put(next_in) == HD__RING_DONE) {
        next_in++;
    }
    const uint64_t used = hd__ring_get_position(&ring) - ring.first.position;
    assert_in_range(used, SLOTS - 14000, SLOTS);
    for (int i = 0; i < 1000; i++) { /* some small one may still fit, none harms */
        next_in += put(next_in) == HD__RING_DONE;
    }
    failing = false;
    assert_true(hd__ring_convert_all(&ring));
    assert_int_equal(next_out, next_in);
    hd__ring_fini(&ring);
}

static void refuses_texts_that_would_fill_it(void **state)
{
    (void)state;
    begin(false);
    char *const text = calloc(1, SLOTS);
    hd__text_piece pieces[HD__EMIT_PIECES] = {{text, SLOTS / 4}, {"", 0}, {"", 0}, {"", 0}};
    assert_int_equal(hd__ring_put_text(&ring, HD__RING_EVENT, 0, 0, 0, 0, pieces), HD__RING_LARGE);
    pieces[0].bytes -= (size_t)HD__RING_TEXT_WORDS * 8;
    assert_int_equal(hd__ring_put_text(&ring, HD__RING_EVENT, 0, 0, 0, 0, pieces), HD__RING_DONE);
    free(text);
    hd__ring_fini(&ring);
}

static void flight_recorder_keeps_the_last_records(void **state)
{
    (void)state;
    begin(true);
    for (; next_in < 50000; next_in++) {
        assert_int_equal(put(next_in), HD__RING_DONE);
    }
    next_out = hd__ring_get(&ring.map, HD__RING_OVERWRITTEN);
    assert_true(next_out > 40000);
    assert_int_equal(ring.first.position, hd__ring_get(&ring.map, HD__RING_OLDEST));
    assert_true(hd__ring_get_position(&ring) - ring.first.position > (uint64_t)SLOTS / 4 * 3);
    assert_true(hd__ring_convert_all(&ring));
    assert_int_equal(next_out, next_in);
    hd__ring_fini(&ring);
}

static void checkpoints_alternate(void **state)
{
    (void)state;
    begin(false);
    assert_int_equal(hd__ring_get_checkpoint(&ring.map).sequence, 0);
    for (uint64_t i = 1; i < 10; i++) {
        const hd__ring_checkpoint put_in = {
            .drained = 8 * i,
            .length = 100 * i,
            .open_nested = i,
            .stopped = i % 2,
            .finished = i / 2 % 2,
            .counts = {.states = 2 * i, .events = 3 * i, .cut_values = 4 * i}};
        hd__ring_put_checkpoint(&ring.map, &put_in);
        const hd__ring_checkpoint got = hd__ring_get_checkpoint(&ring.map);
        assert_int_equal(got.sequence, i);
        assert_memory_equal((const char *)&got + 8, (const char *)&put_in + 8, sizeof got - 8);
    }
    hd__ring_fini(&ring);
}

static void another_process_reads_what_a_killed_one_left(void **state)
{
    (void)state;
    make_shapes();
    const pid_t child = fork();
    if (child == 0) {
        begin(false);
        hd__ring_sign(&ring.map);
        for (; next_in < 3000; next_in++) {
            (void)put(next_in);
        }
        const hd__ring_checkpoint reached = {.drained = ring.first.position};
        hd__ring_put_checkpoint(&ring.map, &reached);
        (void)kill(getpid(), SIGKILL);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(WTERMSIG(status), SIGKILL);
    assert_int_equal(hd__ring_map_open(&ring.map, test_path("x.ring")), HD_OK);
    ring.first.position = hd__ring_get_checkpoint(&ring.map).drained;
    hd__ring_record record;
    hd__ring_place place = ring.first;
    const uint64_t end = hd__ring_get(&ring.map, HD__RING_COMMITTED);
    assert_int_equal(hd__ring_read(&ring.map, end, &place, &record), HD__RING_RECORD);
    next_out = (uint64_t)record.start_ns;
    failing = false;
    assert_true(hd__ring_convert_all(&ring));
    assert_int_equal(next_out, 3000);
    hd__ring_map_close(&ring.map);
}

static void tells_whether_its_writer_lives(void **state)
{
    (void)state;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        begin(false);
        hd__ring_sign(&ring.map);
        (void)!write(ready[1], "", 1);
        (void)pause();
    }
    char byte = 0;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    hd__ring_map other;
    assert_int_equal(hd__ring_map_open(&other, test_path("x.ring")), HD_OK);
    assert_int_equal(hd__ring_claim(&other), HD__OWNER_LIVES);
    (void)kill(child, SIGKILL);
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT), 0);
    assert_int_equal(hd__ring_claim(&other), HD__OWNER_GONE); /* though nobody waited for it */
    assert_int_equal(waitpid(child, NULL, 0), child);
    hd__ring_map_close(&other);
    (void)close(ready[0]);
    (void)close(ready[1]);
}

/* Whatever bytes a ring has, reading stays inside and comes to an end. */
static void damaged_files_are_refused_or_read_within_their_bounds(void **state)
{
    (void)state;
    begin(false);
    for (; next_in < 2000; next_in++) {
        assert_int_equal(put(next_in), HD__RING_DONE);
    }
    const hd__ring_checkpoint reached = {.drained = ring.first.position};
    hd__ring_put_checkpoint(&ring.map, &reached);
    hd__ring_fini(&ring);
    size_t length = 0;
    char *const whole = test_read("x.ring", &length);
    char *const broken = malloc(length);
    const uint64_t seed = test_seed();
    unsigned refused = 0;
    for (unsigned round = 0; round < 300; round++) {
        memcpy(broken, whole, length);
        for (unsigned i = 0; i < 20; i++) {
            const unsigned dice = hash(seed * 100000 + (uint64_t)round * 100 + i);
            const size_t range = i < 2 ? 1024 : length;
            broken[(dice * UINT64_C(2654435761)) % range] = (char)(dice >> 3);
        }
        FILE *const out = fopen(test_path("y.ring"), "wb");
        assert_non_null(out);
        assert_int_equal(fwrite(broken, 1, length, out), length);
        assert_int_equal(fclose(out), 0);
        hd__ring_map other;
        const hd_status status = hd__ring_map_open(&other, test_path("y.ring"));
        if (status != HD_OK) {
            refused++;
            continue;
        }
        hd__ring_place place = {.position = hd__ring_get_checkpoint(&other).drained};
        hd__ring_record record;
        unsigned sum = 0;
        while (hd__ring_read(&other, hd__ring_get(&other, HD__RING_COMMITTED), &place, &record) ==
               HD__RING_RECORD) {
            for (size_t i = 0; i < record.count; i++) {
                sum += (unsigned)record.values[i];
            }
            for (size_t i = 0; i < record.size; i++) {
                sum += (unsigned char)record.text[i];
            }
        }
        assert_true(sum != 1);
        hd__ring_map_close(&other);
    }
    assert_true(refused > 0);
    assert_true(refused < 300);
    free(whole);
    free(broken);
}

static void files_that_are_no_rings_are_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t bytes;
        hd_status status;
    } files[] = {
        {"", 0, HD_END}, {"", 1, HD_END}, {"HDRG\1\0\0", 8, HD_FORMAT}, {"Program!", 8, HD_FORMAT}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        FILE *const out = fopen(test_path("z.ring"), "wb");
        assert_non_null(out);
        char page[8192] = "";
        memcpy(page, files[i].text, files[i].bytes);
        assert_int_equal(fwrite(page, 1, files[i].bytes == 0 ? 0 : sizeof page, out),
                         files[i].bytes == 0 ? 0 : sizeof page);
        assert_int_equal(fclose(out), 0);
        hd__ring_map other;
        assert_int_equal(hd__ring_map_open(&other, test_path("z.ring")), files[i].status);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(gives_back_what_it_took_in_order),
        TEST(keeps_what_can_not_be_converted_and_then_refuses),
        TEST(refuses_texts_that_would_fill_it),
        TEST(flight_recorder_keeps_the_last_records),
        TEST(checkpoints_alternate),
        TEST(another_process_reads_what_a_killed_one_left),
        TEST(tells_whether_its_writer_lives),
        TEST(damaged_files_are_refused_or_read_within_their_bounds),
        TEST(files_that_are_no_rings_are_told_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

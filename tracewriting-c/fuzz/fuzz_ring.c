/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ring that a dead process left, damaged by the input: taking it over ends, leaves what was text
 * before as it is, and either all is done and the ring is gone, or doing it again changes nothing.
 *
 * The ring and its trace are made by the library at the start. The input is a row of edits, each a
 * byte that says what, a place and a value: */
#include "clock_pin.h"
#include "random_calls.h"
#include "ring_file.h"
#include "support.h"

#include <hdtrace/read.h>
#include <hdtrace/ring.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Low two bits of an edit's first byte: a word of the head; a byte of the table; a word of the
 * slots, from the first record on that is not text; or what the files are as a whole. */
enum { EDIT_HEAD, EDIT_TABLE, EDIT_SLOTS, EDIT_FILES };
enum { FILES_CUT_TRACE, FILES_WRITE_TRACE, FILES_CUT_RING, FILES_TAIL, FILES_LOSE_TRACE };
enum { READ_MAX = 16 << 20, STEPS = 40 };

static const char ring_name[] = "app_n1_0_0.ring";
static const char trace_name[] = "app_n1_0_0.trc";
static const char tail_name[] = "app_n1_0_0.trc.tail";

static char ring_path[512], trace_path[512], tail_path[512];

static void require(int condition, const char *what)
{
    if (!condition) {
        (void)fprintf(stderr, "violated: %s (%s)\n", what, hd_error_get_text());
        abort();
    }
}

/* What the process left, and the same with the input's edits. */
typedef struct content {
    char *bytes;
    size_t size;
} content;

static content ring, trace;
static size_t table_used, slots_at, slots_bytes, first_record;

typedef struct edited {
    content ring, trace;
    bool same_text; /* the head and the trace are as they were left */
    bool same_ring;
    bool as_tail;
    bool lost;
} edited;

/* --- the ring --------------------------------------------------------------------------------- */

static uint64_t get_word(const char *bytes, size_t index)
{
    uint64_t word = 0;
    memcpy(&word, bytes + index * 8, sizeof word);
    return word;
}

static void set_word(char *bytes, size_t index, uint64_t word)
{
    memcpy(bytes + index * 8, &word, sizeof word);
}

static hd__ring_checkpoint get_checkpoint(void)
{
    const hd__ring_map map = {.head = (_Atomic uint64_t *)(void *)ring.bytes};
    return hd__ring_get_checkpoint(&map);
}

/* Some records are text already, and some are not. */
static bool is_half_text(void)
{
    const uint64_t drained = get_checkpoint().drained;
    return drained > 0 && get_word(ring.bytes, HD__RING_COMMITTED) > drained + 2048;
}

/* Without the unused part of the table, the file is a fifth as large. */
static void make_compact(void)
{
    const size_t table_at = get_word(ring.bytes, HD__RING_TABLE_AT);
    const size_t old_slots = get_word(ring.bytes, HD__RING_SLOTS_AT);
    table_used = get_word(ring.bytes, HD__RING_TABLE_USED);
    slots_bytes = get_word(ring.bytes, HD__RING_SLOTS_BYTES);
    slots_at = table_at + (table_used + 7) / 8 * 8;
    memmove(ring.bytes + slots_at, ring.bytes + old_slots, slots_bytes);
    set_word(ring.bytes, HD__RING_TABLE_BYTES, slots_at - table_at);
    set_word(ring.bytes, HD__RING_SLOTS_AT, slots_at);
    ring.size = slots_at + slots_bytes;
}

static void remove_folder(void)
{
    (void)unlink(ring_path);
    (void)unlink(trace_path);
    (void)unlink(tail_path);
    (void)test_teardown(NULL);
}

static int64_t get_process(void)
{
    return 4711;
}

static void make_ring(void)
{
    /* NOLINTBEGIN(concurrency-mt-unsafe): no other thread */
    if (getenv("TMPDIR") == NULL && access("/dev/shm", W_OK) == 0) {
        require(setenv("TMPDIR", "/dev/shm", 1) == 0, "the environment");
    }
    /* NOLINTEND(concurrency-mt-unsafe) */
    require(test_setup(NULL) == 0 && atexit(remove_folder) == 0, "a folder");
    hd__system.process = get_process;
    (void)snprintf(ring_path, sizeof ring_path, "%s", test_path(ring_name));
    (void)snprintf(trace_path, sizeof trace_path, "%s", test_path(trace_name));
    (void)snprintf(tail_path, sizeof tail_path, "%s", test_path(tail_name));
    const hd_trace_options options = {.buffer_bytes = 65536, .mode = HD_TRACE_RING};
    hd_topology *const topology = test_topology();
    hd_trace *const written = random_calls_create(test_node(topology), &options);
    random_calls calls = {.seed = 1};
    do {
        free(ring.bytes);
        for (int i = 0; i < STEPS; i++) {
            random_calls_step(&calls, written);
        }
        ring.bytes = test_read(ring_name, &ring.size);
        require(ring.bytes != NULL, "a ring");
    } while (!is_half_text());
    trace.bytes = test_read(trace_name, &trace.size);
    random_calls_finish(&calls, written);
    require(hd_trace_destroy(written) == HD_OK, "a trace");
    hd_topology_destroy(topology);
    require(trace.bytes != NULL, "a trace's text");
    make_compact();
    first_record = get_checkpoint().drained;
}

/* --- edits ------------------------------------------------------------------------------------ */

typedef struct cursor {
    const uint8_t *at;
    size_t rest;
} cursor;

static uint64_t take(cursor *from, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes && from->rest > 0; i++, from->rest--) {
        value |= (uint64_t)*from->at++ << 8 * i;
    }
    return value;
}

/* A small number, a step, a bit, or any word. */
static uint64_t change(uint64_t word, unsigned how, cursor *from)
{
    switch (how % 4) {
    case 0:
        return (uint64_t)(int64_t)(int8_t)take(from, 1);
    case 1:
        return word + (uint64_t)((int64_t)(int8_t)take(from, 1) * 8);
    case 2:
        return word ^ UINT64_C(1) << take(from, 1) % 64;
    default:
        return take(from, 8);
    }
}

static void edit_files(edited *to, unsigned how, cursor *from)
{
    const size_t place = take(from, 2);
    switch (how % 5) {
    case FILES_CUT_TRACE:
        to->trace.size = place < to->trace.size ? to->trace.size - place : 0;
        break;
    case FILES_WRITE_TRACE:
        if (place < to->trace.size) {
            to->trace.bytes[place] = (char)take(from, 1);
        }
        break;
    case FILES_CUT_RING:
        to->ring.size = place < to->ring.size ? place : to->ring.size;
        to->same_ring = false;
        return;
    case FILES_TAIL:
        to->as_tail = true;
        break;
    default:
        to->lost = true;
        break;
    }
    to->same_text = false;
}

static void edit(edited *to, cursor *from)
{
    const unsigned first = (unsigned)take(from, 1);
    const unsigned how = first >> 2;
    size_t index = 0;
    switch (first % 4) {
    case EDIT_HEAD:
        index = take(from, 1);
        to->same_text = false;
        break;
    case EDIT_TABLE:
        index = take(from, 2) % table_used;
        to->ring.bytes[get_word(ring.bytes, HD__RING_TABLE_AT) + index] = (char)take(from, 1);
        to->same_ring = false;
        return;
    case EDIT_SLOTS:
        index = (slots_at + (first_record + 8 * take(from, 2)) % slots_bytes) / 8;
        break;
    default:
        edit_files(to, how, from);
        return;
    }
    to->same_ring = false;
    set_word(to->ring.bytes, index, change(get_word(to->ring.bytes, index), how, from));
}

static content copy(const content *of)
{
    content made = {malloc(of->size), of->size};
    require(made.bytes != NULL, "memory");
    memcpy(made.bytes, of->bytes, of->size);
    return made;
}

static void write_file(const char *path, const content *what)
{
    FILE *const out = fopen(path, "wb");
    require(out != NULL && fwrite(what->bytes, 1, what->size, out) == what->size &&
                fclose(out) == 0,
            "a file");
}

static void write_files(const edited *left)
{
    (void)unlink(trace_path);
    (void)unlink(tail_path);
    write_file(ring_path, &left->ring);
    if (!left->lost) {
        write_file(left->as_tail ? tail_path : trace_path, &left->trace);
    }
}

/* --- taking over ------------------------------------------------------------------------------ */

/* Damaged numbers may make the trace long; then only its length is looked at. */
static content read_trace(void)
{
    struct stat status;
    content text = {NULL, 0};
    if (stat(trace_path, &status) == 0) {
        text.size = (size_t)status.st_size;
        text.bytes = text.size < READ_MAX ? test_read(trace_name, NULL) : NULL;
    }
    return text;
}

/* Behind the first line, whose clockOffset may be completed. */
static void check_same_text(const content *now)
{
    const size_t head = strcspn(trace.bytes, "\n");
    const size_t length = get_checkpoint().length;
    require(now->bytes != NULL && now->size >= length &&
                memcmp(now->bytes + head, trace.bytes + head, length - head) == 0,
            "what was text stays");
}

static void check_reading(const content *now, bool whole)
{
    hd_reader *reader = NULL;
    hd_entry entry;
    hd_status status =
        now->bytes == NULL ? HD_IO : hd_reader_open_text("trace", now->bytes, now->size, &reader);
    if (status != HD_OK) {
        require(!whole, "it can be opened");
        return;
    }
    while ((status = hd_reader_next(reader, &entry)) == HD_OK) {
    }
    require(!whole || (status == HD_END && hd_reader_get_unusable_bytes(reader) == 0),
            "all of it is read");
    hd_reader_close(reader);
}

static void check_again(hd_status status, const content *before)
{
    hd_ring_report report;
    require(access(ring_path, F_OK) == 0, "a ring that could not be taken over stays");
    require(hd_ring_convert(ring_path, &report) == status, "the same again");
    content now = read_trace();
    require(now.size == before->size && (now.bytes == NULL) == (before->bytes == NULL) &&
                (now.bytes == NULL || memcmp(now.bytes, before->bytes, now.size) == 0),
            "doing it again changes nothing");
    free(now.bytes);
}

static void check(const edited *left)
{
    hd_ring_report report;
    const hd_status status = hd_ring_convert(ring_path, &report);
    content now = read_trace();
    require(status == HD_OK || *hd_error_get_text() != '\0', "a reason is told");
    require(status != HD_INVALID, "a ring is never a wrong call");
    require(now.size < READ_MAX, "no file grows without bounds");
    if (left->same_text) {
        check_same_text(&now);
    }
    if (status == HD_OK) {
        require(access(ring_path, F_OK) != 0, "the ring is gone");
        check_reading(&now, left->same_ring && left->same_text);
    } else {
        require(!left->same_ring || !left->same_text, "a ring as it was left is taken over");
        check_again(status, &now);
    }
    free(now.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (ring.bytes == NULL) {
        make_ring();
    }
    cursor from = {data, size};
    edited left = {copy(&ring), copy(&trace), true, true, false, false};
    while (from.rest > 0) {
        edit(&left, &from);
    }
    write_files(&left);
    check(&left);
    free(left.ring.bytes);
    free(left.trace.bytes);
    return 0;
}

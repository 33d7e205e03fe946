/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support.h"

#include <dirent.h>
#include <hdtrace/read.h>
#include <hdtrace/trace.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>
#include <zstd.h>

#define STATE(name, attributes) "<" name " " attributes " time='1.5' end='2.5'/>\n"

static const char head[] = "<Program timeAdjustment='100' version='3'>\n";

static const char *originals; /* folder of the original's files */
static hd_reader *reader;
static hd_entry entry;

static void open_bytes(const void *text, size_t bytes)
{
    if (hd_reader_open_text("test", text, bytes, &reader) != HD_OK) {
        fail_msg("%s", hd_read_error_get_text());
    }
}

static void open_text(const char *text)
{
    open_bytes(text, strlen(text));
}

/* A trace of these elements: its head is passed. */
static void open_trace(const char *elements)
{
    static char text[4 << 20];
    (void)snprintf(text, sizeof text, "%s%s</Program>\n", head, elements);
    open_text(text);
    assert_int_equal(hd_reader_next(reader, &entry), HD_OK);
    assert_int_equal(entry.kind, HD_ENTRY_PROGRAM);
}

static void step(hd_entry_kind kind, const char *name)
{
    const hd_status status = hd_reader_next(reader, &entry);
    if (status != HD_OK) {
        fail_msg("%s instead of '%s': %s", hd_status_get_name(status), name,
                 hd_read_error_get_text());
    }
    assert_int_equal(entry.kind, kind);
    if (!hd_slice_equals(entry.name, name)) {
        fail_msg("'%.*s' instead of '%s'", (int)entry.name.length, entry.name.at, name);
    }
}

/* The end, with so many bytes not used. */
static void finish(bool complete, uint64_t unusable)
{
    assert_int_equal(hd_reader_next(reader, &entry), HD_END);
    assert_int_equal(hd_reader_next(reader, &entry), HD_END);
    assert_int_equal(hd_reader_is_complete(reader), complete);
    assert_int_equal(hd_reader_get_unusable_bytes(reader), unusable);
    hd_reader_close(reader);
}

static void expect_failure(hd_status status, const char *message)
{
    assert_int_equal(hd_reader_next(reader, &entry), status);
    if (strstr(hd_read_error_get_text(), message) == NULL) {
        fail_msg("'%s' instead of '%s'", hd_read_error_get_text(), message);
    }
    assert_int_equal(hd_reader_next(reader, &entry), status);
    hd_reader_close(reader);
}

/* A trace of only these elements is refused at this byte behind the head. */
static void refuses(const char *elements, hd_status status, size_t offset, const char *reason)
{
    char message[200];
    (void)snprintf(message, sizeof message, "test: byte %zu: %s", sizeof head - 1 + offset, reason);
    open_trace(elements);
    expect_failure(status, message);
}

/* --- traces ----------------------------------------------------------------------------------- */

static void write_trace(void)
{
    hd_topology *const topology = test_topology();
    hd_trace *trace = NULL;
    assert_int_equal(hd_trace_create(test_node(topology), NULL, &trace), HD_OK);
    hd_trace_begin_state_at(trace, "Outer", TEST_EPOCH * INT64_C(1000000000) + 5);
    hd_trace_begin_state(trace, "Inner");
    hd_trace_add_text(trace, "file", "it's <a> & \"b\"\t");
    hd_trace_add_int(trace, "size", INT64_MIN);
    hd_trace_end_state(trace);
    hd_trace_begin_data(trace, "For");
    hd_trace_add_int(trace, "rid", 7);
    hd_trace_end_data(trace);
    hd_trace_end_state(trace);
    hd_trace_begin_event(trace, "a & b");
    hd_trace_end_event(trace);
    assert_int_equal(hd_trace_destroy(trace), HD_OK);
    hd_topology_destroy(topology);
}

static void what_the_library_wrote_reads_back(void **state)
{
    (void)state;
    int64_t number = 0;
    write_trace();
    assert_int_equal(hd_reader_open(test_path("app_n1_0_0.trc"), &reader), HD_OK);
    assert_int_equal(hd_reader_get_kind(reader), HD_READ_TRACE);
    step(HD_ENTRY_PROGRAM, "Program");
    assert_true(hd_reader_get_int(reader, 0, "timeAdjustment", &number));
    assert_int_equal(number, TEST_EPOCH);
    step(HD_ENTRY_NESTED, "");
    assert_int_equal(entry.depth, 1);
    step(HD_ENTRY_STATE, "Inner");
    assert_int_equal(entry.depth, 1);
    assert_false(entry.has_nested || entry.parent_unknown);
    assert_string_equal(hd_reader_get_text(reader, 0, "file"), "it's <a> & \"b\"\t");
    assert_true(hd_reader_get_int(reader, 0, "size", &number));
    assert_true(number == INT64_MIN);
    assert_false(hd_reader_get_int(reader, 0, "file", &number));
    assert_null(hd_reader_get_text(reader, 0, "none"));
    step(HD_ENTRY_STATE, "Outer");
    assert_true(entry.has_nested);
    assert_int_equal(entry.start_ns, TEST_EPOCH * INT64_C(1000000000) + 5);
    assert_true(entry.end_ns > entry.start_ns);
    assert_int_equal(entry.data_count, 1);
    assert_true(hd_slice_equals(hd_reader_get_name(reader, 1), "For"));
    assert_true(hd_reader_get_int(reader, 1, "rid", &number) && number == 7);
    assert_int_equal(hd_reader_get_attribute_count(reader, 2), 0);
    step(HD_ENTRY_EVENT, "a &amp; b");
    assert_string_equal(hd_reader_decode(reader, entry.name), "a & b");
    assert_true(entry.start_ns == entry.end_ns);
    finish(true, 0);
}

static void times_are_adjusted_and_corrected(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t ns;
    } times[] = {{"1.5", 1500000000}, {"1", 1000000000},     {"0.000000001", 1},
                 {"0.0000000019", 1}, {"-5.02ms", -5020000}, {" +2.5 s ", 2500000000},
                 {".25", 250000000},  {"7.ms", 7000000}};
    for (size_t i = 0; i < sizeof times / sizeof times[0]; i++) {
        char text[200];
        (void)snprintf(text, sizeof text,
                       "<Program timeAdjustment='10s'><Event name='e' time='%s'/>", times[i].text);
        open_text(text);
        step(HD_ENTRY_PROGRAM, "Program");
        step(HD_ENTRY_EVENT, "e");
        assert_int_equal(entry.start_ns, 10000000000 + times[i].ns);
        finish(false, 0);
    }
    open_text("<Program clockOffset='0.000000100@1.0 0.000000300@3.0  '><A time='0.5' end='2'/>"
              "<A time='3' end='5'/></Program>");
    step(HD_ENTRY_PROGRAM, "Program");
    step(HD_ENTRY_STATE, "A");
    assert_int_equal(entry.start_ns, 500000100);
    assert_int_equal(entry.end_ns, 2000000200);
    step(HD_ENTRY_STATE, "A");
    assert_int_equal(entry.start_ns, 3000000300);
    assert_int_equal(entry.end_ns, 5000000500);
    finish(true, 0);
}

static void data_below_a_state_is_told_in_order(void **state)
{
    (void)state;
    open_trace(
        "<A time='1' end='2'>\n<x i='1'>text &lt;<y/>more</x><!-- c --><z><![CDATA[&lt;]]></z>"
        "</A>\n");
    step(HD_ENTRY_STATE, "A");
    assert_int_equal(entry.data_count, 3);
    static const char *const names[] = {"A", "x", "y", "z"};
    static const unsigned depths[] = {0, 1, 2, 1};
    static const char *const contents[] = {"", "text <", "", "&lt;"};
    for (size_t i = 0; i < 4; i++) {
        assert_true(hd_slice_equals(hd_reader_get_name(reader, i), names[i]));
        assert_int_equal(hd_reader_get_depth(reader, i), depths[i]);
        assert_string_equal(hd_reader_get_content_text(reader, i), contents[i]);
    }
    finish(true, 0);
}

static void decoded_values_stay_while_their_entry_does(void **state)
{
    (void)state;
    enum { COUNT = 300 };
    static char text[COUNT * 300];
    const char *values[COUNT];
    char *at = text + sprintf(text, "<A time='1' end='2'");
    for (int i = 0; i < COUNT; i++) {
        at += sprintf(at, " a%d='&amp;%0200d'", i, i);
    }
    (void)sprintf(at, "/>");
    open_trace(text);
    step(HD_ENTRY_STATE, "A");
    for (size_t i = 0; i < COUNT; i++) {
        hd_slice name;
        hd_slice value;
        assert_true(hd_reader_get_attribute(reader, 0, i + 2, &name, &value));
        values[i] = hd_reader_decode(reader, value);
    }
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(values[i][0], '&');
        assert_int_equal(strtol(values[i] + 1, NULL, 10), i);
    }
    finish(true, 0);
}

/* --- cut files -------------------------------------------------------------------------------- */

static const char nested[] = "<Program>\n"
                             "<Nested>\n"
                             "<Nested>\n"
                             "<C time='3' end='4'/>\n"
                             "</Nested>\n"
                             "<B time='2' end='5'><d/></B>\n"
                             "</Nested>\n"
                             "<Event name='e' time='5'/>\n"
                             "<A time='1' end='6'/>\n"
                             "<Z time='7' end='8'/>\n"
                             "</Program>\n";

/* Whether that many bytes hold `part` whole. */
static bool holds(size_t bytes, const char *part)
{
    return (size_t)(strstr(nested, part) - nested) + strlen(part) <= bytes;
}

static void check_cut(const char *text, size_t bytes, size_t used)
{
    static const struct {
        const char *whole;
        const char *parent;
        const char *name;
    } states[] = {{"<C time='3' end='4'/>", "<B time='2' end='5'><d/></B>", "C"},
                  {"<B time='2' end='5'><d/></B>", "<A time='1' end='6'/>", "B"},
                  {"<Event name='e' time='5'/>", "", "e"},
                  {"<A time='1' end='6'/>", "", "A"},
                  {"<Z time='7' end='8'/>", "", "Z"}};
    open_bytes(text, bytes);
    size_t count = 0;
    uint64_t end = 0;
    while (hd_reader_next(reader, &entry) == HD_OK) {
        end = hd_reader_get_offset(reader);
        if (entry.kind == HD_ENTRY_STATE || entry.kind == HD_ENTRY_EVENT) {
            assert_true(hd_slice_equals(entry.name, states[count].name));
            assert_int_equal(entry.parent_unknown, !holds(used, states[count].parent));
            count++;
        }
    }
    assert_int_equal(hd_reader_next(reader, &entry), HD_END);
    for (size_t i = 0; i < 5; i++) {
        assert_int_equal(i < count, holds(used, states[i].whole));
    }
    assert_int_equal(hd_reader_is_complete(reader), holds(used, "</Program>"));
    assert_true(hd_reader_get_unusable_bytes(reader) <= used - end);
    hd_reader_close(reader);
}

static void every_cut_delivers_what_was_complete(void **state)
{
    (void)state;
    for (size_t length = 1; length < sizeof nested; length++) {
        char *const text = calloc(1, length + 500); /* of its size, for the sanitizers */
        assert_non_null(text);
        memcpy(text, nested, length);
        check_cut(text, length, length);
        check_cut(text, length + 500, length); /* NUL: room that was not used */
        free(text);
    }
}

static void unusable_bytes_are_counted(void **state)
{
    (void)state;
    open_trace(STATE("A", "a='1'") "<Nested>\n<B time='1");
    step(HD_ENTRY_STATE, "A");
    step(HD_ENTRY_NESTED, "");
    expect_failure(HD_FORMAT, "'<' in");
    static const char cut[] = "<Program>\n<A time='1' end='2'/>\n<B time='1\0\0\0";
    open_bytes(cut, sizeof cut);
    step(HD_ENTRY_PROGRAM, "Program");
    step(HD_ENTRY_STATE, "A");
    finish(false, strlen("<B time='1"));
    static const char behind[] = "<Program></Program>\n<!-- c -->junk\0more\0";
    open_bytes(behind, sizeof behind);
    step(HD_ENTRY_PROGRAM, "Program");
    finish(true, strlen("junk") + 1 + strlen("more"));
    open_bytes("\0\0\0\0", 4);
    finish(false, 0);
    assert_int_equal(hd_reader_open_text("test", "", 0, &reader), HD_FORMAT);
    assert_string_equal(hd_read_error_get_text(), "test: byte 0: the file is empty");
}

static void blocks_without_parent_are_flagged(void **state)
{
    (void)state;
    open_trace("<Nested><Nested><C time='1' end='2'/></Nested></Nested><A time='0' end='3'/>"
               "<Nested><D time='4' end='5'/><Nested/><E time='4' end='6'/>"
               "<Nested><F time='7' end='8'/></Nested><Event name='e' time='9'/>");
    step(HD_ENTRY_NESTED, "");
    assert_false(entry.parent_unknown);
    step(HD_ENTRY_NESTED, "");
    assert_true(entry.parent_unknown); /* its parent would have to stand in the block around */
    step(HD_ENTRY_STATE, "C");
    assert_true(entry.parent_unknown);
    step(HD_ENTRY_STATE, "A");
    assert_true(entry.has_nested);
    step(HD_ENTRY_NESTED, "");
    step(HD_ENTRY_STATE, "D");
    assert_false(entry.parent_unknown);
    step(HD_ENTRY_STATE, "E"); /* <Nested/> stood for </Nested> */
    assert_true(entry.has_nested && entry.depth == 0);
    step(HD_ENTRY_NESTED, "");
    step(HD_ENTRY_STATE, "F");
    assert_true(entry.parent_unknown);
    step(HD_ENTRY_EVENT, "e");
    assert_false(entry.parent_unknown || entry.has_nested);
    finish(true, 0);
}

/* --- limits and what is refused --------------------------------------------------------------- */

static char *repeat(const char *front, const char *part, int count, const char *back)
{
    char *const text = malloc(strlen(front) + strlen(part) * (size_t)count + strlen(back) + 1);
    assert_non_null(text);
    char *at = stpcpy(text, front);
    for (int i = 0; i < count; i++) {
        at = stpcpy(at, part);
    }
    (void)strcpy(at, back);
    return text;
}

static void values_end_at_one_mebibyte(void **state)
{
    (void)state;
    static const char front[] = "<A a='";
    char *text = repeat(front, "x", HD_READ_VALUE_BYTES_MAX, "' time='1' end='2'/>");
    open_trace(text);
    step(HD_ENTRY_STATE, "A");
    finish(true, 0);
    free(text);
    text = repeat(front, "x", HD_READ_VALUE_BYTES_MAX + 1, "' time='1' end='2'/>");
    refuses(text, HD_LIMIT, sizeof front - 1, "attribute value longer than 1 MiB");
    free(text);
    text = repeat("<A time='1' end='2'>", "x", HD_READ_VALUE_BYTES_MAX + 1, "</A>");
    refuses(text, HD_LIMIT, 20, "text longer than 1 MiB");
    free(text);
}

static void elements_end_at_4096_attributes(void **state)
{
    (void)state;
    char *const text = malloc(1 << 17);
    assert_non_null(text);
    for (int count = 4094; count <= 4095; count++) {
        char *at = text + sprintf(text, "<A time='1' end='2'");
        char *last = at;
        for (int i = 0; i < count; i++) {
            last = at;
            at += sprintf(at, " a%d='%d'", i, i);
        }
        (void)strcpy(at, "/>");
        if (count == 4095) {
            refuses(text, HD_LIMIT, (size_t)(last + 1 - text),
                    "element with more than 4096 attributes");
        } else {
            open_trace(text);
            step(HD_ENTRY_STATE, "A");
            assert_int_equal(hd_reader_get_attribute_count(reader, 0), 4096);
            finish(true, 0);
        }
    }
    free(text);
}

static void nesting_ends_at_1024(void **state)
{
    (void)state;
    char *text = repeat("", "<Nested>", 1025, "");
    open_trace(text);
    for (int depth = 1; depth <= 1024; depth++) {
        step(HD_ENTRY_NESTED, "");
        assert_int_equal(entry.depth, depth);
    }
    expect_failure(HD_LIMIT, "states nested deeper than 1024");
    free(text);
    text = repeat("<A time='1' end='2'>", "<x>", 1024, "");
    refuses(text, HD_LIMIT, 20 + 3 * 1023, "elements nested deeper than 1024");
    free(text);
    text = repeat("", "<x>", 1025, "");
    open_text(text);
    for (int depth = 0; depth < 1024; depth++) {
        step(HD_ENTRY_BEGIN, "x");
    }
    expect_failure(HD_LIMIT, "test: byte 3072: elements nested deeper than 1024");
    free(text);
}

static void malformed_text_is_refused_with_its_place(void **state)
{
    (void)state;
    refuses("<A a='&nbsp;' time='1' end='2'/>", HD_FORMAT, 6, "entity that is not predefined");
    refuses("<A a='x&y' time='1' end='2'/>", HD_FORMAT, 7, "entity that is not predefined");
    refuses("<A a='&#0;' time='1' end='2'/>", HD_FORMAT, 6, "entity that is not predefined");
    refuses("<A a='&#xD800;'/>", HD_FORMAT, 6, "entity that is not predefined");
    refuses("<A time='1' end='2'>&x;</A>", HD_FORMAT, 20, "entity that is not predefined");
    refuses("<!DOCTYPE a>", HD_FORMAT, 0, "document type, or something else that is refused");
    refuses("<A a='1' a='2'/>", HD_FORMAT, 9, "attribute twice in one element");
    refuses("<A a=1/>", HD_FORMAT, 5, "attribute value without quotes");
    refuses("<A a='1'b='2'/>", HD_FORMAT, 8, "attributes without a blank between them");
    refuses("<A a/>", HD_FORMAT, 4, "attribute without value");
    refuses("<A a='<'/>", HD_FORMAT, 6, "'<' in an attribute value");
    refuses("<1/>", HD_FORMAT, 1, "no name where one must stand");
    refuses("<A time='1' end='2'><x></y></A>", HD_FORMAT, 23, "end tag of another element");
    refuses("</A>", HD_FORMAT, 0, "end tag that closes nothing");
    refuses("<A end='2'/>", HD_FORMAT, 0, "state or event without 'time'");
    refuses("<A time='1'/>", HD_FORMAT, 0, "state without 'end'");
    refuses("<A time='x' end='2'/>", HD_FORMAT, 0, "'time' is no time");
    refuses("<A time='9223372036' end='9223372036.9'/>", HD_FORMAT, 0, "'time' is no time");
    refuses("<Event time='1'/>", HD_FORMAT, 0, "event without 'name'");
    assert_int_equal(hd_reader_open_text("t", "<Program timeAdjustment='x'>", 28, &reader),
                     HD_FORMAT);
    assert_string_equal(hd_read_error_get_text(), "t: byte 0: timeAdjustment is no time");
    assert_int_equal(hd_reader_open_text("t", "<!DOCTYPE x []><x/>", 19, &reader), HD_FORMAT);
    assert_int_equal(hd_reader_open(test_path("none.trc"), &reader), HD_IO);
    assert_non_null(strstr(hd_read_error_get_text(), "none.trc: No such file or directory"));
}

/* --- other files ------------------------------------------------------------------------------ */

static void fragments_are_lines(void **state)
{
    (void)state;
    int64_t number = 0;
    open_text("Topology levels='Hostname;Rank' labels='n1;0'\n\n"
              "File name=\"it's\" Size=-5 id=0\r\n"
              "bad line\nComm gid='0:0' name='&lt;'");
    assert_int_equal(hd_reader_get_kind(reader), HD_READ_LINES);
    step(HD_ENTRY_LINE, "Topology");
    assert_string_equal(hd_reader_get_text(reader, 0, "labels"), "n1;0");
    step(HD_ENTRY_LINE, "File");
    assert_true(hd_reader_get_int(reader, 0, "Size", &number) && number == -5);
    assert_string_equal(hd_reader_get_text(reader, 0, "name"), "it's");
    step(HD_ENTRY_LINE, "");
    assert_true(entry.malformed);
    assert_int_equal(hd_reader_get_attribute_count(reader, 0), 0);
    step(HD_ENTRY_LINE, "Comm");
    assert_string_equal(hd_reader_get_text(reader, 0, "name"), "<");
    finish(true, 0);
}

static void projects_are_elements_and_text(void **state)
{
    (void)state;
    open_text("<?xml version=\"1.0\"?>\n<Application name='a'>\n <Description>two &amp; two"
              "</Description><Topology/>\n</Application>\n");
    assert_int_equal(hd_reader_get_kind(reader), HD_READ_XML);
    step(HD_ENTRY_BEGIN, "Application");
    assert_string_equal(hd_reader_get_text(reader, 0, "name"), "a");
    step(HD_ENTRY_BEGIN, "Description");
    assert_int_equal(entry.depth, 1);
    step(HD_ENTRY_TEXT, "");
    assert_string_equal(hd_reader_get_content_text(reader, 0), "two & two");
    step(HD_ENTRY_END, "Description");
    step(HD_ENTRY_BEGIN, "Topology");
    step(HD_ENTRY_END, "Topology");
    step(HD_ENTRY_END, "Application");
    assert_int_equal(entry.depth, 0);
    finish(true, 0);
    open_text("\t <Program/>");
    step(HD_ENTRY_PROGRAM, "Program");
    finish(true, 0);
    open_text("<a><b></a>");
    step(HD_ENTRY_BEGIN, "a");
    step(HD_ENTRY_BEGIN, "b");
    expect_failure(HD_FORMAT, "test: byte 6: end tag of another element");
    open_text("<a><b/> <c");
    step(HD_ENTRY_BEGIN, "a");
    step(HD_ENTRY_BEGIN, "b");
    step(HD_ENTRY_END, "b");
    finish(false, 2);
}

/* --- large and compressed --------------------------------------------------------------------- */

enum { LARGE_STATES = 40000 };

/* Longer than any window, with elements of many sizes. */
static char *make_large(size_t *bytes)
{
    char *const text = malloc(LARGE_STATES * 200);
    assert_non_null(text);
    char *at = stpcpy(text, head);
    for (int i = 0; i < LARGE_STATES; i++) {
        at += sprintf(at, "<S%d i='%d' fill='%.*s' time='%d.5' end='%d.75'/>\n", i % 7, i, i % 97,
                      "0123456789012345678901234567890123456789012345678901234567890123456789012345"
                      "678901234567890123456789",
                      i, i);
    }
    at = stpcpy(at, "</Program>\n");
    *bytes = (size_t)(at - text);
    return text;
}

/* Gives back how many states there were, which count up. */
static int64_t count_states(void)
{
    int64_t count = 0;
    step(HD_ENTRY_PROGRAM, "Program");
    while (hd_reader_next(reader, &entry) == HD_OK) {
        int64_t number = 0;
        assert_true(hd_reader_get_int(reader, 0, "i", &number));
        assert_int_equal(number, count);
        assert_int_equal(entry.start_ns, (100 + count) * 1000000000 + 500000000);
        count++;
    }
    return count;
}

static void write_file(const char *name, const char *mode, const void *data, size_t bytes)
{
    FILE *const out = fopen(test_path(name), mode);
    assert_non_null(out);
    assert_int_equal(fwrite(data, 1, bytes, out), bytes);
    assert_int_equal(fclose(out), 0);
}

static void files_longer_than_the_window_are_read(void **state)
{
    (void)state;
    size_t bytes = 0;
    char *const text = make_large(&bytes);
    write_file("l.trc", "wb", text, bytes);
    assert_int_equal(hd_reader_open(test_path("l.trc"), &reader), HD_OK);
    assert_int_equal(count_states(), LARGE_STATES);
    finish(true, 0);
    free(text);
}

static void gzip_is_told_by_content(void **state)
{
    (void)state;
    size_t bytes = 0;
    char *const text = make_large(&bytes);
    for (int half = 0; half < 2; half++) { /* two members */
        gzFile out = gzopen(test_path("g.trc"), half == 0 ? "wb" : "ab");
        const size_t from = half == 0 ? 0 : bytes / 2;
        const size_t part = half == 0 ? bytes / 2 : bytes - bytes / 2;
        assert_int_equal(gzwrite(out, text + from, (unsigned)part), part);
        assert_int_equal(gzclose(out), Z_OK);
    }
    assert_int_equal(hd_reader_open(test_path("g.trc"), &reader), HD_OK);
    assert_int_equal(count_states(), LARGE_STATES);
    finish(true, 0);
    size_t length = 0;
    char *const file = test_read("g.trc", &length);
    open_bytes(file, length / 3);
    const int64_t count = count_states();
    assert_true(count > LARGE_STATES / 5 && count < LARGE_STATES / 2);
    assert_false(hd_reader_is_complete(reader));
    hd_reader_close(reader);
    file[length / 4] ^= 1;
    file[length / 4 + 1] ^= 0x55;
    open_bytes(file, length);
    (void)count_states();
    assert_int_equal(hd_reader_next(reader, &entry), HD_FORMAT);
    hd_reader_close(reader);
    free(file);
    free(text);
}

/* So many bytes as frames of 64 KiB. Gives back how many of them whole frames hold. */
static size_t write_frames(const char *name, const char *text, size_t bytes, size_t torn)
{
    enum { FRAME = 65536 };
    static char frame[FRAME * 2];
    size_t at = 0;
    write_file(name, "wb", "", 0);
    for (; at < bytes; at += FRAME) {
        const size_t part = bytes - at < FRAME ? bytes - at : FRAME;
        const size_t size = ZSTD_compress(frame, sizeof frame, text + at, part, 1);
        assert_false(ZSTD_isError(size));
        const bool last = at + FRAME >= bytes;
        write_file(name, "ab", frame, last && torn > 0 ? torn : size);
    }
    return torn > 0 ? (bytes - 1) / FRAME * FRAME : bytes;
}

static void a_tail_goes_on_where_the_frames_end(void **state)
{
    (void)state;
    size_t bytes = 0;
    char *const text = make_large(&bytes);
    for (size_t torn = 0; torn < 2000; torn += 999) {
        /* seek table at the end: a frame that is skipped */
        const size_t whole = write_frames("z.trc.zst", text, bytes / 2, torn);
        char *const tail = calloc(1, bytes + 5000);
        assert_non_null(tail);
        memcpy(tail + whole, text + whole, bytes - whole); /* holes in front, room behind */
        write_file("z.trc.tail", "wb", tail, bytes + 5000);
        free(tail);
        static const char *const names[] = {"z.trc.zst", "z.trc"};
        for (size_t i = 0; i < 2; i++) {
            assert_int_equal(hd_reader_open(test_path(names[i]), &reader), HD_OK);
            assert_int_equal(count_states(), LARGE_STATES);
            finish(true, 0);
        }
    }
    assert_int_equal(remove(test_path("z.trc.tail")), 0);
    assert_int_equal(hd_reader_open(test_path("z.trc"), &reader), HD_OK);
    assert_true(count_states() > LARGE_STATES / 3);
    assert_false(hd_reader_is_complete(reader));
    hd_reader_close(reader);
    (void)write_frames("z.trc.zst", text, bytes, 0);
    write_file("z.trc.zst", "ab", "\x5e\x2a\x4d\x18\4\0\0\0seek", 12);
    assert_int_equal(hd_reader_open(test_path("z.trc"), &reader), HD_OK);
    assert_int_equal(count_states(), LARGE_STATES);
    finish(true, 0);
    free(text);
}

static void a_trace_that_has_no_frame_yet_is_in_its_tail(void **state)
{
    (void)state;
    write_file("t.trc.tail", "wb", nested, sizeof nested);
    assert_int_equal(hd_reader_open(test_path("t.trc"), &reader), HD_OK);
    step(HD_ENTRY_PROGRAM, "Program");
    hd_reader_close(reader);
    write_file("t.trc.zst", "wb", "", 0);
    assert_int_equal(hd_reader_open(test_path("t.trc"), &reader), HD_OK);
    step(HD_ENTRY_PROGRAM, "Program");
    hd_reader_close(reader);
}

/* --- the original's files --------------------------------------------------------------------- */

/* Counts of what is below a folder. */
static struct {
    int traces, projects, fragments, states;
} found;

static void read_original(const char *path)
{
    if (hd_reader_open(path, &reader) != HD_OK) {
        fail_msg("%s", hd_read_error_get_text());
    }
    while (hd_reader_next(reader, &entry) == HD_OK) {
        if (entry.malformed) {
            fail_msg("%s: malformed at byte %d", path, (int)entry.offset);
        }
        found.states += entry.kind == HD_ENTRY_STATE;
    }
    if (hd_reader_next(reader, &entry) != HD_END) {
        fail_msg("%s", hd_read_error_get_text());
    }
    assert_true(hd_reader_is_complete(reader));
    assert_int_equal(hd_reader_get_unusable_bytes(reader), 0);
    found.traces += hd_reader_get_kind(reader) == HD_READ_TRACE;
    found.projects += hd_reader_get_kind(reader) == HD_READ_XML;
    found.fragments += hd_reader_get_kind(reader) == HD_READ_LINES;
    hd_reader_close(reader);
}

static bool is_read(const char *path)
{
    static const char *const endings[] = {".trc", ".proj", ".info"};
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        const size_t length = strlen(endings[i]);
        if (strlen(path) > length && strcmp(path + strlen(path) - length, endings[i]) == 0) {
            return true;
        }
    }
    return false;
}

static void walk(const char *folder) /* NOLINT(misc-no-recursion) */
{
    DIR *const entries = opendir(folder);
    assert_non_null(entries);
    for (struct dirent *e = readdir(entries); e != NULL; e = readdir(entries)) {
        char path[4096];
        struct stat status;
        (void)snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.' && stat(path, &status) == 0) {
            if (S_ISDIR(status.st_mode)) {
                walk(path);
            } else if (is_read(path)) {
                read_original(path);
            }
        }
    }
    (void)closedir(entries);
}

static void files_of_the_original_are_read(void **state)
{
    (void)state;
    struct stat status;
    if (originals == NULL || stat(originals, &status) != 0) {
        print_message("the original's files are not here\n");
        skip();
    }
    walk(originals);
    print_message("%d traces with %d states, %d projects, %d fragments\n", found.traces,
                  found.states, found.projects, found.fragments);
    assert_true(found.traces > 20 && found.projects > 5 && found.fragments > 10);
}

int main(int argc, char **argv)
{
    originals = argc > 1 ? argv[1] : NULL;
    const struct CMUnitTest tests[] = {
        TEST(what_the_library_wrote_reads_back),
        TEST(times_are_adjusted_and_corrected),
        TEST(data_below_a_state_is_told_in_order),
        TEST(decoded_values_stay_while_their_entry_does),
        TEST(every_cut_delivers_what_was_complete),
        TEST(unusable_bytes_are_counted),
        TEST(blocks_without_parent_are_flagged),
        TEST(values_end_at_one_mebibyte),
        TEST(elements_end_at_4096_attributes),
        TEST(nesting_ends_at_1024),
        TEST(malformed_text_is_refused_with_its_place),
        TEST(fragments_are_lines),
        TEST(projects_are_elements_and_text),
        TEST(files_longer_than_the_window_are_read),
        TEST(gzip_is_told_by_content),
        TEST(a_tail_goes_on_where_the_frames_end),
        TEST(a_trace_that_has_no_frame_yet_is_in_its_tail),
        TEST(files_of_the_original_are_read),
    };
    return cmocka_run_group_tests_name("read", tests, NULL, NULL);
}

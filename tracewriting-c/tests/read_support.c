/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "read_support.h"

#include <stdio.h>
#include <string.h>

const char head[] = "<Program timeAdjustment='100' version='3'>\n";

hd_reader *reader;
hd_entry entry;

void open_bytes(const void *text, size_t bytes)
{
    if (hd_reader_open_text("test", text, bytes, &reader) != HD_OK) {
        fail_msg("%s", hd_read_error_get_text());
    }
}

void open_text(const char *text)
{
    open_bytes(text, strlen(text));
}

void open_trace(const char *elements)
{
    static char text[4 << 20];
    (void)snprintf(text, sizeof text, "%s%s</Program>\n", head, elements);
    open_text(text);
    assert_int_equal(hd_reader_next(reader, &entry), HD_OK);
    assert_int_equal(entry.kind, HD_ENTRY_PROGRAM);
}

void step(hd_entry_kind kind, const char *name)
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

void finish(bool complete, uint64_t unusable)
{
    assert_int_equal(hd_reader_next(reader, &entry), HD_END);
    assert_int_equal(hd_reader_next(reader, &entry), HD_END);
    assert_int_equal(hd_reader_is_complete(reader), complete);
    assert_int_equal(hd_reader_get_unusable_bytes(reader), unusable);
    hd_reader_close(reader);
}

void expect_failure(hd_status status, const char *message)
{
    assert_int_equal(hd_reader_next(reader, &entry), status);
    if (strstr(hd_read_error_get_text(), message) == NULL) {
        fail_msg("'%s' instead of '%s'", hd_read_error_get_text(), message);
    }
    assert_int_equal(hd_reader_next(reader, &entry), status);
    hd_reader_close(reader);
}

void refuses(const char *elements, hd_status status, size_t offset, const char *reason)
{
    char message[200];
    (void)snprintf(message, sizeof message, "test: byte %zu: %s", sizeof head - 1 + offset, reason);
    open_trace(elements);
    expect_failure(status, message);
}

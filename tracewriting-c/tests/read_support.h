/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_TESTS_READ_SUPPORT_H
#define HD_TESTS_READ_SUPPORT_H
/* One reader, and what the tests of libhdtrace-read do with it. */

#include "support.h"

#include <hdtrace/read.h>

#define STATE(name, attributes) "<" name " " attributes " time='1.5' end='2.5'/>\n"

extern hd_reader *reader;
extern hd_entry entry;

/* The first line of traces that open_trace makes. */
extern const char head[];

void open_bytes(const void *text, size_t bytes);
void open_text(const char *text);

/* A trace of these elements: its head is passed. */
void open_trace(const char *elements);

/* The next entry must be this one. */
void step(hd_entry_kind kind, const char *name);

/* The end, with so many bytes not used. */
void finish(bool complete, uint64_t unusable);

/* The next entry can't be read, for this reason. */
void expect_failure(hd_status status, const char *message);

/* A trace of only these elements is refused at this byte behind the head. */
void refuses(const char *elements, hd_status status, size_t offset, const char *reason);

#endif

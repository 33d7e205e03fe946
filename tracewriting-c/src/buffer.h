/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_BUFFER_H
#define HD_SRC_BUFFER_H
/* Text that grows, off the hot path. Out of memory is remembered, so that a row of additions needs
 * one check at its end. */

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hd__buffer {
    char *text; /* NUL terminated once something was added */
    size_t used;
    size_t size;
    bool failed; /* out of memory: what was added since is missing */
} hd__buffer;

/* Room for so many bytes and a NUL behind the text, to be filled by the caller, who then tells the
 * end; NULL when out of memory. */
char *hd__buffer_reserve(hd__buffer *buffer, size_t bytes);
void hd__buffer_set_end(hd__buffer *buffer, char *end);

void hd__buffer_add(hd__buffer *buffer, const char *text);
void hd__buffer_add_bytes(hd__buffer *buffer, const char *text, size_t bytes);
void hd__buffer_add_escaped(hd__buffer *buffer, const char *value);
void hd__buffer_add_int(hd__buffer *buffer, int64_t value);
void hd__buffer_add_time(hd__buffer *buffer, int64_t time_ns);

/* Add ` name="value"`, escaped. */
void hd__buffer_add_attribute(hd__buffer *buffer, const char *name, const char *value);

/* Forget the text and any failure, keep the memory. */
void hd__buffer_clear(hd__buffer *buffer);
void hd__buffer_fini(hd__buffer *buffer);

#endif

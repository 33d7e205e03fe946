/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_READ_TOKEN_H
#define HD_READ_TOKEN_H
/* XML, tag by tag, from a piece of text in memory. Everything points into that text. */

#include <hdtrace/read.h>

typedef enum hd__token_kind {
    HD__TOKEN_START,
    HD__TOKEN_END,
    HD__TOKEN_TEXT,
    HD__TOKEN_SKIP, /* comment, processing instruction */
    HD__TOKEN_MORE, /* the text ends before the token does */
    HD__TOKEN_BAD
} hd__token_kind;

typedef struct hd__attribute {
    hd_slice name;
    hd_slice value;
} hd__attribute;

typedef struct hd__attributes {
    hd__attribute *items;
    size_t count;
    size_t capacity;
} hd__attributes;

/* Append one; false when out of memory. */
bool hd__attributes_add(hd__attributes *list, hd__attribute attribute);

typedef struct hd__token {
    hd__token_kind kind;
    const char *end;
    hd_slice name;    /* of a tag; of text its bytes */
    bool is_empty;    /* <x/> */
    bool is_verbatim; /* text that is not decoded */
    bool is_blank;
    hd_status status;   /* of a bad one: HD_FORMAT, HD_LIMIT or HD_NOMEM, */
    const char *fault;  /* where, */
    const char *reason; /* and why */
} hd__token;

/* Take the token that begins at `at`, which is before `end`. Attributes of a start tag are appended
 * to `attributes`. `is_last`: nothing follows `end`, so text may end there. */
void hd__token_take(hd__token *token, const char *at, const char *end, hd__attributes *attributes);

/* Decode references into `to`, which has room for as many bytes; the end of what was written. */
char *hd__decode(char *to, hd_slice value);

/* The whole slice as a number or as a time in ns; false when it is none that fits. */
bool hd__slice_to_int(hd_slice text, int64_t *value);
bool hd__slice_to_time(hd_slice text, int64_t *time_ns);

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_READ_READER_H
#define HD_READ_READER_H
/* Inside of a reader. */

#include "scout.h"
#include "source.h"
#include "token.h"

typedef struct hd__element {
    hd_slice name;
    size_t first_attribute;
    size_t attribute_count;
    unsigned depth;
    hd_slice content;
    bool is_verbatim; /* its content is not decoded */
} hd__element;

typedef enum hd__parse { HD__PARSED, HD__PARSE_MORE, HD__PARSE_FAILED } hd__parse;

struct hd_reader {
    char *name;
    const void *text; /* in memory, else NULL */
    size_t text_bytes;
    hd__source source;
    hd_read_kind kind;
    hd_status result; /* what every further call gives, unless HD_OK */
    bool complete;
    uint64_t unusable_bytes;

    /* the current entry */
    hd_entry entry;
    size_t entry_bytes; /* dropped from the window by the next call */
    hd__attributes attributes;
    hd__element *elements;
    size_t element_count;
    size_t element_capacity;
    char *scratch; /* decoded values; each in memory of its own would be freed one by one */
    size_t scratch_used;
    size_t scratch_size;
    struct hd__scratch *full_scratch; /* blocks that were too small, still pointed into */

    /* traces */
    bool head_pending; /* the program's */
    unsigned depth;    /* also of other XML */
    bool has_nested[HD_READ_DEPTH_MAX + 1];
    bool is_orphan[HD_READ_DEPTH_MAX + 1];
    bool has_entry; /* in the innermost open block */
    hd__scout *scout;
    int64_t adjustment_ns;
    bool has_clock;
    int64_t clock[4]; /* offset, time, offset, time */

    /* other XML: names of the open elements, one after the other */
    char *open_names;
    size_t open_used;
    size_t open_size;
    bool end_pending; /* of <x/> */
    bool root_begun;
};

/* Set the message and the result, with an offset in the text. */
hd_status hd__reader_fail(hd_reader *reader, hd_status status, uint64_t offset, const char *reason);

/* The token at the beginning of the window, behind blanks, which are dropped. HD_END: there is
 * none. */
hd_status hd__reader_token(hd_reader *reader, hd__token *token);

/* Make the tag that was taken element 0 of the entry, the only one. */
hd_status hd__reader_set_tag(hd_reader *reader, const hd__token *tag);

/* Make the tag that was taken element 0 of the entry, with those below it if it is not empty. */
hd_status hd__reader_take_element(hd_reader *reader, const hd__token *tag);

hd_status hd__reader_fail_token(hd_reader *reader, const hd__token *token);

/* The text ends in the middle of something. */
hd_status hd__reader_cut(hd_reader *reader);

/* The root's end tag was there; what follows is not used. */
hd_status hd__reader_end(hd_reader *reader);

void hd__reader_free_scratch(hd_reader *reader);

/* Lengthen the window; a failure becomes the result. */
hd_status hd__reader_more(hd_reader *reader);

/* One kind each. */
hd_status hd__trace_begin(hd_reader *reader);
hd_status hd__trace_next(hd_reader *reader);
hd_status hd__xml_next(hd_reader *reader);
hd_status hd__lines_next(hd_reader *reader);

#endif

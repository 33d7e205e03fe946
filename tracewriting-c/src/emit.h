/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_EMIT_H
#define HD_SRC_EMIT_H
/* The text of a trace, from entries that come in the order in which they end. An entry tells how
 * deep it was (0: top level), and that alone opens and closes <Nested>: an entry deeper than the
 * one before it opens some, an entry one less deep is the parent of what stands open.
 *
 *      hd__emitter_init(&e, path, &options);
 *      hd__emit_head(&e, "<Program ...>\n", n);
 *      hd__emit_state(&e, depth, ...);  hd__emit_text(&e, depth, ...);
 *      hd__emit_tail(&e, now_ns);
 *      hd__emitter_fini(&e);
 *
 * After a failure the emitter only counts, and the file ends with a whole entry.
 * Thread: one at a time. No lock; no allocation after hd__emitter_init. */

#include "emit_memo.h"
#include "frames.h"
#include "index.h"
#include "sink.h"
#include "template.h"
#include "text.h"

#include <hdtrace/trace.h>

enum {
    HD__DEPTH_MAX = 1024, /* what readers accept */
    HD__FRONT_BYTES = 32  /* text of a time up to its milliseconds, and zeros */
};

typedef struct hd__emitter {
    hd__sink sink;
    hd__index *index;     /* NULL: none */
    hd__frames *frames;   /* NULL: the text is the file */
    unsigned open_nested; /* <Nested> written and not closed yet */
    bool failed;
    bool stopped; /* the size limit was reached: only parents of what stands open are written */
    off_t limit;  /* where it is reached; room for the last lines is taken off already */

    int64_t base_ns;      /* timeAdjustment */
    int64_t front_ns;     /* the millisecond whose text is kept, since the epoch */
    unsigned front_bytes; /* its length */
    char front_text[HD__FRONT_BYTES];
    unsigned unused_digits; /* of the nine behind the point: 3 for readers of the original */

    hd_trace_counts counts;
    uint16_t names[HD_TEMPLATES_MAX];       /* by shape: the index's number + 1; 0: not asked yet */
    uint8_t memo_numbers[HD_TEMPLATES_MAX]; /* by shape; 0: none of its own */
    unsigned memo_count;
    hd__memo memos[1 + HD__MEMOS]; /* those in use; the others are not initialized */
} hd__emitter;

typedef struct hd__emitter_options {
    size_t window_bytes;  /* of the sink */
    int64_t base_ns;      /* whole seconds that times are relative to */
    bool index;           /* write PATH.idx too; a trace goes on without when that fails */
    bool six_decimals;    /* of times, instead of nine */
    bool compress;        /* write PATH.zst, and PATH.tail meanwhile, instead of PATH */
    uint64_t limit_bytes; /* of the text, 0: none. What would pass it is left out and counted */
} hd__emitter_options;

/* Create the file. 0 or a negative error number, and then nothing is held. */
int hd__emitter_init(hd__emitter *emitter, const char *path, const hd__emitter_options *options);

/* How far a trace had come that is continued. */
typedef struct hd__emitter_place {
    off_t length; /* what is behind it is cut off */
    unsigned open_nested;
    bool stopped;
    hd_trace_counts counts;
} hd__emitter_place;

/* Continue the text in an existing file, PATH or PATH.tail of a compressed trace, without index and
 * frames. 0 or a negative error number, and then nothing is held. */
int hd__emitter_resume(hd__emitter *emitter, const char *file, const hd__emitter_options *options,
                       const hd__emitter_place *place);

/* Append the start tag of the document with its line end; gives back where it stands in the file.
 */
bool hd__emit_head(hd__emitter *emitter, const char *text, size_t bytes);

/* Append a state. `values` has a slot for each attribute of the shape, constants included; bit i of
 * `absent`: attribute i is left out. False when it was lost. */
bool hd__emit_state(hd__emitter *emitter, unsigned depth, const hd_template *shape,
                    int64_t start_ns, int64_t end_ns, const int64_t *values, uint64_t absent);

/* Append a finished element without tabs and line end, as `<X a='1' time='..' end='..'/>`. `name`
 * is hd__emit_get_name() of a state, HD__EMIT_EVENT of an event; `moved_bytes` the data that a
 * state moved, or 0. False when it was lost. */
bool hd__emit_text(hd__emitter *emitter, unsigned depth, unsigned name, int64_t start_ns,
                   int64_t end_ns, int64_t moved_bytes, const char *element, size_t size);

#define HD__EMIT_EVENT UINT32_MAX

/* The same in up to four pieces that follow each other. */
typedef struct hd__text_piece {
    const char *text;
    size_t bytes;
} hd__text_piece;

enum { HD__EMIT_PIECES = 4 };

bool hd__emit_pieces(hd__emitter *emitter, unsigned depth, unsigned name, int64_t start_ns,
                     int64_t end_ns, int64_t moved_bytes, const hd__text_piece *pieces);

/* Number of a state's name in the index; any number where there is no index. */
unsigned hd__emit_get_name(hd__emitter *emitter, const char *name, size_t bytes);

/* Replace bytes of the head in place: 0 or a negative error number. */
int hd__emit_patch(hd__emitter *emitter, off_t offset, const char *text, size_t bytes);

/* Close the blocks that are open; the states around them do not come any more. False: no room. */
bool hd__emit_close_blocks(hd__emitter *emitter);

/* Append the summary, if something was lost, and the end of the document. False where the text so
 * far can't be made a whole document, or when there is no room. */
bool hd__emit_tail(hd__emitter *emitter, int64_t now_ns);

/* Append the summary alone, where the trace stands now, if something was lost. */
bool hd__emit_summary(hd__emitter *emitter, int64_t now_ns);

/* Hand everything that has ended to the operating system; 0 or the first error. */
int hd__emitter_flush(hd__emitter *emitter);

/* Close; 0 or the first error. `whole`: hd__emit_tail succeeded. In a forked child the files are
 * left as they are. */
int hd__emitter_fini(hd__emitter *emitter, bool whole);

/* Remove the files of a trace, as they were just created. */
void hd__emitter_remove(const char *path);

/* Write the text of a time relative to the base; at most HD__TIME_BYTES, zeros behind included. */
char *hd__emit_put_time(hd__emitter *emitter, char *to, int64_t time_ns);

#endif

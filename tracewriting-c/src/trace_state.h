/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_TRACE_STATE_H
#define HD_SRC_TRACE_STATE_H
/* What a trace holds between calls.
 *
 * Children stand before their parent in the file, and a parent's end is known last. So the text of
 * every open entry waits in two areas that grow and shrink like stacks: one for the tag with its
 * attributes, one for the data elements. An entry that ends is always the topmost; its two pieces
 * are appended to the file and taken off. */

#include "emit.h"
#include "process.h"
#include "trace_ring.h"

#include <hdtrace/trace.h>
#include <stdatomic.h>

enum {
    HD__ATTRIBUTES_MAX = 4096,     /* what readers accept in one element */
    HD__VALUE_BYTES_MAX = 1 << 20, /* the same, for one value */
    HD__NAME_BYTES_MAX = 256,
    HD__TAIL_BYTES = 128, /* always free in the tag area: the two times of the topmost entry */
    HD__DATA_MAX = 64     /* open data elements */
};

#define HD__CLOCK_NOW    INT64_MIN /* stands for "read the clock" */
#define HD__NOT_RETURNED INT64_MIN

typedef enum hd__frame_kind {
    HD__FRAME_STATE,
    HD__FRAME_EVENT,
    HD__FRAME_SKIPPED, /* begun while recording was off, or deeper than hd_trace_set_depth */
    HD__FRAME_DROPPED, /* deeper than max_depth, or no room for its name */
    HD__FRAME_LOST     /* begun after the file had failed */
} hd__frame_kind;

typedef struct hd__frame {
    int64_t start_ns;
    int64_t end_ns; /* once it has returned, else HD__NOT_RETURNED */
    size_t tag;     /* where it begins in the tag area */
    size_t data;
    unsigned name_bytes;
    unsigned attributes;   /* of the tag */
    unsigned data_count;   /* data elements that were open before */
    unsigned data_ignored; /* ... and those begun beyond the limit */
    hd__frame_kind kind;
    unsigned moved_rank; /* of moved_bytes; HD__MOVED_NAMES: none */
    int64_t moved_bytes;
    bool nameless; /* opened by hd_trace_open_state, and not named yet */
} hd__frame;

typedef struct hd__data_element {
    size_t tag; /* of its '<' in the data area */
    unsigned name_bytes;
    unsigned attributes;
    bool has_child; /* its start tag is closed */
} hd__data_element;

typedef struct hd__area {
    char *base;
    size_t used;
    size_t size;
} hd__area;

typedef struct hd__field { /* where a property of the head stands, to be completed later */
    char *name;
    off_t offset;
    size_t bytes;
} hd__field;

/* Where the owner of a trace is; a signal handler that finds it elsewhere than at HD__FREE must not
 * touch the trace. */
typedef enum hd__whereabouts {
    HD__FREE,    /* not in the library */
    HD__BUSY,    /* in one of its functions */
    HD__RETURNED /* storing into the slots of hd_trace_return_state */
} hd__whereabouts;

struct hd_trace {
    volatile hd__whereabouts inside;
    unsigned refused;     /* entries begun by a signal handler that are not ended yet */
    int64_t process;      /* the trace belongs to */
    unsigned depth;       /* open states that are recorded */
    unsigned last_depth;  /* of the entry that ended last */
    unsigned depth_limit; /* of hd_trace_set_depth */
    unsigned max_depth;
    bool enabled;
    bool compat; /* only what readers of the original accept */

    hd__frame *frames; /* frame_capacity of them */
    unsigned frame_count;
    unsigned frame_capacity;
    uint64_t overflow; /* entries begun beyond the capacity */
    int64_t min_duration_ns;

    hd__trace_ring *ring; /* NULL: what has ended goes to the emitter at once */
    hd__area tags;
    hd__emitter emitter;
    hd__area data;
    size_t data_closing; /* bytes that the open data elements still need */
    hd__data_element elements[HD__DATA_MAX];
    unsigned element_count;
    unsigned elements_ignored;

    int64_t values[HD_TEMPLATE_VALUES_MAX]; /* of the state that returned last */

    hd__field *fields;
    size_t field_count;
    char *path;
};

/* --- who may ---------------------------------------------------------------------------------- */

/* Whether the calling thread may touch the trace: it is not a signal handler that came in between,
 * and the process no forked child (its traces are those of the parent). */
static inline bool hd__trace_is_free(const hd_trace *trace)
{
    return trace->inside == HD__FREE && hd__process_is(trace->process);
}

/* For what adds to an open entry. Nothing of what follows may be moved in front of it by the
 * compiler; a signal handler runs in the same thread, so no more is needed. */
static inline bool hd__trace_enter(hd_trace *trace)
{
    if (trace == NULL || !hd__trace_is_free(trace) || trace->refused > 0) {
        return false;
    }
    trace->inside = HD__BUSY;
    atomic_signal_fence(memory_order_seq_cst);
    return true;
}

static inline void hd__trace_leave(hd_trace *trace, hd__whereabouts to)
{
    atomic_signal_fence(memory_order_seq_cst);
    trace->inside = to;
}

/* The entry is not taken: it is counted, and its end will not be taken either. */
void hd__trace_refuse_begin(hd_trace *trace);

/* For what begins an entry. */
static inline bool hd__trace_enter_begin(hd_trace *trace)
{
    if (trace == NULL) {
        return false;
    }
    if (__builtin_expect(!hd__trace_is_free(trace), 0)) {
        hd__trace_refuse_begin(trace);
        return false;
    }
    trace->inside = HD__BUSY;
    atomic_signal_fence(memory_order_seq_cst);
    return true;
}

/* Nor the end of such an entry. */
void hd__trace_refuse_end(hd_trace *trace, bool last);

/* For what ends an entry, or comes shortly before its end (`last` is false then). */
static inline bool hd__trace_enter_last(hd_trace *trace, bool last)
{
    if (trace == NULL) {
        return false;
    }
    if (__builtin_expect(trace->inside == HD__BUSY || trace->refused > 0 ||
                             !hd__process_is(trace->process),
                         0)) {
        hd__trace_refuse_end(trace, last);
        return false;
    }
    trace->inside = HD__BUSY;
    atomic_signal_fence(memory_order_seq_cst);
    return true;
}

static inline bool hd__trace_enter_end(hd_trace *trace)
{
    return hd__trace_enter_last(trace, true);
}

/* --- frames ----------------------------------------------------------------------------------- */

static inline hd__frame *hd__trace_get_top(hd_trace *trace)
{
    if (trace->overflow > 0 || trace->frame_count == 0) {
        return NULL;
    }
    return &trace->frames[trace->frame_count - 1];
}

static inline bool hd__frame_is_recorded(const hd__frame *frame)
{
    return frame->kind == HD__FRAME_STATE || frame->kind == HD__FRAME_EVENT;
}

/* Whether attributes and data may be added to it. */
static inline bool hd__frame_takes_text(const hd__frame *frame)
{
    return hd__frame_is_recorded(frame) && !frame->nameless;
}

/* Whether the tag area takes the name and the times of one more state. */
static inline bool hd__trace_has_room(const hd_trace *trace)
{
    return trace->tags.size - trace->tags.used > HD__NAME_BYTES_MAX + 2 * (size_t)HD__TAIL_BYTES;
}

/* Whether entries inside the innermost recorded state were written: they need it as a parent. */
static inline bool hd__trace_has_children(const hd_trace *trace)
{
    return trace->last_depth >= trace->depth;
}

/* Whether what ends can't be written any more. After a failed conversion a ring still takes what
 * was open. */
static inline bool hd__trace_is_shut(const hd_trace *trace)
{
    return trace->emitter.failed && (trace->ring == NULL || trace->ring->ring.full);
}

/* Push an entry; NULL when it is not recorded. */
hd__frame *hd__trace_push(hd_trace *trace, bool event);

/* Write the element's name behind what the tag area holds. */
void hd__trace_put_element(hd_trace *trace, hd__frame *frame, const char *name);

/* Give the innermost entry, a nameless state, its name. */
void hd__trace_name(hd_trace *trace, hd__frame *frame, const char *name);

/* Write the innermost entry and take it off. */
void hd__trace_pop(hd_trace *trace, int64_t end_ns);

/* Take the innermost entry, a recorded state without a name, off without writing it. */
static inline void hd__trace_drop(hd_trace *trace)
{
    trace->frame_count--;
    trace->depth--;
}

/* hd_trace_end_event and hd_trace_end_state_at, inside the library. */
void hd__trace_end_event(hd_trace *trace);
void hd__trace_end_state(hd_trace *trace, int64_t time_ns);

/* End the events that are still open in the innermost state; gives that back, NULL when there is
 * none. */
hd__frame *hd__trace_end_events(hd_trace *trace);

/* hd_trace_add_text and hd_trace_end_data, inside the library. */
void hd__trace_add_value(hd_trace *trace, const char *name, const char *value);
void hd__trace_end_data(hd_trace *trace, const hd__frame *frame);

#endif

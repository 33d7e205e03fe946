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
#include "machine.h"
#include "trace_ring.h"

#include <hdtrace/lane.h>
#include <hdtrace/trace.h>
#include <stdatomic.h>
#include <stddef.h>

enum {
    HD__ATTRIBUTES_MAX = 4096,     /* what readers accept in one element */
    HD__VALUE_BYTES_MAX = 1 << 20, /* the same, for one value */
    HD__NAME_BYTES_MAX = 256,
    HD__FRAMES = 1024 + 64,   /* events, and what is not recorded, need some beside the states */
    HD__NAMES_RESERVE = 4096, /* never taken by attributes: a short name for each frame */
    HD__TAIL_BYTES = 128,     /* always free in the tag area: the two times of the topmost entry */
    HD__DATA_MAX = 64,        /* open data elements */
    HD__AHEAD_BYTES = 96,     /* of a text that is made ready: copied blindly */
    HD__AHEAD_BYTES_MAX = 256 /* its longest */
};

#define HD__CLOCK_NOW    INT64_MIN /* stands for "read the clock" */
#define HD__NOT_RETURNED INT64_MIN

typedef enum hd__frame_kind {
    HD__FRAME_NONE,
    HD__FRAME_TICKS, /* as a call, but it began at `start_ns` ticks of the present line */
    HD__FRAME_CALL,  /* a recorded state that was opened and has no name yet */
    HD__FRAME_STATE,
    HD__FRAME_EVENT,
    HD__FRAME_SKIPPED, /* begun while recording was off, or deeper than hd_trace_set_depth */
    HD__FRAME_DROPPED, /* deeper than max_depth, or no room for its name */
    HD__FRAME_LOST     /* begun after the file had failed */
} hd__frame_kind;

typedef struct hd__frame {
    int64_t start_ns;
    hd__frame_kind kind;
    unsigned name_bytes;
    int64_t end_ns; /* once it has returned, else HD__NOT_RETURNED */
    size_t tag;     /* where it begins in the tag area */
    size_t data;
    unsigned attributes;   /* of the tag */
    unsigned data_count;   /* data elements that were open before */
    unsigned data_ignored; /* ... and those begun beyond the limit */
    unsigned moved_rank;   /* of moved_bytes; HD__MOVED_NAMES: none */
    int64_t moved_bytes;
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

/* Where the owner of a trace is. A signal handler that finds it amid the library must not touch the
 * trace, and no forked child may: the trace lies in memory that the kernel clears there, so that
 * the child finds it nowhere. One comparison tells all that. */
typedef enum hd__whereabouts {
    HD__NOWHERE,  /* not in this process: a forked child looks at a trace of its parent */
    HD__FREE,     /* not in the library */
    HD__FULL,     /* the same, with entries open that there was no room for */
    HD__BUSY,     /* in one of its functions */
    HD__RETURNED, /* storing into the slots of hd_trace_return_state */
    HD__HELD,     /* the same, while a signal handler has entries open that were refused */
    HD__TIMED, /* as HD__RETURNED, of HD__FRAME_TICKS; the times lie beside the slots, in ticks */
    HD__OWED,  /* as HD__FREE, but the state that was written last may not be in index and counts */
    HD__READY, /* as HD__FREE, but it is prepared what will be written of the innermost state */
    HD__ENDED = 9,      /* as HD__FREE, but the innermost state is written: it is to be taken off */
    HD__ENDED_OWED = 15 /* as HD__OWED, the same */
} hd__whereabouts;

/* What hd_lane_prepare made ready: of a state that goes into the text, this up to the millisecond
 * of its end, which is taken to be that of its begin. */
typedef struct hd__ahead {
    const hd_template *shape;
    int64_t start_ns;
    int64_t end_ns;   /* once it is written, until index and counts have it */
    int64_t front_ns; /* the millisecond */
    int64_t moved_bytes;
    unsigned name;
    unsigned depth;
    unsigned bytes;
    unsigned front_bytes; /* the last ones of those: text of the millisecond */
    char text[HD__AHEAD_BYTES_MAX + HD__AHEAD_BYTES]; /* zeros follow it */
} hd__ahead;

struct hd_trace {
    hd__whereabouts inside; /* written by way of the functions below */
    unsigned depth;         /* open states that are recorded */
    hd__frame *top; /* innermost open entry; `frames` itself, which is none: nothing is open */
    hd__frame *open_limit; /* while `top` is below it, a state that is opened is simply recorded */
    uint64_t line_start;   /* of the line by which ticks are told here */
    uint64_t line_length;  /* 0: none */
    hd__ring *slots;       /* of own_ring */
    unsigned last_depth;   /* of the entry that ended last */
    unsigned paid;         /* how often hd__trace_pay had to do something */
    /* so far as hd_lane has it */
    hd__ring_line line; /* the rest of the line */
    int64_t min_duration_ns;
    hd__trace_ring *ring; /* NULL: what has ended goes to the emitter at once */

    unsigned refused;     /* entries begun by a signal handler that are not ended yet */
    unsigned irregular;   /* open entries that are no recorded states */
    unsigned depth_limit; /* of hd_trace_set_depth */
    unsigned max_depth;
    bool enabled;
    bool goes_straight; /* a call that ends is written at once: no ring, no minimum of duration */
    bool compat;        /* only what readers of the original accept */
    hd__frame *frames;  /* and behind it HD__FRAMES of them */
    uint64_t overflow;  /* entries begun beyond those */

    hd__area tags;
    hd__emitter emitter;
    hd__area data;
    size_t data_closing; /* bytes that the open data elements still need */
    hd__data_element elements[HD__DATA_MAX];
    unsigned element_count;
    unsigned elements_ignored;

    hd__trace_ring own_ring; /* without a file it has room for one record, that of the state that
                                returned last, and a limit before it */
    uint64_t scratch[HD__RING_RECORD_WORDS]; /* that room */

    hd__ahead ahead;

    hd__field *fields;
    size_t field_count;
    char *path;
};

/* What hdtrace/lane.h says of them; members that are pointers are meant to be.
 * NOLINTBEGIN(bugprone-sizeof-expression) */
#define HD__LANE_HAS(member, own)                                                                  \
    _Static_assert(offsetof(hd_lane, member) == offsetof(hd_trace, own) &&                         \
                       sizeof(((hd_lane *)0)->member) == sizeof(((hd_trace *)0)->own),             \
                   "a lane is the front of a trace")
HD__LANE_HAS(inside, inside);
HD__LANE_HAS(depth, depth);
HD__LANE_HAS(top, top);
HD__LANE_HAS(open_limit, open_limit);
HD__LANE_HAS(line_start, line_start);
HD__LANE_HAS(line_length, line_length);
HD__LANE_HAS(ring, slots);
HD__LANE_HAS(last_depth, last_depth);
HD__LANE_HAS(paid, paid);
/* NOLINTEND(bugprone-sizeof-expression) */
_Static_assert((int)HD_LANE_FREE == (int)HD__FREE && (int)HD_LANE_BUSY == (int)HD__BUSY &&
                   (int)HD_LANE_OWED == (int)HD__OWED && (int)HD_LANE_READY == (int)HD__READY &&
                   (int)HD_LANE_FREE + (int)HD_LANE_ENDED == (int)HD__ENDED &&
                   (int)HD_LANE_OWED + (int)HD_LANE_ENDED == (int)HD__ENDED_OWED,
               "where the owner is");
_Static_assert((int)HD_LANE_FRAME_BYTES == sizeof(hd__frame) &&
                   offsetof(hd_lane_frame, start) == offsetof(hd__frame, start_ns) &&
                   offsetof(hd_lane_frame, kind) == offsetof(hd__frame, kind) &&
                   (int)HD_LANE_TICKS == (int)HD__FRAME_TICKS,
               "an open state");
_Static_assert(offsetof(hd_lane_shape, id) == offsetof(hd_template, id), "a shape");
_Static_assert(offsetof(hd_lane_ring, cursor) == offsetof(hd__ring, cursor) &&
                   offsetof(hd_lane_ring, limit) == offsetof(hd__ring, limit) &&
                   offsetof(hd_lane_ring, delta) == offsetof(hd__ring, delta) &&
                   offsetof(hd_lane_ring, ready_end) == offsetof(hd__ring, ready) &&
                   offsetof(hd_lane_ring, firsts) == offsetof(hd__ring, firsts) &&
                   offsetof(hd_lane_ring, head) == offsetof(hd__ring, map.head),
               "where records go");
_Static_assert((int)HD_LANE_COMMITTED == (int)HD__RING_COMMITTED &&
                   (int)HD_LANE_DEPTH_SHIFT == (int)HD__RING_DEPTH_SHIFT &&
                   (int)HD_LANE_WORDS_SHIFT == (int)HD__RING_WORDS_SHIFT &&
                   (int)HD_LANE_STATE_WORDS == (int)HD__RING_STATE_WORDS,
               "records");

/* --- who may ---------------------------------------------------------------------------------- */

/* Nothing of what follows may be moved in front of it by the compiler; a signal handler runs in the
 * same thread, so no more is needed. */
static inline void hd__trace_set_busy(hd_trace *trace)
{
    *(volatile hd__whereabouts *)&trace->inside = HD__BUSY;
    atomic_signal_fence(memory_order_seq_cst);
}

static inline void hd__trace_set_inside(hd_trace *trace, hd__whereabouts to)
{
    atomic_signal_fence(memory_order_seq_cst);
    *(volatile hd__whereabouts *)&trace->inside = to;
}

/* Do what is owed, take off what has ended, forget what is ready: for whoever is about to take a
 * trace. */
void hd__trace_pay(hd_trace *trace);

static inline bool hd__trace_owes(const hd_trace *trace)
{
    return trace->inside == HD__OWED || trace->inside == HD__ENDED_OWED;
}

/* For what adds to an open entry. */
static inline bool hd__trace_enter(hd_trace *trace)
{
    if (trace == NULL) {
        return false;
    }
    hd__trace_pay(trace);
    if (trace->inside != HD__FREE) {
        return false;
    }
    hd__trace_set_busy(trace);
    return true;
}

/* For what begins an entry. False: it is not taken, which was counted, nor will its end be. */
bool hd__trace_enter_begin(hd_trace *trace);

/* For what ends an entry, or is about to. False: not for this trace. */
bool hd__trace_enter_end(hd_trace *trace);
bool hd__trace_enter_last(hd_trace *trace);

/* Whether the innermost state has returned and is not closed yet. */
static inline bool hd__trace_has_returned(const hd_trace *trace)
{
    return trace != NULL && (trace->inside == HD__TIMED || trace->inside == HD__RETURNED);
}

static inline void hd__trace_leave(hd_trace *trace)
{
    hd__trace_set_inside(trace, trace->overflow == 0 ? HD__FREE : HD__FULL);
}

/* --- frames ----------------------------------------------------------------------------------- */

/* Tell the start of a call, which may have been noted in ticks, in ns. */
void hd__trace_settle(hd_trace *trace, hd__frame *frame);

/* The same for the innermost call, which is HD__TIMED, and its end. */
void hd__trace_settle_returned(hd_trace *trace);

/* Go on by the present line of the clock. */
void hd__trace_follow_clock(hd_trace *trace);

/* NULL when nothing is open, or what is has no frame. */
static inline hd__frame *hd__trace_get_top(hd_trace *trace)
{
    if (trace->overflow > 0 || trace->top == trace->frames) {
        return NULL;
    }
    if (trace->top->kind == HD__FRAME_TICKS) {
        hd__trace_settle(trace, trace->top);
    }
    return trace->top;
}

static inline bool hd__frame_is_recorded(const hd__frame *frame)
{
    return frame->kind <= HD__FRAME_EVENT;
}

/* Whether attributes and data may be added to it. */
static inline bool hd__frame_takes_text(const hd__frame *frame)
{
    return frame->kind == HD__FRAME_STATE || frame->kind == HD__FRAME_EVENT;
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

/* Bring `open_limit` up to date, after anything that it depends on has changed. */
void hd__trace_set_open_limit(hd_trace *trace);

/* Push an entry of that kind (a call, a state, an event); NULL when it is not recorded. A state
 * then counts for the depth. */
hd__frame *hd__trace_push(hd_trace *trace, hd__frame_kind kind);

/* Write the element's name behind what the tag area holds. */
void hd__trace_put_element(hd_trace *trace, hd__frame *frame, const char *name);

/* Give the innermost entry, a call, its name: it is a state then. */
void hd__trace_name(hd_trace *trace, hd__frame *frame, const char *name);

/* Write the innermost entry and take it off. */
void hd__trace_pop(hd_trace *trace, int64_t end_ns);

/* Take the innermost entry, a call, off without writing it. */
static inline void hd__trace_drop(hd_trace *trace)
{
    trace->top--;
    trace->depth--;
}

/* hd_trace_end_event and hd_trace_end_state_at, inside the library. */
void hd__trace_end_event(hd_trace *trace);
void hd__trace_end_state(hd_trace *trace, int64_t time_ns);

/* End the events that are still open in the innermost state; gives that back, NULL when there is
 * none. */
hd__frame *hd__trace_end_events(hd_trace *trace);

/* Add ` TEXT`, which holds so many attributes with escaped values and names that are allowed;
 * false, and nothing done, where they must be looked at one by one. */
bool hd__trace_add_canonical(hd_trace *trace, const char *text, size_t bytes, unsigned count);

/* The same for a caller who writes the text, blank included: gives back where at most `bytes` and
 * *spare more go, or NULL. Whoever got a place tells the end of the text next, NULL for none. */
char *hd__trace_open_canonical(hd_trace *trace, unsigned count, size_t bytes, size_t *spare);
void hd__trace_close_canonical(hd_trace *trace, const char *end, unsigned count);

/* Write the head of the file, and keep where the values are that options->properties give. */
void hd__trace_write_head(hd_trace *trace, const hd__machine *machine,
                          const hd_trace_options *options);

/* hd_trace_add_text and hd_trace_end_data, inside the library. */
void hd__trace_add_value(hd_trace *trace, const char *name, const char *value);
void hd__trace_end_data(hd_trace *trace, const hd__frame *frame);

#endif

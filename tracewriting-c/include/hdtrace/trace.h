/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HDTRACE_TRACE_H
#define HDTRACE_TRACE_H
/** States and events of one thread in time, written as children-first XML (FORMATS A2, B 1.3).
 *
 *      hd_trace_begin_state(trace, "Send");
 *      hd_trace_add_int(trace, "size", 8);
 *      ... the call itself ...
 *      hd_trace_end_state(trace);
 *
 *  Thread: one trace belongs to one thread; no lock, and no allocation after creation.
 *  A trace never fails its caller: after a write error its calls do nothing and count what is lost.
 *  A signal handler may use
 *  the trace of the thread that it runs in; what it begins while that thread is inside the library
 * is left out and counted. In a child made by fork the traces of its parent take nothing, and
 *  hd_trace_destroy leaves their files alone.
 *  Names of states and attributes are XML names (other characters become '_'), each attribute once
 *  per element; `Program`, `Nested` and `Event`, `time` and `end` belong to the format. Names and
 *  values are copied, values are escaped. NULL as a trace is allowed everywhere and does nothing.
 */

#include <hdtrace/ring.h>
#include <hdtrace/status.h>
#include <hdtrace/template.h>
#include <hdtrace/topology.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hd_trace hd_trace;

/** One more attribute of the `Program` element. */
typedef struct hd_trace_property {
    const char *name;
    const char *value;
} hd_trace_property;

/** When the text is made: in the call itself, or from binary records (FORMATS A11) at the end, at
 *  hd_trace_flush, and as far as the ring is full. */
typedef enum hd_trace_mode { HD_TRACE_DIRECT, HD_TRACE_RING } hd_trace_mode;

/** What the file holds: the text, or frames of zstd (FORMATS A4). */
typedef enum hd_trace_compression { HD_TRACE_PLAIN, HD_TRACE_ZSTD } hd_trace_compression;

/** What happens when limit_bytes are reached. */
typedef enum hd_limit_action {
    HD_LIMIT_STOP, /**< nothing more is recorded */
    HD_LIMIT_LAST  /**< the oldest records make room */
} hd_limit_action;

/** Zeros everywhere are the defaults. hd_trace_create refuses what can't go together. */
typedef struct hd_trace_options {
    size_t buffer_bytes;                 /**< 0: default, 4 MiB; at least 64 KiB is used */
    unsigned max_depth;                  /**< deeper states are dropped and counted; 0: 1024 */
    const hd_trace_property *properties; /**< further attributes of `Program`, copied; they
                                              replace the own host, pid, clock, processor... */
    size_t property_count;
    hd_trace_mode mode;
    size_t ring_bytes; /**< of HD_TRACE_RING: with so many bytes of records text is made in the
                            calls; 0: buffer_bytes where that is given, else 64 MiB, and less
                            where RLIMIT_AS leaves no room for that in many threads */
    hd_trace_compression compress;
    bool compat_original;    /**< only what readers of the original accept (FORMATS A9): times
                                  with 6 decimals; of the properties only those of the processor;
                                  no index, no compression; data of states with states inside as
                                  attributes */
    bool index;              /**< write the index beside the trace (FORMATS A5) */
    int64_t min_duration_ns; /**< shorter states of hd_trace_open_state are left out, unless states
                                  inside them are written; 0: none */
    uint64_t limit_bytes;    /**< of the trace; 0: none */
    hd_limit_action limit_action;
    hd_ring_progress *progress; /**< told by hd_trace_destroy while a ring becomes text; or NULL */
    void *progress_context;
    int64_t start_ns; /**< a time that none of the trace is before, in ns since the epoch, for what
                           has happened long ago and is told with its times; 0: now */
} hd_trace_options;

/** What became of everything that was begun. */
typedef struct hd_trace_counts {
    uint64_t states;         /**< written, nested ones included */
    uint64_t events;         /**< written */
    uint64_t dropped_depth;  /**< deeper than max_depth, or than the buffer takes */
    uint64_t dropped_io;     /**< lost by a failed file */
    uint64_t dropped_signal; /**< begun by a signal handler while this thread was in the library */
    uint64_t dropped_limit;  /**< would have passed limit_bytes, or came after that */
    uint64_t overwritten;    /**< by newer ones, with HD_LIMIT_LAST */
    uint64_t short_states;   /**< left out on purpose: shorter than min_duration_ns */
    uint64_t cut_values; /**< attributes cut or left out: longer than 1 MiB, more than 4096 of an
                              element, more than the buffer takes, or to a closed start tag */
} hd_trace_counts;

/** Create PROJECT_L1_..._Ln.trc for the node. `options` may be NULL. */
HD_API HD_CHECK hd_status hd_trace_create(const hd_topology_node *node,
                                          const hd_trace_options *options, hd_trace **trace);

/** End what is open, write the summary event and `</Program>`, close, free; NULL is allowed.
 *  @return HD_OK | HD_STATE (called by a signal handler amid a call, mostly by way of exit():
 *          nothing was done, and what the process leaves is what a crash leaves) | HD_IO (the file
 *          lacks what hd_trace_get_counts said) */
HD_API hd_status hd_trace_destroy(hd_trace *trace);

/** End the file of a trace that hd_trace_destroy gave HD_STATE for, in a process that is ending:
 * its thread will never go on with the call that it is amid, nor may anybody use the trace any
 * more. The entry that was being written is taken back and blocks that are open are closed, without
 * the states around them, which had not ended. What a ring holds becomes text, and of a compressed
 * trace the rest becomes frames. Of memory little is freed; the index stays without its end.
 *  @return HD_OK | HD_STATE (it stays as a crash leaves it: no thread is amid a call with it, or
 *          without a ring where files are not mapped, or more than 30 blocks are open) | HD_IO |
 *          HD_NOMEM (both also leave it so) */
HD_API HD_CHECK hd_status hd_trace_abandon(hd_trace *trace);

/** Begin a state now, or at a given time (ns since the epoch). Nested, Event and Program are no
 *  states in the format: such a name gets a '_' in front. */
HD_API void hd_trace_begin_state(hd_trace *trace, const char *name);
HD_API void hd_trace_begin_state_at(hd_trace *trace, const char *name, int64_t time_ns);

/** Add an attribute to the innermost open state, event or data element. Its names must differ;
 *  `time` and `end`, which states have anyway, get a '_' in front. */
HD_API void hd_trace_add_int(hd_trace *trace, const char *name, int64_t value);
HD_API void hd_trace_add_uint(hd_trace *trace, const char *name, uint64_t value);
HD_API void hd_trace_add_double(hd_trace *trace, const char *name, double value);
HD_API void hd_trace_add_text(hd_trace *trace, const char *name, const char *value);

/** Begin and end a child element that carries data of the innermost open state, as `<For rid=/>`.
 */
HD_API void hd_trace_begin_data(hd_trace *trace, const char *name);
HD_API void hd_trace_end_data(hd_trace *trace);

/** End the innermost open state now, or at a given time (ns since the epoch, clamped to its start).
 */
HD_API void hd_trace_end_state(hd_trace *trace);
HD_API void hd_trace_end_state_at(hd_trace *trace, int64_t time_ns);

/** The short way, for shapes that occur often (template.h). Open a state: the call begins, the
 * clock is read; states begun before its end are inside. Its name is told at its end. */
HD_API void hd_trace_open_state(hd_trace *trace);

/** The innermost opened state has come to its end: the clock is read.
 *  @return HD_TEMPLATE_VALUES_MAX slots for the values of hd_trace_close_state, never NULL; valid
 *          until then, and of no effect where nothing is recorded. */
HD_API int64_t *hd_trace_return_state(hd_trace *trace);

/** Write the state that returned; bit i of `absent`: its attribute i is left out. */
HD_API void hd_trace_close_state(hd_trace *trace, const hd_template *shape, uint64_t absent);

/** Or give it a name and go on in the general way: hd_trace_add_*, hd_trace_begin_data, ..., and
 *  hd_trace_end_state, which keeps the time at which it returned. */
HD_API void hd_trace_name_state(hd_trace *trace, const char *name);

/** Or leave it out. One that holds states already written is written as `Skipped`, because they
 *  need a parent. */
HD_API void hd_trace_skip_state(hd_trace *trace);

/** Begin and end an `<Event name= time=>`; attributes and data may stand in between. */
HD_API void hd_trace_begin_event(hd_trace *trace, const char *name);
HD_API void hd_trace_begin_event_at(hd_trace *trace, const char *name, int64_t time_ns);
HD_API void hd_trace_end_event(hd_trace *trace);

/** Switch recording off or on. States open at that moment are still ended and written whole. */
HD_API void hd_trace_set_enabled(hd_trace *trace, bool enabled);

/** Record only states nested at most this deep (1: no nesting; 0: max_depth of creation). */
HD_API void hd_trace_set_depth(hd_trace *trace, unsigned depth);

/** The time that all times in the file are relative to (its `timeAdjustment`), in ns since the
 * epoch; 0 when there is no trace. */
HD_API int64_t hd_trace_get_base_ns(const hd_trace *trace);

/** Replace the value of a property given at creation, in place. It must fit the bytes it had there
 *  (at most 256); give blanks at creation to make room, as for `clockOffset`.
 *  @return HD_OK | HD_STATE (called by a signal handler amid a call) | HD_INVALID | HD_MISSING (no
 * such property) | HD_LIMIT (too long) | HD_IO */
HD_API HD_CHECK hd_status hd_trace_set_property(hd_trace *trace, const char *name,
                                                const char *value);

/** Hand everything that has ended to the operating system.
 *  @return HD_OK | HD_STATE (called by a signal handler amid a call) | HD_INVALID | HD_IO */
HD_API HD_CHECK hd_status hd_trace_flush(hd_trace *trace);

/** Most bytes of text that the death of the process can take along. 0: none, because the file is
 *  mapped; else its buffer, which is handed over when it is full and at the first entry that ends
 *  more than a second after the last time. No ring is used then. */
HD_API size_t hd_trace_get_loss_bytes(const hd_trace *trace);

HD_API hd_trace_counts hd_trace_get_counts(const hd_trace *trace);

#ifdef __cplusplus
}
#endif
#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef HD_SRC_TRACE_RING_H
#define HD_SRC_TRACE_RING_H
/* A trace in ring mode: what has ended goes into X.ring first, and from there to the emitter in
 * batches, in the same thread. What the ring can't take goes to the emitter at once, behind all
 * that the ring held. */

#include "ring.h"
#include "ring_convert.h"

#include <hdtrace/trace.h>

typedef struct hd__trace_ring {
    hd__ring ring;
    hd__ring_conversion conversion; /* its `first` and the ring's are the same */
    char *path;
} hd__trace_ring;

/* Begin X.ring beside the trace at `trace_path`, whose head was written to the emitter. 0 or a
 * negative error number; -ENODEV: the file system can't map it, or not safely. */
int hd__trace_ring_init(hd__trace_ring *ring, hd__emitter *emitter, const char *trace_path,
                        const hd_trace_options *options);

/* Forget the ring that an earlier run left beside a trace that is about to be written anew. */
void hd__trace_ring_remove_old(const char *trace_path);

/* Append what has ended; false when it was lost, which was counted. */
bool hd__trace_ring_put_text(hd__trace_ring *ring, unsigned depth, bool event, int64_t start_ns,
                             int64_t end_ns, int64_t moved_bytes, const hd__text_piece *pieces);
bool hd__trace_ring_put_rest(hd__trace_ring *ring, unsigned depth, const hd_template *shape,
                             int64_t start_ns, int64_t end_ns, uint64_t absent);

/* Make all of it text: 0 or the first error. Nothing to do for a flight recorder. */
int hd__trace_ring_flush(hd__trace_ring *ring);

/* What is counted, together with what is no text yet. */
hd_trace_counts hd__trace_ring_get_counts(const hd__trace_ring *ring);

/* End the trace: convert, write the last lines and close the emitter. *whole: all of it was
 * written, the ring is gone. 0 or the first error. In a forked child nothing happens to the files.
 */
int hd__trace_ring_finish(hd__trace_ring *ring, int64_t now_ns, bool *whole);

void hd__trace_ring_fini(hd__trace_ring *ring);

/* Append a state whose values stand in the slots. */
static inline void hd__trace_ring_put_state(hd__trace_ring *ring, unsigned depth,
                                            const hd_template *shape, int64_t start_ns,
                                            int64_t end_ns, uint64_t absent)
{
    if (!hd__ring_knows(&ring->ring, shape) ||
        !hd__ring_put_state(&ring->ring, depth, shape, start_ns, end_ns, absent)) {
        (void)hd__trace_ring_put_rest(ring, depth, shape, start_ns, end_ns, absent);
    }
}

#endif

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times that were noted in ticks. A trace keeps a copy of the clock's line: while it holds, which
 * is up to a second, the time of a call is a difference of two counts. When it has ended, what is
 * open is told by it, and a ring notes the next one; so all ticks in a frame are those of the copy,
 * and all ticks in a ring those of the line noted before them. */
#include "trace_state.h"

void hd__trace_settle(hd_trace *trace, hd__frame *frame)
{
    frame->start_ns = hd__ring_tell(&trace->line, (uint64_t)frame->start_ns);
    frame->end_ns = HD__NOT_RETURNED;
    frame->kind = HD__FRAME_CALL;
}

void hd__trace_settle_returned(hd_trace *trace)
{
    hd__frame *const frame = trace->top;
    const uint64_t start = (uint64_t)frame->start_ns;
    const uint64_t end = hd__ring_get_end_ticks(&trace->own_ring.ring);
    hd__trace_settle(trace, frame);
    frame->end_ns = hd__ring_tell(&trace->line, end < start ? start : end);
}

void hd__trace_follow_clock(hd_trace *trace)
{
    hd__line_copy next;
    if (!hd__ticks_copy_line(&next) ||
        (next.start == trace->line_start && trace->line_length != 0)) {
        return;
    }
    for (hd__frame *frame = trace->frames + 1; frame <= trace->top; frame++) {
        if (frame->kind == HD__FRAME_TICKS) {
            hd__trace_settle(trace, frame);
        }
    }
    trace->line = (hd__ring_line){next.ns, next.rate};
    const bool noted = trace->ring == NULL || hd__ring_put_line(&trace->ring->ring, &trace->line);
    trace->line_start = next.start;
    trace->line_length = noted ? next.length : 0;
}

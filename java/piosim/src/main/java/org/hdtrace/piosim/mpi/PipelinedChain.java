// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;
import org.hdtrace.piosim.process.NodeOrder;

/**
 * All ranks in a row pass the data on in segments: while a rank gets one it passes on the one before. Source: Open MPI
 * 4.1, {@code ompi_coll_base_bcast_intra_pipeline} and {@code ompi_coll_base_reduce_intra_pipeline} in {@code
 * ompi/mca/coll/base}. Deviation: a reduction sends no segment before the one before has left. Parameter {@code segment}:
 * bytes.
 */
final class PipelinedChain implements Algorithm {
    private static final long SEGMENT = 128 << 10;
    private static final long PIOSIM_SEGMENT = 1 << 20;

    private enum Kind {
        BCAST,
        ANNOUNCED_BCAST,
        ANNOUNCED_BCAST_BY_NODE,
        REDUCE
    }

    private final Kind kind;
    private final Map<String, Long> parameters;

    private PipelinedChain(Kind kind) {
        this.kind = kind;
        boolean ofOpenMpi = kind == Kind.BCAST || kind == Kind.REDUCE;
        this.parameters = Map.of(Segments.PARAMETER, ofOpenMpi ? SEGMENT : PIOSIM_SEGMENT);
    }

    /** From the root to the rank before it. */
    static PipelinedChain bcast() {
        return new PipelinedChain(Kind.BCAST);
    }

    /** As {@link #bcast}; a rank tells the one before that it is ready and awaits that of the next. Source: PIOsimHD. */
    static PipelinedChain announcedBcast() {
        return new PipelinedChain(Kind.ANNOUNCED_BCAST);
    }

    /** As {@link #announcedBcast}, first all ranks of the root's node, then node after node. Source: PIOsimHD. */
    static PipelinedChain announcedBcastByNode() {
        return new PipelinedChain(Kind.ANNOUNCED_BCAST_BY_NODE);
    }

    /** From the rank before the root down to the root; a segment costs one instruction per byte and one more. */
    static PipelinedChain reduce() {
        return new PipelinedChain(Kind.REDUCE);
    }

    @Override
    public void step(Call call, int step) {
        if (call.size() == 1) {
            return;
        }
        Segments segments = Segments.of(call);
        int before = neighbor(call, -1);
        int after = neighbor(call, 1);
        if (step == START && (kind == Kind.ANNOUNCED_BCAST || kind == Kind.ANNOUNCED_BCAST_BY_NODE)) {
            announce(call, before, after);
        }
        boolean first = before < 0;
        boolean last = after < 0;
        if (!first && step < segments.count()) {
            call.receive(before);
        }
        int passed = first ? step : step - 1;
        if (!last && passed >= 0) {
            call.sendData(after, segments.bytes(passed));
        }
        if (step + 1 < segments.count() || (!first && !last && step < segments.count())) {
            call.next(step + 1, kind == Kind.REDUCE && !first ? segments.bytes(step) + 1.0 : 0);
        }
    }

    @Override
    public Map<String, Long> parameters() {
        return parameters;
    }

    private static void announce(Call call, int before, int after) {
        if (before >= 0) {
            call.sendData(before, 0);
        }
        if (after >= 0) {
            call.receive(after);
        }
    }

    /** The rank one place before or after the caller, -1 where the chain ends. */
    private int neighbor(Call call, int offset) {
        if (kind == Kind.ANNOUNCED_BCAST_BY_NODE) {
            NodeOrder.Group order = call.nodeOrder().byNode();
            int place = order.place(call.relative()) + offset;
            return place >= 0 && place < order.size() ? call.atDistance(order.get(place)) : -1;
        }
        int relative = call.relative() + (kind == Kind.REDUCE ? -offset : offset);
        return relative >= 0 && relative < call.size() ? call.atDistance(relative) : -1;
    }
}

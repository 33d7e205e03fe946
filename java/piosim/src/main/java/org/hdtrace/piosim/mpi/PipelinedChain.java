// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * All ranks in a row pass the data on in segments: while a rank gets one it passes on the one before. Source: Open MPI
 * 4.1, {@code ompi_coll_base_bcast_intra_pipeline} and {@code ompi_coll_base_reduce_intra_pipeline} in {@code
 * ompi/mca/coll/base}. Deviation: a reduction sends no segment before the one before has left. Parameter {@code segment}:
 * bytes.
 */
final class PipelinedChain implements Algorithm {
    private static final long SEGMENT = 128 << 10;
    private static final long PIOSIM_SEGMENT = 1 << 20;
    private final boolean reduces;
    private final boolean announces;
    private final long segment;

    private PipelinedChain(boolean reduces, boolean announces, long segment) {
        this.reduces = reduces;
        this.announces = announces;
        this.segment = segment;
    }

    /** From the root to the rank before it. */
    static PipelinedChain bcast() {
        return new PipelinedChain(false, false, SEGMENT);
    }

    /** As {@link #bcast}; a rank tells the one before that it is ready and awaits that of the next. Source: PIOsimHD. */
    static PipelinedChain announcedBcast() {
        return new PipelinedChain(false, true, PIOSIM_SEGMENT);
    }

    /** From the rank before the root down to the root; a segment costs one instruction per byte and one more. */
    static PipelinedChain reduce() {
        return new PipelinedChain(true, false, SEGMENT);
    }

    @Override
    public void step(Call call, int step) {
        if (call.size() == 1) {
            return;
        }
        long segments = Math.max(1, (call.bytes() + length(call) - 1) / length(call));
        int place = reduces ? call.size() - 1 - call.relative() : call.relative();
        boolean first = place == 0;
        boolean last = place == call.size() - 1;
        if (announces && step == START) {
            announce(call, first, last);
        }
        if (!first && step < segments) {
            call.receive(at(call, place - 1));
        }
        int passed = first ? step : step - 1;
        if (!last && passed >= 0) {
            call.sendData(at(call, place + 1), bytes(call, passed));
        }
        if (step + 1 < segments || !first && !last && step < segments) {
            call.next(step + 1, reduces && !first ? bytes(call, step) + 1.0 : 0);
        }
    }

    @Override
    public Map<String, Long> parameters() {
        return Map.of("segment", segment);
    }

    private static void announce(Call call, boolean first, boolean last) {
        if (!first) {
            call.sendData(call.atDistance(call.relative() - 1), 0);
        }
        if (!last) {
            call.receive(call.atDistance(call.relative() + 1));
        }
    }

    private int at(Call call, int place) {
        return call.atDistance(reduces ? call.size() - 1 - place : place);
    }

    private static long bytes(Call call, int number) {
        return Math.min(length(call), call.bytes() - number * length(call));
    }

    private static long length(Call call) {
        return Math.max(1, call.parameter("segment"));
    }
}

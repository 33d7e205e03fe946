// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * As {@link AllreduceRing}, but each block goes round in as many phases as it has segments, so that a rank has no more
 * than a segment to reduce at a time; data that has no more than one segment for each rank goes round in one phase.
 *
 * <p>Source: Open MPI 4.1, {@code ompi_coll_base_allreduce_intra_ring_segmented}. Deviation: bytes count as elements.
 * Parameter {@code segment}: bytes, 0 for one phase.
 */
final class AllreduceSegmentedRing implements Algorithm {
    private final long segment;
    private final Algorithm ring = new RingAllgather();

    /** With so many bytes in a segment when the model doesn't say another number. */
    AllreduceSegmentedRing(long segment) {
        this.segment = segment;
    }

    @Override
    public Map<String, Long> parameters() {
        return Map.of(Segments.PARAMETER, segment);
    }

    @Override
    public void step(Call call, int step) {
        int size = call.size();
        int phases = phases(call.bytes(), call.parameter(Segments.PARAMETER), size);
        int steps = phases * (size - 1);
        if (step == steps) {
            call.child(ring, 0, call.bytes());
            return;
        }
        int phase = step / (size - 1);
        int round = step % (size - 1);
        int rank = call.rank();
        call.receive(Math.floorMod(rank - 1, size));
        call.sendData((rank + 1) % size, part(call, rank - 1 - round, phase, phases));
        call.next(step + 1, part(call, rank - 2 - round, phase, phases) + 1.0);
    }

    /** Bytes of a phase of a block. */
    private static long part(Call call, int block, int phase, int phases) {
        long bytes = Shares.CUT.one(call, Math.floorMod(block, call.size()));
        return Blocks.bytes(bytes, phase, phase + 1, phases);
    }

    /** How often data goes round; what remains of the division goes along unless it is more than half a phase. */
    private static int phases(long data, long segment, int size) {
        long perPhase = segment * size;
        if (size == 1 || segment <= 0 || data < perPhase) {
            return 1;
        }
        long rest = data % perPhase;
        return (int) (data / perPhase) + (rest >= size && rest > perPhase / 2 ? 1 : 0);
    }
}

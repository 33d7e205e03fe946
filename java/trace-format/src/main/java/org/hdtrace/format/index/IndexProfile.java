// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.index;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;

/**
 * The profile of an interval of a trace: sums of the blocks that lie inside of it whole, and the states of the blocks at its
 * edges one by one. It is exactly what reading the whole trace gives, as long as states lie inside of their parents.
 *
 * <p>Where a state that reaches over an edge holds others, these are read too, for they are what its exclusive time lacks.
 *
 * <p>Times are by the clock of the traced process: sums of corrected times can't be made from sums, because each time is rounded
 * on its own. Source: FORMATS A5; OTF's summary rule S([a,b)) = S([0,b)) - S([0,a)).
 */
public final class IndexProfile {
    private final TraceIndex index;
    private final Path trace;
    private final long fromNanos;
    private final long toNanos;
    private final SumRows sums = new SumRows();

    private IndexProfile(TraceIndex index, Path trace, long fromNanos, long toNanos) {
        this.index = index;
        this.trace = trace;
        this.fromNanos = fromNanos;
        this.toNanos = toNanos;
    }

    /**
     * Sums over the states that touch the interval, clipped to it; a state without duration touches when its time lies inside.
     *
     * @param fromNanos inside, ns since the epoch by the clock of the traced process; {@link Long#MIN_VALUE}: from the beginning
     * @param toNanos outside; {@link Long#MAX_VALUE}: to the end
     * @return empty when the index makes no sense or can't be read, or the trace can't be read where the index says; it has to be
     *     read from its beginning then
     */
    public static Optional<List<StateSums>> of(TraceIndex index, Path trace, long fromNanos, long toNanos) {
        try {
            return Optional.of(new IndexProfile(index, trace, fromNanos, toNanos).make());
        } catch (IOException | TraceFormatException e) {
            // A wrong place makes a good trace look malformed; reading that from its beginning tells.
            return Optional.empty();
        }
    }

    private List<StateSums> make() throws IOException, TraceFormatException {
        boolean all = fromNanos == Long.MIN_VALUE && toNanos == Long.MAX_VALUE;
        if (all && index.isWhole()) {
            return index.sums();
        }
        EdgeReader edges = new EdgeReader(trace, index.names(), sums, fromNanos, toNanos);
        BlockTable blocks = index.blocks();
        BitSet edge = all ? new BitSet() : sumInside(blocks);
        if (all) {
            index.addSums(0, blocks.size(), sums);
        }
        edges.read(blocks, edge, !index.isWhole());
        return edges.sums();
    }

    /** Add what the sums tell; the blocks of which they don't tell enough. */
    private BitSet sumInside(BlockTable blocks) throws IOException {
        BitSet edge = new BitSet();
        int end = blocks.endOfStartingBefore(toNanos);
        int runBegin = -1;
        for (int k = blocks.firstEndingFrom(fromNanos); k < end; k++) {
            boolean inside = isInside(blocks, k);
            if (inside && runBegin < 0) {
                runBegin = k;
            } else if (!inside && runBegin >= 0) {
                index.addSums(runBegin, k, sums);
                runBegin = -1;
            }
            if (!inside && blocks.latestNanos(k) >= fromNanos && blocks.earliestNanos(k) < toNanos) {
                edge.set(k);
            }
        }
        if (runBegin >= 0) {
            index.addSums(runBegin, Math.max(end, runBegin), sums);
        }
        return edge;
    }

    /** One that ends where the interval ends might be without duration, and outside. */
    private boolean isInside(BlockTable blocks, int k) {
        return blocks.earliestNanos(k) >= fromNanos && (blocks.latestNanos(k) < toNanos || toNanos == Long.MAX_VALUE);
    }
}

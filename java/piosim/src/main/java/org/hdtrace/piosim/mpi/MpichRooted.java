// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * What MPICH chooses by size and number of ranks for functions with a root. The limits are parameters: sizes in bytes, and
 * {@code minimumRanks}.
 *
 * <p>Source: MPICH 4.0.2, {@code maint/tuning/coll/mpir/generic.json}, for one rank on each node and a commutative,
 * predefined operation. Deviation: a reduction of fewer elements than ranks is told by its
 * bytes.
 */
final class MpichRooted {
    private static final String SHORT = "shortMessage";
    private static final String LONG = "longMessage";
    private static final String RANKS = "minimumRanks";

    private MpichRooted() {}

    /**
     * The tree up to {@code shortMessage} or for fewer ranks than {@code minimumRanks}; otherwise scatter, then recursive
     * doubling for a power of two of ranks and up to {@code longMessage}, else the ring.
     */
    static Algorithm bcast() {
        return new Choice(
                Map.of(SHORT, 12_288L, LONG, 524_288L, RANKS, 8L),
                MpichRooted::broadcast,
                TreeInTurn.ofData(),
                new BcastScatterRecursiveDoubling(),
                BcastScatterGatherall.overTreeInTurn());
    }

    /**
     * The tree up to {@code shortMessage} or with less than a byte for each rank, otherwise each rank reduces a part and
     * the parts are gathered.
     */
    static Algorithm reduce() {
        return new AfterCopy(new Choice(
                Map.of(SHORT, 2048L),
                call -> call.bytes() <= call.parameter(SHORT) || call.bytes() < Integer.highestOneBit(call.size())
                        ? 0
                        : 1,
                new ReduceBinomial(),
                new ReduceMpich()));
    }

    private static int broadcast(Call call) {
        if (call.bytes() <= call.parameter(SHORT) || call.size() < call.parameter(RANKS)) {
            return 0;
        }
        return Pairs.isPowerOfTwo(call.size()) && call.bytes() <= call.parameter(LONG) ? 1 : 2;
    }
}

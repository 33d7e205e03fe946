// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.Map;
import java.util.function.Function;
import org.hdtrace.piosim.process.Algorithm;
import org.hdtrace.piosim.process.Call;

/**
 * Down a tree in segments: while a rank gets one it passes on the one before to all its children at the same time.
 *
 * <p>Source: Open MPI 4.1, {@code ompi_coll_base_bcast_intra_generic}. Parameter {@code segment}: bytes, 0 for all data
 * in one, as Open MPI does when nobody says otherwise; of the k-nomial tree {@code radix}.
 */
final class TreeBcast implements Algorithm {
    private static final String RADIX = "radix";
    private final Map<String, Long> parameters;
    private final Function<Call, Tree> tree;

    private TreeBcast(Map<String, Long> parameters, Function<Call, Tree> tree) {
        this.parameters = parameters;
        this.tree = tree;
    }

    static TreeBcast over(Tree tree) {
        return new TreeBcast(Map.of(Segments.PARAMETER, Segments.WHOLE), call -> tree);
    }

    /** Over a k-nomial tree. */
    static TreeBcast knomial() {
        return new TreeBcast(
                Map.of(Segments.PARAMETER, Segments.WHOLE, RADIX, 4L),
                call -> Trees.knomial((int) Math.max(2, Math.min(call.parameter(RADIX), 1 << 10))));
    }

    @Override
    public Map<String, Long> parameters() {
        return parameters;
    }

    @Override
    public void step(Call call, int step) {
        Segments segments = Segments.of(call);
        int relative = call.relative();
        int[] children = tree.apply(call).children(relative, call.size());
        boolean first = relative == 0;
        boolean last = children.length == 0;
        if (!first && step < segments.count()) {
            call.receive(call.atDistance(tree.apply(call).parent(relative, call.size())));
        }
        int passed = first ? step : step - 1;
        for (int child : children) {
            if (passed >= 0) {
                call.sendData(call.atDistance(child), segments.bytes(passed));
            }
        }
        if (step + 1 < segments.count() || (!first && !last && step < segments.count())) {
            call.next(step + 1);
        }
    }
}

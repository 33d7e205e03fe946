// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.hdtrace.piosim.process.Call;

/** Which ranks share a node, by their distances from the root. Takes time in proportion to the number of ranks. */
final class NodeGroups {
    private NodeGroups() {}

    /** All ranks on the node of the caller, ascending. */
    static int[] sameNode(Call call) {
        int own = call.node(call.rank());
        return IntStream.range(0, call.size())
                .filter(relative -> node(call, relative) == own)
                .toArray();
    }

    /** The first rank on each node, ascending. */
    static int[] speakers(Call call) {
        Set<Integer> nodes = new HashSet<>();
        return IntStream.range(0, call.size())
                .filter(relative -> nodes.add(node(call, relative)))
                .toArray();
    }

    /** All ranks, those of the root's node first, then node after node in the order of their first ranks. */
    static int[] byNode(Call call) {
        Map<Integer, IntStream.Builder> nodes = new LinkedHashMap<>();
        for (int relative = 0; relative < call.size(); relative++) {
            nodes.computeIfAbsent(node(call, relative), node -> IntStream.builder())
                    .add(relative);
        }
        return nodes.values().stream().flatMapToInt(IntStream.Builder::build).toArray();
    }

    private static int node(Call call, int relative) {
        return call.node(call.atDistance(relative));
    }
}

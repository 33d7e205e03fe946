// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.process;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import org.hdtrace.piosim.model.program.Communicator;

/** Which ranks of communicators share nodes, as seen from a root; those made first make room for others. */
final class NodeOrders {
    /** A communicator, seen from one of its ranks. */
    private record Rooted(Communicator communicator, int root) {}

    private static final int MOST = 64;

    private final IntUnaryOperator nodeOfRank;
    private final Map<Rooted, NodeOrder> kept = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Rooted, NodeOrder> eldest) {
            return size() > MOST;
        }
    };

    /** @param nodeOfRank number of the node by number of the rank over all applications */
    NodeOrders(IntUnaryOperator nodeOfRank) {
        this.nodeOfRank = nodeOfRank;
    }

    /** By distance from the root of a call. */
    NodeOrder of(Call call) {
        return kept.computeIfAbsent(new Rooted(call.communicator, call.root()), rooted -> {
            int[] nodes = new int[call.size()];
            Arrays.setAll(nodes, relative -> nodeOfRank.applyAsInt(call.global(call.atDistance(relative))));
            return new NodeOrder(nodes);
        });
    }
}

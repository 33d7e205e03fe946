// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import java.util.ArrayList;
import java.util.List;

/**
 * How many processes run on how many nodes, written {@code nodes-processes} as in the paper. Ranks are dealt to the nodes in
 * turn, those of a node to its sockets in turn.
 *
 * @param nodes at least 1
 * @param processes at least 1
 */
public record Configuration(int nodes, int processes) {
    private static final int MOST_NODES = 10;
    private static final int SOCKETS = 2;

    /** How near two ranks are to each other. */
    public enum Relation {
        INTRA_SOCKET,
        INTER_SOCKET,
        INTER_NODE
    }

    /** The paper's configurations: on 1 to 10 nodes one process each and two. */
    public static List<Configuration> all() {
        List<Configuration> all = new ArrayList<>();
        for (int nodes = 1; nodes <= MOST_NODES; nodes++) {
            all.add(new Configuration(nodes, nodes));
            all.add(new Configuration(nodes, 2 * nodes));
        }
        return all;
    }

    /** As in the paper: {@code 4-8} is 8 processes on 4 nodes. */
    public String label() {
        return nodes + "-" + processes;
    }

    /** How near two different ranks are. */
    public Relation relation(int one, int other) {
        if (one % nodes != other % nodes) {
            return Relation.INTER_NODE;
        }
        return one / nodes % SOCKETS == other / nodes % SOCKETS ? Relation.INTRA_SOCKET : Relation.INTER_SOCKET;
    }

    /** The least number of processes that a node has. */
    public int fewestOnANode() {
        return processes / nodes;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.trace.TraceEntry;

/** Joins the states of a trace, of which nested ones come before the one that they are inside of. For one thread at a time. */
final class InsideTree {
    /** States whose outer one is still to come, by depth. */
    private final List<List<Node>> open = new ArrayList<>();

    /** A state and those directly inside it. */
    record Node(TraceEntry state, List<Node> inside) {
        /** Whether ROMIO's calls of a file system were recorded. */
        boolean accessesStorage() {
            return inside.stream()
                    .anyMatch(node -> node.state().name().startsWith("ADIO_")
                            && (node.state().name().contains("Read")
                                    || node.state().name().contains("Write")));
        }
    }

    /** Take the next state of the file. Returns it when it isn't inside another one, else null. */
    Node add(int depth, TraceEntry state) {
        while (open.size() <= depth + 1) {
            open.add(new ArrayList<>());
        }
        Node node = new Node(state, List.copyOf(open.get(depth + 1)));
        open.get(depth + 1).clear();
        if (depth == 0) {
            return node;
        }
        open.get(depth).add(node);
        return null;
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.List;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TopologyNode;

/**
 * What was read of a node of the topology, for a {@link RowSource}.
 *
 * @param project whose other files a source may read
 * @param traced whether the node has a trace, which is a row of its own
 * @param operations lanes of its relation file
 * @param statistics its groups
 * @param categories numbers the names of states
 */
public record NodeContents(
        Project project,
        TopologyNode node,
        boolean traced,
        List<StateTrack> operations,
        List<StatisticsTable> statistics,
        CategoryTable categories) {
    public NodeContents {
        operations = List.copyOf(operations);
        statistics = List.copyOf(statistics);
    }

    /** Path of the node's row; empty for the root. */
    public String path() {
        return String.join("/", node.path());
    }
}

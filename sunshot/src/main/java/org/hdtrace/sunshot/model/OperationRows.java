// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.model;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.TopologyNode;

/** Operations of relation files: one line where none overlap, else a closed row with a line for each lane below (SUNSHOT S-42). */
public final class OperationRows implements RowSource {
    @Override
    public int order() {
        return 100;
    }

    /** What a trace shows already is not shown again, unless it overlaps. */
    @Override
    public List<Row> rows(NodeContents node) {
        boolean shown = node.operations().size() > (node.traced() ? 1 : 0);
        return shown ? List.of(operations(node.node(), node.operations())) : List.of();
    }

    private static Row operations(TopologyNode node, List<StateTrack> tracks) {
        String prefix = OperationTracks.pathOf(node);
        String host = node.path().get(0);
        if (tracks.size() == 1) {
            return new Row.Trace(prefix, "operations", host, -1, tracks.get(0), List.of());
        }
        List<Row> rows = new ArrayList<>();
        for (int lane = 0; lane < tracks.size(); lane++) {
            rows.add(new Row.Trace(
                    OperationTracks.lanePath(node, lane), String.valueOf(lane), host, -1, tracks.get(lane), List.of()));
        }
        return new Row.Group(prefix, "operations", rows, false);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.junit.jupiter.api.Test;

/** Many lanes of operations that are hardly used don't make the minimap pale (SUNSHOT V-05). */
class OverviewLanesTest {
    private final CategoryTable categories = new CategoryTable();
    private final RowQuery query = RowQuery.standard();

    private Row.Trace trace(String path, String state, long end) {
        StateTrack.Builder track = new StateTrack.Builder();
        track.state(0, 0, end, categories.idOf(state));
        return new Row.Trace(path, path, "n", 0, track.build(), List.of());
    }

    private int middle(List<Row> rows) {
        Run run = new Run("r", Path.of("r.proj"), new Interval(0, 1000), rows, List.of("Hostname"), List.of());
        var visible = query.rows(List.of(run));
        Scene scene = new Scene(
                visible,
                visible,
                RowLayout.of(visible, RowLayout.Heights.NORMAL),
                new TimeScale(new Interval(0, 1000), 10),
                categories.all(),
                Scene.Options.standard(),
                Theme.LIGHT);
        BufferedImage image = OverviewPainter.image(scene, List.of(run), query, 6);
        return image.getRGB(5, 3) & 0xFFFFFF;
    }

    @Test
    void lanesCountOnlyWhereThereIsNoTrace() {
        Row.Trace rank = trace("n/0/0", "Send", 1000);
        List<Row> lanes = new ArrayList<>();
        for (int i = 0; i < 500; i++) {
            lanes.add(trace("n/operations/" + i, "Write", i == 0 ? 1000 : 1));
        }
        int alone = middle(List.of(rank));
        List<Row> all = new ArrayList<>(List.of(rank));
        all.addAll(lanes);
        assertEquals(alone, middle(all));
        assertNotEquals(Theme.LIGHT.band(), alone);
        assertNotEquals(alone, middle(lanes), "a run of servers alone shows its operations");
    }
}

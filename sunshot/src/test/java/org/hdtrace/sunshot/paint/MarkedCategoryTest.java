// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Test;

/** The category chosen in the legend is marked wherever it occurs (SUNSHOT V-06). */
class MarkedCategoryTest {
    private static final int WIDTH = 200;
    private static final long COLUMN = TestRuns.SECOND / WIDTH;

    private final CategoryTable categories = new CategoryTable();
    private final int work = categories.idOf("work");
    private final int inner = categories.idOf("inner");
    private final int tick = categories.idOf("tick");
    private final int rare = categories.idOf("rare");

    /** Work all the time, a microsecond of inner in column 50, in each column of the second half ten ticks, and in column 150 a rare. */
    private Run run() {
        StateTrack.Builder builder = new StateTrack.Builder();
        builder.state(1, at(50), at(50) + 1000, inner);
        builder.state(0, TestRuns.EPOCH, TestRuns.EPOCH + TestRuns.SECOND, work);
        for (int i = 0; i < 1000; i++) {
            builder.event(at(100) + i * COLUMN / 10, tick);
            if (i == 505) {
                builder.event(at(150) + COLUMN / 2 + 1, rare);
            }
        }
        Row trace = new Row.Trace("n/0/0", "Rank 0", "n", 0, builder.build(), List.of());
        Row node = new Row.Group("n", "n", List.of(trace), true);
        Interval whole = new Interval(TestRuns.EPOCH, TestRuns.EPOCH + TestRuns.SECOND);
        return new Run("marked", Path.of("marked.proj"), whole, List.of(node), List.of(), List.of());
    }

    private static long at(int column) {
        return TestRuns.EPOCH + column * COLUMN;
    }

    /** The columns with a mark anywhere in the picture. */
    private List<Integer> marked(boolean open, boolean nested, int... marked) {
        List<Run> runs = List.of(run());
        List<VisibleRow> rows = RowQuery.standard().withAll(runs, open).rows(runs);
        assertEquals(open ? 2 : 1, rows.size());
        RowLayout layout = RowLayout.of(rows, RowLayout.Heights.NORMAL);
        TimeScale scale = new TimeScale(new Interval(0, TestRuns.SECOND), WIDTH);
        Scene.Options options = new Scene.Options(nested, new BitSet(), TestRuns.numbers(marked));
        Scene scene = new Scene(rows, rows, layout, scale, categories.all(), options, Theme.LIGHT);
        BufferedImage image = TimelinePainter.image(scene, 0, layout.totalHeight(), 1);
        int mark = 0xFF000000 | Theme.LIGHT.mark();
        return IntStream.range(0, WIDTH)
                .filter(x -> IntStream.range(0, image.getHeight()).anyMatch(y -> image.getRGB(x, y) == mark))
                .boxed()
                .toList();
    }

    @Test
    void aStateInsideOfAnotherIsMarkedAlsoWhereItIsNotDrawn() {
        assertEquals(List.of(50), marked(true, true, inner));
        assertEquals(List.of(50), marked(true, false, inner), "states inside of states are off");
        assertEquals(List.of(50), marked(false, true, inner), "the node is closed");
    }

    @Test
    void anEventAmongManyIsMarked() {
        assertEquals(List.of(150), marked(true, true, rare));
        assertEquals(List.of(150), marked(false, true, rare), "the node is closed");
        assertEquals(IntStream.range(100, 200).boxed().toList(), marked(true, true, tick));
    }

    @Test
    void severalAreMarkedAtOnce() {
        assertEquals(List.of(50, 150), marked(true, true, inner, rare));
        assertEquals(List.of(50, 150), marked(false, true, inner, rare), "the node is closed");
    }

    @Test
    void nothingIsMarkedWithoutAChoice() {
        assertEquals(List.of(), marked(true, true));
        assertEquals(List.of(), marked(false, true));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
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

/** Many rows, which are painted by several threads, look as each of them painted alone. */
class ManyRowsTest {
    private static final int ROWS = 40;
    private static final int WIDTH = 300;
    private static final long DURATION = 1_000_000;

    private final CategoryTable categories = new CategoryTable();
    private final long seed = System.nanoTime();
    private final Random random = new Random(seed);

    /** From a state of many columns to some states a column, with others inside, and events. */
    private StateTrack track() {
        StateTrack.Builder builder = new StateTrack.Builder();
        int longest = 1 << (6 + random.nextInt(12));
        long now = TestRuns.EPOCH + random.nextInt(longest);
        while (now < TestRuns.EPOCH + DURATION) {
            long end = now + 1 + random.nextInt(longest);
            if (random.nextBoolean()) {
                builder.state(1, now + (end - now) / 3, now + (end - now) / 2, categories.idOf("Inner"));
            }
            builder.state(0, now, end, categories.idOf("Outer " + random.nextInt(9)));
            if (random.nextInt(4) == 0) {
                builder.event(now, categories.idOf("Event"));
            }
            now = end + random.nextInt(longest) / 3;
        }
        return builder.build();
    }

    private Run run() {
        List<Row> groups = new ArrayList<>();
        for (int node = 0; node < ROWS / 4; node++) {
            List<Row> ranks = new ArrayList<>();
            for (int rank = 4 * node; rank < 4 * node + 4; rank++) {
                ranks.add(new Row.Trace(node + "/" + rank, "Rank " + rank, "n", rank, track(), List.of()));
            }
            groups.add(new Row.Group(String.valueOf(node), "n" + node, ranks, node % 5 != 0));
        }
        Interval whole = new Interval(TestRuns.EPOCH, TestRuns.EPOCH + DURATION);
        return new Run("many", Path.of("many.proj"), whole, groups, List.of(), List.of());
    }

    private void assertSame(List<VisibleRow> rows, Scene.Options options, double pixelScale) {
        RowLayout layout = RowLayout.of(rows, RowLayout.Heights.NORMAL);
        TimeScale scale = new TimeScale(new Interval(0, DURATION), WIDTH);
        Scene scene = new Scene(rows, rows, layout, scale, categories.all(), options, Theme.LIGHT);
        BufferedImage whole = TimelinePainter.image(scene, 0, layout.totalHeight(), pixelScale);
        for (int row = 0; row < rows.size(); row++) {
            BufferedImage alone = TimelinePainter.image(scene, layout.top(row), layout.height(row), pixelScale);
            int width = alone.getWidth();
            int height = alone.getHeight();
            int top = (int) Math.round(layout.top(row) * pixelScale);
            assertArrayEquals(
                    alone.getRGB(0, 0, width, height, null, 0, width),
                    whole.getRGB(0, top, width, height, null, 0, width),
                    "row " + row + " of " + options.dense() + " at " + pixelScale + ", seed " + seed);
        }
    }

    @Test
    void rowsTogetherLookAsRowsAlone() {
        List<VisibleRow> rows = RowQuery.standard().rows(List.of(run()));
        assertTrue(rows.size() > 2 * TimelinePainter.FEWEST_SIDE_BY_SIDE);
        BitSet marked = TestRuns.numbers(categories.idOf("Inner"), categories.idOf("Event"));
        for (double pixelScale : new double[] {1, 2}) {
            for (DenseStyle style : DenseStyle.values()) {
                assertSame(rows, Scene.Options.standard().withDense(style), pixelScale);
            }
            assertSame(rows, new Scene.Options(true, new BitSet(), marked), pixelScale);
            assertSame(
                    rows, new Scene.Options(false, TestRuns.numbers(categories.idOf("Outer 3")), marked), pixelScale);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.awt.image.BufferedImage;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.List;
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

/** Hundreds of events in a column are one mark, and no mark is where there are none. */
class ManyEventsTest {
    private static final int WIDTH = 200;

    private static int[] line(BitSet hidden) {
        CategoryTable categories = new CategoryTable();
        StateTrack.Builder builder = new StateTrack.Builder();
        int tick = categories.idOf("tick");
        for (int i = 0; i < 60_000; i++) {
            builder.event(TestRuns.EPOCH + i * (TestRuns.SECOND / 120_000), tick);
        }
        BufferedImage image = image(categories, builder.build(), hidden);
        return image.getRGB(0, image.getHeight() - 5, WIDTH, 1, null, 0, WIDTH);
    }

    private static BufferedImage image(CategoryTable categories, StateTrack track, BitSet hidden) {
        Row row = new Row.Trace("n/0/0", "Rank 0", "n", 0, track, List.of());
        Interval whole = new Interval(TestRuns.EPOCH, TestRuns.EPOCH + TestRuns.SECOND);
        Run run = new Run("events", Path.of("events.proj"), whole, List.of(row), List.of(), List.of());
        List<VisibleRow> rows = RowQuery.standard().rows(List.of(run));
        RowLayout layout = RowLayout.of(rows, RowLayout.Heights.NORMAL);
        TimeScale scale = new TimeScale(new Interval(0, TestRuns.SECOND), WIDTH);
        Scene.Options options = new Scene.Options(true, hidden, new BitSet());
        Scene scene = new Scene(rows, rows, layout, scale, categories.all(), options, Theme.LIGHT);
        return TimelinePainter.image(scene, 0, layout.totalHeight(), 1);
    }

    /** Columns 50 and 100 with one event and with two. */
    @Test
    void severalInAColumnHaveASecondHead() {
        StateTrack.Builder builder = new StateTrack.Builder();
        CategoryTable categories = new CategoryTable();
        int tick = categories.idOf("tick");
        for (int nanos : new int[] {50_500, 100_200, 100_800}) {
            builder.event(TestRuns.EPOCH + nanos * (TestRuns.SECOND / 200_000), tick);
        }
        BufferedImage image = image(categories, builder.build(), new BitSet());
        int color = 0xFF000000 | categories.get(tick).rgb();
        int top = 2;
        while (image.getRGB(51, top) != color) {
            top++;
        }
        assertEquals(color, image.getRGB(101, top));
        assertNotEquals(color, image.getRGB(51, top + 4));
        assertEquals(color, image.getRGB(101, top + 4), "the second one");
        assertEquals(color, image.getRGB(100, top + 12), "the line goes on");
    }

    @Test
    void theFirstHalfIsFullOfThem() {
        CategoryTable categories = new CategoryTable();
        int color = 0xFF000000 | categories.get(categories.idOf("tick")).rgb();
        int[] line = line(new BitSet());
        for (int column = 0; column < WIDTH; column++) {
            if (column < WIDTH / 2) {
                assertEquals(color, line[column], "column " + column);
            } else if (column > WIDTH / 2) {
                // A column of many begins up to a column early, so that the one in the middle may show the last of
                // them.
                assertNotEquals(color, line[column], "column " + column);
            }
        }
    }

    @Test
    void hiddenOnesAreNotShown() {
        BitSet hidden = new BitSet();
        hidden.set(0);
        CategoryTable categories = new CategoryTable();
        int color = 0xFF000000 | categories.get(categories.idOf("tick")).rgb();
        for (int pixel : line(hidden)) {
            assertNotEquals(color, pixel);
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.HitMarks;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.query.CounterLooks;
import org.hdtrace.sunshot.query.RowQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.hdtrace.sunshot.query.VisibleRow;
import org.junit.jupiter.api.Test;

/** Hits of a search have ticks, whatever is drawn of them (SUNSHOT V-06). */
class HitTicksTest {
    private static final int WIDTH = 400;

    private final CategoryTable categories = new CategoryTable();
    private final Run run = TestRuns.iterative(categories, 1, 2, 3);
    private final Row.Trace second = (Row.Trace) run.rows().get(0).children().get(1);
    private final HitMarks hits = marks();

    /** Two states inside of states of the second rank, milliseconds of 4 seconds. */
    private HitMarks marks() {
        HitMarks.Builder marks = new HitMarks.Builder();
        marks.add(second.track().levels().get(1), 3);
        marks.add(second.track().levels().get(1), 20);
        return marks.build();
    }

    private Scene scene(boolean open) {
        List<Run> runs = List.of(run);
        List<VisibleRow> rows = RowQuery.standard().withAll(runs, open).rows(runs);
        TimeScale scale = new TimeScale(new Interval(0, run.interval().durationNanos()), WIDTH);
        Scene.Options options = new Scene.Options(
                false,
                new BitSet(),
                new BitSet(),
                hits,
                List.of(),
                Optional.empty(),
                List.of(),
                SeriesStyle.AREA,
                DenseStyle.DOMINANT,
                CounterLooks.usual());
        RowLayout layout = RowLayout.of(rows, RowLayout.Heights.NORMAL);
        return new Scene(rows, rows, layout, scale, categories.all(), options, Theme.LIGHT);
    }

    /** Columns of the lowest two pixels of a row that have the colour of hits. */
    private static List<Integer> ticks(BufferedImage image, int bottom) {
        int color = 0xFF000000 | Theme.LIGHT.accent();
        return IntStream.range(0, image.getWidth())
                .filter(x -> image.getRGB(x, bottom - 1) == color && image.getRGB(x, bottom - 2) == color)
                .boxed()
                .toList();
    }

    private List<Integer> wanted(double pixelScale) {
        TimeScale scale = new TimeScale(run.interval(), (int) (WIDTH * pixelScale));
        return IntStream.of(3, 20)
                .flatMap(i -> IntStream.rangeClosed(
                        scale.columnOf(second.track().levels().get(1).startNanos(i)),
                        scale.columnOf(second.track().levels().get(1).endNanos(i) - 1)))
                .boxed()
                .toList();
    }

    @Test
    void aRowHasTicksAtItsLowerEdgeAtAnyDensityOfPixels() {
        for (double pixelScale : new double[] {1, 2}) {
            Scene scene = scene(true);
            BufferedImage image = TimelinePainter.image(scene, 0, scene.layout().totalHeight(), pixelScale);
            int bottom = scene.layout().top(2) + scene.layout().height(2);
            assertEquals(second, scene.rows().get(2).row());
            assertEquals(wanted(pixelScale), ticks(image, (int) (bottom * pixelScale)));
            int other = scene.layout().top(1) + scene.layout().height(1);
            assertEquals(List.of(), ticks(image, (int) (other * pixelScale)), "the first rank has none");
        }
    }

    @Test
    void aClosedRowHasThoseOfAllBelowIt() {
        Scene scene = scene(false);
        BufferedImage image = TimelinePainter.image(scene, 0, scene.layout().totalHeight(), 1);
        assertEquals(1, scene.rows().size());
        assertEquals(wanted(1), ticks(image, scene.layout().height(0)));
    }

    @Test
    void theStripOfTheWholeRunHasThemForEachRun() {
        Scene scene = scene(false);
        BufferedImage strip = new BufferedImage(WIDTH, 24, BufferedImage.TYPE_INT_RGB);
        Run other = TestRuns.iterative(categories, 1, 2, 4);
        OverviewTicks.paint(strip, scene, List.of(run, other), RowQuery.standard(), true);
        assertEquals(wanted(1), ticks(strip, 12));
        assertEquals(List.of(), ticks(strip, 24));
    }

    @Test
    void theStripTellsOfMarkedCategoriesInsideOfStates() {
        Scene scene = scene(false);
        Scene.Options marked = new Scene.Options(true, new BitSet(), TestRuns.numbers(categories.idOf("Recv")));
        Scene other = new Scene(
                scene.rows(), scene.axes(), scene.layout(), scene.scale(), scene.categories(), marked, Theme.LIGHT);
        BufferedImage strip = new BufferedImage(WIDTH, 24, BufferedImage.TYPE_INT_RGB);
        OverviewTicks.paint(strip, other, List.of(run), RowQuery.standard(), true);
        var level = second.track().levels().get(1);
        int column = new TimeScale(run.interval(), WIDTH).columnOf(level.startNanos(3));
        assertEquals(categories.idOf("Recv"), level.category(3));
        assertEquals(0xFF000000 | Theme.LIGHT.mark(), strip.getRGB(column, 0));
        assertEquals(List.of(), ticks(strip, 24));
    }
}

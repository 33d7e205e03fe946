// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.image.BufferedImage;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
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

/** A small scene in each style, each pixel a letter: of a state its first, a dot for nothing, a star for a mark, else a plus. */
class DenseImageTest {
    private static final int WIDTH = 24;
    private static final long COLUMN = 1000;

    private final CategoryTable categories = new CategoryTable();

    /**
     * Work, then columns with more and more of Read in them, the first of them with a gap, then a File state with short Inner ones, then a lone Tiny one; a second
     * rank works in the first half.
     */
    private Run run() {
        StateTrack.Builder builder = new StateTrack.Builder();
        builder.state(0, at(0), at(4), categories.idOf("Work"));
        for (int column = 5; column < 13; column++) {
            long read = (column - 4) * 100L;
            builder.state(1, at(column), at(column) + read / 2, categories.idOf("Inner"));
            builder.state(0, at(column), at(column) + read, categories.idOf("Read"));
            builder.state(0, at(column) + read, at(column) + (column < 9 ? 900 : COLUMN), categories.idOf("Work"));
        }
        for (int column = 16; column < 19; column++) {
            builder.state(1, at(column) + 100, at(column) + 400, categories.idOf("Inner"));
            builder.state(1, at(column) + 500, at(column) + 600, categories.idOf("Read"));
        }
        builder.state(0, at(14), at(20), categories.idOf("File"));
        builder.state(0, at(22) + 100, at(22) + 150, categories.idOf("Tiny"));
        StateTrack.Builder second = new StateTrack.Builder();
        second.state(0, at(0), at(12), categories.idOf("Work"));
        List<Row> ranks = List.of(
                new Row.Trace("n/0/0", "Rank 0", "n", 0, builder.build(), List.of()),
                new Row.Trace("n/1/0", "Rank 1", "n", 1, second.build(), List.of()));
        Interval whole = new Interval(at(0), at(WIDTH));
        return new Run(
                "d", Path.of("d.proj"), whole, List.of(new Row.Group("n", "n", ranks, true)), List.of(), List.of());
    }

    private static long at(int column) {
        return TestRuns.EPOCH + column * COLUMN;
    }

    private void draw(StringBuilder text, List<Run> runs, boolean open, Scene.Options options) {
        List<VisibleRow> rows =
                RowQuery.standard().withAll(runs, open).rows(runs).subList(open ? 1 : 0, open ? 2 : 1);
        RowLayout layout = RowLayout.of(rows, RowLayout.Heights.NORMAL);
        TimeScale scale = new TimeScale(new Interval(0, WIDTH * COLUMN), WIDTH);
        Scene scene = new Scene(rows, rows, layout, scale, categories.all(), options, Theme.LIGHT);
        BufferedImage image = TimelinePainter.image(scene, 0, layout.totalHeight(), 1);
        for (int y = 2; y < image.getHeight() - 2; y++) {
            for (int x = 0; x < WIDTH; x++) {
                text.append(letter(image.getRGB(x, y) & 0xFFFFFF));
            }
            text.append('\n');
        }
    }

    private char letter(int rgb) {
        boolean nothing = rgb == Theme.LIGHT.band() || rgb == Theme.LIGHT.grid() || rgb == Theme.LIGHT.background();
        return rgb == Theme.LIGHT.mark()
                ? '*'
                : categories.all().stream()
                        .filter(category -> category.rgb() == rgb)
                        .map(category -> category.name().charAt(0))
                        .findFirst()
                        .orElse(nothing ? '.' : '+');
    }

    @Test
    void eachStyleDrawsTheSharesOfAColumn() throws Exception {
        List<Run> runs = List.of(run());
        StringBuilder text = new StringBuilder();
        for (DenseStyle style : DenseStyle.values()) {
            text.append(style.word()).append('\n');
            draw(text, runs, true, Scene.Options.standard().withDense(style));
        }
        text.append("exclusive-base, inner marked\n");
        Scene.Options marked = new Scene.Options(true, new BitSet(), TestRuns.numbers(categories.idOf("Inner")));
        draw(text, runs, true, marked.withDense(DenseStyle.EXCLUSIVE_BASE));
        text.append("exclusive-base, without states inside of states\n");
        Scene.Options flat = new Scene.Options(false, new BitSet(), new BitSet());
        draw(text, runs, true, flat.withDense(DenseStyle.EXCLUSIVE_BASE));
        text.append("exclusive-base, closed node\n");
        draw(text, runs, false, Scene.Options.standard().withDense(DenseStyle.EXCLUSIVE_BASE));
        try (InputStream golden = DenseImageTest.class.getResourceAsStream("dense.txt")) {
            assertEquals(new String(golden.readAllBytes(), StandardCharsets.UTF_8), text.toString());
        }
    }
}

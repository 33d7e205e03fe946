// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.hdtrace.sunshot.TestRuns;
import org.hdtrace.sunshot.model.CategoryTable;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StateLevel;
import org.junit.jupiter.api.Test;

/** What a small view consists of, as text: rows, runs of columns and values. */
class SceneTextTest {
    @Test
    void aViewOfTheIterativeRunIsThatOfTheGoldenFile() throws Exception {
        CategoryTable categories = new CategoryTable();
        Run run = TestRuns.iterative(categories, 1, 2, 7);
        TimeScale scale = new TimeScale(new Interval(700_000_000L, 1_100_000_000L), 48);
        StringBuilder text = new StringBuilder();
        for (VisibleRow row : RowQuery.standard().rows(List.of(run))) {
            text.append("  ".repeat(row.indent())).append(row.title()).append('\n');
            TimeScale own = scale.shift(row.originNanos());
            if (row.row() instanceof Row.Trace trace) {
                for (StateLevel level : trace.track().levels()) {
                    describe(text, new SpanQuery(categories.size(), id -> true).columns(level, own), categories);
                }
            } else if (row.row() instanceof Row.Statistic statistic) {
                describe(text, SeriesQuery.columns(statistic.series(), own));
            }
        }
        try (InputStream golden = SceneTextTest.class.getResourceAsStream("iterative.txt")) {
            assertEquals(new String(golden.readAllBytes(), StandardCharsets.UTF_8), text.toString());
        }
    }

    private static void describe(StringBuilder text, SpanColumns columns, CategoryTable categories) {
        text.append("    |");
        for (int column = 0; column < columns.width(); ) {
            int end = columns.runEnd(column);
            if (columns.dominant(column) >= 0) {
                text.append(String.format(
                        Locale.ROOT,
                        " %d-%d %s %.0f%%",
                        column,
                        end,
                        categories.get(columns.dominant(column)).name(),
                        100 * columns.coverage(column)));
            }
            column = end;
        }
        text.append('\n');
    }

    private static void describe(StringBuilder text, SeriesColumns columns) {
        text.append("    |");
        for (int column = 0; column < columns.width(); column += 8) {
            text.append(String.format(
                    Locale.ROOT,
                    " %.1f/%.1f/%.1f",
                    columns.min()[column],
                    columns.average()[column],
                    columns.max()[column]));
        }
        text.append('\n');
    }
}

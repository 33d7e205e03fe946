// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import java.util.Arrays;
import java.util.List;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.query.VisibleRow;

/** Where each row lies, in logical pixels from the top of the first. */
public final class RowLayout {
    private final int[] tops;

    private RowLayout(int[] tops) {
        this.tops = tops;
    }

    /**
     * Heights of the kinds of rows in logical pixels.
     *
     * @param heading of a run
     * @param group of a node without own data
     * @param trace of a timeline
     * @param statistic of a curve
     */
    public record Heights(int heading, int group, int trace, int statistic) {
        public static final Heights NORMAL = new Heights(26, 22, 28, 48);
        /** Below this, labels would touch. */
        public static final Heights LEAST = new Heights(20, 16, 16, 30);

        /** The same heights times a factor, never below the least. */
        public Heights times(double factor) {
            return new Heights(
                    heading,
                    Math.max(LEAST.group, (int) Math.min(group, group * factor)),
                    Math.max(LEAST.trace, (int) (trace * factor)),
                    Math.max(LEAST.statistic, (int) (statistic * factor)));
        }

        int of(VisibleRow row) {
            if (row.isHeading()) {
                return heading;
            }
            if (row.row() instanceof Row.Statistic) {
                return statistic;
            }
            return row.row() instanceof Row.Group && row.summaryLevels().isEmpty() ? group : trace;
        }
    }

    public static RowLayout of(List<VisibleRow> rows, Heights heights) {
        int[] tops = new int[rows.size() + 1];
        for (int i = 0; i < rows.size(); i++) {
            tops[i + 1] = tops[i] + heights.of(rows.get(i));
        }
        return new RowLayout(tops);
    }

    public int rowCount() {
        return tops.length - 1;
    }

    public int top(int row) {
        return tops[row];
    }

    public int height(int row) {
        return tops[row + 1] - tops[row];
    }

    public int totalHeight() {
        return tops[tops.length - 1];
    }

    /** The row at a height, or -1. */
    public int rowAt(int y) {
        if (y < 0 || y >= totalHeight()) {
            return -1;
        }
        int found = Arrays.binarySearch(tops, y);
        return found >= 0 ? found : -found - 2;
    }
}

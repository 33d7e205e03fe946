// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Rows of cells, aligned for a terminal with two blanks between the columns. Blanks at the end of a line are left out.
 *
 * <p>Thread: one thread at a time.
 */
public final class Table {
    private final boolean[] right;
    private final int[] widths;
    // A row without cells is a line across the table.
    private final List<List<String>> rows = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param headings one per column, with {@code <} or {@code >} in front: the side on which the column is aligned
     */
    public Table(String... headings) {
        right = new boolean[headings.length];
        widths = new int[headings.length];
        String[] first = new String[headings.length];
        for (int i = 0; i < headings.length; i++) {
            if (!headings[i].startsWith("<") && !headings[i].startsWith(">")) {
                throw new IllegalArgumentException("heading='" + headings[i] + "' doesn't tell its side");
            }
            right[i] = headings[i].charAt(0) == '>';
            first[i] = headings[i].substring(1);
        }
        row(first);
        rule();
    }

    /** Add a row with one text per column. */
    public void row(String... cells) {
        if (cells.length != widths.length) {
            throw new IllegalArgumentException("cells=" + cells.length + " columns=" + widths.length);
        }
        for (int i = 0; i < cells.length; i++) {
            widths[i] = Math.max(widths[i], width(cells[i]));
        }
        rows.add(List.of(cells));
    }

    /** Add a line across the table. */
    public void rule() {
        rows.add(List.of());
    }

    /** The table, each line ended. */
    @Override
    public String toString() {
        int total = Arrays.stream(widths).sum() + 2 * (widths.length - 1);
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            text.append(row.isEmpty() ? "-".repeat(total) : line(row)).append('\n');
        }
        return text.toString();
    }

    private String line(List<String> cells) {
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            String padding = " ".repeat(widths[i] - width(cell));
            line.append(i == 0 ? "" : "  ").append(right[i] ? padding + cell : cell + padding);
        }
        return line.toString().stripTrailing();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}

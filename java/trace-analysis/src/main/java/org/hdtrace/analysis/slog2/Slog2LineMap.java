// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.format.TraceFormatException;

/**
 * One way to tell which line belongs to what.
 *
 * @param columns what the numbers of a line are, the outermost first
 * @param lines numbers of each line, by the number that entries name it by
 */
record Slog2LineMap(String title, List<String> columns, Map<Integer, List<Integer>> lines) {
    /** Empty title, no column, no line, no method. */
    static final int LEAST_BYTES = 2 + 4 + 4 + 2;

    static Slog2LineMap read(Slog2Block block) throws TraceFormatException {
        String title = block.getText();
        int width = block.getMany("columns", 2);
        List<String> columns = new ArrayList<>();
        for (int i = 0; i < width; i++) {
            columns.add(block.getText());
        }
        int count = block.getMany("lines", 4 + 4 * width);
        Map<Integer, List<Integer>> lines = new LinkedHashMap<>();
        for (int i = 0; i < count; i++) {
            int line = block.getInt();
            List<Integer> numbers = new ArrayList<>();
            for (int column = 0; column < width; column++) {
                numbers.add(block.getInt());
            }
            lines.put(line, numbers);
        }
        block.skip(4 * block.getFew("methods", 4));
        return new Slog2LineMap(title, columns, lines);
    }
}

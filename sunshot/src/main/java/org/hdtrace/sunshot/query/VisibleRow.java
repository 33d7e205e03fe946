// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.StateLevel;

/**
 * A row that is not hidden below a closed one.
 *
 * @param run number of the run it belongs to
 * @param key unique over all runs and stable over reloads; names a row in what the user opened, closed or chose
 * @param row null for the heading of a run
 * @param title text of the label
 * @param indent depth in the tree
 * @param open whether its children follow
 * @param originNanos time of its run that lies at 0 of the common scale, nanoseconds since the epoch
 */
public record VisibleRow(int run, String key, Row row, String title, int indent, boolean open, long originNanos) {

    public boolean isHeading() {
        return row == null;
    }

    public boolean expandable() {
        return row == null || !row.children().isEmpty();
    }

    /** Outermost levels of all traces below a closed group; empty for all other rows. */
    public List<StateLevel> summaryLevels() {
        List<StateLevel> levels = new ArrayList<>();
        walkClosed(trace -> trace.track().levels().stream().limit(1).forEach(levels::add));
        return levels;
    }

    /** Levels of each trace below a closed group, the outermost first, or that one alone; empty for all other rows. */
    public List<List<StateLevel>> closedLevels(boolean nested) {
        List<List<StateLevel>> levels = new ArrayList<>();
        walkClosed(trace -> levels.add(drawn(trace.track().levels(), nested)));
        return levels;
    }

    /** The levels that are drawn of a trace: all of them, or the outermost alone. */
    public static List<StateLevel> drawn(List<StateLevel> levels, boolean nested) {
        return nested ? levels : levels.subList(0, Math.min(1, levels.size()));
    }

    /** How many traces {@link #closedLevels} has levels of; unlike these it reads none. */
    public int closedCount() {
        int[] count = {0};
        walkClosed(trace -> count[0]++);
        return count[0];
    }

    /** What {@link #summaryLevels} leave out of those traces: states inside of states, and events. */
    public List<StateLevel> innerLevels() {
        List<StateLevel> levels = new ArrayList<>();
        walkClosed(trace -> {
            trace.track().levels().stream().skip(1).forEach(levels::add);
            levels.add(trace.track().events());
        });
        return levels;
    }

    private void walkClosed(Consumer<Row.Trace> visitor) {
        if (!open && row instanceof Row.Group) {
            row.walk(each -> {
                if (each instanceof Row.Trace trace) {
                    visitor.accept(trace);
                }
            });
        }
    }
}

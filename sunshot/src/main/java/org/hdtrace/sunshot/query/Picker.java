// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;

/** Finds the state under the pointer. Cost: {@value #MOST} states of a depth at most, however many lie in a column (G-06). */
public final class Picker {
    /** Where more lie in one column nobody can mean one of them. */
    private static final int MOST = 1024;

    private Picker() {}

    /**
     * A state that was found.
     *
     * @param depth nesting depth
     * @param category its number
     * @param interval its time, nanoseconds since the epoch
     */
    public record Pick(int depth, int category, Interval interval) {}

    /**
     * The innermost state down to a depth that lies in a pixel column; of several the one with most time there, of thousands of
     * the first ones of them, or the first visible one of any.
     *
     * @param column the time of the column in the track's own time
     * @param deepest where to begin
     */
    public static Optional<Pick> at(StateTrack track, Interval column, int deepest, IntPredicate visible) {
        List<StateLevel> levels = track.levels();
        for (int depth = Math.min(deepest, levels.size() - 1); depth >= 0; depth--) {
            StateLevel level = levels.get(depth);
            int found = longest(level, column, visible);
            if (found >= 0) {
                return Optional.of(new Pick(
                        depth, level.category(found), new Interval(level.startNanos(found), level.endNanos(found))));
            }
        }
        return Optional.empty();
    }

    private static int longest(StateLevel level, Interval column, IntPredicate visible) {
        int best = -1;
        long most = -1;
        int first = level.firstReaching(column.startNanos());
        int behind = Math.min(level.size(), first + MOST);
        int at = first;
        for (; at < behind && level.startNanos(at) < column.endNanos(); at++) {
            long inside = inside(level, at, column);
            if (inside > most && visible.test(level.category(at))) {
                best = at;
                most = inside;
            }
        }
        return best < 0 && at == behind ? firstVisible(level, at, column, visible) : best;
    }

    /** Time of a state in a column; -1 if it does not touch it. */
    private static long inside(StateLevel level, int index, Interval column) {
        long end = Math.min(level.endNanos(index), column.endNanos());
        long inside = end - Math.max(level.startNanos(index), column.startNanos());
        return inside > 0 || (inside == 0 && level.durationNanos(index) == 0) ? inside : -1;
    }

    /** The first one from an index on; blocks of states without a visible category are passed over. */
    private static int firstVisible(StateLevel level, int from, Interval column, IntPredicate visible) {
        int best = -1;
        for (int i = 0; i < level.rowCategoryCount(); i++) {
            int next = visible.test(level.categoryOf(i)) ? level.next(level.categoryOf(i), from) : -1;
            // States of damaged traces may end before those that stand before them do.
            while (next >= 0 && level.startNanos(next) < column.endNanos() && inside(level, next, column) < 0) {
                next = level.next(level.categoryOf(i), next + 1);
            }
            boolean found = next >= 0 && level.startNanos(next) < column.endNanos();
            best = found && (best < 0 || next < best) ? next : best;
        }
        return best;
    }
}

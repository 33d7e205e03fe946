// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;

/** Finds the state under the pointer. */
public final class Picker {
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
     * The innermost state down to a depth that lies in a pixel column; of several the one with most time there.
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
        for (int i = level.firstReaching(column.startNanos());
                i < level.size() && level.startNanos(i) < column.endNanos();
                i++) {
            long inside =
                    Math.min(level.endNanos(i), column.endNanos()) - Math.max(level.startNanos(i), column.startNanos());
            boolean touches = inside > 0 || (inside == 0 && level.durationNanos(i) == 0);
            if (touches && inside > most && visible.test(level.category(i))) {
                best = i;
                most = inside;
            }
        }
        return best;
    }
}

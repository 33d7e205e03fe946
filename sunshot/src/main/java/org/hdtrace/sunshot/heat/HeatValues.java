// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.heat;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.hdtrace.analysis.formula.HeatScale;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;

/** The value of each state in an interval; 4 bytes a state. Made by {@link HeatReader}; not changed afterwards, so any thread. */
public final class HeatValues {
    private final Map<StateTrack, Part[]> parts = new HashMap<>();

    /** Values of the states of one depth from an index on; those without are NaN. */
    private static final class Part {
        private final int first;
        private final float[] values;

        Part(int first, int count) {
            this.first = first;
            this.values = new float[count];
            Arrays.fill(values, Float.NaN);
        }

        float at(int index) {
            int place = index - first;
            return place < 0 || place >= values.length ? Float.NaN : values[place];
        }

        void set(int index, double value) {
            int place = index - first;
            if (place >= 0 && place < values.length) {
                values[place] = (float) value;
            }
        }
    }

    /** States of a track that touch an interval of its own time. */
    static long count(StateTrack track, Interval time) {
        long count = 0;
        for (StateLevel level : track.levels()) {
            count += Math.max(0, level.firstStarting(time.endNanos()) - (long) level.firstReaching(time.startNanos()));
        }
        return count;
    }

    /** Makes room for the states of a track that touch an interval of its own time. */
    void begin(StateTrack track, Interval time) {
        List<StateLevel> levels = track.levels();
        Part[] made = new Part[levels.size()];
        for (int depth = 0; depth < made.length; depth++) {
            int first = levels.get(depth).firstReaching(time.startNanos());
            int end = Math.max(first, levels.get(depth).firstStarting(time.endNanos()));
            made[depth] = new Part(first, end - first);
        }
        parts.put(track, made);
    }

    void set(StateTrack track, int depth, int index, double value) {
        parts.get(track)[depth].set(index, value);
    }

    /** The value of a state, NaN if it has none. */
    float value(StateTrack track, int depth, int index) {
        Part[] known = parts.get(track);
        return known == null || depth >= known.length ? Float.NaN : known[depth].at(index);
    }

    /** The largest value of states that touch a time, NaN if none has one. */
    float largest(StateTrack track, int depth, long fromNanos, long toNanos) {
        Part[] known = parts.get(track);
        if (known == null || depth >= known.length) {
            return Float.NaN;
        }
        StateLevel level = track.levels().get(depth);
        float most = Float.NaN;
        for (int i = level.firstReaching(fromNanos); i < level.size() && level.startNanos(i) < toNanos; i++) {
            float value = known[depth].at(i);
            most = most >= value ? most : Float.isNaN(value) ? most : value;
        }
        return most;
    }

    /** Takes the values of states that touch a time of a track into a scale. */
    void addTo(HeatScale scale, StateTrack track, Interval time) {
        Part[] known = parts.get(track);
        for (int depth = 0; known != null && depth < known.length; depth++) {
            StateLevel level = track.levels().get(depth);
            int end = level.firstStarting(time.endNanos());
            for (int i = level.firstReaching(time.startNanos()); i < end; i++) {
                float value = known[depth].at(i);
                if (!Float.isNaN(value) && level.endNanos(i) >= time.startNanos()) {
                    scale.add(value);
                }
            }
        }
    }
}

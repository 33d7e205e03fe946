// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import java.util.Random;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;
import org.junit.jupiter.api.Test;

/** What lies under the pointer, by looking at each state. */
class PickerTest {
    private static long most(StateLevel level, Interval column, int hidden) {
        long most = -1;
        for (int i = 0; i < level.size(); i++) {
            long end = Math.min(level.endNanos(i), column.endNanos());
            long inside = end - Math.max(level.startNanos(i), column.startNanos());
            boolean begins = level.startNanos(i) < column.endNanos();
            boolean touches = inside > 0 || (inside == 0 && level.durationNanos(i) == 0 && begins);
            most = touches && level.category(i) != hidden ? Math.max(most, inside) : most;
        }
        return most;
    }

    @Test
    void theVisibleStateWithMostTimeInTheColumnIsPicked() {
        Random random = new Random(4);
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = 100;
        for (int i = 0; i < 900; i++) {
            long length = random.nextInt(30);
            builder.state(0, now, now + length, random.nextInt(3));
            now += length + random.nextInt(20);
        }
        StateTrack track = builder.build();
        for (int i = 0; i < 500; i++) {
            long from = random.nextLong(now);
            Interval column = new Interval(from, from + 1 + random.nextInt(200));
            long wanted = most(track.levels().get(0), column, 1);
            Optional<Picker.Pick> pick = Picker.at(track, column, 3, category -> category != 1);
            long found = pick.map(Picker.Pick::interval)
                    .map(time -> Math.min(time.endNanos(), column.endNanos())
                            - Math.max(time.startNanos(), column.startNanos()))
                    .orElse(-1L);
            assertEquals(wanted, found, column.toString());
        }
    }

    @Test
    void ofThousandsAVisibleOneIsFoundBehindHiddenOnes() {
        StateTrack.Builder builder = new StateTrack.Builder();
        for (int i = 0; i < 100_000; i++) {
            builder.state(0, 10L * i, 10L * i + 5, i == 90_000 ? 7 : 0);
        }
        StateTrack track = builder.build();
        Interval whole = new Interval(0, 1_000_000);
        assertEquals(
                new Interval(0, 5),
                Picker.at(track, whole, 0, category -> true).orElseThrow().interval());
        assertEquals(
                new Interval(900_000, 900_005),
                Picker.at(track, whole, 0, category -> category == 7)
                        .orElseThrow()
                        .interval());
        assertEquals(Optional.empty(), Picker.at(track, new Interval(0, 900_000), 0, category -> category == 7));
        assertEquals(Optional.empty(), Picker.at(track, whole, 0, category -> category == 5));
    }
}

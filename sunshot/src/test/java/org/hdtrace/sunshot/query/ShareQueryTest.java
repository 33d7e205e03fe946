// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.query;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;
import org.junit.jupiter.api.Test;

/** Shares of time in each column against looking at every state of the row. */
class ShareQueryTest {
    private static final int CATEGORIES = 70;
    private static final long EPOCH = 1_300_000_000_123_456_789L;

    /** States with states inside of them, down to a depth; of damaged rows they overlap anyhow. */
    private static List<StateLevel> row(Random random, int states, int depths, boolean damaged) {
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = EPOCH;
        for (int i = 0; i < states; i++) {
            long length = random.nextInt(6) == 0 ? 0 : random.nextInt(i % 50 == 0 ? 900 : 40);
            builder.state(0, now, now + length, random.nextInt(CATEGORIES));
            long from = now;
            long to = now + length;
            for (int depth = 1; depth < depths && to - from > 4; depth++) {
                long middle = from + 1 + random.nextInt((int) (to - from) - 2);
                builder.state(depth, from + (damaged ? -3 : 0), middle, random.nextInt(5));
                builder.state(depth, middle, to - 1, random.nextInt(5));
                from = middle;
                to -= 1;
            }
            now += damaged ? random.nextInt(30) : length + random.nextInt(12);
        }
        return builder.build().levels();
    }

    @Property(tries = 300)
    void columnsEqualBruteForce(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 60) int states,
            @ForAll @IntRange(min = 1, max = 3) int depths,
            @ForAll boolean damaged) {
        Random random = new Random(seed);
        assertViews(row(random, states, depths, damaged), random, 1, 120);
    }

    /** So many that rows have buckets, and columns running sums. */
    @Test
    void columnsOfAHundredThousandStatesEqualBruteForce() {
        Random random = new Random(3);
        List<StateLevel> row = row(random, 120_000, 2, false);
        assertTrue(row.get(0).pyramid().isPresent());
        assertViews(row, random, 3, 60);
        assertColumns(row, new TimeScale(whole(row), 7), new BitSet());
        assertColumns(row, new TimeScale(whole(row), 1), new BitSet());
    }

    private static Interval whole(List<StateLevel> row) {
        return new Interval(EPOCH, Math.max(EPOCH + 1, row.get(0).latestEndNanos()));
    }

    private static void assertViews(List<StateLevel> row, Random random, int views, int widest) {
        long whole = whole(row).durationNanos();
        for (int view = 0; view < views; view++) {
            long from = EPOCH - 10 + (long) (whole * random.nextDouble());
            long to = from + 1 + (long) (whole * random.nextDouble());
            BitSet hidden = new BitSet();
            for (int i = 0; i < CATEGORIES; i++) {
                hidden.set(i, view % 2 == 1 && random.nextInt(3) == 0);
            }
            assertColumns(row, new TimeScale(new Interval(from, to), 1 + random.nextInt(widest)), hidden);
        }
    }

    private static void assertColumns(List<StateLevel> row, TimeScale scale, BitSet hidden) {
        ColumnShares shares = new ShareQuery(CATEGORIES, id -> !hidden.get(id)).ofRow(row, scale);
        for (int column = 0; column < scale.width(); column++) {
            long start = scale.startOf(column);
            long end = Math.max(start + 1, scale.startOf(column + 1));
            int dense = -1;
            Found found = new Found();
            for (int depth = 0; depth < row.size(); depth++) {
                StateLevel inner = depth + 1 < row.size() ? row.get(depth + 1) : null;
                Found own = new Found();
                boolean whole = own.look(row.get(depth), inner, start, end, hidden);
                dense = dense < 0 && whole ? depth : dense;
                if (dense >= 0) {
                    found.add(own);
                }
            }
            String where = "column " + column + " of " + scale;
            assertEquals(dense, shares.depth(column), where);
            if (dense >= 0) {
                assertEquals(end - start, shares.nanos(column), where);
                found.assertEqual(shares, column, where);
            }
        }
    }

    /** What one look at each state finds. */
    private static final class Found {
        private final long[] inclusive = new long[CATEGORIES];
        private final long[] exclusive = new long[CATEGORIES];
        private final BitSet present = new BitSet();

        boolean look(StateLevel level, StateLevel inner, long start, long end, BitSet hidden) {
            boolean whole = false;
            for (int i = level.firstReaching(start); i < level.size() && level.startNanos(i) < end; i++) {
                long from = Math.max(start, level.startNanos(i));
                long to = Math.min(end, level.endNanos(i));
                boolean point = level.durationNanos(i) == 0 && level.startNanos(i) >= start;
                int category = level.category(i);
                if ((to > from || point) && !hidden.get(category)) {
                    whole |= level.startNanos(i) >= start && level.endNanos(i) <= end;
                    present.set(category);
                    inclusive[category] += to - from;
                    exclusive[category] += to - from - inside(inner, from, to);
                }
            }
            return whole;
        }

        private static long inside(StateLevel inner, long from, long to) {
            long sum = 0;
            for (int i = inner == null ? 0 : inner.firstReaching(from);
                    inner != null && i < inner.size() && inner.startNanos(i) < to;
                    i++) {
                sum += Math.max(0, Math.min(to, inner.endNanos(i)) - Math.max(from, inner.startNanos(i)));
            }
            return sum;
        }

        void add(Found other) {
            present.or(other.present);
            for (int i = 0; i < CATEGORIES; i++) {
                inclusive[i] += other.inclusive[i];
                exclusive[i] += other.exclusive[i];
            }
        }

        void assertEqual(ColumnShares shares, int column, String where) {
            assertEquals(present.cardinality(), shares.count(column), where);
            int last = -1;
            for (int i = 0; i < shares.count(column); i++) {
                int category = shares.category(column, i);
                assertTrue(category > last && present.get(category), where);
                assertEquals(inclusive[category], shares.inclusiveNanos(column, i), where);
                assertEquals(exclusive[category], shares.exclusiveNanos(column, i), where);
                last = category;
            }
        }
    }

    @Test
    void rowsLaidOverEachOtherShareTheTimeOfAll() {
        List<List<StateLevel>> rows = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            StateTrack.Builder builder = new StateTrack.Builder();
            builder.state(0, 0, i == 0 ? 50 : 100, i == 0 ? 1 : 2);
            builder.state(1, 0, 20, 3);
            rows.add(builder.build().levels());
        }
        rows.add(List.of());
        ColumnShares shares = new ShareQuery(4, id -> true).ofRows(rows, new TimeScale(new Interval(0, 200), 2));
        assertEquals(0, shares.depth(0));
        assertEquals(-1, shares.depth(1), "nothing is there");
        assertEquals(400, shares.nanos(0));
        assertEquals(350f / 400, shares.coverage(0), 1e-6);
        assertEquals(50, shares.inclusiveNanos(0, 0));
        assertEquals(30, shares.exclusiveNanos(0, 0));
        assertEquals(300, shares.inclusiveNanos(0, 1));
        assertEquals(240, shares.exclusiveNanos(0, 1));
        assertEquals(80, shares.exclusiveNanos(0, 2));
    }

    @Test
    void statesThatAreSeenByThemselvesAreNotDense() {
        StateTrack.Builder builder = new StateTrack.Builder();
        builder.state(1, 30, 32, 2).state(0, 0, 95, 1).state(0, 95, 140, 0);
        List<StateLevel> levels = builder.build().levels();
        ColumnShares shares = new ShareQuery(4, id -> true).ofRow(levels, new TimeScale(new Interval(0, 150), 15));
        for (int column = 0; column < 15; column++) {
            assertEquals(column == 3 ? 1 : -1, shares.depth(column), "column " + column);
        }
        assertEquals(0.2f, shares.coverage(3), 1e-6, "of its own depth");
    }
}

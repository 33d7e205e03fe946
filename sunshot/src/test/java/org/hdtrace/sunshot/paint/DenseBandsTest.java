// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.paint;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StateLevel;
import org.hdtrace.sunshot.model.StateTrack;
import org.hdtrace.sunshot.query.ColumnShares;
import org.hdtrace.sunshot.query.ShareQuery;
import org.hdtrace.sunshot.query.TimeScale;
import org.junit.jupiter.api.Test;

/** Heights in a dense column are shares of its time. */
class DenseBandsTest {
    private static final int CATEGORIES = 12;
    private static final int LEAST = 3;

    private static List<StateLevel> row(Random random, int states) {
        StateTrack.Builder builder = new StateTrack.Builder();
        long now = 5;
        for (int i = 0; i < states; i++) {
            long length = random.nextInt(9) == 0 ? 0 : random.nextInt(300);
            builder.state(0, now, now + length, random.nextInt(CATEGORIES));
            if (length > 10) {
                builder.state(1, now + 3, now + 3 + length / 2, random.nextInt(CATEGORIES));
            }
            now += length + random.nextInt(100);
        }
        return builder.build().levels();
    }

    /** The time of each category by a look at every nanosecond of the column. */
    private static double[] shares(List<StateLevel> levels, int depth, long start, long end, boolean inclusive) {
        double[] shares = new double[CATEGORIES];
        for (long nanos = start; nanos < end; nanos++) {
            for (int i = depth; i < levels.size(); i++) {
                int state = levels.get(i).at(nanos);
                boolean covered = i + 1 < levels.size() && levels.get(i + 1).at(nanos) >= 0;
                // States without duration take no time.
                if (state >= 0
                        && levels.get(i).durationNanos(state) > 0
                        && (inclusive || !isInside(levels, i, nanos, covered))) {
                    shares[levels.get(i).category(state)] += 1.0 / (end - start);
                }
            }
        }
        return shares;
    }

    private static boolean isInside(List<StateLevel> levels, int depth, long nanos, boolean covered) {
        return covered
                && levels.get(depth + 1).durationNanos(levels.get(depth + 1).at(nanos)) > 0;
    }

    @Property(tries = 150)
    void heightsAreSharesOfTime(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 40) int states,
            @ForAll @IntRange(min = 3, max = 60) int height) {
        List<StateLevel> levels = row(new Random(seed), states);
        TimeScale scale = new TimeScale(new Interval(0, levels.get(0).latestEndNanos() + 20), 1 + states / 5);
        ColumnShares found = new ShareQuery(CATEGORIES, id -> true).ofRow(levels, scale);
        for (DenseStyle style : DenseStyle.values()) {
            DenseBands bands = new DenseBands(style, LEAST, 1);
            for (int column = 0; column < scale.width() && style != DenseStyle.DOMINANT; column++) {
                if (found.depth(column) >= 0) {
                    double[] shares = shares(
                            levels,
                            found.depth(column),
                            scale.startOf(column),
                            scale.startOf(column + 1),
                            style.isInclusive());
                    bands.lay(found, column, height);
                    assertBands(style, bands, shares, height);
                }
            }
        }
    }

    private static void assertBands(DenseStyle style, DenseBands bands, double[] shares, int height) {
        double sum =
                IntStream.range(0, shares.length).mapToDouble(i -> shares[i]).sum();
        for (int i = 0; i < bands.count(); i++) {
            assertTrue(bands.top(i) >= 0 && bands.bottom(i) <= height && bands.top(i) <= bands.bottom(i));
            int own = bands.bottom(i) - bands.top(i);
            double share = shares[bands.category(i)];
            if (style == DenseStyle.ALL) {
                assertEquals(height * (i + 1) / bands.count(), bands.bottom(i), "equal heights");
                assertTrue(i == 0 || shares[bands.category(i - 1)] >= share - 1e-9, "the most time first");
            } else if (style.isOverlapped()) {
                assertEquals(Math.max(1, Math.min(height, share * height)), own, 0.501);
                assertEquals(height, bands.top(i) + bands.bottom(i), 1.01, "centred");
                assertTrue(i == 0 || bands.bottom(i - 1) >= bands.bottom(i), "the outer one first");
            } else if (sum * height >= 1) {
                assertEquals(share * height / Math.max(1, sum), own, 1.01);
            }
        }
        if (style == DenseStyle.ALL) {
            assertTrue(bands.count() == Math.max(1, height / LEAST) || height / LEAST > bands.count());
        } else if (!style.isOverlapped()) {
            assertStack(style, bands, sum, height);
        }
    }

    /** Rounded once: all together are never off by more than half a pixel, and there is no gap. */
    private static void assertStack(DenseStyle style, DenseBands bands, double sum, int height) {
        int last = bands.count() - 1;
        int all = bands.bottom(0) - bands.top(last);
        assertEquals(Math.max(1, Math.min(1, sum) * height), all, 0.501);
        for (int i = 1; i <= last; i++) {
            assertEquals(bands.top(i - 1), bands.bottom(i));
        }
        int above = bands.top(last);
        int below = height - bands.bottom(0);
        assertTrue(style == DenseStyle.EXCLUSIVE_BASE ? below == 0 : Math.abs(above - below) <= 1);
    }

    @Test
    void theNamesOfStylesAreThoseOfOptions() {
        assertEquals(
                "dominant, all, inclusive-overlapped, inclusive-stacked, exclusive-overlapped, exclusive-stacked, exclusive-base",
                DenseStyle.words());
        for (DenseStyle style : DenseStyle.values()) {
            assertEquals(style, DenseStyle.named(style.word()).orElseThrow());
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.power.series;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class SeriesTest {
    private static final long SECOND = 1_000_000_000L;

    /** 2 for a second, nothing known for a second, 5 for two. */
    private static Series withGap() {
        return new SeriesBuilder()
                .add(0, SECOND, 2)
                .add(2 * SECOND, 4 * SECOND, 5)
                .build();
    }

    @Test
    void integratesAndAveragesWhatIsKnown() {
        Series series = withGap();
        assertEquals(12, series.integral(0, 4 * SECOND));
        assertEquals(1 + 5, series.integral(SECOND / 2, 3 * SECOND));
        assertEquals(3, series.knownSeconds(-SECOND, 9 * SECOND));
        assertEquals(4, series.mean(0, 4 * SECOND));
        assertTrue(Double.isNaN(series.mean(SECOND, 2 * SECOND)), "nothing is known there");
    }

    @Test
    void knowsNothingInGapsAndOutside() {
        Series series = withGap();
        assertEquals(2, series.at(0));
        assertTrue(Double.isNaN(series.at(SECOND)), "end of the first piece");
        assertEquals(5, series.at(2 * SECOND));
        assertTrue(Double.isNaN(series.at(-1)) && Double.isNaN(series.at(4 * SECOND)), "outside");
        assertTrue(Series.empty().isEmpty());
        assertEquals(0, Series.empty().integral(0, SECOND));
    }

    @Test
    void refusesPiecesThatOverlap() {
        SeriesBuilder builder = new SeriesBuilder().add(0, 10, 1);
        assertThrows(IllegalArgumentException.class, () -> builder.add(9, 12, 1));
        assertThrows(IllegalArgumentException.class, () -> builder.add(12, 11, 1));
    }

    @Property
    void integralsOfPartsAddUp(
            @ForAll @Size(min = 1, max = 30) List<@IntRange(min = -5, max = 50) Integer> values,
            @ForAll @IntRange(min = 0, max = 3000) int cut) {
        SeriesBuilder builder = new SeriesBuilder();
        for (int i = 0; i < values.size(); i++) {
            builder.add(i * 100L, i * 100L + 60 + i % 41, values.get(i));
        }
        Series series = builder.build();
        double whole = series.integral(0, 3100);
        assertEquals(whole, series.integral(0, cut) + series.integral(cut, 3100), 1e-15);
    }

    @Property
    void smoothingKeepsTheIntegralOfWholeBins(
            @ForAll @Size(min = 1, max = 40) List<@IntRange(min = 1, max = 25) Integer> lengths,
            @ForAll @Size(40) List<@IntRange(min = 0, max = 1000) Integer> values) {
        SeriesBuilder builder = new SeriesBuilder();
        long at = 3;
        for (int i = 0; i < lengths.size(); i++) {
            builder.add(at, at + lengths.get(i), values.get(i));
            at += lengths.get(i);
        }
        Series series = builder.build();
        Series smooth = Smoothing.over(series, 10);
        assertEquals(series.integral(0, at), smooth.integral(0, at), 1e-12);
        for (long bin = 0; bin < at; bin += 10) {
            assertEquals(series.integral(bin, bin + 10), smooth.integral(bin, bin + 10), 1e-12);
        }
        for (int i = 1; i < smooth.size() - 1; i++) {
            assertTrue(smooth.to(i) - smooth.from(i) >= 10, "a whole bin at least");
        }
    }

    @Test
    void sumsKeepSmallSummands() {
        Sum sum = new Sum();
        sum.add(1e16);
        for (int i = 0; i < 1000; i++) {
            sum.add(1);
        }
        sum.add(-1e16);
        assertEquals(1000, sum.value());
    }
}

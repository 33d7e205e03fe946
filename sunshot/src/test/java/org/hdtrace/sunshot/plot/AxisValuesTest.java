// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.hdtrace.sunshot.plot.AxisValues.Kind;
import org.junit.jupiter.api.Test;

class AxisValuesTest {
    @Test
    void numbersLieWhereTheyAreInTheUnitOfTheFirst() {
        lies(Kind.LINEAR, "us", List.of(1.0, 2.0, 4.0), "1us", "2us", "4us");
        lies(Kind.LINEAR, "", List.of(10.0, 12.5, -3.0), "10", "12.5", "-3");
        lies(Kind.LINEAR, "ns", List.of(0.0, 500.0, 1000.0, 2000.0), "0", "500ns", "1us", "2us");
        lies(Kind.LINEAR, "K", List.of(1.0, 16.0, 0.5), "1K", "16KiB", "512");
        lies(Kind.LINEAR, "MB/s", List.of(12.5, 1.048576), "12.5MB/s", "1M");
        lies(Kind.LINEAR, "GB", List.of(1.0, 1.073741824), "1GB", "1G");
    }

    @Test
    void moreThanTwoDecadesMakeALogarithmicAxis() {
        lies(Kind.LINEAR, "us", List.of(1.0, 100.0), "1us", "100us");
        lies(Kind.LOGARITHMIC, "us", List.of(1.0, 101.0), "1us", "101us");
        lies(Kind.LOGARITHMIC, "ms", List.of(1.0, 1e-6), "1ms", "1ns");
        // Zero and less are no places on one.
        lies(Kind.LINEAR, "us", List.of(0.0, 1.0, 1000.0), "0", "1us", "1ms");
        lies(Kind.LINEAR, "", List.of(-1.0, 1.0, 1000.0), "-1", "1", "1000");
    }

    @Test
    void whatIsNoNumberOrOfAnotherKindIsAName() {
        lies(Kind.NAMES, "", List.of(0.0, 1.0), "Ring", "MPICH");
        lies(Kind.NAMES, "", List.of(0.0, 1.0, 2.0), "1", "2", "inf");
        lies(Kind.NAMES, "", List.of(0.0, 1.0), "1us", "1K");
        lies(Kind.NAMES, "", List.of(0.0, 1.0), "1us", "2");
        for (String unit : new String[] {"m", "X", "KB", "kiB", "mB", "us/s", "KiBB"}) {
            lies(Kind.NAMES, "", List.of(0.0), "1" + unit);
        }
    }

    private static void lies(Kind kind, String unit, List<Double> places, String... values) {
        AxisValues axis = AxisValues.of(List.of(values));
        assertEquals(kind, axis.kind(), axis.toString());
        assertEquals(unit, axis.unit());
        assertEquals(List.of(values), new ArrayList<>(axis.places().keySet()));
        for (int i = 0; i < values.length; i++) {
            assertEquals(places.get(i), axis.places().get(values[i]), 1e-12, values[i]);
        }
    }
}

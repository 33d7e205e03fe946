// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hdtrace.examples.papers.Table;
import org.hdtrace.examples.validation.Configuration;
import org.hdtrace.examples.validation.Measurement;
import org.junit.jupiter.api.Test;

class MeasurementTableTest {
    private static final List<Measurement> ROWS = List.of(
            new Measurement("Send far", new Configuration(2, 4), 1 << 20, 1 << 20, 1_000_000_000, 500_000_000.4),
            new Measurement("Barrier", new Configuration(1, 1), 0, 0, 2, 0));

    @Test
    void tellsTimesRatioAndThroughput() {
        List<String> lines =
                MeasurementTable.write(ROWS, Table.Form.TEXT).lines().toList();
        assertEquals(3, lines.size());
        assertTrue(
                lines.get(1).matches("Send far +2-4 +1048576 +1000\\.000000 +500\\.000000 +2\\.0000 +1\\.0"),
                lines.get(1));
        assertTrue(lines.get(2).matches("Barrier +1-1 +0 +0\\.000002 +0\\.000000 +1\\.0000 +"), lines.get(2));
    }

    @Test
    void valuesSeparatedByCommas() {
        assertEquals(
                """
                experiment,nodes,processes,bytes,simulatedNs,boundNs,ratio,bytesPerSecond
                Send far,2,4,1048576,1000000000,500000000,2.000000,1048576
                Barrier,1,1,0,2,0,1.000000,0
                """,
                MeasurementTable.write(ROWS, Table.Form.CSV));
    }

    @Test
    void objectsWithTheSameNames() {
        assertEquals(
                """
                [
                {"experiment":"Send far","nodes":2,"processes":4,"bytes":1048576,"simulatedNs":1000000000,\
                "boundNs":500000000,"ratio":2.000000,"bytesPerSecond":1048576},
                {"experiment":"Barrier","nodes":1,"processes":1,"bytes":0,"simulatedNs":2,"boundNs":0,\
                "ratio":1.000000,"bytesPerSecond":0}
                ]
                """,
                MeasurementTable.write(ROWS, Table.Form.JSON));
    }
}

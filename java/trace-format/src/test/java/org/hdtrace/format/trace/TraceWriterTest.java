// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.format.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Files;
import java.nio.file.Path;
import org.hdtrace.format.TestFiles;
import org.junit.jupiter.api.Test;

class TraceWriterTest {
    private static final long ADJUSTMENT = 1_300_000_000_000_000_000L;

    /** The last one differs by the one number that no time may be. */
    private static final long[] TOO_FAR = {Long.MIN_VALUE, -Long.MAX_VALUE, ADJUSTMENT + Long.MIN_VALUE};

    @Test
    void writesNothingOfAnEntryWhoseTimeIsTooFarFromTheAdjustment() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.trc");
            try (TraceWriter writer = TraceWriter.create(file, Attributes.of("timeAdjustment", "1300000000"))) {
                for (long time : TOO_FAR) {
                    IllegalArgumentException e =
                            assertThrows(IllegalArgumentException.class, () -> writer.beginState("A", time));
                    assertEquals(
                            "time=" + time + " ns is too far from timeAdjustment=" + ADJUSTMENT + " ns",
                            e.getMessage());
                    assertThrows(
                            IllegalArgumentException.class, () -> writer.event("e", time, Attributes.of("a", "1")));
                }
                writer.beginState("B", ADJUSTMENT + Long.MIN_VALUE + 1);
                writer.endState(ADJUSTMENT);
            }
            assertEquals(
                    """
                    <Program timeAdjustment='1300000000'>
                    <B time='-9223372036.854775807' end='0.000000000'/>
                    </Program>
                    """,
                    Files.readString(file));
        }
    }

    @Test
    void aStateWhoseEndCannotBeWrittenStaysOpen() throws Exception {
        try (TestFiles files = new TestFiles()) {
            Path file = files.file("a.trc");
            try (TraceWriter writer = TraceWriter.create(file, Attributes.of("timeAdjustment", "-9000000000"))) {
                writer.beginState("A", 0);
                assertThrows(IllegalArgumentException.class, () -> writer.endState(Long.MAX_VALUE));
                assertThrows(IllegalArgumentException.class, () -> writer.endState(-1));
                writer.endState(1);
            }
            assertEquals(
                    """
                    <Program timeAdjustment='-9000000000'>
                    <A time='9000000000.000000000' end='9000000000.000000001'/>
                    </Program>
                    """,
                    Files.readString(file));
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.hdtrace.format.TraceFormatException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables of measured reads beside the same reads simulated. */
class ObservedReadsTest {
    private static final String HEADING = "recordBytes,records,servers,clients,repetition,ns\n";
    private static final Path MODEL =
            Path.of(System.getProperty("hd.root")).resolve("examples/models/paper-westmere.xml");
    private static final double CABLE = 75_392_614;

    @TempDir
    private Path folder;

    private Path table(String rows) throws Exception {
        return Files.writeString(folder.resolve("measured.csv"), HEADING + rows);
    }

    @Test
    void theLeastRepetitionStandsBesideTheSimulatedTime() throws Exception {
        List<ObservedReading> readings = ObservedReads.run(
                MODEL,
                table("1048576,2,2,2,0,99000000\n1048576,2,2,2,1,50000000\n102400,3,1,2,0,20000000\n"),
                ObservedReads.PACKET);
        assertEquals(2, readings.size());
        ObservedReading large = readings.get(0);
        assertEquals(50_000_000, large.leastNanos());
        assertEquals(2, large.repetitions());
        assertEquals(4 << 20, large.simulated().moved());
        assertEquals(2 * CABLE, large.simulated().bound(), 1);
        assertTrue(large.simulated().share() > 0.9, large::toString);
        assertEquals(large.simulated().simulatedNanos() / 5e7 - 1, large.error(), 1e-9);
        assertEquals(1, readings.get(1).simulated().servers());
        Path picture = folder.resolve("reads.svg");
        ObservedCurves.picture(readings).write(picture);
        String text = Files.readString(picture);
        for (String name : List.of("1 MiB records", "100 KiB records", "2 servers, observed", "1 server, simulated")) {
            assertTrue(text.contains(">" + name + "<"), name);
        }
    }

    /** A record that nothing else hinders goes over two cables; the second one waits for the first packet. */
    @Test
    void aLargerPacketIsThatMuchLongerOnItsFirstCable() throws Exception {
        Path table = table("65536,4,1,1,0,20000000\n");
        double small = ObservedReads.run(MODEL, table, 4096).get(0).simulated().simulatedNanos();
        double large = ObservedReads.run(MODEL, table, 8192).get(0).simulated().simulatedNanos();
        double cable = 4 * 4096 / CABLE * 1e9;
        // What is in the nodes stores and forwards it as well, at some 4 GB/s each.
        assertTrue(large - small >= cable && large - small < 1.2 * cable, (large - small) + " instead of " + cable);
    }

    @Test
    void badTablesAreToldWithTheirLine() throws Exception {
        assertFault("line 1", Files.writeString(folder.resolve("other.csv"), "a,b\n"));
        assertFault("line 1", folder.resolve("none.csv"));
        assertFault("has no measurements", table(""));
        for (String row :
                List.of("1,2,3", "1,2,3,4,0,5,6", "x,2,3,4,0,5", "0,2,3,4,0,5", "1,2,1001,4,0,5", "1,2,3,4,0,")) {
            assertFault("line 3: isn't six numbers", table("1024,1,1,1,0,1000\n" + row + "\n"));
        }
    }

    private static void assertFault(String text, Path table) {
        String message = assertThrows(
                        TraceFormatException.class, () -> ObservedReads.run(MODEL, table, ObservedReads.PACKET))
                .getMessage();
        assertTrue(message.contains(text), message);
    }
}

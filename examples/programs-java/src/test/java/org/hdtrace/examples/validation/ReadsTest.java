// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.examples.validation;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Reads are limited by cables, small ones by waiting, too. Source: MODEL C3. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ReadsTest {
    private static final Path MODELS = Path.of(System.getProperty("hd.root")).resolve("examples/models");
    private static final double CABLE = 75_392_614;
    private static final long LARGE = 100L << 20;
    private static final long SMALL = 100L << 10;
    private static final long PACKET = 100L << 10;
    private static final long SMALL_PACKET = 10L << 10;

    private List<Reading> readings;

    @BeforeAll
    void run() throws Exception {
        readings = Reads.run(MODELS.resolve("paper-westmere.xml"));
    }

    private Reading find(long bytes, long packet, int clients, int servers) {
        return readings.stream()
                .filter(one -> one.recordBytes() == bytes && one.packetBytes() == packet)
                .filter(one -> one.clients() == clients && one.servers() == servers)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void nobodyReadsFasterThanTheFewerCables() {
        assertEquals(2 * 4 * 8 + 1 + 2, readings.size());
        for (Reading one : readings) {
            if (one.servers() > 0) {
                assertEquals(Math.min(one.clients(), one.servers()) * CABLE, one.bound(), 1, one::toString);
                assertTrue(one.throughput() < one.bound(), one::toString);
            }
        }
    }

    @Test
    void largeRecordsReachTheBound() {
        readings.stream()
                .filter(one -> one.recordBytes() == LARGE)
                .forEach(one -> assertTrue(one.share() > 0.97, one::toString));
    }

    /** Two hops of one packet, four latencies, and 40 bytes of header: everything else is below 3 %. */
    @Test
    void oneClientWaitsForEachSmallRecord() {
        double waiting = 2 * SMALL / CABLE + 4 * 19_982e-9;
        double each = find(SMALL, PACKET, 1, 1).simulatedNanos() / 1e9 / 100;
        assertTrue(each > waiting, each + " " + waiting);
        assertEquals(waiting, each, 0.1 * waiting);
    }

    @Test
    void smallRecordsFallBelowTheBoundUntilServersAreBusyAllTheTime() {
        for (int servers : Reads.SERVERS) {
            for (int clients : Reads.CLIENTS) {
                double share = find(SMALL, PACKET, clients, servers).share();
                if (clients >= 2 * servers && clients > 2) {
                    assertTrue(share > 0.99, clients + " clients, " + servers + " servers: " + share);
                } else if (clients <= servers) {
                    assertTrue(share < 0.7, clients + " clients, " + servers + " servers: " + share);
                }
                assertTrue(share < find(LARGE, PACKET, clients, servers).share() + 0.005);
            }
        }
    }

    @Test
    void smallerPacketsHelpSmallRecords() {
        double large = find(SMALL, PACKET, 10, 10).throughput();
        double small = find(SMALL, SMALL_PACKET, 10, 10).throughput();
        assertEquals(1.157, small / large, 0.02);
    }

    /** MODEL C1 and C3: 9.361754 ms, and 0.737 ms or 7.9 % less with a tenth of the packets' size. */
    @Test
    void smallerPacketsShortenAMessageByOneOfThemPerLink() {
        Reading large = find(1 << 20, PACKET, 2, 0);
        Reading small = find(1 << 20, SMALL_PACKET, 2, 0);
        assertEquals(9_361_754, (double) large.simulatedNanos(), 0.001 * 9_361_754);
        assertEquals(737_280, (double) (large.simulatedNanos() - small.simulatedNanos()), 3_000);
        assertEquals(-0.079, small.simulatedNanos() / (double) large.simulatedNanos() - 1, 0.0005);
        for (Reading one : List.of(large, small)) {
            assertEquals(one.handNanos(), (double) one.simulatedNanos(), 0.0002 * one.handNanos());
        }
    }

    @Test
    void drawsACurveForEachNumberOfServers(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("reads.svg");
        ReadCurves.picture(readings).write(file);
        String picture = Files.readString(file);
        for (String text : List.of(
                "100 MiB records",
                "100 KiB records",
                "1 server",
                "10 servers",
                "bound: min(servers, clients) cables")) {
            assertTrue(picture.contains(">" + text + "<"), text);
        }
    }

    @Test
    void anotherClusterIsRefused() {
        String message = assertThrows(Exception.class, () -> Reads.run(MODELS.resolve("paper-gige.xml")))
                .getMessage();
        assertTrue(message.contains("SMPNodes"), message);
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.hdtrace.piosim.model.cluster.Aggregation;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.IoSubsystem;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.NicAnalytical;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The golden values without contention, to the nanosecond. Hops of a packet of s bytes on the wire: interface
 * s/42,949,672,960, edge s/117e6 + 19,982, switch s/48e9, edge, interface, each cut off; a step costs 3 ns.
 */
class PointToPointGoldenTest {
    private static final int MIB = 1 << 20;

    @ParameterizedTest(name = "{0} B take {1} ns: {2}")
    @CsvSource({
        "1, 40809, '49 on the wire: 1 + 418 + 19982 + 1 + 418 + 19982 + 1 = 40803; + 2 x 3'",
        "102392, 1797984, '102440: 2385 + 875555 + 19982 + 2134 + 875555 + 19982 + 2385 = 1797978; + 2 x 3'",
        "102400, 1797984, 'a second packet of 8 B waits behind the first and takes 0 ns in the interface'",
        "102401, 1881138, 'request 40787 + answer 42364 + data 1797978 + 3 x 3'",
        "10485760, 90626372, '83160 + second edge from 900056 to 90522277 + 19982 + 953'",
    })
    void messageTakesTheSumOfItsHops(long bytes, long expected, String calculation) {
        assertEquals(expected, send(Stars.star(2), bytes), calculation);
    }

    @Test
    void smallPacketsFillThePipelineFaster() {
        String calculation = "83160 + 108298 + 87863 + 1023 x 87521 + 68 + 19982, last but one still in the interface";
        assertEquals(89_833_524, send(Stars.star(2).transferGranularity(10_240), 10 * MIB), calculation);
    }

    @Test
    void analyticalInterfaceChargesTheSlowestHopOnly() {
        ModelBuilder model = Stars.star(2, 0, NicAnalytical.of(42_949_672_960.0), null, null);
        String calculation = "410 + 1 and 1196 + 3 and 89622221 + 953, each + 2 x 19982, + 3 x 3";
        assertEquals(89_744_685, send(model, 10 * MIB), calculation);
    }

    @ParameterizedTest(name = "{0} {1} B, {2}: {3} ns = {4}")
    @CsvSource({
        "write, 65536, refined, 15028295, 'data 1165338 + disk 13822026 + flushed 40907 + 8 x 3'",
        "read, 65536, refined, 15110421, 'request 41129 + disk 13822026 + data 1165338 + flush 40991 + 40907 + 10 x 3'",
        "write, 65536, simple, 7516988, 'disk 5e6 + 65536 / 50e6 in single precision = 6310719'",
        "read, 65536, simple, 7599114, 'disk 6310719'",
        "write, 10485760, refined, 119863175, 'first packet 1797978 + disk 118024266 + 40907 + 8 x 3'",
        "read, 10485760, refined, 208690467, 'disk 118024266, then the data 90543144'",
        "write, 10485760, aggregation, 119863175, 'the disk is the bottleneck and never waits'",
    })
    void oneClientUsesOneServer(String operation, long bytes, String storage, long expected, String calculation) {
        IoSubsystem disk = storage.equals("simple") ? SimpleDisk.of(5_000_000, 50e6, 1) : Stars.DISK;
        CacheLayer cache = storage.equals("aggregation") ? Aggregation.of(1) : Stars.WRITE_BEHIND;
        ModelBuilder model = Stars.star(1, 1, Stars.NIC, disk, cache);
        boolean read = operation.equals("read");
        long time = Stars.time(model, Stars.fileProgram(1, read ? bytes : 0, (program, file) -> {
            if (read) {
                program.addReadSequential(0, file, 0, bytes);
            } else {
                program.addWriteSequential(0, file, 0, bytes);
            }
        }));
        assertEquals(expected, time, calculation);
    }

    private static long send(ModelBuilder model, long bytes) {
        return Stars.time(model, Stars.program(2, program -> program.addSendAndRecv(0, 1, bytes, 7)));
    }
}

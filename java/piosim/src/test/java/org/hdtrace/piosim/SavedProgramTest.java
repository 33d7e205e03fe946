// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.Node;
import org.hdtrace.piosim.model.cluster.SimpleNetworkEdge;
import org.hdtrace.piosim.model.cluster.StoreForwardNode;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.hdtrace.piosim.model.program.TraceApplication;

/** A program that was saved and read again takes the same time as before, to the nanosecond, on any cluster. */
class SavedProgramTest extends TryFolder {
    private static final int RANKS = 4;

    @Property(tries = 100)
    void takesTheSameTime(
            @ForAll long seed, @ForAll @IntRange(max = 25) int steps, @ForAll boolean streaming, @ForAll boolean fast)
            throws IOException, TraceFormatException {
        Application program = RandomProgram.of(seed, RANKS, steps);
        Path project = ProgramSaver.save(program, in("project"));
        Application read = TraceApplication.load(
                project, new TraceApplication.Options(1, streaming, Set.of(CommandType.values())));
        SimulationResult before = Stars.run(cluster(fast).build(), program);
        SimulationResult after = Stars.run(cluster(fast).build(), read);
        assertEquals(before.virtualTimeNanos(), after.virtualTimeNanos());
        assertEquals(before.events(), after.events());
        assertEquals(before.outcome(), after.outcome());
        assertEquals(before.clients(), after.clients());
        assertEquals(sums(before), sums(after));
        assertEquals(before.unreceived(), after.unreceived());
    }

    /** Calls, their time and their bytes: the names of a program that never ran may be any. */
    private static List<Long> sums(SimulationResult result) {
        long calls = 0;
        long nanos = 0;
        long bytes = 0;
        for (SimulationResult.FunctionResult function : result.functions()) {
            calls += function.count();
            nanos += function.totalNanos();
            bytes += function.bytes();
        }
        return List.of(calls, nanos, bytes);
    }

    /** Clusters whose processors aren't those that computation was measured with. */
    private static ModelBuilder cluster(boolean fast) {
        return new ModelBuilder()
                .star(new ModelBuilder.Star(
                        RANKS,
                        Stars.ALIAS,
                        Node.of(fast ? 2 : 1, fast ? 2.66e9 : 0.9e9, 12_000_000_000L),
                        Stars.NIC,
                        SimpleNetworkEdge.of(fast ? 1_000 : 19_982, fast ? 12.5e9 : 117e6),
                        StoreForwardNode.of(48e9),
                        2,
                        Stars.DISK,
                        Stars.WRITE_BEHIND));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;

/** Collective accesses that ranks begin one after the other and end in any order, each in its own. */
class OutstandingAccessTest {
    private static final int RANKS = 3;
    private static final long BLOCK = 40;
    private static final List<String> METHODS = List.of("Direct", "TwoPhase", "ContiguousTwoPhase");

    /**
     * Up to eight accesses under way at once, on one handle and on others of the same and of another file, reads and writes. Each is
     * of its own place, so as many bytes are moved as are asked for.
     */
    @Property(tries = 120)
    void endInAnyOrder(@ForAll long seed, @ForAll @IntRange(max = 2) int method) {
        Random random = new Random(seed);
        ProgramBuilder program = new ProgramBuilder("outstanding", RANKS);
        long bytes = program.addDatatype(id -> Datatype.named(id, "MPI_BYTE"));
        long columns = program.addDatatype(id -> Datatype.vector(id, 4, BLOCK, BLOCK * RANKS, bytes));
        List<FileBuilder> handles = new ArrayList<>();
        ApplicationFile first = program.createFile("first", 1 << 20, SimpleStripe.DEFAULT);
        ApplicationFile second = program.createFile("second", 1 << 20, SimpleStripe.DEFAULT);
        for (ApplicationFile file : List.of(first, first, second)) {
            FileBuilder handle = program.on(file, program.world())
                    .hint("cb_buffer_size", Integer.toString(50 + random.nextInt(500)))
                    .hint("romio_cb_write", random.nextBoolean() ? "enable" : "automatic")
                    .hint("romio_cb_read", random.nextBoolean() ? "enable" : "automatic")
                    .open();
            for (int rank = 0; rank < RANKS; rank++) {
                handle.view(rank, rank * BLOCK, bytes, columns);
            }
            handles.add(handle);
        }
        long written = 0;
        long read = 0;
        for (int round = 0; round < 3; round++) {
            int accesses = 1 + random.nextInt(8);
            for (int access = 0; access < accesses; access++) {
                FileBuilder handle = handles.get(random.nextInt(handles.size()));
                boolean writes = random.nextBoolean();
                CommandType type = writes ? CommandType.FILE_WRITE_ALL : CommandType.FILE_READ_ALL;
                for (int rank = 0; rank < RANKS; rank++) {
                    // Places of a round differ, in visible bytes: several times the file type.
                    long place = (round * 8L + access) * 4 * BLOCK;
                    handle.access(type, rank, place, 4 * BLOCK, access);
                }
                written += writes ? RANKS * 4 * BLOCK : 0;
                read += writes ? 0 : RANKS * 4 * BLOCK;
            }
            for (int rank = 0; rank < RANKS; rank++) {
                program.addCompute(rank, random.nextInt(100_000));
                await(program, rank, accesses, random);
            }
        }
        handles.forEach(FileBuilder::close);
        ModelBuilder model = Stars.star(RANKS, 2, Stars.NIC, SimpleDisk.of(1000, 1e9, 1), Stars.WRITE_BEHIND)
                .method(CommandType.FILE_WRITE_ALL, METHODS.get(method))
                .method(CommandType.FILE_READ_ALL, METHODS.get(method));
        SimulationResult result = Stars.run(model.build(), program.build());
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome(), result.deadlock());
        assertEquals(0, result.unreceivedMessages());
        assertEquals(
                List.of(written, read),
                List.of(
                        result.servers().stream()
                                .mapToLong(server -> server.bytesWritten())
                                .sum(),
                        result.servers().stream()
                                .mapToLong(server -> server.bytesRead())
                                .sum()));
    }

    /** All at once, one by one in any order, or some first. */
    private static void await(ProgramBuilder program, int rank, int accesses, Random random) {
        List<Long> requests =
                new ArrayList<>(LongStream.range(0, accesses).boxed().toList());
        Collections.shuffle(requests, random);
        while (!requests.isEmpty()) {
            int taken = 1 + random.nextInt(requests.size());
            long[] some = requests.subList(0, taken).stream()
                    .mapToLong(Long::longValue)
                    .toArray();
            if (random.nextInt(3) == 0) {
                program.addWaitAny(rank, some);
            }
            program.addWaitAll(rank, some);
            requests.subList(0, taken).clear();
        }
    }
}

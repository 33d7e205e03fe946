// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.function.BiConsumer;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.FileControl;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.PointerAccess;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What file calls ask of the servers. */
class FileCallsTest {
    private static SimulationResult run(
            ModelBuilder model, int ranks, BiConsumer<ProgramBuilder, ApplicationFile> calls) {
        SimulationResult result = Stars.run(model.build(), Stars.fileProgram(ranks, calls));
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome(), result.deadlock());
        return result;
    }

    private static long bytesWritten(SimulationResult result) {
        return result.servers().stream().mapToLong(ServerResult::bytesWritten).sum();
    }

    /** Three ranks of which each takes 100 bytes write 300, one after the other, whoever comes first. */
    @Test
    void sharesThePointerOfAFile() {
        SimulationResult result = run(Stars.star(3, 1), 3, (program, file) -> {
            for (int rank = 0; rank < 3; rank++) {
                program.add(rank, shared(CommandType.FILE_WRITE_SHARED, program, file, 100));
            }
            program.addBarrier(program.world());
            // Behind it there is nothing to read; from 50 on 250 bytes.
            program.add(0, shared(CommandType.FILE_READ_SHARED, program, file, 1000));
            all(
                    program,
                    3,
                    new FileControl.Together(CommandType.FILE_SEEK_SHARED, file, 50, program.world(), Origin.NONE));
            program.add(1, shared(CommandType.FILE_READ_SHARED, program, file, 1000));
        });
        assertEquals(300, bytesWritten(result));
        assertEquals(250, result.servers().get(0).bytesRead());
    }

    private static Command shared(CommandType type, ProgramBuilder program, ApplicationFile file, long bytes) {
        return new PointerAccess.Shared(
                type, file, null, bytes, FileHints.NONE, program.world(), Command.BLOCKING, Origin.NONE);
    }

    private static void all(ProgramBuilder program, int ranks, Command command) {
        for (int rank = 0; rank < ranks; rank++) {
            program.add(rank, command);
        }
    }

    /** 1,000 bytes are there, then 300, then 5,000 of which 300 are read and written again, then none. */
    @Test
    void makesFilesShorterAndLonger() {
        SimulationResult result = run(Stars.star(2, 2), 2, (program, file) -> {
            program.addWriteSequential(0, file, 0, 1000);
            program.addBarrier(program.world());
            all(program, 2, control(CommandType.FILE_SET_SIZE, program, file, 300));
            program.addReadSequential(1, file, 0, 1000);
            all(program, 2, control(CommandType.FILE_SYNC, program, file, 0));
            all(program, 2, control(CommandType.FILE_PREALLOCATE, program, file, 5000));
            program.addReadSequential(1, file, 0, 10_000);
            program.addBarrier(program.world());
            program.add(0, new FileControl.Alone(CommandType.FILE_GET_SIZE, file, Origin.NONE));
            program.add(0, new FileControl.Alone(CommandType.FILE_DELETE, file, Origin.NONE));
            program.addReadSequential(0, file, 0, 10_000);
        });
        assertEquals(1000 + 5000, bytesWritten(result));
        assertEquals(
                300 + 300 + 5000,
                result.servers().stream().mapToLong(ServerResult::bytesRead).sum());
    }

    private static Command control(CommandType type, ProgramBuilder program, ApplicationFile file, long size) {
        return new FileControl.Together(type, file, size, program.world(), Origin.NONE);
    }

    /** A request of 20 and an answer of 15 bytes with 40 of header each over two edges: all is latency but for the bytes. */
    @Test
    void asksAServerForTheSize() {
        long without = Stars.time(Stars.star(1, 1), Stars.fileProgram(1, (program, file) -> {}));
        long with = Stars.time(
                Stars.star(1, 1),
                Stars.fileProgram(
                        1,
                        (program, file) ->
                                program.add(0, new FileControl.Alone(CommandType.FILE_GET_SIZE, file, Origin.NONE))));
        // Step 3 ns; per direction 2 edges: latency and 60 or 55 B at 117e6 B/s; interfaces and switch 1 ns each.
        long bytes = 2 * (60 * 1_000_000_000L / 117_000_000) + 2 * (55 * 1_000_000_000L / 117_000_000);
        long bare = 3 + 4 * 19_982 + bytes;
        assertTrue(with - without >= bare && with - without <= bare + 8, (with - without) + " for " + bare);
    }

    /** Views and hints survive saving: the same simulation, to the nanosecond. */
    @Test
    void takesAsLongWhenItHasBeenSaved(@TempDir Path folder) throws Exception {
        ProgramBuilder program = new ProgramBuilder("views", 4);
        long bytes = program.addDatatype(id -> Datatype.named(id, "MPI_BYTE"));
        long columns = program.addDatatype(id -> Datatype.vector(id, 50, 100, 400, bytes));
        ApplicationFile data = program.createFile("data", 0, SimpleStripe.DEFAULT);
        FileBuilder calls =
                program.on(data, program.world()).hint("cb_nodes", "2").open();
        for (int rank = 0; rank < 4; rank++) {
            calls.view(rank, 100L * rank, bytes, columns).writeAll(rank, 0, 5000);
        }
        calls.sync();
        for (int rank = 0; rank < 4; rank++) {
            calls.shared(CommandType.FILE_READ_SHARED, rank, 700, Command.BLOCKING)
                    .read(rank, 30, 900);
        }
        calls.close();
        Application original = program.build();
        SimulationResult result = Stars.run(Stars.star(4, 2).build(), original);
        Path project = ProgramSaver.save(original, folder.resolve("saved"));
        SimulationResult again =
                Stars.run(Stars.star(4, 2).build(), TraceApplication.load(project, TraceApplication.Options.DEFAULT));
        assertEquals(20_000, bytesWritten(result));
        assertEquals(result.virtualTimeNanos(), again.virtualTimeNanos());
        assertEquals(result.events(), again.events());
    }
}

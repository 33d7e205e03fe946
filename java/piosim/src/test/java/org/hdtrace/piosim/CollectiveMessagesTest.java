// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What ranks tell each other about a collective access, as ROMIO's ranks do. */
class CollectiveMessagesTest {
    private static final int RANKS = 4;
    private static final long BANDWIDTH = 117_000_000;

    private static long time(String method, long exchanged, FileHints hints, boolean writes, List<FileRanges> ranges) {
        CommandType type = writes ? CommandType.FILE_WRITE_ALL : CommandType.FILE_READ_ALL;
        // A disk that doesn't care in which order it is asked.
        ModelBuilder model = Stars.star(RANKS, 1, Stars.NIC, SimpleDisk.of(0, 1e12, 1), Stars.WRITE_BEHIND)
                .method(type, method, Map.of("exchangeLists", exchanged));
        return Stars.time(model, Stars.fileProgram(RANKS, 1 << 24, (program, file) -> {
            for (int rank = 0; rank < RANKS; rank++) {
                FileRanges own = ranges.get(rank);
                program.add(
                        rank,
                        writes
                                ? new FileAccess.Together(
                                        CommandType.FILE_WRITE_ALL,
                                        file,
                                        own,
                                        hints,
                                        program.world(),
                                        Command.BLOCKING,
                                        Origin.NONE)
                                : new FileAccess.Together(
                                        CommandType.FILE_READ_ALL,
                                        file,
                                        own,
                                        hints,
                                        program.world(),
                                        Command.BLOCKING,
                                        Origin.NONE));
            }
        }));
    }

    /** Each rank has its own piece of 1,000 bytes: with aggregators for a part each, nobody has anything for another. */
    private static List<FileRanges> inOrder() {
        List<FileRanges> ranges = new ArrayList<>();
        for (int rank = 0; rank < RANKS; rank++) {
            ranges.add(FileRanges.of(1000L * rank, 1000));
        }
        return ranges;
    }

    private static Application calls(int allgathers, int alltoalls, int allreduces) {
        ProgramBuilder program = new ProgramBuilder("calls", RANKS);
        for (int i = 0; i < allgathers; i++) {
            program.addCollective(CommandType.ALLGATHER, program.world(), Command.NO_ROOT, new Volume.Uniform(8));
        }
        for (int i = 0; i < alltoalls; i++) {
            program.addCollective(CommandType.ALLTOALL, program.world(), Command.NO_ROOT, new Volume.Uniform(4));
        }
        for (int i = 0; i < allreduces; i++) {
            program.addAllreduce(program.world(), 4);
        }
        return program.build();
    }

    /**
     * Where all ranks have the same to do and nothing to exchange, the messages take as long as the calls by themselves: two of where
     * ranks begin and end; if they act together, one of counts and one for each round of sizes, one to agree on the rounds and,
     * to write, one to tell the end. A step more or less of 3 ns for each; ranks end at different times, by which calls overlap.
     */
    @ParameterizedTest
    @CsvSource({
        "automatic, 1000000, true, 2, 0, 0",
        "automatic, 1000000, false, 2, 0, 0",
        "disable, 1000000, true, 0, 0, 0",
        "disable, 1000000, false, 0, 0, 0",
        "enable, 1000, true, 2, 2, 2",
        "enable, 1000, false, 2, 2, 1",
        "enable, 250, false, 2, 5, 1"
    })
    void takeAsLongAsTheCalls(
            String exchange, int buffer, boolean writes, int allgathers, int alltoalls, int allreduces) {
        FileHints hints = FileHints.NONE
                .with(writes ? "romio_cb_write" : "romio_cb_read", exchange)
                .with("cb_buffer_size", Integer.toString(buffer));
        long messages = time("TwoPhase", 1, hints, writes, inOrder()) - time("TwoPhase", 0, hints, writes, inOrder());
        long alone = Stars.time(Stars.star(RANKS), calls(allgathers, alltoalls, allreduces));
        if (alone == 0) {
            assertEquals(0, messages);
        } else {
            assertEquals(1, (double) messages / alone, 0.25);
        }
    }

    /** 20,000 pieces of rank 1 for the only aggregator 0: 320,000 bytes of offsets and lengths before the first data. */
    @Test
    void includeSixteenBytesForEachPiece() {
        List<FileRanges> ranges =
                new ArrayList<>(List.of(FileRanges.of(0, 10), FileRanges.NONE, FileRanges.NONE, FileRanges.NONE));
        List<Piece> pieces = new ArrayList<>();
        for (long i = 0; i < 20_000; i++) {
            pieces.add(new Piece(20 + 4 * i, 2));
        }
        ranges.set(1, FileRanges.of(pieces));
        FileHints hints = FileHints.NONE.with("romio_cb_write", "enable").with("cb_nodes", "1");
        long told = time("ContiguousTwoPhase", 1, hints, true, ranges);
        long known = time("ContiguousTwoPhase", 0, hints, true, ranges);
        long list = 320_000 * 1_000_000_000L / BANDWIDTH;
        // Beside it calls of a few bytes, and one packet of 100 KiB on the second link.
        assertTrue(told - known > list && told - known < list + 3_000_000, (told - known) + " for " + list);
    }

    static Stream<String[]> partsOfThem() {
        return Stream.of(CommandType.ALLREDUCE, CommandType.ALLGATHER, CommandType.ALLTOALL, CommandType.BCAST)
                .flatMap(type -> type.methods().stream()
                        .filter(method -> !method.equals("NoOperation"))
                        .map(method -> new String[] {type.name(), method}));
    }

    /** Ordered access, in which all of that is nested one level deeper, with every algorithm and one or all aggregators. */
    @ParameterizedTest
    @MethodSource("partsOfThem")
    void goWithEveryAlgorithm(String type, String method) {
        for (String aggregators : List.of("1", "4")) {
            ProgramBuilder program = new ProgramBuilder("ordered", RANKS);
            var calls = program.on(program.createFile("data", 0, SimpleStripe.DEFAULT), program.world())
                    .hint("cb_nodes", aggregators)
                    .hint("romio_cb_write", "enable")
                    .open();
            for (int rank = 0; rank < RANKS; rank++) {
                calls.ordered(CommandType.FILE_WRITE_ORDERED, rank, 100_000, Command.BLOCKING);
            }
            calls.close();
            SimulationResult result = Stars.run(
                    Stars.star(RANKS, 1)
                            .method(CommandType.valueOf(type), method)
                            .build(),
                    program.build());
            assertEquals(SimulationResult.Outcome.FINISHED, result.outcome(), result.deadlock());
            assertEquals(400_000, result.servers().get(0).bytesWritten());
            assertEquals(
                    0,
                    result.unreceivedMessages(),
                    () -> Arrays.toString(result.unreceived().toArray()));
        }
    }
}

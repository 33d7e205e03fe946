// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.hdtrace.format.project.Project;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.model.cluster.CacheLayer;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Contiguous;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.Extents;
import org.hdtrace.piosim.model.file.Extents.Extent;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.ServersInTurn;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.file.StatedServers;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.ProgramSaver;
import org.hdtrace.piosim.model.program.TraceApplication;
import org.hdtrace.piosim.mpi.Algorithms;
import org.hdtrace.piosim.output.ProjectOutput;
import org.hdtrace.piosim.output.TraceLevel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** How long files are, and what reads find there: over several servers, caches and distributions. */
class FileSizeTest {
    private static final int SERVERS = 3;
    private static final long FAR = 1L << 40;

    private static SimulationResult run(
            ModelBuilder model, int ranks, long size, Distribution spread, Consumer<FileBuilder> calls) {
        ProgramBuilder program = new ProgramBuilder("sizes", ranks);
        ApplicationFile file = program.createFile("f", size, spread);
        calls.accept(program.on(file, program.world()));
        SimulationResult result = Stars.run(model.build(), program.build());
        assertNull(result.deadlock());
        return result;
    }

    private static long read(SimulationResult result) {
        return result.servers().stream().mapToLong(ServerResult::bytesRead).sum();
    }

    /** What ranks have got by a function. */
    private static long got(SimulationResult result, String function) {
        return result.functions().stream()
                .filter(row -> row.name().equals(function))
                .mapToLong(SimulationResult.FunctionResult::bytes)
                .sum();
    }

    static Stream<Distribution> distributions() {
        SimpleStripe stripe = new SimpleStripe(100);
        return Stream.of(
                stripe,
                Contiguous.on(1),
                new Extents(List.of(new Extent(2, 0, 10), new Extent(0, 10, 60), new Extent(2, 70, 30))),
                new StatedServers(stripe, List.of(2, 0)),
                new ServersInTurn(stripe, 2, 2));
    }

    /** What servers keep of a file, counted byte by byte. */
    private static List<Long> parts(Distribution spread, long from, long to) {
        long[] bytes = new long[SERVERS];
        for (long at = from; at < to; at++) {
            bytes[spread.split(at, 1, SERVERS).get(0).server()]++;
        }
        List<Long> all = new ArrayList<>();
        for (long of : bytes) {
            all.add(of);
        }
        return all;
    }

    @ParameterizedTest
    @MethodSource("distributions")
    void aFileGrowsOnTheServersOfItsDistributionAndReadsFindWhatIsThere(Distribution spread) {
        // Two ranks write 0 to 250 and 900 to 1000; the gap between counts as there, and 1000 is the end.
        SimulationResult result = run(Stars.star(2, SERVERS), 2, 0, spread, file -> file.open()
                .write(0, 0, 250)
                .write(1, 900, 100)
                .sync()
                .read(0, 0, 300)
                .read(1, 950, 5000)
                .close());
        List<Long> written = new ArrayList<>();
        List<Long> found = new ArrayList<>();
        for (int server = 0; server < SERVERS; server++) {
            written.add(
                    parts(spread, 0, 250).get(server) + parts(spread, 900, 1000).get(server));
            found.add(
                    parts(spread, 0, 300).get(server) + parts(spread, 950, 1000).get(server));
        }
        assertEquals(
                written,
                result.servers().stream().map(ServerResult::bytesWritten).toList());
        assertEquals(
                found, result.servers().stream().map(ServerResult::bytesRead).toList());
        assertEquals(300 + 50, got(result, "File_read_at"), "what the ranks have got");
        assertEquals(350, got(result, "File_write_at"));
    }

    static Stream<Arguments> shortReads() {
        // Of a file of 1,000 bytes: offset, bytes, what there is.
        return Stream.of(
                Arguments.of(0L, 1000L, 1000L),
                Arguments.of(0L, 1001L, 1000L),
                Arguments.of(999L, 10L, 1L),
                Arguments.of(1000L, 10L, 0L),
                Arguments.of(FAR, 10L, 0L),
                Arguments.of(5L, 0L, 0L));
    }

    @ParameterizedTest
    @MethodSource("shortReads")
    void aReadGetsWhatThereIsBeforeTheEnd(long offset, long bytes, long there) {
        for (CacheLayer cache : StorageTest.caches()) {
            ModelBuilder model = Stars.star(1, SERVERS, Stars.NIC, Stars.DISK, cache);
            SimulationResult result = run(model, 1, 1000, new SimpleStripe(100), file -> file.open()
                    .read(0, offset, bytes)
                    .close());
            assertEquals(there, read(result), cache.toString());
            assertEquals(there, got(result, "File_read_at"), cache.toString());
        }
    }

    @Test
    void whatIsBehindTheEndIsAskedForAsAnythingElse() {
        // A step of 3 ns, a request of 28 bytes and a short answer of 15.
        long without = time(0);
        long missing = time(1) - without;
        assertEquals(3 + Stars.way(28) + Stars.way(15), missing);
        assertEquals(missing, time(2) - without - missing, "each one");
    }

    private static long time(int reads) {
        SimulationResult result = run(Stars.star(1, 1), 1, 0, SimpleStripe.DEFAULT, file -> {
            file.open();
            for (int i = 0; i < reads; i++) {
                file.read(0, 10, 1);
            }
            file.close();
        });
        assertEquals(reads, result.servers().get(0).reads());
        return result.virtualTimeNanos();
    }

    @Test
    void aListOfRangesEndsInTheMiddle() {
        // Of ranges at 0, 990, 2000 and 400 with 20 bytes each, 20, 10, 0 and 20 exist.
        List<Piece> pieces = List.of(new Piece(0, 20), new Piece(990, 20), new Piece(2000, 20), new Piece(400, 20));
        SimulationResult result = run(Stars.star(1, SERVERS), 1, 1000, new SimpleStripe(100), file -> file.open()
                .access(CommandType.FILE_READ, 0, pieces, Command.BLOCKING)
                .close());
        assertEquals(50, read(result));
        assertEquals(50, got(result, "File_read_at"));
        // Ranges at 0, 400 and 990 are on servers 0, 1 and 0; the missing one, at 2000, would be on server 2.
        assertEquals(
                List.of(1L, 1L, 1L),
                result.servers().stream().map(ServerResult::reads).toList());
    }

    @Test
    void aServerInTheMiddleMayHaveNothing() {
        // Chunks of 100 bytes on three servers: 0 and 200 are on servers 0 and 2, 1,000 would be on server 1.
        List<Piece> pieces = List.of(new Piece(0, 20), new Piece(1000, 20), new Piece(200, 30));
        SimulationResult result = run(Stars.star(1, SERVERS), 1, 1000, new SimpleStripe(100), file -> file.open()
                .access(CommandType.FILE_READ, 0, pieces, Command.BLOCKING)
                .close());
        assertEquals(
                List.of(20L, 0L, 30L),
                result.servers().stream().map(ServerResult::bytesRead).toList());
        assertEquals(
                List.of(1L, 1L, 1L),
                result.servers().stream().map(ServerResult::reads).toList());
    }

    @Test
    void aTraceTellsWhatARankHasGotWhereItIsLess(@TempDir Path folder) throws Exception {
        ProgramBuilder program = new ProgramBuilder("short", 1);
        ApplicationFile file = program.createFile("f", 1000, SimpleStripe.DEFAULT);
        program.on(file, program.world())
                .open()
                .read(0, 0, 700)
                .read(0, 900, 300)
                .close();
        ProjectOutput output = new ProjectOutput(TraceLevel.CLIENTS, Stars.ALIAS, folder);
        new Simulation(Stars.star(1, 1).build(), Map.of(Stars.ALIAS, program.build()), Algorithms.all(), output)
                .run(SimulationOptions.UNLIMITED);
        Project written = Project.open(output.finish(Stars.ALIAS, null));
        List<String> reads = Files.readAllLines(written.traces().get(0).path()).stream()
                .filter(line -> line.contains("File_read_at"))
                .toList();
        assertEquals(2, reads.size());
        assertTrue(reads.get(0).contains("'700'") && !reads.get(0).contains("bytes="), reads.get(0));
        assertTrue(reads.get(1).contains("'300'") && reads.get(1).contains("bytes='100'"), reads.get(1));
    }

    @ParameterizedTest
    @MethodSource("collectiveMethods")
    void collectiveReadsTellEachRankWhatItHasGot(String method) {
        // Four ranks take 100 bytes in turn, three times; the file ends 50 bytes into the sixth of twelve blocks.
        ModelBuilder model = Stars.star(4, 2).method(CommandType.FILE_READ_ALL, method);
        SimulationResult result = run(model, 4, 550, new SimpleStripe(64), file -> {
            file.open();
            for (int rank = 0; rank < 4; rank++) {
                List<Piece> pieces = new ArrayList<>();
                for (int turn = 0; turn < 3; turn++) {
                    pieces.add(new Piece((turn * 4L + rank) * 100, 100));
                }
                file.access(CommandType.FILE_READ_ALL, rank, pieces, Command.BLOCKING);
            }
            file.close();
        });
        assertEquals(550, got(result, "File_read_at_all"));
        assertEquals(550, read(result));
    }

    static Stream<String> collectiveMethods() {
        return Stream.of("Direct", "TwoPhase", "ContiguousTwoPhase");
    }

    @Test
    void sharedAndOrderedPointersMoveByWhatIsAskedForAndFindWhatThereIs() {
        SimulationResult result = run(Stars.star(3, 2), 3, 250, new SimpleStripe(64), file -> {
            file.open();
            for (int rank = 0; rank < 3; rank++) {
                file.ordered(CommandType.FILE_READ_ORDERED, rank, 100, Command.BLOCKING);
            }
            file.seekShared(200).shared(CommandType.FILE_READ_SHARED, 1, 100, Command.BLOCKING);
            file.close();
        });
        assertEquals(250, got(result, "File_read_ordered"), "100, 100 and 50");
        assertEquals(50, got(result, "File_read_shared"));
    }

    @Test
    void dataSievingGivesTheProgramWhatItWanted() {
        // 10 of each 20 bytes; the buffer holds gaps, too, but the file ends at 95: 4 whole ranges and 10 at 80 to 90.
        SimulationResult result = run(Stars.star(1, 1), 1, 95, SimpleStripe.DEFAULT, file -> {
            List<Piece> pieces = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                pieces.add(new Piece(20L * i, 10));
            }
            file.hint("romio_ds_read", "enable")
                    .open()
                    .access(CommandType.FILE_READ, 0, pieces, Command.BLOCKING)
                    .close();
        });
        assertEquals(95, read(result), "all of the file");
        assertEquals(50, got(result, "File_read_at"), "five ranges");
    }

    @Test
    void settingTheSizeCutsAndExtends() {
        SimulationResult result = run(Stars.star(2, SERVERS), 2, 0, new SimpleStripe(100), file -> file.open()
                .write(0, 0, 1000)
                .sync()
                .setSize(250)
                .read(1, 0, 1000)
                .sync()
                .setSize(400)
                .read(0, 0, 1000)
                .sync()
                .setSize(400)
                .setSize(0)
                .read(0, 0, 1000)
                .sync()
                .write(1, 0, 10)
                .sync()
                .read(0, 0, 1000)
                .close());
        assertEquals(250 + 400 + 0 + 10, got(result, "File_read_at"));
        assertEquals(
                1010,
                result.servers().stream().mapToLong(ServerResult::bytesWritten).sum(),
                "no data by resizing");
        // 250 bytes: 100, 100, 50; 400: 200, 100, 100; 10 on the first.
        assertEquals(
                List.of(310L, 200L, 150L),
                result.servers().stream().map(ServerResult::bytesRead).toList());
    }

    @Test
    void preallocationNeverCutsAndWritesWhatWasMissing() {
        SimulationResult result = run(Stars.star(2, SERVERS), 2, 1000, new SimpleStripe(100), file -> file.open()
                .preallocate(400)
                .read(1, 0, 5000)
                .sync()
                .preallocate(1500)
                .read(1, 0, 5000)
                .close());
        assertEquals(1000 + 1500, got(result, "File_read_at"));
        // The first reads and writes 400, the second 1,000 and writes 500 more.
        assertEquals(
                400 + 1500,
                result.servers().stream().mapToLong(ServerResult::bytesWritten).sum());
        assertEquals(400 + 1000 + 1000 + 1500, read(result));
    }

    @Test
    void aDeletedFileIsEmptyWhenItIsOpenedAgain() {
        SimulationResult result = run(
                Stars.star(1, 2),
                1,
                1000,
                SimpleStripe.DEFAULT,
                file -> file.open().close().delete(0).open().read(0, 0, 1000).close());
        assertEquals(0, got(result, "File_read_at"));
    }

    @ParameterizedTest
    @MethodSource("closings")
    void aFileMayGoWhenItIsClosed(String method, @TempDir Path folder) throws Exception {
        ProgramBuilder program = new ProgramBuilder("scratch", 2);
        ApplicationFile file = program.createFile("f", 1000, SimpleStripe.DEFAULT);
        program.on(file, program.world())
                .deleteOnClose()
                .open()
                .read(1, 0, 5000)
                .sync()
                .write(0, 1000, 500)
                .close()
                .open()
                .read(1, 0, 5000)
                .sync()
                .write(0, 0, 7)
                .close()
                .open()
                .read(0, 0, 5000)
                .close();
        ModelBuilder model = Stars.star(2, 2).method(CommandType.FILE_CLOSE, method);
        SimulationResult result = Stars.run(model.build(), program.build());
        assertNull(result.deadlock());
        assertEquals(1000 + 0 + 7, got(result, "File_read_at"), "the second opening finds nothing, its data stays");

        Path saved = ProgramSaver.save(program.build(), folder.resolve("saved"));
        SimulationResult again =
                Stars.run(model.build(), TraceApplication.load(saved, TraceApplication.Options.DEFAULT));
        assertEquals(result.virtualTimeNanos(), again.virtualTimeNanos());
        assertEquals(got(result, "File_read_at"), got(again, "File_read_at"));
    }

    static Stream<String> closings() {
        return Stream.of("SimpleClose", "FlushClose");
    }
}

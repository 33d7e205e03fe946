// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.hdtrace.piosim.SimulationResult.ServerResult;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.cluster.ModelBuilder;
import org.hdtrace.piosim.model.cluster.SimpleDisk;
import org.hdtrace.piosim.model.cluster.Tmpfs;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.FileRanges;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.storage.StorageObserver.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Collective access: what reaches the disks is what was written. */
class TwoPhaseTest {
    private static final long MIB = 1 << 20;
    private static final List<String> METHODS = List.of("Direct", "TwoPhase", "ContiguousTwoPhase");

    private static SimulationResult write(
            String method, Map<String, Long> parameters, int servers, FileHints hints, List<FileRanges> ranges) {
        ModelBuilder model = Stars.star(
                        ranges.size(), servers, Stars.NIC, SimpleDisk.of(1000, 1e9, 1), Stars.WRITE_BEHIND)
                .method(CommandType.FILE_WRITE_ALL, method, parameters);
        ProgramBuilder program = new ProgramBuilder("test", ranges.size());
        ApplicationFile file = program.createFile("data", 0, new SimpleStripe(64));
        program.addFileOpen(program.world(), file, false);
        for (int rank = 0; rank < ranges.size(); rank++) {
            program.add(
                    rank,
                    new FileAccess.Together(
                            CommandType.FILE_WRITE_ALL,
                            file,
                            ranges.get(rank),
                            hints,
                            program.world(),
                            Command.BLOCKING,
                            Origin.NONE));
        }
        return finished(model, program.addFileClose(program.world(), file).build());
    }

    private static SimulationResult finished(ModelBuilder model, Application program) {
        SimulationResult result = Stars.run(model.build(), program);
        assertEquals(SimulationResult.Outcome.FINISHED, result.outcome(), result.deadlock());
        assertEquals(0, result.unreceivedMessages());
        return result;
    }

    private static long bytesWritten(SimulationResult result) {
        return result.servers().stream().mapToLong(ServerResult::bytesWritten).sum();
    }

    /** Blocks dealt to the ranks in turn. */
    private static List<FileRanges> interleaved(int ranks, long bytesEach, long block) {
        List<FileRanges> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            List<Piece> pieces = new ArrayList<>();
            for (long i = 0; i < bytesEach / block; i++) {
                pieces.add(new Piece((i * ranks + rank) * block, block));
            }
            all.add(FileRanges.of(pieces));
        }
        return all;
    }

    /** The original left 160 MiB of 2 x 64, 64 of 2 x 16 and 320 of 4 x 64; with 8 x 64 less than all reached the disks. */
    @ParameterizedTest
    @CsvSource({
        "2, 64, TwoPhase",
        "2, 64, ContiguousTwoPhase",
        "2, 16, TwoPhase",
        "2, 16, ContiguousTwoPhase",
        "4, 64, TwoPhase",
        "4, 64, ContiguousTwoPhase",
        "8, 64, ContiguousTwoPhase"
    })
    void writesWhatIsInterleavedExactly(int ranks, long mib, String method) {
        SimulationResult result = write(method, Map.of(), 2, FileHints.NONE, interleaved(ranks, mib * MIB, MIB));
        assertEquals(ranks * mib * MIB, bytesWritten(result));
    }

    /** 2 x 300 bytes through buffers of 2 bytes at one aggregator: 300 rounds, and 1,000 of a single byte. */
    @ParameterizedTest
    @CsvSource({"TwoPhase, 300, 2", "ContiguousTwoPhase, 300, 2", "TwoPhase, 500, 1", "ContiguousTwoPhase, 500, 1"})
    void takesAnyNumberOfRounds(String method, long bytesEach, int buffer) {
        FileHints hints = FileHints.NONE
                .with("cb_buffer_size", Integer.toString(buffer))
                .with("cb_nodes", "1")
                .with("romio_cb_write", "enable");
        SimulationResult result = write(method, Map.of(), 2, hints, interleaved(2, bytesEach, 1));
        assertEquals(2 * bytesEach, bytesWritten(result));
    }

    /** Ranges that overlap those of other ranks reach the disk once with exchange, and once for each rank without. */
    @Property(tries = 150)
    void writesTheBytesOfTheReferenceImage(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 5) int ranks,
            @ForAll @IntRange(max = 2) int methodNumber) {
        Random random = new Random(seed);
        List<FileRanges> ranges = new ArrayList<>();
        Set<Long> image = new TreeSet<>();
        boolean disjoint = random.nextBoolean();
        long next = random.nextInt(50);
        List<List<Piece>> pieces = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            pieces.add(new ArrayList<>());
        }
        for (int i = random.nextInt(30); i > 0; i--) {
            Piece piece = new Piece(
                    disjoint ? next : next - random.nextInt((int) Math.min(next + 1, 40)), 1L + random.nextInt(99));
            next += piece.size() + random.nextInt(30);
            pieces.get(random.nextInt(ranks)).add(piece);
            LongStream.range(piece.offset(), piece.offset() + piece.size()).forEach(image::add);
        }
        pieces.forEach(own -> ranges.add(FileRanges.of(own)));
        String method = disjoint ? METHODS.get(methodNumber) : METHODS.get(1 + methodNumber % 2);
        FileHints hints = FileHints.NONE
                .with("cb_buffer_size", Integer.toString(1 + random.nextInt(300)))
                .with("romio_cb_write", disjoint && random.nextBoolean() ? "automatic" : "enable");
        if (random.nextBoolean()) {
            hints = hints.with("cb_nodes", Integer.toString(1 + random.nextInt(6)));
        }
        Map<String, Long> parameters = Map.of("listPieces", 1L + random.nextInt(5));
        assertEquals(image.size(), bytesWritten(write(method, parameters, 1 + random.nextInt(3), hints, ranges)));
    }

    /** 4 x 1 MiB in blocks of 16 KiB: 4 MiB are read, whatever each rank gets; rank 3 asks for more than there is. */
    @ParameterizedTest
    @CsvSource({"TwoPhase", "ContiguousTwoPhase"})
    void readsWhatThereIs(String method) {
        ModelBuilder model =
                Stars.star(4, 2).method(CommandType.FILE_READ_ALL, method, Map.of("cb_buffer_size", 100_000L));
        List<FileRanges> ranges = interleaved(4, MIB, 16 << 10);
        long existing = 3 * MIB + 12_345;
        Application program = Stars.fileProgram(4, existing, (builder, file) -> {
            for (int rank = 0; rank < 4; rank++) {
                builder.add(
                        rank,
                        new FileAccess.Together(
                                CommandType.FILE_READ_ALL,
                                file,
                                ranges.get(rank),
                                FileHints.NONE,
                                builder.world(),
                                Command.BLOCKING,
                                Origin.NONE));
            }
        });
        SimulationResult result = finished(model, program);
        assertEquals(
                existing,
                result.servers().stream().mapToLong(ServerResult::bytesRead).sum());
    }

    private static long requests(FileHints hints, List<FileRanges> ranges) {
        return write("TwoPhase", Map.of(), 1, hints, ranges).servers().get(0).writes();
    }

    /** 64 KiB by 4 ranks in turns of 1 KiB: all exchange, and as many write as the hint says. */
    @Test
    void obeysTheHintsForCollectiveAccess() {
        List<FileRanges> ranges = interleaved(4, 16 << 10, 1 << 10);
        assertEquals(4, requests(FileHints.NONE, ranges));
        assertEquals(2, requests(FileHints.NONE.with("cb_nodes", "2"), ranges));
        assertEquals(1, requests(FileHints.NONE.with("cb_config_list", "n2:1"), ranges));
        assertEquals(2, requests(FileHints.NONE.with("cb_config_list", "n2:1,n0:1"), ranges));
        // Parts of 16 KiB unless they shall be larger or end with a stripe.
        assertEquals(2, requests(FileHints.NONE.with("romio_min_fdomain_size", "32768"), ranges));
        assertEquals(1, requests(FileHints.NONE.with("striping_unit", "65536"), ranges));
        // Two windows of 32 KiB for one aggregator.
        assertEquals(2, requests(FileHints.NONE.with("cb_nodes", "1").with("cb_buffer_size", "32768"), ranges));
        // Each rank by itself: 16 ranges in one list request, or one by one.
        assertEquals(4, requests(FileHints.NONE.with("romio_cb_write", "disable"), ranges));
        assertEquals(
                64,
                requests(FileHints.NONE.with("romio_cb_write", "disable").with("romio_ds_write", "disable"), ranges));
        // Nothing is interleaved: each its own part, unless all are to exchange or nobody may act alone.
        List<FileRanges> parts = List.of(FileRanges.of(0, 100), FileRanges.of(100, 100));
        assertEquals(2, requests(FileHints.NONE.with("cb_nodes", "1"), parts));
        assertEquals(1, requests(FileHints.NONE.with("cb_nodes", "1").with("romio_cb_write", "enable"), parts));
        assertEquals(1, requests(FileHints.NONE.with("cb_nodes", "1").with("romio_no_indep_rw", "true"), parts));
        assertEquals(2, requests(FileHints.NONE.with("nobody_knows_this", "enable"), parts));
    }

    /** A gap of 8 in 24 bytes: exact as a rule; with data sieving the window is written whole. */
    @Test
    void writesGapsOnlyWhereTheProgramWantsThat() {
        List<FileRanges> ranges =
                List.of(FileRanges.of(List.of(new Piece(0, 4), new Piece(20, 4))), FileRanges.of(4, 8));
        assertEquals(16, bytesWritten(write("TwoPhase", Map.of("cb_nodes", 1L), 1, FileHints.NONE, ranges)));
        FileHints sieve = FileHints.NONE.with("romio_ds_write", "enable");
        assertEquals(24, bytesWritten(write("TwoPhase", Map.of("cb_nodes", 1L), 1, sieve, ranges)));
    }

    /**
     * ROMIO's way with gaps, where the model has its generic driver or the hint says so: 100 of each 130 bytes, 26,000 in all, of two
     * aggregators. What is written and isn't anybody's has been read by the same rank just before, and nobody has written it since.
     */
    @ParameterizedTest
    @CsvSource({"romio_generic, automatic", "listPieces, enable"})
    void whatIsWrittenBesideTheProgramsBytesWasReadBefore(String parameter, String hint) {
        ModelBuilder model = Stars.star(2, 1)
                .method(CommandType.FILE_WRITE_ALL, "TwoPhase", Map.of(parameter, 1L, "cb_buffer_size", 1000L));
        BitSet wanted = new BitSet();
        ProgramBuilder program = new ProgramBuilder("gaps", 2);
        ApplicationFile data = program.createFile("data", 30_000, new SimpleStripe(1 << 20));
        FileBuilder file =
                program.on(data, program.world()).hint("romio_ds_write", hint).open();
        for (int rank = 0; rank < 2; rank++) {
            List<Piece> pieces = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                pieces.add(new Piece((2L * i + rank) * 130, 100));
                wanted.set((2 * i + rank) * 130, (2 * i + rank) * 130 + 100);
            }
            file.access(CommandType.FILE_WRITE_ALL, rank, pieces, Command.BLOCKING);
        }
        file.close();
        FileImage image = FileImage.of(model.build(), program.build());
        BitSet all = new BitSet();
        // From the first byte of a part to its last one, so the gap between the parts stays.
        all.set(0, 12_970);
        all.set(13_000, 25_970);
        assertEquals(all, image.bytes(Kind.WRITE));
        for (int rank = 0; rank < 2; rank++) {
            List<Piece> written = image.of(rank, Kind.WRITE);
            assertEquals(13, written.size(), "12 buffers of 1,000 bytes and one of 970");
            assertEquals(written, image.of(rank, Kind.READ), "each is read, whatever it holds, then written");
        }
        BitSet gaps = (BitSet) all.clone();
        gaps.andNot(wanted);
        assertEquals(25_940 - 20_000, gaps.cardinality());
    }

    /** PVFS's driver has no locks, so nobody writes there what isn't the program's: the same ranges, byte by byte. */
    @Test
    void gapsStayWhereNobodyLocks() {
        List<FileRanges> ranges = interleaved(3, 30_000, 100);
        List<FileRanges> some = List.of(ranges.get(0), ranges.get(2));
        assertEquals(60_000, bytesWritten(write("TwoPhase", Map.of(), 1, FileHints.NONE, some)));
        FileHints never = FileHints.NONE.with("romio_ds_write", "disable");
        assertEquals(60_000, bytesWritten(write("TwoPhase", Map.of("romio_generic", 1L), 1, never, some)));
        assertEquals(
                90_000,
                bytesWritten(write("TwoPhase", Map.of("romio_generic", 1L, "cb_nodes", 1L), 1, FileHints.NONE, some)),
                "from the first to the last byte");
    }

    /** An aggregator doesn't know where the file ends: what it sends is what was asked for. With the original's way it knows. */
    @Test
    void aReadBehindTheEndMovesAsMuchAsAnyOther() {
        long[][] times = new long[2][2];
        for (int told = 0; told < 2; told++) {
            for (int full = 0; full < 2; full++) {
                ModelBuilder model = Stars.star(2, 1, Stars.NIC, Tmpfs.of(1e15), Stars.WRITE_BEHIND)
                        .method(CommandType.FILE_READ_ALL, "TwoPhase", Map.of("cb_nodes", 1L, "exchangeLists", (long)
                                told));
                List<FileRanges> ranges = interleaved(2, 10 * MIB, 1 << 10);
                long size = 20 * MIB * full;
                times[told][full] = finished(model, Stars.fileProgram(2, size, (builder, file) -> {
                            for (int rank = 0; rank < 2; rank++) {
                                builder.add(
                                        rank,
                                        new FileAccess.Together(
                                                CommandType.FILE_READ_ALL,
                                                file,
                                                ranges.get(rank),
                                                FileHints.NONE,
                                                builder.world(),
                                                Command.BLOCKING,
                                                Origin.NONE));
                            }
                        }))
                        .virtualTimeNanos();
            }
        }
        // 117e6 B/s: 20 MiB from the server take 179 ms, 10 MiB to the other rank 90 ms.
        assertTrue(times[1][0] > 89_000_000 && times[1][0] < 95_000_000, "nothing read: " + times[1][0]);
        assertTrue(times[1][1] > 268_000_000, "all: " + times[1][1]);
        assertTrue(times[0][0] < 1_000_000, "an empty file that is known to be one: " + times[0][0]);
    }
}

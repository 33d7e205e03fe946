// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.project.DatatypeLayout;
import org.hdtrace.piosim.model.cluster.ClusterModel;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileView;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.FileBuilder;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.storage.StorageObserver.Kind;
import org.junit.jupiter.api.Test;

/** Where accesses with shared pointers take place, against a reference that does one call after the other. */
class SharedPointersTest {
    private static final int RANKS = 3;
    private static final long UNITS = 4;

    private final ProgramBuilder program = new ProgramBuilder("shared", RANKS);
    private final ApplicationFile file = program.createFile("data", 0, SimpleStripe.DEFAULT);
    private final long integer = program.addDatatype(id -> Datatype.named(id, "MPI_INT"));
    /** Two of every five. */
    private final long columns = program.addDatatype(id -> Datatype.vector(id, 2, 1, 3, integer));

    private static ClusterModel model() {
        // So that each rank's bytes are seen as its own.
        return Stars.star(RANKS, 1).method(CommandType.FILE_WRITE_ALL, "Direct").build();
    }

    /** One handle as MPI has it: the pointer counts visible bytes of the view. */
    private final class Handle {
        final FileBuilder calls = program.on(file, program.world());
        boolean open;
        FileView view;
        long pointer;

        List<Piece> take(long bytes) {
            List<Piece> pieces = view == null
                    ? List.of(new Piece(pointer, bytes))
                    : view.ranges(pointer, bytes).list();
            pointer += bytes;
            return pieces;
        }
    }

    private final List<List<Piece>> expected = new ArrayList<>();
    private long request;
    private long size;

    private void expect(int rank, List<Piece> pieces) {
        expected.get(rank).addAll(pieces);
        pieces.forEach(piece -> size = Math.max(size, piece.offset() + piece.size()));
    }

    private void choose(Handle handle, Random random) {
        long displacement = random.nextInt(50);
        long type = random.nextBoolean() ? integer : columns;
        for (int rank = 0; rank < RANKS; rank++) {
            handle.calls.view(rank, displacement, integer, type);
        }
        handle.view = new FileView(displacement, UNITS, layout(type));
        handle.pointer = 0;
    }

    private DatatypeLayout layout(long type) {
        return DatatypeLayout.of(
                        java.util.Map.of(
                                integer,
                                Datatype.named(integer, "MPI_INT"),
                                columns,
                                Datatype.vector(columns, 2, 1, 3, integer)),
                        type)
                .orElseThrow();
    }

    private void writeOrdered(Handle handle, Random random) {
        boolean split = random.nextBoolean();
        long begun = request;
        for (int rank = 0; rank < RANKS; rank++) {
            long bytes = UNITS * random.nextInt(20);
            handle.calls.ordered(CommandType.FILE_WRITE_ORDERED, rank, bytes, split ? request++ : Command.BLOCKING);
            if (bytes > 0) {
                expect(rank, handle.take(bytes));
            }
        }
        for (int rank = 0; split && rank < RANKS; rank++) {
            program.addWaitAll(rank, begun + rank);
        }
    }

    private void writeShared(Handle handle, Random random) {
        int rank = random.nextInt(RANKS);
        long bytes = UNITS * (1 + random.nextInt(20));
        boolean waits = random.nextBoolean();
        handle.calls.shared(CommandType.FILE_WRITE_SHARED, rank, bytes, waits ? Command.BLOCKING : request);
        if (!waits) {
            program.addWaitAll(rank, request++);
        }
        expect(rank, handle.take(bytes));
    }

    private void step(Handle handle, Random random) {
        if (!handle.open) {
            boolean appends = random.nextBoolean();
            (appends ? handle.calls.append() : handle.calls).open();
            handle.open = true;
            handle.view = null;
            handle.pointer = appends ? size : 0;
            return;
        }
        switch (random.nextInt(8)) {
            case 0 -> choose(handle, random);
            case 1 -> {
                long etypes = random.nextInt(40);
                handle.calls.seekShared(etypes);
                handle.pointer = etypes * (handle.view == null ? 1 : UNITS);
            }
            case 2 -> {
                handle.calls.close();
                handle.open = false;
            }
            case 3, 4 -> writeOrdered(handle, random);
            default -> writeShared(handle, random);
        }
        program.addBarrier(program.world());
    }

    /** Two handles for one file, each with a pointer of its own, opened, viewed, moved and closed in any order. */
    @Property(tries = 150)
    void standWhereOneCallAfterTheOtherLeavesThem(@ForAll long seed) {
        SharedPointersTest one = new SharedPointersTest();
        one.check(new Random(seed));
    }

    private void check(Random random) {
        for (int rank = 0; rank < RANKS; rank++) {
            expected.add(new ArrayList<>());
        }
        List<Handle> handles = List.of(new Handle(), new Handle());
        for (int i = 0; i < 30; i++) {
            step(handles.get(random.nextInt(2)), random);
        }
        handles.stream().filter(handle -> handle.open).forEach(handle -> handle.calls.close());
        FileImage image = FileImage.of(model(), program.build());
        for (int rank = 0; rank < RANKS; rank++) {
            assertEquals(expected.get(rank), image.of(rank, Kind.WRITE), "rank " + rank);
        }
    }

    /**
     * Rank 0 chooses the view and writes while rank 1 computes, which then writes by the old view: 0 takes the new pointer, so
     * 100 to 107, and 1 the old one, so 0 to 7, whatever the time.
     */
    @Test
    void belongToTheViewThatTheirRankHasChosen() {
        FileBuilder calls = program.on(file, program.world()).open();
        calls.view(0, 100, integer, integer).shared(CommandType.FILE_WRITE_SHARED, 0, 8, Command.BLOCKING);
        program.addCompute(1, 1_000_000_000).addCompute(2, 1_000_000_000);
        calls.shared(CommandType.FILE_WRITE_SHARED, 1, 8, Command.BLOCKING);
        calls.view(1, 100, integer, integer).view(2, 100, integer, integer);
        calls.shared(CommandType.FILE_WRITE_SHARED, 2, 4, Command.BLOCKING).close();
        FileImage image = FileImage.of(model(), program.build());
        assertEquals(List.of(new Piece(100, 8)), image.of(0, Kind.WRITE));
        assertEquals(List.of(new Piece(0, 8)), image.of(1, Kind.WRITE));
        assertEquals(List.of(new Piece(108, 4)), image.of(2, Kind.WRITE));
    }

    /** Without any barrier three ranks write ten times 8 to 32 bytes: whoever comes first, no byte is written twice or left out. */
    @Test
    void giveEachCallItsOwnBytes() {
        FileBuilder calls = program.on(file, program.world()).open();
        for (int i = 0; i < 10; i++) {
            for (int rank = 0; rank < RANKS; rank++) {
                calls.shared(CommandType.FILE_WRITE_SHARED, rank, 8L * (rank + 2), Command.BLOCKING);
            }
        }
        calls.close();
        FileImage image = FileImage.of(model(), program.build());
        BitSet all = new BitSet();
        all.set(0, 10 * (16 + 24 + 32));
        assertEquals(all, image.bytes(Kind.WRITE));
        for (int rank = 0; rank < RANKS; rank++) {
            long bytes =
                    image.of(rank, Kind.WRITE).stream().mapToLong(Piece::size).sum();
            assertEquals(10L * 8 * (rank + 2), bytes);
        }
    }

    /** Ranks come in the order 2, 1, 0; their data is in the order 0, 1, 2. */
    @Test
    void takeRanksInTheirOrderHoweverTheyCome() {
        FileBuilder calls = program.on(file, program.world()).open();
        for (int rank = 0; rank < RANKS; rank++) {
            program.addCompute(rank, 1_000_000L * (RANKS - rank));
            calls.ordered(CommandType.FILE_WRITE_ORDERED, rank, 10, Command.BLOCKING);
        }
        calls.close();
        FileImage image = FileImage.of(model(), program.build());
        for (int rank = 0; rank < RANKS; rank++) {
            assertEquals(List.of(new Piece(10L * rank, 10)), image.of(rank, Kind.WRITE));
        }
    }
}

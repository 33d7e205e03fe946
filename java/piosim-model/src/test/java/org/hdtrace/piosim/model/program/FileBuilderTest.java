// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that use files: what they say, and that it is the same when they have been saved. */
class FileBuilderTest {
    @TempDir
    Path folder;

    private final ProgramBuilder program = new ProgramBuilder("files", 2);
    private final ApplicationFile file = program.createFile("f", 5000, SimpleStripe.DEFAULT);
    private final FileBuilder calls = program.on(file, program.world());
    private final long integer = program.addDatatype(id -> Datatype.named(id, "MPI_INT"));
    private final long pair = program.addDatatype(id -> Datatype.contiguous(id, 2, integer));
    /** Two integers of every five. */
    private final long columns = program.addDatatype(id -> new Datatype(
            id,
            "RESIZED",
            Attributes.of("lowerBound", "0", "extent", "20", "oldType", Long.toString(pair)),
            List.of()));

    private static List<Piece> pieces(Command access) {
        return ((FileAccess) access).pieces();
    }

    @Test
    void savesViewsHintsAndAllKindsOfCalls() throws Exception {
        calls.hint("cb_nodes", "1").open();
        for (int rank = 0; rank < 2; rank++) {
            calls.view(rank, 100 + 8L * rank, integer, columns);
            calls.writeAll(rank, 3, 16).read(rank, 0, 12);
        }
        calls.access(CommandType.FILE_READ_ALL, 0, 2, 8, 5).access(CommandType.FILE_READ_ALL, 1, 2, 8, 6);
        program.addWaitAll(0, 5).addWaitAll(1, 6);
        calls.access(CommandType.FILE_WRITE, 1, List.of(new Piece(7, 2), new Piece(1, 3)), Command.BLOCKING);
        calls.shared(CommandType.FILE_WRITE_SHARED, 0, 40, Command.BLOCKING);
        calls.sync().setSize(4000).preallocate(4100).getSize(1).close().delete(0);

        Path project = ProgramSaver.save(program.build(), folder.resolve("saved"));
        Application read = TraceApplication.load(project, TraceApplication.Options.DEFAULT);

        assertEquals(program.build().datatypes(), read.datatypes());
        for (Application one : List.of(program.build(), read)) {
            List<Command> commands = Recording.commands(one, 1);
            FileHints hints = FileHints.NONE.with("cb_nodes", "1");
            assertEquals(hints, ((Command.FileOpen) commands.get(0)).hints());
            assertEquals(108, ((Command.FileSetView) commands.get(1)).displacement());
            FileAccess write = Recording.access(CommandType.FILE_WRITE_ALL, commands.get(2));
            assertEquals(hints, write.hints());
            // Integer 3 of the view is the second of the second pair.
            assertEquals(List.of(new Piece(132, 4), new Piece(148, 8), new Piece(168, 4)), write.pieces());
            assertEquals(List.of(new Piece(108, 8), new Piece(128, 4)), pieces(commands.get(3)));
            assertEquals(6, commands.get(4).request());
            assertEquals(List.of(new Piece(7, 2), new Piece(1, 3)), pieces(commands.get(6)));
            assertEquals(
                    List.of(4000L, 4100L),
                    List.of(
                            ((FileControl.Together) commands.get(8)).size(),
                            ((FileControl.Together) commands.get(9)).size()));
            assertEquals(CommandType.FILE_GET_SIZE, commands.get(10).type());
        }
    }

    /** Pieces of 4 bytes, 20 from one to the next but for the two that belong together; contiguous types are nothing special. */
    @Test
    void savesWhereDataLiesInMemory() throws Exception {
        calls.open().memory(0, columns).write(0, 0, 40).memory(0, pair).write(0, 40, 40);
        calls.memory(1, columns).writeAll(0, 80, 8).writeAll(1, 88, 8).close();

        Path project = ProgramSaver.save(program.build(), folder.resolve("saved"));
        Application read = TraceApplication.load(project, TraceApplication.Options.DEFAULT);
        for (Application one : List.of(program.build(), read)) {
            List<Command> commands = Recording.commands(one, 0);
            FileAccess scattered = (FileAccess) commands.get(1);
            assertEquals(List.of(new Piece(0, 40)), scattered.pieces());
            assertEquals(columns, scattered.memory().type());
            var pieces = scattered.memory().pieces(40);
            List<Piece> inMemory = new ArrayList<>();
            while (pieces.next()) {
                inMemory.add(new Piece(pieces.offset(), pieces.length()));
            }
            assertEquals(
                    List.of(new Piece(0, 8), new Piece(20, 8), new Piece(40, 8), new Piece(60, 8), new Piece(80, 8)),
                    inMemory);
            assertTrue(((FileAccess) commands.get(2)).memory().isContiguous());
            assertEquals(
                    columns,
                    ((FileAccess) Recording.commands(one, 1).get(1)).memory().type());
        }
    }

    @Test
    void savesWhereDataOfSharedPointersLiesInMemory() throws Exception {
        calls.open().memory(0, columns).shared(CommandType.FILE_WRITE_SHARED, 0, 40, Command.BLOCKING);
        calls.shared(CommandType.FILE_READ_SHARED, 0, 8, 5).memory(0, pair);
        program.addWaitAll(0, 5);
        calls.shared(CommandType.FILE_WRITE_SHARED, 0, 40, Command.BLOCKING).memory(1, columns);
        for (int rank = 0; rank < 2; rank++) {
            calls.ordered(CommandType.FILE_WRITE_ORDERED, rank, 40, Command.BLOCKING);
        }
        calls.close();

        Path project = ProgramSaver.save(program.build(), folder.resolve("saved"));
        Application read = TraceApplication.load(project, TraceApplication.Options.DEFAULT);
        for (Application one : List.of(program.build(), read)) {
            assertEquals(List.of(columns, columns, -1L, -1L), memories(one, 0));
            assertEquals(List.of(columns), memories(one, 1));
        }
    }

    private static List<Long> memories(Application application, int rank) throws Exception {
        return Recording.commands(application, rank).stream()
                .filter(PointerAccess.class::isInstance)
                .map(command -> ((PointerAccess) command).memory().type())
                .toList();
    }

    /** Ordered access, also split, at the end of the file; the pointer counts integers of the view. */
    @Test
    void savesAccessWithSharedPointers() throws Exception {
        calls.append().open();
        for (int rank = 0; rank < 2; rank++) {
            calls.view(rank, 100, integer, columns)
                    .ordered(CommandType.FILE_WRITE_ORDERED, rank, 40L * (rank + 1), Command.BLOCKING)
                    .ordered(CommandType.FILE_READ_ORDERED, rank, 12, 7 + rank);
        }
        program.addWaitAll(0, 7).addWaitAll(1, 8);
        calls.seekShared(3).close();

        Path project = ProgramSaver.save(program.build(), folder.resolve("saved"));
        Application read = TraceApplication.load(project, TraceApplication.Options.DEFAULT);
        for (Application one : List.of(program.build(), read)) {
            List<Command> commands = Recording.commands(one, 1);
            assertEquals(new Opening(0, true, false, true), ((Command.FileOpen) commands.get(0)).opening());
            PointerAccess.Ordered write = (PointerAccess.Ordered) commands.get(2);
            assertEquals(List.of(80L, Command.BLOCKING), List.of(write.bytes(), write.request()));
            PointerAccess.Ordered begun = (PointerAccess.Ordered) commands.get(3);
            assertEquals(List.of(12L, 8L), List.of(begun.bytes(), begun.request()));
            assertEquals(12, ((FileControl.Together) commands.get(5)).size());
        }
    }

    @Test
    void refusesToWriteThroughAViewThatOverlapsItself() {
        long over = program.addDatatype(id -> new Datatype(
                id,
                "RESIZED",
                Attributes.of("lowerBound", "0", "extent", "2", "oldType", Long.toString(integer)),
                List.of()));
        calls.open().view(0, 0, integer, over).read(0, 0, 8);
        IllegalArgumentException refused = assertThrows(IllegalArgumentException.class, () -> calls.writeAll(0, 0, 8));
        assertEquals(
                "file 'f': the view of rank 0 overlaps itself, so nothing may be written through it",
                refused.getMessage());
        assertThrows(IllegalArgumentException.class, () -> calls.view(0, 0, 99, over));
    }

    @Test
    void refusesToCloseAFileBeforeSplitAccessesAreEnded() {
        ProgramBuilder program = new ProgramBuilder("split", 2);
        FileBuilder file = program.on(program.createFile("f", 0, SimpleStripe.DEFAULT), program.world());
        FileBuilder other = program.on(program.createFile("g", 0, SimpleStripe.DEFAULT), program.world());
        file.open();
        other.open();
        for (int rank = 0; rank < 2; rank++) {
            file.ordered(CommandType.FILE_WRITE_ORDERED, rank, 10, 3);
            other.access(CommandType.FILE_READ_ALL, rank, 0, 10, 4);
            // What only one rank does may go on behind the end, as in a recorded program.
            other.access(CommandType.FILE_READ, rank, 0, 10, 5);
        }
        program.addWaitAll(0, 4, 3).addWaitAny(1, 4, 5);
        assertEquals(
                "file 'f': closed before the Filewriteordered that rank 1 began as request 3 is ended",
                assertThrows(IllegalStateException.class, file::close).getMessage());
        other.close();
        program.addWaitAll(1, 3);
        file.close();
    }
}

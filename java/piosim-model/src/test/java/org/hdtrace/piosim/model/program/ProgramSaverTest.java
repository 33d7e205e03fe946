// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Contiguous;
import org.hdtrace.piosim.model.file.Distribution;
import org.hdtrace.piosim.model.file.Extents;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramSaverTest {
    @TempDir
    private Path folder;

    private final ProgramBuilder program = new ProgramBuilder("saved", 2);

    private Application saved() throws IOException, TraceFormatException {
        Path project = ProgramSaver.save(program.build(), folder.resolve("project"));
        return TraceApplication.load(project, TraceApplication.Options.DEFAULT);
    }

    private String refusal() {
        String message = assertThrows(TraceFormatException.class, this::saved).getMessage();
        assertFalse(Files.exists(folder.resolve("project")));
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(0, left.count(), "something was left behind");
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
        return message;
    }

    private static Compute nanos(long amount, double speed) {
        return new Compute(amount, Compute.Unit.NANOSECONDS, speed, Origin.NONE);
    }

    @Test
    void messagesKeepTagsSizesModesAndRequests() throws IOException, TraceFormatException {
        program.addInit().addIsend(0, 1, 77, 3, SendMode.SYNCHRONOUS, 5).addIrecv(1, Command.ANY_SOURCE, 3, 9);
        program.addWaitAll(0, 5).addWaitAll(1, 9, 10).addSend(0, 1, 1, 2, SendMode.READY);
        program.addRecv(1, 0, Command.ANY_TAG).addSendrecv(0, 1, 8, 1, Command.ANY_SOURCE, 2);
        List<Command> sender = Recording.commands(saved(), 0);
        Command.Send first = (Command.Send) sender.get(1);
        assertEquals(List.of(1, 3, 77L), List.of(first.target(), first.tag(), first.bytes()));
        assertEquals(SendMode.SYNCHRONOUS, first.mode());
        assertEquals(5, first.request());
        assertEquals(List.of(5L), ((Command.Wait) sender.get(2)).requests());
        assertEquals(CommandType.RSEND, sender.get(3).type());
        Command.Sendrecv both = (Command.Sendrecv) sender.get(4);
        assertEquals(List.of(1, 8L, 1, 2), List.of(both.target(), both.bytes(), both.sendTag(), both.recvTag()));
        assertEquals(Command.ANY_SOURCE, both.source());
    }

    @Test
    void filesStayOnTheirServers() throws IOException, TraceFormatException {
        Extents extents = new Extents(List.of(new Extents.Extent(2, 0, 10), new Extents.Extent(0, 10, 60)));
        List<Distribution> wanted = List.of(extents, Contiguous.inTurn(1), Contiguous.on(0), new SimpleStripe(512));
        wanted.forEach(distribution -> program.createFile("to " + distribution, 1, distribution));
        program.addInit();
        assertEquals(
                wanted,
                saved().files().stream().map(ApplicationFile::distribution).toList());
    }

    @Test
    void wildcardsStayWildcards() throws IOException, TraceFormatException {
        program.addInit().addIrecv(1, Command.ANY_SOURCE, 3, 9).addRecv(1, 0, Command.ANY_TAG);
        program.addProbe(1, Command.ANY_SOURCE, Command.ANY_TAG);
        List<Command> commands = Recording.commands(saved(), 1);
        assertEquals(Command.ANY_SOURCE, ((Command.Recv) commands.get(1)).source());
        assertEquals(Command.ANY_TAG, ((Command.Recv) commands.get(2)).tag());
        assertEquals(Command.ANY_SOURCE, ((Probing.Probe) commands.get(3)).source());
    }

    @Test
    void aProgramWrittenInJavaHasTheStatesOfItsTrace() throws IOException, TraceFormatException {
        Communicator pair = program.createCommunicator("pair", Neighbors.grid(new int[] {2}, true), 1, 0);
        ApplicationFile file = program.createFile("f", 0, SimpleStripe.DEFAULT);
        Communicator world = program.world();
        Volume each = new Volume.PerRank(4, 5);
        program.addInit().addCommCreate(world, 8).addCommCreate(pair, 0).addFileOpen(pair, file, false);
        program.addIsend(0, 1, 5, 1, SendMode.SYNCHRONOUS, 3).addRecv(1, Command.ANY_SOURCE, Command.ANY_TAG);
        program.addSendrecv(0, 1, 8, 1, Command.ANY_SOURCE, 2).addWaitSome(0, 3);
        program.addMatchedProbe(1, Command.ANY_SOURCE, 4, 9)
                .addMatchedRecv(1, 9)
                .addProbe(0, 1, 4);
        program.addStart(0, new Command.Recv(Command.ANY_SOURCE, 2, world, 7, Origin.NONE))
                .addWaitAny(0, 7);
        program.addCollective(CommandType.GATHERV, world, 1, each);
        program.addCollective(CommandType.REDUCE_SCATTER, world, Command.NO_ROOT, each);
        program.addNonblockingCollective(CommandType.ALLTOALLV, world, Command.NO_ROOT, new Volume.PerPair(6, 7), 8);
        program.addCollective(CommandType.NEIGHBOR_ALLTOALLW, pair, Command.NO_ROOT, new Volume.PerPair(1, 2));
        program.addBroadcast(world, 0, 77).addBarrier(pair).addWaitAll(0, 8).addWaitAll(1, 8);
        program.addWriteIndependentNoncontiguous(0, file, List.of(new Piece(0, 5), new Piece(9, 5)));
        program.addReadSequential(1, file, 3, 4).addFileClose(pair, file).addFinalize();
        Application read = saved();
        for (int rank = 0; rank < 2; rank++) {
            assertEquals(
                    Recording.commands(read, rank).stream().map(Command::origin).toList(),
                    Recording.commands(program.build(), rank).stream()
                            .map(Command::origin)
                            .toList());
        }
    }

    @Test
    void computationKeepsAmountUnitAndSpeedWhereverItStands() throws IOException, TraceFormatException {
        double speed = 2.66e9;
        program.add(0, nanos(11, speed)).addInit();
        program.add(0, nanos(12, speed))
                .add(0, nanos(13, speed))
                .addCompute(0, 14)
                .add(0, nanos(0, speed));
        program.addFinalize().add(0, nanos(15, speed)).add(0, nanos(16, speed));
        List<Compute> computed = Recording.commands(saved(), 0).stream()
                .filter(Compute.class::isInstance)
                .map(Compute.class::cast)
                .toList();
        assertEquals(
                List.of(11L, 12L, 13L, 14L, 0L, 15L, 16L),
                computed.stream().map(Compute::amount).toList());
        for (Compute compute : computed) {
            assertEquals(compute.amount() == 14 ? Compute.Unit.CYCLES : Compute.Unit.NANOSECONDS, compute.unit());
            assertTrue(compute.unit() == Compute.Unit.CYCLES || compute.recordedSpeed() == speed);
            assertEquals(Origin.NONE, compute.origin());
        }
    }

    @Test
    void amountsBeyondTheIntegersOfDoublesAreKept() throws IOException, TraceFormatException {
        long large = (1L << 53) + 1;
        program.addInit().addCompute(0, large).add(0, nanos(large, 1e9)).addFinalize();
        List<Command> commands = Recording.commands(saved(), 0);
        assertEquals(large, ((Compute) commands.get(1)).amount());
        assertEquals(large, ((Compute) commands.get(2)).amount());
    }

    @Test
    void twoRecordedSpeedsInOneThreadAreRefused() {
        program.addInit()
                .add(1, nanos(5, 1e9))
                .addBarrier(program.world())
                .add(1, nanos(5, 2e9))
                .addFinalize();
        String message = refusal();
        assertTrue(message.contains("rank 1 thread 0 command 3") && message.contains("2.0E9"), message);
    }

    @Test
    void communicatorsKeepTheirMembersInOrder() throws IOException, TraceFormatException {
        Communicator swapped = program.createCommunicator("swapped", 1, 0);
        Communicator alone = program.createCommunicator("alone", 1);
        program.addBroadcast(swapped, 1, 100).addBarrier(alone).addReduce(program.world(), 0, 8);
        program.addSend(swapped, 0, 1, 3, 4).addRecv(swapped, 1, 0, 4);
        Application read = saved();
        List<Command> commands = Recording.commands(read, 1);
        assertEquals(1, commands.get(0).communicator().worldRank(0));
        assertEquals(1, commands.get(0).root());
        assertEquals("alone", commands.get(1).communicator().name());
        assertEquals(read.world(), commands.get(2).communicator());
        assertEquals("swapped", commands.get(3).communicator().name());
    }

    @Test
    void filesKeepSizesStripesAndRanges() throws IOException, TraceFormatException {
        ApplicationFile first = program.createFile("a & b", 12345, new SimpleStripe(1000));
        ApplicationFile second = program.createFile("second", 0, SimpleStripe.DEFAULT);
        program.addFileOpen(program.world(), second, false).addFileOpen(program.world(), first, false);
        program.addWriteSequential(0, first, 17, 18).addReadSequential(1, second, 0, 1L << 40);
        program.addFileClose(program.world(), first).addFileClose(program.world(), second);
        Application read = saved();
        assertEquals(program.build().files(), read.files());
        assertEquals(second, ((Command.FileOpen) Recording.commands(read, 0).get(0)).file());
        FileAccess write = Recording.access(
                CommandType.FILE_WRITE, Recording.commands(read, 0).get(2));
        assertEquals(first, write.file());
        assertEquals(17, write.pieces().get(0).offset());
        assertEquals(18, write.bytes());
        assertEquals(1L << 40, Recording.commands(read, 1).get(2).bytes());
    }

    @Test
    void accessesKeepTheirRangesRequestsAndWhetherTheyAreCollective() throws IOException, TraceFormatException {
        ApplicationFile file = program.createFile("f", 100, SimpleStripe.DEFAULT);
        List<Piece> pieces = List.of(new Piece(5, 10), new Piece(20, 1), new Piece(7, 2));
        program.addFileOpen(program.world(), file, false).addReadIndependentNoncontiguous(0, file, pieces);
        program.add(0, new FileAccess.Alone(CommandType.FILE_WRITE, file, List.of(), 4, Origin.NONE))
                .addWaitAll(0, 4);
        program.add(
                0,
                new FileAccess.Together(
                        CommandType.FILE_READ_ALL, file, pieces, program.world(), Command.BLOCKING, Origin.NONE));
        program.add(
                1, new FileAccess.Together(CommandType.FILE_WRITE_ALL, file, pieces, program.world(), 8, Origin.NONE));
        Application read = saved();
        List<Command> commands = Recording.commands(read, 0);
        assertEquals(
                pieces, Recording.access(CommandType.FILE_READ, commands.get(1)).pieces());
        assertEquals(
                List.of(),
                Recording.access(CommandType.FILE_WRITE, commands.get(2)).pieces());
        assertEquals(4, commands.get(2).request());
        assertEquals(
                pieces,
                Recording.access(CommandType.FILE_READ_ALL, commands.get(4)).pieces());
        FileAccess write = Recording.access(
                CommandType.FILE_WRITE_ALL, Recording.commands(read, 1).get(1));
        assertEquals(pieces, write.pieces());
        assertEquals(8, write.request());
        assertEquals(read.world(), write.communicator());
    }

    @Test
    void collectivesKeepTheBlocksOfEachRank() throws IOException, TraceFormatException {
        Communicator swapped = program.createCommunicator("swapped", 1, 0);
        Volume each = new Volume.PerRank(3, 4);
        List<CommandType> types =
                List.of(CommandType.GATHERV, CommandType.SCATTERV, CommandType.ALLGATHERV, CommandType.REDUCE_SCATTER);
        for (CommandType type : types) {
            program.addCollective(type, swapped, type.isRooted() ? 0 : Command.NO_ROOT, each);
        }
        program.addNonblockingCollective(CommandType.ALLTOALLW, swapped, Command.NO_ROOT, new Volume.PerPair(5, 6), 2);
        program.addCommCreate(swapped, 0).addCommCreate(swapped, 8);
        List<Command> commands = Recording.commands(saved(), 1);
        for (int i = 0; i < types.size(); i++) {
            assertEquals(types.get(i), commands.get(i).type());
            assertEquals(each, ((CollectiveCall) commands.get(i)).volume());
        }
        CollectiveCall all = (CollectiveCall) commands.get(4);
        assertEquals(CommandType.ALLTOALLW, all.type());
        assertEquals(new Volume.PerPair(5, 6), all.volume());
        assertEquals(2, all.request());
        assertEquals(
                List.of(0L, 8L),
                List.of(commands.get(5).bytes(), commands.get(6).bytes()));
    }

    @Test
    void aWaitForWhicheverIsFirstStaysOne() throws IOException, TraceFormatException {
        program.addIrecv(0, 1, 1, 5)
                .addIrecv(0, 1, 2, 6)
                .addWaitAny(0, 5, 6)
                .addWaitSome(0, 6, 5)
                .addWaitAll(0, 5, 6);
        List<Command> commands = Recording.commands(saved(), 0);
        assertEquals(Command.Wait.Until.ANY, ((Command.Wait) commands.get(2)).until());
        assertEquals(Command.Wait.Until.SOME, ((Command.Wait) commands.get(3)).until());
        assertEquals(List.of(6L, 5L), ((Command.Wait) commands.get(3)).requests());
        assertEquals(List.of(5L, 6L), ((Command.Wait) commands.get(4)).requests());
    }

    @Test
    void startsTellWhatTheyStart() throws IOException, TraceFormatException {
        Command send = new Command.Send(1, 7, 100, program.world(), SendMode.READY, 3, Origin.NONE);
        Command reduce =
                new CollectiveCall(CommandType.REDUCE, program.world(), 1, new Volume.Uniform(64), 4, Origin.NONE);
        program.addStart(0, send, reduce).addWaitAll(0, 3, 4).addStart(0, send).addWaitAll(0, 3);
        List<Command> commands = Recording.commands(saved(), 0);
        assertEquals(4, commands.size());
        List<Command> started = ((Command.Start) commands.get(0)).operations();
        assertEquals(
                List.of(CommandType.RSEND, CommandType.REDUCE),
                started.stream().map(Command::type).toList());
        assertEquals(List.of(3L, 4L), started.stream().map(Command::request).toList());
        assertEquals(64, started.get(1).bytes());
        assertEquals(1, ((Command.Start) commands.get(2)).operations().size());
        assertEquals(List.of(3L), ((Command.Wait) commands.get(3)).requests());
    }

    @Test
    void matchedMessagesStayMatched() throws IOException, TraceFormatException {
        program.addMatchedProbe(0, 1, 2, 70)
                .addMatchedProbe(0, 1, 3, 71)
                .addMatchedRecv(0, 71)
                .addMatchedRecv(0, 70);
        List<Command> commands = Recording.commands(saved(), 0);
        long first = ((Probing.Probe) commands.get(0)).message();
        long second = ((Probing.Probe) commands.get(1)).message();
        assertEquals(second, ((Probing.MatchedRecv) commands.get(2)).message());
        assertEquals(first, ((Probing.MatchedRecv) commands.get(3)).message());
    }

    @Test
    void threadsKeepTheirNumbersAndCommands() throws IOException, TraceFormatException {
        Command bcast = CollectiveCall.of(CommandType.BCAST, program.world(), 0, 8, Origin.NONE);
        Command compute = new Compute(5, Compute.Unit.CYCLES, Origin.NONE);
        Application built = program.build();
        Application threaded = new LoadedApplication(
                "threads",
                built.communicators(),
                built.files(),
                Map.of(),
                built.windows(),
                built.datatypes(),
                List.of(List.of(0), List.of(0, 4)),
                Set.of(),
                List.of(),
                List.of(),
                LoadedApplication.stored(
                        List.of(List.of(List.of(bcast)), List.of(List.of(compute), List.of(bcast, compute)))));
        Path project = ProgramSaver.save(threaded, folder.resolve("threads"));
        Application read = TraceApplication.load(project, TraceApplication.Options.DEFAULT);
        assertEquals(2, read.threadCount(1));
        assertEquals(4, read.threadNumber(1, 1));
        assertEquals(List.of(CommandType.COMPUTE), Recording.types(read, 1));
        try (CommandStream second = read.open(1, 1)) {
            assertEquals(CommandType.BCAST, second.next().type());
        }
    }

    @Test
    void neighboursAreToldWhereTheirCommunicatorIsMade() throws IOException, TraceFormatException {
        Neighbors neighbors = Neighbors.graph(new int[] {1, 1}, new int[] {0});
        Communicator graph = program.createCommunicator("graph", neighbors, 1, 0);
        Communicator same = program.createCommunicator("same", 1, 0);
        program.addCommCreate(program.world(), 0).addCommCreate(same, 0).addCommCreate(same, 0);
        program.addCollective(CommandType.NEIGHBOR_ALLGATHER, graph, Command.NO_ROOT, new Volume.Uniform(8));
        Application read = saved();
        Neighbors found = read.communicators().get(1).neighbors();
        for (int local = 0; local < 2; local++) {
            assertArrayEquals(neighbors.sources(local), found.sources(local));
            assertArrayEquals(neighbors.destinations(local), found.destinations(local));
        }
        assertEquals(
                List.of(
                        CommandType.COMM_CREATE,
                        CommandType.COMM_CREATE,
                        CommandType.COMM_CREATE,
                        CommandType.NEIGHBOR_ALLGATHER),
                Recording.types(read, 0));
    }

    @Test
    void neighboursOfACommunicatorThatNothingMakesAreRefused() {
        program.createCommunicator("ring", Neighbors.grid(new int[] {2}, true), 0, 1);
        program.addCommCreate(program.world(), 8);
        assertTrue(refusal().contains("'ring' of [0, 1] with neighbours [1, 1][1, 1]"));
    }

    @Test
    void aBlockThatIsTheSameForAllWhereEachStatesItsOwnIsRefused() {
        program.addCollective(CommandType.GATHERV, program.world(), 0, new Volume.Uniform(8));
        assertTrue(refusal().contains("Uniform[bytes=8]"));
    }

    @Test
    void localCallsKeepNameAndDuration() throws IOException, TraceFormatException {
        Origin commit = new Origin("Type_commit", org.hdtrace.format.trace.Attributes.of("tid", "4"));
        program.addInit().add(0, new Compute(900, Compute.Unit.NANOSECONDS, commit));
        Compute local = (Compute) Recording.commands(saved(), 0).get(1);
        assertEquals(900, local.amount());
        assertEquals(commit.name(), local.origin().name());
        assertEquals("4", local.origin().attributes().get("tid"));
    }

    @Test
    void aCallThatReadersDoNotKnowIsRefused() {
        Origin odd = new Origin("Frobnicate", org.hdtrace.format.trace.Attributes.none());
        program.addInit().add(0, new Compute(900, Compute.Unit.NANOSECONDS, odd));
        assertTrue(refusal().contains("Frobnicate"));
    }

    @Test
    void whatATraceCannotTellIsNamed() {
        ApplicationFile file = program.createFile("f", 0, SimpleStripe.DEFAULT);
        program.addInit().addFileOpen(program.world(), file, true);
        String message = refusal();
        assertTrue(message.contains("rank 0 thread 0 command 1") && message.contains("truncated"), message);
    }

    @Test
    void anExistingFolderIsRefusedAndLeftAlone() throws IOException, TraceFormatException {
        program.addInit();
        Path there = Files.createDirectory(folder.resolve("project"));
        Files.writeString(there.resolve("mine.txt"), "mine");
        assertThrows(FileAlreadyExistsException.class, this::saved);
        assertEquals("mine", Files.readString(there.resolve("mine.txt")));
        Path empty = Files.createDirectory(folder.resolve("empty"));
        assertThrows(FileAlreadyExistsException.class, () -> ProgramSaver.save(program.build(), empty));
    }

    @Test
    void foldersAboveAreMadeAndNamesSanitised() throws IOException, TraceFormatException {
        Path file = ProgramSaver.save(new ProgramBuilder("a/b c", 1).addInit().build(), folder.resolve("x/y"));
        assertTrue(Files.exists(file), file.toString());
        assertEquals(folder.resolve("x/y"), file.getParent());
        assertEquals(
                1, TraceApplication.load(file, TraceApplication.Options.DEFAULT).rankCount());
    }

    @Test
    void savingWhatWasReadGivesTheSameBytes() throws IOException, TraceFormatException {
        program.addInit()
                .addSendAndRecv(0, 1, 10, 2)
                .addCompute(1, 5)
                .addAllreduce(program.world(), 8)
                .addFinalize();
        Path second = ProgramSaver.save(saved(), folder.resolve("again"));
        try (Stream<Path> files = Files.list(second.getParent())) {
            for (Path file : files.toList()) {
                Path twin = folder.resolve("project").resolve(file.getFileName().toString());
                assertEquals(Files.readString(twin), Files.readString(file), file.toString());
            }
        }
    }

    @Test
    void streamsTheSameCommands() throws IOException, TraceFormatException {
        program.addInit()
                .addSendAndRecv(0, 1, 10, 2)
                .addCompute(1, 5)
                .addBarrier(program.world())
                .addFinalize();
        Path project = ProgramSaver.save(program.build(), folder.resolve("project"));
        TraceApplication.Options streaming = new TraceApplication.Options(1, true, Set.of(CommandType.values()));
        Application read = TraceApplication.load(project, streaming);
        for (int rank = 0; rank < 2; rank++) {
            assertEquals(Recording.types(program.build(), rank), Recording.types(read, rank));
        }
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.model.program;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.hdtrace.format.trace.Attributes;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.junit.jupiter.api.Test;

class ProgramBuilderTest {
    @Test
    void writesProgramsRankByRank() throws Exception {
        ProgramBuilder program = new ProgramBuilder("app", 3);
        Communicator pair = program.createCommunicator("pair", 2, 0);
        ApplicationFile file = program.createFile("f", 10, new SimpleStripe(4));
        program.addInit()
                .addCompute(0, 1000)
                .addSendAndRecv(0, 1, 8, 5)
                .addSendrecv(2, 2, 4, 1, 2, 1)
                .addBroadcast(pair, 2, 16)
                .addBarrier(pair)
                .addReduce(program.world(), 1, 1)
                .addAllreduce(program.world(), 2)
                .addGather(program.world(), 0, 3)
                .addFileOpen(program.world(), file, true)
                .addWriteSequential(1, file, 0, 7)
                .addReadIndependentNoncontiguous(1, file, List.of(new Piece(0, 1), new Piece(5, 2)))
                .addFileClose(program.world(), file)
                .addFinalize();
        Application application = program.build();

        assertEquals(
                List.of(
                        CommandType.GLOBAL_SYNC,
                        CommandType.RECV,
                        CommandType.REDUCE,
                        CommandType.ALLREDUCE,
                        CommandType.GATHER,
                        CommandType.FILE_OPEN,
                        CommandType.FILE_WRITE,
                        CommandType.FILE_READ,
                        CommandType.FILE_CLOSE,
                        CommandType.GLOBAL_SYNC),
                Recording.types(application, 1));
        assertEquals(11, Recording.commands(application, 0).size());
        Command.Recv recv = (Command.Recv) Recording.commands(application, 1).get(1);
        assertEquals(new Origin("Recv", Attributes.of("fromRank", "0", "fromTag", "5", "cid", "0")), recv.origin());
        FileAccess read = Recording.access(
                CommandType.FILE_READ, Recording.commands(application, 1).get(7));
        assertEquals("3", read.origin().attributes().get("size"));
        assertEquals(List.of(program.world(), pair), application.communicators());
        assertEquals(List.of(file), application.files());
        assertEquals(1, application.threadCount(2));
        assertEquals(0, application.threadNumber(2, 0));
        assertTrue(application.unsupported().isEmpty());
        assertTrue(application.findings().isEmpty());
    }

    @Test
    void givesApplicationsThatLaterAdditionsDoNotChange() throws Exception {
        ProgramBuilder program = new ProgramBuilder("app", 1).addInit();
        Application application = program.build();
        program.addFinalize();

        assertEquals(1, Recording.commands(application, 0).size());
    }

    @Test
    void refusesRanksThatDoNotExist() {
        ProgramBuilder program = new ProgramBuilder("app", 2);

        assertEquals(
                "rank=2: must be 0 to 1",
                assertThrows(IllegalArgumentException.class, () -> program.addSend(0, 2, 1, 1))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> program.addCompute(-1, 1));
        assertThrows(IllegalArgumentException.class, () -> program.createCommunicator("x", 0, 5));
        assertThrows(IllegalArgumentException.class, () -> program.createCommunicator("x", 0, 0));
        Communicator one = program.createCommunicator("one", 1);
        assertEquals(
                "root=0: not a member of communicator 'one'",
                assertThrows(IllegalArgumentException.class, () -> program.addBroadcast(one, 0, 1))
                        .getMessage());
        assertThrows(IllegalArgumentException.class, () -> new ProgramBuilder("none", 0));
    }

    @Test
    void namesCollectiveFunctionsAsTracesDo() throws Exception {
        ProgramBuilder builder = new ProgramBuilder("c", 2);
        Volume blocks = new Volume.PerRank(10, 20);
        builder.addCollective(CommandType.REDUCE_SCATTER, builder.world(), Command.NO_ROOT, blocks)
                .addNonblockingCollective(CommandType.SCATTERV, builder.world(), 1, blocks, 5)
                .addWaitAll(0, 5);
        try (CommandStream stream = builder.build().open(0, 0)) {
            Command first = stream.next();
            assertEquals("Reduce_scatter", first.origin().name());
            assertEquals(30, first.bytes());
            Command second = stream.next();
            assertEquals("Iscatterv", second.origin().name());
            assertEquals(5, second.request());
            assertEquals(1, second.root());
            assertEquals("1", second.origin().attributes().get("root"));
            assertEquals(List.of(5L), ((Command.Wait) stream.next()).requests());
        }
    }

    @Test
    void refusesVolumesAndRootsThatDontFit() {
        ProgramBuilder builder = new ProgramBuilder("c", 3);
        Communicator world = builder.world();
        Volume two = new Volume.PerRank(1, 2);
        assertThrows(
                IllegalArgumentException.class,
                () -> builder.addCollective(CommandType.ALLGATHERV, world, Command.NO_ROOT, two));
        assertThrows(
                IllegalArgumentException.class,
                () -> builder.addCollective(CommandType.BCAST, world, Command.NO_ROOT, Volume.NONE));
        assertThrows(
                IllegalArgumentException.class,
                () -> builder.addCollective(CommandType.BARRIER, world, 0, Volume.NONE));
        assertThrows(
                IllegalArgumentException.class,
                () -> builder.addCollective(CommandType.SEND, world, Command.NO_ROOT, Volume.NONE));
        assertThrows(IllegalArgumentException.class, () -> new Volume.PerPair(1, -1));
    }

    @Test
    void refusesFewerBlocksThanNeighboursAndCallersThatAreNoMembers() {
        ProgramBuilder builder = new ProgramBuilder("c", 3);
        Communicator ring = builder.createCommunicator("ring", Neighbors.grid(new int[] {2}, true), 2, 0);
        Volume one = new Volume.PerPair(5);
        IllegalArgumentException few = assertThrows(
                IllegalArgumentException.class, () -> builder.add(0, call(CommandType.NEIGHBOR_ALLTOALLV, ring, one)));
        assertEquals("NeighborAlltoallv of rank 0: volume of 1 blocks for 2 neighbours in " + ring, few.getMessage());
        IllegalArgumentException stranger = assertThrows(
                IllegalArgumentException.class, () -> builder.add(1, call(CommandType.BARRIER, ring, Volume.NONE)));
        assertEquals("Barrier of rank 1: not a member of " + ring, stranger.getMessage());
        builder.add(0, call(CommandType.NEIGHBOR_ALLTOALLV, ring, new Volume.PerPair(5, 6)));
    }

    @Test
    void volumesAreEqualWhenTheirKindAndBlocksAre() {
        assertEquals(new Volume.PerRank(1, 2), new Volume.PerRank(1, 2));
        assertNotEquals(new Volume.PerRank(1, 2), new Volume.PerRank(2, 1));
        assertNotEquals(new Volume.PerRank(1, 2), new Volume.PerPair(1, 2));
        assertEquals("PerPair[1, 2]", new Volume.PerPair(1, 2).toString());
        assertEquals(3, new Volume.PerPair(1, 2).stated());
    }

    private static Command call(CommandType type, Communicator communicator, Volume volume) {
        return new CollectiveCall(type, communicator, Command.NO_ROOT, volume, Command.BLOCKING, Origin.NONE);
    }
}

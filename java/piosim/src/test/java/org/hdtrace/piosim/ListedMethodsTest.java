// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Datatype;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.file.ApplicationFile;
import org.hdtrace.piosim.model.file.FileHints;
import org.hdtrace.piosim.model.file.Piece;
import org.hdtrace.piosim.model.file.SimpleStripe;
import org.hdtrace.piosim.model.program.Application;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.FileAccess;
import org.hdtrace.piosim.model.program.FileControl;
import org.hdtrace.piosim.model.program.Neighbors;
import org.hdtrace.piosim.model.program.OneSided;
import org.hdtrace.piosim.model.program.OneSidedBuilder;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.PointerAccess;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each method of the list of methods executes its command. */
class ListedMethodsTest {
    private static final int RANKS = 4;

    static Stream<Arguments> listed() {
        return Arrays.stream(CommandType.values())
                .flatMap(type -> type.methods().stream().map(method -> Arguments.of(type, method)));
    }

    @ParameterizedTest
    @MethodSource("listed")
    void isSimulated(CommandType type, String method) throws Exception {
        Application program = program(type);
        var model = Stars.star(RANKS, 1).method(type, method).build();
        SimulationResult result = new Simulation(model, Map.of(Stars.ALIAS, program)).run(SimulationOptions.UNLIMITED);
        assertNotEquals(SimulationResult.Outcome.LIMIT, result.outcome());
        // A send or receive that is left out may keep the other one waiting.
        boolean leftOut = method.equals("NoOperation");
        assertTrue(leftOut || result.outcome() == SimulationResult.Outcome.FINISHED, result.deadlock());
    }

    /** A program that calls a command at least once. */
    private static Application program(CommandType type) throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("calls", RANKS);
        Communicator world = program.world();
        ApplicationFile file = program.createFile("f", 1 << 20, SimpleStripe.DEFAULT);
        program.addInit().addCompute(0, 1000).addFileOpen(world, file, false);
        List<Piece> pieces = List.of(new Piece(0, 1000));
        switch (type) {
            case COMPUTE, GLOBAL_SYNC, FILE_OPEN, FILE_CLOSE -> {}
            case SEND, RECV -> program.addSendAndRecv(0, 1, 1000, 1);
            case SSEND -> program.addSend(0, 1, 8, 1, SendMode.SYNCHRONOUS).addRecv(1, 0, 1);
            case BSEND -> program.addSend(0, 1, 8, 1, SendMode.BUFFERED).addRecv(1, 0, 1);
            case RSEND -> program.addRecv(1, 0, 1).addCompute(0, 10_000).addSend(0, 1, 8, 1, SendMode.READY);
            case SENDRECV -> program.addSendrecv(0, 1, 8, 1, 1, 1).addSendrecv(1, 0, 8, 1, 0, 1);
            case ISEND, IRECV, WAIT ->
                program.addIrecv(1, 0, 1, 5)
                        .addIsend(0, 1, 8, 1, SendMode.STANDARD, 6)
                        .addWaitAll(0, 6)
                        .addWaitAll(1, 5);
            case PROBE -> program.addSend(0, 1, 8, 1).addProbe(1, 0, 1).addRecv(1, 0, 1);
            case START ->
                program.addStart(0, new Command.Send(1, 1, 8, world, 7, Origin.NONE))
                        .addWaitAll(0, 7)
                        .addRecv(1, 0, 1);
            case FILE_SET_VIEW -> {
                long bytes = program.addDatatype(id -> Datatype.named(id, "MPI_BYTE"));
                for (int rank = 0; rank < RANKS; rank++) {
                    program.on(file, world).view(rank, 7, bytes, bytes);
                }
            }
            case FILE_READ -> program.addReadSequential(0, file, 0, 1000);
            case FILE_WRITE -> program.addWriteSequential(0, file, 0, 1000);
            case FILE_READ_ALL ->
                everybody(
                        program,
                        new FileAccess.Together(
                                CommandType.FILE_READ_ALL, file, pieces, world, Command.BLOCKING, Origin.NONE));
            case FILE_WRITE_ALL ->
                everybody(
                        program,
                        new FileAccess.Together(
                                CommandType.FILE_WRITE_ALL, file, pieces, world, Command.BLOCKING, Origin.NONE));
            case FILE_READ_SHARED, FILE_WRITE_SHARED ->
                program.add(
                        1,
                        state -> new PointerAccess.Shared(
                                type, file, null, 1000, FileHints.NONE, world, Command.BLOCKING, state));
            case FILE_READ_ORDERED, FILE_WRITE_ORDERED -> {
                for (int rank = 0; rank < RANKS; rank++) {
                    program.on(file, world).ordered(type, rank, 1000, Command.BLOCKING);
                }
            }
            case FILE_SEEK_SHARED, FILE_SYNC, FILE_SET_SIZE, FILE_PREALLOCATE ->
                everybody(program, new FileControl.Together(type, file, 1000, world, Origin.NONE));
            case FILE_DELETE, FILE_GET_SIZE -> program.add(1, state -> new FileControl.Alone(type, file, state));
            case WIN_CREATE,
                    WIN_FREE,
                    WIN_FENCE,
                    PUT,
                    GET,
                    ACCUMULATE,
                    GET_ACCUMULATE,
                    FETCH_AND_OP,
                    COMPARE_AND_SWAP,
                    WIN_POST,
                    WIN_START,
                    WIN_COMPLETE,
                    WIN_WAIT,
                    WIN_LOCK,
                    WIN_UNLOCK,
                    WIN_FLUSH,
                    WIN_FLUSH_LOCAL -> oneSided(program);
            case NO_OPERATION -> {
                // What is left of calls without effect; no program has it as a command.
                return program.addFileClose(world, file).addFinalize().build();
            }
            default -> collective(program, type);
        }
        Application built = program.addFileClose(world, file).addFinalize().build();
        assertTrue(built.types().containsAll(Set.of(type)), type + " isn't in " + built.types());
        return built;
    }

    private static void oneSided(ProgramBuilder program) {
        OneSidedBuilder window = program.in(program.createWindow(program.world()));
        window.post(1, 0).start(0, 1).put(0, 1, 8).complete(0).await(1).fence();
        window.lock(2, 3, OneSided.Lock.EXCLUSIVE)
                .get(2, 3, 8)
                .accumulate(2, 3, 8)
                .transfer(CommandType.GET_ACCUMULATE, 2, 3, 8, Command.BLOCKING)
                .transfer(CommandType.FETCH_AND_OP, 2, 3, 8, Command.BLOCKING)
                .transfer(CommandType.COMPARE_AND_SWAP, 2, 3, 8, Command.BLOCKING)
                .flushLocal(2, 3)
                .flush(2, 3)
                .unlock(2, 3)
                .free();
    }

    private static void collective(ProgramBuilder program, CommandType type) {
        Communicator ring = program.createCommunicator("ring", Neighbors.grid(new int[] {RANKS}, true), 0, 1, 2, 3);
        Volume volume =
                switch (type) {
                    case BARRIER, COMM_CREATE -> Volume.NONE;
                    case GATHERV, SCATTERV, ALLGATHERV, REDUCE_SCATTER -> new Volume.PerRank(10, 20, 30, 40);
                    case ALLTOALLV, ALLTOALLW -> new Volume.PerPair(10, 20, 30, 40);
                    case NEIGHBOR_ALLTOALLV, NEIGHBOR_ALLTOALLW -> new Volume.PerPair(10, 20);
                    default -> new Volume.Uniform(1000);
                };
        Communicator members = type.isNeighborhood() ? ring : program.world();
        program.addCollective(type, members, type.isRooted() ? 1 : Command.NO_ROOT, volume);
    }

    private static void everybody(ProgramBuilder program, Command command) {
        for (int rank = 0; rank < RANKS; rank++) {
            program.add(rank, command);
        }
    }
}

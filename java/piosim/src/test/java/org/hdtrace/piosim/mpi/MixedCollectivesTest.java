// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.SendMode;
import org.hdtrace.piosim.model.program.Volume;
import org.hdtrace.piosim.mpi.Expectation.Moved;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Nonblocking operations of every algorithm beside others of different types, among them some that receive from anybody, on
 * two communicators that the ranks enter in different orders, while receives of any message from anybody are posted.
 */
class MixedCollectivesTest {
    private static final int RANKS = 11;
    private static final long BYTES = 30_001;
    private static final long MESSAGE = 5000;
    private static final int POINT_TO_POINT_FRAMING = 8;

    private record Operation(Expectation row, Communicator communicator, int root, long request) {
        Volume volume() {
            return ConformanceRun.volume(row.type(), communicator.size(), BYTES * request);
        }

        Command command() {
            int worldRoot = row.type().isRooted() ? communicator.worldRank(root) : Command.NO_ROOT;
            return new CollectiveCall(row.type(), communicator, worldRoot, volume(), request, Origin.NONE);
        }

        Moved moved() {
            return row.formula().of(communicator.size(), root, volume());
        }
    }

    static Stream<Expectation> algorithms() {
        return Stream.concat(RootedExpectations.rows().stream(), AllExpectations.rows().stream());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void goesOnBesideOthersWithoutDisturbance(Expectation row) throws TraceFormatException {
        ConformanceRun run = new ConformanceRun(row, RANKS);
        Communicator world = run.program().world();
        Communicator backwards = run.program()
                .createCommunicator(
                        "backwards",
                        IntStream.range(0, RANKS).map(rank -> RANKS - 1 - rank).toArray());
        List<Operation> inWorld = new ArrayList<>(List.of(new Operation(row, world, 0, 1)));
        List<Operation> inBackwards = new ArrayList<>(List.of(new Operation(row, backwards, 4, 2)));
        List<Expectation> others = others(row.type());
        for (int i = 0; i < others.size(); i++) {
            run.with(others.get(i));
            inWorld.add(new Operation(others.get(i), world, i, 10 + i));
            inBackwards.add(0, new Operation(others.get(i), backwards, RANKS - 1 - i, 20 + i));
        }
        inWorld.add(new Operation(row, world, RANKS - 1, 3));
        for (int rank = 0; rank < RANKS; rank++) {
            program(run, rank, inWorld, inBackwards);
        }
        Stream.concat(inWorld.stream(), inBackwards.stream())
                .map(Operation::moved)
                .forEach(run::expect);
        run.expect(Moved.bare(RANKS, RANKS * (MESSAGE + POINT_TO_POINT_FRAMING)));
        run.check();
    }

    private static void program(ConformanceRun run, int rank, List<Operation> inWorld, List<Operation> inBackwards) {
        boolean even = rank % 2 == 0;
        List<Operation> all = new ArrayList<>(even ? inWorld : inBackwards);
        all.addAll(even ? inBackwards : inWorld);
        run.program().addIrecv(rank, Command.ANY_SOURCE, Command.ANY_TAG, 100);
        run.program().addCompute(rank, 700L * (rank % 4));
        for (Operation operation : all) {
            run.program().add(rank, operation.command());
        }
        run.program().addIsend(rank, (rank + 3) % RANKS, MESSAGE, 7, SendMode.STANDARD, 101);
        run.program().addWaitAll(rank, 101, 100);
        for (int i = 0; i < all.size(); i++) {
            run.program().addWaitAll(rank, all.get((i * 3 + rank) % all.size()).request());
        }
    }

    /** Of three types, without that of the algorithm itself; their own parts are those of the defaults. */
    private static List<Expectation> others(CommandType type) {
        return algorithms()
                .filter(row -> row.type() != type)
                .filter(row -> row.toString().equals("Gather FCFS")
                        || row.toString().equals("Scatter FCFS")
                        || row.toString().equals("Alltoall Bruck")
                        || row.toString().equals("Allreduce BinaryTree"))
                .toList();
    }
}

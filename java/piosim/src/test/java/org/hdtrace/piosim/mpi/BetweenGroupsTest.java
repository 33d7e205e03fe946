// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.SimulationOptions;
import org.hdtrace.piosim.SimulationResult;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.CollectiveCall;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.model.program.Origin;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Collective functions in intercommunicators: what they move is what the groups move among themselves and so many messages between
 * them; and nobody is done before the data of all that it needs can be there.
 */
class BetweenGroupsTest {
    private static final long[] SIZES = {0, 100, 5000};

    /** The messages between two groups, and what is done in each group besides, as a program of its own. */
    private static final class Wanted {
        private final ProgramBuilder program;
        private final Communicator first;
        private final Communicator second;
        private long between;
        private long messages;

        Wanted(int first, int second) {
            program = new ProgramBuilder("wanted", first + second);
            this.first = program.createCommunicator("first", ranks(0, first));
            this.second = program.createCommunicator("second", ranks(first, first + second));
        }

        Wanted message(long bytes) {
            return messages(1, bytes);
        }

        Wanted messages(long count, long bytes) {
            between += count * (bytes + AllToAllRun.OVERHEAD);
            messages += count;
            return this;
        }

        Wanted inFirst(CommandType type, long bytes) {
            return in(first, type, new Volume.Uniform(bytes));
        }

        Wanted inSecond(CommandType type, long bytes) {
            return in(second, type, new Volume.Uniform(bytes));
        }

        Wanted inBoth(CommandType type, long bytes) {
            return inFirst(type, bytes).inSecond(type, bytes);
        }

        Wanted scatterv(long bytes) {
            for (Communicator group : new Communicator[] {first, second}) {
                long[] blocks = new long[group.size()];
                Arrays.fill(blocks, bytes);
                in(group, CommandType.SCATTERV, new Volume.PerRank(blocks));
            }
            return this;
        }

        private Wanted in(Communicator group, CommandType type, Volume volume) {
            program.addCollective(type, group, type.isRooted() ? group.worldRank(0) : Command.NO_ROOT, volume);
            return this;
        }
    }

    private static int[] ranks(int from, int to) {
        return IntStream.range(from, to).toArray();
    }

    /** What a function with a root in the first group, or without one, has to do for blocks or data of a size. */
    private static Wanted wanted(CommandType type, int a, int b, long n) {
        Wanted all = new Wanted(a, b);
        boolean isShort = b * n < 2048;
        return switch (type) {
            case BARRIER -> all.inBoth(CommandType.BARRIER, 0).messages(2, 1).inBoth(CommandType.BCAST, 1);
            case BCAST -> all.message(n).inSecond(CommandType.BCAST, n);
            case REDUCE -> all.inSecond(CommandType.REDUCE, n).message(n);
            case ALLREDUCE -> all.inBoth(CommandType.REDUCE, n).messages(2, n).inBoth(CommandType.BCAST, n);
            case GATHER -> isShort ? all.inSecond(CommandType.GATHER, n).message(b * n) : all.messages(b, n);
            case SCATTER -> isShort ? all.message(b * n).inSecond(CommandType.SCATTER, n) : all.messages(b, n);
            case GATHERV, SCATTERV -> all.messages(b, n);
            case ALLGATHER ->
                all.inBoth(CommandType.GATHER, n)
                        .message(a * n)
                        .inSecond(CommandType.BCAST, a * n)
                        .message(b * n)
                        .inFirst(CommandType.BCAST, b * n);
            case ALLGATHERV ->
                all.messages((long) a + b, n).inSecond(CommandType.BCAST, a * n).inFirst(CommandType.BCAST, b * n);
            case ALLTOALL, ALLTOALLV, ALLTOALLW -> all.messages(2L * a * b, n);
            case REDUCE_SCATTER, REDUCE_SCATTER_BLOCK ->
                all.inSecond(CommandType.REDUCE, b * n)
                        .message(b * n)
                        .inFirst(CommandType.REDUCE, a * n)
                        .message(a * n)
                        .scatterv(n);
            case COMM_CREATE ->
                all.inBoth(CommandType.ALLGATHER, n)
                        .inBoth(CommandType.ALLREDUCE, 260)
                        .messages(2, 2)
                        .inBoth(CommandType.BCAST, 2);
            default -> throw new IllegalArgumentException(type.toString());
        };
    }

    private static Volume volume(CommandType type, int ranks, long bytes) {
        long[] each = new long[ranks];
        Arrays.fill(each, bytes);
        return switch (type) {
            case BARRIER -> Volume.NONE;
            case GATHERV, SCATTERV, ALLGATHERV, REDUCE_SCATTER -> new Volume.PerRank(each);
            case ALLTOALLV, ALLTOALLW -> new Volume.PerPair(each);
            default -> new Volume.Uniform(bytes);
        };
    }

    @ParameterizedTest(name = "{0}")
    @EnumSource(
            value = CommandType.class,
            names = {
                "BARRIER",
                "BCAST",
                "REDUCE",
                "ALLREDUCE",
                "GATHER",
                "GATHERV",
                "SCATTER",
                "SCATTERV",
                "ALLGATHER",
                "ALLGATHERV",
                "ALLTOALL",
                "ALLTOALLV",
                "ALLTOALLW",
                "REDUCE_SCATTER",
                "REDUCE_SCATTER_BLOCK",
                "COMM_CREATE"
            })
    void movesWhatItsPartsMove(CommandType type) throws TraceFormatException {
        for (int a = 1; a <= 5; a++) {
            for (int b = 1; b <= 4; b++) {
                for (long n : SIZES) {
                    if (type != CommandType.COMM_CREATE || n > 0) {
                        check(type, a, b, n);
                    }
                }
            }
        }
    }

    private static void check(CommandType type, int a, int b, long n) throws TraceFormatException {
        int ranks = a + b;
        ProgramBuilder program = new ProgramBuilder("between", ranks);
        Communicator both = program.createIntercommunicator("both", ranks(0, a), ranks(a, ranks));
        program.addCollective(type, both, type.isRooted() ? a - 1 : Command.NO_ROOT, volume(type, ranks, n));
        String method = type.defaultMethod();
        AllToAllRun run = AllToAllRun.of(program, ranks, type, method, Map.of());
        Wanted wanted = wanted(type, a, b, n);
        AllToAllRun parts = AllToAllRun.of(wanted.program, ranks, type, method, Map.of());
        String what = type + " of " + n + " B between " + a + " and " + b;
        assertEquals(parts.bytes() + wanted.between, run.bytes(), what);
        long one = AllToAllRun.message(type == CommandType.BARRIER ? 1 : type == CommandType.COMM_CREATE ? 2 : n);
        assertTrue(run.nanos() >= one, what + " takes " + run.nanos() + " ns, less than a message");
        // What the groups do among themselves at the same time there may come one after the other here.
        long most = 2 * parts.nanos() + 2 * wanted.between + 2 * 1000 * wanted.messages;
        assertTrue(run.nanos() <= most, what + " takes " + run.nanos() + " ns, more than its parts in turn, " + most);
    }

    @Test
    void operationsInBothDirectionsFollowEachOther() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("turns", 5);
        Communicator both = program.createIntercommunicator("both", ranks(3, 5), ranks(0, 3));
        for (int root : new int[] {4, 1, 3, 0}) {
            program.addBroadcast(both, root, 1000).addReduce(both, root, 10).addBarrier(both);
        }
        AllToAllRun run = AllToAllRun.of(program, 5, CommandType.BCAST, "MPICH", Map.of());
        assertTrue(run.nanos() > 0);
    }

    @Test
    void thoseBesideTheRootTakeNoPartButCount() throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("beside", 4);
        Communicator both = program.createIntercommunicator("both", ranks(0, 2), ranks(2, 4));
        Origin none = Origin.NONE;
        // As recorded: MPI_ROOT, MPI_PROC_NULL, and the root's rank at the other side.
        for (int rank = 0; rank < 4; rank++) {
            int root = rank == 0 ? Command.NO_ROOT : 1;
            program.add(rank, CollectiveCall.of(CommandType.BCAST, both, root, rank == 0 ? 0 : 500, none));
        }
        program.addBarrier(both);
        ProgramBuilder same = new ProgramBuilder("same", 4);
        Communicator known = same.createIntercommunicator("both", ranks(0, 2), ranks(2, 4));
        same.addBroadcast(known, 1, 500).addBarrier(known);
        assertEquals(
                AllToAllRun.of(same, 4, CommandType.BCAST, "MPICH", Map.of()),
                AllToAllRun.of(program, 4, CommandType.BCAST, "MPICH", Map.of()));
    }

    @Test
    void bothSidesWaitForTheLastRankThatMakesACommunicator() throws TraceFormatException {
        for (int late = 0; late < 5; late++) {
            ProgramBuilder program = new ProgramBuilder("create", 5);
            Communicator both = program.createIntercommunicator("both", ranks(0, 2), ranks(2, 5));
            program.addRecv(late, (late + 1) % 5, 0).addSend((late + 1) % 5, late, 50_000, 0);
            long message = AllToAllRun.message(50_000 - 12);
            program.addCommCreate(both, 0);
            SimulationResult result = new Simulation(AllToAllRun.star(5).build(), Map.of("A", program.build()))
                    .run(SimulationOptions.UNLIMITED);
            for (SimulationResult.ClientResult client : result.clients()) {
                assertTrue(client.endNanos() > message, "rank " + client.rank() + " with " + late + " late");
            }
        }
    }
}

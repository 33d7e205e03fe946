// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Communicator;
import org.hdtrace.piosim.mpi.Expectation.Moved;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every collective algorithm with every number of ranks from 1 to 65, on parts of the ranks in any order, with hardly any
 * data, and several operations at the same time: each ends and moves exactly the bytes that {@link Expectation} says.
 */
class CollectiveConformanceTest {
    private static final int MOST_RANKS = 65;
    private static final int EVERY_ROOT_UP_TO = 17;
    private static final long BYTES = 150_001;
    private static final long BYTES_AMONG_MANY = 1501;
    private static final Set<String> WITHOUT_MESSAGES = Set.of("NoOperation", "VirtualSync");

    static Stream<Expectation> algorithms() {
        Stream<Expectation> silent = Arrays.stream(CommandType.values())
                .filter(type -> type.isMpiCollective() && !type.isNeighborhood())
                .flatMap(type -> Algorithms.all().names(type).stream()
                        .filter(WITHOUT_MESSAGES::contains)
                        .map(name -> new Expectation(type, name, (p, root, m) -> Moved.NOTHING)));
        return Stream.concat(silent, stated());
    }

    private static Stream<Expectation> stated() {
        return Stream.concat(RootedExpectations.rows().stream(), AllExpectations.rows().stream());
    }

    @Test
    void everyAlgorithmIsExpectedToMoveSomething() {
        Set<String> simulated = Arrays.stream(CommandType.values())
                .filter(type -> type.isMpiCollective() && !type.isNeighborhood())
                .flatMap(type -> Algorithms.all().names(type).stream()
                        .filter(name -> !WITHOUT_MESSAGES.contains(name))
                        .map(name -> type.commandName() + " " + name))
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(simulated, stated().map(Expectation::toString).collect(Collectors.toCollection(TreeSet::new)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void movesWhatItHasToOnAnyNumberOfRanksFromAnyRoot(Expectation expectation) throws TraceFormatException {
        for (int ranks = 1; ranks <= MOST_RANKS; ranks++) {
            ConformanceRun run = new ConformanceRun(expectation, ranks);
            for (int root : roots(expectation, ranks)) {
                run.add(run.program().world(), root, ranks <= EVERY_ROOT_UP_TO ? BYTES : BYTES_AMONG_MANY);
            }
            run.check();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void movesWhatItHasToOnPartsOfTheRanks(Expectation expectation) throws TraceFormatException {
        int[][] parts = {{1, 3, 4, 6}, {6, 4, 3, 1, 0}, {7}, {5, 2}, {8, 7, 6, 5, 4, 3, 2, 1, 0}, {0, 8, 1, 7, 2, 6, 3}
        };
        ConformanceRun run = new ConformanceRun(expectation, 9);
        for (int[] part : parts) {
            Communicator communicator = run.program().createCommunicator("part" + Arrays.toString(part), part);
            for (int root = 0; root < part.length; root++) {
                run.add(communicator, root, BYTES);
            }
        }
        run.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void movesWhatItHasToWithLessDataThanRanks(Expectation expectation) throws TraceFormatException {
        for (int ranks : List.of(2, 5, 8, 9)) {
            ConformanceRun run = new ConformanceRun(expectation, ranks);
            for (long bytes = 0; bytes < ranks; bytes++) {
                run.add(run.program().world(), ranks / 2, bytes);
            }
            run.check();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void severalAtTheSameTimeDoNotDisturbEachOther(Expectation expectation) throws TraceFormatException {
        int ranks = 11;
        long[][] orders = {{1, 2, 3}, {3, 2, 1}, {2, 3, 1}};
        ConformanceRun run = new ConformanceRun(expectation, ranks);
        Communicator backwards = run.program()
                .createCommunicator(
                        "backwards",
                        IntStream.range(0, ranks).map(rank -> ranks - 1 - rank).toArray());
        run.add(run.program().world(), 0, BYTES, 1).add(backwards, 4, 10, 2);
        run.add(run.program().world(), ranks - 1, 7 * BYTES, 3);
        for (int rank = 0; rank < ranks; rank++) {
            run.program().addCompute(rank, 1000L * rank);
            for (long request : orders[rank % orders.length]) {
                run.program().addWaitAll(rank, request);
            }
        }
        run.check();
    }

    private static int[] roots(Expectation expectation, int ranks) {
        if (!expectation.type().isRooted()) {
            return new int[] {0};
        }
        return ranks <= EVERY_ROOT_UP_TO
                ? IntStream.range(0, ranks).toArray()
                : new int[] {ranks % EVERY_ROOT_UP_TO, ranks - 1};
    }
}

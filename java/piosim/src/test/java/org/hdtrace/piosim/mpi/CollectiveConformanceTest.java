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
 * Every collective algorithm with every number of ranks from 1 to 65 and every root, on every part of some ranks and random
 * parts of many, in any order, with hardly any data, and several operations at the same time: each ends, moves exactly the
 * bytes that {@link Expectation} says, and no rank sends or gets less than MPI asks for.
 */
class CollectiveConformanceTest {
    private static final int MOST_RANKS = 65;
    private static final int FEW_RANKS = 17;
    private static final long BYTES = 150_001;
    private static final long BYTES_AMONG_MANY = 1501;
    /** Each non-empty part of them is a communicator. */
    private static final int PARTED_RANKS = 7;

    private static final int MANY_RANKS = 40;
    private static final int AT_ONCE = 8;

    static Stream<Expectation> algorithms() {
        Stream<Expectation> silent = Arrays.stream(CommandType.values())
                .filter(type -> type.isMpiCollective() && !type.isNeighborhood())
                .flatMap(type -> Algorithms.all().names(type).stream()
                        .filter(Expectation.WITHOUT_MESSAGES::contains)
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
                        .filter(name -> !Expectation.WITHOUT_MESSAGES.contains(name))
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
                run.add(run.program().world(), root, ranks <= FEW_RANKS ? BYTES : BYTES_AMONG_MANY);
            }
            run.check();
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void movesWhatItHasToOnEveryPartOfTheRanksFromAnyRoot(Expectation expectation) throws TraceFormatException {
        ConformanceRun run = new ConformanceRun(expectation, PARTED_RANKS);
        Parts parts = Parts.all(run.program(), PARTED_RANKS);
        for (int root = 0; root < PARTED_RANKS; root++) {
            for (Communicator part : parts.communicators()) {
                if (root < (expectation.type().isRooted() ? part.size() : 1)) {
                    run.add(part, root, BYTES_AMONG_MANY + part.id());
                }
            }
        }
        run.check();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("algorithms")
    void goesOnInSeveralPartsOfManyRanksAtOnce(Expectation expectation) throws TraceFormatException {
        ConformanceRun run = new ConformanceRun(expectation, MANY_RANKS);
        Parts parts = Parts.random(run.program(), MANY_RANKS, 3 * AT_ONCE);
        for (int first = 0; first < parts.communicators().size(); first += AT_ONCE) {
            List<Communicator> together = parts.communicators().subList(first, first + AT_ONCE);
            for (Communicator part : together) {
                run.add(part, (part.id() * 5) % part.size(), BYTES_AMONG_MANY * part.id(), part.id());
            }
            Parts.waitFor(run.program(), MANY_RANKS, together);
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
        return IntStream.range(0, expectation.type().isRooted() ? ranks : 1).toArray();
    }
}

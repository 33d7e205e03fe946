// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.mpi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.piosim.model.cluster.CommandType;
import org.hdtrace.piosim.model.program.Command;
import org.hdtrace.piosim.model.program.ProgramBuilder;
import org.hdtrace.piosim.model.program.Volume;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Our copy of the rules against one that was taken by machine, on both sides of each limit; limits as parameters. */
class OpenMpiRulesTest {
    private static final List<Integer> RANKS = List.of(
            2, 3, 4, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 511, 512, 1023, 1024, 2047, 2048, 4095, 4096,
            9999);

    static Stream<Arguments> tables() {
        return Stream.of(
                Arguments.of(
                        CommandType.BARRIER,
                        OpenMpiRules.BARRIER,
                        names("1=Linear 3=RecursiveDoubling 4=Dissemination 6=Tree")),
                Arguments.of(
                        CommandType.BCAST,
                        OpenMpiRules.BCAST,
                        names(
                                "1=Linear 2=Chain 3=Chain 4=SplitBinaryTree 5=CompleteBinaryTree 6=Binomial 7=KnomialTree 8=ScatterAllgather")),
                Arguments.of(
                        CommandType.REDUCE,
                        OpenMpiRules.REDUCE,
                        names(
                                "1=Linear 2=Chain 3=Chain 4=CompleteBinaryTree 5=Binomial 6=InOrderBinaryTree 7=Rabenseifner")),
                Arguments.of(
                        CommandType.ALLREDUCE,
                        OpenMpiRules.ALLREDUCE,
                        names("2=NonOverlapping 3=RecursiveDoubling 4=Ring 5=Ring 6=Rabenseifner")),
                Arguments.of(CommandType.GATHER, OpenMpiRules.GATHER, names("1=Direct 2=Binomial 3=LinearSync")),
                Arguments.of(CommandType.SCATTER, OpenMpiRules.SCATTER, names("1=Linear 2=Binomial 3=Direct")),
                Arguments.of(
                        CommandType.ALLGATHER,
                        OpenMpiRules.ALLGATHER,
                        names("2=Bruck 3=RecursiveDoubling 4=Ring 5=NeighborExchange 6=RecursiveDoubling")),
                Arguments.of(
                        CommandType.ALLGATHERV,
                        OpenMpiRules.ALLGATHERV,
                        names("1=GatherBcast 2=Bruck 3=Ring 4=NeighborExchange 5=Ring")),
                Arguments.of(
                        CommandType.REDUCE_SCATTER,
                        OpenMpiRules.REDUCE_SCATTER,
                        names("1=NonOverlapping 2=RecursiveHalving 3=Ring 4=Butterfly")),
                Arguments.of(
                        CommandType.REDUCE_SCATTER_BLOCK,
                        OpenMpiRules.REDUCE_SCATTER_BLOCK,
                        names("1=NonOverlapping 2=RecursiveDoubling 3=RecursiveHalving 4=Butterfly")),
                Arguments.of(
                        CommandType.ALLTOALL,
                        OpenMpiRules.ALLTOALL,
                        names("1=Linear 2=PairwiseShifting 3=Bruck 4=Linear 5=PairwiseShifting")),
                Arguments.of(CommandType.ALLTOALLV, OpenMpiRules.ALLTOALLV, names("1=Linear 2=PairwiseShifting")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("tables")
    void takesWhatOpenMpiTakesOnBothSidesOfEachLimit(
            CommandType type, DecisionTable table, Map<Integer, String> names) {
        Map<String, Long> limits = table.parameters();
        for (int ranks : RANKS) {
            for (long limit : Stream.concat(Stream.of(1L, 1L << 40), OpenMpiFixedRules.limits(type).stream())
                    .toList()) {
                for (long bytes = limit - 1; bytes <= limit; bytes++) {
                    assertEquals(
                            names.get(OpenMpiFixedRules.algorithm(type, ranks, bytes)),
                            table.find(ranks, bytes, limits::get),
                            type + " of " + ranks + " ranks, " + bytes + " B");
                }
            }
        }
    }

    @ParameterizedTest(name = "{0} of {1} ranks, {2} B: {3}={4} takes {5}")
    @CsvSource({
        "BCAST, 8, 65536, ranks1, 4, Linear",
        "BCAST, 8, 65536, ranks3size5, 65537, BinomialOpenMPI",
        "BCAST, 8, 65536, ranks2, 9, Linear",
        "BCAST, 8, 5000, ranks2, 9, BinomialOpenMPI",
        "ALLREDUCE, 8, 8192, ranks1, 4, Rabenseifner",
        "ALLREDUCE, 8, 8192, ranks3size1, 8193, RecursiveDoubling",
        "ALLTOALL, 40, 100, ranks1, 3, Bruck",
        "ALLTOALL, 20, 512, ranks1, 3, Linear",
        "ALLTOALL, 40, 512, ranks1, 41, PairwiseShifting",
        "REDUCE, 16, 4095, ranks1, 4, CompleteBinaryTree",
        "REDUCE, 16, 4096, ranks1, 4, BinomialOpenMPI",
    })
    void takesWhatTheModelSays(CommandType type, int ranks, long bytes, String name, long value, String taken)
            throws TraceFormatException {
        assertEquals(run(type, taken, ranks, bytes, Map.of()), run(type, "OpenMPI", ranks, bytes, Map.of(name, value)));
    }

    private static AllToAllRun run(CommandType type, String method, int ranks, long bytes, Map<String, Long> values)
            throws TraceFormatException {
        ProgramBuilder program = new ProgramBuilder("choice", ranks);
        int root = type.isRooted() ? 1 : Command.NO_ROOT;
        program.addCollective(type, program.world(), root, new Volume.Uniform(bytes));
        return AllToAllRun.of(program, ranks, type, method, values);
    }

    private static Map<Integer, String> names(String pairs) {
        return Stream.of(pairs.split(" ", -1))
                .map(pair -> pair.split("=", -1))
                .collect(Collectors.toMap(pair -> Integer.valueOf(pair[0]), pair -> pair[1]));
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final long EPOCH = 1_300_000_000_000_000_000L;

    private Comparison comparison;

    /** Rank 0: Send 10 ns, gap 5, Send 20 ns against 12 ns, gap 9, 50 ns; rank 1: one Recv each, and a Wait in A. */
    @BeforeEach
    void compareTwoRanks() throws TraceFormatException {
        RankComparison rank0 = match(
                0,
                List.of(operation("Send", EPOCH, 10, 0), operation("Send", EPOCH + 15, 20, 5)),
                List.of(operation("Send", 0, 12, 0), operation("Send", 21, 50, 9)));
        RankComparison rank1 = match(
                1,
                List.of(operation("Recv", EPOCH + 1, 100, 0), operation("Wait", EPOCH + 101, 1, 0)),
                List.of(operation("Recv", 1, 100, 0)));
        comparison = new Comparison(List.of(rank0, rank1), List.of("rank 2 is only in the first run"), new Damages());
    }

    @Test
    void functionsSumUpMatchedCalls() {
        assertEquals(
                List.of(new FunctionComparison("Recv", 1, 100, 100), new FunctionComparison("Send", 2, 30, 62)),
                comparison.functions());
        assertEquals(62.0 / 30, comparison.functions().get(1).ratio());
        assertEquals(1, comparison.unmatched());
    }

    @Test
    void computationIsTheGapBeforeTheCalls() {
        assertEquals(new FunctionComparison("computation", 3, 5, 9), comparison.computation());
        assertEquals(new FunctionComparison("total", 2, 101, 101), comparison.total());
    }

    @Test
    void driftAccumulatesCallsAndGaps() {
        RankComparison rank = comparison.ranks().get(0);
        assertEquals(2, rank.driftNanos(0));
        assertEquals(36, rank.driftNanos(1));
        assertEquals(30, rank.deltaNanos(1));
        assertEquals(4, rank.gapDeltaNanos(1));
        assertEquals(30, rank.totalA());
        assertEquals(62, rank.totalB());
    }

    @Test
    void largestContributorsComeFirstWithTheirShare() {
        List<Contributor> largest = comparison.largest(2);
        assertEquals(
                List.of(
                        new Contributor(0, -1, 1, "Send", false, 20, 50, 30 / 36.0),
                        new Contributor(0, -1, 1, "Send", true, 5, 9, 4 / 36.0)),
                largest);
        assertEquals(3, comparison.largest(99).size());
        assertEquals(0, comparison.largest(0).size());
    }

    @Test
    void jsonHasTheKeysThatProgramsRelyOn() {
        StringBuilder text = new StringBuilder();
        JsonWriter json = new JsonWriter(text);
        ComparisonReport.writeJson(comparison, json);
        json.finish();
        String line = text.toString().replace("\n", "");
        assertTrue(
                line.startsWith(
                        "{\"functions\":[{\"name\":\"Recv\",\"count\":1,\"aNs\":100,\"bNs\":100,\"ratio\":1.0},"),
                line);
        assertTrue(
                line.contains(
                        "],\"ranks\":[{\"rank\":0,\"thread\":-1,\"matched\":2,\"onlyA\":0,\"onlyB\":0,\"aNs\":30,"),
                line);
        assertTrue(line.contains("],\"unmatched\":1,\"largest\":[{\"rank\":0,"), line);
        assertTrue(line.endsWith("\"missing\":[\"rank 2 is only in the first run\"]}"), line);
    }

    @Test
    void tableShowsFunctionsComputationAndTotal() {
        String[] lines =
                ComparisonReport.text(comparison, "observed", "simulated").split("\n", -1);
        assertEquals("function     count  observed  simulated  ratio  difference", lines[0]);
        assertEquals("Recv             1    100 ns     100 ns  1.000        0 ns", lines[2]);
        assertEquals("Send             2     30 ns      62 ns  2.067      +32 ns", lines[3]);
        assertEquals("computation             5 ns       9 ns  1.800       +4 ns", lines[5]);
        assertEquals("total                 101 ns     101 ns  1.000        0 ns", lines[6]);
    }

    @Test
    void ratioOfNothingIsOneAndOfSomethingToNothingInfinite() {
        assertEquals(1, new FunctionComparison("f", 1, 0, 0).ratio());
        assertEquals(Double.POSITIVE_INFINITY, new FunctionComparison("f", 1, 0, 5).ratio());
    }

    @Test
    void columnsGrowWithTheRun() throws TraceFormatException {
        List<Operation> run = LongStream.range(0, 1000)
                .mapToObj(i -> operation("Send", i * 10, 5, 5))
                .toList();
        RankComparison rank = match(0, run, run);
        assertEquals(1000, rank.matched());
        assertEquals(999, rank.ordinal(999));
        assertEquals(9995, rank.endB(999));
        assertEquals(0, rank.driftNanos(999));
    }

    private static RankComparison match(int rank, List<Operation> a, List<Operation> b) throws TraceFormatException {
        RankComparison.Builder builder = new RankComparison.Builder(rank, -1);
        OperationMatcher.match(OperationSource.of(a), OperationSource.of(b), builder);
        return builder.build();
    }

    private static Operation operation(String name, long start, long duration, long gap) {
        long absent = Operation.ABSENT;
        return new Operation(name, start, start + duration, gap, absent, absent, absent, absent);
    }
}

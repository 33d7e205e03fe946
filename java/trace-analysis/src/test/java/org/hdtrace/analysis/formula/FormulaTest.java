// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.formula;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FormulaTest {
    private static Steps constant(double value) {
        return new Steps(new long[] {0, 100}, new double[] {value});
    }

    private static double value(String formula) throws FormulaException {
        Map<String, Steps> node =
                Map.of("A", constant(2), "B", constant(3), "CPU_TOTAL", constant(50), "READS:sda", constant(7));
        Steps result = Formula.parse(formula).evaluate(List.of(node), 10, 20);
        assertEquals(1, result.size());
        return result.value(0);
    }

    @ParameterizedTest(name = "{0} = {1}")
    @CsvSource(
            delimiter = '|',
            value = {
                "A|2",
                "A + B * 4|14",
                "(A + B) * 4|20",
                "A - B - 1|-2",
                "12 / A / B|2",
                "A ^ B|3",
                "A , B|2",
                "A + 5 ^ B|7",
                "1 ^ 9 , 4|4",
                "A * -B|-6",
                "2.5e2 - .5|249.5",
                "CPU_TOTAL/READS:sda|7.142857142857143",
                "A / (B - 3)|0",
                "(B - 3) / (A - 2)|0",
                "+(A * B * 2.0)|12",
                "-A|2",
            })
    void worksOutWhatItSays(String formula, double expected) throws Exception {
        assertEquals(expected, value(formula), 1e-12);
    }

    @ParameterizedTest(name = "{0}: {1} {2}")
    @CsvSource(
            delimiter = '|',
            value = {
                "A +|3|the formula ends where a name, a number or '(' is expected",
                "A B|2|expected an operator, found 'B'",
                "(A + B|6|the '(' of character 1 is not closed",
                "A + * B|4|expected a name, a number or '(', found '*'",
                "A + 3x|4|'3x' is no number; names begin with a letter",
                "A)|1|expected an operator, found ')'",
                "A % B|2|expected an operator, found '%'",
                "''|0|the formula ends where a name, a number or '(' is expected",
            })
    void saysWhereItMakesNoSense(String formula, int place, String reason) {
        FormulaException wrong = assertThrows(FormulaException.class, () -> Formula.parse(formula));
        assertEquals(place, wrong.place());
        assertEquals("character " + (place + 1) + ": " + reason, wrong.getMessage());
    }

    @Test
    void joinsNodesInTheirOrder() throws Exception {
        List<Map<String, Steps>> nodes = List.of(
                Map.of("A", constant(8), "B", constant(1)),
                Map.of("A", constant(2), "B", constant(10)),
                Map.of("C", constant(1)));
        assertEquals(28, Formula.parse("+(A*B)").evaluate(nodes, 0, 10).value(0));
        assertEquals(20, Formula.parse("^(A*B)").evaluate(nodes, 0, 10).value(0));
        assertEquals(8, Formula.parse(",(A*B)").evaluate(nodes, 0, 10).value(0));
        assertEquals(4, Formula.parse("/A").evaluate(nodes, 0, 10).value(0));
        assertEquals(6, Formula.parse("-A").evaluate(nodes, 0, 10).value(0));
        FormulaException several =
                assertThrows(FormulaException.class, () -> Formula.parse("A*2").evaluate(nodes, 0, 10));
        assertTrue(several.getMessage().contains("'A' belongs to 2 nodes"), several.getMessage());
        FormulaException none =
                assertThrows(FormulaException.class, () -> Formula.parse("+D").evaluate(nodes, 0, 10));
        assertTrue(none.getMessage().contains("no statistic is called 'D'"), none.getMessage());
        assertEquals(3, Formula.parse("C+2").evaluate(nodes, 0, 10).value(0));
    }

    @Test
    void stepsWhereverOneOfThemSteps() throws Exception {
        Map<String, Steps> node = Map.of(
                "A", new Steps(new long[] {0, 10, 20, 30}, new double[] {1, 2, 3}),
                "B", new Steps(new long[] {5, 20, 40}, new double[] {10, 20}),
                "C", new Steps(new long[] {0, 1, 2, 40}, new double[] {1, 1, 1}));
        Steps sum = Formula.parse("A + B").evaluate(List.of(node), 2, 35);
        long[] times = new long[sum.size() + 1];
        double[] values = new double[sum.size()];
        for (int i = 0; i < times.length; i++) {
            times[i] = sum.timeNanos(i);
        }
        for (int i = 0; i < values.length; i++) {
            values[i] = sum.value(i);
        }
        assertEquals("[2, 5, 10, 20, 30, 35]", Arrays.toString(times), "C is not used");
        assertEquals("[1.0, 11.0, 12.0, 23.0, 20.0]", Arrays.toString(values));
    }

    /** At each instant the merged steps are what the formula says of the values there. */
    @Test
    void isTheFormulaOfTheValuesAtEachInstant() throws Exception {
        Random random = new Random(4);
        List<Map<String, Steps>> nodes = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Map<String, Steps> node = new HashMap<>();
            for (String name : List.of("A", "B")) {
                int count = 1 + random.nextInt(20);
                long[] times = random.longs(count + 1, 0, 500).sorted().toArray();
                node.put(name, new Steps(times, random.doubles(count, -5, 5).toArray()));
            }
            nodes.add(node);
        }
        Steps result = Formula.parse("+(A / B ^ 1)").evaluate(nodes, 50, 450);
        for (long at = 50; at < 450; at++) {
            double expected = 0;
            for (Map<String, Steps> node : nodes) {
                double own = Math.max(node.get("A").at(at) / node.get("B").at(at), 1);
                expected += Double.isFinite(own) ? own : 0;
            }
            assertEquals(expected, result.at(at), 1e-9, "at " + at);
        }
    }

    @Test
    void heatIsAnAttributeOrAPrefixExpression() throws Exception {
        Map<String, String> state = Map.of("size", "10", "count", "4", "name", "x");
        assertEquals(OptionalDouble.of(10), HeatExpression.parse("size").value(state::get));
        assertEquals(OptionalDouble.of(40), HeatExpression.parse("* size count").value(state::get));
        assertEquals(
                OptionalDouble.of(42), HeatExpression.parse("+ 2 *size count").value(state::get));
        assertEquals(OptionalDouble.of(10), HeatExpression.parse("^ size count").value(state::get));
        assertEquals(OptionalDouble.of(4), HeatExpression.parse(", size count").value(state::get));
        assertEquals(OptionalDouble.empty(), HeatExpression.parse("+ size rid").value(state::get));
        assertEquals(OptionalDouble.empty(), HeatExpression.parse("name").value(state::get));
        assertEquals(
                Set.of("size", "count"), HeatExpression.parse("* size count").names());
        for (String wrong : List.of("", "+ size", "size count", "- a b", "/ a b")) {
            FormulaException refused = assertThrows(FormulaException.class, () -> HeatExpression.parse(wrong), wrong);
            assertTrue(refused.getMessage().startsWith("character "), refused.getMessage());
        }
    }

    @Test
    void heatGetsLighterFromBlueOverBrownToYellow() {
        HeatScale scale = new HeatScale();
        assertEquals(0xB4706E, scale.colorOf(3));
        scale.add(10);
        scale.add(30);
        assertEquals(0x16126E, scale.colorOf(10));
        assertEquals(0xB4706E, scale.colorOf(20));
        assertEquals(0xFAFF5F, scale.colorOf(30));
        assertEquals(0xE6AA60, scale.colorOf(25));
    }
}

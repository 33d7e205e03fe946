// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.hdtrace.analysis.formula.FormulaException;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.Row;
import org.hdtrace.sunshot.model.Run;
import org.hdtrace.sunshot.model.StatisticSeries;
import org.junit.jupiter.api.Test;

/** Statistics by formula over the rows of a run (SUNSHOT S-38, S-60). */
class ComputedRowsTest {
    private static final Run RUN = new Run(
            "r",
            Path.of("r.proj"),
            new Interval(0, 20),
            List.of(host("n1", 10, 30), host("n2", 4, 8)),
            List.of("Hostname"),
            List.of());

    /** A host with CPU over two periods of 10 ns, and one disk in a group that its path doesn't mention. */
    private static Row host(String name, double first, double second) {
        String group = name + "/Use";
        Row cpu = statistic(group, "CPU", first, second);
        Row disk = new Row.Group(group + "/sda", "sda", List.of(statistic(group, "READS:sda", 1, 2)), false);
        Row use = new Row.Group(group, "Use", List.of(cpu, disk), true);
        Row power = new Row.Group(name + "/Power", "Power", List.of(statistic(name + "/Power", "CPU", 100, 100)), true);
        return new Row.Group(name, name, List.of(use, power), true);
    }

    private static Row statistic(String prefix, String name, double... values) {
        StatisticSeries series = new StatisticSeries(name, "", "g", new long[] {0, 10, 20}, values);
        return new Row.Statistic(prefix + "/" + name, name, series, List.of());
    }

    private static StatisticSeries compute(String path, String formula) throws FormulaException {
        Computed computed = new Computed(0, path, "X", formula);
        return find(ComputedRows.with(RUN, computed), computed.rowPath());
    }

    private static StatisticSeries find(Run run, String path) {
        StatisticSeries[] found = new StatisticSeries[1];
        run.rows()
                .forEach(top -> top.walk(row -> {
                    if (row instanceof Row.Statistic statistic && row.path().equals(path)) {
                        found[0] = statistic.series();
                    }
                }));
        return found[0];
    }

    @Test
    void joinsTheNodesOfTheRun() throws Exception {
        StatisticSeries sum = compute("", "+(CPU * 2)");
        assertEquals(List.of(28.0, 76.0), List.of(sum.value(0), sum.value(1)));
        assertEquals(10, sum.boundaryNanos(1));
    }

    @Test
    void usesTheStatisticsOfOneNodeAndItsDevices() throws Exception {
        StatisticSeries shares = compute("n1", "CPU / READS:sda + Power.CPU");
        assertEquals(List.of(110.0, 115.0), List.of(shares.value(0), shares.value(1)));
        assertEquals(15.0, compute("n1/Use", "CPU / READS:sda").value(1));
    }

    @Test
    void saysWhatIsWrongAndWhere() {
        assertEquals(Optional.empty(), ComputedRows.fault(RUN, new Computed(0, "n2", "X", "CPU")));
        assertEquals(
                Optional.of("character 7: no statistic is called 'FAN'"),
                ComputedRows.fault(RUN, new Computed(0, "n1", "X", "CPU + FAN")));
        assertEquals(
                Optional.of("character 1: 'CPU' belongs to 2 nodes; an operator in front joins them"),
                ComputedRows.fault(RUN, new Computed(0, "", "X", "CPU")));
        assertThrows(FormulaException.class, () -> compute("n3", "CPU"), "there is no such row");
        assertEquals(List.of("CPU", "READS:sda"), ComputedRows.names(RUN, new Computed(0, "", "X", "")));
    }

    @Test
    void oneCanUseAnother() throws Exception {
        Computed first = new Computed(0, "n2", "DOUBLE", "CPU * 2");
        Computed second = new Computed(0, "n2", "SUM", "DOUBLE + CPU");
        Run both = ComputedRows.with(ComputedRows.with(RUN, first), second);
        assertEquals(24, find(both, "n2/=SUM").value(1));
        assertEquals(RUN, ComputedRows.without(both, List.of(second, first)));
    }

    @Test
    void aStatisticStandsForTheRowAboveItsGroup() {
        assertEquals("n1/Use", ComputedRows.nodeAbove(RUN, "n1/Use/CPU"));
        assertEquals("n1", ComputedRows.nodeAbove(RUN, "n1"));
    }
}

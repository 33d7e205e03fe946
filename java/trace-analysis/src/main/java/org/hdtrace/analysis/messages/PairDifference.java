// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/**
 * By how much the pairs of a run B differ from those of a run A: B - A. What only one of them has counts as 0 in the other's numbers
 * and bytes; bandwidth and latency are compared where both have them. Immutable; any thread. Source: SUNSHOT 6, V-12.
 */
public final class PairDifference implements PairValues {
    private static final int MOST_LINES = 20;

    private final PairSums a;
    private final PairSums b;
    private final List<String> labels;
    private final List<String> targets;

    /** A pair that differs. */
    public record Cell(String from, String to, double a, double b) {
        public double delta() {
            return b - a;
        }
    }

    /**
     * Compare two sums of the same kind.
     *
     * @throws IllegalArgumentException when one is by rank and the other one by node
     */
    public PairDifference(PairSums a, PairSums b) {
        if (a.isByNode() != b.isByNode() || a.subject() != b.subject()) {
            throw new IllegalArgumentException("a matrix by rank and one by node can't be compared");
        }
        this.a = a;
        this.b = b;
        labels = union(a.labels(), b.labels());
        targets = union(a.targets(), b.targets());
    }

    private static List<String> union(List<String> some, List<String> others) {
        Set<String> all = new LinkedHashSet<>(some);
        all.addAll(others);
        return List.copyOf(all);
    }

    @Override
    public Subject subject() {
        return a.subject();
    }

    @Override
    public List<String> labels() {
        return labels;
    }

    @Override
    public List<String> targets() {
        return targets;
    }

    @Override
    public boolean isByNode() {
        return a.isByNode();
    }

    @Override
    public double value(int from, int to, Metric metric) {
        double before = valueOf(a, from, to, metric);
        double after = valueOf(b, from, to, metric);
        boolean summed = metric == Metric.COUNT || metric == Metric.BYTES;
        if (!summed || (Double.isNaN(before) && Double.isNaN(after))) {
            return after - before;
        }
        return (Double.isNaN(after) ? 0 : after) - (Double.isNaN(before) ? 0 : before);
    }

    private double valueOf(PairSums sums, int from, int to, Metric metric) {
        int ownFrom = sums.labels().indexOf(labels.get(from));
        int ownTo = sums.targets().indexOf(targets.get(to));
        return ownFrom < 0 || ownTo < 0 ? Double.NaN : sums.value(ownFrom, ownTo, metric);
    }

    /** All pairs that one of the runs has, by sender and receiver. */
    public List<Cell> cells(Metric metric) {
        List<Cell> cells = new ArrayList<>();
        for (int from = 0; from < labels.size(); from++) {
            for (int to = 0; to < targets.size(); to++) {
                double before = valueOf(a, from, to, metric);
                double after = valueOf(b, from, to, metric);
                if (!Double.isNaN(before) || !Double.isNaN(after)) {
                    cells.add(new Cell(
                            labels.get(from),
                            targets.get(to),
                            Double.isNaN(before) ? 0 : before,
                            Double.isNaN(after) ? 0 : after));
                }
            }
        }
        return cells;
    }

    /** An array with an object for each pair: numbers, bytes and mean latency of both runs. */
    public void writeJson(JsonWriter json) {
        json.beginArray();
        List<Cell> counts = cells(Metric.COUNT);
        List<Cell> bytes = cells(Metric.BYTES);
        List<Cell> latencies = cells(Metric.LATENCY);
        for (int i = 0; i < counts.size(); i++) {
            json.lineBreak()
                    .beginObject()
                    .field("from", counts.get(i).from())
                    .field("to", counts.get(i).to())
                    .field("aCount", Math.round(counts.get(i).a()))
                    .field("bCount", Math.round(counts.get(i).b()))
                    .field("aBytes", Math.round(bytes.get(i).a()))
                    .field("bBytes", Math.round(bytes.get(i).b()))
                    .field("aLatencySeconds", latencies.get(i).a())
                    .field("bLatencySeconds", latencies.get(i).b())
                    .endObject();
        }
        json.endArray();
    }

    /** A line for each pair with numbers, bytes and mean latency of both runs. */
    public String csv() {
        Csv csv = new Csv();
        csv.line("from", "to", "a_count", "b_count", "a_bytes", "b_bytes", "a_latency_seconds", "b_latency_seconds");
        List<Cell> counts = cells(Metric.COUNT);
        List<Cell> bytes = cells(Metric.BYTES);
        List<Cell> latencies = cells(Metric.LATENCY);
        for (int i = 0; i < counts.size(); i++) {
            csv.line(
                    counts.get(i).from(),
                    counts.get(i).to(),
                    Math.round(counts.get(i).a()),
                    Math.round(counts.get(i).b()),
                    Math.round(bytes.get(i).a()),
                    Math.round(bytes.get(i).b()),
                    latencies.get(i).a(),
                    latencies.get(i).b());
        }
        return csv.toString();
    }

    /** A table of the pairs whose bytes differ most, for a terminal. */
    public String text(String nameA, String nameB) {
        List<Cell> bytes = cells(Metric.BYTES);
        if (bytes.isEmpty()) {
            return "no messages\n";
        }
        List<Cell> largest = bytes.stream()
                .sorted(Comparator.comparingDouble((Cell cell) -> -Math.abs(cell.delta())))
                .limit(MOST_LINES)
                .toList();
        Table table = new Table("<messages from", "<to", ">" + nameA, ">" + nameB, ">difference");
        for (Cell cell : largest) {
            String sign = cell.delta() < 0 ? "-" : "+";
            table.row(
                    cell.from(),
                    cell.to(),
                    Units.bytes(Math.round(cell.a())),
                    Units.bytes(Math.round(cell.b())),
                    sign + Units.bytes(Math.round(Math.abs(cell.delta()))).strip());
        }
        int more = bytes.size() - largest.size();
        return table + (more > 0 ? "and " + Units.count(more) + " further pairs, see --csv or --json\n" : "");
    }
}

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.messages;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import org.hdtrace.analysis.messages.PairSums.Pair;
import org.hdtrace.analysis.messages.PairValues.Metric;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/** The sums of pairs as text, for people and for programs. */
public final class PairReport {
    /** Of more pairs those with most bytes are shown to people. */
    private static final int MOST_PAIRS = 40;

    private PairReport() {}

    /**
     * One object: the names, and for each metric a row for each who gives with a column for each who takes. Of pairs without anything
     * count and bytes are 0, bandwidth and latency null.
     */
    public static void writeJson(PairSums sums, JsonWriter json) {
        json.beginObject().field("of", sums.subject().title());
        names(json.name("from"), sums.labels());
        names(json.lineBreak().name("to"), sums.targets());
        for (Metric metric : Metric.values()) {
            json.lineBreak().name(metric.title()).beginArray();
            for (int from = 0; from < sums.labels().size(); from++) {
                json.lineBreak().beginArray();
                for (int to = 0; to < sums.targets().size(); to++) {
                    if (metric == Metric.COUNT || metric == Metric.BYTES) {
                        json.value((long) sums.value(from, to, metric)); // 0 of NaN
                    } else {
                        json.value(sums.value(from, to, metric));
                    }
                }
                json.endArray();
            }
            json.endArray();
        }
        sums.damages().writeJsonField(json);
        json.endObject();
    }

    private static void names(JsonWriter json, List<String> names) {
        json.beginArray();
        names.forEach(json::value);
        json.endArray();
    }

    /** One line for each pair; a bandwidth that isn't known is empty. */
    public static String csv(PairSums sums) {
        Csv csv = new Csv();
        csv.line("from", "to", "count", "bytes", "bandwidth", "latency");
        for (Pair pair : sums.pairs()) {
            double bandwidth = value(sums, pair, Metric.BANDWIDTH);
            csv.line(
                    sums.labels().get(pair.from()),
                    sums.targets().get(pair.to()),
                    (long) value(sums, pair, Metric.COUNT),
                    (long) value(sums, pair, Metric.BYTES),
                    Double.isNaN(bandwidth) ? "" : bandwidth,
                    value(sums, pair, Metric.LATENCY));
        }
        return csv.toString();
    }

    /** An aligned table for a terminal, of the pairs with most bytes. */
    public static String text(PairSums sums) {
        String what = sums.subject().title();
        List<Pair> all = sums.pairs();
        if (all.isEmpty()) {
            return "no " + what + "\n";
        }
        ToLongFunction<Pair> bytes = pair -> (long) value(sums, pair, Metric.BYTES);
        Table table = new Table("<from", "<to", ">" + what, ">bytes", ">bandwidth", ">latency");
        all.stream()
                .sorted(Comparator.comparingLong(bytes).reversed())
                .limit(MOST_PAIRS)
                .forEach(pair -> table.row(
                        sums.labels().get(pair.from()),
                        sums.targets().get(pair.to()),
                        Units.count((long) value(sums, pair, Metric.COUNT)),
                        Units.bytes(bytes.applyAsLong(pair)),
                        Units.rate(value(sums, pair, Metric.BANDWIDTH)),
                        Units.time(Math.round(value(sums, pair, Metric.LATENCY) * 1e9))));
        int left = all.size() - MOST_PAIRS;
        return table + (left <= 0 ? "" : "and " + Units.count(left) + " further pairs, see --csv or --json\n");
    }

    private static double value(PairSums sums, Pair pair, Metric metric) {
        return sums.value(pair.from(), pair.to(), metric);
    }
}

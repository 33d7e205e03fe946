// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.plot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.hdtrace.analysis.relations.RelationGraph;
import org.hdtrace.analysis.relations.RequestSums;
import org.hdtrace.sunshot.model.Interval;
import org.hdtrace.sunshot.model.StatisticSeries;

/**
 * How many bytes per second each server moves for its clients: the data of a request spread evenly over the time that it lasts. Pure
 * functions, any thread. Source: SUNSHOT V-19.
 */
public final class ServerRates {
    private ServerRates() {}

    /**
     * A curve for each server, by name.
     *
     * @param own interval in the run's own time
     * @param pieces number of equal parts of it that each have one value
     */
    public static List<StatisticChart.Curve> curves(
            RelationGraph graph, RequestSums requests, Interval own, int pieces, long originNanos) {
        long[] times = new long[pieces + 1];
        for (int i = 0; i <= pieces; i++) {
            times[i] = own.startNanos() + Math.round((double) own.durationNanos() * i / pieces);
        }
        Map<String, double[]> byServer = new TreeMap<>();
        for (RequestSums.Request request : requests.requests()) {
            double[] bytes = byServer.computeIfAbsent(request.server(), unused -> new double[pieces]);
            long start = graph.startNanos(request.operation());
            long end = Math.max(start + 1, graph.endNanos(request.operation()));
            add(bytes, own, start, end, request.bytes());
        }
        List<StatisticChart.Curve> curves = new ArrayList<>();
        byServer.forEach((server, bytes) -> {
            double[] rates = new double[pieces];
            for (int i = 0; i < pieces; i++) {
                rates[i] = bytes[i] * 1e9 / Math.max(1, times[i + 1] - times[i]);
            }
            StatisticSeries series = new StatisticSeries("per server", "B/s", "", times, rates);
            curves.add(new StatisticChart.Curve(server, series, originNanos));
        });
        return curves;
    }

    private static void add(double[] bytes, Interval own, long start, long end, long all) {
        double width = Math.max(1, (double) own.durationNanos() / bytes.length);
        double from = (start - own.startNanos()) / width;
        double to = (end - own.startNanos()) / width;
        double perPiece = all / (to - from);
        for (int i = Math.max(0, (int) Math.floor(from)); i < bytes.length && i < to; i++) {
            bytes[i] += perPiece * Math.max(0, Math.min(to, i + 1) - Math.max(from, i));
        }
    }
}

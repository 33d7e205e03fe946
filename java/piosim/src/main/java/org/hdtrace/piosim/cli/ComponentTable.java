// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.piosim.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.piosim.Simulation;
import org.hdtrace.piosim.network.NetworkPlan;
import org.hdtrace.piosim.network.ServiceObserver;
import org.hdtrace.piosim.storage.StorageServer;

/**
 * Sums up what each component has done: services of network components, accesses of disks. Those that did nothing are left
 * out. Times in ns.
 */
final class ComponentTable implements ServiceObserver {
    /** One component; the disk of a server has the server's name before its own. */
    record Row(String name, long count, long bytes, long totalNanos, long minNanos, long maxNanos) {
        long meanNanos() {
            return totalNanos / count;
        }
    }

    /** Lines for people; the rest is in JSON. */
    private static final int MOST_LINES = 40;

    private final Simulation simulation;
    private final long[] counts;
    private final long[] bytes;
    private final long[] totals;
    private final long[] shortest;
    private final long[] longest;

    /** Begins to listen to a simulation that hasn't begun. */
    static ComponentTable of(Simulation simulation) {
        ComponentTable table = new ComponentTable(simulation);
        simulation.network().observe(table);
        return table;
    }

    private ComponentTable(Simulation simulation) {
        this.simulation = simulation;
        int size = simulation.network().plan().size();
        counts = new long[size];
        bytes = new long[size];
        totals = new long[size];
        shortest = new long[size];
        longest = new long[size];
        Arrays.fill(shortest, Long.MAX_VALUE);
    }

    @Override
    public void queued(int component, long time) {}

    @Override
    public void served(int component, long start, long end, long ofBytes) {
        long time = end - start;
        counts[component]++;
        bytes[component] += ofBytes;
        totals[component] += time;
        shortest[component] = Math.min(shortest[component], time);
        longest[component] = Math.max(longest[component], time);
    }

    /** The busiest first. */
    List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        for (StorageServer server : simulation.servers()) {
            StorageServer.Counters sums = server.counters();
            if (sums.diskOperations() > 0) {
                rows.add(new Row(
                        server.name() + ": " + server.diskName(),
                        sums.diskOperations(),
                        sums.bytesRead() + sums.bytesWritten(),
                        sums.busyNanos(),
                        sums.shortestNanos(),
                        sums.longestNanos()));
            }
        }
        NetworkPlan plan = simulation.network().plan();
        for (int c = 0; c < counts.length; c++) {
            if (counts[c] > 0) {
                rows.add(new Row(plan.name(c), counts[c], bytes[c], totals[c], shortest[c], longest[c]));
            }
        }
        rows.sort(Comparator.comparingLong(Row::totalNanos).reversed());
        return rows;
    }

    /** Lines for people. */
    static String text(List<Row> rows, long virtualNanos) {
        StringBuilder text = new StringBuilder();
        String row = "%n%-28s %12s %16s %14s %14s %14s %14s %7s";
        text.append(String.format(row, "component", "count", "bytes", "busy s", "mean s", "min s", "max s", "busy"));
        for (Row component : rows.subList(0, Math.min(MOST_LINES, rows.size()))) {
            double share = virtualNanos == 0 ? 0 : 100.0 * component.totalNanos / virtualNanos;
            text.append(String.format(
                    Locale.ROOT,
                    row,
                    component.name,
                    component.count,
                    component.bytes,
                    Times.seconds(component.totalNanos),
                    Times.seconds(component.meanNanos()),
                    Times.seconds(component.minNanos),
                    Times.seconds(component.maxNanos),
                    String.format(Locale.ROOT, "%.1f %%", share)));
        }
        if (rows.size() > MOST_LINES) {
            text.append(String.format("%n... and %d more, less busy", rows.size() - MOST_LINES));
        }
        return text.toString();
    }

    /** An array of objects. */
    static void write(List<Row> rows, JsonWriter json) {
        json.beginArray();
        for (Row row : rows) {
            json.lineBreak().beginObject().field("name", row.name).field("count", row.count);
            json.field("bytes", row.bytes).field("totalNs", row.totalNanos);
            json.field("meanNs", row.meanNanos()).field("minNs", row.minNanos);
            json.field("maxNs", row.maxNanos).endObject();
        }
        json.endArray();
    }
}

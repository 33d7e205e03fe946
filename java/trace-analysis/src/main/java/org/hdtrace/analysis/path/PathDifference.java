// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.path;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/**
 * What makes the critical path of a run B longer or shorter than that of a run A: time on the path by what passed there, in both.
 * Nodes of two runs often have other names, so only calls and operations are compared. Immutable; any thread. Source: SUNSHOT 6, V-13.
 *
 * @param lines the largest difference first
 */
public record PathDifference(long aNanos, long bNanos, List<Line> lines) {
    /** Time of both paths in one kind of call or operation. */
    public record Line(String name, long aNanos, long bNanos) {
        public long deltaNanos() {
            return bNanos - aNanos;
        }
    }

    public PathDifference {
        lines = List.copyOf(lines);
    }

    /** Compare two paths. */
    public static PathDifference of(CriticalPath a, CriticalPath b) {
        Map<String, long[]> sums = new LinkedHashMap<>();
        a.byName().forEach(share -> sums.computeIfAbsent(share.name(), unused -> new long[2])[0] += share.nanos());
        b.byName().forEach(share -> sums.computeIfAbsent(share.name(), unused -> new long[2])[1] += share.nanos());
        List<Line> lines = sums.entrySet().stream()
                .map(sum -> new Line(sum.getKey(), sum.getValue()[0], sum.getValue()[1]))
                .sorted(Comparator.comparingLong((Line line) -> Math.abs(line.deltaNanos()))
                        .reversed()
                        .thenComparing(Line::name))
                .toList();
        return new PathDifference(a.nanos(), b.nanos(), lines);
    }

    public long deltaNanos() {
        return bNanos - aNanos;
    }

    /** An object; times in ns. */
    public void writeJson(JsonWriter json) {
        json.beginObject()
                .field("aNs", aNanos)
                .field("bNs", bNanos)
                .field("deltaNs", deltaNanos())
                .name("names")
                .beginArray();
        for (Line line : lines) {
            json.lineBreak()
                    .beginObject()
                    .field("name", line.name())
                    .field("aNs", line.aNanos())
                    .field("bNs", line.bNanos())
                    .field("deltaNs", line.deltaNanos())
                    .endObject();
        }
        json.endArray().endObject();
    }

    /** A line for each name and one for the whole path; times in ns. */
    public String csv() {
        Csv csv = new Csv();
        csv.line("kind", "name", "aNs", "bNs", "deltaNs");
        lines.forEach(line -> csv.line("name", line.name(), line.aNanos(), line.bNanos(), line.deltaNanos()));
        csv.line("path", "", aNanos, bNanos, deltaNanos());
        return csv.toString();
    }

    /** A table for a terminal. */
    public String text(String nameA, String nameB) {
        Table table = new Table("<on the critical path", ">" + nameA, ">" + nameB, ">difference", ">share");
        for (Line line : lines) {
            double share = deltaNanos() == 0 ? 0 : 100.0 * line.deltaNanos() / deltaNanos();
            table.row(
                    line.name(),
                    Units.time(line.aNanos()),
                    Units.time(line.bNanos()),
                    Units.signedTime(line.deltaNanos()),
                    String.format(Locale.ROOT, "%.1f %%", share));
        }
        table.row("all", Units.time(aNanos), Units.time(bNanos), Units.signedTime(deltaNanos()), "");
        return table.toString();
    }
}

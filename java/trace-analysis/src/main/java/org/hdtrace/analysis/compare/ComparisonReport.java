// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.compare;

import java.util.Locale;
import java.util.function.Consumer;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/** A comparison as text, for people and for programs. */
public final class ComparisonReport {
    private static final int CONTRIBUTORS_IN_JSON = 50;
    private static final int CONTRIBUTORS_SHOWN = 10;

    private ComparisonReport() {}

    /** The JSON of {@code hdtrace compare --json}; times in ns. */
    public static void writeJson(Comparison comparison, JsonWriter json) {
        writeJson(comparison, json, more -> {});
    }

    /** The same with further members. */
    public static void writeJson(Comparison comparison, JsonWriter json, Consumer<JsonWriter> further) {
        json.beginObject();
        json.name("functions").beginArray();
        comparison.functions().forEach(row -> sums(
                        json.lineBreak().beginObject().field("name", row.name()), row)
                .endObject());
        json.endArray().lineBreak().name("ranks").beginArray();
        comparison.ranks().forEach(rank -> rank(json.lineBreak(), rank));
        json.endArray().lineBreak().field("unmatched", comparison.unmatched());
        json.name("largest").beginArray();
        comparison.largest(CONTRIBUTORS_IN_JSON).forEach(row -> contributor(json.lineBreak(), row));
        json.endArray().lineBreak();
        sums(json.name("computation").beginObject(), comparison.computation()).endObject();
        sums(json.name("total").beginObject(), comparison.total()).endObject();
        json.name("missing").beginArray();
        comparison.missing().forEach(json::value);
        json.endArray();
        further.accept(json);
        json.endObject();
    }

    private static JsonWriter sums(JsonWriter json, FunctionComparison row) {
        return json.field("count", row.count())
                .field("aNs", row.aNanos())
                .field("bNs", row.bNanos())
                .field("ratio", row.ratio());
    }

    private static void rank(JsonWriter json, RankComparison rank) {
        int last = rank.matched() - 1;
        json.beginObject()
                .field("rank", rank.rank())
                .field("thread", rank.thread())
                .field("matched", rank.matched())
                .field("onlyA", rank.onlyA())
                .field("onlyB", rank.onlyB())
                .field("aNs", rank.totalA())
                .field("bNs", rank.totalB())
                .field("computationANs", rank.totalGapA())
                .field("computationBNs", rank.totalGapB())
                .field("driftNs", last < 0 ? 0 : rank.driftNanos(last))
                .endObject();
    }

    private static void contributor(JsonWriter json, Contributor row) {
        json.beginObject()
                .field("rank", row.rank())
                .field("thread", row.thread())
                .field("index", row.ordinal())
                .field("name", row.name())
                .field("gap", row.gap())
                .field("aNs", row.aNanos())
                .field("bNs", row.bNanos())
                .field("deltaNs", row.deltaNanos())
                .field("share", row.share())
                .endObject();
    }

    /** A line for each function, the computation, the total, and each rank; times in ns, with a heading. */
    public static String csv(Comparison comparison) {
        Csv csv = new Csv();
        csv.line("kind", "name", "count", "aNs", "bNs", "deltaNs", "ratio");
        comparison.functions().forEach(row -> csv(csv, "function", row));
        csv(csv, "computation", comparison.computation());
        csv(csv, "total", comparison.total());
        for (RankComparison rank : comparison.ranks()) {
            String name = rank.thread() < 0 ? "" + rank.rank() : rank.rank() + "/" + rank.thread();
            csv(csv, "rank", new FunctionComparison(name, rank.matched(), rank.totalA(), rank.totalB()));
        }
        return csv.toString();
    }

    private static void csv(Csv csv, String kind, FunctionComparison row) {
        String ratio = Double.isInfinite(row.ratio()) ? "" : String.format(Locale.ROOT, "%.6f", row.ratio());
        csv.line(kind, row.name(), row.count(), row.aNanos(), row.bNanos(), row.deltaNanos(), ratio);
    }

    /**
     * Aligned tables for a terminal.
     *
     * @param nameA heading of A's columns, as "observed"
     * @param nameB heading of B's columns, as "simulated"
     */
    public static String text(Comparison comparison, String nameA, String nameB) {
        StringBuilder text = new StringBuilder();
        text.append(functionTable(comparison, nameA, nameB)).append('\n');
        text.append(rankTable(comparison, nameA, nameB));
        if (!comparison.largest(1).isEmpty()) {
            text.append("\nLargest differences\n").append(largestTable(comparison, nameA, nameB));
        }
        if (comparison.unmatched() > 0) {
            text.append('\n').append(Units.count(comparison.unmatched())).append(" calls have no counterpart\n");
        }
        comparison.missing().forEach(line -> text.append(line).append('\n'));
        return text.toString();
    }

    private static Table functionTable(Comparison comparison, String nameA, String nameB) {
        Table table = new Table("<function", ">count", ">" + nameA, ">" + nameB, ">ratio", ">difference");
        comparison.functions().forEach(row -> addRow(table, row, Units.count(row.count())));
        table.rule();
        addRow(table, comparison.computation(), "");
        addRow(table, comparison.total(), "");
        return table;
    }

    private static void addRow(Table table, FunctionComparison row, String count) {
        table.row(
                row.name(),
                count,
                Units.time(row.aNanos()),
                Units.time(row.bNanos()),
                ratio(row.ratio()),
                Units.signedTime(row.deltaNanos()));
    }

    private static Table rankTable(Comparison comparison, String nameA, String nameB) {
        Table table = new Table(
                ">rank",
                ">calls",
                ">in calls, " + nameA,
                ">" + nameB,
                ">between, " + nameA,
                ">" + nameB,
                ">drift at the end");
        for (RankComparison rank : comparison.ranks()) {
            int last = rank.matched() - 1;
            table.row(
                    Integer.toString(rank.rank()),
                    Units.count(rank.matched()),
                    Units.time(rank.totalA()),
                    Units.time(rank.totalB()),
                    Units.time(rank.totalGapA()),
                    Units.time(rank.totalGapB()),
                    last < 0 ? "" : Units.signedTime(rank.driftNanos(last)));
        }
        return table;
    }

    private static Table largestTable(Comparison comparison, String nameA, String nameB) {
        Table table = new Table(">rank", ">call", "<what", ">" + nameA, ">" + nameB, ">difference", ">share");
        for (Contributor row : comparison.largest(CONTRIBUTORS_SHOWN)) {
            table.row(
                    Integer.toString(row.rank()),
                    Integer.toString(row.ordinal()),
                    (row.gap() ? "computation before " : "") + row.name(),
                    Units.time(row.aNanos()),
                    Units.time(row.bNanos()),
                    Units.signedTime(row.deltaNanos()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * row.share()));
        }
        return table;
    }

    private static String ratio(double ratio) {
        return Double.isInfinite(ratio) ? "-" : String.format(Locale.ROOT, "%.3f", ratio);
    }
}

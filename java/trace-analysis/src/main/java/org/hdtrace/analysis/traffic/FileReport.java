// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.traffic;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.text.Table;
import org.hdtrace.analysis.text.Units;
import org.hdtrace.format.Csv;
import org.hdtrace.format.json.JsonWriter;

/** The use of files as text, for people and for programs. */
public final class FileReport {
    private FileReport() {}

    /**
     * The JSON of {@code hdtrace io --json}; {@code below} is null for the class of the largest accesses. Where traces are
     * damaged, findings are the last element.
     */
    public static void writeJson(List<FileTraffic> files, Damages damages, JsonWriter json) {
        json.beginArray();
        for (FileTraffic file : files) {
            json.lineBreak()
                    .beginObject()
                    .field("file", file.file())
                    .field("opens", file.opens())
                    .field("reads", file.reads().calls())
                    .field("writes", file.writes().calls())
                    .field("bytesRead", file.reads().bytes())
                    .field("bytesWritten", file.writes().bytes())
                    .field("sequentialShare", file.sequentialShare())
                    .field("readBytesPerSecond", file.reads().bytesPerSecond())
                    .field("writeBytesPerSecond", file.writes().bytesPerSecond())
                    .field("layer", file.layer());
            sizes(file, json.name("sizes"));
            json.endObject();
        }
        damages.writeJsonElement(json);
        json.lineBreak().endArray();
    }

    private static void sizes(FileTraffic file, JsonWriter json) {
        json.beginArray();
        for (int i = 0; i < AccessSizes.COUNT; i++) {
            json.beginObject().name("below");
            if (AccessSizes.below(i) == Long.MAX_VALUE) {
                json.nullValue();
            } else {
                json.value(AccessSizes.below(i));
            }
            json.field("reads", file.reads().sizes().get(i))
                    .field("writes", file.writes().sizes().get(i))
                    .endObject();
        }
        json.endArray();
    }

    /**
     * One line for each file. The last two fields hold the numbers of reads and writes by size, in the order of {@link
     * AccessSizes}, with blanks between them.
     */
    public static String csv(List<FileTraffic> files) {
        Csv csv = new Csv();
        csv.line(
                "file",
                "opens",
                "reads",
                "writes",
                "bytesRead",
                "bytesWritten",
                "sequentialShare",
                "readBytesPerSecond",
                "writeBytesPerSecond",
                "readSizes",
                "writeSizes",
                "layer");
        for (FileTraffic file : files) {
            csv.line(
                    file.file(),
                    file.opens(),
                    file.reads().calls(),
                    file.writes().calls(),
                    file.reads().bytes(),
                    file.writes().bytes(),
                    file.sequentialShare(),
                    file.reads().bytesPerSecond(),
                    file.writes().bytesPerSecond(),
                    numbers(file.reads().sizes()),
                    numbers(file.writes().sizes()),
                    file.layer());
        }
        return csv.toString();
    }

    private static String numbers(List<Long> counts) {
        return counts.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    /** Aligned tables for a terminal: the files, then how large their accesses were. */
    public static String text(List<FileTraffic> files) {
        if (files.isEmpty()) {
            return "no file was used\n";
        }
        Table table = new Table(
                "<file", "<layer", ">opens", ">reads", ">read", ">rate", ">writes", ">written", ">rate", ">sequential");
        for (FileTraffic file : files) {
            table.row(
                    file.file(),
                    file.layer(),
                    Units.count(file.opens()),
                    Units.count(file.reads().calls()),
                    Units.bytes(file.reads().bytes()),
                    Units.rate(file.reads().bytesPerSecond()),
                    Units.count(file.writes().calls()),
                    Units.bytes(file.writes().bytes()),
                    Units.rate(file.writes().bytesPerSecond()),
                    String.format(Locale.ROOT, "%.1f %%", 100 * file.sequentialShare()));
        }
        return table + "\n" + histogram(files);
    }

    private static String histogram(List<FileTraffic> files) {
        Table table = new Table("<file", "<layer", "<size", ">reads", ">writes");
        for (FileTraffic file : files) {
            for (int i = 0; i < AccessSizes.COUNT; i++) {
                long reads = file.reads().sizes().get(i);
                long writes = file.writes().sizes().get(i);
                if (reads + writes > 0) {
                    table.row(file.file(), file.layer(), AccessSizes.label(i), Units.count(reads), Units.count(writes));
                }
            }
        }
        return table.toString();
    }
}

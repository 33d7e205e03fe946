// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.nio.file.Path;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;

/**
 * Writes the dump of a file while reading it, so its length doesn't matter.
 *
 * <p>Source of the lines: {@code examples/traces/README.md}.
 */
public final class Dump {
    private Dump() {}

    /**
     * Write the canonical lines, each ended by a line feed.
     *
     * @throws TraceFormatException when the file can't be read
     * @throws IOException when the target fails
     */
    public static void writeText(Path file, Appendable target) throws TraceFormatException, IOException {
        write(file, new TextDumpWriter(target));
    }

    /**
     * Write the same as a JSON array with one object per line.
     *
     * @throws TraceFormatException when the file can't be read
     * @throws IOException when the target fails; {@link java.io.UncheckedIOException} from the JSON writer
     */
    public static void writeJson(Path file, JsonWriter json) throws TraceFormatException, IOException {
        JsonDumpWriter writer = new JsonDumpWriter(json);
        write(file, writer);
        writer.finish();
    }

    /**
     * Write the same as comma-separated values with a heading.
     *
     * @throws TraceFormatException when the file can't be read
     * @throws IOException when the target fails
     */
    public static void writeCsv(Path file, Appendable target) throws TraceFormatException, IOException {
        write(file, new CsvDumpWriter(target));
    }

    private static void write(Path file, DumpWriter writer) throws TraceFormatException, IOException {
        switch (FileKind.of(file)) {
            case TRACE -> TraceDump.write(file, writer);
            case STATISTICS -> StatisticsDump.write(file, writer);
            case RELATION -> RelationDump.write(file, writer);
            case PROJECT -> ProjectDump.write(file, writer);
        }
    }

    /** The last line of a file that was read to its end. */
    static void writeEnd(DumpWriter writer, boolean complete, long unusableBytes) throws IOException {
        writer.begin("end");
        writer.word("state", complete ? "complete" : "cut");
        if (!complete) {
            writer.number("unusableBytes", unusableBytes);
        }
        writer.end();
    }
}

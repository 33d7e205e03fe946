// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.dump;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.json.JsonWriter;
import org.hdtrace.format.query.Damage;

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
     * @return why not all of the file is there, when it was cut
     * @throws TraceFormatException when the file can't be read to its end; what comes before was written
     * @throws IOException when the target fails
     */
    public static Optional<Damage> writeText(Path file, Appendable target) throws TraceFormatException, IOException {
        return write(file, new TextDumpWriter(target));
    }

    /**
     * Write the same as a JSON array with one object per line. It is whole, too, where the file can't be read to its end: its
     * last object, of kind "finding", says why then.
     *
     * @return why not all of the file is there, when it was cut
     * @throws TraceFormatException when the file can't be read to its end; nothing was written when it can't be opened
     * @throws IOException when the target fails; {@link java.io.UncheckedIOException} from the JSON writer
     */
    public static Optional<Damage> writeJson(Path file, JsonWriter json) throws TraceFormatException, IOException {
        JsonDumpWriter writer = new JsonDumpWriter(json);
        try {
            Optional<Damage> damage = write(file, writer);
            writer.finish();
            return damage;
        } catch (TraceFormatException e) {
            writer.finish(Damage.broken(e).finding());
            throw e;
        }
    }

    /**
     * Write the same as comma-separated values with a heading.
     *
     * @return why not all of the file is there, when it was cut
     * @throws TraceFormatException when the file can't be read to its end; what comes before was written
     * @throws IOException when the target fails
     */
    public static Optional<Damage> writeCsv(Path file, Appendable target) throws TraceFormatException, IOException {
        return write(file, new CsvDumpWriter(target));
    }

    private static Optional<Damage> write(Path file, DumpWriter writer) throws TraceFormatException, IOException {
        return switch (FileKind.of(file)) {
            case TRACE -> TraceDump.write(file, writer);
            case STATISTICS -> StatisticsDump.write(file, writer);
            case RELATION -> RelationDump.write(file, writer);
            case PROJECT -> ProjectDump.write(file, writer);
        };
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

// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.function.Consumer;
import org.hdtrace.analysis.damage.Damages;
import org.hdtrace.analysis.messages.MessageReader;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.Project;
import org.hdtrace.format.project.TraceFile;
import org.hdtrace.format.query.ProjectStart;
import org.hdtrace.format.query.Query;
import org.hdtrace.format.query.TraceStream;
import org.hdtrace.format.select.Globs;
import org.hdtrace.format.select.Selection;

/**
 * Writes the states, events and messages of a project in the format of another viewer. Messages are left out when only some names
 * are wanted. Statistics and relations have no counterpart there that is alike, and are left out.
 *
 * <p>Memory: for Paje some 60 bytes for each message, and the states inside of what is open at one time. Thread: one thread
 * at a time. Source: SUNSHOT V-21.
 */
public final class Exporter {
    private Exporter() {}

    /**
     * What was written.
     *
     * @param damages of the traces; what is complete before them was written
     */
    public record Summary(long states, long events, long messages, Damages damages) {}

    /**
     * Write what is selected.
     *
     * @param progress is told each trace before the first is read
     * @throws IOException if the writer fails
     */
    public static Summary write(
            Project project, Selection selection, ExportFormat format, Writer out, Consumer<Path> progress)
            throws IOException, TraceFormatException {
        long origin = ProjectStart.of(project).orElse(0);
        ExportTarget target =
                switch (format) {
                    case PAJE -> new PajeTarget(project, origin, out);
                    case PERFETTO -> new PerfettoTarget(project, origin, out);
                    case CSV -> new CsvTarget(project, origin, out);
                    case OTF2 -> throw new IllegalArgumentException("an archive is a folder");
                };
        long messages = 0;
        if (selection.names().equals(Globs.all())) {
            messages = writeMessages(project, selection, target, progress);
        }
        Query query = Query.of(project).select(selection);
        IdentityHashMap<TraceFile, Integer> numbers = new IdentityHashMap<>();
        project.traces().forEach(file -> numbers.put(file, numbers.size()));
        Damages damages = new Damages();
        long[] counts = new long[2];
        try (TraceStream stream = query.byStart()) {
            while (stream.next()) {
                counts[stream.isEvent() ? 1 : 0]++;
                target.entry(stream, numbers.get(stream.file()));
            }
            damages.addAll(stream.damages(), query.files().size());
        }
        target.finish();
        return new Summary(counts[0], counts[1], messages, damages);
    }

    private static long writeMessages(
            Project project, Selection selection, ExportTarget target, Consumer<Path> progress) throws IOException {
        long[] count = {0};
        try {
            MessageReader.read(project, selection.ranks(), progress, message -> {
                if (selection.interval().touches(message.startNanos(), message.endNanos())) {
                    count[0]++;
                    try {
                        target.message(message);
                    } catch (IOException e) {
                        throw new UncheckedIOException(e);
                    }
                }
            });
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return count[0];
    }
}

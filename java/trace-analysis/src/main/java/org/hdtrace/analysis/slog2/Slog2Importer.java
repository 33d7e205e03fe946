// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.slog2;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.function.DoubleConsumer;
import org.hdtrace.analysis.folder.NewFolder;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.Importer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.FileNames;

/**
 * Makes a project of a file of SLOG-2: lines are ranks and threads, states and events the traces, arrows messages, values of entries
 * attributes.
 *
 * <p>Memory: the nodes of the tree that may have an entry at one time. Thread: one thread at a time. Source: SUNSHOT V-21.
 */
public final class Slog2Importer implements Importer {
    @Override
    public String name() {
        return "slog2";
    }

    @Override
    public String summary() {
        return "a file of SLOG-2 (version 2.0.6), as MPE makes for Jumpshot";
    }

    @Override
    public String title() {
        return "SLOG-2 (.slog2)";
    }

    @Override
    public boolean accepts(Path file) {
        return file.getFileName() != null
                && file.getFileName().toString().toLowerCase(Locale.ROOT).endsWith(".slog2");
    }

    @Override
    public ImportSummary run(Path trace, Path target, DoubleConsumer progress)
            throws TraceFormatException, IOException {
        try (Slog2File file = Slog2File.open(trace);
                NewFolder made = NewFolder.create(target)) {
            String title = trace.getFileName().toString().replaceFirst("(?<=.)\\.[^.]*$", "");
            Path place = target.toAbsolutePath().normalize();
            String name = FileNames.sanitise(place.getFileName().toString());
            ImportSummary summary;
            try (WriterPool pool = new WriterPool()) {
                Slog2Lines lines = new Slog2Lines(file.lineMaps());
                Slog2Project project = new Slog2Project(lines, made.folder(), name, pool);
                Slog2Entries entries = new Slog2Entries(trace, file, progress);
                for (Slog2Primitive entry = entries.next(); entry != null; entry = entries.next()) {
                    project.add(entry);
                }
                summary = project.finish(title);
            }
            made.publish();
            return summary;
        }
    }
}

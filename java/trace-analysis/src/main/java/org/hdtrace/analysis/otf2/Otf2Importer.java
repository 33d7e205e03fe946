// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.otf2;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleConsumer;
import org.hdtrace.analysis.folder.NewFolder;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.Importer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.FileNames;

/**
 * Makes a project of an archive of OTF2, as Score-P writes it: locations are traces, regions states with their attributes, messages and
 * collective calls what states say, metrics statistics. Of an archive that was made of a project the same project comes back, but for
 * what {@link Otf2Exporter} leaves out.
 *
 * <p>Memory: what is defined, and what is open of one location. Thread: one thread at a time. Source: SUNSHOT V-21.
 */
public final class Otf2Importer implements Importer {
    private static final int STEP = 1 << 16;

    @Override
    public String name() {
        return "otf2";
    }

    @Override
    public String summary() {
        return "an archive of OTF2, as Score-P writes it; FILE is its anchor file (.otf2)";
    }

    @Override
    public String title() {
        return "OTF2 (.otf2)";
    }

    @Override
    public boolean accepts(Path file) {
        return file.getFileName() != null && file.getFileName().toString().endsWith(".otf2");
    }

    @Override
    public ImportSummary run(Path trace, Path target, DoubleConsumer progress)
            throws TraceFormatException, IOException {
        try (NewFolder made = NewFolder.create(target)) {
            String name = FileNames.sanitise(
                    target.toAbsolutePath().normalize().getFileName().toString());
            ImportSummary summary;
            try (Otf2Program program = Otf2Program.start("read", trace, trace, made.besides("errors"));
                    BufferedReader output = program.output();
                    WriterPool pool = new WriterPool()) {
                Otf2Project project = new Otf2Project(made.folder(), name, pool);
                read(new Otf2Line(trace, output), project, progress);
                program.finish();
                summary = project.finish();
            }
            made.publish();
            return summary;
        } catch (IllegalArgumentException e) {
            throw new TraceFormatException(trace, "byte 0", "a project can't hold what it says: " + e.getMessage(), e);
        }
    }

    private static void read(Otf2Line line, Otf2Project project, DoubleConsumer progress)
            throws TraceFormatException, IOException {
        Otf2Definitions definitions = new Otf2Definitions();
        long total = 0;
        long done = 0;
        boolean defined = false;
        while (line.next() && !line.word().equals("whole")) {
            if (!defined && definitions.take(line)) {
                continue;
            }
            if (!defined) {
                defined = true;
                project.begin(definitions);
                total = definitions.locations.values().stream()
                        .mapToLong(Otf2Definitions.Location::events)
                        .sum();
            }
            project.take(line);
            done++;
            if (done % STEP == 0) {
                progress.accept(Math.min(1, (double) done / Math.max(1, total)));
            }
        }
        if (!defined) {
            project.begin(definitions);
        }
    }
}

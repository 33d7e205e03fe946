// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.hdtrace.analysis.folder.NewFolder;
import org.hdtrace.analysis.imports.ImportSummary;
import org.hdtrace.analysis.imports.ImportedNames;
import org.hdtrace.analysis.imports.Importer;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.output.WriterPool;
import org.hdtrace.format.project.FileNames;

/**
 * Makes a project of a Paje trace: containers are the topology, states and events the traces, links messages, variables statistics. The
 * trace is read twice: what there is, then the events.
 *
 * <p>Memory: some 12 bytes for each link, what is defined, and what is open at one time. Thread: one thread at a time. Source:
 * SUNSHOT V-21; "Paje trace file format", version 1.2.5.
 */
public final class PajeImporter implements Importer {
    @Override
    public String name() {
        return "paje";
    }

    @Override
    public String summary() {
        return "a trace of Paje, as SimGrid writes it; FILE may be compressed by gzip (.gz)";
    }

    @Override
    public String title() {
        return "Paje (.trace, .trace.gz, .paje)";
    }

    @Override
    public boolean accepts(Path file) {
        String name = file.getFileName() == null ? "" : file.getFileName().toString();
        return name.endsWith(".trace") || name.endsWith(".trace.gz") || name.endsWith(".paje");
    }

    @Override
    public ImportSummary run(Path trace, Path target, DoubleConsumer progress)
            throws TraceFormatException, IOException {
        PajeOutline outline = new PajeOutline();
        PajeReader.read(trace, outline, share -> progress.accept(share / 2));
        String plain = trace.getFileName().toString().replaceFirst("\\.gz$", "").replaceFirst("(?<=.)\\.[^.]*$", "");
        try (NewFolder made = NewFolder.create(target)) {
            Path place = target.toAbsolutePath().normalize();
            String name = FileNames.sanitise(place.getFileName().toString());
            int room = ImportedNames.room(name);
            PajeTopology topology = new PajeTopology(outline, plain, room);
            if (!topology.hasRoom()) {
                throw new TraceFormatException(
                        trace,
                        "containers",
                        ImportedNames.tooDeep(topology.levels().size(), room));
            }
            ImportSummary summary;
            try (WriterPool pool = new WriterPool()) {
                PajeProject project = new PajeProject(outline, topology, made.folder(), name, pool);
                Map<String, Long> skipped = PajeReader.read(trace, project, share -> progress.accept(0.5 + share / 2));
                summary = project.finish(skipped);
            }
            made.publish();
            return summary;
        }
    }
}

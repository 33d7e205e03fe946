// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.paje;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.hdtrace.analysis.folder.NewFolder;
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
public final class PajeImporter {
    private PajeImporter() {}

    /**
     * What was made.
     *
     * @param traces number of traces
     * @param records of statistics
     * @param unmatched begins and ends of links that have no other side, or whose other side is in no rank
     * @param skipped events of kinds that mean nothing here, by their names
     */
    public record Summary(
            int traces,
            long states,
            long events,
            long messages,
            long records,
            long unmatched,
            Map<String, Long> skipped) {}

    /**
     * Make the project.
     *
     * @param trace plain, or compressed by gzip when its name ends with {@code .gz}
     * @param target its folder; must not exist or be empty. It appears when everything is in it
     * @throws TraceFormatException when the trace can't be read, or the target can't be used
     * @throws IOException when the project can't be written
     */
    public static Summary run(Path trace, Path target) throws TraceFormatException, IOException {
        PajeOutline outline = new PajeOutline();
        PajeReader.read(trace, outline);
        String plain = trace.getFileName().toString().replaceFirst("\\.gz$", "").replaceFirst("(?<=.)\\.[^.]*$", "");
        PajeTopology topology = new PajeTopology(outline, plain);
        try (NewFolder made = NewFolder.create(target)) {
            Path place = target.toAbsolutePath().normalize();
            String name = FileNames.sanitise(place.getFileName().toString());
            Summary summary;
            try (WriterPool pool = new WriterPool()) {
                PajeProject project = new PajeProject(outline, topology, made.folder(), name, pool);
                Map<String, Long> skipped = PajeReader.read(trace, project);
                summary = project.finish(skipped);
            }
            made.publish();
            return summary;
        }
    }
}

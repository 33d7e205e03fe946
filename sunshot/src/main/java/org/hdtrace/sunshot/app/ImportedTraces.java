// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.hdtrace.analysis.imports.Importer;
import org.hdtrace.analysis.imports.Importers;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.FileNames;
import org.hdtrace.format.project.Project;
import org.hdtrace.sunshot.model.LoadMonitor;

/**
 * Traces of other programs are made projects when they are opened, in a folder of the user's cache, where they are found again as long as
 * the trace stays as it was. Of each trace one project is kept.
 *
 * <p>Thread: any, one at a time for the same trace.
 */
final class ImportedTraces {
    private final Path cache;

    /** Projects in that folder, which is made. */
    ImportedTraces(Path cache) {
        this.cache = cache;
    }

    static ImportedTraces ofUser() {
        return new ImportedTraces(UserFolders.cache().resolve("imported"));
    }

    /**
     * Reads what is cheap to read: a project's file, or whether a trace is there at all.
     *
     * @throws TraceFormatException when it can't be opened
     */
    static void check(Path file) throws TraceFormatException {
        if (importer(file).isEmpty()) {
            Project.open(file);
        } else if (!Files.isReadable(file)) {
            throw TraceFormatException.atByte(
                    file, 0, "can't be opened: " + (Files.exists(file) ? "permission denied" : "no such file"));
        }
    }

    private static Optional<Importer> importer(Path file) {
        return Files.isDirectory(file) ? Optional.empty() : Importers.of(file);
    }

    /**
     * The project to open for a file: what is a project already is that itself.
     *
     * @param monitor is told how far an import is, and may stop it
     * @throws TraceFormatException when the trace can't be read, or no project be made of it
     * @throws CancellationException if the monitor asked to stop
     */
    Path project(Path file, LoadMonitor monitor) throws TraceFormatException {
        Optional<Importer> importer = importer(file);
        if (importer.isEmpty()) {
            return file;
        }
        check(file);
        try {
            String stem = FileNames.sanitise(file.getFileName().toString().replaceFirst("(?<=.)\\.[^.]*(\\.gz)?$", ""))
                    + "-"
                    + sum(file.toRealPath().toString());
            Path folder = cache.resolve(stem + "-" + sum(mark(file)));
            if (!Files.isDirectory(folder)) {
                importer.get().run(file, folder, share -> {
                    if (monitor.isCancelled()) {
                        throw new CancellationException();
                    }
                    monitor.progress(share, "importing " + file.getFileName());
                });
                removeOthers(stem + "-", folder);
            }
            return folder;
        } catch (IOException e) {
            throw TraceFormatException.atByte(file, 0, "no project can be made of it: " + e.getMessage());
        }
    }

    /** Sizes and times of the trace's files: an archive has some in a folder beside it. */
    private static String mark(Path file) throws IOException {
        StringBuilder text = new StringBuilder();
        append(file, text);
        Path beside = file.resolveSibling(file.getFileName().toString().replaceFirst("(?<=.)\\.[^.]*$", ""));
        if (Files.isDirectory(beside)) {
            try (Stream<Path> files = Files.list(beside)) {
                for (Path each : files.sorted().toList()) {
                    append(each, text);
                }
            }
        }
        return text.toString();
    }

    private static void append(Path file, StringBuilder text) throws IOException {
        BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
        text.append(file.getFileName()).append(' ').append(attributes.size()).append(' ');
        text.append(attributes.lastModifiedTime().toMillis()).append('\n');
    }

    private static String sum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", sum.getValue());
    }

    /** Projects of what the trace was before. */
    private void removeOthers(String prefix, Path kept) throws IOException {
        List<Path> older;
        try (Stream<Path> folders = Files.list(cache)) {
            older = folders.filter(each -> each.getFileName().toString().startsWith(prefix) && !each.equals(kept))
                    .toList();
        }
        for (Path folder : older) {
            List<Path> all;
            try (Stream<Path> files = Files.walk(folder)) {
                all = files.sorted(Comparator.reverseOrder()).toList();
            }
            for (Path each : all) {
                Files.deleteIfExists(each);
            }
        }
    }
}

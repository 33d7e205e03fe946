// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.sunshot.app;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
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
 * the trace stays as it was. Who has opened a project may go on reading it: what nobody opens any more is removed only after some time.
 *
 * <p>Thread: any; any number of threads and processes may share a cache.
 */
final class ImportedTraces {
    /** Projects that were not opened for so long are removed: longer than a window is left open, as it reads files again and again. */
    static final Duration KEPT = Duration.ofDays(14);

    private final Place place;

    /** Where the cache is; asked only when a trace is opened. */
    @FunctionalInterface
    interface Place {
        /**
         * The folder, which need not exist.
         *
         * @throws IOException when the user has none
         */
        Path folder() throws IOException;
    }

    /** Projects in that folder, which is made. */
    ImportedTraces(Place place) {
        this.place = place;
    }

    static ImportedTraces ofUser() {
        return new ImportedTraces(() -> UserFolders.cache().resolve("imported"));
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
            Path cache = place.folder();
            Path folder = cache.resolve(stem(file) + "-" + sum(file.toRealPath().toString()) + "-" + sum(mark(file)));
            markAsUsed(folder);
            if (!isWhole(folder)) {
                makeProject(importer.get(), file, folder, monitor);
                removeOld(cache);
            }
            return folder;
        } catch (IOException | UncheckedIOException e) {
            throw TraceFormatException.atByte(file, 0, "no project can be made of it: " + Problems.describe(e));
        }
    }

    private static void makeProject(Importer importer, Path file, Path folder, LoadMonitor monitor)
            throws TraceFormatException, IOException {
        String name = String.valueOf(file.getFileName());
        Path locked = folder.resolveSibling("." + folder.getFileName() + ".lock");
        ImportLock lock = ImportLock.take(locked, monitor, "waiting for another import of " + name);
        try {
            if (isWhole(folder)) {
                return;
            }
            remove(folder);
            importer.run(file, folder, share -> {
                if (monitor.isCancelled()) {
                    throw new CancellationException();
                }
                monitor.progress(share, "importing " + name);
            });
        } catch (TraceFormatException | IOException e) {
            // Somebody else may have made it, if locks don't work.
            if (!isWhole(folder)) {
                throw e;
            }
        } finally {
            lock.close();
        }
    }

    /** Whether that is a project; it appears as a whole, but a part of it may have been removed. */
    private static boolean isWhole(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return false;
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(ImportedTraces::isProject).count() == 1;
        }
    }

    private static boolean isProject(Path file) {
        return file.toString().endsWith(".proj");
    }

    private static String stem(Path file) {
        return FileNames.sanitise(file.getFileName().toString().replaceFirst("(?<=.)\\.[^.]*(\\.gz)?$", ""));
    }

    /** Sizes and times of the trace's files: an archive of OTF2 has definitions and markers beside it, and a folder of events. */
    static String mark(Path file) throws IOException {
        List<Path> files = new ArrayList<>(List.of(file));
        if (file.toString().endsWith(".otf2")) {
            String name = file.getFileName().toString().replaceFirst("(?<=.)\\.otf2$", "");
            Stream.of(name + ".def", name + ".marker")
                    .map(file::resolveSibling)
                    .filter(Files::exists)
                    .forEach(files::add);
            Path folder = file.resolveSibling(name);
            if (Files.isDirectory(folder)) {
                try (Stream<Path> inside = Files.list(folder)) {
                    inside.sorted().forEach(files::add);
                }
            }
        }
        StringBuilder text = new StringBuilder();
        for (Path each : files) {
            BasicFileAttributes attributes = Files.readAttributes(each, BasicFileAttributes.class);
            text.append(each.getFileName())
                    .append(' ')
                    .append(attributes.size())
                    .append(' ');
            text.append(attributes.lastModifiedTime().toMillis()).append('\n');
        }
        return text.toString();
    }

    private static String sum(String text) {
        CRC32 sum = new CRC32();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        return String.format("%08x", sum.getValue());
    }

    /** The time of a folder is when it was opened last. */
    private static void markAsUsed(Path folder) {
        try {
            if (Files.isDirectory(folder)) {
                Files.setLastModifiedTime(folder, FileTime.from(Instant.now()));
            }
        } catch (IOException e) {
            log(folder + ": it isn't kept longer", e);
        }
    }

    /** What nobody has used for long, of any trace, and what ended imports have left. Nothing depends on that it works. */
    private static void removeOld(Path cache) {
        FileTime limit = FileTime.from(Instant.now().minus(KEPT));
        List<Path> all;
        try (Stream<Path> entries = Files.list(cache)) {
            all = entries.toList();
        } catch (IOException | UncheckedIOException e) {
            log(cache + ": old projects stay", e);
            return;
        }
        for (Path each : all) {
            try {
                if (Files.getLastModifiedTime(each, LinkOption.NOFOLLOW_LINKS).compareTo(limit) < 0) {
                    remove(each);
                }
            } catch (IOException | UncheckedIOException e) {
                log(each + ": it stays", e);
            }
        }
    }

    /** The project's file goes first: what is left when that ends early is no project. */
    private static void remove(Path folder) throws IOException {
        if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        List<Path> all;
        try (Stream<Path> files = Files.walk(folder)) {
            all = files.sorted(Comparator.comparing((Path each) -> !isProject(each))
                            .thenComparing(Comparator.reverseOrder()))
                    .toList();
        }
        for (Path each : all) {
            Files.deleteIfExists(each);
        }
    }

    private static void log(String what, Exception e) {
        System.getLogger(ImportedTraces.class.getName()).log(System.Logger.Level.DEBUG, what, e);
    }
}

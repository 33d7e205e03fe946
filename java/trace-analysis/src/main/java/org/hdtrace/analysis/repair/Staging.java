// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.analysis.folder.NewFolder;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.RingFiles;

/** The folder in which the new project is made, and that from which the damaged one is read. */
final class Staging implements AutoCloseable {
    private final NewFolder target;
    private final Path source;
    private final List<Finding> rings;

    private Staging(NewFolder target, Path source, List<Finding> rings) {
        this.target = target;
        this.source = source;
        this.rings = rings;
    }

    /** Check that the target can be used, and make the folder. */
    static Staging create(Path fileOrDirectory, Path target) throws TraceFormatException, IOException {
        Path folder = Files.isDirectory(fileOrDirectory) ? fileOrDirectory : directoryOf(fileOrDirectory);
        if (!Files.exists(fileOrDirectory)) {
            throw TraceFormatException.atByte(fileOrDirectory, 0, "can't be opened: no such file");
        }
        Path around = NewFolder.existing(target.toAbsolutePath().normalize().getParent());
        if (around != null && Files.isDirectory(around) && around.toRealPath().startsWith(folder.toRealPath())) {
            throw TraceFormatException.atByte(target, 0, "lies in the damaged project, which must not be changed");
        }
        NewFolder made = NewFolder.create(target);
        Staging staging = new Staging(made, folder, List.of());
        try {
            Files.createDirectory(staging.scratch());
            return hasRings(folder) ? staging.withCopy() : staging;
        } catch (TraceFormatException | IOException e) {
            staging.close();
            throw e;
        }
    }

    private static Path directoryOf(Path file) {
        return file.getParent() == null ? Path.of("") : file.getParent();
    }

    /** What is in rings becomes part of their traces; this happens to a copy. */
    private Staging withCopy() throws TraceFormatException, IOException {
        Path copy = Files.createDirectory(target.besides("copy"));
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        try {
            return new Staging(target, copy, RingFiles.convert(copy));
        } catch (TraceFormatException e) {
            throw TraceFormatException.atByte(source.resolve(e.file().getFileName()), 0, e.reason());
        }
    }

    private static boolean hasRings(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".ring"));
        }
    }

    /** The folder to read from. */
    Path source() {
        return source;
    }

    /** What could not be taken over from rings. */
    List<Finding> rings() {
        return rings;
    }

    /** The folder to write to. */
    Path folder() {
        return target.folder();
    }

    /** A folder for files in between. */
    Path scratch() {
        return target.besides("scratch");
    }

    /** Put the new project in its place. */
    void publish() throws IOException {
        target.publish();
    }

    @Override
    public void close() throws IOException {
        target.close();
    }
}

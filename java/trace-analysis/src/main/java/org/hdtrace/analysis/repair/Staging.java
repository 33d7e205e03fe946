// SPDX-License-Identifier: GPL-3.0-or-later
package org.hdtrace.analysis.repair;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.hdtrace.format.Finding;
import org.hdtrace.format.TraceFormatException;
import org.hdtrace.format.project.RingFiles;

/**
 * The folder beside the target in which the new project is made, so that the target is there as a whole or not at all; what is
 * left of it is removed in the end, also when the process is asked to end before.
 */
final class Staging implements AutoCloseable {
    private final TemporaryFolder root;
    private final Path source;
    private final Path target;
    private final List<Finding> rings;
    private final MadeFolders parents;

    private Staging(TemporaryFolder root, MadeFolders parents, Path source, Path target, List<Finding> rings) {
        this.root = root;
        this.parents = parents;
        this.source = source;
        this.target = target;
        this.rings = rings;
    }

    /** Check that the target can be used, and make the folder. */
    static Staging create(Path fileOrDirectory, Path target) throws TraceFormatException, IOException {
        Path folder = Files.isDirectory(fileOrDirectory) ? fileOrDirectory : directoryOf(fileOrDirectory);
        if (!Files.exists(fileOrDirectory)) {
            throw TraceFormatException.atByte(fileOrDirectory, 0, "can't be opened: no such file");
        }
        Path place = target.toAbsolutePath().normalize();
        refuseUnusable(target, place, folder.toRealPath());
        MadeFolders parents = new MadeFolders();
        TemporaryFolder root;
        try {
            parents.make(place.getParent());
            root = TemporaryFolder.create(place.getParent(), "." + place.getFileName() + "-");
        } catch (IOException e) {
            parents.removeEmpty();
            throw TraceFormatException.atByte(target, 0, "can't be made: " + cause(e));
        }
        Staging staging = new Staging(root, parents, folder, place, List.of());
        try {
            Files.createDirectory(staging.folder());
            Files.createDirectory(staging.scratch());
            return hasRings(folder) ? staging.withCopy() : staging;
        } catch (TraceFormatException | IOException e) {
            staging.close();
            throw e;
        }
    }

    /** What Java says alone is often just the name of the folder. */
    private static String cause(IOException e) {
        return e instanceof AccessDeniedException
                ? "permission denied"
                : e.getClass().getSimpleName() + ": " + e.getMessage();
    }

    private static Path directoryOf(Path file) {
        return file.getParent() == null ? Path.of("") : file.getParent();
    }

    private static void refuseUnusable(Path target, Path place, Path source) throws TraceFormatException, IOException {
        Path parent = place.getParent();
        while (parent != null && !Files.exists(parent)) {
            parent = parent.getParent();
        }
        if (parent == null || !Files.isDirectory(parent)) {
            throw TraceFormatException.atByte(target, 0, "can't be made: " + parent + " is no folder");
        }
        if (parent.toRealPath().startsWith(source)) {
            throw TraceFormatException.atByte(target, 0, "lies in the damaged project, which must not be changed");
        }
        if (Files.exists(place)) {
            if (!Files.isDirectory(place)) {
                throw TraceFormatException.atByte(target, 0, "exists already");
            }
            try (Stream<Path> files = Files.list(place)) {
                if (files.findAny().isPresent()) {
                    throw TraceFormatException.atByte(target, 0, "exists already and is not empty");
                }
            }
        }
    }

    /** What is in rings becomes part of their traces; this happens to a copy. */
    private Staging withCopy() throws TraceFormatException, IOException {
        Path copy = Files.createDirectory(root.path().resolve("copy"));
        try (Stream<Path> files = Files.list(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, copy.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        try {
            return new Staging(root, parents, copy, target, RingFiles.convert(copy));
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
        return root.path().resolve("project");
    }

    /** A folder for files in between. */
    Path scratch() {
        return root.path().resolve("scratch");
    }

    /** Put the new project in its place. */
    void publish() throws IOException {
        if (Files.isDirectory(target)) {
            Files.delete(target);
        }
        root.moveOut(folder(), target);
    }

    @Override
    public void close() throws IOException {
        root.close();
        parents.removeEmpty();
    }
}
